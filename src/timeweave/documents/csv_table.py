"""CSV and TSV tables: one document a row, or dated triples when the header says so."""

from __future__ import annotations

import csv
import itertools
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from timeweave.documents import markdown
from timeweave.documents.content import recognise
from timeweave.documents.dates import date_in_name
from timeweave.documents.decoding import clean, detect_encoding
from timeweave.documents.duplicates import DuplicateGuard
from timeweave.documents.from_fields import dated_by_fields
from timeweave.documents.graphs import is_neo4j, read_neo4j
from timeweave.documents.jsonl import failure
from timeweave.documents.mapping import renamed
from timeweave.documents.native import FIELDS, document_from_json
from timeweave.documents.sheet import MOST_ROWS
from timeweave.documents.source_file import LARGEST, SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.documents.triples import is_triple_header, looks_like_triple, read_triples, triple_columns
from timeweave.errors import DocumentError
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import Document, Markup

_END = "\0"  # comes after the last line; in no cell, unless a quote is still open there


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row and the 1-based line on which it begins."""

    line: int
    cells: list[str]


def read_table(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure | PassedOver]:
    """The documents or dated triples of a table.

    A header with ``subject``, ``relation`` and ``object`` makes it a file of triples, and so does a TSV without header
    whose rows have at least five cells with dates or nothing in the fourth and fifth; so does one made for Neo4j's
    bulk import. A header with ``text`` makes each row a document, whose id is the column ``id`` or the file's name and
    the number of the row. Any other table is one document that holds it.
    """
    head = file.head()
    kind = recognise(head)
    if kind:
        raise file.error(f"holds {kind}, not a table: give it the suffix of what it is, or remove it")
    encoding = detect_encoding(head, file, whole=len(head) < 1 << 20)
    rows = _rows(file, encoding)
    first = next(rows, None)
    if first is None:
        raise file.error("is empty: there is nothing to read; remove it or write rows into it")
    columns = _columns(first.cells, mapping)
    twice = next((name for name, count in Counter(columns).items() if count > 1 and name), None)
    if twice is not None and not (file.kind == ".tsv" and looks_like_triple(first.cells)):
        raise file.error(f"has two columns {twice!r}: give each its own name", first.line)
    if is_triple_header(columns):
        return read_triples(file, _records(file, columns, rows), raw=True)
    if file.kind == ".tsv" and looks_like_triple(first.cells):
        columns = triple_columns(len(first.cells))
        return read_triples(file, _records(file, columns, itertools.chain([first], rows)), raw=True)
    if is_neo4j(first.cells):
        return read_neo4j(file, first.cells, _records(file, first.cells, rows))
    if "text" not in columns:
        if "text" in mapping:
            shown = ", ".join(map(repr, first.cells[:12]))
            raise file.error(f"has no column {mapping['text']!r} among {shown}: name the one that holds the text", 1)
        return _whole(file, first, _records(file, first.cells, rows))
    return _documents(file, [name.strip() for name in first.cells], rows, mapping)


def _whole(
    file: SourceFile, header: Row, records: Iterator[tuple[int, dict[str, str] | Failure]]
) -> Iterator[Document | Failure]:
    """A table of which no column is a text: one document that holds it."""
    table = [[markdown.escaped(cell) for cell in header.cells]]
    lost = 0
    for _, record in records:
        if isinstance(record, Failure):
            yield record
        elif len(table) > MOST_ROWS:
            lost += 1
        else:
            table.append([markdown.escaped(cell) for cell in record.values()])
    if len(table) < 2:
        shown = ", ".join(map(repr, header.cells[:12]))
        yield failure(file.error(f"has no row below its header {shown}: there is nothing to read", header.line))
        return
    name = printable(file.name)
    document = Document(id=name, text=clean(markdown.table(table)), markup=Markup.MARKDOWN)
    yield with_publication(document, date_in_name(name), period_name=name)
    if lost:
        message = f"has {lost:,} more rows than the {MOST_ROWS:,} that one document holds: split it"
        yield failure(file.error(f"{message}, or name a column that holds a text for each row, --map text=COLUMN"))


def _documents(
    file: SourceFile, header: list[str], rows: Iterator[Row], mapping: Mapping[str, str]
) -> Iterator[Document | Failure]:
    guard = DuplicateGuard(file)
    for number, (line, record) in enumerate(_records(file, header, rows), 1):
        if isinstance(record, Failure):
            yield record
            continue
        try:
            fields = _fields(record, file, line, mapping)
            fields.setdefault("id", f"{printable(file.name)}#{number}")
            document = dated_by_fields(document_from_json(fields, file.label, line), fields)
            if guard.is_new(document, line):
                yield document
        except DocumentError as error:
            yield failure(error)


def _fields(record: Mapping[str, str], file: SourceFile, line: int, mapping: Mapping[str, str]) -> dict[str, Any]:
    """The cells that are not empty, under the names of the native form."""
    filled = {key: cell for key, cell in record.items() if cell.strip()}
    fields = {_native_name(key): cell for key, cell in renamed(filled, mapping).items()}
    for key in set(fields) & set(FIELDS) - {"text"}:
        fields[key] = fields[key].strip() if isinstance(fields[key], str) else fields[key]
    if isinstance(names := fields.get("entities"), (str, list)):
        whole = names if isinstance(names, str) else names[0]
        fields["entities"] = [name.strip() for name in whole.split(";")]
    if "metadata" in fields:
        try:
            fields["metadata"] = json.loads(fields["metadata"])
        except (ValueError, RecursionError):
            raise file.error(f"'metadata' is {fields['metadata'][:60]!r}: it must be a JSON object", line) from None
    return fields


def _columns(header: list[str], mapping: Mapping[str, str]) -> list[str]:
    """The header's names; those of the native form and of triples in lower case, renamed as ``mapping`` says."""
    stripped = [name.strip() for name in header]
    targets = renamed(dict(zip(stripped, stripped, strict=True)), mapping)
    by_source = {str(source[0] if isinstance(source, list) else source): target for target, source in targets.items()}
    names = [by_source.get(name, name) for name in stripped]
    return [_native_name(name) for name in names]


