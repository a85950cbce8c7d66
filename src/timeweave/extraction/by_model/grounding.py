"""What a model says of a document, held against its text: each fact believed, marked, known already or kept out.

Believed is what stands in the text: the quotation, both names, or the value with every figure, and the time. A relation
may be put in other words, at a lower confidence; the measure of a figure may not. A fact whose time nothing states is
kept without it, under the qualifier ``time: unconfirmed``, unless it holds a figure or an office, which are worth
nothing but at their time: those are kept out.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.by_model.known_facts import KnownFacts
from timeweave.extraction.by_model.pieces import Piece
from timeweave.extraction.by_model.quadruple_forms import SaidFact, SaidQuadruples
from timeweave.extraction.by_model.quoting import QuotedText
from timeweave.extraction.by_model.relation_names import NamedRelation, named_relation
from timeweave.extraction.by_model.said_names import TYPES, Named
from timeweave.extraction.by_model.said_values import (
    MeasuredValue,
    any_word_stands_in,
    figures_stand_in,
    measured_values,
    words_stand_in,
)
from timeweave.extraction.by_model.sentences_read import Place, SentencesRead
from timeweave.extraction.facts import make_fact
from timeweave.extraction.times.stated_times import claimed_interval
from timeweave.language.names import canonical_key
from timeweave.records import EntityId, Fact, Span
from timeweave.temporal.interval import Granularity, Interval

MEASURED = 0.8  # confidence of a figure that a model reads; rules are surer of theirs
RELATED_BY_MODEL = 0.7
FURTHER_OFF = 0.75  # of it, where a name does not stand in the sentences that are quoted
REWORDED = 0.75  # of it, where no word of the relation stands there
UNCONFIRMED = 0.5  # of it, where the time was dropped
_UNCONFIRMED_MARK = ("time", "unconfirmed")


class Fate(enum.StrEnum):
    """What became of a fact that a model gave."""

    TAKEN = "taken"
    UNTIMED = "taken without its time"
    KNOWN = "known already"
    NO_QUOTE = "quotation not in the text"
    ORDER = "part of an order to the reader"
    NO_NAME = "name not in the text"
    NO_VALUE = "value not in the text"
    NO_RELATION = "relation that says nothing"
    NO_TIME = "time not in the text"


@dataclass(frozen=True, slots=True)
class GroundedFact:
    """A fact to be added: where it is supported, in which sentence, and the entities that it names."""

    fact: Fact
    sentence: Span
    span: Span
    confidence: float
    entities: tuple[tuple[EntityId, str, str], ...]


@dataclass(frozen=True, slots=True)
class _Time:
    """A fact's interval; ``stated`` is false where a claimed time was not found."""

    valid: Interval | None
    stated: bool = True


