"""Global retrieval over a small world of quarterly reports in a real store: T_q, shares, facets, reports."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from timeweave import Document
from timeweave.embedding import get_embedder
from timeweave.evolution import decide_addition
from timeweave.indexes import Indexes
from timeweave.language.tokens import count_tokens
from timeweave.preparation import prepare
from timeweave.records import EXTRACTIVE, DocumentId, Report, ReportSentence
from timeweave.results import SearchResult
from timeweave.retrieval import Query, Sources, pose, retrieve
from timeweave.retrieval.router import GLOBAL_BUDGET, own_budget
from timeweave.store.base import View
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

NOW = dt.date(2024, 6, 1)
COMPANIES = {"Halden Optics": "real_estate", "Brightwater": "real_estate", "Ostra Foods": "energy", "Corvane": "retail"}
QUARTERS = ("2022-Q1", "2022-Q2", "2022-Q3", "2022-Q4", "2023-Q1")
ORDINAL = ("first", "second", "third", "fourth")
ACROSS = "How did strategic investment and innovation shape the resilience of"


def quarterly(company: str, quarter: str) -> Document:
    """A report whose sentences differ by company and quarter."""
    year, number = quarter.split("-Q")
    amount = 100 + 7 * list(COMPANIES).index(company) + QUARTERS.index(quarter)
    words = f"in the {ORDINAL[int(number) - 1]} quarter of {year}"
    text = (
        f"{company} reported revenue of ${amount} million {words}. "
        f"Our investment in innovation made us more resilient because {company} raised capacity by {amount} units. "
        f"Would you tell us more about your investment and innovation strategy in this quarter? "
        f"The weather near the offices of {company} was fine on {amount} days of the period. Thank you."
    )
    end = Interval.parse(quarter).end
    assert end is not None
    return Document(
        id=f"{company.split()[0].lower()}-{quarter}",
        text=text,
        title=f"{company} {quarter}",
        date=end + dt.timedelta(days=20),
        period=Interval.parse(quarter),
        entities=(company,),
        metadata={"sector": COMPANIES[company]},
    )


class World:
    """A store with its index, searched by the function itself."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore.open(folder, create=True, read_only=False)
        self.indexes = Indexes(self.store.folder)
        self.embedder = get_embedder(None)

    def add(self, document: Document) -> None:
        made = prepare(document, self.embedder)
        with self.store.transaction() as transaction:
            change = decide_addition(made, transaction, dt.datetime(2024, 6, 1, tzinfo=dt.UTC))
            assert change is not None
            transaction.apply(self.indexes.added(transaction, change))

    def search(self, question: str, as_of: dt.date | None = None, **options) -> SearchResult:
        with self.store.view(as_of) as view:
            reader = options.pop("reports", None)
            reports = None if reader is None else lambda nodes: reader(nodes, view)
            sources = Sources(view, self.indexes.reader(view), self.embedder, reports)
            result = retrieve(pose(Query(question, NOW, **options), sources))
        return dataclasses.replace(result, elapsed_ms=0.0)


def count_facts(nodes: Sequence[str], view: View) -> Mapping[str, Report]:
    """A report of each node with a sentence for each fact of it: tiny, and real."""
    reports = {}
    for label in nodes:
        facts = view.facts_during(Interval.parse(label))
        sentences = tuple(ReportSentence(f.fact.text, (f.fact.id,)) for f in facts)
        if sentences:
            counts = (("facts", len(facts)),)
            reports[label] = Report(label, EXTRACTIVE, "all/1", label, sentences, counts, (), (), ())
    return reports


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = World(tmp_path_factory.mktemp("world"))
    for company in COMPANIES:
        for quarter in QUARTERS:
            made.add(quarterly(company, quarter))
    yield made
    made.store.close()


def quarters_of(result: SearchResult) -> set[str]:
    return {e.document_id[-7:] for e in result.evidence}


def companies_of(result: SearchResult) -> set[str]:
    return {e.document_id[:-8] for e in result.evidence}


def test_every_node_is_represented(world: World) -> None:
    """TG-15: each quarter of the range has evidence of its own and its report, and no other quarter has."""
    result = world.search(f"{ACROSS} companies from 2022 Q1 to 2022 Q4?", reports=count_facts)
    assert result.nodes == QUARTERS[:4]
    assert quarters_of(result) == set(QUARTERS[:4])
    assert [r.node for r in result.reports] == list(QUARTERS[:4])
    assert result.mode == "global"


def test_a_year_is_asked_about_as_a_whole_and_by_its_quarters(world: World) -> None:
    """TG-06, TG-15: reports of several granularities."""
    result = world.search(f"{ACROSS} companies across 2022?", reports=count_facts)
    assert [r.node for r in result.reports] == ["2022", *QUARTERS[:4]]
    assert quarters_of(result) == set(QUARTERS[:4])