def _native_name(column: str) -> str:
    """The name in lower case where it is one of the native form or of triples."""
    known = {*FIELDS, *triple_columns(10)}
    return column.casefold() if column.casefold() in known else column


def _records(
    file: SourceFile, columns: list[str], rows: Iterator[Row]
) -> Iterator[tuple[int, dict[str, str] | Failure]]:
    """Each row by column, with its line; a failure for one that does not fit the header or cannot be decoded."""
    while True:
        try:
            row = next(rows, None)
        except DocumentError as error:
            yield error.line or 0, failure(error)
            return
        if row is None:
            return
        if len(row.cells) != len(columns):
            message = (
                f"the row has {len(row.cells)} cells where the header has {len(columns)}: "
                "put cells that hold the separator or a line end in quotes, and leave empty ones empty"
            )
            yield row.line, Failure(file.label, row.line, message)
        elif any("\udc80" <= c <= "\udcff" for cell in row.cells if not cell.isascii() for c in cell):
            message = "the row has bytes that do not fit the encoding of the others: save the file as UTF-8"
            yield row.line, Failure(file.label, row.line, message)
        else:
            yield row.line, dict(zip(columns, row.cells, strict=True))


def _rows(file: SourceFile, encoding: str) -> Iterator[Row]:
    r"""The rows that are not blank. Cells of a TSV are not quoted (IANA text/tab-separated-values)."""
    with file.lines(encoding) as lines:
        first = next(lines, "").removeprefix("\ufeff")
        tabs = file.kind == ".tsv"
        separator = "\t" if tabs else ";" if ";" in first and "," not in first else ","
        text = itertools.chain((line.replace("\0", "") for line in itertools.chain([first], lines)), [_END])
        reader = csv.reader(
            text, delimiter=separator, quoting=csv.QUOTE_NONE if tabs else csv.QUOTE_MINIMAL, strict=False
        )
        while True:
            begins = reader.line_num + 1
            cells = _next_row(reader, file)
            if cells is None or cells == [_END]:
                return
            if cells and cells[-1].endswith(_END):
                raise file.error("a quote that opens in this row is never closed: close it, or double it", begins)
            if any(cell.strip() for cell in cells):
                yield Row(begins, cells)


def _next_row(reader: Any, file: SourceFile) -> list[str] | None:
    limit = csv.field_size_limit(LARGEST)  # global to the process, so it is put back at once
    try:
        row: list[str] | None = next(reader, None)
    except csv.Error as error:
        raise file.error(f"cannot be read from here on: {error}; check the quotes", reader.line_num) from None
    finally:
        csv.field_size_limit(limit)
    return row
