"""The stretches of time that a text speaks of: one reader for questions, documents and answers."""

from __future__ import annotations

import datetime as dt
import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.extraction.pipeline import extract
from timeweave.extraction.times.validity import Aspect, SentenceTime, relation_interval
from timeweave.records import Document
from timeweave.temporal import TimeRelation, find_expressions, query_scope
from timeweave.temporal.signals import CLOSING, FOLLOWING, LEADING, RANGE, TemporalRelation
from timeweave.temporal.stretches import find_stretches

NOW = dt.date(2024, 11, 21)

SCOPES = {
    TemporalRelation.AT: TimeRelation.AT,
    TemporalRelation.DURING: TimeRelation.AT,
    TemporalRelation.BY: TimeRelation.BEFORE,
    TemporalRelation.UNTIL: TimeRelation.BEFORE,
    TemporalRelation.BEFORE: TimeRelation.BEFORE,
    TemporalRelation.SINCE: TimeRelation.AFTER,
    TemporalRelation.AFTER: TimeRelation.AFTER,
    TemporalRelation.BETWEEN: TimeRelation.BETWEEN,
}


def read(text: str) -> list[str]:
    return [f"{s.relation.value} {s.interval}" for s in find_stretches(text, NOW)]


@pytest.mark.parametrize(
    ("phrase", "interval"),
    [
        ("until 1961", "../1961"),
        ("as of 2019", "2019"),
        ("dates from 2019", "2019"),
        ("the notes are from 2019", "2019"),
        ("are from 2019 to 2021", "2019/2021"),
        ("starting in 2019", "2019/.."),
        ("through 2019", "../2019"),
        ("before 2019", "../2018"),
        ("up to 2019", "../2019"),
        ("since 2019", "2019/.."),
        ("after 2019", "2020/.."),
        ("once 2019 was over", "2020/.."),
        ("once 2019", "2019"),
        ("in 2019 was over", "2019"),
        ("from 2019", "2019/.."),
        ("between 2019 and 2021", "2019/2021"),
        ("from 2021 to mid-2022", "2021-Q1/2022-Q2"),
        ("ending in 2019", "../2019"),
        ("effective 1 March 2019", "2019-03-01/.."),
        ("2019–present", "2019/.."),
        ("in 2019 or later", "2019/.."),
        ("not before 2019", "2019/.."),
        ("since the 1990s", "1990/.."),
        ("the year after 2019", "2020"),
    ],
)
def test_every_room_reads_a_phrase_alike(phrase: str, interval: str) -> None:
    """TG-08, TK-03, TK-04: a question's scope, a narrative's statement, a fact and a told time are one interval."""
    sentence = f"She held the office {phrase}."
    fact = relation_interval(SentenceTime(sentence, find_expressions(sentence), None, None), 4, 8, Aspect.PAST)
    (statement,) = extract(Document(id="d", text=sentence)).statements
    assert {
        "question": [str(i) for i in query_scope(f"Who held the office {phrase}?", NOW).intervals],
        "statement": [str(statement.valid)],
        "fact": [str(fact)],
        "told": [str(s.told) for s in find_stretches(sentence)],
    } == {room: [interval] for room in ("question", "statement", "fact", "told")}


EXPRESSIONS = ("following", "preceding")  # "the preceding January" names a time itself


def _signals(table: dict[TemporalRelation, str]) -> list[tuple[str, TemporalRelation]]:
    words = ((p, r) for r, phrases in table.items() for p in phrases.split("|") if p[0].isalpha())
    return [(p, r) for p, r in words if p not in EXPRESSIONS]


_DAYS = st.dates(dt.date(1901, 1, 1), dt.date(2023, 12, 31)).filter(lambda d: d.year % 100)
DATES = st.one_of(
    _DAYS.map(lambda d: str(d.year)),
    _DAYS.map(lambda d: f"{d:%B %Y}"),
    _DAYS.map(lambda d: f"{d.day} {d:%B %Y}"),
    _DAYS.map(lambda d: f"{('early', 'mid', 'late')[d.day % 3]}{' -'[d.day % 3 == 1]}{d.year}"),
    _DAYS.map(lambda d: f"the {('first', 'second', 'third', 'fourth')[d.month // 4]} quarter of {d.year}"),
    _DAYS.map(lambda d: f"the end of {d.year}"),
)
LED = st.builds(lambda s, date: (f"{s[0]} {date}", s[1]), st.sampled_from(_signals(LEADING)), DATES)
FOLLOWED = st.builds(lambda s, date: (f"in {date} {s[0]}", s[1]), st.sampled_from(_signals(FOLLOWING)), DATES)
CLOSED = st.builds(lambda s, date: (f"in {date} {s[0]}", s[1]), st.sampled_from(_signals(CLOSING)), DATES)
RANGES = st.builds(
    lambda join, ends: (f"from {ends[0]} {join} {ends[1]}", TemporalRelation.BETWEEN),
    st.sampled_from([j for j in RANGE.split("|") if j[0].isalpha()]),
    st.tuples(DATES, DATES).filter(lambda ends: ends[0] != ends[1]),
)  # fmt: skip
QUESTIONS = ("Who held the office {}?", "Who was the chair {}?", "Which team did Ann Lee play for {}?")
SENTENCES = ("She held the office {}.", "Ann Lee was the chair {}.", "Ann Lee played for Ashby {}.")


