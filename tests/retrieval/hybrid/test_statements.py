"""Which statements of the chunks that were kept are evidence, over real stores."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import timeweave
from timeweave import Document
from timeweave.results import SearchResult
from timeweave.retrieval.hybrid.options import HybridOptions, StatementShares
from timeweave.retrieval.router import RetrievalOptions
from timeweave.retrieval.twe import TweOptions
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
NOW = dt.date(2024, 6, 30)
ONE_CHUNK = HybridOptions(TweOptions(stages=(1,)), entity_hops=0)


def search(
    folder: Path, documents: Sequence[Document], question: str, options: HybridOptions, budget: int = 60
) -> SearchResult:
    with timeweave.open(folder / "kb", options=RetrievalOptions(hybrid=options)) as kb:
        kb.add(documents, now=RECORDED, workers=1)
        return kb.search(question, mode="hybrid", now=NOW, budget=budget)


def report(quarter: str, amount: int) -> Document:
    """An earnings report in the words of all others."""
    period = Interval.parse(quarter)
    assert period.end is not None
    text = f"Revenue was ${amount} million. Margins rose on lower costs."
    return Document(quarter, text, date=period.end, period=period, entities=("Halden Optics",))


def test_each_cell_has_its_share_whatever_was_kept(tmp_path: Path) -> None:
    """Of three reports in the same words one chunk is kept; a question for two quarters finds both."""
    documents = [report("2022-Q2", 40), report("2022-Q3", 50), report("2022-Q4", 60)]
    question = "What was the revenue of Halden Optics in 2022-Q2 and 2022-Q3?"
    found = search(tmp_path, documents, question, ONE_CHUNK)
    said = " ".join(e.text for e in found.evidence)
    assert "$40 million" in said
    assert "$50 million" in said


def test_without_cells_only_what_was_kept_is_read(tmp_path: Path) -> None:
    """A question that names no cell finds nothing outside the one chunk that is kept."""
    documents = [
        Document("first", "The lighthouse of Ostra was built by Ines Calder.", date=NOW),
        Document("second", "The lighthouse of Ostra was painted white.", date=NOW),
    ]
    found = search(tmp_path, documents, "Who built the lighthouse of Ostra?", ONE_CHUNK)
    assert [e.document_id for e in found.evidence] == ["first"]


def test_a_better_chunk_decides_between_equal_statements(tmp_path: Path) -> None:
    """Of two documents that say the same that of higher boost comes first; with its share turned round, the other."""
    said = "Ada Marsh chairs the Corrin Institute."
    documents = [
        Document("a-old", said, date=dt.date(2024, 6, 1), source="one"),
        Document("b-new", said, date=dt.date(2024, 6, 30), source="two"),
    ]
    options = HybridOptions(TweOptions(delta_base=50.0), recency="pattern", entity_hops=0)
    question = "Who chairs the Corrin Institute?"
    assert search(tmp_path / "boosted", documents, question, options).evidence[0].document_id == "b-new"
    flat = replace(options, shares=StatementShares(chunk=0.0, boost=-1.0))
    assert search(tmp_path / "reversed", documents, question, flat).evidence[0].document_id == "a-old"
