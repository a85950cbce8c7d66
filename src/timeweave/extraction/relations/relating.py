"""Relations of a sentence as facts: offices, patterns, life dates, and what its parse says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.masking import MaskedSentence, mask
from timeweave.extraction.relations.office_patterns import office_relations
from timeweave.extraction.relations.offices_told import OfficesTold
from timeweave.extraction.relations.open.reading import Lead, open_facts
from timeweave.extraction.relations.relation import Relation, is_moved, names_an_occasion
from timeweave.extraction.relations.relation_patterns import life_dates, pattern_relations
from timeweave.extraction.relations.role_patterns import role_relations
from timeweave.extraction.statements import FoundFact
from timeweave.extraction.times.validity import SentenceTime, lasting, nearest_expression, relation_interval
from timeweave.language.mentions import NamedMention
from timeweave.language.names import canonical_key
from timeweave.lexicon.numbers import DAYS, MONTHS
from timeweave.lexicon.relations import relations
from timeweave.records import EntityId, Span
from timeweave.temporal.interval import Interval

_SURNAME = re.compile(r" ([A-Z][a-z]+)(?: (?:said|says|told|was|is|has|who)\b|[,.])")
_NO_SURNAMES = frozenset((*DAYS, *MONTHS))
STATED = 0.8  # confidence of a relation that a pattern reads
CARRIED = 0.6  # of one whose time is that of another sentence


def relation_facts(
    text: str,
    sentence: Span,
    time: SentenceTime,
    mentions: Sequence[NamedMention],
    subject: EntityId | None,
    told: OfficesTold | None = None,
    lead: Lead | None = None,
) -> Iterator[FoundFact]:
    """The facts between entities that a sentence states; ``subject`` is the body for which its document speaks.

    ``told`` are the offices that the document has told of, ``lead`` the words that introduce the list that the sentence
    is an item of.
    """
    mentions = [mention for mention in mentions if mention.sure and not goes_on(text, mention)]
    if not mentions:
        return
    masked = mask(text, sentence, mentions)
    offices = [*office_relations(masked, subject, told or OfficesTold()), *role_relations(masked)]
    held = {(r.subject, r.object) for r in offices}
    others = (r for r in pattern_relations(masked) if r.relation != "led" or (r.object, r.subject) not in held)
    claimed = _claimed(open_facts(text, sentence, time, mentions, (), (), lead))
    told_of = [] if is_moved(text[sentence.start : sentence.end]) else [*offices, *others]
    stated = [
        r for r in told_of
        if frozenset({r.subject, r.object}) not in claimed and not names_an_occasion(masked.text, r.end)
    ]  # fmt: skip
    joined: set[frozenset[str]] = {frozenset({r.subject, r.object}) for r in stated if r.object_is_entity}
    for relation in stated:
        span = masked.span(relation.start, relation.end)
        valid = (
            relation.valid
            or lasting(time, span.start - sentence.start, span.end - sentence.start, relation.aspect)
            or relation_interval(time, span.start - sentence.start, span.end - sentence.start, relation.aspect)
        )
        yield _found(relation, relation.object, valid, span, CARRIED if time.carried else STATED)
    for life in _dated_lives(masked, sentence, time):
        joined.add(frozenset({life.fact.subject, life.fact.object}))
        yield life
    in_office = {end for r in offices for end in (r.subject, r.object)}
    yield from open_facts(text, sentence, time, mentions, joined, in_office, lead)


def goes_on(text: str, mention: NamedMention) -> bool:
    """Whether a person is named by a first name alone where the text has a surname too: "Samuel" of "Samuel Pierce"."""
    end = mention.span.end
    is_first = mention.named and mention.type == "PERSON" and " " not in text[mention.span.start : end]
    surname = _SURNAME.match(text, end)
    is_first = is_first and surname is not None and surname[1].casefold() not in _NO_SURNAMES
    return is_first and mention.entity == canonical_key(mention.surface)


def _claimed(opened: Iterator[FoundFact]) -> set[frozenset[str]]:
    """The pairs that a row of a user's is about: it goes before the patterns too."""
    added = relations().added
    told = (found.fact for found in opened) if added else ()
    return {frozenset({str(fact.subject), fact.object}) for fact in told if fact.relation in added}


def _dated_lives(masked: MaskedSentence, sentence: Span, time: SentenceTime) -> Iterator[FoundFact]:
    for relation in life_dates(masked):
        span = masked.span(relation.start, relation.end)
        expression = nearest_expression(time, span.start - sentence.start, span.end - sentence.start)
        if expression is not None and expression.interval is not None and expression.interval.is_unit:
            until = max(span.end, sentence.start + expression.end)
            whole = Span(min(span.start, sentence.start + expression.start), until)
            yield _found(relation, str(expression.interval), expression.interval, whole, STATED)


def _found(relation: Relation, object_: str, valid: Interval | None, span: Span, confidence: float) -> FoundFact:
    fact = make_fact(
        relation.subject, relation.relation, object_, object_is_entity=relation.object_is_entity, valid=valid
    )
    return FoundFact(fact, span, confidence)
