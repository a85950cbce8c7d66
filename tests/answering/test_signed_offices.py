"""Who held which office of a firm, by what its filings say and how they are signed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document, Markup

ANNUAL = """# Acme Holdings, Inc. annual report

| Name | Age | Position |
| --- | --- | --- |
| Bo Musk | 62 | President and Chief Executive Officer |
| Maria Lopez | 51 | Chief Financial Officer |

The mill was sold in March.

|  | ACME HOLDINGS, INC. |
| --- | --- |
| Date: May 7, 2024 | By: /s/ Bo Musk |
|  | Bo Musk |
|  | Chief Executive Officer |

| Signature | Title | Date |
| --- | --- | --- |
| /s/ Maria Lopez | Chief Financial Officer | May 7, 2024 |
| /s/ Cyril Talbot | General Counsel | May 7, 2024 |
"""
QUARTER = """# Acme Holdings, Inc. quarterly report

Litigation relating to the 2018 CEO Performance Award went on. As holders ratified the CEO Performance Award, Mr. Musk
and Acme filed a brief in the Court of Appeals.
"""


@pytest.fixture(scope="module")
def filings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("filings")) as kb:
        kb.add(
            Document(str(day), text, title=text.split("\n")[0][2:], date=day, markup=Markup.MARKDOWN)
            for day, text in ((dt.date(2024, 5, 7), ANNUAL), (dt.date(2024, 8, 6), QUARTER))
        )
        yield kb


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("Who was chief financial officer of Acme Holdings in June 2024?", "Maria Lopez"),
        ("Who is the general counsel of Acme Holdings?", "Cyril Talbot"),
        ("Who is the CEO of Acme Holdings?", "Bo Musk"),
    ],
)
def test_who_holds_an_office_is_told_by_a_signature(filings: KnowledgeBase, question: str, who: str) -> None:
    """No office is given for a person, and what a later report says of its holder by the last name takes none away."""
    answer = filings.ask(question)
    assert answer.answer == who
    assert answer.method == "computed"


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("Ann Lee is the treasurer of Otter Trust.", "Otter Trust has a new treasurer: Tom Lee won.", "Ann", "Tom"),
        (
            "Jane May is the treasurer of Otter Trust.",
            "Zoe Quist won the vote for treasurer of Otter Trust in May.",
            "Jane",
            "Zoe",
        ),
    ],
)
def test_another_of_the_last_name_and_a_month_keep_no_holder(
    tmp_path: Path, before: str, after: str, old: str, new: str
) -> None:
    """A later line speaks of the holder by the last name alone, and where that is no word."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", before, date=dt.date(2020, 5, 7)), Document("b", after, date=dt.date(2024, 5, 7))])
        answer = kb.ask("Who is the treasurer of Otter Trust?").answer
    assert new in answer or old not in answer
