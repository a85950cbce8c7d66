"""`--map TARGET=SOURCE` over the formats that have fields."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.documents.field_check import require_fields
from timeweave.documents.mapping import renamed
from timeweave.errors import UsageError
from timeweave.outcomes import Failure
from timeweave.records import Document

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]
HTML = (
    "<html><head><title>Ferries</title><meta name='seen' content='March 12, 2024'>"
    "<meta name='deck' content='Ferries to the islands'></head><body><p>The ferries start in May.</p></body></html>"
)
FEED = (
    "<rss version='2.0'><channel><title>Port</title><item><guid>1</guid><title>Ferries</title>"
    "<link>https://port.example/2024/03/12/ferries</link><pubDate>Wed, 20 Mar 2024 10:00:00 GMT</pubDate>"
    "<description>They start in May.</description></item></channel></rss>"
)
TEXT = "The ferries start in May."


@pytest.mark.parametrize(
    ("name", "content", "mapping"),
    [
        ("a.md", f"+++\n[extra]\nwhen = '12 March 2024'\n+++\n{TEXT}", {"date": "extra.when"}),
        ("a.md", f"---\nwhere: /news/2024/03/12/ferries\n---\n{TEXT}", {"date": "where"}),
        ("a.md", f"---\nold: [x, news/2024/03/12/ferries]\ndate: 2020-01-01\n---\n{TEXT}", {"date": "old"}),
        ("a.jsonl", '{"id": "1", "text": "Ferries.", "meta": {"at": 1710244800}}', {"date": "meta.at"}),
        ("a.jsonl", '{"id": "1", "text": "Ferries.", "dates": ["2024-03-12T10:00:00Z"]}', {"date": "dates.0"}),
        ("a.csv", "Body,Seen\nFerries.,12-Mar-2024\n", {"date": "Seen", "text": "Body"}),
        ("a.csv", "text,link,date\nFerries.,https://p.example/2024/03/12/f,2020-01-01\n", {"date": "link"}),
        ("a.html", HTML, {"date": "seen"}),
        ("a.xml", FEED, {"date": "link"}),
    ],
)
def test_a_mapped_date_may_be_written_in_any_way(
    write: Write, only: Only, name: str, content: str, mapping: dict[str, str]
) -> None:
    """Dotted fields, paths and addresses with a date in them, seconds, words: all date, whatever the format."""
    assert str(only(write(name, content), mapping=mapping).date) == "2024-03-12"


def test_other_targets_are_mapped_too(write: Write, only: Only) -> None:
    """A title from a meta element, an id from an element of a feed, a title from front matter that is a number."""
    assert only(write("a.html", HTML), mapping={"title": "deck"}).title == "Ferries to the islands"
    assert only(write("a.xml", FEED), mapping={"id": "title"}).id == "Ferries"
    assert only(write("a.md", f"---\nyear: 1984\n---\n{TEXT}"), mapping={"title": "year"}).title == "1984"


def test_a_record_without_the_field_keeps_its_own(write: Write) -> None:
    """And so does one whose path holds no date; a value that should be a date and is none is a failure."""
    lines = (
        '{"id": "1", "text": "a", "date": "2020-01-01", "path": "2024/03/12/a"}\n'
        '{"id": "2", "text": "b", "date": "2020-01-02"}\n'
        '{"id": "3", "text": "c", "date": "2020-01-03", "path": "about/us"}\n'
        '{"id": "4", "text": "d", "path": "12/03/2024"}\n'
    )
    items = list(read(write("a.jsonl", lines), mapping={"date": "path"}))
    assert [str(item.date) for item in items if isinstance(item, Document)] == [
        "2024-03-12",
        "2020-01-02",
        "2020-01-03",
    ]
    assert isinstance(items[3], Failure)
    assert "'12/03/2024' is not a date" in items[3].error


def test_a_field_that_gave_a_date_out_of_a_path_stays() -> None:
    """The path is still one; a field that was the date itself is moved."""
    assert renamed({"path": "2024/03/12/a"}, {"date": "path"}) == {"path": "2024/03/12/a", "date": "2024-03-12"}
    assert renamed({"seen": "March 2024"}, {"date": "seen"}) == {"date": "2024-03"}


def test_a_field_that_is_nowhere_is_an_error(write: Write, tmp_path: Path) -> None:
    """It is quoted, and those that there are follow, the nearest first."""
    write("a.md", f"---\ntitle: x\npublished_on: 2024-03-12\n---\n{TEXT}")
    write("b.txt", TEXT)
    with pytest.raises(UsageError, match=r"date=publishedon: no .* field 'publishedon'; there are 'published_on', "):
        require_fields([tmp_path], {"date": "publishedon"})
    require_fields([tmp_path], {"date": "published_on"})


def test_files_without_fields_have_none_to_map(write: Write) -> None:
    """Plain text has no fields: the error says so and names the targets."""
    with pytest.raises(UsageError, match=r"nor any field at all.*one of id, text, title, date"):
        require_fields([write("b.txt", TEXT)], {"date": "published"})


def test_a_target_that_is_misspelt_is_an_error(write: Write) -> None:
    """The nearest one is named; another name is metadata, as ever."""
    path = write("a.jsonl", '{"id": "1", "text": "a", "seen": "2024"}')
    with pytest.raises(UsageError, match="'daet' is no target; did you mean 'date'"):
        require_fields([path], {"daet": "seen"})
    require_fields([path], {"looked_at": "seen"})
