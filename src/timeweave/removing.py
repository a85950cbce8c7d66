"""Documents taken back, a transaction each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence

from timeweave.errors import NotFoundError
from timeweave.evolution import decide_removal
from timeweave.indexes import Indexes
from timeweave.records import DocumentId, file_of, is_whole
from timeweave.store.base import Store

Unknown = list[tuple[str, NotFoundError]]
"""Ids that the store does not hold, with the errors that say so."""


def remove(
    ids: Iterable[str], store: Store, indexes: Indexes, recorded: dt.datetime, unknown: Unknown | None = None
) -> int:
    """Remove documents with all their versions; returns how many. The id of a file that was read in parts, one for each
    day, is that of all of them.

    Raises:
        NotFoundError: for the first id that the store does not hold, unless these are gathered in ``unknown``.
    """
    ids = tuple(ids)
    removed, parts = 0, _parts(ids, store)
    for id_ in dict.fromkeys(id_ for file in ids for id_ in (*parts.get(file, ()), file)):
        try:
            with store.transaction() as transaction:
                change = decide_removal(DocumentId(id_), transaction, recorded)
                transaction.apply(indexes.added(transaction, change))
        except NotFoundError as error:
            if id_ in parts:
                continue
            if unknown is None:
                raise
            unknown.append((id_, error))
        else:
            removed += 1
    return removed


def _parts(ids: Sequence[str], store: Store) -> Mapping[str, Sequence[str]]:
    """The documents of each file that was read in parts; nothing where all ``ids`` are of whole documents."""
    found: dict[str, list[str]] = {}
    with store.view() as view:
        known = [view.document(DocumentId(id_)) for id_ in ids]
        if all(info is not None and is_whole(info.id, info.metadata) for info in known):
            return {}
        for info in view.documents():
            if file := file_of(info.id, info.metadata):
                found.setdefault(file, []).append(info.id)
    return found
