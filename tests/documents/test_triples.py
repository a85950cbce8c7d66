"""Dated triples."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document
from timeweave.temporal.interval import ALWAYS, Granularity, Interval

Write = Callable[[str, str | bytes], Path]
HEADER = "subject\trelation\tobject\tvalid_from\tvalid_until\n"


def test_a_file_of_triples_is_one_document(write: Write, only: Callable[[Path], Document]) -> None:
    """One readable line a triple, each fact's span is its line, and `valid_until` is included (TK-01, TK-06)."""
    document = only(
        write(
            "facts.tsv",
            HEADER
            + "Barack Obama\tposition held\tPresident of the United States\t2009-01-20\t2017-01-20\n"
            + '"Weird Al" Yankovic\taward\tGrammy\t2003\t2003\n'
            + "Acme\tseat\tPort Lorne\t2019-05\t\n"
            + "Acme\tseat\tHull\t\t2017\n"
            + "Acme\tindustry\ttools\t\t\n",
        )
    )
    assert document.text == (
        "Barack Obama: position held: President of the United States (2009-01-20 to 2017-01-20)\n"
        '"Weird Al" Yankovic: award: Grammy (2003)\n'
        "Acme: seat: Port Lorne (from 2019-05)\n"
        "Acme: seat: Hull (until 2017)\n"
        "Acme: industry: tools"
    )
    lines = document.text.split("\n")
    assert [document.text[f.span.start : f.span.end] for f in document.facts] == lines
    assert [f.valid for f in document.facts] == [
        Interval(dt.date(2009, 1, 20), dt.date(2017, 1, 21)),
        Interval.year(2003),
        Interval(dt.date(2019, 5, 1), None, Granularity.MONTH),
        Interval(None, dt.date(2018, 1, 1), Granularity.YEAR),
        ALWAYS,
    ]
    assert (document.id, document.date, document.date_source) == ("facts.tsv", None, DateSource.ADDED)


@pytest.mark.parametrize(
    ("first", "last", "valid"),
    [
        ("41", "54", "0041/0054"),
        ("476", "", "0476/.."),
        ("+2009-01-20T00:00:00Z", "2009-03-00", "2009-01-20/2009-03-31"),
        ("2009-00-00", "2010", "2009/2010"),
        ("2016", "2016-03", "2016-01/2016-03"),
        ("2023-Q3", "2024-Q1", "2023-Q3/2024-Q1"),
    ],
)
def test_bounds_keep_their_precision(
    write: Write, only: Callable[[Path], Document], first: str, last: str, valid: str
) -> None:
    """Years of any length, months, quarters, date-times and Wikidata's zeros are read (TK-02)."""
    document = only(write("facts.tsv", f"{HEADER}a\tr\tb\t{first}\t{last}\n"))
    assert str(document.facts[0].valid) == valid


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a\tr\tb\t2017\t2009", "valid_from '2017' is later than valid_until '2009'"),
        ("a\tr\tb\tsoon\t", "'valid_from' cannot be read: 'soon'"),
        ("a\tr\tb\t-0044\t", "years before 1"),
        ("a\tr\tb\t2009-02-30\t", "'2009-02-30' names a date that does not exist"),
        ("a\tr\tb\t\t9999", "9998"),
        ("a\t\tb\t\t", "no 'relation'"),
        ("a\tr\tb\t2009", "4 cells where the header has 5"),
    ],
)
def test_a_bad_triple_is_named_and_the_others_go_on(write: Write, row: str, message: str) -> None:
    """The failure has the line and what is wrong with it."""
    failure, document = read(write("facts.tsv", f"{HEADER}a\tr\tb\t\t\n{row}\nc\tr\td\t\t\n"))
    assert isinstance(failure, Failure)
    assert failure.line == 3
    assert message in failure.error
    assert isinstance(document, Document)
    assert document.text == "a: r: b\nc: r: d"


def test_json_lines_with_the_same_keys(write: Write, only: Callable[[Path], Document]) -> None:
    """The keys of the first object tell triples from documents; optional ones are kept."""
    document = only(
        write(
            "facts.jsonl",
            '{"subject": "Ada", "relation": "age", "object": 36, "valid_from": 1851, "subject_type": "person", '
            '"object_type": "number", "confidence": 0.5}\n',
        )
    )
    (fact,) = document.facts
    assert document.text == "Ada: age: 36 (from 1851)"
    assert (fact.object, fact.subject_type, fact.object_type, fact.confidence) == ("36", "person", "number", 0.5)


