"""Which retriever answers a question: the modes by name, and the choice that ``auto`` makes (TG-15)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from timeweave.errors import UsageError
from timeweave.question import Question
from timeweave.question.telegraphic import asks_for_day
from timeweave.retrieval.base import Finding, Request, Retriever
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.news import NewsOptions, retrieve_news
from timeweave.retrieval.passages.fused import PassageOptions
from timeweave.retrieval.passages.passages import retrieve_passages
from timeweave.retrieval.reason.determining import determined
from timeweave.retrieval.reason.options import ReasonOptions
from timeweave.retrieval.reason.retrieving import finding_of, retrieve_reason
from timeweave.retrieval.tgrag.options import GLOBAL_BUDGET, GlobalOptions, TgragOptions

AUTO, GLOBAL, NEWS, PASSAGES, REASON = "auto", "global", "news", "passages", "reason"
BUDGET = 2_000
"""Tokens of evidence where none are given; a global question gets `GLOBAL_BUDGET`."""


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """The settings of each retriever.

    ``times_by_model`` asks a model, where there is one, for a question's time even where rules find it. Without
    ``use_reader`` the best statements of ``passages``, ``hybrid`` and so ``auto`` are not read again by the packaged
    reader, which takes most of the time of such a search.
    """

    local: TgragOptions = field(default_factory=TgragOptions)
    passages: PassageOptions = field(default_factory=PassageOptions)
    whole: GlobalOptions = field(default_factory=GlobalOptions)
    hybrid: HybridOptions = field(default_factory=HybridOptions)
    news: NewsOptions = field(default_factory=NewsOptions)
    reason: ReasonOptions = field(default_factory=ReasonOptions)
    times_by_model: bool = False
    use_reader: bool = True


def retrievers(options: RetrievalOptions) -> Mapping[str, Retriever]:
    """The modes that exist, by name."""
    return {
        AUTO: functools.partial(retrieve_auto, options=options),
        GLOBAL: functools.partial(_retrieve_global, options=options.whole, passages=options.passages),
        "hybrid": functools.partial(_retrieve_hybrid, options=options.hybrid),
        "local": functools.partial(_retrieve_local, options=options.local),
        NEWS: functools.partial(retrieve_news, options=options.news, passages=options.passages),
        REASON: functools.partial(retrieve_reason, options=options.reason),
        PASSAGES: functools.partial(retrieve_passages, options=options.passages),
    }


# what retrieves in a mode is loaded for whoever asks for it


def _retrieve_hybrid(request: Request, options: HybridOptions) -> Finding:
    from timeweave.retrieval.hybrid.retrieving import retrieve_hybrid

    return retrieve_hybrid(request, options)


def _retrieve_local(request: Request, options: TgragOptions) -> Finding:
    from timeweave.retrieval.tgrag.local import retrieve_local

    return retrieve_local(request, options)


def _retrieve_global(request: Request, options: GlobalOptions, passages: PassageOptions) -> Finding:
    from timeweave.retrieval.tgrag.tgrag_global import retrieve_global

    return retrieve_global(request, options, passages)


def choose(mode: str, options: RetrievalOptions) -> Retriever:
    """The retriever called ``mode``.

    Raises:
        UsageError: when there is none; names those that there are.
    """
    known = retrievers(options)
    if mode in known:
        return known[mode]
    raise UsageError(f"mode {mode!r} does not exist: use {', '.join(sorted(known))}")


def route(mode: str, question: Question) -> str:
    """The mode that answers ``question``: ``mode``, or, where ``auto`` meets an abstract question, ``global``, and a
    name with a day ``news``.
    """
    if mode != AUTO:
        return mode
    if question.abstractness.is_abstract:
        return GLOBAL
    return NEWS if asks_for_day(question) else mode


def own_budget(mode: str) -> int:
    """The tokens of evidence of a mode where none are given."""
    return GLOBAL_BUDGET if mode == GLOBAL else BUDGET


def retrieve_auto(request: Request, options: RetrievalOptions) -> Finding:
    """What the graph determines, where it does; else passages in the cells that the question names, with the graph's
    scores added to an explanation.
    """
    if (reasoned := determined(request, options.reason)) is not None:
        return finding_of(reasoned, request)
    finding = retrieve_passages(request, options.passages)
    if not request.explain:
        return finding
    local = _retrieve_local(request, options.local)
    return Finding(finding.evidence, finding.tokens, finding.warnings, {**local.explanation, **finding.explanation})
