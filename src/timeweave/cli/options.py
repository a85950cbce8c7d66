"""Options that several commands share."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from timeweave.errors import DEFAULT_STORE
from timeweave.temporal.given import last_day

QuestionText = Annotated[str | None, typer.Argument(help="The question, in plain words.")]
KnowledgeBasePath = Annotated[
    Path, typer.Option("--kb", envvar="TIMEWEAVE_KB", help="Folder of the knowledge base.", show_default=True)
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on standard output, nothing else there.")]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="Answer from what was known by then.")]
Mode = Annotated[
    str,
    typer.Option(
        "--mode",
        help="How to search: auto, passages, hybrid (by time and evidence), local (the graph), reason (paths in the "
        "graph), global (periods) or news (what happened on a day).",
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        "--budget", metavar="TOKENS", min=1, help="Most tokens of evidence: by default 24000 for global, else 2000."
    ),
]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Most spans of evidence.")]
MinConfidence = Annotated[
    float | None,
    typer.Option(
        "--min-confidence", min=0.0, max=1.0, help="Refuse an answer less likely to be right than this: 0 answers all."
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Show scope, subgraph, seeds and scores.")]
Questions = Annotated[
    Path | None,
    typer.Option("--questions", metavar="FILE", help="JSON Lines with id, question, and optional as_of and mode."),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where results go, one a line.")]
Figure = Annotated[
    Path | None,
    typer.Option("--figure", metavar="FILE", help="Draw the subgraph under its time nodes as SVG; implies --explain."),
]
EmbedderUrl = Annotated[
    str | None, typer.Option("--embedder-url", metavar="URL", help="Address of an embedder openai:MODEL.")
]

_MODEL = "Language model"
Llm = Annotated[
    str | None,
    typer.Option("--llm", metavar="PROVIDER:MODEL", help="Language model, or none.", rich_help_panel=_MODEL),
]
LlmUrl = Annotated[
    str | None,
    typer.Option("--llm-url", metavar="URL", help="Address of an openai:MODEL.", rich_help_panel=_MODEL),
]
BudgetTokens = Annotated[
    int | None,
    typer.Option("--budget-tokens", metavar="N", min=1, help="Stop before more are spent.", rich_help_panel=_MODEL),
]
BudgetUsd = Annotated[
    float | None,
    typer.Option("--budget-usd", metavar="USD", min=0.0, help="Stop before more is spent.", rich_help_panel=_MODEL),
]

DEFAULT_KB = DEFAULT_STORE


def as_of_day(text: str | None, option: str = "--as-of") -> dt.date | None:
    """The day that an option names: a date, or the last day of a period.

    Raises:
        UsageError: when it names none.
    """
    return last_day(text, option)
