"""Standing of facts among the visible ones."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stated_facts import figure, office, support

from timeweave.evolution import resolve
from timeweave.evolution.confidence import pooled_confidence
from timeweave.records import FactId, FactStatus, SupportedFact


def standing(facts: list[SupportedFact]) -> dict[str, tuple[str, str]]:
    return {r.fact.object: (r.status.value, str(r.valid)) for r in resolve(facts)}


def test_a_successor_closes_an_open_tenure() -> None:
    """EK-06, TK-05: a later holder of an office ends the earlier tenure, which is kept and cites who closed it."""
    facts = [office("ana", "2015/.."), office("ben", "2019-05/.."), office("cyd", "2023-02-10/..")]
    assert standing(facts) == {
        "ana": ("closed", "2015-01/2019-04"),
        "ben": ("closed", "2019-05-01/2023-02-09"),
        "cyd": ("holds", "2023-02-10/.."),
    }
    closed = next(r for r in resolve(facts) if r.fact.object == "ana")
    assert closed.by == (FactId("mayor:ben:2019-05/.."),)


def test_what_nothing_stands_against_is_as_sure_as_its_sources() -> None:
    """TK-06: 0.8 for one source of 0.8, of an office, a figure, and what may hold side by side."""
    facts = [office("ana", "2015/.."), figure(100.0), office("ana", "2015/..", relation="member")]
    assert [r.confidence for r in resolve(facts)] == [0.8, 0.8, 0.8]


def test_facts_are_given_in_order_of_their_start_and_id() -> None:
    """Whatever their kind and the order in which they come; those without a start come first."""
    facts = [
        office("cyd", "2023/.."),
        figure(100.0, valid="2019-Q1"),
        office("ana", "2015/..", relation="member"),
        office("ben", "2015/.."),
        office("dan", "../2012"),
    ]
    assert [r.fact.object for r in resolve(facts)] == ["dan", "ben", "ana", "100.0", "cyd"]


def test_a_stated_end_closes_the_same_holders_tenure() -> None:
    """EK-06: "resigned in March 2022" ends the tenure that another document opened, before any successor."""
    facts = [office("ana", "2015/.."), office("ana", "../2022-03"), office("ben", "2023/..")]
    resolved = {str(r.fact.valid): str(r.valid) for r in resolve(facts)}
    assert resolved["2015/.."] == "2015-01/2022-03"


def test_holders_of_whom_only_the_end_is_known_are_not_disputed() -> None:
    """EK-04: an unknown start is no common start."""
    facts = [office("ana", "../2012"), office("ben", "../2014")]
    assert standing(facts) == {"ana": ("holds", "../2012"), "ben": ("holds", "../2014")}


def test_an_office_without_a_time_holds() -> None:
    """TK-05: what is told of no time closes nothing and is closed by nothing."""
    timeless = office("ana", "2015/..")
    timeless = replace(timeless, fact=replace(timeless.fact, valid=None))
    assert standing([timeless, office("ben", "2019/..")]) == {"ana": ("holds", "None"), "ben": ("holds", "2019/..")}


def test_a_tenure_with_two_stated_bounds_is_left_as_stated() -> None:
    """EK-06: a closed interval is what its source says, whoever else held the office."""
    facts = [office("ana", "2003/2008"), office("ben", "2006/..")]
    assert standing(facts)["ana"] == ("holds", "2003/2008")


def test_two_holders_from_the_same_day_are_disputed() -> None:
    """EK-04: candidates for one time stand side by side, and share the confidence."""
    facts = [office("ana", "2015/..", support("x", "2015-01-01", source="a")), office("ben", "2015/..")]
    resolved = resolve(facts)
    assert {r.status for r in resolved} == {FactStatus.DISPUTED}
    assert [round(r.confidence, 6) for r in resolved] == [0.4, 0.4]
    assert [r.by for r in resolved] == [(resolved[1].fact.id,), (resolved[0].fact.id,)]


def test_relations_that_hold_side_by_side_close_nothing() -> None:
    """EK-06: membership of one club does not end that of another."""
    facts = [office("ana", "2015/..", relation="member"), office("ben", "2019/..", relation="member")]
    assert standing(facts) == {"ana": ("holds", "2015/.."), "ben": ("holds", "2019/..")}


def test_a_later_word_of_the_same_source_restates() -> None:
    """TK-08: of two figures that one publisher gave for one quarter the earlier is restated."""
    facts = [
        figure(100.0, support("q1", "2023-05-01", source="https://acme.example/a")),
        figure(104.0, support("q2", "2023-08-01", source="https://acme.example/b")),
    ]
    assert standing(facts) == {"100.0": ("restated", "2023-Q1"), "104.0": ("holds", "2023-Q1")}
    assert [r.by for r in resolve(facts)] == [(facts[1].fact.id,), ()]


def test_two_words_of_a_source_on_one_day_dispute() -> None:
    """TK-08: none of them is the later one, so neither restates the other."""
    facts = [figure(n, support(f"d{n}", "2023-05-01", source="acme.example")) for n in (100.0, 104.0)]
    assert {r.status for r in resolve(facts)} == {FactStatus.DISPUTED}


def test_a_figure_that_is_disputed_and_restated_is_restated() -> None:
    """TK-08: what its own source took back is no longer one of the candidates, whoever else said otherwise."""
    old = figure(100.0, support("a", "2023-05-01", source="acme.example"))
    new = figure(104.0, support("b", "2023-08-01", source="acme.example"))
    other = figure(120.0, support("c", "2023-05-01", source="other.example"))
    found = {r.fact.object: r for r in resolve([old, new, other])}
    assert {value: r.status.value for value, r in found.items()} == {
        "100.0": "restated",
        "104.0": "disputed",
        "120.0": "disputed",
    }
    assert found["100.0"].by == (new.fact.id,)


def test_figures_may_come_in_any_order() -> None:
    """TK-05: who contradicts whom is told in order of id, in whatever order the facts came."""
    facts = [figure(n, support(f"d{n}", "2023-05-01", source=f"s{n}")) for n in (100.0, 110.0, 120.0)]
    expected = resolve(facts)
    assert expected[0].by == (facts[1].fact.id, facts[2].fact.id)
    assert all(resolve(order) == expected for order in itertools.permutations(facts))


def test_figures_of_two_units_are_of_two_measures() -> None:
    """TK-08: as many dollars and euros contradict each other in nothing."""
    dollars = figure(100.0, support("a", "2023-05-01", source="a"))
    assert dollars.fact.quantity is not None
    quantity = replace(dollars.fact.quantity, unit="EUR", value=120.0)
    euros = replace(dollars.fact, id=FactId("euros"), object="120.0", quantity=quantity)
    facts = [dollars, SupportedFact(euros, (support("b", "2023-05-01", source="b"),))]
    assert {r.status for r in resolve(facts)} == {FactStatus.HOLDS}


def test_different_sources_dispute() -> None:
    """EK-04: two named sources that differ are both kept, neither restates the other."""
    facts = [
        figure(100.0, support("a", "2023-05-01", source="a.example"), support("b", "2023-05-02", source="b.example")),
        figure(104.0, support("c", "2023-08-01", source="c.example")),
    ]
    resolved = {r.fact.object: r for r in resolve(facts)}
    assert {r.status for r in resolved.values()} == {FactStatus.DISPUTED}
    assert [r.by for r in resolved.values()] == [(facts[1].fact.id,), (facts[0].fact.id,)]
    # noisy-or of 0.8 and 0.8 is 0.96; shares 0.96/1.76 of 0.96 and 0.8/1.76 of 0.8
    assert round(resolved["100.0"].confidence, 6) == round(0.96 * 0.96 / 1.76, 6)
    assert round(resolved["104.0"].confidence, 6) == round(0.8 * 0.8 / 1.76, 6)


def test_roundings_of_one_figure_agree() -> None:
    """TK-08: $2.81 billion and $2.8 billion are one figure."""
    facts = [
        figure(2.81e9, support("a", "2023-05-01", source="a")),
        figure(2.8e9, support("b", "2023-05-01", source="b")),
    ]
    assert {r.status for r in resolve(facts)} == {FactStatus.HOLDS}


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (995.0, 1000.0, True),  # 5 ≤ 0.005 · 1000
        (1000.0, 1005.02, True),  # 5.02 ≤ 0.005 · 1005.02 = 5.0251, though not 0.005 · 1000
        (1000.0, 1005.03, False),  # 5.03 > 5.02515
        (-995.0, -1000.0, True),  # losses are rounded alike
        (-990.0, -1000.0, False),
    ],
)
def test_half_a_per_cent_of_the_greater_is_rounding(one: float, other: float, agree: bool) -> None:
    """TK-08: up to half a per cent two figures are one, rounded; beyond it they are two."""
    facts = [figure(v, support(str(v), "2023-05-01", source=str(v))) for v in (one, other)]
    assert {r.status for r in resolve(facts)} == {FactStatus.HOLDS if agree else FactStatus.DISPUTED}


def test_guidance_is_not_compared_with_actuals() -> None:
    """TK-01: what was expected does not dispute what came."""
    facts = [figure(90.0, modality="guidance"), figure(104.0)]
    assert {r.status for r in resolve(facts)} == {FactStatus.HOLDS}


def test_one_source_counts_once() -> None:
    """TK-06: repeating a claim in one source does not raise confidence; a second source does."""
    twice = [support("d", "2023-01-01", source="a"), support("e", "2023-01-02", source="a")]
    assert pooled_confidence(twice) == 0.8
    assert round(pooled_confidence([*twice, support("f", "2023-01-03", source="b")]), 6) == 0.96


holders = st.sampled_from(["ana", "ben", "cyd"])
bounds = st.integers(2000, 2006).map(str)
valids = st.one_of(bounds.map(lambda y: f"{y}/.."), bounds.map(lambda y: f"../{y}"), bounds)


@given(st.lists(st.tuples(holders, valids), max_size=6, unique=True), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_matter(tenures: list[tuple[str, str]], random: object) -> None:
    """TK-05: resolution is a function of the set of facts."""
    facts = [office(holder, valid) for holder, valid in tenures]
    shuffled = list(facts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert resolve(facts) == resolve(shuffled)
    assert len(resolve(facts)) == len(facts)


def test_a_handover_day_is_no_contradiction() -> None:
    """TK-05: of two holders first named for one day, the one who is named later too followed the other."""
    facts = [office("ana lee", "2024-05-07/.."), office("ben ray", "2024-05-07/.."), office("ben ray", "2024-08-02/..")]
    assert resolve(facts)[0].by == (facts[1].fact.id,)
    assert [(r.fact.object, r.status.value, str(r.valid)) for r in resolve(facts)] == [
        ("ana lee", "closed", "2024-05-07"),
        ("ben ray", "holds", "2024-05-07/.."),
        ("ben ray", "holds", "2024-08-02/.."),
    ]


def test_the_one_named_before_gave_way() -> None:
    """TK-05: of two holders first named for one day, the one who was named before it is the predecessor."""
    facts = [office("ana lee", "2023/.."), office("ana lee", "2024-05-07/.."), office("ben ray", "2024-05-07/..")]
    assert {(r.fact.object, r.status.value) for r in resolve(facts)} == {("ana lee", "closed"), ("ben ray", "holds")}


def test_two_spellings_of_a_person_do_not_succeed_each_other() -> None:
    """EK-07: a short first name or an initial more is the same holder; another first name is not."""
    facts = [office("jeff leitzell", "2024-05/.."), office("jeffrey p leitzell", "2024-08/..")]
    assert set(standing(facts).values()) == {("holds", "2024-05/.."), ("holds", "2024-08/..")}
    others = [office("ann leitzell", "2024-05/.."), office("jeff leitzell", "2024-08/..")]
    assert standing(others)["ann leitzell"] == ("closed", "2024-05/2024-07")
    initials = [office("jeffrey leitzell", "2024-05/.."), office("jeff p m leitzell", "2024-08/..")]
    assert set(standing(initials).values()) == {("holds", "2024-05/.."), ("holds", "2024-08/..")}
    namesakes = [office("jeff leitzell", "2024-05/.."), office("jeff ray", "2024-08/..")]
    assert standing(namesakes)["jeff leitzell"] == ("closed", "2024-05/2024-07")
    owners = [
        office(name, day, relation="owned by") for name, day in (("ostra ab", "2019/.."), ("ostra foods ab", "2021/.."))
    ]
    assert standing(owners)["ostra ab"] == ("closed", "2019/2020")


def test_a_document_does_not_contradict_itself() -> None:
    """EK-06: two values for what reads as one measure in one document are of two; from two documents they dispute."""
    one, other = support("a", "2023-05-01", source="a.example"), support("b", "2023-05-01", source="b.example")
    assert {r.status for r in resolve([figure(3.13, one), figure(15.24, one)])} == {FactStatus.HOLDS}
    assert {r.status for r in resolve([figure(3.13, one), figure(15.24, other)])} == {FactStatus.DISPUTED}
