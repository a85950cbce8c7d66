"""Any text at all: no exception, sound offsets, linear work."""

from __future__ import annotations

import datetime as dt
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval
from timeweave.temporal.timex.lexicon import LEXICON
from timeweave.temporal.timex.reader import read
from timeweave.temporal.timex.tokens import tokenize

_WORDS = st.sampled_from(
    [
        *sorted(LEXICON),
        *(
            "1998",
            "'98",
            "31",
            "0",
            "9999999999999",
            "2.5",
            "1,200",
            "$1200",
            "Q3",
            "3Q23",
            "FY24",
            "H2",
            "2024-02-30",
            "02/30/2024",
            "2024-W53",
            "9998",
        ),
        *(
            "10:35",
            "10 p.m.",
            "25 p.m.",
            "May",
            "March",
            "Sun",
            "hundred",
            "thousand",
            "nineteen",
            "ninety",
            "'",
            "-",
            ",",
            ".",
            "(",
            "%",
            "s",
            "30th",
            "0s",
            "/",
        ),
    ]
)
_TEXTS = st.one_of(st.text(), st.lists(_WORDS, max_size=40).map(" ".join), st.lists(_WORDS, max_size=20).map("".join))
_ANCHORS = st.one_of(
    st.none(), st.dates(), st.sampled_from([dt.date.min, dt.date.max, dt.date(9998, 12, 31), dt.date(2024, 2, 29)])
)


@settings(max_examples=500, deadline=None)
@given(_TEXTS, _ANCHORS)
def test_any_text_is_read_soundly(text: str, anchor: dt.date | None) -> None:
    """No exception, spans in order and disjoint and of the text, intervals with a normal form (TK-03)."""
    position = 0
    for found in find_expressions(text, anchor):
        assert position <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.text
        assert found.value
        if found.interval is not None and found.interval.end is not None and found.interval.end.year <= 9998:
            assert Interval.parse(str(found.interval)) == found.interval
        position = found.end


@settings(max_examples=300, deadline=None)
@given(
    st.dates(dt.date(1000, 1, 1), dt.date(2999, 12, 31)),
    st.sampled_from(["%Y-%m-%d", "%B %d, %Y", "%d %B %Y", "%m/%d/%Y", "%A, %B %d, %Y", "%Y/%m/%d", "%b. %d, %Y"]),
)
def test_every_written_day_is_read_back(day: dt.date, form: str) -> None:
    """Reading undoes writing, for every day and every usual form (TK-03)."""
    text = "on " + day.strftime(form).replace("May.", "May")
    (found,) = find_expressions(text, None)
    assert found.interval == Interval.day(day)


@given(
    st.integers(1000, 2999),
    st.integers(1, 4),
    st.sampled_from(["Q{q} {y}", "{y}Q{q}", "{q}Q{y}", "{y}-Q{q}", "Q{q} of {y}", "quarter", "Q{q} FY{y}"]),
)
def test_every_written_quarter_is_read_back(year: int, quarter: int, form: str) -> None:
    """Reading undoes writing, for every quarter and every usual form (TK-03)."""
    ordinal = ("first", "second", "third", "fourth")[quarter - 1]
    text = f"the {ordinal} quarter of {year}" if form == "quarter" else form.format(q=quarter, y=year)
    (found,) = find_expressions(text, None)
    assert found.interval == Interval.quarter(year, quarter)


_ADVERSARIAL = [
    "1 ", "of the ", "last ", "--", "7", "1.", "2024-", "the last few of the ", "a year ", "last three years ", "Q1 ",
    "March ", "one hundred ", "twenty-", "end of ", "early ", "earlier ", "A.", "'", "may 5 ", "3-", " ", "\n", "10:",
    "19", "$1,",
]  # fmt: skip


@pytest.mark.parametrize("unit", _ADVERSARIAL)
def test_work_grows_linearly(unit: str) -> None:
    """Four times the text takes about four times the work, whatever is repeated (TK-03)."""
    # Quadratic work would be 16 times as much in every round; a busy machine spoils one or two of them. A floor keeps
    # the clock's grain out of the ratio.
    assert any(_seconds(unit * 4_000) < 10 * max(_seconds(unit * 1_000), 0.01) for _ in range(5))


def _seconds(text: str) -> float:
    start = time.thread_time()
    find_expressions(text, dt.date(2024, 5, 17))
    return time.thread_time() - start


@pytest.mark.parametrize("unit", ["1 ", "of the ", "--", "7", "1."])
def test_a_hundred_thousand_repeats_are_read(unit: str) -> None:
    """Very long monotonous text is read to its end (TK-03)."""
    text = unit * 100_000 + " in May 2024"
    assert find_expressions(text, None)[-1].value == "2024-05"


def test_rules_read_bounded_stretches() -> None:
    """No reading spans more than a few tokens, so that the work at one place is bounded (TK-03)."""
    line = tokenize(
        "the last few of the first nine months of the fiscal year ended on Friday, March 5, 2021 at 10 p.m. " * 50
    )
    assert max(r.end - r.start for r in read(line)) <= 16


def test_offsets_survive_unicode() -> None:
    """Letters whose lower case is longer, astral signs and line breaks do not shift offsets (TK-03)."""
    text = "İİİ 𝔸𝔹 in\nMay\n2024, né le 3 March 2021 İ"
    assert [text[f.start : f.end] for f in find_expressions(text, None)] == ["May\n2024", "3 March 2021"]
    assert not re.search(r"İ", find_expressions(text, None)[0].text)
