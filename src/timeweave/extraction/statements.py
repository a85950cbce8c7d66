"""Statements in the making, and which sentences are not worth one."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from timeweave.language.mentions import NamedMention
from timeweave.records import EntityId, Fact, Span
from timeweave.temporal.interval import Interval

_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_INSTRUCTION = re.compile(
    r"[\[(](?:operator|technical|audio|music|applause|inaudible|indiscernible|laughter)[^\])]*[\])]\.?", re.I
)
_COURTESY = re.compile(
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


def is_evidence(sentence: str, mentions: Sequence[NamedMention]) -> bool:
    """Whether a sentence can ever answer anything.

    Left out are courtesies, stage directions, and what has neither a digit, nor a named entity, nor three words.
    """
    if _INSTRUCTION.fullmatch(sentence):
        return False
    words = len(_WORD.findall(sentence))
    if words <= 14 and _COURTESY.fullmatch(sentence):
        return False
    return words >= 3 or any(m.named for m in mentions) or (words > 0 and _DIGIT.search(sentence) is not None)
