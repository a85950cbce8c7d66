"""Files of graphs to documents: RDF, GraphML, Wikidata, Neo4j's CSV and the JSON of graphs."""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import itertools
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from timeweave.documents.decoding import decode, detect_encoding
from timeweave.documents.given_facts import documents_of
from timeweave.documents.jsonl import json_objects
from timeweave.documents.source_file import LARGEST, SourceFile
from timeweave.errors import DecodingWarning
from timeweave.exchange import BadEntry, graph_json, neo4j, wikidata
from timeweave.exchange.edges import Node
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import Document

Documents = Iterator[Document | Failure | PassedOver]


def read_ntriples(file: SourceFile, mapping: Mapping[str, str]) -> Documents:  # noqa: ARG001
    """The facts of a file of N-Triples."""
    from timeweave.exchange.rdf_reading import read_ntriples as facts_of

    with file.lines("utf-8") as lines:
        yield from documents_of(file, facts_of(enumerate(lines, 1)))


def read_turtle(file: SourceFile, mapping: Mapping[str, str]) -> Documents:  # noqa: ARG001
    """The facts of a file of Turtle."""
    from timeweave.exchange.rdf_reading import read_turtle as facts_of

    with file.open() as stream:
        yield from documents_of(file, facts_of(stream))


def read_graphml(file: SourceFile, mapping: Mapping[str, str]) -> Documents:  # noqa: ARG001
    """The facts of a file of GraphML."""
    from timeweave.exchange.graphml import read_graphml as facts_of

    with file.open() as stream:
        yield from documents_of(file, facts_of(stream))


def is_wikidata(first: Mapping[str, Any]) -> bool:
    """Whether the first object of a file is one of Wikidata."""
    return wikidata.is_item(first)


def is_dump(file: SourceFile) -> bool:
    """Whether a file is a list of items of Wikidata, one a line, as its dumps are."""
    head = file.head().lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head.startswith(b"["):
        return False
    first = next((item for _, item in itertools.islice(_items(file), 1)), None)
    return isinstance(first, dict) and wikidata.is_item(first)


def read_wikidata(file: SourceFile, mapping: Mapping[str, str]) -> Documents:  # noqa: ARG001
    """The facts of items of Wikidata, one a line; a dump may have brackets around them and commas between."""
    yield from documents_of(file, wikidata.read_wikidata(functools.partial(_items, file)))


def _items(file: SourceFile) -> Iterator[tuple[int, Mapping[str, Any] | BadEntry]]:
    with file.lines("utf-8") as lines:
        for number, line in enumerate(lines, 1):
            text = line.strip("\ufeff \t\r\n,")
            if text in ("", "[", "]"):
                continue
            try:
                item = json.loads(text)
            except (ValueError, RecursionError) as error:
                yield number, BadEntry(number, f"the line is not valid JSON ({error}): {text[:60]!r}; mend it")
                continue
            if isinstance(item, dict):
                yield number, item
            else:
                yield number, BadEntry(number, f"the line holds {text[:60]!r}, which is no item: leave it out")


def is_graph(file: SourceFile) -> bool:
    """Whether a file is one JSON object, over one line or several, that holds nodes and edges."""
    head = file.head().lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head.startswith(b"{") or not any(f'"{key}"'.encode() in head for key in ("nodes", "entities")):
        return False
    try:
        return graph_json.is_graph(json.loads(decode(file.read(), file)))
    except (ValueError, RecursionError):
        return False


def read_graph(file: SourceFile, mapping: Mapping[str, str]) -> Documents:  # noqa: ARG001
    """The facts of a graph that is one JSON object."""
    nodes, edges = graph_json.parts_of(json.loads(decode(file.read(), file)))
    yield from documents_of(file, graph_json.read_graph(nodes, ((None, edge) for edge in edges)))


def read_graph_lines(file: SourceFile, mapping: Mapping[str, str]) -> Documents:  # noqa: ARG001
    """The facts of a graph whose nodes and edges stand one a line."""
    nodes: list[Any] = []
    edges: list[tuple[int | None, Any]] = []
    for number, item in json_objects(file):
        if isinstance(item, Failure):
            yield item
            continue
        found = graph_json.parts_of(item)
        nodes += found[0]
        edges += ((number, edge) for edge in found[1])
    yield from documents_of(file, graph_json.read_graph(nodes, edges))


def is_graph_line(first: Mapping[str, Any]) -> bool:
    """Whether the first object of a file is a node or an edge of a graph."""
    return graph_json.is_graph(first) or {"uuid", "group_id", "labels"} <= first.keys()


def is_neo4j(header: list[str]) -> bool:
    """Whether a table is made for Neo4j's bulk import."""
    return neo4j.is_relationships_header(header) or neo4j.is_nodes_header(header)


def read_neo4j(
    file: SourceFile, header: list[str], records: Iterable[tuple[int, Mapping[str, str] | Failure]]
) -> Documents:
    """The facts of relationships, whose ends are called as the tables of nodes beside the file say."""
    if not neo4j.is_relationships_header(header):
        if not any(True for _ in _tables_beside(file.path, neo4j.is_relationships_header)):
            yield PassedOver(file.label, "nodes, which are read with a table of relationships beside them")
        return
    nodes = dict(_nodes_beside(file.path))
    rows = ((line, BadEntry(line, record.error) if isinstance(record, Failure) else record) for line, record in records)
    yield from documents_of(file, neo4j.read_neo4j(rows, nodes.get))


def _nodes_beside(path: Path) -> Iterator[tuple[str, Node]]:
    for file in _tables_beside(path, neo4j.is_nodes_header):
        with _undisturbed():
            rows = csv.DictReader(io.StringIO(decode(file.read(), file)))
        plain = ({key: value or "" for key, value in row.items() if isinstance(key, str)} for row in rows)
        yield from neo4j.read_nodes((number, row) for number, row in enumerate(plain, 2))


def _tables_beside(path: Path, is_wanted: Callable[[list[str]], bool]) -> Iterator[SourceFile]:
    """The other tables of the folder whose header is one that is wanted."""
    for beside in sorted(path.parent.glob("*.csv")):
        if beside != path and beside.is_file() and beside.stat().st_size <= LARGEST:
            file = SourceFile(beside, beside.name)
            with _undisturbed():
                header = _header(file)
            if is_wanted(header):
                yield file


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Without warnings that the file's own reading gives."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DecodingWarning)
        yield


def _header(file: SourceFile) -> list[str]:
    head = file.head()
    encoding = detect_encoding(head, file, whole=len(head) < 1 << 20)
    return next(csv.reader([head.decode(encoding, "replace").partition("\n")[0]]), [])
