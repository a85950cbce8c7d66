"""CSV as Neo4j's bulk import wants it."""

from __future__ import annotations

import csv
import datetime as dt
from dataclasses import replace
from pathlib import Path

from exchange.graph_facts import written  # isort: skip
from timeweave.documents import read
from timeweave.exchange import GraphFact, Place
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import Document
from timeweave.temporal.interval import Interval

NODES = "personId:ID(Person),name,born:int,:LABEL\np1,Ada King,1815,Person\np2,Bo;Li,1900,Person;Poet\n"
EDGES = (
    ":START_ID(Person),since:int,to,:END_ID(Person),:TYPE\n"
    "p1,1840,1843-05,p2,KNOWS\np1,1843,1840,p2,KNOWS\np1,,,p9,LED_BY\n"
)


def test_relationships_are_read_with_the_nodes_beside_them(tmp_path: Path) -> None:
    """Ids are looked up in the tables of nodes, which are no documents; a bad row is named (EK-10). The properties of a
    node are facts of it, once (EK-01).
    """
    (tmp_path / "people.csv").write_text(NODES)
    (tmp_path / "knows.csv").write_text(EDGES)
    items = list(read(tmp_path))
    (failure,) = (item for item in items if isinstance(item, Failure))
    assert failure.line == 3
    assert "'1843' is later than" in failure.error
    (document,) = (item for item in items if isinstance(item, Document))
    assert document.text.splitlines() == [
        "Ada King: born: 1815",
        "Bo;Li: born: 1900",
        "Ada King: KNOWS: Bo;Li (1840 to 1843-05)",
        "Ada King: LED BY: p9",
    ]
    assert (document.facts[2].subject_type, document.facts[2].object_type) == ("Person", "Poet")


def test_nodes_alone_are_passed_over(tmp_path: Path) -> None:
    """A table of nodes without relationships beside it is told, and is no failure."""
    (tmp_path / "people.csv").write_text(NODES)
    (item,) = read(tmp_path)
    assert isinstance(item, PassedOver)
    assert "relationships" in item.why


def test_headers_are_typed_and_every_end_is_a_node(tmp_path: Path) -> None:
    """Dates are whole days for the database, and stand as they were stated beside that; ids are unique."""
    place = Place("a.txt", "", "2024-05-01", 1.0, 0, 9)
    coach = GraphFact("Acme", "head coach", "Ada", Interval.parse("2021-03/.."), False, "ORG", places=(place,))
    coach = replace(coach, subject_key="acme", object_key="ada", id="f1", status="closed", ended=dt.date(2022, 5, 1))
    revenue = GraphFact("Acme", "revenue", "a\nb", Interval.parse("2024-Q1"), True, "ORG", places=(place,))
    facts = [coach, replace(revenue, subject_key="acme", id="f2", status="holds")]
    folder = written(facts, "neo4j", tmp_path)
    with (folder / "nodes.csv").open(newline="", encoding="utf-8") as file:
        nodes = list(csv.DictReader(file))
    with (folder / "relationships.csv").open(newline="", encoding="utf-8") as file:
        edges = list(csv.DictReader(file))
    assert [(n["key:ID"], n[":LABEL"]) for n in nodes] == [
        ("acme", "Entity;ORG"),
        ("ada", "Entity"),
        ("literal:f2", "Literal"),
    ]
    assert {e[side] for e in edges for side in (":START_ID", ":END_ID")} == {n["key:ID"] for n in nodes}
    first, second = edges
    assert (first[":TYPE"], first["relation:string"]) == ("HEAD_COACH", "head coach")
    assert (first["first_day:date"], first["last_day:date"], first["valid_from:string"]) == (
        "2021-03-01",
        "",
        "2021-03",
    )
    assert (first["status:string"], first["ended:date"]) == ("closed", "2022-05-01")
    assert (second["first_day:date"], second["last_day:date"]) == ("2024-01-01", "2024-03-31")
