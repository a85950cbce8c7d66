"""What is still to come is asked for: days gone by do not answer that."""

from __future__ import annotations

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.question.upcoming import asks_upcoming
from timeweave.results import Answer
from timeweave.temporal.stretches import find_stretches


def is_gone_by(context: AnswerContext, answer: Answer) -> bool:
    """Whether the next of something is asked for, and all times that an answer tells are over on the question's day.

    Without a day of its own a question is asked on that of the newest document in evidence.
    """
    if not asks_upcoming(context.question):
        return False
    today = context.view.as_of or max(
        (line.info.published for line in context.lines if line.info.published), default=None
    )
    cited = {(c.document_id, c.start) for c in answer.citations}
    quoted = [line for line in context.lines if (line.info.id, line.statement.span.start) in cited]
    times = [time for line in quoted for time in line.times]
    times = times or [time for stretch in find_stretches(answer.answer) for time in stretch.times]
    return today is not None and bool(times) and all(t.end is not None and t.end <= today for t in times)
