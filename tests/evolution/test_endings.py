"""What ends states of which many hold side by side: memberships, shared offices, things."""

from __future__ import annotations

import itertools

from stated_facts import support

from timeweave.evolution import resolve
from timeweave.records import EntityId, Fact, FactId, FactStatus, SupportedFact
from timeweave.temporal.interval import Interval


def told(subject: str, relation: str, object_: str, valid: str, *, entity: bool = True) -> SupportedFact:
    text = f"{subject} {relation} {object_} {valid}"
    fact = Fact(FactId(text), EntityId(subject), relation, object_, entity, Interval.parse(valid), text)
    return SupportedFact(fact, (support("d", "2024-01-01"),))


def valid(facts: list[SupportedFact], id_: str) -> str:
    return next(str(r.valid) for r in resolve(facts) if r.fact.id == id_)


def test_who_left_a_club_is_no_longer_its_member() -> None:
    """EK-06: a departure closes what its own relation did not open, of that player and that club alone."""
    facts = [
        told("ana", "joined", "rovers", "2019-07-01/.."),
        told("ana", "member of", "players union", "2019-07-01/.."),
        told("ben", "joined", "rovers", "2020-01-10/.."),
        told("ana", "left", "rovers", "2023-05-31"),
    ]
    assert valid(facts, "ana joined rovers 2019-07-01/..") == "2019-07-01/2023-05-31"
    assert valid(facts, "ana member of players union 2019-07-01/..") == "2019-07-01/.."
    assert valid(facts, "ben joined rovers 2020-01-10/..") == "2020-01-10/.."
    closed = next(r for r in resolve(facts) if r.fact.relation == "joined" and r.fact.subject == "ana")
    assert (closed.status, closed.by) == (FactStatus.CLOSED, (FactId("ana left rovers 2023-05-31"),))


def test_who_left_a_hospital_has_left_its_offices_too() -> None:
    """EK-06: offices are of the body; a departure from it ends them, whoever else shares one."""
    facts = [
        told("mercy hospital", "co-director", "ana", "2019/.."),
        told("mercy hospital", "co-director", "ben", "2021/.."),
        told("ana", "stepped down from", "mercy hospital", "2023-05-31"),
    ]
    assert valid(facts, "mercy hospital co-director ana 2019/..") == "2019-01/2023-05"
    assert valid(facts, "mercy hospital co-director ben 2021/..") == "2021/.."


def test_an_office_given_up_leaves_the_membership() -> None:
    """EK-06: who is no longer co-leader of an orchestra still plays in it."""
    facts = [
        told("ana", "member of", "city orchestra", "2015/.."),
        told("city orchestra", "co-leader", "ana", "2018/.."),
        told("city orchestra", "co-leader", "ana", "../2022-06-30"),
    ]
    assert valid(facts, "ana member of city orchestra 2015/..") == "2015/.."
    assert valid(facts, "city orchestra co-leader ana 2018/..") == "2018-01/2022-06"


def test_a_second_holder_of_a_shared_office_closes_nothing() -> None:
    """EK-05, EK-06: "co-lead with" does not close."""
    facts = [told("parser team", "co-lead", "ana", "2019/.."), told("parser team", "co-lead", "ben", "2021/..")]
    assert {r.status for r in resolve(facts)} == {FactStatus.HOLDS}


def test_what_is_told_to_hold_after_a_departure_is_a_state_of_its_own() -> None:
    """EK-06: a later document that names a member again is not lost to the departure before."""
    facts = [
        told("ana", "member of", "harbour board", "2015/.."),
        told("ana", "member of", "harbour board", "../2018-03-01"),
        told("ana", "member of", "harbour board", "2021-06-01/.."),
    ]
    assert valid(facts, "ana member of harbour board 2015/..") == "2015-01-01/2018-03-01"
    assert valid(facts, "ana member of harbour board 2021-06-01/..") == "2021-06-01/.."


def test_a_stated_year_of_membership_ends_no_open_one() -> None:
    """EK-06: "a member in 2019" says nothing of 2020."""
    facts = [told("ana", "member of", "choir", "2015/.."), told("ana", "member of", "choir", "2019")]
    assert valid(facts, "ana member of choir 2015/..") == "2015/.."


def test_what_was_shut_down_ends_its_own_states() -> None:
    """EK-06: offices, memberships and the status of a ministry that was dissolved; not those of its successor."""
    facts = [
        told("ministry of works", "status", "active", "1998/..", entity=False),
        told("ministry of works", "minister", "ana", "2019/.."),
        told("ben", "member of", "ministry of works", "2018/.."),
        told("ben", "member of", "ministry of roads", "2020/.."),
        told("ministry of works", "status", "dissolved", "2021-04-01/..", entity=False),
    ]
    assert valid(facts, "ministry of works status active 1998/..") == "1998-01/2021-03"
    assert valid(facts, "ministry of works minister ana 2019/..") == "2019-01/2021-03"
    assert valid(facts, "ben member of ministry of works 2018/..") == "2018-01/2021-03"
    assert valid(facts, "ben member of ministry of roads 2020/..") == "2020/.."


def test_a_state_has_one_status_at_a_time() -> None:
    """EK-05: what becomes read-only is no longer active."""
    facts = [
        told("log", "status", "active", "2019-05-15/..", entity=False),
        told("log", "status", "read-only", "2025-11-30/..", entity=False),
    ]
    assert valid(facts, "log status active 2019-05-15/..") == "2019-05-15/2025-11-29"


def test_the_order_of_facts_does_not_matter_for_endings() -> None:
    """TK-05: a function of the set of facts."""
    facts = [
        told("ana", "joined", "rovers", "2019-07-01/.."),
        told("ana", "left", "rovers", "2023-05-31"),
        told("ana", "member of", "rovers", "../2022-12-31"),
        told("rovers", "status", "dissolved", "2024/..", entity=False),
        told("rovers", "captain", "ana", "2020/.."),
    ]
    every = {tuple((r.fact.id, str(r.valid), r.status) for r in resolve(p)) for p in itertools.permutations(facts)}
    assert len(every) == 1
