"""How many values relations have at a time, and who says so."""

from __future__ import annotations

import pytest
from stated_facts import office, support

from timeweave.evolution import resolve
from timeweave.evolution.inferring import evidence_in
from timeweave.evolution.relations import DECLARED, RelationModel, Stated, as_setting, is_functional, same_seat
from timeweave.lexicon.relations import Row, Values, adding
from timeweave.records import EntityId, Fact, FactId, SupportedFact
from timeweave.temporal.interval import Interval


@pytest.mark.parametrize(
    "relation",
    [
        *("chief executive officer", "mayor", "headquartered in", "owned by", "capital", "lives in", "status"),
        *("head of design", "director of engineering", "head of research and development", "head nurse"),
        *("chief risk officer", "head of human resources"),
    ],
)
def test_declared_exclusive_relations(relation: str) -> None:
    """EK-05: offices, seats and owners are declared to have one object at a time, so a later one closes the earlier."""
    assert is_functional(relation)


@pytest.mark.parametrize(
    "relation",
    [
        *("related to", "member of", "acquired", "employer", "revenue", "mayor of nothing", "works for"),
        *("director", "head of", "director of the board", "head of the class", "chief of staff of the mayor of leith"),
    ],
)
def test_everything_else_may_hold_side_by_side(relation: str) -> None:
    """EK-05, EK-06: what is not declared closes nothing."""
    assert not is_functional(relation)


def test_one_office_by_several_names() -> None:
    """EK-05: who chairs follows a chairwoman; a president does not."""
    assert "chairwoman" in same_seat("chair")
    assert same_seat("president") == ("president",)


def test_a_head_of_a_field_follows_the_one_before() -> None:
    """EK-05, EK-06: "head of design" and "director of engineering" are offices of one holder."""
    for relation in ("head of design", "director of engineering"):
        facts = [office("ana", "2019/..", relation=relation), office("ben", "2021/..", relation=relation)]
        assert [str(r.valid) for r in resolve(facts)] == ["2019/2020", "2021/.."]


def test_two_birthplaces_contradict_each_other_whenever_they_are_told() -> None:
    """EK-04, EK-05: of what is one for ever a later word closes nothing; each is as sure as its share."""
    twice = (support("a", "2020-01-01", source="a"), support("b", "2021-01-01", source="b"))
    facts = [office("oslo", "2020/..", *twice, relation="born in"), office("bergen", "2023/..", relation="born in")]
    oslo, bergen = resolve(facts)
    assert [r.status.value for r in (oslo, bergen)] == ["disputed", "disputed"]
    assert oslo.confidence > bergen.confidence > 0
    assert (oslo.by, str(oslo.valid)) == ((bergen.fact.id,), "2020/..")


def test_a_year_and_a_day_of_it_are_one_birthday() -> None:
    """EK-05: what is told less exactly contradicts nothing; another year does."""
    facts = [_literal("1976"), _literal("1976-05-02")]
    assert [r.status.value for r in resolve(facts)] == ["holds", "holds"]
    assert {r.status.value for r in resolve([*facts, _literal("1974")])} == {"disputed"}


def _literal(day: str) -> SupportedFact:
    fact = Fact(FactId(f"born {day}"), EntityId("ana"), "date of birth", day, False, None, f"born {day}")
    return SupportedFact(fact, (support(f"d{day}", "2020-01-01"),))


def _told(subject: str, object_: str, valid: str, document: str = "") -> SupportedFact:
    text = f"{subject} {object_} {valid}"
    fact = Fact(FactId(text), EntityId(subject), "steward", object_, True, Interval.parse(valid), text)
    return SupportedFact(fact, (support(document or text, "2024-01-01"),))


def test_intervals_that_follow_one_another_are_one_at_a_time() -> None:
    """EK-05: six houses, each with two stewards one after the other, tell that a house has one."""
    facts = [f for n in range(6) for f in (_told(f"h{n}", "ana", "2001/2009"), _told(f"h{n}", "ben", "2010/2020"))]
    found = evidence_in(facts)
    assert (found.values, found.apart, found.together) == (Values.ONE, 6, 0)
    assert found.in_words() == "6 of 6 subjects with several values have one at a time"


