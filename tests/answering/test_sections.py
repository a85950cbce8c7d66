"""Accounts in order of time, written out with their citations."""

from timeweave.answering.summaries.pieces import CitableSentence
from timeweave.answering.summaries.points import Point
from timeweave.answering.summaries.sections import Section, Sentence, in_order_of_time, untold, written_out
from timeweave.records import Citation
from timeweave.temporal.interval import Interval


def sentence(text: str, period: str | None, *documents: str) -> Sentence:
    """A sentence of one point, told in documents."""
    citations = tuple(Citation(d, f"{d}#0", 0, len(text), text) for d in documents or ("d",))
    when = None if period is None else Interval.parse(period)
    return Sentence(text, (Point(text, 50, 1.0, (CitableSentence(text, when, citations),)),))


def test_order_of_time():
    """TG-15: sections and their sentences go by the start of their time, a whole before its parts, undated last."""
    sections = [
        Section("Late", (sentence("Third.", "2023-Q3"), sentence("Second.", "2023-Q2"))),
        Section("Never", (sentence("Undated.", None),)),
        Section("Early", (sentence("First.", "2023-Q1"),)),
        Section("All", (sentence("The year.", "2023"),)),
    ]
    ordered = in_order_of_time(sections)
    assert [s.heading for s in ordered] == ["All", "Early", "Late", "Never"]
    assert [s.text for s in ordered[2].sentences] == ["Second.", "Third."]


def test_written_out():
    """Each sentence bears the numbers of its citations, which are counted once, in order of their first use."""
    first, again = sentence("One.", None, "a", "b"), sentence("Two\nlines.", None, "b", "c")
    text, citations = written_out([Section("# Head", (first, again)), Section("Tail", (first,))])
    assert [c.document_id for c in citations] == ["a", "b", "b", "c"]
    assert text == "## Head\nOne. [1, 2] Two lines. [3, 4]\n\n## Tail\nOne. [1, 2]"


def test_times_of_which_nothing_is_told():
    """TG-15: a month tells its quarter, a half-year its quarters, a year none of them; a parted year is its parts."""
    nodes = [Interval.parse(label) for label in ("2023", "2023-Q1", "2023-Q2", "2023-Q3", "2023-Q4")]
    account = [Section("All", (sentence("The year.", "2023"), sentence("A month.", "2023-02"), sentence("Now.", None)))]
    assert [str(node) for node in untold(account, nodes)] == ["2023-Q2", "2023-Q3", "2023-Q4"]
    account.append(Section("Half", (sentence("Both.", "2023-Q2/2023-Q3"),)))
    assert [str(node) for node in untold(account, nodes)] == ["2023-Q4"]
    assert untold([Section("Year", (sentence("The year.", "2023"),))], nodes[:1]) == ()
