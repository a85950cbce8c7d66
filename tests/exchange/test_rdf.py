"""RDF as others write it: RDF-star, RDF 1.2, reification, plain triples."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document

STAR = """@prefix yago: <http://yago-knowledge.org/resource/> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
yago:Irma_Holt_Q77 rdfs:label "Irma Holt"@en, "Irma Holt-Meyer"@de ; a schema:Person .
yago:Irma_Holt_Q77 schema:worksFor yago:Port_Lorne .
<< yago:Irma_Holt_Q77 schema:worksFor yago:Port_Lorne >> schema:startDate "2019-05"^^xsd:gYearMonth .
<< yago:Irma_Holt_Q77 schema:worksFor yago:Port_Lorne >> schema:endDate "2023" .
<< yago:Irma_Holt_Q77 schema:worksFor yago:Hull >> schema:startDate "2001" ; schema:endDate "2004" .
<< yago:Irma_Holt_Q77 schema:worksFor yago:Hull >> schema:startDate "2010" .
yago:Irma_Holt_Q77 schema:children "2" {| schema:startDate "2011" |} .
yago:Port_Lorne schema:motto "Tide and \\"time\\"" .
"""


def told(path: Path) -> list[tuple[str, str, str, str]]:
    (document,) = read(path)
    assert isinstance(document, Document), document
    return sorted((f.subject, f.relation, f.object, str(f.valid)) for f in document.facts)


def test_rdf_star_as_yago_has_it(tmp_path: Path) -> None:
    """Quoted triples with dates are facts with a validity; annotations of one triple on several lines are one fact, and
    two terms are two; a triple that is asserted too is not told twice (EK-10).
    """
    (tmp_path / "facts.ttl").write_text(STAR, encoding="utf-8")
    assert told(tmp_path / "facts.ttl") == [
        ("Irma Holt", "children", "2", "2011/.."),
        ("Irma Holt", "works for", "Hull", "2001/2004"),
        ("Irma Holt", "works for", "Hull", "2010/.."),
        ("Irma Holt", "works for", "Port Lorne", "2019-05/2023-12"),
        ("Port Lorne", "motto", 'Tide and "time"', "../.."),
    ]


def test_types_and_literals_are_kept(tmp_path: Path) -> None:
    """A node has the type that it is said to have; a number is a figure, and other text is no entity."""
    (tmp_path / "facts.ttl").write_text(STAR, encoding="utf-8")
    (document,) = read(tmp_path / "facts.ttl")
    assert isinstance(document, Document)
    facts = {(f.relation, f.object): f for f in document.facts}
    assert facts["works for", "Port Lorne"].subject_type == "Person"
    assert facts["children", "2"].object_type == "literal"
    assert facts["motto", 'Tide and "time"'].object_type == "literal"


def test_a_bad_line_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    """N-Triples: the failure has the line, its words and the remedy; nothing else is lost (EK-10)."""
    path = tmp_path / "facts.nt"
    path.write_text(
        "# places\n"
        "<http://e/Ada_King> <http://e/bornIn> <http://e/Port_Lorne> .\n"
        '<http://e/Ada_King> <http://e/name "no end .\n'
        '<< <http://e/Ada_King> <http://e/mayorOf> <http://e/Hull> >> <http://e/startDate> "soon" .\n'
        "<http://e/x> <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies>"
        " <<( <http://e/Ada_King> <http://e/leads> <http://e/Hull> )>> .\n"
        '<http://e/x> <http://e/startDate> "1851" .\n',
        encoding="utf-8",
    )
    items = list(read(path))
    failures = [item for item in items if isinstance(item, Failure)]
    assert [f.line for f in failures] == [3, 4]
    assert 'name "no end' in failures[0].error
    assert "one triple a line" in failures[0].error
    assert "'startdate' cannot be read: 'soon'" in failures[1].error
    (document,) = (item for item in items if isinstance(item, Document))
    assert document.text.split("\n") == ["Ada King: leads: Hull (from 1851)", "Ada King: born in: Port Lorne"]


def test_a_bad_statement_of_turtle_loses_no_other(tmp_path: Path) -> None:
    """An undeclared prefix is named with its line."""
    path = tmp_path / "facts.ttl"
    path.write_text("@prefix e: <http://e/> .\ne:Ada e:in e:Hull .\ne:Ada zz:in e:Hull .\ne:Ada e:at e:Sea .\n")
    failure, document = read(path)
    assert isinstance(failure, Failure)
    assert failure.line == 3
    assert "prefix zz:" in failure.error
    assert isinstance(document, Document)
    assert [f.relation for f in document.facts] == ["in", "at"]


def test_reification_of_rdf_1_1(tmp_path: Path) -> None:
    """A statement given by its subject, predicate and object has what is said of it."""
    path = tmp_path / "facts.ttl"
    path.write_text(
        "@prefix e: <http://e/> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n"
        "[] a rdf:Statement ; rdf:subject e:Ada ; rdf:predicate e:mayorOf ; rdf:object e:Hull ;"
        ' e:validFrom "2020-02-01" ; e:validUntil "2020-Q3" .\n'
    )
    assert told(path) == [("Ada", "mayor of", "Hull", "2020-02-01/2020-09-30")]


def test_without_the_library_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The failure says which extra to install; files of other formats are read all the same."""
    (tmp_path / "a.nt").write_text("<http://e/a> <http://e/b> <http://e/c> .\n")
    (tmp_path / "b.ttl").write_text("<http://e/a> <http://e/b> <http://e/c> .\n")
    (tmp_path / "c.tsv").write_text("Ada\tborn in\tLondon\t1815\t1815\n")
    monkeypatch.setitem(sys.modules, "pyoxigraph", None)
    items = list(read(tmp_path))
    assert [f.error for f in items if isinstance(f, Failure)] == [
        "reading N-Triples needs the extra 'rdf': pip install 'timeweave[rdf]'",
        "reading Turtle needs the extra 'rdf': pip install 'timeweave[rdf]'",
    ]
    assert [item.id for item in items if isinstance(item, Document)] == ["c.tsv"]
