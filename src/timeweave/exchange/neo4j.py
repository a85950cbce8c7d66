"""Facts as CSV for Neo4j's bulk import (`neo4j-admin database import`): nodes and relationships with typed headers."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from timeweave.errors import TemporalError
from timeweave.exchange.edges import (
    FIELDS,
    NUMBERS,
    OWN_KINDS,
    Node,
    edge_fields,
    fact_of_edge,
    facts_of_node,
    literal_id,
    node_of,
)
from timeweave.exchange.facts import BadEntry, GraphFact, Read
from timeweave.exchange.times import EntryError
from timeweave.temporal.interval import ALWAYS

NODES, RELATIONSHIPS = "nodes.csv", "relationships.csv"
_DATES = frozenset({"ended", "observed"})
_NO_TYPE = re.compile(r"\W+")

Rows = Iterable[tuple[int, Mapping[str, str] | BadEntry]]
"""Rows by the names in their header, with their lines."""


def write_neo4j(facts: Iterable[GraphFact], folder: Path) -> None:
    """Two files into ``folder``, for ``neo4j-admin database import full`` with ``--multiline-fields=true``.

    Months, quarters and years have no type there, so bounds stand as dates (``first_day``, ``last_day``) and as
    they were stated (``valid_from``, ``valid_until``).
    """
    seen: set[str] = set()
    with (
        (folder / NODES).open("w", encoding="utf-8", newline="") as nodes_file,
        (folder / RELATIONSHIPS).open("w", encoding="utf-8", newline="") as edges_file,
    ):
        nodes, edges = (csv.writer(file, lineterminator="\n") for file in (nodes_file, edges_file))
        nodes.writerow(["key:ID", "name", "type", "kind", ":LABEL"])
        edges.writerow([":START_ID", ":END_ID", ":TYPE", "first_day:date", "last_day:date", *map(_typed, FIELDS)])
        for fact in facts:
            target = literal_id(fact) if fact.is_literal else fact.object_key
            kind, label = (OWN_KINDS[1], "Literal") if fact.is_literal else (OWN_KINDS[0], _labels(fact.object_type))
            rows = [
                (fact.subject_key, fact.subject, fact.subject_type, OWN_KINDS[0], _labels(fact.subject_type)),
                (target, fact.object, fact.object_type, kind, label),
            ]
            nodes.writerows(row for row in rows if row[0] not in seen)
            seen.update(row[0] for row in rows)
            fields = edge_fields(fact)
            edges.writerow(
                [fact.subject_key, target, _type(fact.relation), *_days(fact), *(fields[name] for name in FIELDS)]
            )


def _typed(name: str) -> str:
    kind = "double" if name in NUMBERS else "date" if name in _DATES else "string"
    return f"{name}:{kind}"


def _labels(kind: str) -> str:
    return f"Entity;{kind}" if kind and ";" not in kind else "Entity"


def _type(relation: str) -> str:
    """The relation as types of relationships are written."""
    return _NO_TYPE.sub("_", relation).strip("_").upper() or "RELATED_TO"


def _days(fact: GraphFact) -> tuple[str, str]:
    valid = fact.valid or ALWAYS
    first, last = ("" if day is None else day.isoformat() for day in (valid.start, valid.last_day))
    return first, last


def is_nodes_header(header: Sequence[str]) -> bool:
    """Whether a header is that of nodes."""
    return any(name.partition("(")[0].endswith(":ID") for name in header)


def is_relationships_header(header: Sequence[str]) -> bool:
    """Whether a header is that of relationships."""
    plain = [name.partition("(")[0] for name in header]
    return any(name.endswith(":START_ID") for name in plain) and any(name.endswith(":END_ID") for name in plain)


def property_name(column: str) -> str:
    """The property of a column: `confidence:double` gives `confidence`, `key:ID` gives `:id`."""
    plain = column.strip().partition("(")[0]
    name, _, kind = plain.partition(":")
    special = kind.casefold()
    if special in ("id", "start_id", "end_id", "type", "label"):
        return f":{special}"
    return name


def read_nodes(rows: Rows) -> Iterator[tuple[str, Node]]:
    """The nodes of a file by their ids."""
    for _, row in rows:
        if not isinstance(row, BadEntry):
            fields = {property_name(key): value for key, value in row.items()}
            labels = [part for part in fields.get(":label", "").split(";") if part != "Entity"]
            id_ = fields.get(":id", "")
            yield id_, node_of(id_, {"entity_type": labels[-1] if labels else "", **fields, ":label": ""})


def read_neo4j(rows: Rows, node: Callable[[str], Node | None]) -> Read:
    """The facts of a file of relationships; ``node`` says what the ends are called."""
    told: set[str] = set()
    for line, row in rows:
        if isinstance(row, BadEntry):
            yield row
            continue
        fields = {property_name(key): value for key, value in row.items()}
        source, target = fields.get(":start_id", ""), fields.get(":end_id", "")
        ends = {id_: node(id_) or Node(id_) for id_ in (source, target)}
        yield from ((line, fact) for id_, end in ends.items() if id_ not in told for fact in facts_of_node(end))
        told |= ends.keys()
        try:
            yield line, fact_of_edge(ends[source], ends[target], fields)
        except (EntryError, TemporalError) as error:
            yield BadEntry(line, f"{error}, of the relationship from {source!r} to {target!r}")
