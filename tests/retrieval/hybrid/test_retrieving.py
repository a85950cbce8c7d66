"""Mode ``hybrid`` over real stores: the parts of a score by hand, time, copies, and what it does without them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from matrices import sparse

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import UsageError
from timeweave.question import Question
from timeweave.question.named_entity import Names
from timeweave.results import SearchResult
from timeweave.retrieval.base import Request
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.retrieval.hybrid.retrieving import retrieve_hybrid
from timeweave.retrieval.hybrid.scores import asked_day, centrality, edges_above, newest_day
from timeweave.retrieval.router import RetrievalOptions
from timeweave.retrieval.searching import Query, Sources, pose
from timeweave.retrieval.twe import TweOptions
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import query_scope

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
NOW = dt.date(2024, 6, 30)
SEED = HybridOptions(
    TweOptions(), recency="pattern", fold_copies=False, asked_time=False, ages_from="now", entity_hops=0, rerank=False
)

ALICE = Document("alice", "Alice Moor is the chief executive officer of Halden Optics.", date=dt.date(2019, 6, 30))
BOB = Document("bob", "Bob Tarn is the chief executive officer of Halden Optics.", date=dt.date(2024, 4, 1))


@contextmanager
def holding(documents: Sequence[Document], options: HybridOptions = SEED) -> Iterator[KnowledgeBase]:
    with (
        TemporaryDirectory() as folder,
        timeweave.open(Path(folder) / "kb", options=RetrievalOptions(hybrid=options)) as kb,
    ):
        kb.add(documents, now=RECORDED, workers=1)
        yield kb


def ask(kb: KnowledgeBase, question: str, **how: Any) -> tuple[SearchResult, Mapping[str, Any]]:
    """The result, and what its explanation says of the mode."""
    found = kb.search(question, mode="hybrid", explain=True, **{"now": NOW, **how})
    assert found.explanation is not None
    return found, found.explanation["hybrid"]


def by_document(told: Mapping[str, Any]) -> dict[str, Mapping[str, float]]:
    """The parts of each chunk, by the document that it stands in."""
    return {chunk["chunk_id"].split("#")[0]: chunk for chunk in told["chunks"]}


def test_bm25_of_chunks() -> None:
    """TW-01: N = 2 chunks, of 2 and 3 terms, avgdl 2.5; "otter" stands in both, "swim" in one.

    idf(otter) = ln(0.5/2.5 + 1) = 0.182322, idf(swim) = ln(1.5/1.5 + 1) = 0.693147.
    a: 2.5 / (1 + 1.5 · (0.25 + 0.75 · 2/2.5)) = 2.5/2.275 = 1.098901, · (0.182322 + 0.693147) = 0.962054.
    b: 2.5 / (1 + 1.5 · (0.25 + 0.75 · 3/2.5)) = 2.5/2.725 = 0.917431, · 0.182322 = 0.167267.
    Over the best: 1 and 0.167267 / 0.962054 = 0.173865.
    """
    with holding([Document("a", "Otters swim.", date=NOW), Document("b", "Otters climb trees.", date=NOW)]) as kb:
        parts = by_document(ask(kb, "otters swim")[1])
        assert parts["a"]["bm25"] == 1.0
        assert parts["b"]["bm25"] == pytest.approx(0.173865, abs=1e-6)


def test_score_is_the_sum_of_its_parts() -> None:
    """TW-08: S = 2 · BM25 + 0.5 · Dense + 0.25 · centrality + boost, of every chunk."""
    options = replace(SEED, twe=TweOptions(alpha=2.0, beta=0.5, gamma=0.25))
    with holding([ALICE, BOB], options) as kb:
        for part in ask(kb, "Who is the chief executive officer of Halden Optics?")[1]["chunks"]:
            expected = 2.0 * part["bm25"] + 0.5 * part["dense"] + 0.25 * part["centrality"] + part["boost"]
            assert part["score"] == pytest.approx(expected)


def test_boost_of_a_question_about_now() -> None:
    """TW-06, TW-07: "current": r = 1, δ = 2.5, τ = 90; 90 days before now, 2.5 · e⁻¹ = 0.919699; five years before,
    2.5 · e^(-1827/90) = 2.5 · 1.5e-9 = 0.
    """
    with holding([ALICE, BOB]) as kb:
        found, told = ask(kb, "Who is the current chief executive officer of Halden Optics?")
        assert (told["recency"], told["delta"], told["tau"], told["reference"]) == (1.0, 2.5, 90.0, "2024-06-30")
        assert by_document(told)["bob"]["boost"] == pytest.approx(0.919699, abs=1e-6)
        assert by_document(told)["alice"]["boost"] == pytest.approx(0.0, abs=1e-6)
        assert found.evidence[0].document_id == "bob"


def test_the_earlier_wins_as_of_then() -> None:
    """TW-07, TK-05: the same question as of 2019-07-10: the later document is not there, and the earlier, ten days
    old, has 2.5 · e^(-10/90) = 2.237098.
    """
    with holding([ALICE, BOB]) as kb:
        found, told = ask(
            kb, "Who is the current chief executive officer of Halden Optics?", as_of="2019-07-10", now=None
        )
        assert [e.document_id for e in found.evidence] == ["alice"]
        assert told["reference"] == "2019-07-10"
        assert by_document(told)["alice"]["boost"] == pytest.approx(2.237098, abs=1e-6)


def test_a_document_after_now_has_the_boost_of_now() -> None:
    """TW-07: asked on 2024-01-01, a document of 2024-04-01 has 2.5 · e⁰ = 2.5, not more."""
    with holding([ALICE, BOB]) as kb:
        told = ask(kb, "Who is the current chief executive officer of Halden Optics?", now=dt.date(2024, 1, 1))[1]
        assert by_document(told)["bob"]["boost"] == 2.5


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who led Halden Optics in 2019?", "2019-12-31"),
        ("Who led Halden Optics before 2020?", "2019-12-31"),
        ("What was the revenue of Halden Optics in 2021-Q2 and 2022-Q2?", "2022-06-30"),
        ("Who led Halden Optics after 2019?", "2024-06-30"),  # open: up to now
        ("What will Halden Optics open in 2025?", "2024-06-30"),  # not past
        ("Who leads Halden Optics now?", "2024-06-30"),
        ("Who leads Halden Optics?", "2024-06-30"),
    ],
)
def test_the_day_that_ages_are_counted_from(question: str, expected: str) -> None:
    """TW-07: a question that names its own past time does not pull towards today; every other counts from now."""
    read = Question(question, query_scope(question, NOW), Names((), ()), question, ())
    assert asked_day(read, NOW).isoformat() == expected


def test_a_past_time_does_not_favour_what_is_newer() -> None:
    """TW-07: of "in 2019", asked at the end of June 2024, τ = 538 and δ = 0.75. Counted from 2019-12-31 both documents
    have about the same boost, 0.75 · e^(-184/538) = 0.532757 and 0.75; counted from now the newer has
    0.75 · e^(-90/538) = 0.634468 and the other 0.75 · e^(-1827/538) = 0.025133.
    """
    question = "Who was the chief executive officer of Halden Optics in 2019?"
    with holding([ALICE, BOB], replace(SEED, asked_time=True)) as kb:
        parts = by_document(ask(kb, question)[1])
        assert [parts[d]["boost"] for d in ("alice", "bob")] == pytest.approx([0.532757, 0.75], abs=1e-5)
    with holding([ALICE, BOB]) as kb:
        parts = by_document(ask(kb, question)[1])
        assert [parts[d]["boost"] for d in ("alice", "bob")] == pytest.approx([0.025133, 0.634468], abs=1e-5)


def test_copies_are_one_source() -> None:
    """TW-05: a report that two papers tell in their own words is borne out more than one that three papers copied."""
    copied = "The mayor of Tarvik opened the long bridge over the river Sool on a cold Monday morning in March."
    own = "A dam near Vell broke after heavy rain and flooded the lower town within an hour, the council said."
    retold = "A dam near Vell broke after heavy rain last night; the council said that nobody was hurt in the flood."
    documents = [Document(f"copy-{n}", copied, date=NOW, source=f"https://paper{n}.example/a") for n in range(3)]
    documents += [Document("own", own, date=NOW), Document("retold", retold, date=NOW)]
    question = "What happened at the bridge and the dam?"
    with holding(documents) as kb:
        plain = by_document(ask(kb, question)[1])
        assert plain["copy-0"]["centrality"] == 1.0 > plain["own"]["centrality"] > 0.0
    with holding(documents, replace(SEED, fold_copies=True)) as kb:
        found, told = ask(kb, question)
        folded = by_document(told)
        assert folded["copy-0"]["centrality"] == 0.0
        assert folded["own"]["centrality"] == folded["retold"]["centrality"] == 1.0
        assert sum("bridge" in e.text for e in found.evidence) == 1  # and is shown once


def test_copies_by_pagerank() -> None:
    """TW-05: of five rows three are copies of one text, and two bear out each other: a row whose neighbours pass on all
    they have to their own has c = 0.15/5 + 0.85 c = 0.2. Folded, no copy hears another: they keep 0.15/5 = 0.03, over
    0.2 0.15. By degree, folded, copies have 0; at θ = 0.9, which two reports in their own words do not reach, all have.
    """
    said = "The mayor of Tarvik opened the long bridge over the river Sool on a cold Monday morning in March."
    own = "A dam near Vell broke after heavy rain and flooded the lower town within an hour."
    documents = [Document(f"copy-{n}", said, date=NOW) for n in range(3)]
    documents += [
        Document(f"own-{n}", f"{own} {end}", date=NOW) for n, end in enumerate(("Nobody died.", "It was old."))
    ]
    folded = HybridOptions(TweOptions(), fold_copies=True)
    with holding(documents) as kb, kb._store.view() as view:
        reader = kb._indexes.chunks(view)
        expected = [
            (replace(folded, centrality="pagerank"), [0.15, 0.15, 0.15, 1.0, 1.0]),
            (replace(folded, centrality="pagerank", fold_copies=False), [1.0, 1.0, 1.0, 1.0, 1.0]),
            (folded, [0.0, 0.0, 0.0, 1.0, 1.0]),
            (replace(folded, twe=TweOptions(theta_edge=0.9)), [0.0, 0.0, 0.0, 0.0, 0.0]),
            (replace(folded, centrality="none"), [0.0, 0.0, 0.0, 0.0, 0.0]),
        ]
        for options, values in expected:
            assert centrality(reader, options).tolist() == pytest.approx(values)


def test_pagerank_and_no_centrality() -> None:
    """TW-05: by PageRank two documents that only bear out each other are alike; without centrality all have 0."""
    with holding([ALICE, BOB], replace(SEED, centrality="pagerank")) as kb:
        parts = by_document(ask(kb, "Halden Optics")[1])
        assert parts["alice"]["centrality"] == parts["bob"]["centrality"] == 1.0
    with holding([ALICE, BOB], replace(SEED, centrality="none")) as kb:
        assert {p["centrality"] for p in by_document(ask(kb, "Halden Optics")[1]).values()} == {0.0}


def test_only_edges_above_the_threshold_count() -> None:
    """TW-04: of weights 0.125, 0.25 and 0.5 only the last is above θ = 0.25; the graph itself keeps them all."""
    weights = sparse(np.array([[0.0, 0.125, 0.25], [0.125, 0.0, 0.5], [0.25, 0.5, 0.0]]))
    above = edges_above(weights, 0.25)
    assert above.dense().tolist() == [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5], [0.0, 0.5, 0.0]]
    assert (len(above.data), len(weights.data)) == (2, 6)
    assert edges_above(weights, 0.1).dense().tolist() == weights.dense().tolist()


def test_budget_and_limit_hold() -> None:
    """Evidence has at most ``budget`` tokens and ``limit`` spans, each a span of its document's text."""
    texts = [f"Otter number {n} swims in the river Sool. It eats fish there. It sleeps at night." for n in range(40)]
    documents = [Document(f"d{n:02}", text, date=NOW) for n, text in enumerate(texts)]
    with holding(documents) as kb:
        found = ask(kb, "Where does the otter swim?", budget=60, limit=4)[0]
        assert 0 < found.tokens <= 60
        assert 0 < len(found.evidence) <= 4
        for e in found.evidence:
            assert texts[int(e.document_id[1:])][e.start : e.end] == e.text


