"""The query scope."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import timeweave.temporal
from timeweave.temporal import FiscalCalendar, Granularity, Interval, Scope, TimeRelation, find_expressions, query_scope
from timeweave.temporal.expressions import TimeExpression, TimexType
from timeweave.temporal.hierarchy import nodes_at
from timeweave.temporal.scope import dated_by

NOW = dt.date(2024, 11, 21)


def labels(question: str, fiscal: FiscalCalendar | None = None) -> list[str]:
    return [str(i) for i in query_scope(question, NOW, fiscal=fiscal).intervals]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was X's margin in 2023-Q3?", ["2023-Q3"]),
        ("What was X's margin in 2023-q3?", ["2023-Q3"]),
        ("What was X's margin in 2023 q3?", ["2023-Q3"]),
        ("What was X's margin in the third quarter of 2023?", ["2023-Q3"]),
        ("What was X's margin in Q3/2023?", ["2023-Q3"]),
        ("What was X's margin in the three months to March 2024?", ["2024-Q1"]),
        ("What was X's margin in the three months ended March 31, 2024?", ["2024-Q1"]),
        ("what was x's margin in the quarter ended october 1, 2022?", ["2022-Q3"]),
        ("What was X's margin in the December quarter of 2023?", ["2023-Q4"]),
        ("What was X's margin in the March 2024 quarter?", ["2024-Q1"]),
        ("What was X's margin for the six months to June 2023?", ["2023-Q1/2023-Q2"]),
        ("What was X's margin for the year to December 2023?", ["2023"]),
        ("What was X's margin in the quarter ended January 31, 2024?", ["2023-11/2024-01"]),
        ("What was X's margin in the quarter ended February 15, 2024?", ["2023-11-16/2024-02-15"]),
        ("Who ran X in 1896?", ["1896"]),
        ("Who ran X in May 2010?", ["2010-05"]),
        ("Who ran X in dec 1981?", ["1981-12"]),
        ("Who ran X as of March 2020?", ["2020-03"]),
        ("Who ran X throughout 2022?", ["2022"]),
        ("How did prices and wages differ over 2022?", ["2022"]),
        ("How did the pressures over 2021 and 2022 affect X?", ["2021", "2022"]),
        ("How did X grow across 2022 quarters (Q1 to Q4)?", ["2022"]),
        ("in 2021-Q3 and 2022-Q1", ["2021-Q3", "2022-Q1"]),
        ("in Q3 2022, Q1 2023 and 2024", ["2022-Q3", "2023-Q1", "2024"]),
        ("during Q1 and Q2 2020", ["2020-Q1", "2020-Q2"]),
        ("2023-Q1, Q2 and Q3", ["2023-Q1", "2023-Q2", "2023-Q3"]),
        ("in March and April 2020", ["2020-03", "2020-04"]),
        ("in the third and fourth quarters of 2023", ["2023-Q3", "2023-Q4"]),
        ("in the first quarter of 2022 and 2023", ["2022-Q1", "2023-Q1"]),
        ("in the first three quarters of 2023", ["2023-Q1/2023-Q3"]),
        ("in the last quarter of 2020", ["2020-Q4"]),
        ("in the second half of 2022", ["2022-Q3/2022-Q4"]),
        ("early in 2020? In early 2020", ["2020-Q1"]),
        ("at the end of 2021", ["2021-Q4"]),
        ("the quarter after 2023-Q3", ["2023-Q4"]),
        ("the two years before 2020", ["2018/2019"]),
        ("Who led it two years before 2020?", ["2018"]),
        ("In 2022, what was the margin in the third quarter?", ["2022-Q3"]),
    ],
)
def test_periods_that_are_named(question: str, expected: list[str]) -> None:
    """TG-08: explicit periods, one or several, with what is left out filled in."""
    assert labels(question) == expected
    assert query_scope(question, NOW).relation is TimeRelation.AT


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("from Q3 2022 to Q3 2023", "2022-Q3/2023-Q3"),
        ("from 2023 Q1 to Q3", "2023-Q1/2023-Q3"),
        ("from Q1 to Q3 of 2022", "2022-Q1/2022-Q3"),
        ("from 4Q21 through 3Q23", "2021-Q4/2023-Q3"),
        ("from the quarter ended March 31, 2021 to the three months to June 2022", "2021-Q1/2022-Q2"),
        ("from 2023-Q4 to Q2", "2023-Q4/2024-Q2"),
        ("Q1-Q3 2022", "2022-Q1/2022-Q3"),
        ("between Q2 2022 and Q1 2023", "2022-Q2/2023-Q1"),
        ("between 2021 and 2023", "2021/2023"),
        ("between April and June 2020", "2020-04/2020-06"),
        ("between October 2, 2023, and November 1, 2023", "2023-10-02/2023-11-01"),
        ("from 1811 to 1827", "1811/1827"),
        ("from Apr 2012 to 2013", "2012-04/2013-12"),
        ("from 2021 to mid-2022", "2021-Q1/2022-Q2"),
        ("during the period from late 2023 to mid-2024", "2023-Q4/2024-Q2"),
        ("during the period from 2026-Q3 to 2026-Q2", "2026-Q2/2026-Q3"),
        ("before Q2 2022 and after 2021 Q1", "2021-Q2/2022-Q1"),
        ("from 2009 to 2013, if he had left in 2014?", "2009/2013"),
    ],
)
def test_ranges_include_both_ends(question: str, expected: str) -> None:
    """TG-08: from ... to and between; ends in the wrong order are swapped."""
    assert labels(question) == [expected]
    assert query_scope(question, NOW).relation is TimeRelation.BETWEEN


@pytest.mark.parametrize(
    ("question", "expected", "relation"),
    [
        ("before 2023", "../2022", TimeRelation.BEFORE),
        ("before 2022-Q1", "../2021-Q4", TimeRelation.BEFORE),
        ("prior to 12 May 2020", "../2020-05-11", TimeRelation.BEFORE),
        ("until 2021", "../2021", TimeRelation.BEFORE),
        ("through Q3 2023", "../2023-Q3", TimeRelation.BEFORE),
        ("by the end of 2021", "../2021", TimeRelation.BEFORE),
        ("before the end of 2021", "../2021", TimeRelation.BEFORE),
        ("after 2023-Q3", "2023-Q4/..", TimeRelation.AFTER),
        ("after 2023", "2024/..", TimeRelation.AFTER),
        ("after the end of 2021", "2022/..", TimeRelation.AFTER),
        ("since 2019", "2019/..", TimeRelation.AFTER),
        ("Since the start of 2023", "2023/..", TimeRelation.AFTER),
        ("not before 2021", "2021/..", TimeRelation.AFTER),
        ("from 2023 onwards", "2023/..", TimeRelation.AFTER),
        ("in 2021 or later", "2021/..", TimeRelation.AFTER),
        ("from 2021 to the present", "2021/..", TimeRelation.AFTER),
    ],
)
def test_before_and_after_exclude_since_and_until_include(question: str, expected: str, relation: TimeRelation) -> None:
    """TG-08: on which side of the named period an open scope begins."""
    assert labels(question) == [expected]
    assert query_scope(question, NOW).relation is relation


@pytest.mark.parametrize(
    ("question", "unit", "expected"),
    [
        ("in each quarter of 2022", "quarter", ["2022-Q1", "2022-Q2", "2022-Q3", "2022-Q4"]),
        ("for each quarter in 2022", "quarter", ["2022-Q1", "2022-Q2", "2022-Q3", "2022-Q4"]),
        ("in each quarter from Q4 2023 to Q2 2024", "quarter", ["2023-Q4", "2024-Q1", "2024-Q2"]),
        ("in each of the quarters from Q4 2023 to Q1 2024", "quarter", ["2023-Q4", "2024-Q1"]),
        ("in each quarter between 2023 Q2 and Q4?", "quarter", ["2023-Q2", "2023-Q3", "2023-Q4"]),
        ("in each quarter for 2021-Q4, 2022-Q1, and 2022-Q2", "quarter", ["2021-Q4", "2022-Q1", "2022-Q2"]),
        ("in each quarter from Q1 to Q2 of 2021 and 2022", "quarter", ["2021-Q1", "2021-Q2", "2022-Q1", "2022-Q2"]),
        ("in each year from 2020 to 2022", "year", ["2020", "2021", "2022"]),
        ("in each of the last three years", "year", ["2021", "2022", "2023"]),
        ("in each quarter after 2023-Q3?", "quarter", ["2023-Q4/.."]),
        ("in each quarter before 2021", "quarter", ["../2020-Q4"]),
        ("in each year before 2023?", "year", ["../2022"]),
        ("in each fiscal year after 2021", "year", ["2022/.."]),
        ("month by month in 2021-Q1", "month", ["2021-01", "2021-02", "2021-03"]),
    ],
)
def test_each_enumerates_what_is_bounded(question: str, unit: str, expected: list[str]) -> None:
    """TG-08: each unit of a closed period; an open one stays one interval in that unit, for the store to end."""
    scope = query_scope("What was X's margin " + question, NOW)
    assert [str(i) for i in scope.intervals] == expected
    assert scope.relation is TimeRelation.EACH
    assert scope.granularity == unit


def test_a_period_told_by_its_end_is_one_expression() -> None:
    """All its words tell when, so that none of them is left for what is asked."""
    scope = query_scope("What was X's margin in the three months to March 2024?", NOW)
    assert [e.text for e in scope.expressions] == ["the three months to March 2024"]


def test_an_open_scope_is_stated_in_the_unit_asked_for() -> None:
    """TG-08: before 2021 in quarters ends with a quarter."""
    scope = query_scope("In which quarter before 2021 did X peak?", NOW)
    assert scope.intervals == (Interval(None, dt.date(2021, 1, 1), Granularity.QUARTER),)
    assert (scope.relation, scope.granularity) == (TimeRelation.BEFORE, Granularity.QUARTER)


def test_which_quarter_of_a_year_keeps_the_year() -> None:
    """TG-08: the unit asked for is the granularity, the scope is what is named."""
    scope = query_scope("In which quarter of 2023 did X peak?", NOW)
    assert [str(i) for i in scope.intervals] == ["2023"]
    assert scope.granularity is Granularity.QUARTER


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was revenue last quarter?", "2024-Q3"),
        ("What was revenue this year?", "2024"),
        ("Who was CEO 3 years ago?", "2021"),
        ("What happened last month?", "2024-10"),
        ("What happened yesterday?", "2024-11-20"),
        ("What is the price today?", "2024-11-21"),
        ("over the last four quarters", "2023-Q4/2024-Q3"),
        ("over the past two weeks", "2024-11-07/2024-11-21"),
    ],
)
def test_relative_times_count_from_now(question: str, expected: str) -> None:
    """TG-08, peers sec. 4 bug 1: relative expressions are resolved against the day of asking, never the clock."""
    assert labels(question) == [expected]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the current CEO?", "2024-11-21"),
        ("Who is CEO now?", "2024-11-21"),
        ("What is X's latest revenue?", "../2024-11-21"),
        ("Are there any recent changes?", "../2024-11-21"),
    ],
)
def test_implicit_times(question: str, expected: str) -> None:
    """TG-08: what is meant without being named, and that the newest is wanted."""
    scope = query_scope(question, NOW)
    assert [str(i) for i in scope.intervals] == [expected]
    assert scope.relation is TimeRelation.AT
    assert scope.newest
    assert len(scope.expressions) == 1


@pytest.mark.parametrize(
    "question",
    [
        "What was the current ratio?",
        "Which of the top 2000 companies pays most?",
        "When did the index close over 2000?",
        "Who paid $2021 for it?",
        "May I ask who Theresa May is?",
        "Who founded Acme?",
        "Who sings 2AM?",
        "Does fiscal policy matter?",
        "When did the current owner buy it?",
        "",
        "When is the Christmas concert?",
        "How many came to our Easter fair?",
        "Christmas concert: who sang?",
    ],
)
def test_what_is_no_time_makes_no_scope(question: str) -> None:
    """TG-16: without a time there is no filter; numbers, names and verbs are no times."""
    scope = query_scope(question, NOW)
    assert scope.intervals == ()
    assert scope.relation is TimeRelation.NONE
    assert scope.covers(None)
    assert scope.covers(Interval.year(1900))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which team did John Williams (footballer, born 1968) play for from 1995 to 1997?", ["1995/1997"]),
        ("What rank did Carl August (1858–1944) hold from 1926 to 1927?", ["1926/1927"]),
        ("Who owned the bank founded in 1991 from 2004 to 2006?", ["2004/2006"]),
        ("What was the growth compared to the previous quarter in 2022-Q2?", ["2022-Q2"]),
        ("What was said last quarter, and earned in 2021-Q3?", ["2021-Q2", "2021-Q3"]),
        ("Is it worse now than in October 2023?", ["2023-10"]),
        ("Which quarter in 2022 had the lowest cash at the end of the quarter?", ["2022"]),
    ],
)
def test_only_what_is_asked_for_counts(question: str, expected: list[str]) -> None:
    """TG-08: descriptions, comparisons and "now" do not count beside a named period; "last quarter" counts from it."""
    assert labels(question) == expected


def test_fiscal_words_are_read_in_the_given_calendar() -> None:
    """TK-04: the scope says that it is fiscal, and its days are the filer's."""
    october = FiscalCalendar(10)
    question = "What was revenue in the third quarter of fiscal 2024?"
    assert query_scope(question, NOW, fiscal=october).calendar == "fiscal"
    assert labels(question) == ["2024-Q3"]
    assert labels(question, october) == ["2024-Q2"]
    assert labels("revenue in FY2024", october) == ["2023-Q4/2024-Q3"]
    assert labels("revenue in each quarter of fiscal 2024", october) == ["2023-Q4", "2024-Q1", "2024-Q2", "2024-Q3"]
    assert labels("revenue in each quarter of FY2024", FiscalCalendar(2)) == [
        "2023-02/2023-04",
        "2023-05/2023-07",
        "2023-08/2023-10",
        "2023-11/2024-01",
    ]


