"""CSV and TSV tables of documents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document, Markup

Write = Callable[[str, str | bytes], Path]


def test_rows_are_documents(write: Write) -> None:
    """Columns have the names of the native form in any case, names of entities are parted by semicolons, the rest is
    metadata; without an id the row is numbered.
    """
    path = write(
        "table.csv",
        'Date,Text,entities,sector\n2024-03,"Acme, of ""Port Lorne"",\ngrew.",Acme Corp; Bolt,tools\n\n'
        "2024-04,It shrank.,,\n",
    )
    first, second = read(path)
    assert isinstance(first, Document)
    assert (first.id, first.text) == ("table.csv#1", 'Acme, of "Port Lorne",\ngrew.')
    assert (str(first.date), first.entities, first.metadata) == (
        "2024-03-31",
        ("Acme Corp", "Bolt"),
        {"sector": "tools"},
    )
    assert isinstance(second, Document)
    assert (second.id, second.entities, second.metadata) == ("table.csv#2", (), {})


def test_ragged_rows_are_named_and_the_others_go_on(write: Write) -> None:
    """The failure has the line on which the row begins, also after a cell of several lines."""
    path = write("table.csv", 'id,text\na,"one\ntwo"\nb,x,y\nc\nd,ok\n')
    first, ragged, short, last = read(path)
    assert isinstance(ragged, Failure)
    assert isinstance(short, Failure)
    assert (ragged.line, short.line) == (4, 5)
    assert "3 cells where the header has 2" in ragged.error
    assert [d.id for d in (first, last) if isinstance(d, Document)] == ["a", "d"]


def test_columns_are_renamed(write: Write) -> None:
    """`mapping` names the columns that hold id and text."""
    (item,) = read(write("t.csv", "Key;Body\nk;hello, world\n"), mapping={"id": "Key", "text": "Body"})
    assert isinstance(item, Document)
    assert (item.id, item.text) == ("k", "hello, world")


def test_a_tsv_has_no_quotes(write: Write) -> None:
    """A quote in a TSV is a quote."""
    (item,) = read(write("t.tsv", 'id\ttext\na\t"Quick" it was\n'))
    assert isinstance(item, Document)
    assert item.text == '"Quick" it was'


def test_a_long_cell_is_read(write: Write) -> None:
    """A text longer than the csv module's default limit is no failure, and the limit is left as it was."""
    import csv

    before = csv.field_size_limit()
    (item,) = read(write("t.csv", "id,text\na," + "word " * 100_000 + "\n"))
    assert isinstance(item, Document)
    assert len(item.text) == 500_000
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("quarter,revenue\n", "no row below its header 'quarter', 'revenue'"),
        ("id,text\na,\n", "no 'text'"),
        ("id,text,date\na,b,soon\n", "'soon' is not a date"),
        ("id,text,metadata\na,b,x\n", "'metadata' is 'x'"),
    ],
)
def test_bad_tables_are_named(write: Write, fails: Callable[[Path], str], content: str, message: str) -> None:
    """What is missing is named with the columns there are."""
    import re

    assert re.search(message, fails(write("t.csv", content)))


def test_a_table_without_texts_is_one_document(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a table in Markdown; rows beyond what a document holds are said, and a column that is named must exist."""
    path = write("2024-05-07 t.csv", 'quarter,revenue\nQ1,"1,200 | net"\nQ2,*5*\n')
    (item,) = read(path)
    assert isinstance(item, Document)
    assert item.text == "| quarter | revenue |\n| --- | --- |\n| Q1 | 1,200 \\| net |\n| Q2 | \\*5\\* |"
    assert (item.markup, str(item.date)) == (Markup.MARKDOWN, "2024-05-07")
    (failure,) = read(path, mapping={"text": "note"})
    assert isinstance(failure, Failure)
    assert "no column 'note' among 'quarter', 'revenue'" in failure.error
    monkeypatch.setattr("timeweave.documents.csv_table.MOST_ROWS", 1)
    first, lost = read(path)
    assert isinstance(first, Document)
    assert "Q2" not in first.text
    assert isinstance(lost, Failure)
    assert "1 more rows" in lost.error
