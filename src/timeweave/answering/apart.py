"""A question that asks for several things, each of which its own facts or figures settle, told together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext, asked_for
from timeweave.answering.extractive.wording import listed_quotes
from timeweave.results import Answer


def answer_apart(context: AnswerContext, settle: Callable[[AnswerContext], Answer | None]) -> Answer | None:
    """The answers to all that a question asks for, where each can be asked by itself and ``settle`` has one to each;
    else ``None``.
    """
    if any(part.leans for part in context.question.parts):
        return None
    answers = []
    for part in context.question.apart:
        answer = settle(asked_for(context, part))
        if answer is None or answer.refused:
            return None
        answers.append(answer)
    if not answers:
        return None
    citations = dict.fromkeys(c for answer in answers for c in answer.citations)
    told = context.quoting(
        listed_quotes([a.answer for a in answers]), (v for a in answers for v in a.values), citations
    )
    is_computed = all(answer.method == "computed" for answer in answers)
    return replace(told, method="computed") if is_computed else told