@pytest.mark.parametrize("confidence", ["2", "-0.1", '"high"', "true", "[1]"])
def test_a_bad_confidence_is_named(write: Write, confidence: str) -> None:
    """Confidence is a number from 0 to 1."""
    line = f'{{"subject": "a", "relation": "r", "object": "b", "confidence": {confidence}}}\n'
    failure, nothing = read(write("facts.jsonl", line))
    assert isinstance(failure, Failure)
    assert "'confidence' is" in failure.error
    assert isinstance(nothing, Failure)
    assert "no triple" in nothing.error


def test_who_said_it_and_when_are_kept_apart(write: Write) -> None:
    """Each source and day of observation is a document of its own, so that as-of is right for each (TK-05)."""
    path = write(
        "facts.csv",
        "subject,relation,object,source,observed\na,r,b,Courier,2020-01-05\na,r,c,Herald,2021\na,r,d,Courier,2020-01-05\na,r,e,,\n",
    )
    documents = {item.id: item for item in read(path) if isinstance(item, Document)}
    assert list(documents) == ["facts.csv#Courier@2020-01-05", "facts.csv#Herald@2021-12-31", "facts.csv"]
    courier, herald, rest = documents.values()
    assert (courier.text, courier.source, str(courier.date)) == ("a: r: b\na: r: d", "Courier", "2020-01-05")
    assert courier.facts[0].observed == dt.date(2020, 1, 5)
    assert (str(herald.date), herald.date_precision) == ("2021-12-31", Granularity.YEAR)
    assert (rest.text, rest.date) == ("a: r: e", None)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("value", "much", "'value' is 'much': it must be a number"),
        ("value", "inf", "'value' is 'inf': it must be a number"),
        ("amount", "5 USD", "'amount' is '5 USD': it must be a JSON text"),
        ("qualifiers", "gaap", "'qualifiers' is 'gaap': it must be a JSON object"),
        ("exact", '"other"', "'exact' is '\"other\"': it must be the object as a JSON text"),
        ("object_kind", "thing", "'object_kind' is 'thing': it must be 'literal', 'entity' or empty"),
        ("valid", "soon", "'valid' cannot be read: 'soon'"),
        ("observed", "soon", "soon"),
    ],
)
def test_bad_columns_of_an_export_are_named(write: Write, column: str, value: str, message: str) -> None:
    """Each of the further columns is quoted with its remedy, and the other rows are read (EK-10)."""
    cells = {"value": "5", "amount": "", "qualifiers": "", "exact": "", "object_kind": "", "valid": "", "observed": ""}
    row = "\t".join({**cells, column: value}.values())
    text = f"subject\trelation\tobject\tunit\t{chr(9).join(cells)}\na\tr\t5 USD\tUSD\t{row}\na\ts\tb\t\t\t\t\t\t\t\t\n"
    failure, document = read(write("facts.tsv", text))
    assert isinstance(failure, Failure)
    assert failure.line == 2
    assert message in failure.error
    assert isinstance(document, Document)
    assert document.text == "a: s: b"


def test_a_tsv_without_header_is_told_by_its_dates(write: Write, only: Callable[[Path], Document]) -> None:
    """Five cells with dates or nothing in the last two are a triple; other rows without header are not."""
    assert only(write("a.tsv", "Ada\tborn in\tLondon\t1815\t1815\n")).text == "Ada: born in: London (1815)"
    (item,) = read(write("b.tsv", "Ada\tborn in\tLondon\tyes\tno\n"))
    assert isinstance(item, Failure)
    assert "no row below its header" in item.error


def test_a_cell_never_breaks_its_line(write: Write, only: Callable[[Path], Document]) -> None:
    """Line ends inside a value become spaces, so that a fact is one line of the text."""
    document = only(write("a.csv", 'subject,relation,object\n"Ada\nLovelace",r,"b  c"\n'))
    assert (document.text, document.facts[0].subject) == ("Ada Lovelace: r: b c", "Ada Lovelace")


def test_real_facts(shared_data: Path) -> None:
    """The facts of TimeQuestions: every line is a fact or a named failure, and every span is its triple's line."""
    items = list(read(shared_data / "timequestions" / "facts.tsv.gz"))
    failures = [item for item in items if isinstance(item, Failure)]
    (document,) = (item for item in items if isinstance(item, Document))
    assert len(document.facts) == 20_637
    assert len(failures) == 13
    assert all("is later than valid_until" in failure.error for failure in failures)
    assert all(
        document.text[f.span.start : f.span.end].startswith(f"{f.subject}: {f.relation}: {f.object}")
        for f in document.facts
    )
    assert document.facts[0].subject == '"Weird Al" Yankovic'
