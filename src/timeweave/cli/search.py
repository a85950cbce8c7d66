"""`timeweave search`: evidence for a question."""

from __future__ import annotations

from timeweave import wire
from timeweave.cli.answers import show_search
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
    Mode,
    Out,
    Questions,
    QuestionText,
)
from timeweave.cli.questions import Given, QuestionCommand
from timeweave.knowledge_base import KnowledgeBase

_COMMAND = QuestionCommand(KnowledgeBase.search, wire.search_to_json, show_search)


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
    as_json: Json = False,
) -> None:
    """Find evidence: spans of documents that speak of what and when the question asks."""
    given = Given(question, questions, out, figure, as_json)
    models = {"llm": llm, "llm_url": llm_url, "budget_tokens": budget_tokens, "budget_usd": budget_usd}
    options = {"budget": budget, "limit": limit, "explain": explain}
    _COMMAND.run(kb, given, models, mode=mode, as_of=as_of, **options)