def test_intervals_that_overlap_are_many() -> None:
    """EK-05: where half of the houses had two stewards at once, a house may have several."""
    facts = [
        *(f for n in range(3) for f in (_told(f"h{n}", "ana", "2001/2009"), _told(f"h{n}", "ben", "2010/2020"))),
        *(f for n in range(3, 6) for f in (_told(f"h{n}", "ana", "2001/2015"), _told(f"h{n}", "ben", "2005/2020"))),
    ]
    assert evidence_in(facts).values is Values.MANY


def test_the_order_of_tellings_tells_where_no_end_is_stated() -> None:
    """EK-05: told again and again, one value follows another for good where there is one at a time; where there are
    several their tellings alternate.
    """
    one = [
        _told(f"h{n}", who, f"{2000 + y}/..") for n in range(6) for y, who in enumerate(("ana", "ana", "ben", "ben"))
    ]
    many = [
        _told(f"h{n}", who, f"{2000 + y}/..") for n in range(6) for y, who in enumerate(("ana", "ben", "ana", "ben"))
    ]
    assert (evidence_in(one).values, evidence_in(one).order) == (Values.ONE, 1.0)
    assert evidence_in(many).values is Values.MANY


def test_too_little_tells_nothing() -> None:
    """EK-05: four subjects are too few; values told once each are always in order, and count for nothing."""
    few = [f for n in range(4) for f in (_told(f"h{n}", "ana", "2001/2009"), _told(f"h{n}", "ben", "2010/2020"))]
    once = [f for n in range(9) for f in (_told(f"h{n}", "ana", "2001/.."), _told(f"h{n}", "ben", "2010/.."))]
    assert evidence_in(few).values is None
    assert "too few to tell" in evidence_in(few).in_words()
    assert evidence_in(once).values is None


def test_two_values_in_one_document_are_side_by_side() -> None:
    """EK-05: a document that names two stewards of one day takes both for stewards."""
    facts = [_told(f"h{n}", who, "2001/..", document=f"d{n}") for n in range(6) for who in ("ana", "ben")]
    assert evidence_in(facts).values is Values.MANY


def test_what_is_always_told_the_same_is_for_ever() -> None:
    """EK-05: of twenty-one houses told of again after years none has another steward."""
    facts = [_told(f"h{n}", "ana", f"{2000 + y}/..") for n in range(21) for y in (0, 4)]
    assert evidence_in(facts).values is Values.EVER


def test_who_says_so_goes_before_the_table_and_the_data() -> None:
    """EK-05: what a user says overrides the table; the data speak only where nobody else does."""
    stated: Stated = {"mayor": (Values.MANY, "you")}
    six = evidence_in(
        f for n in range(6) for f in (_told(f"h{n}", "ana", "2001/2009"), _told(f"h{n}", "ben", "2010/2020"))
    )
    model = RelationModel(stated, lambda relation: six)
    assert (model.said("mayor").values, model.said("mayor").why) == (Values.MANY, "you said so")
    assert (model.said("captain").values, model.said("captain").by) == (Values.ONE, "table")
    assert (model.said("steward").values, model.said("steward").by) == (Values.ONE, "data")
    assert DECLARED.said("steward").by == "nothing"
    assert '"by": "you"' in as_setting(stated)


def test_rows_of_a_user_say_how_many_values_there_are() -> None:
    """EK-05: a row that no text tells says it all the same."""
    with adding([Row("steward", values="one")]):
        assert is_functional("steward")
    assert not is_functional("steward")


def test_a_single_error_is_no_second_value() -> None:
    """EK-05: a steward of whom one document tells once among many tellings of two others is no second one."""
    order = ("ana", "ana", "ana", "eve", "ana", "ben", "ben", "ben")
    facts = [_told(f"h{n}", who, f"{2000 + y}/..") for n in range(6) for y, who in enumerate(order)]
    assert (evidence_in(facts).values, evidence_in(facts).together) == (Values.ONE, 0)
