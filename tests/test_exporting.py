"""A graph goes out of one store and into another, and is evolved there by documents."""

from __future__ import annotations

import datetime as dt
import gzip
import warnings
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import InputError, UndatedDocumentWarning, UsageError
from timeweave.exchange import GraphFact
from timeweave.exchange.formats import FORMATS
from timeweave.exporting import graph_facts
from timeweave.records import FactStatus
from timeweave.temporal.interval import Interval

NAMES = {
    "tsv": "graph.tsv",
    "jsonl": "graph.jsonl",
    "ntriples": "graph.nt.gz",
    "turtle": "graph.ttl",
    "wikidata": "graph.wikidata.jsonl",
    "graphml": "graph.graphml.gz",
    "neo4j": "graph",
}
SUCCESSION = (
    "subject\trelation\tobject\tvalid_from\tvalid_until\tobserved\n"
    "Port Lorne\tmayor\tAda King\t2015-05\t\t2015-06-01\n"
    "Port Lorne\tcapital\tHull\t\t\t2015-06-01\n"
)
SUCCESSOR = Document(
    id="news", text="Irma Holt was sworn in as mayor of Port Lorne on 3 May 2021.", date=dt.date(2021, 5, 4)
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The bundled corpus: prose, tables, reports and triples."""
    with timeweave.open(tmp_path_factory.mktemp("exporting") / "kb") as kb:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndatedDocumentWarning)  # there is a memo without a date
            kb.add(str(files("timeweave.demo") / "corpus"), now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC))
        yield kb


def held(kb: KnowledgeBase, as_of: dt.date | None = None) -> dict[str, tuple[Any, ...]]:
    """What each fact is, how it stands and who says so, but for the documents of this store."""
    with kb._store.view(as_of) as view:
        return {fact.id: comparable(fact) for fact in graph_facts(view)}


def comparable(fact: GraphFact) -> tuple[Any, ...]:
    places = sorted((place.source, place.observed, place.confidence) for place in fact.places)
    standing = (fact.status, fact.ended, round(fact.confidence, 9))
    return (fact.subject, fact.relation, fact.object, fact.valid, fact.quantity, fact.qualifiers, standing, places)


@pytest.mark.parametrize("name", FORMATS)
def test_an_exported_graph_is_the_same_in_a_new_store(name: str, corpus: KnowledgeBase, tmp_path: Path) -> None:
    """Facts, intervals, figures, sources, days of observation, standing and confidence come back from every format;
    adding the file again changes nothing (EK-10).
    """
    path = tmp_path / NAMES[name]
    done = corpus.export(path, as_="neo4j" if name == "neo4j" else None)
    assert (done.format, done.facts) == (name, corpus.stats().counts["facts"])
    with timeweave.open(tmp_path / "kb") as kb:
        added = kb.add(path, workers=1)
        assert added.failed == ()
        assert held(kb) == held(corpus)
        day = dt.date(2024, 1, 1)
        assert held(kb, day) == held(corpus, day)
        again = kb.add(path, workers=1)
        assert (again.unchanged, again.added, again.replaced) == (added.added, 0, 0)


def test_every_visible_fact_is_written_once_with_its_standing(corpus: KnowledgeBase) -> None:
    """The export is what a store of that day holds: in order of subject, with who closed or disputed (EK-10)."""
    with corpus._store.view() as view:
        facts = list(graph_facts(view))
        assert {fact.id for fact in facts} == set(view.facts_of(info.ordinal for info in view.documents()))
    assert len({fact.id for fact in facts}) == len(facts)
    assert [fact.subject_key for fact in facts] == sorted(fact.subject_key for fact in facts)
    assert {fact.status for fact in facts} == {status.value for status in FactStatus}
    written = {fact.id: fact.status for fact in facts}
    for entity in sorted({fact.subject_key for fact in facts}):  # one of several names has the facts of all of them
        told = {r.fact.id: r.status.value for r in corpus.timeline(entity).facts if r.fact.subject == entity}
        assert told.items() <= written.items()


def test_the_same_facts_give_the_same_bytes(corpus: KnowledgeBase, tmp_path: Path) -> None:
    """Packed files too; a file that was there is replaced."""
    paths = [tmp_path / "a.nt.gz", tmp_path / "b.nt.gz"]
    paths[0].write_text("old")
    for path in paths:
        corpus.export(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert gzip.decompress(paths[0].read_bytes()).startswith(b"<urn:timeweave:")
    assert sorted(tmp_path.iterdir()) == paths


def test_an_export_as_of_a_day_has_nothing_of_later(tmp_path: Path) -> None:
    """What was published later is not in it, nor what that closed (EK-10, TK-05)."""
    (tmp_path / "graph.tsv").write_text(SUCCESSION)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(tmp_path / "graph.tsv", workers=1)
        kb.add([SUCCESSOR], workers=1)
        kb.export(tmp_path / "now.tsv")
        kb.export(tmp_path / "then.tsv", as_of="2020-01-01")
    now, then = ((tmp_path / name).read_text() for name in ("now.tsv", "then.tsv"))
    assert "Irma Holt" in now
    assert "closed\t2021-05-03" in now
    assert "Irma Holt" not in then
    assert "closed" not in then
    assert "Ada King" in then


@pytest.mark.parametrize("name", ["tsv", "turtle", "wikidata"])
def test_an_imported_graph_is_evolved_by_documents(name: str, tmp_path: Path) -> None:
    """A document closes what a graph said, until it is removed; another graph under the same name replaces it, and its
    removal takes back all that only it supported (EK-10, EK-06, TK-08).
    """
    path = tmp_path / NAMES[name]
    (tmp_path / "first.tsv").write_text(SUCCESSION)
    with timeweave.open(tmp_path / "made") as kb:
        kb.add(tmp_path / "first.tsv", workers=1)
        kb.export(path)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(path, workers=1)
        assert mayors(kb) == [("2015-05/..", FactStatus.HOLDS)]
        kb.add([SUCCESSOR], workers=1)
        assert mayors(kb) == [("2015-05-01/2021-05-02", FactStatus.CLOSED), ("2021-05-03/..", FactStatus.HOLDS)]
        assert mayors(kb, "2021-05-01") == [("2015-05/..", FactStatus.HOLDS)]
        kb.remove("news")
        assert mayors(kb) == [("2015-05/..", FactStatus.HOLDS)]
        for info in kb.documents():
            kb.remove(info.id)
        assert kb.stats().counts["facts"] == 0


def mayors(kb: KnowledgeBase, as_of: str | None = None) -> list[tuple[str, FactStatus]]:
    found = kb.timeline("Port Lorne", "mayor", as_of=as_of).facts
    return [(str(r.valid), r.status) for r in found if r.fact.relation == "mayor" and r.fact.object_is_entity]


def test_another_graph_of_the_same_name_replaces_the_first(tmp_path: Path) -> None:
    """What is gone from the file is gone from the store, from that day on (EK-10, TK-08)."""
    path = tmp_path / "graph.tsv"
    path.write_text(SUCCESSION)
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(path, workers=1)
        path.write_text(SUCCESSION.replace("Ada King", "Bo Li"))
        assert kb.add(path, workers=1).replaced == 1
        assert [r.fact.object for r in kb.timeline("Port Lorne", "mayor").facts] == ["bo li"]


def test_facts_without_time_and_of_all_time_are_told_apart(tmp_path: Path) -> None:
    """A fact that is said to have no time stays so, one that may hold always too."""
    (tmp_path / "graph.tsv").write_text(
        "subject\trelation\tobject\tobserved\tvalid\nA\tr\tb\t2024\tnone\nA\ts\tb\t2024\t\nA\tt\tb\t2024\t2024-Q1\n"
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(tmp_path / "graph.tsv", workers=1)
        with kb._store.view() as view:
            found = {fact.relation: fact.valid for fact in graph_facts(view)}
    assert found == {"r": None, "s": Interval(None, None), "t": Interval.parse("2024-Q1")}


def test_what_cannot_be_written_is_said(corpus: KnowledgeBase, tmp_path: Path) -> None:
    """An unknown format, a name that tells none and a folder that is not there are errors, and leave nothing behind."""
    with pytest.raises(UsageError, match="'dot' is no format: say one of tsv"):
        corpus.export(tmp_path / "a.tsv", as_="dot")
    with pytest.raises(UsageError, match=r"'a\.bin' does not say its format"):
        corpus.export(tmp_path / "a.bin")
    with pytest.raises(InputError, match="cannot be written"):
        corpus.export(tmp_path / "none" / "a.tsv")
    assert list(tmp_path.iterdir()) == []
