"""The bundled corpus: that it can be read whole, and that its questions can be answered from it."""

from __future__ import annotations

import datetime as dt
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.records import DateSource, Document

DEMO = Path(str(files("timeweave").joinpath("demo")))
QUESTIONS = [json.loads(line) for line in (DEMO / "questions.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def corpus() -> list[Document]:
    items = [*read(DEMO / "corpus"), *read(DEMO / "corrections")]
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def test_every_format_is_there(corpus: list[Document]) -> None:
    """Thirty documents and a correction, in eight formats, dated in every way, one of them not at all."""
    suffixes = {path.suffix for path in (DEMO / "corpus").rglob("*") if path.is_file()}
    assert suffixes == {".md", ".txt", ".html", ".pdf", ".jsonl", ".csv", ".xml", ".tsv"}
    assert len(corpus) == 31
    assert [document.id for document in corpus if document.date is None] == ["notes/pier-memo.txt"]
    assert {document.date_source for document in corpus} == set(DateSource) - {DateSource.TEXT}
    assert [d.id for d in corpus if corpus.count(d) > 1 or sum(d.id == e.id for e in corpus) > 1] == [
        "quillon-2024-q3"
    ] * 2


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["id"])
def test_what_a_question_expects_was_written_by_then(corpus: list[Document], question: dict[str, str]) -> None:
    """Each expected word stands in a document that was visible on the day asked about; what is refused in none."""
    day = dt.date.fromisoformat(question.get("as_of", "2025-12-31"))
    visible = {d.id: d for d in sorted(corpus, key=lambda d: d.date or day) if (d.date or day) <= day}
    expected = question["expect"]
    if expected == ["No explicit evidence"]:
        (year,) = re.findall(r"\d{4}", question["question"])
        assert not any(year in d.text for d in visible.values())
    else:
        assert all(any(word in d.text for d in visible.values()) for word in expected)


def test_the_quarters_add_up_to_the_years(corpus: list[Document]) -> None:
    """42.3 + 44.7 + 46.9 + 52.4 = 186.3 as first published; with 49.8 it is 183.7; the quarters of 2024 make 227.1, and
    Halden's of fiscal 2024 make 500.0.
    """
    stated = {d.id: float(m[1]) for d in reversed(corpus) if (m := re.search(r"\$(\d+\.\d) million", d.text))}
    quillon = [stated[f"quillon-2023-q{n}"] for n in (1, 2, 3, 4)]
    assert round(sum(quillon), 1) == 186.3
    assert round(sum(quillon[:3]) + stated["quillon/2024-04-11-quillon-restatement.txt"], 1) == 183.7
    assert round(sum(stated[f"quillon-2024-q{n}"] for n in (1, 2, 3, 4)), 1) == 227.1
    assert round(sum(stated[f"halden-fy24-q{n}"] for n in (1, 2, 3, 4)), 1) == 500.0


def test_stated_growth_is_that_of_the_figures(corpus: list[Document]) -> None:
    """Wherever a text gives a value, the value a year before and the increase, the three agree."""
    pattern = re.compile(
        r"\$(?P<now>\d+\.\d) million[^$%]{0,60}?compare[sd] to (?:the restated )?\$(?P<then>\d+\.\d) million"
        r"[^$%]{0,60}?increase of (?P<growth>\d+\.\d)%"
    )
    found = [m for document in corpus for m in pattern.finditer(document.text)]
    assert len(found) >= 6
    for match in found:
        growth = 100 * (float(match["now"]) / float(match["then"]) - 1)
        assert abs(growth - float(match["growth"])) < 0.051, match[0]
