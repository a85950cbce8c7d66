"""Only what a change touched is made again, counted by the calls that a model gets."""

from __future__ import annotations

import dataclasses
import datetime as dt

import pytest
from modelserver import Fault, TestEndpoint
from sections import parse_sections

from timeweave.errors import ModelError
from timeweave.records import Report
from timeweave.reports import Reports
from timeweave.store.base import Store
from timeweave.temporal.hierarchy import as_node

from reports.conftest import CORPUS, Asking, add, quarterly, remove  # isort: skip

LATER = (
    quarterly("Halden Optics", "2023-Q3", "$91 million", date="2023-11-02"),
    quarterly("Brightwater", "2023-Q3", "$305 million", date="2023-11-03"),
)


def labels(store: Store) -> list[str]:
    with store.view() as view:
        return [node.label for node in view.time_nodes()]


def digests(store: Store, reports: Reports) -> dict[str, str]:
    with store.view() as view:
        return {label: report.digest for label, report in reports.of(labels(store), view).items()}


def in_order(endpoint: TestEndpoint) -> list[str]:
    """The nodes of the calls so far; the record begins anew."""
    users = [turn.text for call in endpoint.calls_of("report") for turn in call.turns if turn.role == "user"]
    endpoint.forget()
    return [parse_sections(text)["period"].split()[0] for text in users]


def asked_about(endpoint: TestEndpoint) -> list[str]:
    """The same, sorted."""
    return sorted(in_order(endpoint))


