"""The order of chunks over real stores: how many are kept and read again, and from which edges are followed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import timeweave
from timeweave import Document
from timeweave.retrieval.base import Reranker
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.router import RetrievalOptions
from timeweave.retrieval.twe import TweOptions

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
NOW = dt.date(2024, 6, 30)
PLAIN = HybridOptions(TweOptions(), recency="pattern", fold_copies=False, entity_hops=0, rerank=False)

FERRY = "The Ostra ferry ran aground near Vell on Monday, {}."
ENDS = "and the harbour master closed the northern channel", "and pilots of the coast guard went on strike"
REPORTS = [
    Document("a", FERRY.format(ENDS[0]), date=NOW),
    Document("b", FERRY.format(ENDS[1]), date=NOW),
    Document("c", f"Today {ENDS[0].removeprefix('and ')} again.", date=NOW),
    Document("d", f"Today {ENDS[1].removeprefix('and ')} again.", date=NOW),
]
WHY = "Why did the Ostra ferry run aground near Vell?"


def told(
    folder: Path, documents: Sequence[Document], question: str, options: HybridOptions, reranker: Reranker | None = None
) -> Mapping[str, Any]:
    """What the mode tells of the ranking of a new store's chunks."""
    with timeweave.open(folder, options=RetrievalOptions(hybrid=options)) as kb:
        kb._how = (*kb._how[:2], reranker)
        kb.add(documents, now=RECORDED, workers=1)
        explanation = kb.search(question, mode="hybrid", explain=True, now=NOW).explanation
        assert explanation is not None
        return dict(explanation["hybrid"])


def handed(explained: Mapping[str, Any]) -> set[str]:
    """The documents whose chunks an edge led to."""
    return {chunk["chunk_id"].split("#")[0] for chunk in explained["chunks"] if chunk["handed"] > 0.0}


def test_it_halts_where_it_may(tmp_path: Path) -> None:
    """TW-09: at stages of 1, 2 and 3 chunks, with any margin and agreement enough, it halts at 2; switched off, the 3
    of the last stage are kept and nothing is saved.
    """
    options = replace(PLAIN, twe=TweOptions(stages=(1, 2, 3), theta_m=0.0, theta_a=0.0))
    found = told(tmp_path / "on", REPORTS, WHY, options)
    assert (found["kept"], [stage["halted"] for stage in found["stages"]]) == (2, [False, True])
    found = told(tmp_path / "off", REPORTS, WHY, replace(options, halting=False, hops=1))
    assert (found["kept"], found["stages"], found["saved"]) == (3, [], 0.0)


def test_agreement_is_over_what_is_wanted(tmp_path: Path) -> None:
    """TW-09: "b" comes first, and "a" and "d" share words with it, "c" does not: 3 of the 4 that are read, and 3 of the
    3 that could.
    """
    options = replace(PLAIN, twe=TweOptions(stages=(4,)))
    read = told(tmp_path / "read", REPORTS, WHY, options)
    attainable = told(tmp_path / "attainable", REPORTS, WHY, replace(options, agreement_over="attainable"))
    assert [found["stages"][0]["agreement"] for found in (read, attainable)] == [0.75, 1.0]


def test_so_many_are_read_again(tmp_path: Path) -> None:
    """TW-11: of four chunks ``rerank_depth`` are read again, the first of them."""
    options = replace(PLAIN, twe=TweOptions(theta_m=9.0), rerank=True, rerank_depth=2)
    found = told(tmp_path, REPORTS, WHY, options, lambda _, texts: np.arange(len(texts), dtype=np.float64))
    assert found["reread"] == 2
    assert {chunk["chunk_id"] for chunk in found["chunks"] if chunk["read"] > 0.0} <= {"a#0", "b#0"}


def test_edges_are_followed_from_so_many(tmp_path: Path) -> None:
    """TW-11: from "b", the first, to "a", in nearly its words, and to "d", which repeats its end; from the first two to
    what repeats the end of either, for a start keeps its score.
    """
    options = replace(PLAIN, hops=1)
    assert handed(told(tmp_path / "one", REPORTS, WHY, replace(options, hop_starts=1))) == {"a", "d"}
    assert handed(told(tmp_path / "two", REPORTS, WHY, replace(options, hop_starts=2))) == {"c", "d"}


def test_entities_are_followed_from_the_first_chunk_alone(tmp_path: Path) -> None:
    """TW-11: what the second chunk names is not followed, however well it is told of elsewhere."""
    documents = [
        Document("journal", "The Journal of Tides is published by the Corrin Institute.", date=NOW),
        Document("page", "The Corrin Institute chose Ada Marsh to lead it.", title="Corrin Institute", date=NOW),
        Document("second", "The Journal of Tides was praised by the Vell Trust.", date=NOW),
        Document("trust", "The Vell Trust dates from 1950.", title="Vell Trust", date=NOW),
    ]
    question = "Who leads the publisher of the Journal of Tides, which is published monthly?"
    found = told(tmp_path, documents, question, replace(PLAIN, entity_hops=1))
    assert handed(found) == {"page"}
    assert found["reached"] == 1
