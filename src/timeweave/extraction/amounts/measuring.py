"""Measures of a sentence as facts: whose they are, and which segment's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from timeweave.extraction.amounts.counted import Figure
from timeweave.extraction.amounts.figure_times import figure_time
from timeweave.extraction.amounts.figures import figures_in
from timeweave.extraction.amounts.parsed import ParsedSentence
from timeweave.extraction.amounts.quantities import Measure, find_measures
from timeweave.extraction.amounts.readings import Role
from timeweave.extraction.amounts.standing import Standing
from timeweave.extraction.amounts.told import amounts_of
from timeweave.extraction.facts import make_fact
from timeweave.extraction.statements import FoundFact
from timeweave.extraction.times.timing import settled
from timeweave.extraction.times.validity import OPENING, SentenceTime
from timeweave.language.mentions import NamedMention
from timeweave.language.names import canonical_key
from timeweave.language.parsing import LONGEST
from timeweave.language.proper_nouns import is_not_a_name
from timeweave.records import EntityId, Quantity, Span
from timeweave.temporal.interval import Interval

CONFIDENCE = 0.9
_WORD = re.compile(r"[\w&-]+")
_REPORTING = re.compile(
    r"^(?:reports?|reported|posts|posted|recorded|announced|generated|delivered|had|has|saw|made|of)\s+"
)
_WHOLE = re.compile(r"\b(?:consolidated|company-?wide|enterprise|total company)\b", re.IGNORECASE)
_BEFORE_NAME = 20  # characters in which "consolidated" may stand before a measure
_NEAR = 25  # characters between a segment's name and its measure
_CLAUSE = re.compile(r"[,;:.]|\b(?:and|we|our|by|with|from)\b")
_MANY = 1000  # a deed counted so often tells something of somebody even without its time
_GOES_ON = re.compile(r",? (?:with|for|on|and) an? ", re.IGNORECASE)  # "GIS profit was $98 million with a margin of"
_MOST_AMOUNTS = 30


def measure_facts(
    sentence: Span,
    time: SentenceTime,
    mentions: Sequence[NamedMention],
    about: EntityId | None,
    context: EntityId | None,
) -> Iterator[FoundFact]:
    """The measured values that a sentence states; ``about`` is what the document is given to be about, ``context`` the
    same where it is its own report.

    In a report what names nobody is its subject's; in other texts only what a clause says of somebody is a fact.
    """
    return _told(sentence, time, mentions, about) if context is None else _reported(sentence, time, mentions, context)


def _told(
    sentence: Span, time: SentenceTime, mentions: Sequence[NamedMention], about: EntityId | None
) -> Iterator[FoundFact]:
    expressions = settled(time.sentence, time.expressions)
    amounts = amounts_of(time.sentence, expressions) if (mentions or about) and len(time.sentence) <= LONGEST else []
    if not amounts or len(amounts) > _MOST_AMOUNTS:
        return
    taken = [*((a.start, a.end) for a in amounts), *((e.start, e.end) for e in expressions)]
    parsed = ParsedSentence(time.sentence, sentence.start, mentions, taken, about)
    persons = {m.entity for m in mentions if m.type == "PERSON"} if time.date is not None else set()
    base: Interval | None = None
    for figure in figures_in(parsed, amounts):
        known, valid = figure_time(figure, parsed, amounts, time, base, opens=sentence.start < OPENING)
        if not known or (valid is None and figure.bearer in persons and _is_deed(figure)):
            continue
        base = base if figure.standing is Standing.COMPARED else valid
        place = Span(sentence.start + figure.amount.start, sentence.start + figure.amount.end)
        for quantity, marks in _quantities(figure):
            fact = make_fact(
                figure.bearer,
                figure.measure,
                _signed(quantity, is_range=figure.amount.high is not None),
                object_is_entity=False,
                valid=valid,
                quantity=quantity,
                qualifiers=tuple(sorted(marks.items())),
            )
            yield FoundFact(fact, place, CONFIDENCE)


def _is_deed(figure: Figure) -> bool:
    """Whether a figure counts what somebody did at some time that is not told: "he had ten tackles"."""
    is_past = figure.verb is not None and figure.verb.tag_ == "VBD"
    return is_past and not figure.amount.unit and figure.amount.value < _MANY


def _quantities(figure: Figure) -> Iterator[tuple[Quantity, dict[str, str]]]:
    """A figure as one quantity, or as the two bounds of its range, with its qualifiers."""
    amount = figure.amount
    marks = {"kind": str(figure.role), "modality": "guidance" if figure.ahead else "actual"}
    if amount.approx:
        marks["approx"] = amount.approx
    unit, sign = amount.unit or "count", figure.sign if figure.role is Role.CHANGE else 1
    if amount.high is None:
        yield Quantity(sign * amount.value, unit, amount.text), marks
        return
    for bound, value in zip(("low", "high"), sorted((sign * amount.value, sign * amount.high)), strict=True):
        yield Quantity(value, unit, amount.text), {**marks, "bound": bound}


def _signed(quantity: Quantity, *, is_range: bool) -> str:
    """A quantity as it is written, with the sign that words say: "fell 5%" is -5%."""
    is_told = (
        is_range or quantity.value >= 0 or quantity.text.lower().startswith(("-", "−", "–", "(", "minus", "negative"))
    )
    return quantity.text if is_told else f"-{quantity.text}"


def _reported(
    sentence: Span, time: SentenceTime, mentions: Sequence[NamedMention], context: EntityId
) -> Iterator[FoundFact]:
    measures = find_measures(time.sentence, default=time.statement, expressions=time.expressions, period=time.period)
    before, part = 0, ""
    for measure in measures:
        start = sentence.start + measure.span.start
        inherited = part if _GOES_ON.fullmatch(time.sentence, before, max(before, measure.span.start)) else ""
        part = _segment(measure, sentence, time.sentence, mentions, context) or inherited
        before = measure.span.end
        qualifiers = dict(measure.qualifiers)
        if part:
            qualifiers.setdefault("segment", part)
        if _WHOLE.search(time.sentence, max(0, measure.span.start - _BEFORE_NAME), measure.span.end):
            qualifiers.pop("segment", None)
        fact = make_fact(
            context,
            _without_name(measure.relation, [m for m in mentions if m.entity == context]),
            _signed(measure.quantity, is_range="bound" in qualifiers),
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


def _segment(measure: Measure, place: Span, sentence: str, mentions: Sequence[NamedMention], context: EntityId) -> str:
    """The part of a report's subject that a measure is of: in "EMEA revenue" the segment EMEA."""
    end = place.start + measure.span.end
    holder = canonical_key(measure.holder) if measure.holder else None
    named = next((m.entity for m in mentions if holder and m.entity == holder), None)
    if named is not None and named != context:
        return named
    before = [m for m in mentions if m.type != "NORP" and m.span.start < end]
    for mention in reversed(before):
        gap = sentence[max(0, mention.span.end - place.start) : measure.span.start]
        if mention.entity == context or len(gap) > _NEAR or _CLAUSE.search(gap):
            break
        if mention.named and not any(is_not_a_name(word) for word in mention.entity.split()):
            return mention.entity
    return ""
