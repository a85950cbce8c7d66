"""How a knowledge base is opened: its folder, its settings, its models."""

from __future__ import annotations

import contextlib
import datetime as dt
import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timeweave.addresses import split_name
from timeweave.embedders import EMBEDDER_SETTING, opened
from timeweave.embedding.base import Embedder
from timeweave.errors import UntrustedError, UsageError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.lexicon.relations import Row, Values
from timeweave.models import Models
from timeweave.settings import NONE, HybridSettings, Use, load, use_of
from timeweave.store.sqlite import DATABASE, SqliteStore

if TYPE_CHECKING:
    import numpy as np

    from timeweave.answering import AnswerOptions
    from timeweave.llm.base import ChatModel
    from timeweave.retrieval import RetrievalOptions
    from timeweave.retrieval.base import Reranker
    from timeweave.retrieval.hybrid.options import HybridOptions

_EQUATIONS = {"margin": "theta_m", "agreement": "theta_a"}  # settings whose parameter has another name


def open_knowledge_base(
    path: str | Path = ".timeweave",
    *,
    embedder: str | Embedder | None = None,
    embedder_url: str | None = None,
    options: RetrievalOptions | None = None,
    answers: AnswerOptions | None = None,
    llm: str | ChatModel | Mapping[str, str | ChatModel] | None = None,
    llm_url: str | None = None,
    budget_tokens: int | None = None,
    budget_usd: float | None = None,
    create: bool = True,
    read_only: bool = False,
    dry: bool = False,
) -> KnowledgeBase:
    """Open the knowledge base in folder ``path``, or create it.

    What is not given here is taken from the environment, then from ``timeweave.toml`` (`timeweave.settings`).

    Args:
        path: The folder.
        embedder: Names an embedder or is one; by default the one that the store remembers.
        embedder_url: The address of an ``openai:MODEL`` that is not the provider's own.
        options: Weights and switches of retrieval; by default the measured ones, for mode ``hybrid`` those of the
            file's ``[hybrid]``.
        answers: How a language model takes part in answers: by default where code cannot work them out.
        llm: A language model, ``PROVIDER:MODEL`` or made by the caller; by use (``index``, ``answer``, ``judge``)
            where they differ; ``none`` for none. None is the default.
        llm_url: The model's address, where that is not the provider's own.
        budget_tokens: The most tokens that all calls of language models may take before it is closed.
        budget_usd: The most they may cost, at list prices.
        create: Make it where there is none.
        read_only: Write nothing, not even what could be made anew.
        dry: For estimates: where there is none, take an empty one that does not stay.

    Raises:
        UsageError: a setting, embedder or model that does not exist or does not fit, or a reranker that a file names
            and nobody approved.
        StoreError: the folder is damaged, in use, read-only or from a newer version; see `timeweave.errors`.
    """
    folder = Path(path)
    named, made = _models_given(llm)
    settings = load(
        folder,
        llm=named,
        llm_url=llm_url,
        embedder=embedder if isinstance(embedder, str) else None,
        embedder_url=embedder_url,
        budget_tokens=budget_tokens,
        budget_usd=budget_usd,
    )
    models = Models(settings, made)
    ranked = options or _ranking(settings.hybrid)
    reranker = None
    if settings.hybrid.reranker is not None and ranked is not None and ranked.hybrid.rerank:
        if settings.hybrid.reranker_refused is not None:
            raise UntrustedError(settings.hybrid.reranker_refused)
        reranker = _InstalledReranker(settings.hybrid.reranker)
    chosen = None if embedder is None or isinstance(embedder, str) else embedder
    if chosen is None and settings.embedder is not None and not (folder / DATABASE).exists():
        # what does not exist makes no store
        chosen = opened(settings.embedder)
    if dry and not (folder / DATABASE).exists():
        return KnowledgeBase(_passing(), chosen, ranked, settings, models, folder, answers, reranker)
    if create and not (folder / DATABASE).exists():
        models.require(Use.INDEX)
    store = SqliteStore.open(folder, create=create, read_only=read_only)
    if not read_only:
        _declare(settings.relations, store)
    return KnowledgeBase(store, chosen, ranked, settings, models, folder, answers, reranker)


