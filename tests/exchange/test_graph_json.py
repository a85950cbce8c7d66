"""Graphs saved as JSON by Graphiti, LightRAG and networkx."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document

MADE = "2025-07-01T09:30:00+00:00"
NODES = [
    {
        "uuid": "u1",
        "name": "Irma Holt",
        "group_id": "g",
        "labels": ["Entity", "Person"],
        "created_at": MADE,
        "summary": "A mayor.",
        "attributes": {"age": 3},
    },
    {"uuid": "u2", "name": "Port Lorne", "group_id": "g", "labels": ["Entity"], "created_at": MADE, "summary": ""},
]
BETWEEN = {"group_id": "g", "source_node_uuid": "u1", "target_node_uuid": "u2", "created_at": MADE, "attributes": {}}
EDGES = [
    {
        **BETWEEN,
        "uuid": "e1",
        "name": "MAYOR_OF",
        "fact": "Irma Holt became mayor of Port Lorne in May 2021.",
        "fact_embedding": None,
        "episodes": ["p1"],
        "expired_at": "2025-07-02T00:00:00Z",
        "valid_at": "2021-05-03T00:00:00Z",
        "invalid_at": "2025-06-30T00:00:00Z",
    },
    {**BETWEEN, "uuid": "e2", "name": "BORN_IN", "fact": "", "valid_at": None, "invalid_at": None},
]
LINE = "Irma Holt: MAYOR OF: Port Lorne (2021-05-03 to 2025-06-29) — Irma Holt became mayor of Port Lorne in May 2021."


@pytest.mark.parametrize("indent", [None, 2])
def test_a_graph_of_graphiti(tmp_path: Path, indent: int | None) -> None:
    """`valid_at` is the first day, `invalid_at` the first without; an edge is known from when it was made (EK-10),
    and so is an attribute of a node (EK-01).
    """
    (tmp_path / "graph.json").write_text(json.dumps({"nodes": NODES, "edges": EDGES}, indent=indent))
    (document,) = read(tmp_path)
    assert isinstance(document, Document)
    assert document.text == f"Irma Holt: age: 3\n{LINE}\nIrma Holt: BORN IN: Port Lorne"
    assert str(document.date) == "2025-07-01"
    assert document.facts[1].subject_type == "Person"


def test_nodes_and_edges_a_line_each(tmp_path: Path) -> None:
    """In any order; an edge without an end is named with its line."""
    bad = {"uuid": "e3", "source_node_uuid": "u1", "name": "X"}
    path = tmp_path / "graph.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in [EDGES[0], bad, *NODES]))
    failure, document = read(path)
    assert isinstance(failure, Failure)
    assert failure.line == 2
    assert "does not name both its ends" in failure.error
    assert isinstance(document, Document)
    assert document.text == f"Irma Holt: age: 3\n{LINE}"


def test_a_graph_of_the_server_of_lightrag(tmp_path: Path) -> None:
    """What `/graphs` gives: properties of nodes and edges under `properties`."""
    nodes = [
        {"id": "Irma Holt", "labels": ["Irma Holt"], "properties": {"entity_id": "Irma Holt", "entity_type": "person"}},
        {"id": "Port Lorne", "labels": ["Port Lorne"], "properties": {"entity_type": "location"}},
    ]
    properties = {"weight": 1.0, "description": "She leads it.", "keywords": "leads,town", "source_id": "chunk-1"}
    edge = {"id": "1", "type": "DIRECTED", "source": "Irma Holt", "target": "Port Lorne", "properties": properties}
    (tmp_path / "graph.json").write_text(json.dumps({"nodes": nodes, "edges": [edge], "is_truncated": False}))
    (document,) = read(tmp_path)
    assert isinstance(document, Document)
    assert document.text == "Irma Holt: leads: Port Lorne — She leads it."
    assert (document.facts[0].subject_type, document.facts[0].object_type) == ("person", "location")


def test_node_link_data_of_networkx(tmp_path: Path) -> None:
    """`links` for edges, attributes beside the ends."""
    graph = {
        "directed": True,
        "nodes": [{"id": 1, "label": "Ada"}, {"id": 2, "label": "Acme"}],
        "links": [{"source": 1, "target": 2, "relation": "employer", "since": 1999}],
    }
    (tmp_path / "graph.json").write_text(json.dumps(graph))
    (document,) = read(tmp_path)
    assert isinstance(document, Document)
    assert document.text == "Ada: employer: Acme (from 1999)"
