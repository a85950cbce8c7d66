"""What a search found becomes a subgraph: edges and times of the explanation, and what of them is a clue."""

import datetime as dt
from dataclasses import replace

import pytest
from storekit.memory import MemoryStore
from storekit.samples import Sentence, make_fact, make_prepared, make_report
from storekit.testkit_world import add

from timeweave.drawing.subgraph import DrawnEntity, DrawnNode, DrawnRelation, Marks, subgraph_of
from timeweave.question import Question
from timeweave.question.named_entity import Names
from timeweave.records import ChunkId, StatementKey
from timeweave.results import Evidence, SearchResult
from timeweave.retrieval.tgrag.local import explain
from timeweave.retrieval.tgrag.options import TgragOptions
from timeweave.retrieval.tgrag.tgrag_local import Edge, score_subgraph
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope, TimeRelation

LEADS = make_fact("Acme Corp", "led by", "Ann Lee", "2023-05/2023-06")
ADJUSTED = (("kind", "value"), ("basis", "non-gaap"))
SOLD = make_fact("Acme Corp", "revenue", "2.8 billion", "2023-Q2", literal=True, qualifiers=ADJUSTED)
EARLIER = make_fact("Acme Corp", "revenue", "2.1 billion", "2023-Q1", literal=True)
ALWAYS = make_fact("Acme Corp", "based in", "Oslo")
FACTS = (LEADS, SOLD, EARLIER, ALWAYS)
SECOND_QUARTER = Scope((Interval.parse("2023-Q2"),), TimeRelation.AT)


@pytest.fixture
def view():
    with MemoryStore() as store:
        names = ("Acme Corp", "Ann Lee", "Oslo")
        add(store, make_prepared("a", Sentence("Acme says.", None, names, FACTS), date=dt.date(2024, 1, 1)))
        with store.view() as view:
            yield view


def found(scope, explanation=None, evidence=()):
    asked = Question("What did Acme sell?", scope, Names((), ()), "", ())
    return SearchResult(asked, "local", None, tuple(evidence), 0, 0.0, explanation=explanation)


def explained(scope, *facts):
    """The explanation that local retrieval gives when these facts are its subgraph."""
    key = StatementKey(0, 0)
    chunks = {ChunkId("a#0"): key}
    edges = [Edge((f.id,), f.endpoints, (f.valid,), 0.5, key, chunks, f.text) for f in facts]
    edges.append(Edge((), ("acme", "oslo"), (None,), 0.4, key, chunks, "acme and oslo"))
    return explain(score_subgraph(edges, scope, TgragOptions()))


def test_the_explanation_of_local_retrieval_is_drawn(view):
    """Edges with s(ε) > 0, the seeds of PageRank and the time nodes asked about are clues, and nothing else (TG-22)."""
    drawn = subgraph_of(found(SECOND_QUARTER, explained(SECOND_QUARTER, SOLD, EARLIER, ALWAYS)), view)
    assert drawn.title == "What did Acme sell?"
    assert drawn.times == (
        DrawnNode("2023", 0, None),
        DrawnNode("2023-Q1", 1, "2023"),
        DrawnNode("2023-Q2", 1, "2023", is_clue=True),
    )
    assert drawn.entities == (
        DrawnEntity("acme", "Acme Corp", is_clue=True),
        DrawnEntity("relation:revenue", "revenue", is_measure=True, is_clue=True),
        DrawnEntity("oslo", "Oslo"),
    )
    revenue = ("acme", "relation:revenue")
    assert drawn.relations == (
        DrawnRelation(
            *revenue,
            "2.8 billion · non-gaap",
            SOLD.text,
            ("2023-Q2",),
            is_clue=True,
            fact=SOLD.id,
            subject="Acme Corp",
            relation="revenue",
            value="2.8 billion · non-gaap",
        ),
        DrawnRelation(
            *revenue,
            "2.1 billion",
            EARLIER.text,
            ("2023-Q1",),
            fact=EARLIER.id,
            subject="Acme Corp",
            relation="revenue",
            value="2.1 billion",
        ),
        DrawnRelation(
            "acme",
            "oslo",
            "based in",
            ALWAYS.text,
            fact=ALWAYS.id,
            subject="Acme Corp",
            relation="based in",
            value="Oslo",
        ),
    )
    assert drawn.marks is Marks.CLUES


