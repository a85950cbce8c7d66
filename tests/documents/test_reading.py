"""Files, folders and whatever else is handed in."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.documents import read
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import DateSource, Document, GivenFact, Span
from timeweave.temporal.interval import ALWAYS

Write = Callable[[str, str | bytes], Path]
SUFFIXES = (
    "", ".txt", ".md", ".html", ".pdf", ".jsonl", ".json", ".csv", ".tsv", ".xml", ".jsonl.gz", ".tsv.gz", ".txt.gz",
    ".docx", ".png", ".adoc", ".org", ".wiki", ".lr", ".gmi", ".log", ".html.erb",
)  # fmt: skip
STARTS = (
    b"", b"%PDF-1.4\n", b"<html>", b"---\n", b'{"id": "a", "text": "b"}\n',
    b'{"subject": 1, "relation": 2, "object": 3}\n',
    b"id,text\n", b"subject\trelation\tobject\n", b'<rss version="2.0"><channel><item>', b"\x1f\x8b\x08", b"\xff\xfe",
    b"\xff\xfe\x00\x00", b"= A\n:b: c\n\n|===\n", b"#+TITLE: a\n\n* b\n", b"{|\n! a\n", b"a: b\n---\n",
    b"12:00 <a> b\n",
)  # fmt: skip


def test_a_folder_of_any_mix(write: Write, tmp_path: Path, pdf: Callable[..., bytes]) -> None:
    """Files are read folder by folder in order of name, ids are paths; the unreadable are named, the rest goes on."""
    write("b.txt", "Bee.")
    write("a/z.md", "# Zed\n\nText.")
    write("a/corpus.jsonl", '{"id": "j", "text": "line"}\nbroken\n')
    write("c.pdf", pdf([["A page."]]))
    write("d.docx", b"PK\x03\x04")
    write("e.mp3", b"\x00" * 20)
    write("f.txt.gz", b"x")
    write("img/chart.png", b"\x89PNG\r\n\x1a\n")
    write("style.css", "p { margin: 0 }")
    write("README", "Plain.")
    write(".hidden.txt", "no")
    write(".timeweave/store.txt", "no")
    items = list(read(tmp_path))
    assert [item.id for item in items if isinstance(item, Document)] == ["README", "j", "a/z.md", "b.txt", "c.pdf"]
    failures = {Path(item.source).name: item.error for item in items if isinstance(item, Failure)}
    assert sorted(failures) == ["corpus.jsonl", "d.docx", "e.mp3", "f.txt.gz"]
    passed = [Path(item.source).name for item in items if isinstance(item, PassedOver)]
    assert passed == ["chart.png", "style.css"]
    (alone,) = read(tmp_path / "img" / "chart.png")
    assert isinstance(alone, Failure)
    assert "is damaged or cut off" in failures["d.docx"]
    assert "convert it to" in failures["e.mp3"]
    assert "unpack it first" in failures["f.txt.gz"]


@pytest.mark.parametrize(
    ("path", "day", "precision"),
    [
        ("minutes/2014/kick-off.md", "2014-12-31", "year"),
        ("minutes/2014/board/kick-off.md", "2014-12-31", "year"),
        ("minutes/2014/board-03-19.md", "2014-03-19", "day"),
        ("minutes/2018q4/ports.md", "2018-12-31", "quarter"),
        ("minutes/2019-Q1/ports.md", "2019-03-31", "quarter"),
        ("minutes/2998/kick-off.md", None, "day"),
        ("minutes/2014a/kick-off.md", None, "day"),
    ],
)
def test_the_folder_of_a_year_or_quarter_dates_what_nothing_else_does(
    write: Write, tmp_path: Path, path: str, day: str | None, precision: str
) -> None:
    write(path, "The board met.")
    (item,) = read(tmp_path / "minutes")
    assert isinstance(item, Document)
    assert (item.date and str(item.date), str(item.date_precision)) == (day, precision)


def test_the_folder_that_is_read_may_be_that_of_the_year(write: Write, tmp_path: Path) -> None:
    """Not by its path, which is how its files are known: `timeweave add minutes/2014`."""
    write("2014/board-03-19.md", "The board met.")
    write("2014/kick-off.md", "The board met first.")
    dated = {item.id: str(item.date) for item in read(tmp_path / "2014") if isinstance(item, Document)}
    assert dated == {"board-03-19.md": "2014-03-19", "kick-off.md": "2014-12-31"}
    (alone,) = read(tmp_path / "2014" / "board-03-19.md")
    assert isinstance(alone, Document)
    assert str(alone.date) == "2014-03-19"


def test_folders_to_skip(write: Write, tmp_path: Path) -> None:
    """A store of another name inside the folder is passed over when named."""
    write("kb/notes.txt", "no")
    write("a.txt", "yes")
    assert [getattr(item, "id", item) for item in read(tmp_path, skip=[tmp_path / "kb"])] == ["a.txt"]


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_permissions(write: Write, tmp_path: Path) -> None:
    """A file and a folder that may not be read are named, the rest goes on."""
    write("a.txt", "A.").chmod(0)
    write("b/b.txt", "B.").parent.chmod(0)
    write("c.txt", "C.")
    first, second, third = read(tmp_path)
    (tmp_path / "b").chmod(0o700)
    assert isinstance(first, Failure)
    assert "Permission denied" in first.error
    assert isinstance(second, Failure)
    assert isinstance(third, Document)


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    """A path to nothing, a path that cannot be one, and an empty folder are failures, not exceptions."""
    (tmp_path / "empty").mkdir()
    for source, message in ((tmp_path / "none", "No such file"), ("a\0b", "null"), (tmp_path / "empty", "no files")):
        (item,) = read(source)
        assert isinstance(item, Failure)
        assert message in item.error


def test_names_that_are_not_utf_8(tmp_path: Path) -> None:
    """A file name in another encoding gives an id that can be stored and printed."""
    path = os.path.join(os.fsencode(tmp_path), b"caf\xe9.txt")
    with open(path, "w") as stream:
        stream.write("Closed.")
    (item,) = read(tmp_path)
    assert isinstance(item, Document)
    assert item.id == "caf\\xe9.txt"


def test_documents_from_python_get_the_stored_form() -> None:
    """Texts are cleaned and spans moved with them; an undated one says so; a bad one is named, the rest goes on."""
    text = "One.\r\nAda: born: London"
    fact = GivenFact("Ada", "born", "London", ALWAYS, Span(6, len(text)))
    good, empty, outside, odd, dated = read(
        [
            Document("a", text, facts=(fact,), metadata={"tags": ("x", "y")}),
            Document("b", " \0"),
            Document("c", "short", facts=(fact,)),
            Document("d", "text", metadata={"x": {1, 2}}),
            Document("e", "text", source="https://n.example/2024/05/07/x"),
        ]
    )
    assert isinstance(good, Document)
    span = good.facts[0].span
    assert good.text[span.start : span.end] == "Ada: born: London"
    assert (good.metadata, good.date_source) == ({"tags": ["x", "y"]}, DateSource.ADDED)
    assert [isinstance(item, Failure) for item in (empty, outside, odd)] == [True] * 3
    assert isinstance(dated, Document)
    assert str(dated.date) == "2024-05-07"


def test_an_archive_is_named(tmp_path: Path) -> None:
    """A ZIP is not unpacked, and says what it is."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("a.txt", "A.")
    (item,) = read(tmp_path)
    assert isinstance(item, Failure)
    assert "'.zip' holding a ZIP archive" in item.error


@pytest.mark.filterwarnings("ignore::timeweave.errors.DecodingWarning")
def test_no_bytes_raise(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Any bytes under any name give documents in the stored form or failures with words, and never an exception."""
    folder = tmp_path_factory.mktemp("bytes")

    @settings(max_examples=400)
    @given(st.sampled_from(SUFFIXES), st.sampled_from(STARTS), st.binary(max_size=200), st.text(max_size=100))
    def holds(suffix: str, start: bytes, body: bytes, words: str) -> None:
        path = folder / f"file{suffix}"
        path.write_bytes(start + body + words.encode("utf-8", "replace"))
        for item in read(path):
            if isinstance(item, Failure):
                assert item.error
                item.error.encode("utf-8")
            elif isinstance(item, PassedOver):
                assert item.why
            else:
                assert item.text.strip()
                assert list(read([item])) == [item]
                item.text.encode("utf-8")

    holds()