def test_of_a_long_text_the_sentences_that_answer() -> None:
    """Where a chunk is longer than the budget its best statements are returned."""
    filler = " ".join(f"Clause {n} of the statutes deals with ordinary matters of the society." for n in range(60))
    text = f"{filler} The lighthouse of Ostra was built in 1881 by Ines Calder. {filler}"
    with holding([Document("long", text, date=NOW)]) as kb:
        found = ask(kb, "Who built the lighthouse of Ostra?", budget=40)[0]
        assert "Ines Calder" in " ".join(e.text for e in found.evidence)


def test_a_report_on_the_time_asked_about_comes_first() -> None:
    """Of two reports in the same words the one on the quarter that is asked about comes first, also if it is older."""
    said = "Revenue was ${} million. Margins rose on lower costs."
    quarters = [("old", "2022-Q2", 40, dt.date(2022, 8, 1)), ("new", "2022-Q3", 50, dt.date(2022, 11, 1))]
    documents = [
        Document(id_, said.format(amount), date=day, period=Interval.parse(period), entities=("Halden Optics",))
        for id_, period, amount, day in quarters
    ]
    with holding(documents) as kb:
        for id_, period, _, _ in quarters:
            found = ask(kb, f"What was Halden Optics' revenue in {period}?")[0]
            assert found.evidence[0].document_id == id_


