"""Interactions of entities over time: chunks, pairs, batches, both variants of NEON, kept as facts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest
from modelserver import TestEndpoint

import timeweave
from timeweave.errors import NotFoundError, UsageError
from timeweave.interactions import InteractionOptions, gather
from timeweave.interactions.chunking import chunks_of, distinct, marked
from timeweave.interactions.gathering import news_chunks
from timeweave.interactions.pairs import batches, target_pairs
from timeweave.records import EntityId
from timeweave.store.base import View

HOLT, BRANDT, QUILLON, VALE = (EntityId(n) for n in ("irma holt", "ada brandt", "quillon motors", "jon vale"))
TEXTS = {
    "a": (
        "2024-05-01",
        "Irma Holt met Ada Brandt in Corrin. Quillon Motors acquired Valgate Tools. The harbour was calm.",
    ),
    "b": ("2024-05-03", "Irma Holt sued Quillon Motors over the quay. Ada Brandt leads Quillon Motors. It rained."),
    "copy": ("2024-05-04", "Irma Holt sued Quillon Motors over the quay. Ada Brandt leads Quillon Motors. It rained."),
    "c": ("2024-05-06", "Irma Holt praised Ada Brandt warmly. Jon Vale visited Port Lorne. Nobody else came."),
    "d": ("2024-05-08", "Jon Vale opened a school in Corrin. Jon Vale closed a mill. Snow fell on the pass."),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with timeweave.open(tmp_path) as kb:
        documents = [timeweave.Document(i, text, date=dt.date.fromisoformat(d)) for i, (d, text) in TEXTS.items()]
        kb.add(documents, workers=1)
    return tmp_path


@pytest.fixture
def view(folder: Path) -> Iterator[View]:
    with timeweave.open(folder) as kb, kb._store.view() as seen:
        yield seen


def test_chunks_overlap(view: View) -> None:
    """NE-03: m sentences with those that they mention and their day; the last begin the next."""
    infos = {info.id: info for info in view.documents()}
    one, two = chunks_of(infos["a"], view, 2, 1)
    assert one.text == "Irma Holt met Ada Brandt in Corrin. Quillon Motors acquired Valgate Tools."
    assert two.text.startswith("Quillon Motors acquired")
    assert {HOLT, BRANDT, QUILLON} <= one.entities
    assert HOLT not in two.entities
    assert one.day == dt.date(2024, 5, 1)


def test_copies_are_one_chunk_with_all_their_places(view: View) -> None:
    """NE-04: of near-duplicates the first is kept, with the documents and days of all."""
    chunks = news_chunks(view, InteractionOptions(m=3, overlap=0))
    (sued,) = [c for c in chunks if "sued" in c.text]
    assert [(p.info.id, str(p.day)) for p in sued.places] == [("b", "2024-05-03"), ("copy", "2024-05-04")]
    assert len(distinct([*chunks, *chunks])) == len(chunks)


def test_names_are_marked(view: View) -> None:
    """NE-02: each entity of a chunk stands in mark-up."""
    infos = {info.id: info for info in view.documents()}
    (chunk,) = chunks_of(infos["c"], view, 3, 0)
    assert marked(chunk, view).startswith("<e>Irma Holt</e> praised <e>Ada Brandt</e> warmly.")


def test_pairs_stand_out_by_tf_idf(view: View) -> None:
    """NE-06: what stands beside a subject and seldom elsewhere goes first; what stands everywhere is no pair."""
    chunks = news_chunks(view, InteractionOptions(m=3, overlap=0))
    found = target_pairs([HOLT], chunks, 10)
    weights = {other: weight for _, other, weight in found}
    assert [w for *_, w in found] == sorted((w for *_, w in found), reverse=True)
    assert weights[BRANDT] == pytest.approx(3 / 3 * 0.28768207245178085)  # in 3 of 3 chunks of hers, of 4 in all
    assert len(target_pairs([HOLT], chunks, 1)) == 1
    assert VALE not in {other for _, other, _ in target_pairs([QUILLON], chunks, 10)}


def test_batches_are_in_order_of_time(view: View) -> None:
    """NE-06: k chunks together, the last has what is left."""
    chunks = news_chunks(view, InteractionOptions(m=3, overlap=0))
    made = batches(list(reversed(chunks)), 3)
    assert [len(b) for b in made] == [3, 1]
    assert [c.day for b in made for c in b] == sorted(c.day for c in chunks)


def test_without_a_model_facts_are_interactions(view: View) -> None:
    """NE-05, NE-06: M1 has those with all marked entities, M2 those of prominent pairs; each with its span and day."""
    m1 = gather(view, [HOLT], "m1")
    assert ("2024-05-03", HOLT, QUILLON) in {(str(i.day), i.subject, i.object) for i in m1}
    assert ("2024-05-04", HOLT, QUILLON) in {(str(i.day), i.subject, i.object) for i in m1}
    m2 = gather(view, [HOLT], "m2", options=InteractionOptions(pairs=2))
    assert m2
    assert {i.object for i in m2} < {i.object for i in m1}
    for one in [*m1, *m2]:
        assert view.text(one.place.info.ordinal, one.span)
        assert one.known == one.day


def test_m1_by_a_model_is_kept_as_facts(folder: Path, endpoint: TestEndpoint) -> None:
    """NE-05: what a model says of a subject in a chunk is a fact of the chunk's day, where it stands; once only."""
    with timeweave.open(folder, llm="openai:test", llm_url=endpoint.url) as kb:
        done = kb.interactions("Irma Holt", variant="m1")
        told = {(str(i.day), i.text) for i in done.interactions}
        assert ("2024-05-01", "Irma Holt met Ada Brandt") in told
        assert ("2024-05-04", "Irma Holt sued Quillon Motors") in told  # each place of a copied chunk
        assert done.kept == len({(i.place.info.id, i.day, i.text) for i in done.interactions})
        assert kb.interactions("Irma Holt", variant="m1").kept == 0
        facts = [r.fact for r in kb.timeline("Irma Holt").facts if ("interaction", "m1") in r.fact.qualifiers]
        assert ("met", "ada brandt", "2024-05-01") in {(f.relation, f.object, str(f.valid)) for f in facts}
        assert kb.stats().ledger["interact"].calls > 0
        assert kb.check() == []