def test_without_fiscal_words_a_fiscal_calendar_changes_nothing() -> None:
    """TK-04: a label in a question is a calendar label unless it says otherwise."""
    scope = query_scope("revenue in 2024-Q3", NOW, fiscal=FiscalCalendar(10))
    assert (scope.calendar, [str(i) for i in scope.intervals]) == ("calendar", ["2024-Q3"])


def test_the_json_of_a_scope() -> None:
    """TG-08: exactly the scope object of the surface; ends are excluded days, open bounds null."""
    assert query_scope("What was it in each quarter after 2023-q3?", NOW).to_json() == {
        "intervals": [{"start": "2023-10-01", "end": None, "label": "2023-Q4/..", "granularity": "quarter"}],
        "relation": "each",
        "calendar": "calendar",
        "expressions": [{"text": "2023-q3", "start": 34, "end": 41}],
    }
    assert query_scope("in 2023", NOW).to_json()["intervals"] == [
        {"start": "2023-01-01", "end": "2024-01-01", "label": "2023", "granularity": "year"}
    ]


def test_a_scope_covers_what_shares_a_day_with_it() -> None:
    """TG-08: T_q holds an interval when one of its nodes does; without time it is outside a scope."""
    scope = query_scope("in 2021-Q3 and 2022-Q1", NOW)
    assert scope.covers(Interval.parse("2022-02"))
    assert scope.covers(Interval.parse("2020/2021"))
    assert not scope.covers(Interval.parse("2021-Q4"))
    assert not scope.covers(None)


