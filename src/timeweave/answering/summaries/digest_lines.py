"""Which statements a digest quotes: for each period the most relevant, of different documents, none twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.computed.quoting import clauses_about
from timeweave.answering.context.answer_context import WIDEST, AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.facets import besides, holds, without
from timeweave.question.named_entity import NamedEntity
from timeweave.records import Citation, StatementKey
from timeweave.results import Value
from timeweave.retrieval.kernels.near_duplicates import Seen
from timeweave.retrieval.tgrag.node_ranking import says_why, tells
from timeweave.temporal.interval import Interval

_LONGEST = 45  # words of a quotation
_WORDS = 0.8  # what the share of the question's words that a statement holds counts beside its evidence's score
_WHY = 0.2  # for saying why or by what means
_CUT = (
    0.3  # taken away where a statement is too long to be quoted whole, or was not understood when it was written down
)
_UNHEARD = lazily(r"\[\s*[^\W\d_]+\s*\]")  # "[inaudible]"
_AGAIN = 0.5  # taken away for each quotation of the same document in the period
_REPORTED = 0.5  # how well a statement fits a period only because it stands in a report on it
_OPENING = lazily(r"^(?:(?:and|so|now|well|okay|ok|look|yeah|yes|also|then|again)\b[,\s]+)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Quoted:
    """Words of a statement: ``text`` lies inside the citation, ``about`` is what the document is about, ``part`` the
    entity or facet of the question that it was chosen for.
    """

    part: str
    about: str
    text: str
    line: Line
    citation: Citation


def choose_quotes(
    context: AnswerContext, periods: Sequence[Interval], *, most: int
) -> Mapping[Interval, tuple[Quoted, ...]]:
    """At most ``most`` quotations for each period, the parts of the question taking turns."""
    lines = [line for line in context.lines if tells(line.text)]
    focus = without(context.question.topic, (value for _, value in context.result.facets))
    terms = frozenset(index_terms(focus.replace("_", " ")))
    worth = {id(line): _worth(line, context, terms) for line in lines}
    seen = Seen()
    taken: set[int] = set()
    chosen: dict[Interval, tuple[Quoted, ...]] = {}
    for period in periods:
        fits = {id(line): fit for line in lines if (fit := _fit(line, period)) > 0.0 and id(line) not in taken}
        here = [line for line in lines if id(line) in fits]
        scores = {id(line): worth[id(line)] + fits[id(line)] for line in here}
        picked = _take_turns(_by_part(here, context), scores, most, seen)
        taken |= {id(line) for _, line in picked}
        chosen[period] = tuple(_quoted(part, line, context, terms) for part, line in picked)
    return chosen


def stated_values(quote: Quoted, context: AnswerContext, citation: int) -> list[Value]:
    """The figures of the quoted words that the question speaks of: facts of its measures, in the quotation's period."""
    asked = context.question.topic_terms
    key = StatementKey(quote.line.info.ordinal, quote.line.statement.index)
    stated = context.view.facts_stated_in([key]).get(key, ())
    facts = sorted(context.view.facts(stated).items())
    values: list[Value] = []
    for _, known in facts:
        fact, quantity = known.fact, known.fact.quantity
        if quantity is None or quantity.text not in quote.text or not asked & set(index_terms(fact.relation)):
            continue
        entity = context.view.entity(fact.subject)
        period = None if fact.valid is None else str(fact.valid)
        name = fact.subject if entity is None else entity.name
        values.append(Value(period, name, quantity.text, quantity.value, quantity.unit, citation))
    return values


def asked_entities(context: AnswerContext) -> Sequence[NamedEntity]:
    """The entities that the question names, without words of the facets that it names."""
    return besides(context.entities, (value for _, value in context.result.facets))


def _worth(line: Line, context: AnswerContext, terms: frozenset[str]) -> float:
    share = len(terms & line.terms) / len(terms) if terms else 0.0
    why = _WHY if says_why(line.text) else 0.0
    cut = _CUT if len(line.text.split()) > _LONGEST or _UNHEARD.search(line.text) else 0.0
    return context.result.evidence[line.rank].score + _WORDS * share + why - cut


def _fit(line: Line, period: Interval) -> float:
    """How well a statement's time fits: 1 inside the period, less where it is longer or only its report's."""
    valid, reported = line.statement.valid, line.info.period
    fit = 0.0
    if valid is not None and valid.overlaps(period):
        if period.contains(valid):
            fit = 1.0
        elif valid.days is not None and period.days is not None and valid.days <= WIDEST * period.days:
            fit = period.days / valid.days
    on_it = reported is not None and (period.contains(reported) or reported.contains(period))
    return max(fit, _REPORTED if on_it and (valid is None or valid.overlaps(period)) else 0.0)


def _by_part(lines: Sequence[Line], context: AnswerContext) -> dict[str, list[Line]]:
    """The lines of each entity and facet that the question names, of everything where it names none."""
    parts: dict[str, list[Line]] = {
        e.name: [n for n in lines if e.id in (*n.statement.entities, *n.info.entities)] for e in asked_entities(context)
    }
    for name, value in context.result.facets:
        parts[value] = [n for n in lines if holds(n.info, name, value)]
    return parts or {"": list(lines)}


def _take_turns(
    parts: Mapping[str, Sequence[Line]], scores: Mapping[int, float], most: int, seen: Seen
) -> list[tuple[str, Line]]:
    """The best lines, the parts taking turns; what was quoted before only where there is nothing else."""
    picked: list[tuple[str, Line]] = []
    repeated: list[tuple[str, Line]] = []
    heard: dict[str, int] = {}
    left = {part: list(lines) for part, lines in parts.items()}
    while len(picked) < most and any(left.values()):
        for part, lines in left.items():
            while lines and len(picked) < most:
                best = max(lines, key=lambda n: (scores[id(n)] - _AGAIN * heard.get(n.info.id, 0), -n.rank))
                lines.remove(best)
                if any(best is line for _, line in picked):
                    continue
                if seen.repeats(best.text):
                    repeated.append((part, best))
                    continue
                picked.append((part, best))
                heard[best.info.id] = heard.get(best.info.id, 0) + 1
                break
    return picked or repeated[:1]


def _quoted(part: str, line: Line, context: AnswerContext, terms: frozenset[str]) -> Quoted:
    text = line.text.strip()
    text = clauses_about(text[_opening(text) :], terms, _LONGEST)
    about = next((e.name for name in line.info.entities if (e := context.view.entity(name))), "")
    return Quoted(part, about or line.info.title or line.info.id, " ".join(text.split()), line, line.citation())


def _opening(text: str) -> int:
    """Where a sentence begins to say something: after "and so"."""
    match = _OPENING.match(text)
    return match.end() if match else 0
