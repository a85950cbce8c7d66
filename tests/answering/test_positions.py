"""Which office somebody holds or held, at a time, before another, as of a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import KnowledgeBase

POSTS = {
    "2017-06-01-start.md": "author: Ann Lee, Policy Advisor",
    "2019-01-31-grow.md": "author: 'Ann Lee, Chief Operating Officer'",
    "2022-03-01-talk.md": "authors:\n  - {name: Ann Lee, role: Interim CEO}\n  - {name: Bo Ek, role: Product Lead}",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Three posts of a blog whose front matter says what their authors are, and one that tells of an office."""
    folder: Path = tmp_path_factory.mktemp("posts")
    for name, author in POSTS.items():
        (folder / name).write_text(f"---\ntitle: {name[11:-3]}\n{author}\n---\nWe mend the boats of the harbour.\n")
    (folder / "2023-05-01-move.md").write_text("Bo Ek became treasurer of the Tarn Institute on 1 May 2023.\n")
    with timeweave.open(tmp_path_factory.mktemp("positions")) as opened:
        opened.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "as_of", "office"),
    [
        ("What is Ann Lee's job title?", None, "chief executive officer"),
        ("What is Ann Lee's job title?", "2020-01-01", "chief operating officer"),
        ("Which post did Ann Lee hold in March 2019?", None, "chief operating officer"),
        ("What role did Ann Lee have in 2018?", None, "policy advisor"),
        ("What was Ann Lee's position before she was chief operating officer?", None, "policy advisor"),
        ("Which office does Bo Ek hold?", None, "treasurer of Tarn Institute"),
        ("What is Bo Ek's role at the Tarn Institute?", None, "treasurer"),
        ("What was Bo Ek's role in 2022?", None, "product lead"),
    ],
)
def test_the_office_of_the_time(kb: KnowledgeBase, question: str, as_of: str | None, office: str) -> None:
    """TG-14, TK-05: by any word for an office; who has taken another since no longer holds it."""
    answer = kb.ask(question, as_of=as_of)
    assert (answer.answer, answer.method) == (office, "computed")
    assert answer.citations


@pytest.mark.parametrize(
    "question",
    ["What was Ann Lee's role in 2012?", "Which post did Ann Lee write first?", "What is Cy Falk's job title?"],
)
def test_no_office_is_made_up(kb: KnowledgeBase, question: str) -> None:
    """Before the first that is told none is known; a post that is written is no office."""
    answer = kb.ask(question)
    assert answer.method != "computed" or "policy" not in answer.answer