WORDS = st.sampled_from(
    [
        *(
            "in",
            "from",
            "to",
            "between",
            "and",
            "before",
            "after",
            "since",
            "until",
            "each",
            "every",
            "of",
            "the",
            "which",
        ),
        *(
            "quarter",
            "year",
            "years",
            "last",
            "first",
            "three",
            "two",
            "ago",
            "early",
            "mid-",
            "end",
            "fiscal",
            "now",
            "if",
        ),
        *("Q1", "q3", "2021", "2022-Q4", "2023-q1", "May", "FY24", "1805-4-7", "9999", "0000", "9998", "latest"),
        *(",", "-", "–", "(", ")"),
    ]
)


LIMITS = st.sampled_from([dt.date.min, dt.date.max])


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200) | st.lists(WORDS, max_size=14).map(" ".join), st.dates() | LIMITS, st.booleans())
def test_any_text_has_a_scope(question: str, now: dt.date, is_fiscal: bool) -> None:
    """TG-08: no text raises; expressions quote the question; no interval is empty or stands twice."""
    scope = query_scope(question, now, fiscal=FiscalCalendar(7) if is_fiscal else None)
    assert all(question[e.start : e.end] == e.text for e in scope.expressions)
    assert all(i.start is None or i.end is None or i.start < i.end for i in scope.intervals)
    assert len(set(scope.intervals)) == len(scope.intervals)
    assert (scope.relation is TimeRelation.NONE) <= (scope.intervals == ())
    json.dumps(scope.to_json())


