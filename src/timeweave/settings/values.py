"""The settings of a knowledge base, as values."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from timeweave.addresses import OPENAI, normal
from timeweave.lexicon.relations import Row

LOCAL = "local"
"""The provider of a model that is a file on this machine."""
NONE = "none"
"""The name that switches a model off which the environment or the file would switch on."""


class Use(enum.StrEnum):
    """What a language model is for; each may be another (TG-23)."""

    INDEX = "index"
    ANSWER = "answer"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """A language model by name (``PROVIDER:MODEL``), its address where that is not the provider's own, and what else
    `timeweave.llm.choosing.open_model` takes.

    ``named_by`` is the settings file of the data that switched it on, where that is not the user's own; ``refused`` why
    it must not be used, where that file is not approved (`timeweave.settings.trust`).
    """

    model: str
    url: str | None = None
    options: Mapping[str, float | str | bool] = field(default_factory=dict)
    named_by: Path | None = field(default=None, compare=False)
    refused: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ExtractionSettings:
    """How facts are extracted: by a model (TG-02), of which types of entities (``None``: the usual ones), how often it
    is asked what it missed, and whether facts carry a time; by rules, whether of ``concepts`` too.
    """

    entity_types: tuple[str, ...] | None = None
    gleanings: int = 0
    temporal: bool = True
    concepts: bool = False


@dataclass(frozen=True, slots=True)
class HybridSettings:
    """How mode ``hybrid`` ranks, by the names of `timeweave.retrieval.hybrid.options` and of the paper's parameters;
    what is ``None`` is not set.

    ``margin`` and ``agreement`` are θ_m and θ_a; ``reranker`` is the folder of a cross-encoder, and
    ``reranker_refused`` why it must not be run.
    """

    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta_base: float | None = None
    tau_min: float | None = None
    tau_max: float | None = None
    margin: float | None = None
    agreement: float | None = None
    agreement_over: str | None = None
    dense: str | None = None
    recency: str | None = None
    centrality: str | None = None
    ages_from: str | None = None
    fold_copies: bool | None = None
    halting: bool | None = None
    hops: int | None = None
    entity_hops: int | None = None
    rerank: bool | None = None
    reranker: Path | None = None
    reranker_refused: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is set; ``models`` holds no entry where no model is wanted. Budgets are those of one opening.

    ``embedder`` is the embedder asked for, ``embedder_url`` an address given without one. ``addresses`` are those, in
    normal form, that the user named or approved, whatever for, and OpenAI's own: a store may remember one of them.
    ``relations`` stand before the rows of the packaged table of relations.
    """

    models: Mapping[Use, ModelSettings] = field(default_factory=dict)
    embedder: ModelSettings | None = None
    embedder_url: str | None = None
    addresses: frozenset[str] = frozenset({normal(OPENAI)})
    budget_tokens: int | None = None
    budget_usd: float | None = None
    concurrency: int | None = None
    extraction: ExtractionSettings = field(default_factory=ExtractionSettings)
    hybrid: HybridSettings = field(default_factory=HybridSettings)
    relations: tuple[Row, ...] = ()
