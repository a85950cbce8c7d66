"""A question that asks for several things at once, as questions of their own: "who was elected, and on which day"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from timeweave.language.terms import index_terms
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import HEADS
from timeweave.question.kinds import ASKS_TIME
from timeweave.records import Span

_ASKING = any_of(words("who whom whose what which where when why how"))
_BEFORE_IT = any_of(words("in on at by for to from with of since until under as"), ("as of", "as from"))
_CUT = lazily(rf"[,;]?\s+and\s+(?=(?:{_BEFORE_IT}\s+)?{_ASKING}\b)|(?<=\?)\s+(?=\w)", re.IGNORECASE)
_OPENS = lazily(rf"^\W*{_ASKING}(?: (?:many|much|often|long|far))?\s+", re.IGNORECASE)
_OPENING = lazily(rf"\b{_ASKING}(?: (?:many|much|often|long|far)\b)?", re.IGNORECASE)
_LEFT_OPEN = lazily(rf"\s+{_BEFORE_IT}$", re.IGNORECASE)
_ASKS = lazily(rf"\b{_ASKING}\b", re.IGNORECASE)
_RANGE = lazily(r"\bbetween\b(?!.*\band\b)", re.IGNORECASE | re.DOTALL)
_ALOUD = lazily(r"^\W*(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)\b", re.IGNORECASE)
_POINTS_BACK = lazily(
    rf"\b{any_of(words('that this these those it its they them their he him his she her there then each both'))}\b",
    re.IGNORECASE,
)
_NO_WORD_OF_OFFICES = any_of(words("a an and at be both by between for from in of on or the to with"))
_OFFICE = rf"(?:(?!{_NO_WORD_OF_OFFICES}\b)[a-z]+[ -]){{0,2}}?(?:{HEADS})"
_TWO_OFFICES = lazily(
    r"^(?P<lead>\W*(?:[^?]{0,120},? )?who (?:(?P<many>were|are)|was|is|became|serve[sd] as)"
    r" (?:the |its |their |our |(?:[\w’'.-]+ ){0,5}[\w.-]+['’]s? )?)"
    rf"(?P<first>{_OFFICE}) and (?:(?P<own>its|their|the|our) )?(?P<second>{_OFFICE})"
    r"(?P<rest>(?: (?:of|at|for|in|on|during|when|after|before|since)\b"
    r"(?:(?! and (?:the|its|their|who|what)\b)[^?])*)?)\??$",
    re.IGNORECASE,
)
_IN_TURN = lazily(r"\brespectively\b", re.IGNORECASE)
_MANY = lazily(r"(?<=\bwho )(?:were|are)\b", re.IGNORECASE)
_ASKING_TERMS = frozenset(index_terms("who whom whose what which where when why how many much long did does"))
_OWN_TERMS = 2  # from which on a part says what it is about


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things that a question asks for: its ``text`` as a question to be read by itself, the index ``terms``
    of that, whether it asks for a time, whether it says too little by itself, so that the first part is read with it
    (``leans``), and whether the time of the question is that of all its parts.
    """

    text: str
    terms: frozenset[str]
    asks_time: bool
    leans: bool = False
    of_one_time: bool = False


def split_parts(text: str, times: Iterable[Span]) -> tuple[Part, ...]:
    """The parts of a question whose times stand at ``times``; one alone where it asks for one thing.

    What says too little by itself is read before the first part, which it goes on from.
    """
    held = list(times)
    cuts = [
        m
        for m in _CUT.finditer(text)
        if not any(t.start < m.start() < t.end for t in held) and not _RANGE.search(text[: m.start()])
    ]
    two = None if cuts or _IN_TURN.search(text) else _TWO_OFFICES.match(text)
    if two is not None and (two["many"] or two["own"]):
        lead = _MANY.sub(lambda verb: "was" if verb[0].casefold() == "were" else "is", two["lead"])
        each = [f"{lead}{office}{two['rest']}".strip(" ?") for office in (two["first"], two["second"])]
        return tuple(
            Part(one, frozenset(index_terms(one)) - _ASKING_TERMS, asks_time=False, of_one_time=True) for one in each
        )
    starts, ends = [0, *(m.end() for m in cuts)], [*(m.start() for m in cuts), len(text)]
    spans = [Span(s, e) for s, e in zip(starts, ends, strict=True)]
    asked = [s for s in spans if _ASKS.search(text, s.start, s.end) or _ALOUD.match(text[s.start : s.end])]
    found: list[Part] = []
    for span in asked:
        own = text[span.start : span.end].strip(" ,;?")
        leans = bool(found) and (bool(_POINTS_BACK.search(own)) or len(_terms(text, span, held)) < _OWN_TERMS)
        read = f"{own}: {found[0].text}" if leans else own
        again = _again(text, span, asked[0], held) if leans else ""
        read, leans = (again, False) if again else (read, leans)
        found.append(Part(read, frozenset(index_terms(read)) - _ASKING_TERMS, bool(ASKS_TIME.search(own)), leans))
    return tuple(found)


def _is_in(time: Span, span: Span) -> bool:
    return span.start <= time.start and time.end <= span.end


def _again(text: str, span: Span, first: Span, times: Sequence[Span]) -> str:
    """The first part with the time that is all that a part tells: "who was elected in 2012, and who in 2014"; empty
    where they do not have one each, that of the first at its end, or the first asks for more than one thing.
    """
    own, of_first = ([time for time in times if _is_in(time, part)] for part in (span, first))
    asking = [_OPENING.findall(text[part.start : part.end].casefold()) for part in (first, span)]
    if len(own) != 1 or len(of_first) != 1 or len(asking[0]) != 1 or asking[0] != asking[1]:
        return ""
    told = _OPENS.sub("", text[span.start : own[0].end])
    alone = f" {told}".removesuffix(text[own[0].start : own[0].end]).rstrip()
    is_bare = not _LEFT_OPEN.sub("", alone) and not text[own[0].end : span.end].strip(" ,;?")
    is_last = not text[of_first[0].end : first.end].strip(" ,;?")
    before = text[first.start : of_first[0].start].rstrip()
    return f"{_LEFT_OPEN.sub('', before)} {told}" if is_bare and is_last else ""


def _terms(text: str, span: Span, times: Sequence[Span]) -> frozenset[str]:
    """The content terms of a stretch, without those of its times."""
    inside = [t for t in times if _is_in(t, span)]
    kept, position = [], span.start
    for time in sorted(inside, key=lambda t: t.start):
        kept.append(text[position : time.start])
        position = max(position, time.end)
    return frozenset(index_terms(" ".join([*kept, text[position : span.end]]))) - _ASKING_TERMS
