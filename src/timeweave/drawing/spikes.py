"""The days of an entity as an SVG picture: counts as bars, the threshold as a line, each spike with its story."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Mapping, Sequence

import drawsvg

from timeweave.drawing.lettering import legible

_WIDTH, _HEIGHT, _LEFT, _TOP, _ROW = 960, 240, 48, 56, 16
_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_BAR, _SPIKE, _LINE, _INK = "#9db7d5", "#c62828", "#a5670f", "#222222"
_WRAPPED = 130  # characters of a line below

Told = Sequence[tuple[dt.date, dt.date, dt.date, str]]
"""First day, last day, peak and story of each spike."""


def draw_spikes(name: str, sums: Mapping[dt.date, int], threshold: float, spikes: Told) -> str:
    """The picture as SVG text; the same days give the same text.

    Bars have the class ``day``, those of a spike ``day spike``, with the date as ``data-day``.
    """
    days = sorted(sums)
    lines = [
        (number, row, text)
        for number, (first, last, peak, story) in enumerate(spikes, 1)
        for row, text in enumerate(textwrap.wrap(f"{_days(first, last)} (peak {peak}): {legible(story)}", _WRAPPED))
    ]
    height = _TOP + _HEIGHT + 40 + _ROW * len(lines)
    picture = drawsvg.Drawing(_WIDTH, height, font_family=_FONT, font_size=12)
    picture.append(drawsvg.Rectangle(0, 0, _WIDTH, height, fill="#ffffff"))
    picture.append(drawsvg.Text(f"{legible(name)}: sums of three days", 16, _LEFT, 28, fill=_INK, font_weight="bold"))
    highest = max([*sums.values(), threshold, 1.0])
    step = (_WIDTH - 2 * _LEFT) / max(len(days), 1)
    floor = _TOP + _HEIGHT
    for place, day in enumerate(days):
        tall = _HEIGHT * sums[day] / highest
        above = any(first <= day <= last for first, last, _, _ in spikes)
        box = _LEFT + place * step, floor - tall, max(step - 0.5, 0.5), tall
        marks = {"class": "day spike" if above else "day", "data-day": day.isoformat()}
        picture.append(drawsvg.Rectangle(*box, fill=_SPIKE if above else _BAR, **marks))
    level = floor - _HEIGHT * threshold / highest
    picture.append(drawsvg.Line(_LEFT, level, _WIDTH - _LEFT, level, stroke=_LINE, stroke_dasharray="4 3"))
    for day, anchor, edge in ((days[0], "start", _LEFT), (days[-1], "end", _WIDTH - _LEFT)) if days else ():
        picture.append(drawsvg.Text(day.isoformat(), 11, edge, floor + 14, fill=_INK, text_anchor=anchor))
    for number, (_, _, peak, _) in enumerate(spikes, 1):
        middle = _LEFT + (days.index(peak) + 0.5) * step
        picture.append(drawsvg.Text(str(number), 11, middle, _TOP - 6, fill=_SPIKE, text_anchor="middle"))
    for place, (number, row, text) in enumerate(lines):
        y = floor + 38 + place * _ROW
        picture.append(drawsvg.Text(f"{number}. {text}" if row == 0 else text, 12, _LEFT, y, fill=_INK))
    svg: str = picture.as_svg()
    return svg


def _days(first: dt.date, last: dt.date) -> str:
    return first.isoformat() if first == last else f"{first} to {last}"
