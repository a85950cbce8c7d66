"""Questions over several documents, each of another source, in a real store: harbour news told by three papers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.results import Answer
from timeweave.temporal.interval import Interval

GAZETTE, COURIER, WEEKLY = "The Harbour Gazette", "Coastal Courier", "Marine Weekly"
RECORDED = dt.datetime(2024, 8, 1, tzinfo=dt.UTC)


def _told(name: str, source: str, day: str, title: str, text: str) -> Document:
    return Document(name, text, title=title, date=dt.date.fromisoformat(day), source=source)


FINED = (
    "Norvik Lines was fined 2 million euros by the maritime regulator for dumping ballast water. "
    "The captain had warned the crew twice."
)
DOCUMENTS = [
    _told("ice", GAZETTE, "2024-02-11", "Ice in the sound", "An icebreaker from Finland freed four cargo ships."),
    _told("fine", GAZETTE, "2024-03-02", "Ferry operator fined", FINED),
    _told("fine-copy", COURIER, "2024-03-03", "Ferry operator fined", FINED),
    _told("route", COURIER, "2024-03-09", "New route to Skarholm",
          "Norvik Lines will open a route to Skarholm in June with two electric ferries."),
    _told("dock-1", GAZETTE, "2024-03-20", "Dry dock changes hands",
          "Sternhav Shipping bought the dry dock in Tallby for 40 million euros."),
    _told("yard", WEEKLY, "2024-04-01", "Shipyard orders",
          "The yard in Tallby is building two electric ferries for Norvik Lines. Steel prices stay high."),
    _told("dock-2", COURIER, "2024-05-02", "Dry dock sold",
          "The dry dock in Tallby went to Sternhav Shipping for 38 million euros."),
    _told("herring-1", WEEKLY, "2024-05-10", "Herring season", "Herring catches rose to 12,000 tonnes in April."),
    _told("herring-2", COURIER, "2024-05-12", "Fishermen worried",
          "Herring catches fell to 9,000 tonnes in April, the fishermen's union said."),
    _told("pilots", GAZETTE, "2024-06-01", "Pilots choose a leader",
          "Elin Marsk was elected to lead the pilots' association. She has steered tankers for twenty years."),
    _told("light", COURIER, "2024-06-15", "Lighthouse debate",
          "Elin Marsk told parliament that the lighthouse at Gannet Point must stay manned."),
    _told("strike", WEEKLY, "2024-06-20", "Dockers strike",
          "Dockers in Tallby went on strike over pensions for three days."),
    _told("water-1", WEEKLY, "2024-07-01", "Council vote",
          "The harbour council approved the breakwater at Gannet Point."),
    _told("horns", WEEKLY, "2024-07-02", "Fog horns", "The fog horns are too quiet, Marsk warned in a letter."),
    _told("water-2", GAZETTE, "2024-07-03", "Storm study",
          "The harbour council rejected the breakwater at Gannet Point after a storm study."),
]  # fmt: skip

FINED_AND_SAILING = (
    "Which company was fined for dumping ballast water according to the Harbour Gazette and will open a route to "
    "Skarholm according to the Coastal Courier?"
)


def _built(folder: Path, documents: list[Document]) -> KnowledgeBase:
    kb = timeweave.open(folder)
    kb.add(documents, now=RECORDED, workers=1)
    return kb


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """All papers."""
    with _built(tmp_path_factory.mktemp("papers"), DOCUMENTS) as opened:
        yield opened


def _cited(answer: Answer) -> set[str]:
    return {citation.document_id for citation in answer.citations}


@pytest.mark.parametrize(
    ("question", "answer", "cited"),
    [
        (FINED_AND_SAILING, "Norvik Lines", {"fine", "route"}),
        ("Who is the person that the Harbour Gazette says was elected to lead the pilots' association and that the "
         "Coastal Courier says told parliament that the lighthouse must stay manned?", "Elin Marsk",
         {"pilots", "light"}),
        ("Which company, reported by the Harbour Gazette and Marine Weekly, was fined by the regulator and ordered two "
         "electric ferries from a yard in Tallby?", "Norvik Lines", {"fine", "yard"}),
        ("Who was elected to lead the pilots' association according to the Harbour Gazette and warned of quiet fog "
         "horns according to Marine Weekly?", "Elin Marsk", {"pilots", "horns"}),
    ],
)  # fmt: skip
def test_what_several_reports_have_in_common_is_named(
    kb: KnowledgeBase, question: str, answer: str, cited: set[str]
) -> None:
    """TG-14: the one entity that the reports of each clause bear out, with a line of each."""
    given = kb.ask(question)
    assert (given.answer, given.refused) == (answer, False)
    assert cited <= _cited(given)


@pytest.mark.parametrize(
    ("question", "answer", "cited"),
    [
        ("Does the Harbour Gazette report that Sternhav Shipping bought the dry dock in Tallby, while Marine Weekly "
         "says that a yard in Tallby is building electric ferries for Norvik Lines?", "Yes", {"dock-1", "yard"}),
        ("Does Marine Weekly say that the yard in Tallby is building electric ferries, similar to how the Coastal "
         "Courier says that Norvik Lines will open a route to Skarholm with electric ferries?", "Yes",
         {"yard", "route"}),
        ("Does Marine Weekly say that the harbour council rejected the breakwater, while the Harbour Gazette says that "
         "the council rejected it after a storm study?", "No", {"water-1"}),
        ("Does the Harbour Gazette say that the icebreaker failed to free the cargo ships, while Marine Weekly says "
         "that dockers went on strike?", "No", {"ice"}),
        ("Did the Harbour Gazette report on the dry dock in Tallby before the Coastal Courier reported on the dry "
         "dock?", "Yes", {"dock-1", "dock-2"}),
        ("Did Marine Weekly report on herring catches after the Coastal Courier reported on herring catches?", "No",
         {"herring-1", "herring-2"}),
        ("Between the Harbour Gazette report on the dry dock and the Coastal Courier report on the dry dock, was there "
         "agreement on the price of the dry dock in Tallby?", "No", {"dock-1", "dock-2"}),
        ("Between the Marine Weekly report on herring catches and the Coastal Courier report on herring catches, is "
         "the account of the herring catches consistent or inconsistent?", "Inconsistent", {"herring-1", "herring-2"}),
        ("Between the Harbour Gazette report of 20 March 2024 on the dry dock and the Coastal Courier report of "
         "2 May 2024, was there a change in the price of the dry dock?", "Yes", {"dock-1", "dock-2"}),
        ("Does Marine Weekly report a higher herring catch in April than the Coastal Courier?", "Yes",
         {"herring-1", "herring-2"}),
        ("Between the Marine Weekly report on herring and the Coastal Courier report on herring, which newspaper "
         "reported that catches fell to 9,000 tonnes?", COURIER, {"herring-2"}),
    ],
)  # fmt: skip
def test_a_verdict_rests_on_the_report_of_each_source(
    kb: KnowledgeBase, question: str, answer: str, cited: set[str]
) -> None:
    """TG-14: words, opposite words, figures and days of the reports decide; all that decide are cited."""
    given = kb.ask(question)
    assert (given.answer, given.refused) == (answer, False)
    assert _cited(given) == cited


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Which company was fined according to the Harbour Gazette and bought a rival according to a Baltic Observer "
         "article?", "nothing of 'Baltic Observer' was found"),
        ("Who, according to the Harbour Gazette and the Coastal Courier, discovered a wreck and painted the town hall?",
         "nothing in the evidence bears out"),
        ("Does the Coastal Courier say that Norvik Lines will open a route to Gotland, while Marine Weekly says that a "
         "yard is building ferries for it?", "nothing visible mentions 'Gotland'"),
        ("Did the Harbour Gazette article say that Elin Marsk was elected to lead the pilots' association, while the "
         "Coastal Courier article says that Elin Marsk wants the lighthouse automated?", "nothing in the evidence"),
        ("Does the Coastal Courier say that Norvik Lines was fined 5 million euros for dumping ballast water, while "
         "the Harbour Gazette says that the captain had warned the crew?", "nothing in the evidence decides"),
    ],
)  # fmt: skip
def test_what_the_reports_do_not_decide_is_refused(kb: KnowledgeBase, question: str, missing: str) -> None:
    """TG-14: no source, no such name, other figures, or a claim in other words: refused, and told what is missing."""
    given = kb.ask(question)
    assert given.refused
    assert any(missing in warning for warning in given.warnings), given.warnings


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Did both the Harbour Gazette and the Coastal Courier report that Sternhav Shipping paid 40 million euros for "
         "the dry dock in Tallby?", None),
        ("Did both the Harbour Gazette and the Coastal Courier report that Norvik Lines was fined by the maritime "
         "regulator for dumping ballast water?", "Yes"),
        ("Did the Harbour Gazette report that Norvik Lines was fined while the Coastal Courier reported that Norvik "
         "Lines will open a route to Skarholm?", "Yes"),
    ],
)  # fmt: skip
def test_what_both_are_asked_for_each_must_say(kb: KnowledgeBase, question: str, says: str | None) -> None:
    """TG-14: what one paper says is not what both say."""
    given = kb.ask(question)
    assert (None if given.refused else given.answer) == says


def test_copies_are_one_source(kb: KnowledgeBase) -> None:
    """A report and its copy in another paper do not bear each other out."""
    given = kb.ask(
        "Which company was fined for dumping ballast water by the regulator, according to the Harbour Gazette and the "
        "Coastal Courier, and had a captain who warned the crew twice?"
    )
    assert given.refused


def test_the_explanation_shows_clauses_evidence_and_votes(kb: KnowledgeBase) -> None:
    """Each clause with its sources, and of the winner the line of each clause, where an explanation is asked for."""
    given = kb.ask(FINED_AND_SAILING, explain=True)
    assert given.search.explanation is not None
    shown = given.search.explanation["across"]
    assert [clause["sources"] for clause in shown["clauses"]] == [["Harbour Gazette"], ["Coastal Courier"]]
    best = shown["votes"][0]
    assert (best["entity"], best["documents"]) == ("Norvik Lines", 2)
    assert [vote["line"]["document_id"] for vote in best["clauses"]] == ["fine", "route"]
    assert kb.ask(FINED_AND_SAILING).search.explanation is None


@pytest.mark.parametrize("day", ["2024-03-05", "2024-06-10"])
def test_answers_are_those_of_a_store_that_never_saw_the_rest(kb: KnowledgeBase, tmp_path: Path, day: str) -> None:
    """TK-05: as of a day, answers and explanations are those of the documents until then, in any order."""
    known = [d for d in reversed(DOCUMENTS) if d.date is not None and d.date.isoformat() <= day]
    questions = [
        FINED_AND_SAILING,
        "Between the Harbour Gazette report on the dry dock and the Coastal Courier report on the dry dock, was there "
        "agreement on the price of the dry dock in Tallby?",
    ]
    with _built(tmp_path, known) as past:
        for question in questions:
            one, other = (k.ask(question, as_of=day, explain=True) for k in (kb, past))
            assert (one.answer, one.citations, one.warnings) == (other.answer, other.citations, other.warnings)
            told, retold = one.search.explanation, other.search.explanation
            assert told is not None
            assert retold is not None
            assert told.get("across") == retold.get("across")
    assert kb.ask(FINED_AND_SAILING, as_of=day).refused is (day < "2024-03-09")


def test_who_documents_are_about_is_no_source(tmp_path: Path) -> None:
    """Companies that publish their own results are compared by their figures, not as two papers."""
    results = [
        Document(f"{name}-2023", f"Revenue was ${amount} million.", title=f"{name} 2023 results", source=name,
                 date=dt.date(2024, 2, 1), period=Interval.parse("2023"), entities=(name,))
        for name, amount in (("Norvik Lines", 40), ("Sternhav Shipping", 55))
    ]  # fmt: skip
    with _built(tmp_path, results) as kb:
        given = kb.ask("Did Norvik Lines report higher revenue than Sternhav Shipping in 2023?")
        assert given.answer == "No: $40 million (Norvik Lines) against $55 million (Sternhav Shipping)"