def test_a_span_hangs_on_the_nodes_of_both_of_its_ends(view):
    """And everything above them is drawn, so that every node but a year has its parent."""
    drawn = subgraph_of(found(Scope(), explained(Scope(), LEADS)), view)
    assert drawn.relations[0].times == ("2023-05", "2023-06")
    assert [(n.label, n.level, n.parent) for n in drawn.times] == [
        ("2023", 0, None),
        ("2023-Q2", 1, "2023"),
        ("2023-05", 2, "2023-Q2"),
        ("2023-06", 2, "2023-Q2"),
    ]


def test_without_a_time_scope_no_time_is_marked(view):
    """Every edge may give a clue then, and no node was asked about (TG-16)."""
    drawn = subgraph_of(found(Scope(), explained(Scope(), SOLD, EARLIER)), view)
    assert all(r.is_clue for r in drawn.relations)
    assert not any(n.is_clue for n in drawn.times)


def test_a_time_asked_about_is_drawn_though_nothing_hangs_on_it(view):
    """One sees that it was understood and not found."""
    scope = Scope((Interval.parse("2022-Q4"),), TimeRelation.AT)
    drawn = subgraph_of(found(scope, explained(scope, SOLD)), view)
    assert [n.label for n in drawn.times if n.is_clue] == ["2022-Q4"]
    assert not any(r.is_clue for r in drawn.relations)
    long = Scope((Interval.parse("1900-01-02/1999-05-05"),), TimeRelation.BETWEEN)
    assert len(subgraph_of(found(long, explained(long, SOLD)), view).times) == 2  # 2023-Q2 and its year


def test_other_modes_show_the_facts_of_their_evidence(view):
    """Those in the question's time first, as clues; at most as many as asked for."""
    evidence = [
        Evidence("a", "a#0", 0, 1, "A", None, None, 1.0, (EARLIER.id, SOLD.id)),
        Evidence("a", "a#0", 1, 2, "c", None, None, 1.0, (SOLD.id, ALWAYS.id)),
    ]
    drawn = subgraph_of(found(SECOND_QUARTER, evidence=evidence), view)
    assert [(r.text, r.is_clue) for r in drawn.relations] == [
        (SOLD.text, True),
        (EARLIER.text, False),
        (ALWAYS.text, False),
    ]
    assert [e.id for e in drawn.entities if e.is_clue] == ["acme", "relation:revenue"]
    assert len(subgraph_of(found(SECOND_QUARTER, evidence=evidence), view, most=1).relations) == 1


def test_where_names_only_stand_together_the_facts_of_the_evidence_are_shown(view):
    """An edge that is no fact is not drawn, also where local retrieval went by no other (TG-03, TG-22)."""
    evidence = [Evidence("a", "a#0", 0, 1, "A", None, None, 1.0, (SOLD.id,))]
    drawn = subgraph_of(found(SECOND_QUARTER, explained(SECOND_QUARTER), evidence), view)
    assert [(r.text, r.is_clue) for r in drawn.relations] == [(SOLD.text, True)]


def test_a_global_search_shows_what_its_reports_rest_on(view):
    """Facts cited by reports come after those of the evidence; the time nodes that it names are asked about."""
    reports = (make_report("2023-Q1", "Acme sold for 2.1 billion.", EARLIER),)
    result = replace(found(Scope()), reports=reports, nodes=("2023-Q1",))
    drawn = subgraph_of(result, view)
    assert [r.text for r in drawn.relations] == [EARLIER.text]
    assert [n.label for n in drawn.times if n.is_clue] == ["2023-Q1"]


def test_a_fact_that_the_view_does_not_show_is_not_drawn(view):
    """The picture is of the view's day."""
    gone = make_fact("Acme Corp", "led by", "Nobody", "2023")
    drawn = subgraph_of(found(Scope(), explained(Scope(), gone, SOLD)), view)
    assert [r.text for r in drawn.relations] == [SOLD.text]