class Grounding:
    """Holds what is said of one document against it, piece by piece; ``fates`` counts what became of it."""

    def __init__(self, read: SentencesRead, *, types: Iterable[str], temporal: bool) -> None:
        self._read = read
        self._wanted = {kind.casefold() for kind in types}
        self._temporal = temporal
        self._known = KnownFacts(read.extraction)
        self.fates: Counter[Fate] = Counter()

    def grounded(self, piece: Piece, said: SaidQuadruples) -> Iterator[GroundedFact]:
        """The facts of one answer that hold, each once."""
        words = QuotedText(piece.document.text, piece.span)
        types = {canonical_key(e.name): self._kind(e.type.strip()) for e in said.entities}
        for fact in said.facts:
            found = self._fact(words, fact, types)
            if isinstance(found, Fate):
                self.fates[found] += 1
                continue
            for grounded in found:
                marked = _UNCONFIRMED_MARK in grounded.fact.qualifiers
                self.fates[Fate.UNTIMED if marked else Fate.TAKEN] += 1
                self._known.add(grounded.fact)
                yield grounded

    def _fact(self, words: QuotedText, said: SaidFact, types: dict[EntityId, str]) -> Fate | list[GroundedFact]:
        quote = words.find(said.quote)
        place = None if quote is None else self._read.place(quote)
        if place is None:
            return Fate.NO_QUOTE
        if self._read.is_addressed(place.quote):
            return Fate.ORDER
        subject = self._read.names.resolved(said.subject, words, place.sentences, place.nearby, place.statements)
        if subject is None or not self._is_entity(subject, types):
            return Fate.NO_NAME
        if any(c.isdigit() for c in said.relation) and not figures_stand_in(said.relation, place.text):
            return Fate.NO_RELATION
        value = said.object.strip()
        if not value or not figures_stand_in(value, self._read.text(place.quote)):
            return Fate.NO_VALUE
        if measured := self._measured(said, place):
            return self._figures(said, place, subject, measured, types)
        return self._relation(words, said, place, subject, types)

    def _measured(self, said: SaidFact, place: Place) -> list[tuple[Span, MeasuredValue]]:
        """The amount of the quotation that the value is, with the sentence that states it."""
        for sentence in place.each:
            quoted = (max(place.quote.start, sentence.start) - sentence.start, place.quote.end - sentence.start)
            text, times = self._read.text(sentence), self._read.expressions(sentence)
            if found := measured_values(said.relation, said.object, text, quoted, times):
                return [(sentence, measured) for measured in found]
        return []

    def _figures(
        self,
        said: SaidFact,
        place: Place,
        subject: Named,
        measured: Sequence[tuple[Span, MeasuredValue]],
        types: dict[EntityId, str],
    ) -> Fate | list[GroundedFact]:
        time = self._time(said, place)
        if not time.stated:
            return Fate.NO_TIME
        valid = time.valid if time.valid is not None else self._read.carried(place)
        facts = []
        for sentence, one in measured:
            amount = Span(sentence.start + one.start, sentence.start + one.end)
            fact = make_fact(
                subject.entity,
                one.relation,
                one.quantity.text,
                object_is_entity=False,
                valid=valid,
                quantity=one.quantity,
                qualifiers=one.qualifiers,
            )
            if self._known.reads(amount, one.quantity) or self._known.says(fact):
                return Fate.KNOWN
            if not any_word_stands_in(f"{said.relation} {one.relation}", place.text):
                return Fate.NO_RELATION
            sure = MEASURED if subject.near else MEASURED * FURTHER_OFF
            facts.append(self._placed(fact, sentence, place, sure, [subject], types))
        return facts

    def _relation(
        self, words: QuotedText, said: SaidFact, place: Place, subject: Named, types: dict[EntityId, str]
    ) -> Fate | list[GroundedFact]:
        relation = named_relation(said.relation, said.object)
        if relation is None:
            return Fate.NO_RELATION
        value = relation.body or said.object.strip()
        object_ = self._read.names.resolved(value, words, place.sentences, place.sentences, place.statements)
        if object_ is None and not words.names(value, place.sentences) and not words_stand_in(value, place.text):
            return Fate.NO_VALUE
        if object_ is not None and object_.entity == subject.entity:
            return Fate.NO_VALUE
        subject, object_, relation = self._turned(subject, object_, relation, types)
        time = self._time(said, place)
        has_figure = any(c.isdigit() for c in value)
        if not time.stated and (relation.office or has_figure):
            return Fate.NO_TIME
        in_these_words = any_word_stands_in(said.relation, place.text)
        if has_figure and not in_these_words:
            return Fate.NO_RELATION
        valid = self._held(time.valid, relation) if time.stated else None
        is_entity = object_ is not None and self._is_entity(object_, types)
        fact = make_fact(
            subject.entity,
            relation.name,
            object_.entity if is_entity and object_ is not None else value,
            object_is_entity=is_entity,
            valid=valid,
            qualifiers=() if time.stated else (_UNCONFIRMED_MARK,),
        )
        if self._known.says(fact):
            return Fate.KNOWN
        named = [subject, *([object_] if is_entity and object_ is not None else [])]
        sure = RELATED_BY_MODEL * (1.0 if all(n.near for n in named) else FURTHER_OFF)
        sure *= 1.0 if in_these_words else REWORDED
        sure *= 1.0 if time.stated else UNCONFIRMED
        at = object_.place if object_ is not None and object_.place is not None else place.quote
        return [self._placed(fact, self._read.sentence_at(place, at), place, sure, named, types)]

    def _kind(self, kind: str) -> str:
        """A kind of entities as rules sign it, if it was asked for."""
        return TYPES.get(kind.casefold(), kind.upper()) if kind.casefold() in self._wanted else ""

    def _is_entity(self, named: Named, types: dict[EntityId, str]) -> bool:
        """Whether something is a node of the graph: rules know it by name, or it is written as a name.

        Without times, where texts speak of concepts, also whatever the model lists as an entity.
        """
        names = self._read.names
        listed = not self._temporal and named.entity in types
        return listed or names.knows(named.entity) or names.is_written_as_name(named.surface)

    def _turned(
        self, subject: Named, object_: Named | None, relation: NamedRelation, types: dict[EntityId, str]
    ) -> tuple[Named, Named | None, NamedRelation]:
        """An office is a relation of its body to its holder, whichever way round it was said."""
        if not relation.office or object_ is None:
            return subject, object_, replace(relation, office=relation.office and object_ is not None)
        kinds = [self._read.names.types.get(n.entity) or types.get(n.entity, "") for n in (subject, object_)]
        by_kind = kinds[0] == "PERSON" and kinds[1] not in ("PERSON", "")
        if (relation.turned or by_kind) and not (kinds[1] == "PERSON" and kinds[0] not in ("PERSON", "")):
            return object_, subject, relation
        return subject, object_, relation

    def _held(self, valid: Interval | None, relation: NamedRelation) -> Interval | None:
        """An office that is held on a day is held from then on, as rules read it; one formerly held, until then."""
        date = self._read.document.date
        if not relation.office:
            return valid
        day = valid if valid is not None else (None if date is None else Interval.day(date))
        if day is None or day.start is None or day.granularity is not Granularity.DAY or not day.is_unit:
            return valid
        return (
            Interval(None, day.start, day.granularity)
            if relation.former
            else Interval(day.start, None, day.granularity)
        )

    def _time(self, said: SaidFact, place: Place) -> _Time:
        claim = (said.time or "").strip()
        if not claim or not self._temporal:
            return _Time(None)
        interval = claimed_interval(claim)
        stated = None if interval is None else self._read.times(place).agreeing(interval)
        return _Time(stated, stated is not None)

    def _placed(
        self,
        fact: Fact,
        sentence: Span,
        place: Place,
        confidence: float,
        named: Sequence[Named],
        types: dict[EntityId, str],
    ) -> GroundedFact:
        span = Span(max(place.quote.start, sentence.start), min(place.quote.end, sentence.end))
        kinds = [(n.entity, n.surface, types.get(n.entity, "")) for n in named]
        return GroundedFact(fact, sentence, span, confidence, tuple(kinds))