def test_an_empty_store() -> None:
    """Nothing visible: no evidence, and no complaint."""
    with holding([]) as kb:
        found, told = ask(kb, "Who is the current mayor?")
        assert (found.evidence, told["kept"], told["saved"], told["chunks"]) == ((), 0, 0.0, [])


def test_one_chunk() -> None:
    """A single chunk is d_1 and d_k in one: m = 0, it agrees with itself, and it is kept."""
    with holding([BOB]) as kb:
        found, told = ask(kb, "Who leads Halden Optics?")
        assert told["stages"] == [{"k": 1, "margin": 0.0, "agreement": 1.0, "halted": False}]
        assert len(found.evidence) == told["kept"] == 1


def test_a_question_without_any_known_word() -> None:
    """TW-01: max BM25 = 0: all have 0, meaning ranks, and the reader is told."""
    with holding([ALICE, BOB]) as kb:
        found, told = ask(kb, "Zzyzx qwrtp?")
        assert {p["bm25"] for p in told["chunks"]} == {0.0}
        assert any("holds a word of the question" in w for w in found.warnings)


@pytest.mark.filterwarnings("ignore::timeweave.errors.UndatedDocumentWarning")
def test_a_store_without_dates() -> None:
    """TW-07: documents without a date have no boost; a question about now is told so."""
    with holding([replace(ALICE, date=None), replace(BOB, date=None)]) as kb:
        found, told = ask(kb, "Who is the current chief executive officer of Halden Optics?")
        assert {p["boost"] for p in told["chunks"]} == {0.0}
        assert any("bears a date" in w for w in found.warnings)
        assert len(found.evidence) == 2


