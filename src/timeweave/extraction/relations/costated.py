"""Edges between entities of one sentence that no pattern joins, so that the graph stays connected (TG-03)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.office_patterns import Relation
from timeweave.extraction.relations.patterns import stands_alone
from timeweave.extraction.times.validity import Aspect
from timeweave.language.mentions import NamedMention
from timeweave.records import EntityId

MOST = 6  # edges a sentence: a list of twenty names is no reason for 190
RELATED = "related to"

_IRREGULAR = (
    "(?:beat|met|led|won|lost|made|gave|took|told|left|held|ran|saw|built|sold|bought|wrote|sent|became|hit|cut|put|paid"
    "|kept|brought|went|came|began|broke|spoke|fought|joins|plays|leads|makes|helps|owns|runs|shows|calls)"
)

_NO_RELATION = (
    r"(?:during|including|according|following|regarding|concerning|being|besides|says|added|thinks|thinking|believes"
    r"|argued|suggested|noted|wanted|wants|hopes|hoped|claimed|insisted|reported|named)\b"
)
_PARTICLE = (
    r"(?:up|out|off|over|on|in|to|with|for|by|from|at|into|against|of|about|as|through|under|between|after|before)"
)
_WORDS = re.compile(
    r" ?(?:,? (?:which|who|that))? ?(?:(?:has|have|had|also|then|later|now|will|would|can|could|is|are|were|was|been|be"
    rf"|being|\w+ly) )*((?:(?!{_NO_RELATION})[a-z]+(?:ed|es|ing)|{_IRREGULAR})(?: {_PARTICLE}){{0,2}})"
    r" ?(?:the |a |an |its |their |his |her |our )?"
)
_POSSESSIVES = frozenset({"our", "its", "his", "her", "my", "your"})
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
        relation = _between(sentence, start, end, mentions[first]) if last == first + 1 else RELATED
        if relation == RELATED and any(_is_talk(mentions[index]) for index in (first, last)):
            continue
        subject, object_ = _ordered(a, b) if relation == RELATED else (a, b)
        yield Relation(subject, relation, object_, True, Aspect.EVENT, start, end)
        count += 1
        if count == MOST:
            return


def _between(sentence: MaskedSentence, start: int, end: int, before: NamedMention) -> str:
    """The words between two names where they are a verb with its particles, else that they stand together."""
    match = _WORDS.fullmatch(sentence.text, start + 1, end - 1)
    if (
        match is None
        or not stands_alone(sentence.text, end)
        or (not before.named and before.surface.casefold() in _POSSESSIVES)
    ):
        return RELATED
    return match.group(1)


def _is_talk(mention: NamedMention) -> bool:
    """Whether somebody is only spoken as or to: that they talk joins nobody to what they talk of."""
    return not mention.named and mention.surface.casefold() in _IN_TALK


def _ordered(a: EntityId, b: EntityId) -> tuple[EntityId, EntityId]:
    return (a, b) if a <= b else (b, a)
