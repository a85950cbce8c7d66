"""Dated triples: facts that are given as such, each with a line of text that says it in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from timeweave.documents.given_facts import documents_of
from timeweave.documents.jsonl import json_objects, renamed
from timeweave.documents.source_file import SourceFile
from timeweave.errors import TemporalError
from timeweave.exchange import BadEntry, GraphFact
from timeweave.exchange.records import COLUMNS, GIVEN, NAMES, fact_of_record
from timeweave.exchange.times import EntryError, reads
from timeweave.outcomes import Failure
from timeweave.records import Document


def is_triple_header(columns: Iterable[str]) -> bool:
    """Whether the columns (or keys) are those of dated triples rather than of documents."""
    names = set(columns)
    return names.issuperset(NAMES) and "text" not in names


def looks_like_triple(cells: list[str]) -> bool:
    """Whether a row without header can be one: five to ten cells, the first three filled, then dates or nothing."""
    if not 5 <= len(cells) <= len(GIVEN) or not all(cell.strip() for cell in cells[:3]):
        return False
    return all(not cell.strip() or reads(cell.strip()) for cell in cells[3:5])


def triple_columns(count: int | None = None) -> list[str]:
    """The first ``count`` columns of triples without header, in their fixed order; all that a header may name."""
    return list(COLUMNS if count is None else GIVEN[:count])


def read_triples_jsonl(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:
    """The dated triples of a JSON Lines file."""
    records = (
        (line, item if isinstance(item, Failure) else renamed(item, mapping)) for line, item in json_objects(file)
    )
    return read_triples(file, records)


def read_triples(
    file: SourceFile, records: Iterable[tuple[int, Mapping[str, Any] | Failure]], *, raw: bool = False
) -> Iterator[Document | Failure]:
    """The documents that the facts of ``records`` make (`documents_of`); ``raw`` ones have text in every field, as from
    a table.
    """
    return documents_of(file, (_fact(line, record, raw=raw) for line, record in records))


def _fact(
    line: int, record: Mapping[str, Any] | Failure, *, raw: bool
) -> tuple[int | None, GraphFact] | BadEntry | Failure:
    if isinstance(record, Failure):
        return record
    try:
        return line, fact_of_record(record, raw=raw)
    except (TemporalError, EntryError) as error:
        return BadEntry(line, str(error))