def test_one_call_for_each_node(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-06: a build asks once about each time node, the lower ones first; asking again costs nothing."""
    add(store, *CORPUS)
    done = Reports(store, asking(store)).make_all()
    order = in_order(endpoint)
    assert sorted(order) == sorted(labels(store))
    assert [as_node(label).granularity.rank for label in order] == sorted(as_node(n).granularity.rank for n in order)
    assert (done.made, done.fallbacks) == (len(order), 0)
    assert Reports(store, asking(store)).make_all().fresh == len(order)
    assert asked_about(endpoint) == []


def test_new_documents_touch_their_leaves_and_ancestors_only(
    store: Store, asking: Asking, endpoint: TestEndpoint
) -> None:
    """TG-07: after an update the calls are those of the touched nodes, and every other report is the same."""
    add(store, *CORPUS)
    Reports(store, asking(store)).make_all()
    before = digests(store, Reports(store, asking(store)))
    endpoint.forget()
    touched = {label for change in add(store, *LATER) for label in change.stale_nodes}
    Reports(store, asking(store)).make_all()
    assert asked_about(endpoint) == sorted(touched) == ["2023", "2023-Q3"]
    after = digests(store, Reports(store, asking(store)))
    assert {label for label in before if before[label] != after[label]} == {"2023"}


def test_a_correction_touches_its_own_nodes_only(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-24: a correction of an old document is a call for each node that its two versions speak of, and no more."""
    add(store, *CORPUS, *LATER)
    Reports(store, asking(store)).make_all()
    before = digests(store, Reports(store, asking(store)))
    endpoint.forget()
    (change,) = add(store, quarterly("Halden Optics", "2022-Q4", "$71 million", date="2023-02-20"))
    assert change.kind == "replace"
    Reports(store, asking(store)).make_all()
    assert asked_about(endpoint) == sorted(change.stale_nodes) == ["2022", "2022-Q4"]
    after = digests(store, Reports(store, asking(store)))
    assert {label for label in before if before[label] != after[label]} == {"2022", "2022-Q4"}


def test_a_correction_that_changes_no_fact_asks_nothing(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-24: where the facts are told as before the reports name the new version, and no call is made."""
    add(store, *CORPUS)
    Reports(store, asking(store)).make_all()
    endpoint.forget()
    same = next(d for d in CORPUS if d.id == "halden-2022-Q4")
    add(store, dataclasses.replace(same, text=f"{same.text} Thank you.", date=dt.date(2023, 3, 1)))
    client = asking(store)
    Reports(store, client).make_all()
    assert asked_about(endpoint) == []
    assert client.usage()["report"].cache_hits == 2  # 2022-Q4 and 2022


def test_only_what_is_needed_is_made(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-07: a quarter that is read is made, and its year only when that is read."""
    add(store, *CORPUS)
    for wanted, asked in (("2023-Q1", ["2023-Q1"]), ("2023", ["2023", "2023-Q2"]), ("2023-Q2", [])):
        with store.view() as view:
            assert set(Reports(store, asking(store)).of([wanted], view)) == {wanted}
        assert asked_about(endpoint) == asked


def test_a_document_that_comes_and_goes_leaves_reports_as_they_were(
    store: Store, asking: Asking, endpoint: TestEndpoint
) -> None:
    """TK-08: after its removal every report is byte for byte what it was, at the price of the nodes it had touched."""
    add(store, *CORPUS)
    Reports(store, asking(store)).make_all()
    before = digests(store, Reports(store, asking(store)))
    add(store, LATER[0])
    Reports(store, asking(store)).make_all()
    remove(store, LATER[0].id)
    endpoint.forget()
    Reports(store, asking(store)).make_all()
    assert digests(store, Reports(store, asking(store))) == before
    assert asked_about(endpoint) == ["2023"]


def test_a_report_of_the_same_inputs_is_taken_again(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-07: what was written of a past day is right wherever the facts are those of that day; it is not asked anew."""
    add(store, *CORPUS)
    with store.view(dt.date(2023, 5, 10)) as view:
        past = Reports(store, asking(store), write_past=True).of(["2023-Q1"], view)
    assert asked_about(endpoint) == ["2023-Q1"]
    done = Reports(store, asking(store)).make_all()
    assert asked_about(endpoint) == ["2022", "2022-Q4", "2023", "2023-Q2"]
    assert (done.found, done.made) == (1, 4)
    with store.view() as view:
        assert Reports(store, asking(store)).of(["2023-Q1"], view) == past


def test_removal_erases(store: Store, asking: Asking) -> None:
    """TK-08: what only a removed document said is in no report any more, now or as of any day."""
    add(store, *CORPUS)
    Reports(store, asking(store)).make_all()
    remove(store, "brightwater-2023-Q1")
    for as_of in (None, dt.date(2023, 5, 30)):
        with store.view(as_of) as view:
            found = Reports(store, asking(store)).of(labels(store), view)
        assert not [label for label, report in found.items() if "$310 million" in report.text]


def test_the_past_is_read_from_what_was_made_of_it(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TK-05: as of a day a written report of just those facts is given again, else a digest; no model is asked."""
    add(store, *CORPUS[:2])
    Reports(store, asking(store)).make_all()
    with store.view() as view:
        written: Report = Reports(store, asking(store)).of(["2022-Q4"], view)["2022-Q4"]
    add(store, *CORPUS[2:])
    Reports(store, asking(store)).make_all()
    endpoint.forget()
    with store.view(dt.date(2023, 5, 3)) as view:
        past = Reports(store, asking(store)).of(labels(store), view)
    with store.view(dt.date(2023, 5, 5)) as view:
        between = Reports(store, asking(store)).of(["2023-Q1", "2023"], view)
    assert past["2022-Q4"] == written
    assert past["2023-Q1"].made_by == written.made_by  # only one of its two documents was there by then
    assert "Brightwater" not in past["2023-Q1"].text
    assert between["2023"].made_by == "extractive"  # of these facts no year's report was ever written
    assert "$298 million" not in between["2023"].text
    assert asked_about(endpoint) == []


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.BAD_KEY])
def test_a_build_goes_on_where_it_stopped(store: Store, asking: Asking, endpoint: TestEndpoint, fault: Fault) -> None:
    """TG-07: what was made before the model failed is kept, and the next build asks for the rest only."""
    add(store, *CORPUS)
    total = len(labels(store))
    endpoint.misbehave(fault, times=None, when=lambda request: request.sections["period"].startswith("2023 "))
    with pytest.raises(ModelError):
        Reports(store, asking(store)).make_all()
    endpoint.behave()
    endpoint.forget()
    done = Reports(store, asking(store)).make_all()
    assert asked_about(endpoint) == ["2023"]
    assert (done.fresh, done.made) == (total - 1, 1)


def test_an_interrupt_keeps_what_was_made(store: Store, asking: Asking, endpoint: TestEndpoint) -> None:
    """TG-07: after Ctrl-C in the middle the next build asks about no node whose report was kept."""
    add(store, *CORPUS)
    handled = []

    def interrupt(label: str, count: int) -> None:
        handled.append(label)
        if count == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Reports(store, asking(store, concurrency=1)).make_all(interrupt)
    endpoint.forget()
    Reports(store, asking(store)).make_all()
    assert not set(handled) & set(asked_about(endpoint))
