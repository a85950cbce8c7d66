"""Interactions of named subjects: gathered, and, where a model said them, kept as facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from timeweave.embedders import StoreEmbedder
from timeweave.errors import UsageError
from timeweave.indexes import Indexes
from timeweave.inquiring import Inquiries
from timeweave.interactions.gathering import Interaction, gather
from timeweave.interactions.options import InteractionOptions
from timeweave.interactions.storing import keep
from timeweave.models import Clients
from timeweave.settings import Use
from timeweave.store.base import Store
from timeweave.temporal.given import instant


@dataclass(frozen=True, slots=True)
class InteractionsResult:
    """The interactions found, and how many facts were new in the store; without a model they are facts already."""

    interactions: tuple[Interaction, ...]
    kept: int


def run(
    subjects: Sequence[str],
    variant: str,
    parts: tuple[Store, Indexes, StoreEmbedder, Inquiries],
    clients_for: Callable[[str], Clients],
    options: InteractionOptions | None = None,
) -> InteractionsResult:
    """Gather the interactions of ``subjects`` in ``variant``, and keep those of a model.

    Raises:
        UsageError: no subject is named, or there is no such variant.
        NotFoundError: no visible document mentions a subject.
    """
    if not subjects:
        raise UsageError("no subject is named: say whose interactions are wanted")
    store, indexes, embedder, inquiries = parts
    client = clients_for("interact").get(Use.INDEX)
    with store.view() as view:
        ids = [inquiries.entity(name, view).id for name in subjects]
        found = gather(view, ids, variant, client, options)
    kept = 0 if client is None else keep(found, store, indexes, embedder.get(), instant(None))
    return InteractionsResult(tuple(found), kept)
