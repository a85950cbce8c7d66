"""What a site puts around the text of its pages, and stands in them where they are kept as Markdown: advertisements,
invitations to read on, style sheets, and notices of copyright with the foot of the page behind them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.blocks.logs import fenced
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.publishing import INVITATIONS, SOCIAL
from timeweave.records import Span

_PARAGRAPH = lazily(r"[^\s\n][^\n]*(?:\n[ \t]*[^\s\n][^\n]*)*")
_LINK = lazily(r"!?\[(?P<words>[^\[\]\n]*)\]\([^)\n]*\)")
_MARKS = "*_>-|~` \t\n"
_INVITED = f"(?:{any_of(INVITATIONS)})"
_ASIDE = lazily(rf"{_INVITED}(?:\W+(?:{_INVITED}|{any_of(SOCIAL)}|reading|on|or|and)\b)*\W*", re.IGNORECASE)
_PROPERTY = (
    r"(?:color|background|padding|margin|font|display|width|height|border|position|float|text|line-height|opacity"
    r"|visibility|overflow|z-index|(?:max|min)-(?:width|height))(?:-[a-z]+)*"
)
_STYLE = lazily(rf"(?:[^{{}}\n]{{0,120}}\{{(?:\s*{_PROPERTY}\s*:[^{{}};]*;?)+\s*\}}\s*\}}?\s*)+")
_YEAR = r"(?:1[89]|20)\d\d(?:\s?[-–]\s?(?:\d\d){1,2})?"
_WHOSE = r"(?:,? [^\s.!?]+){0,7}[.]?"
_NOTICE = lazily(
    rf"(?:(?:©|copyright(?: ©| \(c\))?|\(c\)) ?{_YEAR}{_WHOSE}|©(?: [^\s.!?]+){{1,5}},? {_YEAR}[.]?)"
    r"(?: all rights reserved[.]?)?|all rights reserved[.]?",
    re.IGNORECASE,
)
_OF_TERMS = lazily(  # a notice that leads to what it allows
    r"\W*\[\W*(?:©|copyright ©|\(c\))(?: [^\s\]]+){1,6}\]\([^)\s]*(?:terms|legal|copyright|licen[cs]e)[^)\s]*\)\W*",
    re.I,
)
_LISTED = lazily(r"\([bd]\)")  # beside which "(c)" is no notice
_FOOT = 150  # words that may follow a notice which leads to terms
_OF_ALL = 0.4  # of the words of a page
_SAYING = 8  # words of a paragraph that says something


def find_furniture(text: str) -> Sequence[Span]:
    """The stretches of Markdown that are no part of what was written for its page, in order."""
    hidden = fenced(text) if "```" in text or "~~~" in text else ()
    code = [(span.start, span.end) for span in hidden]
    told = [Span(*m.span()) for m in _PARAGRAPH.finditer(text)]
    told = [span for span in told if not any(start <= span.start < end for start, end in code)]
    paragraphs = [(span, text[span.start : span.end]) for span in told]
    is_list = any(_LISTED.match(words) for _, words in paragraphs)
    notices = [_is_notice(_plain(words), is_list=is_list) for _, words in paragraphs]
    foot = _foot(paragraphs, notices)
    asides = _asides(paragraphs[:foot], notices)
    return [*asides, *(Span(span.start, len(text)) for span, _ in paragraphs[foot : foot + 1])]


def _is_notice(plain: str, *, is_list: bool) -> bool:
    return _NOTICE.fullmatch(plain) is not None and not (is_list and plain.startswith(("(c)", "(C)")))


def _asides(paragraphs: Sequence[tuple[Span, str]], notices: Sequence[bool]) -> Iterator[Span]:
    for (span, told), is_notice in zip(paragraphs, notices, strict=False):
        plain = _plain(told)
        is_style = "{" in told and "`" not in told and _STYLE.fullmatch(told) is not None
        if is_notice or is_style or _ASIDE.fullmatch(plain):
            yield span


def _foot(paragraphs: Sequence[tuple[Span, str]], notices: Sequence[bool]) -> int:
    """The number of the paragraph with which the foot of a page begins, a notice that leads to terms or one behind
    which nothing says anything; that of all of them where it has none.
    """
    counts = [len(told.split()) for _, told in paragraphs]
    behind, is_said = 0, False
    for number in range(len(paragraphs) - 1, 0, -1):
        told = paragraphs[number][1]
        if behind > min(_FOOT, _OF_ALL * sum(counts)):
            break
        if _OF_TERMS.fullmatch(told) or (notices[number] and behind and not is_said):
            return number
        behind += counts[number]
        is_said = is_said or len(_plain(told).split()) > _SAYING
    return len(paragraphs)


def _plain(told: str) -> str:
    return _LINK.sub(lambda link: link["words"], told).strip(_MARKS)
