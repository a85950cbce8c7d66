"""The pieces of evidence of a global question: reports of time nodes, and what was found of chunks (TG-15)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line, cite
from timeweave.language.addressing import addressed, addresses_a_model
from timeweave.language.tokens import count_tokens
from timeweave.records import Citation, FactId, Report, SupportedFact
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

_PIECE = 1200  # tokens of statements that are judged together: as many as a chunk has in the paper
_MOST_PLACES = 3  # that a sentence of a report is traced to
_LONGEST_SOURCE = 60


@dataclass(frozen=True, slots=True)
class CitableSentence:
    """A sentence that can be cited, with the time that it speaks of and the places in documents that carry it.

    ``source`` is what its document or report is called.
    """

    text: str
    period: Interval | None
    citations: tuple[Citation, ...]
    facts: tuple[FactId, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Sentences that are judged together."""

    told: tuple[CitableSentence, ...]

    def sources(self, marks: Sequence[str]) -> str:
        """What the sentences are from, by their ``marks``: one line for each run of one source."""
        runs = groupby(zip(marks, self.told, strict=True), key=lambda pair: pair[1].source)
        shown = ((source, [mark for mark, _ in run]) for source, run in runs)
        return "\n".join(f"{_span(inside)}: {source}" for source, inside in shown)


def pieces(context: AnswerContext) -> tuple[Piece, ...]:
    """The reports of the result, then what was found of chunks, each in order of time; those with something to tell."""
    reports = (Piece(told) for told in _reports(context.result.reports, context.view) if told)
    return (*reports, *(Piece(told) for told in packed(list(_statements(context)), _PIECE)))


def packed(told: Sequence[CitableSentence], budget: int) -> Iterator[tuple[CitableSentence, ...]]:
    """Runs of sentences that hold at most ``budget`` tokens each, or are one sentence."""
    run: list[CitableSentence] = []
    spent = 0
    for sentence in told:
        tokens = count_tokens(sentence.text)
        if run and spent + tokens > budget:
            yield tuple(run)
            run, spent = [], 0
        run.append(sentence)
        spent += tokens
    if run:
        yield tuple(run)


def source_of(line: Line) -> str:
    """What a document is called in a prompt: its title, unless that gives orders."""
    title = line.info.title.strip()
    name = title if title and not addresses_a_model(title) else line.info.id
    return name[:_LONGEST_SOURCE]


def _statements(context: AnswerContext) -> Iterator[CitableSentence]:
    """The statements of the evidence that are of the question's time, or of none, by document, in order of time."""
    documents: dict[str, list[Line]] = defaultdict(list)
    for line in context.lines:
        if context.is_timely(line) or not line.periods:
            documents[line.info.id].append(line)
    for lines in sorted(documents.values(), key=lambda lines: _when(lines[0])):
        for line in sorted(lines, key=lambda line: line.statement.index):
            yield CitableSentence(line.text, next(iter(line.periods), None), (line.citation(),), source=source_of(line))


def _when(line: Line) -> tuple[str, str]:
    """The start of the period that a document reports on, else its day."""
    period = line.info.period
    return str(period.start if period is not None and period.start else line.info.observed), line.info.id


def _reports(reports: Sequence[Report], view: View) -> Iterator[tuple[CitableSentence, ...]]:
    """The sentences of each report whose facts are visible."""
    facts = view.facts({fact for report in reports for sentence in report.sentences for fact in sentence.facts})
    for report in reports:
        period, source = Interval.parse(report.node), f"report on {report.node}"
        orders = addressed([sentence.text for sentence in report.sentences])
        yield tuple(
            CitableSentence(sentence.text, period, _places(sentence.facts, facts, view), sentence.facts, source)
            for sentence, order in zip(report.sentences, orders, strict=True)
            if not order and all(fact in facts for fact in sentence.facts)
        )


def _places(ids: Sequence[FactId], facts: Mapping[FactId, SupportedFact], view: View) -> tuple[Citation, ...]:
    """Where the first facts of a sentence are stated."""
    best = (
        max(facts[id_].supports, key=lambda s: (s.confidence, s.observed, s.document_id, -s.span.start)) for id_ in ids
    )
    return tuple(dict.fromkeys(cite(support, view) for support, _ in zip(best, range(_MOST_PLACES), strict=False)))


def _span(marks: Sequence[str]) -> str:
    return marks[0] if len(marks) == 1 else f"{marks[0]} to {marks[-1]}"
