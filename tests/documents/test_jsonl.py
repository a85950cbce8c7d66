"""Timeweave JSON Lines files."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import DateSource, Document

Write = Callable[[str, str | bytes], Path]


def test_a_bad_line_is_named_and_the_others_go_on(write: Write) -> None:
    """Each failure has its 1-based line and says what is wrong; blank lines count and are not failures."""
    path = write(
        "corpus.jsonl",
        '{"id": "a", "text": "one"}\n'
        "\n"
        '{"id": "b", "text": \n'
        "[1, 2]\n"
        '{"id": "c"}\n'
        '{"id": "d", "text": "two", "date": "31.12.2023"}\n'
        '{"id": "e", "text": "three", "x": NaN}\n'
        '{"id": "f", "text": "four", "period": "2024-Q5"}\n'
        '{"id": "g", "text": "five"}',
    )
    items = list(read(path))
    assert [item.id for item in items if isinstance(item, Document)] == ["a", "g"]
    failures = {item.line: item for item in items if isinstance(item, Failure)}
    assert sorted(failures) == [3, 4, 5, 6, 7, 8]
    assert all(failure.source == str(path) for failure in failures.values())
    assert "not valid JSON" in failures[3].error
    assert "'[1, 2]', which is not a JSON object" in failures[4].error
    assert "no 'text'" in failures[5].error
    assert "'31.12.2023' is not a date" in failures[6].error
    assert "NaN is not JSON" in failures[7].error
    assert "'2024-Q5'" in failures[8].error


def test_the_same_id_twice(write: Write) -> None:
    """The same content again is passed over, other content is a failure that names both lines."""
    path = write(
        "corpus.jsonl",
        '{"id": "a", "text": "one"}\n{"text": "one", "id": "a"}\n{"id": "a", "text": "two"}\n{"id": 1, "text": "x"}',
    )
    first, second, third = read(path)
    assert isinstance(first, Document)
    assert isinstance(second, Failure)
    assert second.line == 3
    assert "id 'a' was given on line 1" in second.error
    assert isinstance(third, Document)
    assert third.id == "1"


def test_fields_are_renamed(write: Write) -> None:
    """`mapping` gives the source of a target; what it displaces is kept, a record without the source keeps its own."""
    path = write(
        "corpus.jsonl",
        json.dumps({"URL": "u1", "text": "raw", "cleaned": "clean", "company": "Acme", "year": 2024, "quarter": "Q1"})
        + '\n{"id": "own", "text": "plain"}',
    )
    mapped, plain = read(path, mapping={"id": "URL", "text": "cleaned", "title": "company", "entities": "company"})
    assert isinstance(mapped, Document)
    assert (mapped.id, mapped.text, mapped.title, mapped.entities) == ("u1", "clean", "Acme", ("Acme",))
    assert mapped.metadata == {"original_text": "raw", "year": 2024, "quarter": "Q1"}
    assert str(mapped.period) == "2024-Q1"
    assert isinstance(plain, Document)
    assert (plain.id, plain.text) == ("own", "plain")


def test_the_date_of_a_web_address_stands_in(write: Write) -> None:
    """Without a date the source's address may have one; without that the document is undated and says so."""
    path = write(
        "corpus.jsonl",
        '{"id": "a", "text": "t", "source": "https://n.example/2024/05/07/x"}\n{"id": "b", "text": "t"}',
    )
    dated, undated = read(path)
    assert isinstance(dated, Document)
    assert (str(dated.date), dated.date_source) == ("2024-05-07", DateSource.URL)
    assert isinstance(undated, Document)
    assert (undated.date, undated.date_source) == (None, DateSource.ADDED)


def test_compressed_and_wide_files_are_read(write: Write) -> None:
    """A .gz is read like the file in it; UTF-16 and a byte order mark are recognised."""
    line = '{"id": "é", "text": "naïve — ok"}\n'
    for name, content in (
        ("a.jsonl.gz", gzip.compress(line.encode())),
        ("b.jsonl", b"\xef\xbb\xbf" + line.encode()),
        ("c.ndjson", line.encode("utf-16")),
        ("d.json", line.encode()),
        ("e.jsonl", line.replace("\n", "\r\n").encode()),
    ):
        (item,) = read(write(name, content))
        assert isinstance(item, Document), item
        assert (item.id, item.text) == ("é", "naïve — ok")


def test_a_truncated_archive_gives_what_it_has(write: Write) -> None:
    """The lines before the damage are documents, then a failure says that the file ends early."""
    lines = "".join(f'{{"id": "{n}", "text": "{n * 7919**5 % 10**12}"}}\n' for n in range(20_000))
    packed = gzip.compress(lines.encode())
    *items, last = read(write("a.jsonl.gz", packed[: len(packed) * 9 // 10]))
    assert len(items) > 1000
    assert isinstance(last, Failure)
    assert "unpack it" in last.error


def test_bytes_of_another_encoding_cost_one_line(write: Write) -> None:
    """One line in Latin-1 far inside a UTF-8 file is named; the others are read."""
    good = b'{"id": "%d", "text": "caf\xc3\xa9"}\n'
    head = b"".join(good % n for n in range(30_000))
    *items, bad, last = read(write("a.jsonl", head + b'{"id": "bad", "text": "caf\xe9"}\n' + good % 30_001))
    assert len(items) == 30_000
    assert isinstance(bad, Failure)
    assert (bad.line, "save the file as UTF-8" in bad.error) == (30_001, True)
    assert isinstance(last, Document)


def test_json_over_several_lines_is_explained(write: Write, fails: Callable[[Path], str]) -> None:
    """A pretty-printed JSON file gets one failure with the way to JSON Lines, not one a line."""
    assert "one object a line" in fails(write("a.json", '[\n  {"id": "a",\n "text": "b"}\n]'))


def test_a_big_file_is_a_stream(tmp_path: Path) -> None:
    """A file of 50 MB is read in a tenth of that memory (one line is one document)."""
    path = tmp_path / "big.jsonl"
    text = "word of the " * 4_200
    with path.open("w") as stream:
        for n in range(1_000):
            stream.write(f'{{"id": "{n}", "text": "{text}"}}\n')
    assert path.stat().st_size > 50_000_000
    tracemalloc.start()
    count = sum(isinstance(item, Document) for item in read(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 1_000
    assert peak < 6_000_000
