"""Which sources a question names, and what it says of the report of each."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from timeweave.question.clauses import days_named, split_clauses
from timeweave.question.reports import Relation, ReportedQuestion, relation_asked
from timeweave.question.sources import authors_of, named_sources

SOURCES = ["The Harbour Gazette", "Coastal Courier", "Marine Weekly | Ships and Yards", "BBC News - Arts"]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What do the Harbour Gazette and 'Coastal Courier' say?", [("Harbour Gazette", 1), ("Coastal Courier", 1)]),
        ("According to Marine Weekly, who sank?", [("Marine Weekly", 1)]),
        ("What did a Baltic Observer article say?", [("Baltic Observer", 0)]),
        ("What was reported by Reuters and Forbes?", [("Reuters", 0), ("Forbes", 0)]),
        ("What does the BBC report say?", [("BBC", 1)]),
        ("What did the article of 2 May 2024 say of a coastal courier?", []),
        ("Did Baltic Observer report on the dock?", [("Baltic Observer", 0)]),
        ("Did BBC report on the dock?", [("BBC", 1)]),
    ],
)
def test_sources_are_known_by_name_or_by_their_report(question: str, named: list[tuple[str, int]]) -> None:
    """Known ones by their whole name or its first part, others where an article or report is given to them."""
    found = named_sources(question, SOURCES)
    assert [(one.text, len(one.sources)) for one in found] == named


def test_clauses_hold_what_is_said_without_their_sources() -> None:
    """The words by which reports are spoken of, the source and the day of publication are no content."""
    question = (
        "Who is the person that the Harbour Gazette of 3 May 2024 says bought a lighthouse and that the Coastal "
        "Courier describes as a retired pilot?"
    )
    named = named_sources(question, SOURCES)
    first, second = split_clauses(question, named, days_named(question, named))
    assert (first.terms, second.terms) == ({"bought", "lighthous"}, {"retir", "pilot"})
    assert [day.value for day in first.days] == ["2024-05-03"]
    assert second.days == ()


def test_reports_are_told_apart_from_what_is_asked_of_them_together() -> None:
    """Two reports of one paper are two, and a question that follows them belongs to neither."""
    question = (
        "Between the Coastal Courier report on herring published on May 3, 2024, and the subsequent report on cod "
        "published on May 9, 2024, was there a change in the catches?"
    )
    reports = ReportedQuestion(question, named_sources(question, SOURCES))
    assert [clause.terms for clause in reports.each] == [{"herring"}, {"cod"}]
    assert [[n.text for n in clause.sources] for clause in reports.each] == [["Coastal Courier"]] * 2
    assert reports.together == "was there a change in the catches?"


@pytest.mark.parametrize(
    ("question", "together", "relation"),
    [
        ("Did the Gazette report the sale before the Courier reported it?", "", Relation.ORDER),
        ("Does the Gazette say that the ship sank after a storm, while the Courier says it did not?", "",
         Relation.CLAIMS),
        ("", "was there any discrepancy in the price?", Relation.AGREEMENT),
        ("", "was there no change in the price?", Relation.CHANGE),
        ("", "which newspaper reported a loss?", Relation.SOURCE),
        ("Does the Gazette give a higher price than the Courier?", "", Relation.FIGURES),
        ("Does the Gazette say that Norvik agreed to buy a dock, and the Courier that it sold one?", "",
         Relation.CLAIMS),
        ("Do the Gazette and the Courier agree that Norvik bought a dock?", "", Relation.AGREEMENT),
        ("Does the Gazette report on climate change, and the Courier on the conflict in Tallby?", "",
         Relation.CLAIMS),
    ],
)  # fmt: skip
def test_what_is_asked_of_reports(question: str, together: str, relation: Relation) -> None:
    """An order is asked for only where a source follows "before" or "after", agreement only of reports: what is told
    in them may be an agreement, a change or a conflict too.
    """
    assert relation_asked(question or together, together) is relation


class Written(NamedTuple):
    """What of a document tells who wrote it."""

    metadata: dict[str, str]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Ann Lee, Chief Operating Officer", ("Ann Lee",)),
        ("Ann Lee, Head of Delivery and Bo Ek, Policy Advisor", ("Ann Lee", "Bo Ek")),
        ("Ann Lee, Jo King, Mia Bishop", ("Ann Lee", "Jo King", "Mia Bishop")),
        ("Ann Lee (Managing Editor), Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Dean Koontz", ("Dean Koontz",)),
        ("The Editor", ()),
        ("Ann Lee, Former CEO", ("Ann Lee",)),
        ("Ann Lee, Parish Clerk", ("Ann Lee",)),
        ("Ann Lee, Jo Mayor", ("Ann Lee", "Jo Mayor")),
        ("Ann Lee, Nick Nurse, Jo Pilot", ("Ann Lee", "Nick Nurse", "Jo Pilot")),
        ("Ann Lee, Vice Principal", ("Ann Lee",)),
    ],
)
def test_an_office_is_no_author(given: str, names: tuple[str, ...]) -> None:
    assert authors_of(Written({"author": given})) == names
