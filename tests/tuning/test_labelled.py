"""Labelled questions from JSON Lines: what is read, and what is told of lines that hold none."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from timeweave.errors import UsageError
from timeweave.tuning import LabelledQuestion, read_labelled


def written(folder: Path, *lines: str) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_a_question_has_its_gold_and_its_day(tmp_path: Path) -> None:
    """Documents, texts, or both; the day of a period is its last; the number of the line is the id where none is."""
    path = written(
        tmp_path,
        '{"id": "a", "question": "Who?", "documents": ["d1", "d2", "d1"], "as_of": "2024-02", "mode": "auto"}',
        "",
        '{"question": "When?", "evidence": ["in May"], "now": "2024-05-01"}',
        '{"id": 7, "question": "What nobody knows?", "documents": []}',
        '{"id": 8, "question": "What nobody wrote?", "evidence": []}',
    )
    questions, failed = read_labelled(path)
    assert failed == []
    assert questions == [
        LabelledQuestion("a", "Who?", ("d1", "d2"), (), dt.date(2024, 2, 29), None, 1),
        LabelledQuestion("3", "When?", (), ("in May",), None, dt.date(2024, 5, 1), 3),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"id": ' + "9" * 5_000 + ', "question": "Who?", "documents": ["d"]}', "not JSON"),
        ('{"question": "Who \\ud83d?", "documents": ["d"]}', "half of a character"),
        ('{"question": "Who?", "documents": ["\\ud83d"]}', "half of a character"),
        ("[1]", "must be an object with a question"),
        ('{"question": " ", "documents": ["d"]}', "must be an object with a question"),
        ('{"question": 7, "documents": ["d"]}', "must be an object with a question"),
        ('{"question": "Who?"}', "no gold: name the documents that answer it under 'documents'"),
        ('{"question": "Who?", "documents": "d"}', "'documents' must be a list of strings"),
        ('{"question": "Who?", "documents": [7]}', "'documents' must be a list of strings"),
        ('{"question": "Who?", "evidence": [" "]}', "'evidence' must be a list of strings"),
        ('{"question": "Who?", "documents": ["d"], "as_of": "soon"}', "'as_of': "),
        ('{"question": "Who?", "documents": ["d"], "as_of": "2024/.."}', "'as_of': '2024/..' has no last day"),
        ('{"question": "Who?", "documents": ["d"], "now": 2024}', "'now' must be a day in a string"),
        ('{"question": "Who?", "documents": ["d"], "id": null}', "'id' must be a string or a number"),
        ('{"question": "Who?", "documents": ["d"], "id": true}', "'id' must be a string or a number, not True"),
        ('{"question": "Who?", "documents": ["d"], "id": "first"}', "'id' 'first' is that of line 1"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(tmp_path: Path, line: str, said: str) -> None:
    """Each bad line is told with its number and what to do; it takes no other with it."""
    good = '{"id": "first", "question": "Who?", "documents": ["d"]}'
    questions, (failure,) = read_labelled(written(tmp_path, good, line, good.replace("first", "last")))
    assert [q.id for q in questions] == ["first", "last"]
    assert failure.line == 2
    assert said in failure.error


def test_a_byte_order_mark_belongs_to_no_line(tmp_path: Path) -> None:
    """What some editors put before the first line costs no question."""
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": "a", "question": "Who?", "documents": ["d"]}\n')
    questions, failed = read_labelled(path)
    assert ([q.id for q in questions], failed) == (["a"], [])


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """A missing file, and one that is no text."""
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_labelled(tmp_path / "none.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="are not UTF-8"):
        read_labelled(tmp_path / "bytes.jsonl")
