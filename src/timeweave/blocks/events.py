"""The events of a CommonMark parser, each with the characters of the source that it stands for.

pyromark (bindings of pulldown-cmark) was taken because it gives the range of every event, inside paragraphs too, and
reads tables, footnotes and task lists; markdown-it-py, mistune and marko give lines only, or nothing. It takes all
between two rules for front matter, wherever they stand, so that this is found here, at the beginning alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from timeweave.records import Span

_FRONT_MATTER = re.compile(
    r"\A\s*^(?P<rule>---|\+\+\+)[ \t]*\n(?=[^\n]*\S)(?s:.*?)\n(?:(?P=rule)|\.\.\.)[ \t]*$", re.MULTILINE
)


def markdown_events(text: str) -> Iterator[tuple[Any, Span]]:
    """The events of Markdown in the order of the source."""
    import pyromark

    kinds = pyromark.Options
    options = (
        kinds.ENABLE_TABLES
        | kinds.ENABLE_FOOTNOTES
        | kinds.ENABLE_STRIKETHROUGH
        | kinds.ENABLE_TASKLISTS
        | kinds.ENABLE_HEADING_ATTRIBUTES
        | kinds.ENABLE_GFM
    )
    text = _FRONT_MATTER.sub(_blank, text)
    found = pyromark.events_with_range(text, options=options)
    if text.isascii():
        for event, place in found:
            yield event, Span(place["start"], place["end"])
        return
    characters = _characters(text)
    for event, place in found:
        yield event, Span(characters[place["start"]], characters[place["end"]])


def _blank(front: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", front[0])


def _characters(text: str) -> Sequence[int]:
    """The character that each byte of the UTF-8 form belongs to."""
    import numpy as np

    data = np.frombuffer(text.encode("utf-8"), np.uint8)
    begins = (data & 0xC0) != 0x80
    return [*(np.cumsum(begins) - 1).tolist(), len(text)]