@pytest.mark.parametrize(
    "piece",
    [
        "2021 ",
        "Q1 and ",
        "from 2021 to ",
        "each ",
        " ",
        "1",
        "between 2021 and ",
        "(1858 ",
        "two years before ",
        "2021-",
    ],
)
def test_a_long_question_costs_what_it_is_long(piece: str) -> None:
    """TG-08: tens of thousands of characters of a repeated piece end; a regular expression that blows up would not."""
    scope = query_scope(piece * (40_000 // len(piece)), NOW)
    assert isinstance(scope, Scope)


def test_the_public_names_are_sorted_and_exist() -> None:
    """The package exports exactly what it lists."""
    names = timeweave.temporal.__all__
    assert names == sorted(names)
    assert all(hasattr(timeweave.temporal, name) for name in names)
    assert find_expressions("in 2024", NOW)[0].value == "2024"


def _questions() -> list[dict[str, object]]:
    default = Path(__file__).resolve().parents[2].parent / "shared"
    path = Path(os.environ.get("TIMEWEAVE_SHARED", default)) / "data/ect-qa/questions_specific_dev.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there: set TIMEWEAVE_SHARED to the folder with the public data sets")
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_scopes_of_real_questions_cover_the_periods_of_their_evidence() -> None:
    """TG-08: on the ECT-QA questions the gold quarters are covered, and little else."""
    world, recall, precision = Interval.parse("2020-Q1/2024-Q4"), [], []
    for question in _questions():
        evidence: list[dict[str, str]] = question["evidence_list"]  # type: ignore[assignment]
        names = [item["ect_filename"].removesuffix(".json").split("-")[-2:] for item in evidence]
        gold = {f"{year}-{quarter.upper()}" for year, quarter in names}
        if not gold or question["answer"] == "unanswerable":
            continue
        scope = query_scope(str(question["question"]), dt.date(2025, 6, 30))
        inside = [common for i in scope.intervals or (world,) if (common := i.intersection(world))]
        covered = {str(node) for i in inside for node in nodes_at(i, Granularity.QUARTER)}
        recall.append(len(gold & covered) / len(gold))
        precision.append(len(gold & covered) / max(1, len(covered)))
    # What is left stands in another quarter's document: guidance given before, a figure repeated a year later.
    assert sum(recall) / len(recall) > 0.91
    assert sum(precision) / len(precision) > 0.91


@pytest.mark.parametrize(
    ("question", "intervals"),
    [
        ("The president from 2002 to 2013 was in which party from 1989 to 1990?", ["1989/1990"]),
        ("In 1994 the team moved. What stadium did it play in from 1995 to 2015?", ["1995/2015"]),
        ("In 2022, which firm led in the third quarter?", ["2022-Q3"]),
        ("Which two schools did she attend in 1982 and which in 1990?", ["1982", "1990"]),
        ("Emma of Altdorf had what child in 830?", ["0830"]),
        ("What was the title of Arnulf from 880 to 887?", ["0880/0887"]),
        ("What did the firm sell to 200 customers?", []),
    ],
)
def test_what_tells_who_is_meant_and_years_of_three_digits(question, intervals):
    """Periods that only say who or what is meant, before the word that asks, give way; years before 1000 are years."""
    assert [str(i) for i in query_scope(question, now=dt.date(2024, 6, 1)).intervals] == intervals


def test_a_time_found_elsewhere():
    """TG-08: a question that names no period takes the interval it is given, in the units that it asks for."""
    question = "What was revenue in each quarter after the merger?"
    words = TimeExpression(33, 49, "after the merger", TimexType.DATE, "2023", Interval.parse("2023"))
    scope = dated_by(query_scope(question, now=dt.date(2024, 6, 1)), Interval.parse("2023"), TimeRelation.AFTER, words)
    assert [str(i) for i in scope.intervals] == ["2023-Q1", "2023-Q2", "2023-Q3", "2023-Q4"]
    assert scope.relation is TimeRelation.EACH
    assert scope.expressions == (words,)


@pytest.mark.parametrize(
    ("question", "last", "read"),
    [
        ("What happened in May?", "2022-11-01", "2022-05"),
        ("What happened in May?", "2026-11-01", "2026-05"),
        ("What happened on 12 December?", "2022-11-01", "2021-12-12"),
        ("What will happen in December?", "2026-11-20", "2026-12"),
        ("What happened in May 2025?", "2022-11-01", "2025-05"),
        ("What happened from March to May?", "2022-11-01", "2022-03/2022-05"),
        ("What happened in the last quarter?", "2022-11-01", "2026-Q3"),
    ],
)
def test_a_period_without_its_year_is_the_last_of_which_anything_is_told(question: str, last: str, read: str) -> None:
    """TG-08: what is to come stays, where the last year told of anything."""
    newest = dt.date.fromisoformat(last)

    def is_told(period: Interval) -> bool:
        return period.start is None or period.start <= newest

    scope = query_scope(question, dt.date(2026, 11, 26), is_told=is_told)
    assert [str(i) for i in scope.intervals] == [read]
