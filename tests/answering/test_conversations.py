"""Questions as users ask them of conversations: what is answered, and how it is cited."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.answering.answerers import put_forward
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.context.reading import evidence_lines
from timeweave.retrieval import Query

HEARING = """\
CHAIR ABARA: The committee will come to order. Ms. Doyle, please go ahead.

MS. DOYLE: I joined Norrland Cold Storage in 2011. I ordered the evacuation on August 9.

SENATOR PRICE: Ms. Doyle, did you see the letter of the union?

MS. DOYLE: I saw it two days ago for the first time.

CHAIR ABARA: How much has the company spent on repairs?

MS. DOYLE: About $2.4 million so far. We expect to reopen the terminal next month.

CHAIR ABARA: The committee will meet again on October 4. We stand adjourned.
"""
CHAT = """\
Monday, March 4, 2024
Maya Chen  9:14 AM
Morning! Legal signed off on Friday, are you ready?
Omar Haddad  9:20 AM
I am. I sent the press kit to Bluepeak yesterday.
Wednesday, March 6, 2024
Maya Chen  10:05 AM
I moved to the Lisbon office on Monday by the way.
Omar Haddad  10:11 AM
Nice! How is it?
Maya Chen  10:12 AM
Sunny. My desk is on the third floor next to payroll.
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    documents = [
        Document("hearing", HEARING, date=dt.date(2023, 9, 20)),
        Document("chat", CHAT, date=dt.date(2024, 3, 31)),
    ]
    with timeweave.open(tmp_path_factory.mktemp("talk") / "kb") as kb:
        kb.add(documents, workers=1)
        yield kb


@pytest.mark.parametrize(
    ("question", "answer", "quoted"),
    [
        ("When did Maya move to the Lisbon office?", "2024-03-04", "I moved to the Lisbon office on Monday"),
        ("When did Ms. Doyle see the letter?", "2023-09-18", "I saw it two days ago"),
        ("When did Omar send the press kit to Bluepeak?", "2024-03-03", "I sent the press kit to Bluepeak yesterday"),
        ("Where is Maya's desk?", "Maya Chen: Sunny. My desk is on the third floor", "My desk is on the third floor"),
        ("How much has the company spent on repairs?", "$2.4 million", "About $2.4 million so far"),
        ("When will the committee meet again?", "2023-10-04", "The committee will meet again on October 4"),
    ],
)
def test_a_turn_answers_by_its_own_day(base: KnowledgeBase, question: str, answer: str, quoted: str) -> None:
    given = base.ask(question)
    assert not given.refused
    assert answer in given.answer
    cited = next(c for c in given.citations if quoted in c.quote)
    text = {"hearing": HEARING, "chat": CHAT}[cited.document_id]
    assert text[cited.start : cited.end] == cited.quote


def test_a_turn_is_of_its_own_day(base: KnowledgeBase) -> None:
    """Not of the day of the export that it stands in."""
    question = "When did Maya put her desk on the third floor next to payroll?"
    with base._store.view(None) as view:
        result, relevance = base._inquiries.find(Query(question), view, base._clients("ask"))
        told = [p.answer.answer for p in put_forward(prepare(result, view, relevance)).proposals]
        lines = evidence_lines(base.search(question), view)
    assert any(answer.startswith("2024-03-06: ") and "payroll" in answer for answer in told)
    assert {line.day for line in lines if "payroll" in line.text} == {dt.date(2024, 3, 6)}
