"""What is told of somebody or something at several times, of which a question wants as many as there are: "which books
has Ann read" is answered by the sentence of each time that tells of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.answering.context.answer_context import AnswerContext, asks_cells, asks_to_work_out
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import around_terms
from timeweave.answering.extractive.sentences import is_of, may_answer, read_again
from timeweave.answering.extractive.wording import listed_quotes, on_one_line
from timeweave.answering.proposals import Proposal
from timeweave.answering.relevance import probability
from timeweave.language.sentences import sentence_spans
from timeweave.language.terms import index_terms
from timeweave.records import Span
from timeweave.results import Value

_ROOM = 58  # words of all together
_LONGEST = 24  # words of one
_READ = 16  # lines, whose sentences a reader looks at
_LEAST_WORTH = 0.1  # of the best, below which a sentence tells of something else
_LEAST_NEW = 0.5  # of the words of a sentence that the question does not have, what no other has told


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """A sentence of a line, or clauses of it, with what it is worth to the reader as an answer."""

    line: Line
    span: Span
    worth: float

    def quoted(self, context: AnswerContext) -> str:
        """Its words; where they stand within a turn, after the name of who speaks."""
        said, speaker = on_one_line(self.line.text[self.span.start : self.span.end]), self.line.speaker
        return said if speaker is None or self.span.start == 0 else f"{context.name_of(speaker)}: {said}"


def propose_collected(context: AnswerContext) -> Iterable[Proposal]:
    """Of each of the lines that answer best the sentence that does, without those that tell nothing new, as many as
    there is room for; of what somebody says, where the question is about those who speak, only of their turns.
    """
    question = context.question
    if not question.expected.some or question.says_now or context.has_reports:  # what is so now stands in one place
        return
    if asks_to_work_out(context) or asks_cells(context):
        return
    told = list(_new(_told(context), context))
    if len(told) < 2:
        return
    told.sort(key=lambda t: (t.line.info.observed, t.line.info.id, t.line.statement.index))
    quotes = [t.quoted(context) for t in told]
    answer = context.quoting(
        listed_quotes(quotes),
        (Value(next(map(str, t.line.times), None), "", q, None, None) for t, q in zip(told, quotes, strict=True)),
        (t.line.citation(t.span) for t in told),
    )
    yield Proposal("sentences", answer, collects=True)


def _told(context: AnswerContext) -> Sequence[_Told]:
    """The best sentence of each line, those first that are nearest and answer best; far worse ones than the best tell
    of something else.
    """
    near = [
        line for line in read_again(may_answer(context), context) if _stands_alone(line) and _is_timely(line, context)
    ]
    named = {entity.id for entity in context.entities}
    own = [line for line in near if line.speaker in named] if len(named) == 1 else []
    found = list(_best_of_each((own or near)[:_READ], context))
    least = _LEAST_WORTH * max((told.worth for told in found), default=0.0)
    ordered = sorted(found, key=lambda told: -(told.worth + context.weighing.nearness(told.line)))
    return [told for told in ordered if told.worth >= least]


def _best_of_each(lines: Sequence[Line], context: AnswerContext) -> Iterator[_Told]:
    """The sentence of each line that answers best, or clauses of it; none where it only asks or announces."""
    places = [(line, span) for line in lines for span in sentence_spans(line.text) if not _leads_on(line, span)]
    excerpts = [replace(line.excerpt, text=line.text[span.start : span.end]) for line, span in places]
    best: dict[Line, tuple[float, Span]] = {}
    for (line, span), score in zip(places, context.relevance.answer_scores(excerpts), strict=True):
        if line not in best or score > best[line][0]:
            best[line] = (score, span)
    for line, (score, span) in best.items():
        within = around_terms(line.text[span.start : span.end], _LONGEST, context.question.terms.keys())
        if within is not None:
            yield _Told(line, Span(span.start + within.start, span.start + within.end), probability(score))


def _stands_alone(line: Line) -> bool:
    """Whether it is no item of a list and no row of a table, which say little without what is above them."""
    return not (line.is_introduced or line.row)


def _is_timely(line: Line, context: AnswerContext) -> bool:
    """Whether a line is of the time asked for; what is asked for before or after a time lies elsewhere."""
    question = context.question
    return question.asks_before or question.asks_after or is_of(line, question.periods)


def _leads_on(line: Line, span: Span) -> bool:
    return line.text[span.start : span.end].rstrip().endswith(("?", ":"))


def _new(told: Iterable[_Told], context: AnswerContext) -> Iterator[_Told]:
    """Those of which half the words are new, while there is room."""
    seen = set(context.question.terms)
    left = _ROOM
    for one in told:
        quote = one.quoted(context)
        own, words = index_terms(quote).keys() - context.question.terms.keys(), len(quote.split())
        if words <= left and own and len(own - seen) >= _LEAST_NEW * len(own):
            seen |= own
            left -= words
            yield one
