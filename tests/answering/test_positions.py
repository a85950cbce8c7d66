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


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Posts of one body, of which most name it and none says whose its officers are."""
    folder: Path = tmp_path_factory.mktemp("blog")
    for day, text in {
        "2018-03-01": "The Tarn Institute mends boats. Ann Lee is our chief executive officer.",
        "2018-09-01": "Cy Falk, who was chief operating officer of Norvale, visited the Tarn Institute.",
        "2019-05-01": "The Tarn Institute met Dee Orr, chief executive officer of Norvale, and Ed Poe, CEO of Halden.",
        "2021-12-03": "The Tarn Institute goes on under Bo Ek, our new chief executive officer.",
        "2022-04-01": "The Tarn Institute opened a yard.",
    }.items():
        (folder / f"{day}-post.md").write_text(f"# Post\n\n{text}\n")
    with timeweave.open(tmp_path_factory.mktemp("at_large")) as opened:
        opened.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "as_of", "holder"),
    [
        ("Who leads the Tarn Institute?", None, "Bo Ek"),
        ("Who is at the head of the Tarn Institute?", "2020-01-01", "Ann Lee"),
        ("Who is the CEO of the Tarn Institute?", "2020-01-01", "Ann Lee"),
        ("Who is the CEO of Halden?", None, "Ed Poe"),
    ],
)
def test_who_leads_the_body_of_all_documents(
    blog: KnowledgeBase, question: str, as_of: str | None, holder: str
) -> None:
    """TG-14: by its highest office, though others have one too."""
    assert blog.ask(question, as_of=as_of).answer == holder


def test_one_office_is_not_another(blog: KnowledgeBase) -> None:
    """A chief operating officer shares two words of three with a chief executive officer."""
    answer = blog.ask("Who was the CEO of Norvale?", as_of="2018-12-01")
    assert answer.answer != "Cy Falk"
