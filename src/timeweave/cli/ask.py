"""`timeweave ask`: an answer with citations."""

from __future__ import annotations

from timeweave import wire
from timeweave.cli.answers import show_answer
from timeweave.cli.hearing import words_shown
from timeweave.cli.options import (
    DEFAULT_KB,
    AsOf,
    Budget,
    BudgetTokens,
    BudgetUsd,
    Explain,
    Figure,
    Json,
    KnowledgeBasePath,
    Limit,
    Llm,
    LlmUrl,
    MinConfidence,
    Mode,
    Out,
    Questions,
    QuestionText,
)
from timeweave.cli.questions import Given, QuestionCommand
from timeweave.knowledge_base import KnowledgeBase

_COMMAND = QuestionCommand(KnowledgeBase.ask, wire.answer_to_json, show_answer, words_shown)


def run(
    question: QuestionText = None,
    kb: KnowledgeBasePath = DEFAULT_KB,
    mode: Mode = "auto",
    as_of: AsOf = None,
    budget: Budget = None,
    limit: Limit = None,
    explain: Explain = False,
    figure: Figure = None,
    questions: Questions = None,
    out: Out = None,
    llm: Llm = None,
    llm_url: LlmUrl = None,
    budget_tokens: BudgetTokens = None,
    budget_usd: BudgetUsd = None,
    min_confidence: MinConfidence = None,
    as_json: Json = False,
) -> None:
    """Answer a question from evidence, with citations, or refuse and say what was missing."""
    given = Given(question, questions, out, figure, as_json)
    models = {"llm": llm, "llm_url": llm_url, "budget_tokens": budget_tokens, "budget_usd": budget_usd}
    options = {"budget": budget, "limit": limit, "explain": explain, "min_confidence": min_confidence}
    _COMMAND.run(kb, given, models, mode=mode, as_of=as_of, **options)
