"""Reports written by a model: validated against what they were made from, with a digest where nothing holds."""

from __future__ import annotations

import datetime as dt

import pytest
from modelserver import Fault, TestEndpoint
from storekit.memory import MemoryStore

from timeweave.errors import ModelFallbackWarning
from timeweave.records import EXTRACTIVE, Report
from timeweave.reports import Reports
from timeweave.store.base import Store, View

from injections import BYSTANDER, INJECTIONS, Injection  # isort: skip
from reports.conftest import CORPUS, Asking, add  # isort: skip


def all_of(store: Store, reports: Reports, as_of: dt.date | None = None) -> dict[str, Report]:
    with store.view(as_of) as view:
        return dict(reports.of([node.label for node in view.time_nodes()], view))


def known_facts(view: View) -> set[str]:
    from timeweave.temporal.interval import ALWAYS

    return {supported.fact.id for supported in view.facts_during(ALWAYS)}


def test_written_sentences_lead_to_facts(store: Store, asking: Asking) -> None:
    """TK-06: each sentence cites facts; one that cites a child's sentence cites the facts of that sentence."""
    add(store, *CORPUS)
    client = asking(store)
    found = all_of(store, Reports(store, client))
    with store.view() as view:
        known = known_facts(view)
    assert {report.maker for report in found.values()} == {f"{client.name} report/1"}
    for report in found.values():
        assert all(sentence.facts and set(sentence.facts) <= known for sentence in report.sentences)
    below = {facts for label in ("2023-Q1", "2023-Q2") for s in found[label].sentences for facts in s.facts}
    assert {fact for s in found["2023"].sentences for fact in s.facts} <= below  # no fact is the year's own


@pytest.mark.parametrize(
    "fault", [Fault.MALFORMED, Fault.TRUNCATED, Fault.WRONG_SCHEMA, Fault.EMPTY, Fault.REFUSAL, Fault.FILTERED]
)
def test_what_cannot_be_used_gives_way_to_a_digest(
    store: Store, asking: Asking, endpoint: TestEndpoint, fault: Fault
) -> None:
    """TG-06: a node about which the model never says anything usable has its digest, which is counted and kept."""
    add(store, *CORPUS)
    endpoint.misbehave(fault, times=None, when=lambda request: request.sections["period"].startswith("2023-Q1"))
    client = asking(store)
    done = Reports(store, client).make_all()
    assert (done.fallbacks, client.usage()["report"].fallbacks) == (1, 1)
    found = all_of(store, Reports(store, asking(store)))
    assert [label for label, report in found.items() if report.made_by == EXTRACTIVE] == ["2023-Q1"]
    assert "Halden Optics: revenue of $80 million" in found["2023-Q1"].text
    endpoint.forget()
    assert Reports(store, asking(store)).make_all().made == 0
    assert not endpoint.calls  # it is not asked again at every reading


def test_a_node_with_nothing_to_show_is_not_asked_about(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-06: where all facts of a node are withheld, as what addresses a model is, its digest costs no call."""
    add(store, *(injection.document for injection in INJECTIONS))
    client = asking(store)
    done = Reports(store, client).make_all()
    assert done.made - len(endpoint.calls) == done.fallbacks == client.usage()["report"].fallbacks > 0
    assert all(call.sections["facts"] or call.sections["children"] for call in endpoint.calls)


def test_a_repetition_mends_what_was_wrong_once(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-06: a malformed response is shown to the model with what is wrong, and the next one counts."""
    add(store, *CORPUS)
    endpoint.misbehave(Fault.MALFORMED, times=1)
    client = asking(store)
    assert Reports(store, client).make_all().fallbacks == 0
    assert client.usage()["report"].retries == 1


def test_made_up_sentences_are_dropped(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-06: a sentence with a name, figure or citation that the lines do not have is in no report; the others stay."""
    add(store, *CORPUS)
    endpoint.misbehave(Fault.UNGROUNDED, times=None)
    client = asking(store)
    assert Reports(store, client).make_all().fallbacks == 0
    for report in all_of(store, Reports(store, client)).values():
        assert report.made_by == client.name
        assert "Zanzibar" not in report.text
        assert "987,654" not in report.text


def test_a_model_out_of_reach_is_done_without(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-06: a reader gets digests and a warning; they do not stand for the model's reports afterwards."""
    add(store, *CORPUS)
    endpoint.misbehave(Fault.SERVER_ERROR, times=None)
    with store.view() as view, pytest.warns(ModelFallbackWarning):
        found = Reports(store, asking(store)).of(["2023"], view)
    assert found["2023"].made_by == EXTRACTIVE
    assert found["2023"] == all_of(store, Reports(store))["2023"]
    endpoint.behave()
    with store.view() as view:
        assert Reports(store, asking(store)).of(["2023"], view)["2023"].made_by != EXTRACTIVE


def test_what_was_written_before_is_given_while_the_model_is_out_of_reach(
    store: Store, asking: Asking, endpoint: TestEndpoint
) -> None:
    """TG-06: only what is stale or missing is a digest then."""
    add(store, *CORPUS)
    with store.view() as view:
        written = Reports(store, asking(store)).of(["2023-Q1"], view)["2023-Q1"]
    endpoint.misbehave(Fault.SERVER_ERROR, times=None)
    with store.view() as view, pytest.warns(ModelFallbackWarning):
        found = Reports(store, asking(store)).of(["2023-Q1", "2023-Q2"], view)
    assert found["2023-Q1"] == written
    assert found["2023-Q2"].made_by == EXTRACTIVE


@pytest.mark.parametrize("injection", INJECTIONS, ids=lambda injection: injection.name)
@pytest.mark.parametrize("model", [True, False], ids=["model", "digest"])
def test_commands_in_documents_are_not_obeyed(
    asking: Asking, endpoint: TestEndpoint, injection: Injection, *, model: bool
) -> None:
    """TG-06: what a document demands is in no report, however gullible the model; its ordinary fact is."""
    endpoint.misbehave(Fault.GULLIBLE, times=None)
    with MemoryStore() as store:
        add(store, injection.document, BYSTANDER)
        reports = all_of(store, Reports(store, asking(store) if model else None))
    text = "\n".join(report.text for report in reports.values())
    assert [words for words in injection.forbidden if words in text] == []
    assert injection.answer in reports["2024-Q1"].text
    assert "$12 million" in reports["2024-Q1"].text
