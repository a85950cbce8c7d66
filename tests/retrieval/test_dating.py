"""Questions that date themselves by what documents tell: events, tenures, and what is not known."""

import datetime as dt

import pytest

import timeweave
from timeweave import Document
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 9, 1, tzinfo=dt.UTC)


def report(quarter, day, text):
    return Document(
        id=f"halden-{quarter}",
        text=text,
        date=dt.date.fromisoformat(day),
        period=Interval.parse(quarter),
        entities=("Halden Optics Inc.",),
    )


DOCUMENTS = [
    report(
        "2023-Q4", "2024-01-20", "Revenue was $330 million. We expect to close the Nordlys acquisition on May 2, 2024."
    ),
    report("2024-Q1", "2024-04-26", "Revenue was $340 million. We closed the acquisition of Nordlys yesterday."),
    report("2024-Q2", "2024-07-20", "Revenue was $400 million, up 17% after the Nordlys acquisition."),
    Document(
        id="offices",
        text=(
            "Mara Lind was chief executive officer of Halden Optics from March 2019 to June 2022. "
            "Ole Berg became chief executive officer of Halden Optics in July 2022."
        ),
        date=dt.date(2022, 8, 1),
    ),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    with timeweave.open(tmp_path_factory.mktemp("dating") / "kb") as opened:
        opened.add(DOCUMENTS, now=RECORDED)
        yield opened


def read(kb, question, as_of=None):
    result = kb.search(question, as_of=as_of)
    return [str(i) for i in result.scope.intervals], str(result.scope.relation), result.warnings


def test_after_an_event(kb):
    """TG-08: what was expected dates no event, what has happened does; the reading is told with its document."""
    intervals, relation, warnings = read(kb, "What was Halden Optics' revenue after the Nordlys acquisition?")
    assert (intervals, relation) == (["2024-04-26/.."], "after")
    assert warnings == (
        "'after the Nordlys acquisition' is read as after 2024-04-25"
        " (document halden-2024-Q1: 'We closed the acquisition of Nordlys yesterday.')",
    )


def test_before_an_event_as_a_clause(kb):
    """A clause dates as a noun does; the words of the event are none of those asked for."""
    result = kb.search("What was Halden Optics' revenue before Halden acquired Nordlys?", explain=True)
    assert [str(i) for i in result.scope.intervals] == ["../2024-04-24"]
    assert result.explanation["asked"] == ["revenue"]


def test_as_of_a_day_on_which_it_had_not_happened(kb):
    """TK-05: nothing that was published later dates an event."""
    intervals, relation, warnings = read(
        kb, "What was Halden Optics' revenue after the Nordlys acquisition?", as_of="2024-04-01"
    )
    assert (intervals, relation) == ([], "none")
    assert warnings[0].startswith("'after the Nordlys acquisition' is not read as a time")


def test_an_event_that_nothing_tells_of(kb):
    """TG-08: where no document dates it, the scope stays open and a warning says so."""
    intervals, _, warnings = read(kb, "What was Halden Optics' revenue after the merger with Zeta?")
    assert intervals == []
    assert any("no visible document tells when that was" in w for w in warnings)


def test_during_a_tenure(kb):
    """TG-08: a tenure is the time of its facts, by name and office."""
    intervals, relation, warnings = read(kb, "What was revenue while Mara Lind was CEO of Halden Optics?")
    assert (intervals, relation) == (["2019-03/2022-06"], "at")
    assert len(warnings) == 1
    assert "(document offices:" in warnings[0]


def test_what_is_named_only_in_the_event_is_still_asked_about(kb):
    """Where the question names nothing else, the name in the event's words says whose evidence is wanted."""
    result = kb.search("What was revenue while Mara Lind was CEO of Halden Optics?")
    assert result.entities == ("Halden Optics Inc.",)


def test_after_taking_office(kb):
    """Becoming binds by the start of a tenure."""
    intervals, relation, _ = read(kb, "What was revenue at Halden Optics since Ole Berg became CEO?")
    assert (intervals, relation) == (["2022-07/.."], "after")


def test_named_periods_count_more(kb):
    """A question that names its period is not dated by an event too."""
    intervals, _, warnings = read(kb, "What was Halden Optics' revenue in 2024-Q2 after the Nordlys acquisition?")
    assert intervals == ["2024-Q2"]
    assert not any("read as" in w for w in warnings)


def test_each_quarter_after_an_event(kb):
    """What is asked of each quarter stays so."""
    result = kb.search("What was Halden Optics' revenue in each quarter after the Nordlys acquisition?")
    assert str(result.scope.relation) == "each"
    assert result.scope.intervals[0].start == dt.date(2024, 4, 26)
    assert any(e.document_id == "halden-2024-Q2" for e in result.evidence)
