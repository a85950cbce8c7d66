"""Edges between entities of one sentence that nothing else joins, so that the graph stays connected (TG-03)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.office_patterns import Relation
from timeweave.extraction.times.validity import Aspect
from timeweave.language.mentions import NamedMention
from timeweave.records import EntityId

MOST = 6  # edges a sentence: a list of twenty names is no reason for 190
RELATED = "related to"

_IN_TALK = frozenset("i me my mine myself you your yours yourself".split())  # noqa: SIM905


def costated_relations(sentence: MaskedSentence, joined: Collection[frozenset[str]]) -> Iterator[Relation]:
    """Edges between neighbours, and between the first entity and the others; pairs in ``joined`` are left out."""
    mentions = sentence.mentions
    seen = {*joined}
    count = 0
    pairs = [*itertools.pairwise(range(len(mentions))), *((0, i) for i in range(2, len(mentions)))]
    for first, last in pairs:
        a, b = mentions[first].entity, mentions[last].entity
        pair = frozenset({a, b})
        if a == b or pair in seen:
            continue
        seen.add(pair)
        start = sentence.text.index(sentence.signs[first])
        end = sentence.text.index(sentence.signs[last]) + 1
        if any(_is_talk(mentions[index]) for index in (first, last)):
            continue
        subject, object_ = _ordered(a, b)
        yield Relation(subject, RELATED, object_, True, Aspect.EVENT, start, end)
        count += 1
        if count == MOST:
            return


def _is_talk(mention: NamedMention) -> bool:
    """Whether somebody is only spoken as or to: that they talk joins nobody to what they talk of."""
    return not mention.named and mention.surface.casefold() in _IN_TALK


def _ordered(a: EntityId, b: EntityId) -> tuple[EntityId, EntityId]:
    return (a, b) if a <= b else (b, a)