@pytest.mark.filterwarnings("ignore::timeweave.errors.UndatedDocumentWarning")
def test_a_question_about_now_whose_answer_changes_slowly() -> None:
    """TW-06: "current" makes the learned r at least 0.5; at exactly 0.5 the question still counts as one about now."""
    with holding([replace(ALICE, date=None)], replace(SEED, recency="learned")) as kb:
        found, told = ask(kb, "Who is the current chair of Halden Optics?")
        assert told["recency"] == 0.5
        assert any("bears a date" in w for w in found.warnings)


def test_by_svd() -> None:
    """TW-02: with the SVD in place of the embedder the chunk that shares the words comes first: it has all of them that
    two chunks hold and no other, ½ (1 + 1) = 1; those on foxes have none, ½ (1 + 0) = 0.5.
    """
    texts = ["Otters swim in rivers.", "Foxes run in woods.", "Otters eat fish in rivers.", "Foxes eat mice in woods."]
    documents = [Document(f"d{n}", text, date=NOW) for n, text in enumerate(texts)]
    with holding(documents, replace(SEED, dense="svd")) as kb:
        found, told = ask(kb, "otters in rivers")
        assert {e.document_id for e in found.evidence[:2]} == {"d0", "d2"}
        parts = by_document(told)
        assert all(0.0 <= p["dense"] <= 1.0 for p in parts.values())
        assert [parts[d]["dense"] for d in ("d0", "d1", "d3")] == pytest.approx([1.0, 0.5, 0.5])


