"""GraphML as other programs write it."""

from __future__ import annotations

from pathlib import Path

import timeweave
from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
LIGHTRAG = (
    HEAD
    + """<key id="d10" for="edge" attr.name="created_at" attr.type="long"/>
<key id="d9" for="edge" attr.name="file_path" attr.type="string"/>
<key id="d8" for="edge" attr.name="source_id" attr.type="string"/>
<key id="d7" for="edge" attr.name="keywords" attr.type="string"/>
<key id="d6" for="edge" attr.name="description" attr.type="string"/>
<key id="d5" for="edge" attr.name="weight" attr.type="double"/>
<key id="d2" for="node" attr.name="description" attr.type="string"/>
<key id="d1" for="node" attr.name="entity_type" attr.type="string"/>
<key id="d0" for="node" attr.name="entity_id" attr.type="string"/>
<graph edgedefault="undirected">
<node id="Irma Holt"><data key="d0">Irma Holt</data><data key="d1">person</data><data key="d2">A mayor.</data></node>
<node id="&quot;Port Lorne&quot;"><data key="d1">&quot;geo&quot;</data></node>
<edge source="Irma Holt" target="&quot;Port Lorne&quot;">
<data key="d5">9.0</data><data key="d6">Irma Holt leads the town &amp; its harbour.</data>
<data key="d7">leadership, town hall</data><data key="d8">chunk-1&lt;SEP&gt;chunk-2</data>
<data key="d9">town.md&lt;SEP&gt;other.md</data><data key="d10">1751328000</data></edge>
</graph></graphml>"""
)
GENERIC = (
    HEAD
    + """<key id="r" for="edge" attr.name="relation_type" attr.type="string"/>
<key id="s" for="edge" attr.name="start_date" attr.type="string"/>
<key id="e" for="edge" attr.name="valid_to" attr.type="string"/>
<key id="n" for="node" attr.name="label" attr.type="string"/>
<graph edgedefault="directed">
<edge source="n1" target="n2"><data key="r">WORKS_FOR</data><data key="s">2019-05-06T00:00:00Z</data>
<data key="e">2021</data></edge>
<edge source="n2" target="n1"/>
<edge source="n1" target="n3"><data key="r">visited</data><data key="s">soon</data></edge>
<edge source="n1" target="n3"><data key="r">visited</data><data key="s">2020</data></edge>
<node id="n1"><data key="n">Ada King</data></node>
<node id="n2"><data key="n">Acme</data></node>
</graph></graphml>"""
)


def test_a_graph_of_lightrag(tmp_path: Path) -> None:
    """The first keyword is the relation, the description goes along, it is known from when it was made (EK-10)."""
    (tmp_path / "graph_chunk_entity_relation.graphml").write_text(LIGHTRAG, encoding="utf-8")
    (document,) = read(tmp_path)
    assert isinstance(document, Document)
    (fact,) = document.facts
    assert (fact.subject, fact.relation, fact.object) == ("Irma Holt", "leadership", "Port Lorne")
    assert (fact.subject_type, fact.object_type) == ("person", "geo")
    assert document.text == "Irma Holt: leadership: Port Lorne — Irma Holt leads the town & its harbour."
    assert (str(document.date), document.source) == ("2025-07-01", "town.md")


def test_attributes_are_known_by_the_names_in_use(tmp_path: Path) -> None:
    """Edges may come before their nodes and be dated under any usual name; bad ones are named with their lines."""
    path = tmp_path / "graph.graphml"
    path.write_text(GENERIC, encoding="utf-8")
    items = list(read(path))
    failures = [item for item in items if isinstance(item, Failure)]
    assert [f.line for f in failures] == [10, 11]
    assert "does not say what it tells" in failures[0].error
    assert "'start_date' cannot be read: 'soon'" in failures[1].error
    (document,) = (item for item in items if isinstance(item, Document))
    assert document.text == "Ada King: WORKS FOR: Acme (2019-05-06 to 2021)\nAda King: visited: n3 (from 2020)"


def test_what_breaks_off_keeps_what_came_before(tmp_path: Path) -> None:
    """XML that is not well-formed is named with its line; the edges before that are read."""
    path = tmp_path / "graph.graphml"
    path.write_text(LIGHTRAG.partition("</graph>")[0] + "<edge source=\n", encoding="utf-8")
    failure, document = read(path)
    assert isinstance(failure, Failure)
    assert failure.line == 20
    assert "not well-formed XML" in failure.error
    assert isinstance(document, Document)
    assert len(document.facts) == 1


def test_entities_of_xml_are_not_followed(tmp_path: Path) -> None:
    """A file neither reads another one nor grows to gigabytes."""
    (tmp_path / "secret").write_text("hidden words")
    inner = f'<!DOCTYPE g [<!ENTITY s SYSTEM "file://{tmp_path}/secret"><!ENTITY a "lots">]>'
    text = GENERIC.replace("<graphml", f"{inner}<graphml").replace("Ada King", "&s;")
    path = tmp_path / "graph.graphml"
    path.write_text(text, encoding="utf-8")
    assert "hidden words" not in "".join(item.text for item in read(path) if isinstance(item, Document))


def test_attributes_of_nodes_are_facts(tmp_path: Path) -> None:
    """EK-01: what a graph knows of a node beside its name and kind is told of it; how it is drawn is not. In a store it
    is one of the values that the node has.
    """
    keys = '<key id="d3" for="node" attr.name="birthplace" attr.type="string"/><key id="d4" for="node" attr.name="x"/>'
    own = '<data key="d3">Port\nAlden</data><data key="d4">0.25</data></node>'
    text = LIGHTRAG.replace("<graph ", f"{keys}<graph ").replace("A mayor.</data></node>", f"A mayor.</data>{own}")
    path = tmp_path / "2025-07-01-graph.graphml"
    path.write_text(text, encoding="utf-8")
    lines = [line for item in read(path) if isinstance(item, Document) for line in item.text.splitlines()]
    assert "Irma Holt: birthplace: Port Alden" in lines
    assert len(lines) == 2
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(path)
        (found,) = kb.entities.properties("Irma Holt")
    assert [(told.relation, told.values, told.candidates[0].object) for told in found.properties] == [
        ("birthplace", "ever", "Port Alden")
    ]
