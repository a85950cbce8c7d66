"""What a model is shown of a node."""

from __future__ import annotations

import datetime as dt

from storekit.memory import MemoryStore

from timeweave.language.tokens import count_tokens
from timeweave.records import Document, Report
from timeweave.reports import Reports
from timeweave.reports.building import Build
from timeweave.reports.digest import Digest
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.lines import child_lines, fact_lines
from timeweave.reports.makers import Extractive
from timeweave.reports.names import Names
from timeweave.store.base import View

from reports.conftest import CORPUS, add  # isort: skip

MANY = tuple(
    Document(
        f"firm-{n}",
        f"Firm{chr(97 + n)} reported revenue of ${n + 1} million, up {n + 2}%, and gross margin of {n + 30}% "
        f"for the first quarter of 2023. Firm{chr(97 + n)} named Ana Poe{chr(97 + n)} as chief executive officer.",
        date=dt.date(2023, 5, 1),
        entities=(f"Firm{chr(97 + n)}",),
    )
    for n in range(20)
)


def inputs_of(view: View, label: str) -> ReportInputs:
    found: list[ReportInputs] = []

    class Remembering(Extractive):
        def make(self, batch, names):  # type: ignore[no-untyped-def]
            found.extend(batch)
            return super().make(batch, names)

    Build(view, Remembering(), None).make([label])
    return next(inputs for inputs in found if str(inputs.node) == label)


def shown(documents: tuple[Document, ...], label: str, most: int) -> list[str]:
    with MemoryStore() as store:
        add(store, *documents)
        with store.view() as view:
            digest = Digest(inputs_of(view, label), Names(view))
            return [line.shown for line in fact_lines(digest, most)]


def test_lines_have_mark_time_standing_and_words() -> None:
    """TG-06: value and change of a measure on one line, in words."""
    (line,) = [line for line in shown(MANY[:1], "2023-Q1", 1200) if "revenue" in line]
    assert line.split(" | ")[1:] == ["2023-Q1", "holds", "Firma: revenue of $1 million, up 2%"]


def test_lines_keep_to_their_tokens_and_spread_over_subjects() -> None:
    """TG-06: where not all facts fit, each subject has its best one before any has three."""
    lines = shown(MANY, "2023-Q1", 400)
    assert sum(map(count_tokens, lines)) <= 400
    assert 10 <= len({line.split(" | ")[3].split(":")[0] for line in lines}) <= len(lines)


def test_children_share_their_tokens() -> None:
    """TG-06: the first sentence of every child goes before the second of any; all in order of time."""
    with MemoryStore() as store:
        add(store, *CORPUS)
        with store.view() as view:
            found = Reports(store).of(["2023-Q1", "2023-Q2"], view)
    children: list[Report] = list(found.values())
    first = [f"C{n + 1} | {child.node} | {child.sentences[0].text}" for n, child in enumerate(children)]
    assert [line.shown for line in child_lines(children, sum(map(count_tokens, first)) + 4)] == first
    everything = child_lines(children, 10_000)
    assert len(everything) == sum(len(child.sentences) for child in children)
    assert everything[0].facts == children[0].sentences[0].facts