@settings(max_examples=400, deadline=None)
@given(st.one_of(LED, FOLLOWED, CLOSED, RANGES), st.integers(0, 2))
def test_a_question_and_a_sentence_mean_the_same(phrase: tuple[str, TemporalRelation], template: int) -> None:
    """TG-08, TK-03: whatever the signal and the date, both read the same days and the same relation."""
    words, relation = phrase
    (stretch,) = find_stretches(SENTENCES[template].format(words), NOW)
    scope = query_scope(QUESTIONS[template].format(words), NOW)
    assert stretch.relation is relation
    assert scope.intervals == (stretch.interval,)
    assert scope.relation is SCOPES[relation]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("he taught from 1997 to 2003 in Bonn", ["between 1997/2003"]),
        ("in 1955 and 1959", ["at 1955", "at 1959"]),
        ("March 1961 - December 1961", ["between 1961-03/1961-12"]),
        ("Alder ( 2011–present )", ["since 2011/.."]),
        ("Alder ( 2011– )", ["since 2011/.."]),
        ("Alder ( 1986–1990 ) , Birch ( 1990–1993 )", ["between 1986/1990", "between 1990/1993"]),
        ("ending the 2003–04 season in goal", ["between 2003/2004"]),
        ("from 2019–2021 she ran it", ["between 2019/2021"]),
        ("after the 2008 crisis", ["since 2008/.."]),
        ("before the 2008 crisis", ["until ../2008"]),
        ("after 2008 she left", ["after 2009/.."]),
        ("up from last year", ["at 2023"]),
        ("from next year she will lead it", ["since 2025/.."]),
        ("independent from in 1822", ["at 1822"]),
        ("year by year 2019 was better", ["at 2019"]),
        ("the quarter ending 31 March 2019", ["at 2024-Q3", "at 2019-03-31"]),
        ("two years before 2020", ["at 2018"]),
        ("before in 2003 joining Ashby", ["at 2003"]),
        ("the following 15 June 2016 he left", ["at 2016-06-15"]),
        ("named chair in 2013 and later made president", ["at 2013"]),
        ("at the end of the 2015 season", ["at 2015"]),
        ("not before 2019, but until 2021", ["since 2019/..", "until ../2021"]),
    ],
)
def test_what_the_words_around_a_period_make_of_it(text: str, expected: list[str]) -> None:
    """TK-03: ranges are joined, an event named by its year may lie in it, and what is no signal is none."""
    assert read(text) == expected


def test_what_had_come_about_by_a_time_was_so_then() -> None:
    """TK-03, TG-08: "by 1990" asks for all up to 1990, and tells of 1990; so does what is said of an event."""
    for text, interval, told in (
        ("By 1990 it had 500 members.", "../1990", "1990"),
        ("After the 1990 election he left.", "1990/..", "1990"),
        ("He signed before the January 1990 window ended.", "../1990-01", "1990-01"),
    ):
        (stretch,) = find_stretches(text)
        assert (str(stretch.interval), str(stretch.told)) == (interval, told)


@pytest.mark.parametrize(
    ("sentence", "valid"),
    [
        ("Ann Lee became the chief executive of Acme Corp in early 2019.", "2019-Q1/.."),
        ("Ann Lee became the chief executive of Acme Corp after 2019.", "2020/.."),
        ("Ann Lee was the chief executive of Acme Corp through 2019.", "../2019"),
        ("Ann Lee was the chief executive of Acme Corp no later than 2019.", "2019"),
    ],
)
def test_facts_begin_and_end_where_their_signals_say(sentence: str, valid: str) -> None:
    """TK-04: what began early in a year lasts from then, and a signal bounds a fact as it bounds a question."""
    facts = extract(Document(id="d", text=sentence)).facts
    assert [str(f.valid) for f in facts if f.valid is not None] == [valid]


WORDS = [p for table in (LEADING, FOLLOWING, CLOSING) for phrases in table.values() for p in phrases.split("|")]
TEXTS = st.lists(
    st.one_of(DATES, st.sampled_from([*WORDS, *RANGE.split("|"), "and", "the", "year", ",", "("])), max_size=12
)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_any_text_is_read_in_its_order(words: list[str]) -> None:
    """TK-03: whatever stands side by side, nothing raises, and no stretch begins before the one before it has ended."""
    text = " ".join(words)
    found = find_stretches(text, NOW)
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))
    assert all(0 <= s.start < s.end <= len(text) for s in found)


def test_time_grows_no_faster_than_the_text() -> None:
    """TK-03: four times as many blanks behind a date take at most about four times as long."""

    def seconds(blanks: int) -> float:
        began = time.process_time()
        assert read("It held in 2019" + " " * blanks + "or so.") == ["at 2019"]
        return time.process_time() - began

    seconds(1)  # compiles the grammar
    assert seconds(10_000) < 8 * seconds(2_500) + 0.5


@pytest.mark.parametrize(
    ("sentence", "times"),
    [
        ("It lay in Japan until 1966, when it was sold.", ["../1966", "1966"]),
        ("Before 1945 it was in Germany.", ["../1944", "1945"]),
        ("After 2008 it was shown elsewhere.", ["2009/..", "2008"]),
        ("It has been closed since 2008.", ["2008/.."]),
        ("By 2008 it was closed.", ["2008"]),
    ],
)
def test_a_sentence_on_one_side_of_a_time_tells_of_the_turn_too(sentence: str, times: list[str]) -> None:
    """TK-03: where something held until a time, or after it, the sentence says what became of it then."""
    (stretch,) = find_stretches(sentence)
    assert [str(time) for time in stretch.times] == times
