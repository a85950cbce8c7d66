"""Facts of graphs saved as JSON, nodes and edges side by side.

Read are the edges of Graphiti as `EntityEdge.model_dump` gives them (graphiti-core 0.17 to 0.28: ``source_node_uuid``,
``name``, ``fact``, ``valid_at``, ``invalid_at``), the graph that LightRAG's server gives under ``/graphs`` (1.3 and
1.4: ``type`` and ``properties`` of each edge), and node-link data of networkx.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from timeweave.errors import TemporalError
from timeweave.exchange.edges import Node, fact_of_edge, facts_of_node, node_of
from timeweave.exchange.facts import BadEntry, GraphFact, Read
from timeweave.exchange.times import EntryError, exclusive

_NODES = ("nodes", "entities")
_EDGES = ("edges", "links", "relationships")
_IDS = ("uuid", "id", "key", "entity_id", "name")
_FROM = ("source_node_uuid", "source", "src_id", "from")
_TO = ("target_node_uuid", "target", "tgt_id", "to")
_SHOWN = 80


def is_graph(record: Any) -> bool:
    """Whether an object holds nodes and edges, or is an edge of Graphiti."""
    if not isinstance(record, dict):
        return False
    holds = any(isinstance(record.get(key), list) for key in _EDGES) and any(key in record for key in _NODES)
    return holds or "source_node_uuid" in record


def parts_of(record: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """The nodes and the edges of an object that holds them, or is one of them."""
    edges = next((record[key] for key in _EDGES if isinstance(record.get(key), list)), None)
    if edges is not None:
        return next((record[key] for key in _NODES if isinstance(record.get(key), list)), []), edges
    return ([], [record]) if "source_node_uuid" in record else ([record], [])


def read_graph(nodes: Iterable[Any], edges: Iterable[tuple[int | None, Any]]) -> Read:
    """The facts of ``edges``, each with its line where it has one."""
    known = dict(_named(nodes))
    yield from ((None, fact) for node in known.values() for fact in facts_of_node(node))
    for number, (line, edge) in enumerate(edges, 1):
        fields = _flat(edge)
        source, target = _first(fields, _FROM), _first(fields, _TO)
        if not source or not target:
            shown = json.dumps(edge, ensure_ascii=False, default=str)[:_SHOWN]
            yield BadEntry(line, f"edge {number} {shown!r} does not name both its ends: give it 'source' and 'target'")
            continue
        try:
            yield line, _fact(known.get(source, Node(source)), known.get(target, Node(target)), fields)
        except (EntryError, TemporalError) as error:
            yield BadEntry(line, f"{error}, of edge {number} from {source!r} to {target!r}")


def _fact(subject: Node, object_: Node, fields: Mapping[str, str]) -> GraphFact:
    own = {key: value for key, value in fields.items() if key not in (*_FROM, *_TO, "expired_at", "reference_time")}
    if "invalid_at" in own or "valid_at" in own:
        held = exclusive(own.pop("valid_at", ""), own.pop("invalid_at", ""))
        own["valid"] = str(held)
    return fact_of_edge(subject, object_, own)


def _named(nodes: Iterable[Any]) -> Iterator[tuple[str, Node]]:
    for node in nodes:
        fields = _flat(node)
        node_id = _first(fields, _IDS)
        fields.pop("uuid", None)
        if node_id:
            yield node_id, node_of(node_id, fields)


def _flat(record: Any) -> dict[str, str]:
    """The texts and numbers of an object, and those of its ``properties`` or ``attributes``."""
    if not isinstance(record, dict):
        return {}
    found: dict[str, str] = {}
    for key, value in record.items():
        if isinstance(value, dict) and key in ("properties", "attributes"):
            found = {**_flat(value), **found}
        elif isinstance(value, list) and value and key == "labels":
            found[key] = str(next((label for label in reversed(value) if label != "Entity"), ""))
        elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
            found[key] = str(value)
    return found


def _first(fields: Mapping[str, str], keys: tuple[str, ...]) -> str:
    return next((fields[key] for key in keys if fields.get(key)), "")
