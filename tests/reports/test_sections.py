"""What a report tells of its period, and what it leaves to others."""

from __future__ import annotations

import datetime as dt

import pytest
from storekit.memory import MemoryStore

from timeweave.records import Document, Report
from timeweave.reports import Reports
from timeweave.reports.meaning import Meaning, in_past, meaning_of_relation, tells_of_coming, told_after

from reports.conftest import add  # isort: skip

DAYS = ("01-17", "02-28", "04-11", "05-23", "07-04", "08-15")
RELEASES = tuple(
    Document(
        f"release-{n}",
        f"The Harbor team is happy to announce a new version of Harbor, 1.{n}.0. It is faster than before.",
        title=f"Announcing Harbor 1.{n}.0",
        date=dt.date.fromisoformat(f"2019-{day}"),
    )
    for n, day in enumerate(DAYS, 31)
)
POSTS = tuple(
    Document(
        f"post-{n}",
        f"{name} maintains the Lorne Library together with Ola Berg of the Port Alden office.",
        title=title,
        date=dt.date(2019, 3, n),
    )
    for n, (name, title) in enumerate(
        [
            ("Mara Ellison", "How the harbour office works"),
            ("Tomas Reyk", "Minutes of the council, March 2019"),
            ("Ines Calder", "Minutes of the council, April 2019"),
            ("Dora Lind", "An interview with our librarians"),
        ],
        1,
    )
)


def report(label: str, *documents: Document) -> Report:
    with MemoryStore() as store:
        add(store, *documents)
        with store.view() as view:
            return Reports(store).of([label], view)[label]


def told(found: Report, section: str) -> list[str]:
    return [s.text for s in found.sentences if s.section == section]


def test_many_releases_are_one_sentence() -> None:
    """TG-06: a series is told by how many came out, from the first to the last, which are cited first."""
    found = report("2019", *RELEASES)
    (sentence,) = told(found, "What came out")
    assert sentence == "Harbor: 6 releases from 1.31.0 on 17 January to 1.36.0 on 15 August."
    (cited,) = (s.facts for s in found.sentences if s.section == "What came out")
    assert len(cited) == 6
    with MemoryStore() as store:
        add(store, *RELEASES)
        with store.view() as view:
            facts = view.facts(cited)
            assert [str(facts[id_].fact.valid) for id_ in cited[:2]] == ["2019-01-17", "2019-08-15"]


def test_a_release_is_told_where_it_fell() -> None:
    """TG-06: a month tells its own release, by name, and no other."""
    assert told(report("2019-04", *RELEASES), "What came out") == ["Harbor 1.33.0 came out on 11 April."]


def test_who_releases_something_does_not_come_out() -> None:
    """TG-06: what a body released is an event of the body."""
    memo = Document(
        "memo", "The Lorne Harbour Office released the Quay Memorandum today. It is short.", date=dt.date(2019, 4, 3)
    )
    found = report("2019-04", memo)
    assert told(found, "What came out") == []
    assert told(found, "What happened") == ["Lorne Harbour Office released Quay Memorandum (3 April)."]


def test_what_is_told_to_be_out_came_out() -> None:
    """TG-06: also where no announcement names it."""
    notes = Document("notes", "Harbor Suite released in May 2019 worldwide.", date=dt.date(2019, 9, 30))
    assert told(report("2019-05", notes), "What came out") == ["Harbor suite came out."]


def test_a_title_stands_for_its_document_unless_its_release_is_told() -> None:
    """TG-06: titles are told with their days, those that come again as one, and no announcement twice."""
    titles = told(report("2019", *RELEASES, *POSTS), "What was published")
    assert any(t.startswith("“How the harbour office works” (1 March)") for t in titles)
    assert "“Minutes of the council, March 2019” on 2 March and 1 more like it until 3 March." in titles
    assert not any("Announcing" in t for t in titles)


def test_what_is_said_of_another_time_is_not_quoted() -> None:
    """TG-06: a sentence of the period that names another time, or looks ahead, is no news of it."""
    now = "Halden Optics acquired Brightwater Sensors for its plant in Port Alden, both companies said."
    then, ahead = now.replace("Sensors", "Sensors in 1998"), now.replace("acquired", "will next year acquire")
    texts = enumerate((now, then, ahead), 1)
    quotations = report("2019", *(Document(f"d{n}", text, date=dt.date(2019, 3, n)) for n, text in texts))
    assert told(quotations, "In the words of the sources") == [f"“{now}”"]


def test_who_left_nothing_that_is_named_did_not_leave_the_day() -> None:
    """TG-06: a departure of which only the day is told is told with it, once."""
    text = "Anna Brill joined Corvo Ltd in 2019 and left in 2021."
    (came,) = told(report("2021", Document("d", text, date=dt.date(2024, 1, 3))), "Who came and who went")
    assert "left 2021" not in came


def test_a_figure_that_one_sentence_tells_is_quoted_and_a_small_count_left_out() -> None:
    """TG-06: a measure of no known kind keeps the words of its source, so that nothing is made of what was misread."""
    share = "In all, 66.4% of the readers of Port Alden borrow books from the Lorne Library every week."
    bits = "The catalogue of the Lorne Library now has 128 bit numbers for all of its books and maps."
    figures = told(report("2019", Document("d", f"{share} {bits}", date=dt.date(2019, 3, 1))), "Figures")
    assert figures == [f"“{share}”"]


@pytest.mark.parametrize(
    ("relation", "meaning"),
    [
        ("released", Meaning.EVENT),
        ("joined", Meaning.ARRIVAL),
        ("was appointed", Meaning.ARRIVAL),
        ("stepped down from", Meaning.DEPARTURE),
        ("acquired", Meaning.EVENT),
        ("demolished", Meaning.EVENT),
        ("located in", Meaning.STATE),
        ("creating in", Meaning.STATE),
        ("using", Meaning.STATE),
        ("chief executive officer", Meaning.TENURE),
        ("member of", Meaning.TENURE),
    ],
)
def test_what_a_relation_means_for_time(relation: str, meaning: Meaning) -> None:
    """A deed happens on a day, a tenure begins and ends, a state holds."""
    assert meaning_of_relation(relation) is meaning


def test_deeds_are_told_in_the_past() -> None:
    """However a source puts it."""
    assert in_past("joining") == "joined"
    assert in_past("leaves") == "left"
    assert told_after("founded", alone=True) == "was founded"
    assert told_after("elected to", alone=False) == "was elected to"
    assert told_after("died", alone=True) == "died"


def test_an_office_begins_where_a_sentence_says_so() -> None:
    """Who is called by an office had it before."""
    assert tells_of_coming("The board named Ada Poe as treasurer.", "treasurer")
    assert not tells_of_coming("Treasurer Ada Poe said that the board met.", "treasurer")
    assert not tells_of_coming("She was appointed treasurer when the mill closed.", "treasurer")


def test_what_stands_under_a_title_is_not_quoted_again() -> None:
    """TG-06: the sentence that tells what a document is about is told once in a report."""
    text = "Halden Optics acquired Brightwater Sensors for its plant in Port Alden, both companies said."
    document = Document("d", text, title="Halden Optics acquires Brightwater Sensors", date=dt.date(2019, 3, 1))
    found = report("2019", document)
    assert sum(text in s.text for s in found.sentences) == 1