def test_m2_spreads_over_the_days_of_its_batch_and_looks_not_ahead(folder: Path, endpoint: TestEndpoint) -> None:
    """NE-06: T' has the days of all chunks of a batch; what one of them says is known once the newest of them is."""
    with timeweave.open(folder, llm="openai:test", llm_url=endpoint.url) as kb:
        done = kb.interactions("Irma Holt", variant="m2")
        met = [i for i in done.interactions if i.text == "Irma Holt met Ada Brandt"]
        assert [str(i.day) for i in met] == ["2024-05-01", "2024-05-03", "2024-05-04", "2024-05-06"]
        assert {str(i.known) for i in met} == {"2024-05-06"}

        def kept(as_of: str) -> set[str]:
            rows = kb.timeline("Irma Holt", as_of=as_of).facts
            marked_rows = [r.fact for r in rows if ("interaction", "m2") in r.fact.qualifiers]
            return {str(fact.valid) for fact in marked_rows if fact.object == BRANDT}

        assert not kept("2024-05-05")
        assert "2024-05-01" in kept("2024-05-06")


def test_what_is_not_asked_well_is_said(folder: Path) -> None:
    with timeweave.open(folder) as kb:
        with pytest.raises(UsageError, match="'m3' does not exist"):
            kb.interactions("Irma Holt", variant="m3")
        with pytest.raises(UsageError, match="no subject"):
            kb.interactions()
        with pytest.raises(NotFoundError, match="Zanthor"):
            kb.interactions("Zanthor")
    with pytest.raises(UsageError, match="overlap must be"):
        InteractionOptions(m=2, overlap=2)
