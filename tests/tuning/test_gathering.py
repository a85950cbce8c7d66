"""Labelled questions put to a store: what their parts depend on."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import timeweave
from timeweave import Document
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.twe import TweOptions
from timeweave.tuning import Gathering, LabelledQuestion

OLD, NEW = dt.date(2012, 3, 1), dt.date(2024, 5, 1)


def test_weights_that_were_learned_before_decide_nothing(tmp_path: Path) -> None:
    """TW-11: learning anew starts from the same parts: ages count from the newest of what words and meaning bring up
    first by the defaults, 2024-05-01, whatever weighs nothing now; and centrality is there though its weight is 0.
    """
    said = "The current keeper of the lighthouse of Ostra is Ada Marsh."
    documents = [
        Document("fair", "A fair drew crowds who danced until the morning.", date=OLD),
        Document("keeper", said, date=NEW),
        Document("other", said.replace("Ada", "Orla"), date=OLD, source="another"),
    ]
    question = LabelledQuestion("q", "Who is the keeper Ada of the lighthouse of Ostra?", ("keeper",))
    nothing = TweOptions(alpha=0.0, beta=0.0, gamma=0.0, stages=(1,))
    with timeweave.open(tmp_path) as kb:
        kb.add(documents, now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
        for twe in (nothing, replace(nothing, alpha=1.0, beta=1.0)):
            gathering = Gathering(kb._store, kb._indexes, kb._embedder, HybridOptions(twe), dt.date(2025, 6, 1))
            (judged,), failed = gathering.judge([question])
            assert failed == []
            assert dt.date.fromordinal(judged.now) == NEW
            assert judged.centrality.tolist() == [0.0, 1.0, 1.0]