def test_reading_again_by_a_model_where_the_margin_is_small() -> None:
    """TW-11: a cross-encoder reads two chunks at nearly one score; at a margin above θ_m it is not asked. Nor where the
    option is off.
    """
    alike = [BOB, replace(BOB, id="cab", text=BOB.text.replace("Bob", "Cab"))]
    question = "Who is the chief executive officer of Halden Optics?"
    with holding(alike) as kb:
        told, handed = read_by_a_model(kb, question, replace(SEED, rerank=True))
        assert (told["reread"], handed) == (2, 1)
        assert {d: c["read"] for d, c in by_document(told).items()} == {"cab": 0.25, "bob": 0.0}
        assert read_by_a_model(kb, question, SEED)[1] == 0
    with holding([ALICE, BOB]) as kb:
        now = question.replace("the chief", "the current chief")
        assert read_by_a_model(kb, now, replace(SEED, rerank=True))[1] == 0


def test_the_margin_of_the_first_five_decides() -> None:
    """TW-11: a model is asked where S(d_1) - S(d_5) is below θ_m, whatever lies between the fourth and the sixth."""
    words = ("chief", "executive", "officer", "of", "Halden", "Optics")
    texts = [f"Bob Tarn spoke of {' '.join(words[n:])}." for n in range(6)]
    documents = [Document(f"d{n}", text, date=NOW) for n, text in enumerate(texts)]
    question = "Who is the chief executive officer of Halden Optics?"
    with holding(documents) as kb:
        scores = [chunk["score"] for chunk in ask(kb, question)[1]["chunks"]]
        margins = [scores[0] - score for score in scores]
        assert margins[3] < margins[4] < margins[5]
        for place, asked in ((3, 0), (4, 1)):
            theta = (margins[place] + margins[place + 1]) / 2
            options = replace(SEED, twe=TweOptions(theta_m=theta), rerank=True)
            assert read_by_a_model(kb, question, options)[1] == asked


def read_by_a_model(kb: KnowledgeBase, question: str, options: HybridOptions) -> tuple[Mapping[str, Any], int]:
    """What is told of the mode, and how often the reranker was asked, to which Cab is the answer."""
    asked: list[str] = []

    def reranker(query: str, texts: Sequence[str]) -> np.ndarray:
        asked.append(query)
        return np.array(["Cab" in text for text in texts], np.float64)

    with kb._store.view() as view:
        index, chunks = kb._indexes.reader(view), lambda: kb._indexes.chunks(view)
        sources = Sources(view, index, kb.embedder, chunks=chunks)
        posed = pose(Query(question, NOW, "hybrid", explain=True), sources)
        found = retrieve_hybrid(replace(posed.request, reranker=reranker), options)
    return found.explanation["hybrid"], len(asked)


def test_an_entity_leads_to_the_other_half_of_an_answer() -> None:
    """TW-11: the journal names its publisher, which the question does not; the publisher's own page, in other words
    than the question's, goes before a page in its words. What is handed on is no part of S.
    """
    journal = Document("journal", "The Journal of Tides is published by the Corrin Institute.", date=NOW)
    said = "The Corrin Institute dates from 1901. It chose Ada Marsh to lead it."
    page = Document("page", said, title="Corrin Institute", date=NOW)
    prize = Document("prize", "The first president of a tide journal won a prize.", date=NOW)
    question = "Who was the first president of the publisher of the Journal of Tides?"
    with holding([journal, page, prize]) as kb:
        assert list(by_document(ask(kb, question)[1])) == ["journal", "prize", "page"]
    with holding([journal, page, prize], replace(SEED, entity_hops=1)) as kb:
        found, told = ask(kb, question)
        parts = by_document(told)
        assert list(parts) == ["journal", "page", "prize"]
        assert told["reached"] == 1
        assert parts["journal"]["handed"] == parts["prize"]["handed"] == 0.0 < parts["page"]["handed"]
        assert parts["page"]["score"] < parts["prize"]["score"]
        assert any("Ada Marsh" in e.text for e in found.evidence)


