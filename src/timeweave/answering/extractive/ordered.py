"""Things in the order in which they happened, where a question lists them: each with the time of the line on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.sentences import as_answer
from timeweave.answering.extractive.told_times import told_times
from timeweave.answering.proposals import Proposal
from timeweave.answering.relevance import probability
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.ordering import AskedOrder
from timeweave.records import Span
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval
from timeweave.temporal.stretches import Stretch

_BETWEEN_CLAUSES = lazily(r"[,;.]\s|\b(?:and|but|while)\b")
_READ = 16  # lines that a reader looks at for each thing
_LEAST = 0.5  # of the words of a thing by weight, which a line on it must hold
_NEARLY = 0.75  # of the worth of the best line, from which on an earlier one tells the time


@dataclass(frozen=True, slots=True, eq=False)
class _Dated:
    """A thing with the line on it and the time that it gives, ``told`` in its words or by the day of its document."""

    item: str
    line: Line
    time: Interval
    told: bool
    share: float
    probability: float

    @property
    def worth(self) -> float:
        return self.share + self.probability


def propose_order(context: AnswerContext) -> Iterable[Proposal]:
    """The things that a question lists in order of their times: by the best line on each, and by the first that is
    nearly as good. Times that overlap leave the order open.
    """
    asked = context.question.order
    if asked is None:
        return
    found = [_ranked(item, asked, context) for item in asked.items]
    if not all(found):
        return
    seen: set[tuple[Line, ...]] = set()
    for choose in (_best, _first):
        chosen = sorted((choose(ranked) for ranked in found), key=lambda d: d.time.first_day)
        cited = tuple(d.line for d in chosen)
        overlap = any(a.time.overlaps(b.time) for a, b in pairwise(chosen))
        if cited not in seen and not overlap:
            seen.add(cited)
            yield Proposal("ordered", _answer(chosen, context), _features(chosen))


def _best(ranked: Sequence[_Dated]) -> _Dated:
    return ranked[0]


def _first(ranked: Sequence[_Dated]) -> _Dated:
    return min((d for d in ranked if d.worth >= _NEARLY * ranked[0].worth), key=lambda d: d.time.first_day)


def _ranked(item: str, asked: AskedOrder, context: AnswerContext) -> Sequence[_Dated]:
    """The dated lines on a thing, the best first."""
    field, named = context.weighing, frozenset(index_terms(item))
    shares = {line: field.share(line.terms | line.title_terms, named) for line in context.lines}
    on_it = [line for line, share in shares.items() if share >= _LEAST and not line.text.rstrip().endswith(("?", ":"))]
    near = sorted(on_it, key=lambda line: -(shares[line] + field.cosine(line)))[:_READ]
    scores = context.relevance.answer_scores([line.excerpt for line in near], f"when: {item} {asked.deed}".strip())
    found = []
    for line, score in zip(near, scores, strict=True):
        told = _told(line, item)
        if told is not None or line.info.published is not None:
            time = told or Interval.day(line.info.observed)
            found.append(_Dated(item, line, time, told is not None, shares[line], probability(score)))
    return sorted(found, key=lambda d: (-d.worth, d.time.first_day))


def _told(line: Line, item: str) -> Interval | None:
    """The time in the words of a line that stands nearest to a thing, one in its clause before others."""
    said = line.text.casefold()
    place = next((p for w in sorted(item.casefold().split(), key=len, reverse=True) if (p := said.find(w)) >= 0), 0)

    def away(stretch: Stretch) -> tuple[int, int]:
        first, last = sorted((place, stretch.start))
        return len(_BETWEEN_CLAUSES.findall(said[first:last])), last - first

    told = [(away(stretch), time) for time, stretch in told_times(line) if stretch is not None]
    return min(told, key=lambda t: t[0])[1] if told else None


def _answer(chosen: Sequence[_Dated], context: AnswerContext) -> Answer:
    return context.quoting(
        ", then ".join(f"{d.item} ({as_answer(d.time)})" for d in chosen),
        (Value(str(d.time), "", d.item, None, None, number) for number, d in enumerate(chosen)),
        (d.line.citation(Span(0, len(d.line.text))) for d in chosen),
    )


def _features(chosen: Sequence[_Dated]) -> dict[str, float]:
    return {
        "ordered things": min(len(chosen), 5) / 5,
        "ordered least share": min(d.share for d in chosen),
        "ordered least read": min(d.probability for d in chosen),
        "ordered told": sum(d.told for d in chosen) / len(chosen),
        "ordered by one line": len({d.line for d in chosen}) < len(chosen),
    }
