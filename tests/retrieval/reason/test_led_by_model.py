"""Routes of subgoals by a model at a real address: they lead over the graph, whose facts answer (ER-01, ER-02)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from modelserver import Fault, TestEndpoint
from sections import parse_sections

import timeweave
from timeweave import KnowledgeBase
from timeweave.llm.choosing import open_model
from timeweave.llm.client import ModelClient
from timeweave.llm.limits import Limits
from timeweave.records.reasoning import Reasoned
from timeweave.results import Answer
from timeweave.retrieval.reason.reasoning import planned
from timeweave.retrieval.searching import Query, Sources, pose

HALF = "Where did the better half of Ada King come of age?"
CHIEF = "Which alma mater had the chief of Port Lorne in 2010?"
CLUB = "who shared a side with ada king in her castling days"
Route = Mapping[str, Any]


def route(start: str, *subgoals: str) -> Route:
    return {"start": start, "subgoals": list(subgoals)}


@contextmanager
def saying(*routes: Route) -> Iterator[TestEndpoint]:
    """A model that gives these routes whatever it is asked."""
    with TestEndpoint(tasks={"routes": lambda _: {"routes": list(routes)}}) as running:
        yield running


class Asks:
    """Asks the graph, led by the model at an endpoint where one is given."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def __call__(self, question: str, endpoint: TestEndpoint | None = None, now: dt.date | None = None) -> Answer:
        llm = {} if endpoint is None else {"llm": "openai:rules", "llm_url": endpoint.url}
        with timeweave.open(self.home, **llm) as kb:
            return kb.ask(question, mode="reason", as_of="2016-02-01", now=now)


@pytest.fixture
def ask(home: Path, graph: KnowledgeBase) -> Asks:
    """What the graph answers."""
    return Asks(home)


def walked(graph: KnowledgeBase, question: str, endpoint: TestEndpoint) -> Reasoned:
    """What a question comes to, with how."""
    client = ModelClient(open_model("openai:rules", endpoint.url, timeout=60.0), limits=Limits(first_wait=0.001))
    with graph._store.view() as view:
        sources = Sources(view, graph._indexes.reader(view), graph._embedder.get(), client=client)
        found, _ = planned(pose(Query(question, mode="reason"), sources).request).guided()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "said", "answer"),
    [
        (HALF, route("Ada King", "spouse", "educated at"), "Hale University"),
        (HALF, route("Ada King", "partner in marriage", "studied at"), "Hale University"),
        (CHIEF, route("Port Lorne", "mayor", "educated at"), "Brook College"),  # of the mayor in 2010, not the college
        (CLUB, route("ada king", "member of chess club", "member of chess club"), "Vic Orr"),
    ],
)
def test_subgoals_lead_to_what_words_do_not(ask: Asks, question: str, said: Route, answer: str) -> None:
    """What no table of words tells is found along a model's subgoals, hop by hop, and cited; the model is told the
    question and the day alone (ER-01).
    """
    assert ask(question).refused
    with saying(said) as endpoint:
        found = ask(question, endpoint)
        (call,) = endpoint.calls
    assert (found.answer, found.method) == (answer, "path")
    assert {c.quote for c in found.citations}
    assert call.task == "routes"
    assert parse_sections(call.turns[-1].text) == {"today": "2016-02-01", "question": question}
    assert found.usage["answer"].calls == 1


def test_the_model_is_asked_only_where_it_is_needed(ask: Asks, graph: KnowledgeBase) -> None:
    """No call for what is worked out over all facts, nor for what paths cannot answer; kept responses are free and
    stand in the ledger (ER-01).
    """
    with saying(route("Ada King", "spouse", "educated at")) as endpoint:
        assert ask("Who was the first to visit Southland?", endpoint).answer == "Norland"
        assert ask("Did Norland visit Southland before Westmark did?", endpoint).answer
        assert not endpoint.calls_of("routes")
        ask("Where did the second half of Ada King come of age?", endpoint)
        again = ask("Where did the second half of Ada King come of age?", endpoint)
        assert len(endpoint.calls_of("routes")) == 1
    assert again.usage["answer"].cache_hits == 1
    assert any(cost.stage == "answer" and cost.about == "question" for cost in graph.costs())


@pytest.mark.parametrize(
    "said",
    [
        route("Tom Reed", "educated at"),  # a name that the question does not have
        route("Ada King", "spouse", "educated at Hale University"),  # an answer of its own
        route("Ada King", "spouse in 1990"),
        route("Ada King"),
        route("Ada King", "spouse", " "),
        route("Ada King", *["spouse"] * 5),
        route("Ada King", "spouse " * 40),
    ],
)
def test_bad_routes_are_rejected(ask: Asks, said: Route) -> None:
    """What names more than the question does, or is no plan, is shown to the model as wrong, which mends it (ER-01)."""
    with saying(said, route("Ada King", "spouse", "educated at")) as endpoint:
        found = ask(HALF, endpoint)
        assert len(endpoint.calls) == 2
        assert "That cannot be used:\n- routes[0]" in endpoint.calls[-1].turns[-1].text
    assert found.answer == "Hale University"


