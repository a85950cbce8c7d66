"""Documents taken back, a transaction each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from timeweave.errors import NotFoundError
from timeweave.evolution import decide_removal
from timeweave.indexes import Indexes
from timeweave.records import DocumentId
from timeweave.store.base import Store

Unknown = list[tuple[str, NotFoundError]]
"""Ids that the store does not hold, with the errors that say so."""


def remove(
    ids: Iterable[str], store: Store, indexes: Indexes, recorded: dt.datetime, unknown: Unknown | None = None
) -> int:
    """Remove documents with all their versions; returns how many.

    Raises:
        NotFoundError: for the first id that the store does not hold, unless these are gathered in ``unknown``.
    """
    removed = 0
    for id_ in ids:
        try:
            with store.transaction() as transaction:
                change = decide_removal(DocumentId(id_), transaction, recorded)
                transaction.apply(indexes.added(transaction, change))
        except NotFoundError as error:
            if unknown is None:
                raise
            unknown.append((id_, error))
        else:
            removed += 1
    return removed