@pytest.mark.parametrize("budget", [60, 200, 1000])
def test_evidence_and_reports_share_the_budget(world: World, budget: int) -> None:
    """TG-15: together at most the budget; a report whole sentence by sentence; evidence word for word."""
    question = f"{ACROSS} companies from 2022 Q1 to 2022 Q4?"
    whole = world.search(question, reports=count_facts).reports
    result = world.search(question, reports=count_facts, budget=budget)
    reported = sum(count_tokens(s.text) for r in result.reports for s in r.sentences)
    assert sum(count_tokens(e.text) for e in result.evidence) == result.tokens
    assert result.tokens + reported <= budget
    assert reported <= 0.45 * budget
    told = {r.node: r.sentences for r in whole}
    assert all(s in told[r.node] for r in result.reports for s in r.sentences)
    with world.store.view() as view:
        for e in result.evidence:
            info = view.document(DocumentId(e.document_id))
            assert info is not None
            assert view.text(info.ordinal)[e.start : e.end] == e.text


def test_a_small_budget_still_reaches_every_node(world: World) -> None:
    """TG-15: the nodes take turns, so that none starves."""
    result = world.search(f"{ACROSS} companies from 2022 Q1 to 2022 Q4?", budget=250)
    assert quarters_of(result) == set(QUARTERS[:4])


def test_facets_confine_and_spread(world: World) -> None:
    """TG-15: sectors that are named have their share in each node, others none."""
    result = world.search(f"{ACROSS} the real estate and energy sectors in 2022 Q2 and Q3?", explain=True, budget=400)
    assert result.facets == (("sector", "real estate"), ("sector", "energy"))
    assert companies_of(result) == {"halden", "brightwater", "ostra"}
    for quarter in ("2022-Q2", "2022-Q3"):
        here = [e.document_id for e in result.evidence if e.document_id.endswith(quarter)]
        assert any(i.startswith("ostra") for i in here)
        assert any(i.startswith(("halden", "brightwater")) for i in here)
    assert result.explanation is not None
    assert result.explanation["route"]["mode"] == "global"
    assert result.explanation["facets"][1] == {"field": "sector", "value": "energy"}


def test_what_it_names_comes_first(world: World) -> None:
    """TG-15: about a company, its own statements; questions and greetings are no evidence."""
    result = world.search(f"{ACROSS} Halden Optics from 2022 Q1 to 2022 Q3?", mode="global")
    assert companies_of(result) == {"halden"}
    texts = " ".join(e.text for e in result.evidence)
    assert "raised capacity" in texts
    assert "Would you tell us more" not in texts.replace("\n", " ").split("Our investment")[0]


def test_a_node_without_the_company_is_stood_for_by_others(world: World, tmp_path: Path) -> None:
    """TG-15: every node is represented if the store has anything of it, and the reader is told."""
    small = World(tmp_path / "small")
    for document in (quarterly("Halden Optics", "2022-Q1"), quarterly("Corvane", "2022-Q2")):
        small.add(document)
    result = small.search(f"{ACROSS} Halden Optics in 2022 Q1 and Q2?")
    small.store.close()
    assert {e.document_id for e in result.evidence} == {"halden-2022-Q1", "corvane-2022-Q2"}
    assert result.warnings == ("nothing visible speaks of Halden Optics in 2022-Q2",)


def test_a_scope_without_anything_says_so(world: World) -> None:
    """Nothing is made up for a time of which nothing is known."""
    result = world.search(f"{ACROSS} companies in 2009 Q1?", reports=count_facts)
    assert (result.evidence, result.reports) == ((), ())
    assert result.warnings == ("nothing visible speaks of 2009-Q1",)


def test_without_a_time_the_years_tell(world: World) -> None:
    """TG-16: no scope: the years that hold most of what is asked about, with their reports."""
    result = world.search(f"{ACROSS} companies across industries?", mode="global", reports=count_facts)
    assert result.nodes == ("2022", "2023")
    assert [r.node for r in result.reports] == ["2022", "2023"]
    assert {q[:4] for q in quarters_of(result)} == {"2022", "2023"}


def test_an_open_range_ends_where_the_store_does(world: World) -> None:
    """TG-08: "since" reaches as far as there are nodes."""
    assert world.search(f"{ACROSS} companies since 2022 Q3?", mode="global").nodes == QUARTERS[2:]


def test_budgets_of_the_modes() -> None:
    """TG-15: 24,000 tokens for a global question, 2,000 else."""
    assert (own_budget("global"), own_budget("auto"), own_budget("local")) == (GLOBAL_BUDGET, 2000, 2000)
    assert GLOBAL_BUDGET == 24_000


def test_a_specific_question_is_not_global(world: World) -> None:
    """The router leaves a question for one fact alone."""
    result = world.search("What was Brightwater's revenue in 2022-Q2?", reports=count_facts)
    assert (result.mode, result.nodes, result.reports) == ("auto", (), ())
    assert "$108 million" in result.evidence[0].text


def test_as_of_is_exact(world: World, tmp_path: Path) -> None:
    """TK-05: with reports and facets, everything equals what a store found that never saw the rest."""
    day = dt.date(2022, 10, 30)
    known = World(tmp_path / "known")
    for company in COMPANIES:
        for quarter in QUARTERS[:3]:
            known.add(quarterly(company, quarter))
    for question in (f"{ACROSS} the real estate sector across 2022?", f"{ACROSS} Corvane from 2022 Q1 to 2023 Q1?"):
        found = world.search(question, as_of=day, reports=count_facts, explain=True)
        assert found == known.search(question, as_of=day, reports=count_facts, explain=True)
        assert found.reports
        assert found.evidence
    known.store.close()