@pytest.mark.parametrize("fault", [Fault.MALFORMED, Fault.WRONG_SCHEMA, Fault.REFUSAL, Fault.UNGROUNDED])
def test_without_the_model_as_the_rules_have_it(ask: Asks, fault: Fault) -> None:
    """Where it fails the answer is the rules' own, with a warning (ER-01)."""
    question = "ada king: husband: educated at which university"
    alone = ask(question)
    with saying() as endpoint:
        endpoint.misbehave(fault, times=3)
        found = ask(question, endpoint)
    assert (found.answer, found.citations, found.confidence) == (alone.answer, alone.citations, alone.confidence)
    assert found.answer == "Hale University"
    (said,) = (w for w in found.warnings if w not in alone.warnings)
    assert said.startswith("the routes to the answer are planned by rules alone: openai:rules")
    assert found.usage["answer"].fallbacks == 1


def test_the_model_answers_nothing_itself(ask: Asks) -> None:
    """A route that the graph does not bear out adds nothing, and no model writes an answer of the evidence (ER-01)."""
    for question in ("Who led the airship corps of Ada King?", "What airship did Ada King captain?"):
        alone = ask(question)
        with saying(route("Ada King", "captain of airship")) as endpoint:
            found = ask(question, endpoint)
            assert {call.task for call in endpoint.calls} == {"routes"}
        assert (found.answer, found.refused, found.confidence) == (alone.answer, alone.refused, alone.confidence)


def test_a_subgoal_is_told_by_meaning(graph: KnowledgeBase) -> None:
    """A relation that shares no word with a subgoal tells it as far as it means the same (ER-01)."""
    with saying(route("Port Lorne", "municipal leader", "educated at")) as endpoint:
        found = walked(graph, CHIEF, endpoint)
    assert found.answers[0].text == "Brook College"
    assert found.explanation["path"] == ["mayor", "educated at"]


@pytest.mark.parametrize(
    "said", [route("Ada King", "captain of airship"), route("Ada King", "husband or wedded spouse", "airship")]
)
def test_a_route_is_told_to_its_end_or_not_at_all(graph: KnowledgeBase, said: Route) -> None:
    """Paths that do not tell the subgoals are no way to the answer, nor is what lies on the way to the last (ER-01)."""
    with saying(said) as endpoint:
        found = walked(graph, "What airship did the better half of Ada King captain?", endpoint)
        assert endpoint.calls_of("routes")
    routes: Any = found.explanation["routes"]
    assert all("what tells" in r["subgoals"][0] for r in routes)


def test_the_cheapest_route_first_until_two_agree(graph: KnowledgeBase) -> None:
    """Routes go in order of Σ (b · n)^h; once two lead to the same answer no other is walked, and the same route said
    twice is one (ER-02).
    """
    short = route("Ada King", "spouse", "educated at")
    same = route("Ada King", "the spouse", "was educated at")
    longer = route("Ada King", *["award received"] * 3)
    other = route("Ada King", "husband", "educated at")
    third = route("Ada King", "husband", "university educated at")

    def costs(*said: Route) -> list[float]:
        with saying(*said) as endpoint:
            found = walked(graph, HALF, endpoint)
        assert found.answers[0].text == "Hale University"
        routes: Any = found.explanation["routes"]
        return [
            r["cost"] for r in routes if r["subgoals"][0].startswith("from ada king: ") and "what tells" not in str(r)
        ]

    assert len(costs(short, same)) == 1
    assert len(costs(other, short, third)) == 2
    two = costs(longer, short)
    assert two == sorted(two)
    assert len(two) == 2


def test_the_day_is_told(ask: Asks) -> None:
    """The query time goes with the question (ER-01)."""
    with saying() as endpoint:
        ask(HALF, endpoint, now=dt.date(2015, 3, 4))
        assert parse_sections(endpoint.calls[-1].turns[-1].text)["today"] == "2015-03-04"


def test_the_rules_of_the_endpoint_give_routes(ask: Asks) -> None:
    """From each name of a question by its other words: the form of a model's answer, and an answer of the graph."""
    with TestEndpoint() as endpoint:
        found = ask("Where was the spouse of Ada King at university?", endpoint)
        assert endpoint.calls_of("routes")
    assert not any("rules alone" in w for w in found.warnings)
