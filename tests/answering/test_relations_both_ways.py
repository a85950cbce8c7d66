"""Relations asked for from either end, by what that end is called."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

DOCUMENTS = [
    Document(name, text, date=dt.date.fromisoformat(day))
    for name, day, text in (
        ("family", "2020-01-01", "Nora Quint married Paul Hesse in 2015. Nora Quint is the daughter of Edda Quint."),
        ("work", "2020-05-01", "Tom Vale works for Brightwater Foods. Brightwater Foods is headquartered in Oslo."),
        ("move", "2023-05-01", "Brightwater Foods is headquartered in Bergen."),
    )
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A family and a company."""
    with timeweave.open(tmp_path_factory.mktemp("ends")) as opened:
        opened.add(DOCUMENTS, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is Nora Quint's husband?", "Paul Hesse"),
        ("Who is Paul Hesse's wife?", "Nora Quint"),
        ("Who is the mother of Nora Quint?", "Edda Quint"),
        ("Who is the daughter of Edda Quint?", "Nora Quint"),
        ("Who is Tom Vale's employer?", "Brightwater Foods"),
        ("Who does Brightwater Foods employ?", "Tom Vale"),
        ("Where is the headquarters of Brightwater Foods?", "Bergen"),
        ("Where was Brightwater Foods headquartered in 2021?", "Oslo"),
    ],
)
def test_a_relation_is_read_from_either_end(kb: KnowledgeBase, question: str, expected: str) -> None:
    """EK-05, EK-06: what the table calls the subject, the object and the inverse of a relation asks for them."""
    answer = kb.ask(question)
    assert (answer.answer, answer.method) == (expected, "computed")
