"""Standing of facts among the visible ones."""

from __future__ import annotations

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


def test_a_stated_end_closes_the_same_holders_tenure() -> None:
    """EK-06: "resigned in March 2022" ends the tenure that another document opened, before any successor."""
    facts = [office("ana", "2015/.."), office("ana", "../2022-03"), office("ben", "2023/..")]
    resolved = {str(r.fact.valid): str(r.valid) for r in resolve(facts)}
    assert resolved["2015/.."] == "2015-01/2022-03"


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


def test_different_sources_dispute() -> None:
    """EK-04: two named sources that differ are both kept, neither restates the other."""
    facts = [
        figure(100.0, support("a", "2023-05-01", source="a.example"), support("b", "2023-05-02", source="b.example")),
        figure(104.0, support("c", "2023-08-01", source="c.example")),
    ]
    resolved = {r.fact.object: r for r in resolve(facts)}
    assert {r.status for r in resolved.values()} == {FactStatus.DISPUTED}
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


def test_a_document_does_not_contradict_itself() -> None:
    """EK-06: two values for what reads as one measure in one document are of two; from two documents they dispute."""
    one, other = support("a", "2023-05-01", source="a.example"), support("b", "2023-05-01", source="b.example")
    assert {r.status for r in resolve([figure(3.13, one), figure(15.24, one)])} == {FactStatus.HOLDS}
    assert {r.status for r in resolve([figure(3.13, one), figure(15.24, other)])} == {FactStatus.DISPUTED}
