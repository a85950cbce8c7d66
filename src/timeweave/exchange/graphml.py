"""Facts as GraphML: entities and literals are nodes, facts are directed edges.

Written as a stream, each node before its first edge. Read are the graphs of networkx, Gephi, yEd and LightRAG
(``graph_chunk_entity_relation.graphml``) too, by the names of their attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any
from xml.sax.saxutils import escape, quoteattr

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

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_NODE_FIELDS = ("name", "type", "kind")
_NO_XML = {n: " " for n in (*range(32), 0xFFFE, 0xFFFF) if n not in (9, 10)}


def write_graphml(facts: Iterable[GraphFact], out: IO[str]) -> None:
    """One graph, with parallel edges."""
    out.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="{_NAMESPACE}">\n')
    for scope, names in (("node", _NODE_FIELDS), ("edge", FIELDS)):
        for name in names:
            kind = "double" if name in NUMBERS else "string"
            out.write(f'<key id="{scope}-{name}" for="{scope}" attr.name="{name}" attr.type="{kind}"/>\n')
    out.write('<graph id="timeweave" edgedefault="directed">\n')
    seen: set[str] = set()
    for fact in facts:
        target = literal_id(fact) if fact.is_literal else fact.object_key
        _node(out, seen, fact.subject_key, (fact.subject, fact.subject_type, OWN_KINDS[0]))
        kind = OWN_KINDS[1 if fact.is_literal else 0]
        _node(out, seen, target, (fact.object, fact.object_type, kind))
        out.write(f"<edge id={_attribute(fact.id)} source={_attribute(fact.subject_key)} target={_attribute(target)}>")
        out.write("".join(_data("edge", name, value) for name, value in edge_fields(fact).items()) + "</edge>\n")
    out.write("</graph>\n</graphml>\n")


def _node(out: IO[str], seen: set[str], id_: str, values: tuple[str, str, str]) -> None:
    if id_ in seen:
        return
    seen.add(id_)
    data = "".join(_data("node", name, value) for name, value in zip(_NODE_FIELDS, values, strict=True))
    out.write(f"<node id={_attribute(id_)}>{data}</node>\n")


def _data(scope: str, name: str, value: str) -> str:
    return f'<data key="{scope}-{name}">{escape(value.translate(_NO_XML))}</data>' if value else ""


def _attribute(value: str) -> str:
    return quoteattr(value.translate(_NO_XML), {"\n": "&#10;", "\t": "&#9;"})


def read_graphml(stream: IO[bytes]) -> Read:
    """The facts of all edges; one that cannot be read is named, and the others go on."""
    from lxml import etree

    keys: dict[str, str] = {}
    nodes: dict[str, Node] = {}
    waiting: list[tuple[int | None, str, str, dict[str, str]]] = []
    events = etree.iterparse(stream, events=("end",), resolve_entities=False, no_network=True, load_dtd=False)
    try:
        for _, element in events:
            tag = etree.QName(element).localname if isinstance(element.tag, str) else ""
            if tag == "key":
                keys[element.get("id", "")] = element.get("attr.name") or element.get("yfiles.type") or ""
            elif tag == "node":
                id_ = element.get("id", "")
                nodes[id_] = node_of(id_, _fields(element, keys))
                yield from ((element.sourceline, fact) for fact in facts_of_node(nodes[id_]))
                _forget(element)
            elif tag == "edge":
                ends = element.get("source", ""), element.get("target", "")
                edge = (element.sourceline, *ends, _fields(element, keys))
                if ends[0] in nodes and ends[1] in nodes:
                    yield _fact(edge, nodes)
                else:
                    waiting.append(edge)
                _forget(element)
    except etree.XMLSyntaxError as error:
        yield BadEntry(
            error.lineno, f"is not well-formed XML ({error.msg}): what stands after that is not read; mend it"
        )
    yield from (_fact(edge, nodes) for edge in waiting)


def _fact(
    edge: tuple[int | None, str, str, dict[str, str]], nodes: dict[str, Node]
) -> tuple[int | None, GraphFact] | BadEntry:
    line, source, target, fields = edge
    try:
        return line, fact_of_edge(nodes.get(source, Node(source)), nodes.get(target, Node(target)), fields)
    except (EntryError, TemporalError) as error:
        return BadEntry(line, f"{error}, of the edge from {source!r} to {target!r}")


def _fields(element: Any, keys: dict[str, str]) -> dict[str, str]:
    """The data of an element by attribute name; a label that yEd draws stands for a name."""
    found = {keys.get(key, "") or "label": value for key, value in _data_of(element)}
    found |= {name: element.get(name) for name in ("label", "labels") if element.get(name)}
    return found


def _data_of(element: Any) -> Iterator[tuple[str, str]]:
    for child in element:
        if isinstance(child.tag, str) and child.tag.rpartition("}")[2] == "data":
            text = "".join(child.itertext())
            yield child.get("key", ""), text if len(child) == 0 else text.strip()


def _forget(element: Any) -> None:
    """Free what has been read."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]
