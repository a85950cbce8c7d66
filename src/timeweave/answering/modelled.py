"""Answers with a model, and what is given where it fails: the answer without one, with a warning, never an error."""

from __future__ import annotations

from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.options import AnswerOptions
from timeweave.answering.stories.telling import Told
from timeweave.answering.stories.written import write_news
from timeweave.answering.summaries.synthesis import synthesise
from timeweave.answering.written import PURPOSE, write
from timeweave.errors import ModelError, ModelOutputError
from timeweave.llm.client import ModelClient
from timeweave.results import Answer

_LONGEST_REASON = 300


def local_answer(context: AnswerContext, plain: Answer, client: ModelClient, options: AnswerOptions) -> Answer:
    """The model's answer; ``plain``, the answer without a model, where it fails or has nothing to answer from.

    What was computed from cited facts is not given up for a model's refusal.
    """
    try:
        written = write(context, client, options)
    except ModelError as error:
        return _fallen_back(plain, error, client)
    if written is None or (written.refused and plain.method == "computed"):
        written = plain
    return replace(written, usage=client.usage())


def global_answer(context: AnswerContext, plain: Answer, client: ModelClient, options: AnswerOptions) -> Answer:
    """The model's synthesis of the evidence and reports; ``plain``, the digest, where it fails."""
    try:
        written = synthesise(context, client, options)
    except ModelError as error:
        return _fallen_back(plain, error, client)
    return replace(written, usage=client.usage())


def news_answer(context: AnswerContext, told: Told, client: ModelClient) -> Answer:
    """What the model says happened; the digest of stories where it fails."""
    try:
        written = write_news(context, told, client)
    except ModelError as error:
        return _fallen_back(told.answer, error, client)
    return replace(written, usage=client.usage())


def _fallen_back(plain: Answer, error: ModelError, client: ModelClient) -> Answer:
    client.fell_back(PURPOSE)
    warning = f"answered without a language model: {_reason(error, client)}"
    return replace(plain, warnings=(*plain.warnings, warning), usage=client.usage())


def _reason(error: ModelError, client: ModelClient) -> str:
    """Why, without the words that the model used: they were found to be unsupported."""
    if isinstance(error, ModelOutputError):
        return f"nothing that {client.name} said is carried by the evidence that it was given"
    return str(error)[:_LONGEST_REASON]