def test_long_after_an_event_ages_are_counted_from_it() -> None:
    """TW-07: asked on 2034-06-30, ten years after the newer document, of "current": τ = 90, and exp(-3742/90) is
    8.7e-19 for the newer, less for the other. Counted from 2024-04-01, the newest day, it has 2.5 · e⁰ = 2.5 again.
    """
    question, later = "Who is the current chief executive officer of Halden Optics?", dt.date(2034, 6, 30)
    with holding([ALICE, BOB]) as kb:
        told = ask(kb, question, now=later)[1]
        assert told["reference"] == "2034-06-30"
        assert by_document(told)["bob"]["boost"] == pytest.approx(0.0, abs=1e-9)
    with holding([ALICE, BOB], replace(SEED, ages_from="newest")) as kb:
        told = ask(kb, question, now=later)[1]
        assert told["reference"] == "2024-04-01"
        assert by_document(told)["bob"]["boost"] == 2.5
        assert by_document(told)["alice"]["boost"] == pytest.approx(0.0, abs=1e-6)
        # the day asked on is not passed
        assert ask(kb, question, now=dt.date(2024, 1, 1))[1]["reference"] == "2024-01-01"


def test_the_newest_but_for_one_in_thirty() -> None:
    """TW-07: of 60 rows on days 1 to 60 two may be newer: the day is 59; of 59, one: 59. Only the first rows by words
    and meaning count, of equals the earlier rows, none without a date, and no day after that asked on; without any
    date it is that day. Of rows on days 1 to 100 three may be newer.
    """
    latest = dt.date.fromordinal(1000)
    days = np.arange(1, 61)
    scores = np.linspace(1.0, 0.0, 60)
    assert newest_day(scores, days, latest, 100).toordinal() == 59
    assert newest_day(scores[:59], days[:59], latest, 100).toordinal() == 59
    assert newest_day(scores, days, latest, 10).toordinal() == 10
    assert newest_day(scores, days, dt.date.fromordinal(40), 100).toordinal() == 40
    assert newest_day(scores[:2], np.array([7, 0]), latest, 100).toordinal() == 7
    assert newest_day(scores[:2], np.zeros(2, int), latest, 100) == latest
    assert newest_day(np.ones(400), np.arange(1, 401), latest, 100).toordinal() == 98


def test_along_edges() -> None:
    """TW-11: a chunk that only an edge leads to from the first one is raised."""
    first = "The Ostra ferry ran aground near Vell on Monday, and the harbour master closed the northern channel."
    second = "The harbour master closed the northern channel. All ships wait outside since the accident."
    other = "The harbour museum shows old maps. Ships of wood stand in the hall."
    documents = [Document(i, t, date=NOW) for i, t in (("a", first), ("b", second), ("c", other))]
    question = "Why did the Ostra ferry run aground near Vell?"
    with holding(documents, replace(SEED, hops=1, hop_starts=1)) as kb:
        assert ask(kb, question)[1]["reached"] == 1


def test_it_answers() -> None:
    """`ask` reads the evidence of this mode like that of any other."""
    with holding([ALICE, BOB]) as kb:
        question = "Who is the current chief executive officer of Halden Optics?"
        assert "Bob Tarn" in kb.ask(question, mode="hybrid", now=NOW).answer
        assert "Alice Moor" in kb.ask(question, mode="hybrid", as_of="2019-07-10").answer


def test_without_chunks_it_says_so() -> None:
    """A caller that gives no reader of chunks is told what is missing."""
    with holding([BOB]) as kb, kb._store.view() as view:
        read = Question("Halden Optics", query_scope("Halden Optics", NOW), Names((), ()), "Halden Optics", ())
        request = Request(read, np.zeros(256), view, kb._indexes.reader(view), kb.embedder.embed, 100, now=NOW)
        with pytest.raises(UsageError, match="ranks chunks"):
            retrieve_hybrid(request, SEED)


@pytest.mark.parametrize("wrong", [{"dense": "bert"}, {"centrality": ""}, {"hops": -1}, {"hop_share": float("nan")}])
def test_options_that_there_are_not(wrong: dict[str, object]) -> None:
    """An option that does not exist or fit is named with what was given."""
    ((name, value),) = wrong.items()
    with pytest.raises(UsageError, match=f"{name} {value!r} does"):
        HybridOptions(**wrong)
