"""Numbers of a spreadsheet as their format shows them: 0.125 as 12.5%, 1234567 as $1,234,567."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

_SYMBOL = re.compile(r"\[\$([^\]-]*)(?:-[0-9A-Fa-f]+)?\]")
_BRACKETS = re.compile(r"\[[^\]]*\]")
_SPACING = re.compile(r"_.|\*.")
_NUMBER = re.compile(r"[#0?][#0?,. /]*(?:E[+-]0+)?")
_TOKEN = re.compile(r'"([^"]*)"|\\(.)|([#0?][#0?,.]*(?:E[+-]0+)?)|(.)')
_PLAIN_DIGITS = 10


def shown(value: float, code: str) -> str:
    """A number in the format ``code`` of a cell; where that is none that is understood, as it is."""
    if code in ("", "General", "@") or isinstance(value, bool):
        return general(value)
    section, number = _section(value, code)
    cleaned = _SPACING.sub(" ", _BRACKETS.sub("", _SYMBOL.sub(lambda match: f'"{match[1]}"', section)))
    bare = re.sub(r'"[^"]*"|\\.', "", cleaned)
    if "/" in bare or "general" in bare.casefold() or not _NUMBER.search(bare):
        return general(value)
    percent = "%" in bare
    parts = []
    placed = False
    for quoted, single, digits, other in _TOKEN.findall(cleaned):
        if digits and not placed:
            parts.append(_digits(number * 100 if percent else number, digits))
            placed = True
        elif digits:
            return general(value)  # telephone numbers and the like: several groups
        else:
            parts.append(quoted or single or other)
    text = " ".join("".join(parts).split())
    return re.sub(r"^-\s+|^([$€£¥])\s+(?=\d)", lambda m: m[1] or "-", text)


def general(value: float) -> str:
    """A number without a format of its own."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int) or float(value).is_integer():
        return str(int(value)) if abs(value) < 1e15 else f"{value:g}"
    text = f"{value:.{_PLAIN_DIGITS}g}"
    return text if "e" in text else text.rstrip("0").rstrip(".") if "." in text else text


def _section(value: float, code: str) -> tuple[str, float]:
    """The part of a format for positive, negative or zero numbers, and the number that it is to show."""
    sections = re.split(r";(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", code)
    if value < 0 and len(sections) > 1 and sections[1].strip():
        return sections[1], -value
    if value == 0 and len(sections) > 2 and _NUMBER.search(re.sub(r'"[^"]*"', "", sections[2])):
        return sections[2], value
    return ("-" + sections[0], -value) if value < 0 else (sections[0], value)


def _digits(number: float, pattern: str) -> str:
    if "E" in pattern:
        return f"{number:.{len(pattern.partition('.')[2].partition('E')[0])}E}"
    scaled = pattern.rstrip(",")
    number /= 1000 ** (len(pattern) - len(scaled))
    whole, _, fraction = scaled.partition(".")
    most, least = len(re.findall(r"[#0?]", fraction)), fraction.count("0")
    rounded = Decimal(repr(number)).quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP)
    text = f"{rounded:,f}" if "," in whole else f"{rounded:f}"
    if most > least and "." in text:
        head, _, tail = text.partition(".")
        tail = tail[:least] + tail[least:].rstrip("0")
        text = f"{head}.{tail}" if tail else head
    head, point, tail = text.partition(".")
    return head.zfill(whole.count("0") if "," not in whole else 1) + point + tail
