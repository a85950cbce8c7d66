"""Measures of a sentence as facts: whose they are, and which segment's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.extraction.amounts.quantities import Measure, find_measures
from timeweave.extraction.facts import make_fact
from timeweave.extraction.statements import FoundFact
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.mentions import NamedMention
from timeweave.language.names import canonical_key
from timeweave.language.proper_nouns import is_not_a_name
from timeweave.records import EntityId, Span

CONFIDENCE = 0.9
_WORD = re.compile(r"[\w&-]+")
_REPORTING = re.compile(
    r"^(?:reports?|reported|posts|posted|recorded|announced|generated|delivered|had|has|saw|made|of)\s+"
)
_WHOLE = re.compile(r"\b(?:consolidated|company-?wide|enterprise|total company)\b", re.IGNORECASE)
_BEFORE_NAME = 20  # characters in which "consolidated" may stand before a measure
_NEAR = 25  # characters between a segment's name and its measure
_CLAUSE = re.compile(r"[,;:.]|\b(?:and|we|our|by|with|from)\b")
_ADJUNCT = re.compile(r"\b(?:in|at|on|of|from|for|by|with|to|near|against|than) (?:the )?$", re.IGNORECASE)


def measure_facts(
    sentence: Span,
    time: SentenceTime,
    mentions: Sequence[NamedMention],
    subject: EntityId | None,
    context: EntityId | None,
) -> Iterator[FoundFact]:
    """The measured values that a sentence states; none when nobody is found whose they could be.

    ``subject`` is what the document is about, ``context`` the same where the document is its own report.
    """
    measures = find_measures(time.sentence, default=time.statement, expressions=time.expressions, period=time.period)
    for measure in measures:
        start = sentence.start + measure.span.start
        bearer, part = _bearer(measure, sentence, time.sentence, mentions, context)
        bearer = bearer or subject
        if bearer is None:
            continue
        qualifiers = dict(measure.qualifiers)
        if part:
            qualifiers.setdefault("segment", part)
        if _WHOLE.search(time.sentence, max(0, measure.span.start - _BEFORE_NAME), measure.span.end):
            qualifiers.pop("segment", None)
        fact = make_fact(
            bearer,
            _without_name(measure.relation, [m for m in mentions if not context or m.entity == bearer]),
            measure.quantity.text,
            object_is_entity=False,
            valid=measure.valid,
            quantity=measure.quantity,
            qualifiers=tuple(sorted(qualifiers.items())),
        )
        yield FoundFact(fact, Span(start, sentence.start + measure.span.end), CONFIDENCE)


def _without_name(relation: str, mentions: Sequence[NamedMention]) -> str:
    """The measure alone where its phrase opens or ends with whose it is: "acme inc reported revenue" is revenue."""
    for mention in mentions:
        name = " ".join(_WORD.findall(mention.surface.casefold()))
        if name and relation.startswith(f"{name} "):
            return _REPORTING.sub("", relation[len(name) + 1 :]) or relation
        if name and relation.endswith((f" of {name}", f" at {name}")):
            return relation[: -len(name) - len(" of ")]
    return relation


def _bearer(
    measure: Measure, place: Span, sentence: str, mentions: Sequence[NamedMention], context: EntityId | None
) -> tuple[EntityId | None, str]:
    """Whose measure it is, and which part of it: a report's subject, unless the phrase names another body.

    In a report "EMEA revenue" is the subject's, of the segment EMEA.
    """
    end = place.start + measure.span.end
    holder = canonical_key(measure.holder) if measure.holder else None
    named = next((m.entity for m in mentions if holder and m.entity == holder), None)
    before = [m for m in mentions if m.type != "NORP" and m.span.start < end]
    if context is None:
        return named or _nearest_agent(before, place, sentence), ""
    if named is not None and named != context:
        return context, named
    for mention in reversed(before):
        gap = sentence[max(0, mention.span.end - place.start) : measure.span.start]
        if mention.entity == context or len(gap) > _NEAR or _CLAUSE.search(gap):
            break
        if mention.named and not any(is_not_a_name(word) for word in mention.entity.split()):
            return context, mention.entity
    return context, ""


def _nearest_agent(before: Sequence[NamedMention], place: Span, sentence: str) -> EntityId | None:
    """The last entity before the measure that no preposition makes an adjunct, else the first of the sentence."""
    for mention in reversed(before):
        if not _ADJUNCT.search(sentence[: mention.span.start - place.start]):
            return mention.entity
    return before[0].entity if before else None
