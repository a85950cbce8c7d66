"""Two-hop questions: what the question does not name leads from one half of the answer to the other."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import timeweave
from timeweave import Document
from timeweave.language.names import canonical_key
from timeweave.records import ChunkKey, StatementKey
from timeweave.retrieval.base import Request
from timeweave.retrieval.kernels.hops import follow
from timeweave.retrieval.passages import bridges as module
from timeweave.retrieval.passages.bridges import bridges, chunk_bridges, marks
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.searching import Query, Sources, pose

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
QUESTION = "Who was the first president of the publisher of the Journal of Tides?"
TEXTS = {
    "journal": ("Journal of Tides", "2024-01-01", "The Journal of Tides is published by the Corrin Institute."),
    "page": (
        "Corrin Institute",
        "2024-01-02",
        "The Corrin Institute dates from 1901. It chose Ada Marsh to lead it.",
    ),
    "news": ("Harbour news", "2024-01-03", "Boats of the Corrin Institute left the harbour."),
    "readers": ("Reading room", "2024-01-04", "The Journal of Tides lies in the reading room."),
    "late": ("Late news", "2024-03-01", "The Corrin Institute sold its boats."),
    "bread": ("Bread", "2024-01-04", "Rye bread is baked slowly."),
}
CORRIN = canonical_key("Corrin Institute")


@contextmanager
def asking(question: str, texts: Mapping[str, tuple[str, str, str]], folder: Path) -> Iterator[tuple[Request, Reading]]:
    """A question to texts (title, day, text) by id, as of a day before the last of ``TEXTS``."""
    with timeweave.open(folder) as kb:
        documents = [
            Document(id=id_, title=title, text=text, date=dt.date.fromisoformat(day))
            for id_, (title, day, text) in texts.items()
        ]
        kb.add(documents, now=RECORDED, workers=1)
        with kb._store.view(dt.date(2024, 2, 1)) as view:
            index = kb._indexes.reader(view)
            posed = pose(Query(question, RECORDED.date()), Sources(view, index, kb.embedder))
            yield posed.request, Reading(view)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Request, Reading]]:
    with asking(QUESTION, TEXTS, tmp_path_factory.mktemp("bridges") / "kb") as made:
        yield made


def key(asked: tuple[Request, Reading], document: str, index: int = 0) -> StatementKey:
    info = asked[0].view.document(document)
    assert info is not None
    return StatementKey(info.ordinal, index)


def test_an_entity_leads_to_its_own_page(asked):
    """TW-11: of 5 visible documents 3 mention the institute: log(1 + 5/3) / log(1 + 5) = 0.5474 for its own page, 0.15
    of that for another mention; the journal, which the question names, leads nowhere, nor does what came later.
    """
    found = bridges([key(asked, "journal")], *asked)
    rarity = math.log(1 + 5 / 3) / math.log(6)
    assert rarity == pytest.approx(0.5474, abs=1e-4)
    assert {b.entity for b in found} == {CORRIN}
    weights = {b.end: b.weight for b in found}
    assert weights[key(asked, "page")] == weights[key(asked, "page", 1)] == pytest.approx(rarity)
    assert weights[key(asked, "news")] == pytest.approx(0.15 * rarity)
    assert len(found) == 3
    assert [b.cosine for b in found] == sorted((b.cosine for b in found), reverse=True)


def test_what_is_mentioned_nowhere_else_leads_nowhere(asked):
    """Bread is of no other document; a statement that is not visible is passed over."""
    assert bridges([key(asked, "bread"), StatementKey(99, 0)], *asked) == []


def test_a_mark_is_the_most_that_a_bridge_is_worth(asked):
    """Of two starts worth 1 and 0.5 that lead to the same statement, the first counts: its weight times 1."""
    found = bridges([key(asked, "journal"), key(asked, "news")], *asked)
    marked = marks(found, {key(asked, "journal"): 1.0, key(asked, "news"): 0.5})
    rarity = math.log(1 + 5 / 3) / math.log(6)
    assert marked[key(asked, "page", 1)] == pytest.approx(rarity)
    assert marked[key(asked, "news")] == pytest.approx(0.15 * rarity)
    assert marked[key(asked, "journal")] == pytest.approx(0.5 * 0.15 * rarity)


def test_chunks_are_led_to_by_their_statements(asked):
    """Of the four chunks (bread, journal, news, page) the start at 2.0 hands 2 · 0.5 · 0.5474 to the page and 0.15 of
    that to the news; the path goes from the journal to the page.
    """
    request, reading = asked
    chunks = [ChunkKey(key(asked, d).ordinal, 0) for d in ("bread", "journal", "news", "page")]
    found = follow(
        np.array([0.1, 2.0, 0.2, 0.3]),
        chunk_bridges(chunks, request, reading),
        np.arange(4),
        starts=[1],
        hops=1,
        share=0.5,
    )
    rarity = math.log(1 + 5 / 3) / math.log(6)
    assert found.scores == pytest.approx([0.1, 2.0, 0.2 + 0.15 * rarity, 0.3 + rarity])
    assert found.reached_from[[3, 1]].tolist() == [1, -1]


PAGES = {
    "film": ("Harbour of Glass", "2024-01-01", "Harbour of Glass was filmed in Ostra. Its cast features Nora Quill."),
    "page": ("Nora Quill (actor)", "2024-01-02", "Nora Elisabeth Quill paints. She was married to Tomas Vell."),
    "namesake": ("Quill", "2024-01-03", "A quill is a feather that Nora Brand wrote with."),
    "other": ("Bells of Ambry", "2024-01-04", "The actor in Bells of Ambry was married twice."),
}


@pytest.mark.parametrize(("day", "leads"), [("2024-01-02", {"page"}), ("2024-03-01", set())])
def test_a_page_is_known_by_its_title(day, leads, tmp_path):
    """TW-11: no text but the film's calls the actor by the name that the page bears as title, less what is in brackets:
    it leads to both sentences of that page, to none of a page of part of the name, and nowhere before the page is
    there. One of the 4 documents mentions the name: log(1 + 4/1) / log(1 + 4) = 1.
    """
    texts = {**PAGES, "page": (PAGES["page"][0], day, PAGES["page"][2])}
    with asking("Whom was the actor in Harbour of Glass married to?", texts, tmp_path / "kb") as asked:
        of_name = [b for b in bridges([key(asked, "film", 1)], *asked) if b.entity == canonical_key("Nora Quill")]
        ends = {key(asked, document, index): 1.0 for document in leads for index in (0, 1)}
    assert {b.end: b.weight for b in of_name} == pytest.approx(ends)


@pytest.mark.parametrize(("rare", "common", "ends"), [(3, 3, {"page", "news"}), (2, 3, {"page"}), (2, 2, set())])
def test_what_many_mention_leads_to_its_own_page_or_nowhere(asked, monkeypatch, rare, common, ends):
    """TW-11: 3 documents mention the institute. Where 3 are few, it leads to all of them; where 3 are more than few, to
    its own page alone; where they are too many, nowhere.
    """
    monkeypatch.setattr(module, "_RARE", rare)
    monkeypatch.setattr(module, "_COMMON", common)
    found = {b.end.ordinal for b in bridges([key(asked, "journal")], *asked)}
    assert found == {key(asked, document).ordinal for document in ends}


def test_a_chunk_is_led_to_at_the_weight_of_the_heaviest(tmp_path):
    """TW-11: a chunk names an institute and then a trust; the page of the institute mentions the trust. It is led to as
    the page of the one, not as a mention of the other, which comes later.
    """
    texts = {
        "start": ("Tides", "2024-01-01", "The Corrin Institute publishes the journal. The Vell Trust pays for it."),
        "page": (
            "Corrin Institute",
            "2024-01-02",
            "The Vell Trust gave it a house. Ada Marsh leads it.",
        ),
    }
    with asking("Who leads the publisher of the journal?", texts, tmp_path / "kb") as asked:
        request, reading = asked
        chunks = [ChunkKey(key(asked, document).ordinal, 0) for document in texts]
        found = {(b.entity, b.weight) for b in bridges([key(asked, "start", n) for n in (0, 1)], request, reading)}
        assert len({weight for _, weight in found}) == 2
        rows, weights = chunk_bridges(chunks, request, reading)(0)
    assert rows.tolist() == [1]
    assert weights.tolist() == [max(weight for _, weight in found)]
