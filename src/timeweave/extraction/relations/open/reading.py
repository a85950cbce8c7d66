"""The facts that a sentence states in its own words or those of the table of relations, with when they held."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.offices import mentions_office
from timeweave.extraction.relations.open.fact_times import time_of_clause, time_of_phrase, valid_time
from timeweave.extraction.relations.open.general import General
from timeweave.extraction.relations.open.naming import open_relations
from timeweave.extraction.relations.open.phrases import End, Tells, completed
from timeweave.extraction.relations.open.standing import VERBAL
from timeweave.extraction.relations.open.telling import PLANS, OpenRelation
from timeweave.extraction.statements import FoundFact
from timeweave.extraction.times.timing import is_dated
from timeweave.extraction.times.validity import Aspect, SentenceTime, nearest_expression
from timeweave.language.mentions import NamedMention
from timeweave.language.parsing import LONGEST, parse
from timeweave.lexicon.relations import relations
from timeweave.records import CONCEPT, EntityId, FactId, Span
from timeweave.temporal.expressions import TimeExpression

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

PARSED = 0.7  # confidence of a relation that is read off a parse
_PLANNED = (("modality", "planned"),)
_UNSURE = frozenset({"", "go", "expect"})
_MOST = 12  # facts of a sentence: what tells more is a list, or was misread


class Lead(NamedTuple):
    """The words that introduce a list, with a blank behind, and what they mention, by its place in them."""

    text: str
    mentions: tuple[NamedMention, ...]


class Words(NamedTuple):
    """What of a sentence is parsed, where that begins in its document, where in it names stand, and all mentions."""

    text: str
    start: int
    names: tuple[tuple[int, int], ...]
    mentions: tuple[NamedMention, ...]


def lead_of(text: str, place: Span, mentions: Sequence[NamedMention]) -> Lead:
    """The words at ``place`` as they introduce an item: without their colon."""
    moved = (replace(m, span=Span(m.span.start - place.start, m.span.end - place.start)) for m in mentions)
    return Lead(text[place.start : place.end].rstrip().rstrip(":") + " ", tuple(moved))


def words_to_parse(
    text: str,
    sentence: Span,
    mentions: Sequence[NamedMention],
    expressions: Sequence[TimeExpression],
    lead: Lead | None = None,
    *,
    unnamed: bool = False,
) -> Words | None:
    """What of a sentence is parsed: all but the name of who says it; none where nobody is named, but for ``unnamed``.

    An item that begins with a name is parsed behind the words that introduce it. A time without a comma before a name
    is left out, which parsers take for one noun with it: "In March 2024 Kestrel Foods bought Halden".
    """
    start = _behind_opening_time(text, sentence, mentions, expressions)
    if mentions and mentions[0].span.start == start and text.startswith(":", mentions[0].span.end):
        start = mentions[0].span.end + 1
        while start < sentence.end and text[start].isspace():
            start += 1
    inside = [m for m in mentions if m.span.start >= start]
    if not (inside or unnamed) or sentence.end - start > LONGEST:
        return None
    words, known = text[start : sentence.end], tuple(inside)
    if lead is not None and inside and inside[0].named and inside[0].span.start == start:
        words, start = lead.text + words, start - len(lead.text)
        before = (replace(m, span=Span(m.span.start + start, m.span.end + start)) for m in lead.mentions)
        known = (*before, *inside)
    named = {(m.span.start - start, m.span.end - start) for m in known if m.named}
    several = sorted((first, last) for first, last in named if " " in words[first:last])
    return Words(words, start, tuple(several), known)


def _behind_opening_time(
    text: str, sentence: Span, mentions: Sequence[NamedMention], expressions: Sequence[TimeExpression]
) -> int:
    named = {m.span.start for m in mentions if m.named}
    for expression in expressions:
        behind = sentence.start + expression.end + 1
        if behind in named and text[behind - 1] == " ":
            before = text[sentence.start : sentence.start + expression.start].split()
            if len(before) <= 1 and all(word.isalpha() for word in before):
                return behind
    return sentence.start


def open_facts(
    text: str,
    sentence: Span,
    time: SentenceTime,
    mentions: Sequence[NamedMention],
    joined: Collection[frozenset[str]],
    in_office: Collection[str] = (),
    lead: Lead | None = None,
) -> Iterator[FoundFact]:
    """The open facts of a sentence, but for pairs in ``joined``, of which other rules have told.

    Nor are the offices of those ``in_office`` told again.
    """
    read = words_to_parse(text, sentence, mentions, time.expressions, lead)
    if read is None:
        return
    offset = read.start
    doc = parse(read.text, read.names)
    seen: set[tuple[str, str, str]] = set()
    for relation in open_relations(doc, read.mentions, offset):
        if relation.end + offset <= sentence.start:
            continue  # said by what introduces the item alone
        found = _fact(relation, doc, sentence, offset, time)
        fact = None if found is None else found.fact
        if found is None or fact is None or fact.subject == fact.object or len(seen) >= _MOST:
            continue
        key = (fact.subject, fact.relation, fact.object)
        if key in seen or frozenset({fact.subject, fact.object}) in joined:
            continue
        if fact.subject in in_office and not fact.object_is_entity and mentions_office(fact.object):
            continue
        seen.add(key)
        yield found


class Conceptual(NamedTuple):
    """A fact of concepts, and these as (entity, surface, type)."""

    found: FoundFact
    named: tuple[tuple[EntityId, str, str], ...]


def concept_facts(
    text: str,
    sentence: Span,
    time: SentenceTime,
    mentions: Sequence[NamedMention],
    told: Sequence[FoundFact],
    general: General,
    lead: Lead | None = None,
) -> Iterator[Conceptual]:
    """The facts of concepts that a sentence states, but for what is ``told`` of its names."""
    read = words_to_parse(text, sentence, mentions, time.expressions, lead, unnamed=True)
    if read is None:
        return
    doc = parse(read.text, read.names)
    known = {(f.fact.subject, f.fact.relation) for f in told}
    seen: set[FactId] = set()
    for relation in general.relations(doc, read.mentions, read.start):
        found = _fact(relation, doc, sentence, read.start, time) if relation.end + read.start > sentence.start else None
        if found is None or found.fact.id in seen or found.fact.subject == found.fact.object or len(seen) >= _MOST:
            continue
        if (found.fact.subject, found.fact.relation) not in known:
            seen.add(found.fact.id)
            yield Conceptual(found, tuple(_concepts(relation)))


def _concepts(relation: OpenRelation) -> Iterator[tuple[EntityId, str, str]]:
    for end in (relation.subject, relation.object):
        if end is not None and end.mention is not None and end.mention.type == CONCEPT:
            yield end.mention.entity, end.mention.surface, CONCEPT


def _fact(relation: OpenRelation, doc: Doc, sentence: Span, offset: int, time: SentenceTime) -> FoundFact | None:
    subject = relation.subject.mention
    shift = offset - sentence.start
    if subject is None:
        return None
    clause = time_of_clause(relation.verb, doc, shift, time)
    own = time_of_phrase(relation.verb, shift, clause)
    start, end = relation.verb.idx + shift, relation.verb.idx + len(relation.verb) + shift
    if relation.object is None:
        return _dated(relation, subject.entity, sentence, own, start, end)
    told = _with_complement(relation.object, relation.verb, shift, time)
    relation = replace(relation, object=told)
    if _is_when(told.span, shift, time):
        return None
    end = max(end, told.span.end + shift)
    planned = relation.planned or _is_ahead(relation, own, start, end)
    if planned and not relation.planned:
        return None
    is_bare = own is not clause and not own.expressions  # its clause is of another time
    valid = None if is_bare else valid_time(relation, own, sentence, start, end)
    if valid is None and relation.aspect is Aspect.END:
        return None  # what no longer holds, and nobody says since when, would be told to hold
    if planned and valid is None and (_is_errand(relation) or _is_forecast(relation)):
        return None
    if not _says_enough(relation, when_told=any(is_dated(e) for e in clause.expressions)):
        return None
    fact = make_fact(
        subject.entity,
        relation.relation,
        told.mention.entity if told.mention is not None else told.text,
        object_is_entity=told.mention is not None,
        valid=valid,
        qualifiers=_PLANNED if planned else relation.qualifiers,
    )
    place = _with_time(Span(relation.start + shift, relation.end + shift), own, start, end)
    return FoundFact(fact, Span(sentence.start + max(place.start, 0), sentence.start + place.end), PARSED)


def _is_errand(relation: OpenRelation) -> bool:
    """Whether it is an item of a list of what somebody named is to do, of no day: "Lee will draft a reply to Ray"."""
    mention, what = relation.subject.mention, None if relation.object is None else relation.object.mention
    is_own = relation.relation.startswith(PLANS) and not relation.plan
    is_known = bool(relations().meanings(relation.relation.removeprefix(PLANS).strip()))
    is_of_person = mention is not None and mention.named and mention.type == "PERSON"
    return is_own and not is_known and is_of_person and (what is None or what.type == "PERSON")


def _is_forecast(relation: OpenRelation) -> bool:
    """Whether it is said that something will be, and nobody says when."""
    is_light = relations().is_one(relation.verb.lemma_, "verbs.light")
    is_named = relation.object is not None and relation.object.mention is not None
    return relation.plan in _UNSURE and (is_light or not is_named)


def _says_enough(relation: OpenRelation, *, when_told: bool) -> bool:
    """Whether a fact says something by itself: a plain noun does beside a time, or as what one does as a habit."""
    tells = Tells.MUCH if relation.object is None else relation.object.tells
    if tells is Tells.MUCH or when_told:
        return True
    return tells is Tells.KIND and relation.aspect is Aspect.NOW


def _with_time(place: Span, time: SentenceTime, start: int, end: int) -> Span:
    """The place of a fact in its sentence with the words that say when it was."""
    near = nearest_expression(time, start, end)
    return place if near is None else Span(min(place.start, near.start), max(place.end, near.end))


def _dated(
    relation: OpenRelation, subject: EntityId, sentence: Span, time: SentenceTime, start: int, end: int
) -> FoundFact | None:
    """An event of a name alone with its day or year for an object, where the clause tells that."""
    near = nearest_expression(time, start, end)
    if near is None or near.interval is None or not near.interval.is_unit:
        return None
    when = near.interval
    fact = make_fact(subject, relation.relation, str(when), object_is_entity=False, valid=when)
    start, end = min(start, near.start), max(end, near.end)
    return FoundFact(fact, Span(sentence.start + max(start, 0), sentence.start + end), PARSED)


def _is_ahead(relation: OpenRelation, time: SentenceTime, start: int, end: int) -> bool:
    """Whether what is told in the present is still to come by the time that is named with it: "opens in March"."""
    if relation.aspect is not Aspect.NOW or time.date is None:
        return False
    near = nearest_expression(time, start, end)
    when = None if near is None else near.interval
    return when is not None and when.start is not None and when.start > time.date


def _with_complement(object_: End, verb: Token, shift: int, time: SentenceTime) -> End:
    """``object_`` with the phrase that follows it, where that tells no time."""
    if object_.mention is not None or verb.pos_ not in VERBAL:
        return object_
    whole = completed(object_, verb)
    return object_ if _is_when(whole.span, shift, time) else whole


def _is_when(span: Span, shift: int, time: SentenceTime) -> bool:
    """Whether a phrase is a time: no end of a fact."""
    return any(e.start < span.end + shift and span.start + shift < e.end for e in time.expressions if is_dated(e))
