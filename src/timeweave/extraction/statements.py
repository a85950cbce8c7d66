"""Statements in the making, and which sentences are not worth one."""

from __future__ import annotations

import bisect
import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.mail import HEADS_QUOTATION
from timeweave.records import EntityId, Fact, Span
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.language.mentions import NamedMention

_WORD = lazily(r"[^\W\d_]+")
_DIGIT = lazily(r"\d")
_INSTRUCTION = lazily(
    r"[\[(](?:operator|technical|audio|music|applause|inaudible|indiscernible|laughter)[^\])]*[\])]\.?", re.I
)
_COURTESY = lazily(
    r"(?:(?:and|so|okay|ok|well|yes|yeah|no|hi|hey|hello|thanks?|thank you|good (?:morning|afternoon|evening|day)"
    r"|great|sure|right"
    r"|please (?:go ahead|proceed|stand by)|you may (?:begin|proceed|now disconnect)|go ahead|operator|very much"
    r"|so much|a lot|again|everyone"
    r"|everybody|all|guys|there|team|and welcome|welcome|got it|perfect|excellent|understood|congratulations"
    r"|congrats|bye|goodbye"
    r"|your line is (?:now )?open|next question|ladies and gentlemen|absolutely|exactly|correct|that's helpful"
    r"|appreciate it|both)"
    r"[\s,.!;:-]*)+",
    re.I,
)
_ADDRESS = lazily(r"(?:https?|ftp)://\S+")
_LEADS_ON = lazily(
    r"(?<!\w)(?:a|an|the|of|to|with|as|is|are|was|were|be|and|or|for|in|on|by|from|at|that|includ(?:e|es|ed|ing)"
    r"|follow(?:s|ing)|like|than|such|these|those|this|namely|via|using|running|doing|example)\s*:?$",
    re.IGNORECASE,
)
_ENDED = lazily(r"[.!?…;:][\"'”’»)\]]*$")
_MARKED = lazily(r"[,;:()\[\]\"“”–—]|^(?:he|she|it|they|we|i|you)\b", re.IGNORECASE)
_ATTRIBUTION = lazily(HEADS_QUOTATION)
_BULLET = lazily(r"(?:[-*•·‣▪|#>+]|\(?\d{1,3}[.)])\s")
_LEAD = 6  # words of what only introduces something, at most
_HEADING = 7  # words of a heading that stands among sentences, at most


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact with the exact place that states it."""

    fact: Fact
    span: Span
    confidence: float = 1.0
    observed: dt.date | None = None


@dataclass(slots=True)
class Draft:
    """A statement with its facts, before it has a number; ``named`` are (entity, surface, type) of a given triple."""

    span: Span
    valid: Interval | None
    entities: tuple[EntityId, ...]
    facts: list[FoundFact] = field(default_factory=list)
    named: tuple[tuple[EntityId, str, str], ...] = ()


class Drafts:
    """The statements in the making by where they stand; one is made of a line that has none."""

    def __init__(self, drafts: list[Draft]) -> None:
        self._drafts = drafts
        self._placed = sorted(drafts, key=lambda draft: draft.span.start)
        self._starts = [draft.span.start for draft in self._placed]
        self._made: dict[Span, Draft] = {}

    def covering(self, span: Span, line: Span, valid: Interval | None) -> Draft:
        """The statement that ``span`` stands in; else one of ``line``, of the time ``valid``."""
        place = bisect.bisect_right(self._starts, span.start) - 1
        if place >= 0 and span.end <= self._placed[place].span.end:
            return self._placed[place]
        if line not in self._made:
            self._made[line] = Draft(line, valid, ())
            self._drafts.append(self._made[line])
        return self._made[line]


def is_evidence(sentence: str, mentions: Sequence[NamedMention], *, is_listed: bool = False) -> bool:
    """Whether a sentence can ever answer anything.

    Left out are courtesies, stage directions, bare addresses, who wrote what is quoted below, what has neither a
    digit, nor a named entity, nor three words, what only leads on to something else ("The new limits are:"), and,
    unless it is read with what introduces it (``is_listed``), a heading: few words without an end that name nobody,
    or a name alone.
    """
    if _INSTRUCTION.fullmatch(sentence) or _ATTRIBUTION.fullmatch(sentence):
        return False
    words = len(_WORD.findall(_ADDRESS.sub("", sentence) if "://" in sentence else sentence))
    if words <= 14 and _COURTESY.fullmatch(sentence):
        return False
    if sentence.endswith(":") and (words <= _LEAD or leads_on(sentence)):
        return False
    named = [m for m in mentions if m.named]
    if not is_listed and words <= _HEADING and _is_heading(sentence, words, named):
        return False
    return words >= 3 or bool(named) or (words > 0 and (is_listed or _DIGIT.search(sentence) is not None))


def leads_on(sentence: str) -> bool:
    """Whether a sentence ends in a word that another must follow: "as easy as:"."""
    return _LEADS_ON.search(sentence) is not None


def _is_heading(line: str, words: int, named: Sequence[NamedMention]) -> bool:
    """Whether a short line is a heading, a name alone, or cut off, and no sentence or item."""
    if _BULLET.match(line) or _ENDED.search(line):
        return False
    if any(m.span.end - m.span.start >= len(line) - 2 for m in named) or leads_on(line):
        return True
    return not named and _MARKED.search(line) is None and (words < 2 or not _DIGIT.search(line))