def _passing() -> SqliteStore:
    """An empty store in a temporary folder, which goes with it."""
    folder = tempfile.mkdtemp(prefix="timeweave-")
    store = SqliteStore.open(Path(folder))
    weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    return store


def _declare(rows: Sequence[Row], store: SqliteStore) -> None:
    """Have the store say of relations what the rows of the settings file say, where it does not yet."""
    from timeweave.evolution.correcting import declare, is_declared

    said = {row.name: Values(row.values) for row in reversed(rows) if row.values}
    with store.view() as view:
        if is_declared(said, view):
            return
    with store.transaction() as transaction:
        declare(said, transaction, dt.datetime.now(dt.UTC))


def named_by_store(folder: Path) -> str | None:
    """The embedder with an address that the store in ``folder`` remembers; ``None`` where it remembers none, or there
    is no store.

    Raises:
        StoreError: the store cannot be read.
    """
    if not (folder / DATABASE).exists():
        return None
    with contextlib.closing(SqliteStore.open(folder, create=False, read_only=True)) as store:
        remembered = store.setting(EMBEDDER_SETTING)
    return remembered if remembered is not None and split_name(remembered)[1] is not None else None


def _ranking(settings: HybridSettings) -> RetrievalOptions | None:
    """The options of retrieval where any is set."""
    if settings == HybridSettings():
        return None
    from timeweave.retrieval import RetrievalOptions

    return RetrievalOptions(hybrid=hybrid_options(settings))


def hybrid_options(settings: HybridSettings) -> HybridOptions:
    """How mode ``hybrid`` ranks: what is set, and the defaults for the rest."""
    from timeweave.retrieval.hybrid.options import HybridOptions
    from timeweave.retrieval.twe import TweOptions

    parameters = {field.name for field in fields(TweOptions)}
    given = {key: value for key, value in asdict(settings).items() if value is not None}
    given = {key: value for key, value in given.items() if not key.startswith("reranker")}
    named = {_EQUATIONS.get(key, key): value for key, value in given.items()}
    equations: dict[str, Any] = {key: named.pop(key) for key in list(named) if key in parameters}
    default = HybridOptions()
    try:
        return replace(default, twe=replace(default.twe, **equations), **named)
    except UsageError as error:  # of a setting beside the defaults of others
        raise UsageError(f"[hybrid]: {error}") from None


class _InstalledReranker:
    """The cross-encoder in a folder, loaded when something is first read again.

    Raises:
        UsageError: the folder or a file in it is missing, which few questions would tell.
    """

    def __init__(self, folder: Path) -> None:
        from timeweave.embedding.cross_encoder import require_files

        require_files(folder)
        self._folder = folder
        self._opened: Reranker | None = None

    def __call__(self, question: str, texts: Sequence[str]) -> np.ndarray:
        if self._opened is None:
            from timeweave.embedding.cross_encoder import open_cross_encoder

            self._opened = open_cross_encoder(self._folder)
        return self._opened(question, texts)


def _models_given(
    llm: str | ChatModel | Mapping[str, str | ChatModel] | None,
) -> tuple[str | Mapping[str, str] | None, Mapping[Use, ChatModel]]:
    """The models that are named, and those that the caller made."""
    if llm is None or isinstance(llm, str):
        return llm, {}
    by_use = llm if isinstance(llm, Mapping) else dict.fromkeys(Use, llm)
    named = {use: model for use, model in by_use.items() if isinstance(model, str)}
    made = {use_of(use): model for use, model in by_use.items() if not isinstance(model, str)}
    # what was made goes before what the environment or the file names
    return {**named, **dict.fromkeys(made, NONE)}, made
