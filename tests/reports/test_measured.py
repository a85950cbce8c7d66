"""Values and changes of one measure, and its course from period to period."""

from __future__ import annotations

from timeweave.evolution import resolve
from timeweave.records import ResolvedFact, SupportedFact
from timeweave.reports.measured import courses, told_of
from timeweave.reports.ranking import best_first, weigh

from stated_facts import figure, office, support  # isort: skip


def resolved(*facts: SupportedFact) -> list[ResolvedFact]:
    return resolve(facts)


def told(facts: list[ResolvedFact]) -> list[tuple[float | None, float | None]]:
    worth = weigh({r.fact.id: r for r in facts}, ())
    return [(_value(entry.value), _value(entry.change)) for entry in told_of(facts, worth)]


def _value(row: ResolvedFact | None) -> float | None:
    return None if row is None or row.fact.quantity is None else row.fact.quantity.value


def test_value_and_change_of_a_measure_are_one_entry() -> None:
    """TG-06: of one basis and one time; another basis is another entry."""
    value, change = figure(80.0), figure(6.0, kind="change")
    adjusted = figure(75.0, basis="non-gaap")
    assert sorted(told(resolved(value, change, adjusted)), key=str) == [(75.0, None), (80.0, 6.0)]


def test_a_restated_value_gives_way_to_the_later_one() -> None:
    """TG-06: the headline is what stands."""
    first = figure(80.0, support("a", "2023-05-01", source="wire"))
    later = figure(90.0, support("b", "2023-06-01", source="wire"))
    assert told(resolved(first, later)) == [(90.0, None)]


def test_a_course_needs_one_value_in_two_periods() -> None:
    """TG-06: periods that tell several values, and guidance, are left out."""
    q1, q2 = figure(80.0, valid="2023-Q1"), figure(84.0, valid="2023-Q2")
    unclear = [figure(1.0, valid="2023-Q3"), figure(2.0, valid="2023-Q3")]
    ahead = figure(99.0, valid="2023-Q4", modality="guidance")
    periods = [
        ("2023-Q1", resolved(q1)),
        ("2023-Q2", resolved(q2)),
        ("2023-Q3", resolved(*unclear)),
        ("2023-Q4", resolved(ahead)),
    ]
    (course,) = courses(periods).values()
    assert {label: r.fact.quantity.value for label, r in course.items() if r.fact.quantity} == {
        "2023-Q1": 80.0,
        "2023-Q2": 84.0,
    }
    assert courses(periods[:1]) == {}


def test_an_exact_value_goes_before_an_estimate() -> None:
    """TG-06: "over $48 million", said beforehand, does not make the figure of the quarter unclear."""
    q1, q2, about = figure(80.0), figure(84.0, valid="2023-Q2"), figure(70.0, valid="2023-Q2", approx="over")
    (course,) = courses([("2023-Q1", resolved(q1)), ("2023-Q2", resolved(q2, about))]).values()
    assert course["2023-Q2"].fact.id == q2.fact.id


def test_figures_of_several_sources_come_first() -> None:
    """TG-06: measured values, then offices; more sources count for a fact, many values of one measure against it."""
    twice = figure(80.0, support("a", "2023-05-01", source="x"), support("b", "2023-05-01", source="y"))
    once = figure(50.0, valid="2023-Q2")
    crowd = [figure(1.0, valid="2023-Q3"), figure(2.0, valid="2023-Q3")]
    mayor = office("ana", "2023-01/..")
    facts = {r.fact.id: r for r in resolved(mayor, *crowd, once, twice)}
    order = [r.fact.id for r in best_first(facts.values(), weigh(facts, ()))]
    crowded = [c.fact.id for c in crowd]
    assert order[:2] == [twice.fact.id, once.fact.id]
    assert set(order[2:4]) == set(crowded)
    assert order[4:] == [mayor.fact.id]


def test_the_nodes_own_facts_come_before_those_below() -> None:
    """TG-06: a year's figure goes before a quarter's."""
    year, quarter = figure(300.0, valid="2023"), figure(80.0, valid="2023-Q1")
    facts = {r.fact.id: r for r in resolved(year, quarter)}
    worth = weigh(facts, {year.fact.id})
    assert worth[year.fact.id] > worth[quarter.fact.id]
