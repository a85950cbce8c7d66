"""What a site puts around the text of its pages, and stands in them where they are kept as Markdown: advertisements,
invitations to read on, style sheets, and all behind the notice of copyright at the foot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.publishing import INVITATIONS
from timeweave.records import Span

_PARAGRAPH = lazily(r"[^\s\n][^\n]*(?:\n[ \t]*[^\s\n][^\n]*)*")
_LINK = lazily(r"!?\[(?P<words>[^\[\]\n]*)\]\([^)\n]*\)")
_MARKS = "#*_>-|~` \t\n"
_ASIDE = lazily(rf"(?:{any_of(INVITATIONS)})\b(?:\W+\w+){{0,6}}\W*", re.IGNORECASE)
_STYLE = lazily(r"(?:[^{}]{0,120}\{(?:\s*[\w-]+\s*:[^{};]*;?)+\s*\}\s*\}?\s*)+")
_COPYRIGHT = lazily(
    r"(?:©|\(c\)|copyright\b)(?=.*(?:\b(?:1[89]|20)\d\d\b|\brights reserved\b))|all rights reserved\b", re.IGNORECASE
)
_OF_TERMS = lazily(  # a notice that leads to what it allows
    r"\[\W*(?:©|\(c\)|copyright)[^\]]*\]\([^)]*(?:terms|legal|copyright|licen[cs]e|about)", re.IGNORECASE
)
_SHORT = 25  # words of a notice of copyright
_FOOT = 150  # words that may follow it
_OF_ALL = 0.4  # of the words of a page


def find_furniture(text: str) -> Sequence[Span]:
    """The stretches of Markdown that are no part of what was written for its page, in order."""
    paragraphs = [(Span(*m.span()), m[0]) for m in _PARAGRAPH.finditer(text)]
    foot = _foot(paragraphs)
    return [*_asides(paragraphs[:foot]), *(Span(span.start, len(text)) for span, _ in paragraphs[foot : foot + 1])]


def _asides(paragraphs: Sequence[tuple[Span, str]]) -> Iterator[Span]:
    for span, told in paragraphs:
        if _ASIDE.fullmatch(_plain(told)) or ("{" in told and "`" not in told and _STYLE.fullmatch(told)):
            yield span


def _foot(paragraphs: Sequence[tuple[Span, str]]) -> int:
    """The number of the paragraph with which the foot of a page begins; that of all of them where it has none."""
    counts = [len(told.split()) for _, told in paragraphs]
    behind = 0
    for number in range(len(paragraphs) - 1, 0, -1):
        told = paragraphs[number][1]
        if behind > min(_FOOT, _OF_ALL * sum(counts)):
            break
        if counts[number] <= _SHORT and (_COPYRIGHT.match(_plain(told)) or _OF_TERMS.match(told.lstrip(_MARKS))):
            return number
        behind += counts[number]
    return len(paragraphs)


def _plain(told: str) -> str:
    return _LINK.sub(lambda link: link["words"], told).strip(_MARKS)
