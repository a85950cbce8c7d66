"""A body that some documents call by its initials, which others declare, is one on any day; questions call it as they
like.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import NotFoundError

TOLD = (
    (
        "2004-09-17",
        "The HDGC met in Harlow Dene. HDGC chair Professor Kit Moss said that the growers' hall needs a roof.",
    ),
    (
        "2005-03-02",
        "The Harlow Dene Growers' Committee (HDGC) met in the growers' hall. HDGC chair Ann Lee spoke of it.",
    ),
    (
        "2006-05-03",
        "Bo Ek has been elected chair of the Harlow Dene Growers' Committee, and told of the growers' hall.",
    ),
    ("2007-02-01", "HDGC Chair Dr Bo Ek opened the new roof of the growers' hall in Harlow Dene."),
    ("2007-03-01", "Jo Park, deputy chair of the Harlow Dene Growers' Committee, spoke in the growers' hall."),
    ("2007-03-05", "The Tarn Growers' Committee was chaired by Kim Orr when the hall in Tarn was sold."),
)
NEAR = re.findall(
    r"\w+",
    "Bakers Weavers Potters Smiths Tanners Dyers Coopers Farriers Glovers Cutlers Chandlers Drapers Saddlers Masons"
    " Joiners Wheelwrights Fletchers Bowyers Girdlers Horners Loriners Painters Pewterers Plumbers Skinners Salters"
    " Spinners Turners Upholders Vintners",
)
"""Whose committees have names that are nearer to the growers' than its initials are."""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A committee that is told of under its name and its initials, and another of the same kind."""
    documents = [
        Document(f"d{n}", text, date=dt.date.fromisoformat(day), title=f"Note {n}")
        for n, (day, text) in enumerate(TOLD)
    ]
    documents += [
        Document(f"n{n}", f"The Harlow Dene {who}' Committee met in the hall.", date=dt.date(2004, 1, 1 + n), title=who)
        for n, who in enumerate(NEAR)
    ]
    with timeweave.open(tmp_path_factory.mktemp("initials")) as opened:
        opened.add(documents, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield opened


@pytest.mark.parametrize("name", ["HDGC", "Harlow Dene Growers' Committee"])
def test_initials_that_documents_declare_are_one_with_the_name(kb: KnowledgeBase, name: str) -> None:
    """EK-03: of whichever of both is asked, all chairs are told."""
    timeline = kb.timeline(name, relation="chair")
    chairs = {timeline.other_name(r) for r in timeline.facts if r.fact.relation == "chair"}
    assert chairs == {"Kit Moss", "Ann Lee", "Bo Ek"}


def test_initials_are_nobodys_before_a_document_declares_them(kb: KnowledgeBase) -> None:
    assert kb.timeline("HDGC", as_of="2004-12-31").entity.name == "HDGC"
    with pytest.raises(NotFoundError):
        kb.timeline("Harlow Dene Growers' Committee", as_of="2004-12-31")


def test_a_body_called_in_small_letters_is_the_one_that_is_spoken_of(kb: KnowledgeBase) -> None:
    assert kb.ask("Who chairs the growers' committee?", as_of="2007-02-28").answer == "Bo Ek"


@pytest.mark.parametrize(
    ("question", "as_of", "holder"),
    [
        ("Who chairs the Harlow Dene Growers' Committee?", "2005-06-01", "Ann Lee"),
        ("Who chairs HDGC?", "2007-12-31", "Bo Ek"),
        ("Who is the chair of the HDGC?", "2006-01-01", "Ann Lee"),
        ("Who chairs the growers' committee of Tarn?", None, "Kim Orr"),
    ],
)
def test_a_deputy_who_is_told_of_later_is_not_who_is_asked_for(
    kb: KnowledgeBase, question: str, as_of: str | None, holder: str
) -> None:
    assert holder in kb.ask(question, as_of=as_of).answer
