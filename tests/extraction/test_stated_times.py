"""A claimed time counts where the text states it: hand-made sentences, claims right and wrong."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.times.stated_times import claimed_interval, stated_times
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

ANCHOR = dt.date(2024, 5, 7)


def agreed(sentence: str, claim: str, *implied: str) -> str | None:
    times = stated_times([(sentence, find_expressions(sentence, ANCHOR))], [Interval.parse(i) for i in implied])
    interval = claimed_interval(claim)
    assert interval is not None
    found = times.agreeing(interval)
    return None if found is None else str(found)


@pytest.mark.parametrize(
    ("sentence", "claim", "expected"),
    [
        ("It opened in March 2021.", "2021-03", "2021-03"),
        ("It opened in March 2021.", "2021", "2021-03"),  # coarser than the text: the text's own
        ("It opened in March 2021.", "2021-03-31", None),  # finer than the text
        ("It opened in March 2021.", "2021-04", None),
        ("It opened in March 2021.", "2021-03/..", "2021-03/.."),
        ("It opened in March 2021.", "2021-01/..", None),
        ("She led it from 2019 to 2021.", "2019/2021", "2019/2021"),
        ("She led it from 2019 to 2021.", "2019", "2019"),
        ("She led it from 2019 to 2021.", "2018/2021", None),
        ("She led it from 2019 to 2021.", "../2021", "../2021"),
        ("It opened in March 2021 and closed in May 2021.", "2021", None),  # which of the two is not said
        ("It grew in the last quarter.", "2024-Q1", "2024-Q1"),
        ("Nothing is said of time.", "2024", None),
    ],
)
def test_times_of_the_words(sentence: str, claim: str, expected: str | None) -> None:
    """TG-02, TK-04: the same days, a bound, or the only finer unit inside; else not."""
    assert agreed(sentence, claim) == expected


def test_times_of_the_document() -> None:
    """TK-04: the document's period, and the time that rules carry, are as good as words; nothing coarser is."""
    assert agreed("Sales rose.", "2024-Q1", "2024-Q1") == "2024-Q1"
    assert agreed("Sales rose.", "2024", "2024-Q1") is None
    assert agreed("Sales rose from a year ago.", "2023-Q1", "2024-Q1") == "2023-Q1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2024-Q1", "2024-Q1"), ("March 2021", "2021-03"), ("2019/..", "2019/.."), ("2021-02-30", None), ("soon", None),
     ("last year", None), ("2020 or 2021", None), ("", None)],
)  # fmt: skip
def test_how_a_model_may_write_a_time(text: str, expected: str | None) -> None:
    """TK-02: normal form, or words that leave nothing open."""
    found = claimed_interval(text)
    assert (None if found is None else str(found)) == expected
