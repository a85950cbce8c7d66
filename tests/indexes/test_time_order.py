"""Binary search in time order finds what comparing every row finds."""

from __future__ import annotations

import datetime as dt

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from timeweave.indexes.time_order import class_starts, day_bounds, duration_classes, rows_in_scope, time_order
from timeweave.temporal.interval import Granularity, Interval

days = st.dates(dt.date(2019, 1, 1), dt.date(2024, 12, 31))
units = st.builds(Interval.unit, days, st.sampled_from(list(Granularity)))
runs = st.builds(
    lambda a, n: Interval(a, a + dt.timedelta(n)), days, st.sampled_from([1, 31, 32, 92, 93, 366, 367, 900])
)
open_ended = st.one_of(
    st.builds(Interval, days, st.none()), st.builds(Interval, st.none(), days), st.just(Interval(None, None))
)
intervals = st.one_of(units, runs, open_ended)


@given(st.lists(st.one_of(st.none(), intervals), max_size=40), st.lists(intervals, min_size=1, max_size=3))
def test_rows_in_scope(valid, scope):
    """TG-08: those that share a day with an interval of the scope; a statement of no time is in no scope."""
    bounds = np.asarray([day_bounds(v) for v in valid], np.int64).reshape(-1, 2)
    starts, ends = bounds[:, 0].astype(np.int32), bounds[:, 1].astype(np.int32)
    numbers = np.arange(len(valid), dtype=np.int32)
    order = time_order(starts, ends, numbers, numbers)
    found = rows_in_scope(starts[order], ends[order], class_starts(starts[order], ends[order]), scope)
    expected = {i for i, v in enumerate(valid) if v is not None and any(s.overlaps(v) for s in scope)}
    assert set(order[found].tolist()) == expected
    assert found.tolist() == sorted(set(found.tolist()))


def test_classes():
    """A month of 31 days is of the first, a quarter of the second, a leap year of the third; the rest comes last."""
    periods = ["2024-01", "2024-Q3", "2024", "2023/2024", "2024/..", "../2024"]
    bounds = np.asarray([day_bounds(Interval.parse(p)) for p in periods] + [day_bounds(None)])
    assert duration_classes(bounds[:, 0], bounds[:, 1]).tolist() == [0, 1, 2, 3, 3, 3, 3]
