"""Which retriever answers a question: the modes by name, and the choice that ``auto`` makes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from timeweave.errors import UsageError
from timeweave.retrieval.base import Finding, Request, Retriever
from timeweave.retrieval.fused import PassageOptions
from timeweave.retrieval.local import retrieve_local
from timeweave.retrieval.passages import retrieve_passages
from timeweave.retrieval.tgrag_local import TgragOptions

PLANNED = ("global", "news", "hybrid", "reason")
"""Modes with a name in the contract that this version does not hold."""


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """The settings of each retriever."""

    local: TgragOptions = field(default_factory=TgragOptions)
    passages: PassageOptions = field(default_factory=PassageOptions)


def retrievers(options: RetrievalOptions) -> Mapping[str, Retriever]:
    """The modes that exist, by name."""
    return {
        "auto": functools.partial(retrieve_auto, options=options),
        "local": functools.partial(retrieve_local, options=options.local),
        "passages": functools.partial(retrieve_passages, options=options.passages),
    }


def choose(mode: str, options: RetrievalOptions) -> Retriever:
    """The retriever called ``mode``.

    Raises:
        UsageError: when there is none; names those that there are.
    """
    known = retrievers(options)
    if mode in known:
        return known[mode]
    why = "is not available in this version" if mode in PLANNED else "does not exist"
    raise UsageError(f"mode {mode!r} {why}: use {', '.join(sorted(known))}")


def retrieve_auto(request: Request, options: RetrievalOptions) -> Finding:
    """Passages in the cells that the question names; the graph's scores are added to an explanation."""
    finding = retrieve_passages(request, options.passages)
    if not request.explain:
        return finding
    local = retrieve_local(request, options.local)
    return Finding(finding.evidence, finding.tokens, finding.warnings, {**local.explanation, **finding.explanation})
