"""Whether a quotation says when, and the time that "last week" means put before it, where a question asks when."""

from __future__ import annotations

from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.deed_times import is_of_the_deed
from timeweave.answering.extractive.sentences import as_answer
from timeweave.answering.extractive.told_times import told_times
from timeweave.question.kinds import Kind
from timeweave.records import Citation
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval

_BULLET = "- "


def asks_when(context: AnswerContext) -> bool:
    """Whether the time of something is what is asked for."""
    return context.kind is Kind.WHEN or context.question.asks_time


def tells_when(answer: Answer, context: AnswerContext) -> bool:
    """Whether an answer begins with a time, or of the lines that it quotes the one nearest to the question tells one;
    what is worked out does.
    """
    if answer.method != "extractive" or _is_led(answer):
        return True
    quoted = (line for line in context.lines if line.is_cited(answer.citations))
    nearest = max(quoted, key=context.weighing.nearness, default=None)
    return nearest is not None and bool(told_times(nearest))


def with_times(answer: Answer, context: AnswerContext) -> Answer:
    """``answer`` with the one time that each line quoted tells in words that count from its day ("yesterday") before
    that line; as it is where it does not ask when, or has its time.
    """
    quotes = answer.answer.split("\n")
    quotable = not answer.refused and answer.method == "extractive" and answer.calculation is None
    if not (quotable and asks_when(context)) or _is_led(answer) or len(quotes) != len(answer.citations):
        return answer
    times = [_relative(citation, context) for citation in answer.citations]
    if not any(times):
        return answer
    told = [_led(quote, time) for quote, time in zip(quotes, times, strict=True)]
    leads = (Value(str(t), "", as_answer(t), None, None, n) for n, t in enumerate(times) if t is not None)
    return replace(answer, answer="\n".join(told), values=(*leads, *answer.values))


def _is_led(answer: Answer) -> bool:
    return any(v.citation is not None and answer.answer.startswith(f"{v.text}:") for v in answer.values)


def _led(quote: str, time: Interval | None) -> str:
    if time is None:
        return quote
    bullet = _BULLET if quote.startswith(_BULLET) else ""
    return f"{bullet}{as_answer(time)}: {quote.removeprefix(bullet)}"


def _relative(citation: Citation, context: AnswerContext) -> Interval | None:
    """The one time that what is cited tells, where its words alone do not say it."""
    line = next((line for line in context.lines if line.is_cited([citation])), None)
    told = [] if line is None else told_times(line)
    quoted = range(citation.start, citation.end)
    times = [(t, s) for t, s in told if line is not None and s is not None and line.place(s.start) in quoted]
    if line is None or len(times) != 1 or times[0][0] in line.told_times:
        return None
    deed, (time, stretch) = context.question.deed, times[0]
    return time if deed is None or is_of_the_deed(deed, line.text, stretch) else None
