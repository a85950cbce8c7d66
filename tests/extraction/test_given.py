"""Dated triples become facts directly (TK-01)."""

from __future__ import annotations

import datetime as dt

from timeweave.extraction.pipeline import extract
from timeweave.records import Document, GivenFact, Span
from timeweave.temporal.interval import Interval


def triples() -> Document:
    lines = ["Ada King\temployer\tAcme Corp.\t2001\t2004\n", "Acme\temployees\t1,200\t2003\t2003\n"]
    first = GivenFact(
        "Ada King", "employer", "Acme Corp.", Interval.parse("2001/2004"), Span(0, len(lines[0]) - 1), confidence=0.5
    )
    second = GivenFact(
        "Acme",
        "employees",
        "1,200",
        Interval.year(2003),
        Span(len(lines[0]), len(lines[0]) + len(lines[1]) - 1),
        observed=dt.date(2003, 12, 31),
    )
    return Document(id="t", text="".join(lines), facts=(first, second))


def test_each_triple_is_a_statement_with_its_fact():
    """TK-01, TK-06: subject, relation, object, interval, confidence and day of observation are taken over."""
    document = triples()
    result = extract(document)
    assert [str(s.valid) for s in result.statements] == ["2001/2004", "2003"]
    assert [s.entities for s in result.statements] == [("ada king", "acme"), ("acme",)]
    assert [(f.subject, f.relation, f.object, f.object_is_entity) for f in result.facts] == [
        ("ada king", "employer", "acme", True),
        ("acme", "employees", "1,200", False),
    ]
    assert result.facts[1].quantity is not None
    assert result.facts[1].quantity.value == 1200
    assert [(s.statement, s.confidence, s.observed) for s in result.supports] == [
        (0, 0.5, None),
        (1, 1.0, dt.date(2003, 12, 31)),
    ]
    assert {(m.entity, m.surface) for m in result.mentions} >= {("acme", "Acme Corp."), ("ada king", "Ada King")}


def held(position: str, relation: str = "position held", kind: str = "") -> list[tuple[str, str, str, str]]:
    """The facts of one triple on Ines Calloway."""
    line = f"Ines Calloway: {relation}: {position}"
    interval = Interval.parse("2016-12-12/2023-12-10")
    given = GivenFact("Ines Calloway", relation, position, interval, Span(0, len(line)), "person", kind)
    result = extract(Document(id="o", text=line, facts=(given,)))
    assert {s.span for s in result.supports} == {Span(0, len(line))}
    return [(f.subject, f.relation, f.object, str(f.valid)) for f in result.facts]


def test_an_office_of_a_body_is_also_the_bodys():
    """TK-01, EK-05: who held "mayor of Port Lorne" was Port Lorne's mayor, for the same days, from the same place."""
    days = "2016-12-12/2023-12-10"
    assert held("mayor of Port Lorne") == [
        ("ines calloway", "position held", "mayor of port lorne", days),
        ("port lorne", "mayor", "ines calloway", days),
    ]
    assert held("CEO of Acme Corp.")[1] == ("acme", "chief executive officer", "ines calloway", days)
    assert held("Minister of Foreign Affairs of Peru")[1] == (
        "peru",
        "minister of foreign affairs",
        "ines calloway",
        days,
    )
    assert held("harbour master of Port Lorne", kind="office")[1] == (
        "port lorne", "harbour master", "ines calloway", days)  # fmt: skip


def test_what_is_no_office_of_a_body_stays_one_fact():
    """TK-01: a field is no body, an unknown role no office, another relation no tenure."""
    assert len(held("Minister of Finance")) == 1
    assert len(held("friend of Port Lorne")) == 1
    assert len(held("mayor of Port Lorne", relation="met")) == 1


def test_a_text_says_since_when_someone_has_held_an_office():
    """TG-03: "who has been mayor since 2016" holds from 2016 on."""
    text = (
        "Rafael Oduya won the election for mayor of Port Lorne on Tuesday with 53.2% of the vote. Ines Calloway, who "
        "has been mayor of Port Lorne since 2016, received 44.1% and conceded before the last wards had reported."
    )
    facts = extract(Document(id="n", text=text, date=dt.date(2023, 11, 8))).facts
    assert ("port lorne", "mayor", "ines calloway", "2016/..") in {
        (f.subject, f.relation, f.object, str(f.valid)) for f in facts
    }


def test_a_measure_does_not_carry_its_bearers_name():
    """TG-03: "Revenue of Acme Marine" in Acme Marine's report is its revenue."""
    report = Document(
        id="r",
        text="Revenue of Acme Marine was $5 million. Acme Marine reports net income of $1 million.",
        entities=("Acme Marine",),
        period=Interval.quarter(2024, 1),
    )
    assert [(f.subject, f.relation) for f in extract(report).facts] == [
        ("acme marine", "revenue"),
        ("acme marine", "net income"),
    ]
