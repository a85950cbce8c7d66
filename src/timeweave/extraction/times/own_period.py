"""What "the quarter" and "the year" are in a report on a quarter: its own, whichever was named last."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.extraction.times.timing import in_comparison, is_dated, looks_ahead
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity, Interval

_QUARTER = re.compile(r"(?:the |this |our |the current )?quarter(?:['’]s)?(?P<end>[- ]end)?", re.IGNORECASE)
_YEAR = re.compile(r"the (?:full |fiscal |whole |entire )?year(?:['’]s)?", re.IGNORECASE)


def with_own_period(
    sentence: str, expressions: Sequence[TimeExpression], period: Interval | None
) -> list[TimeExpression]:
    """``expressions``, those that say only "the quarter" or "the year" set to that of ``period``, if it is a quarter.

    One that the sentence named before, other than to compare with, is the one meant; and so may be the one named last
    in the document where the sentence speaks of what is expected.
    """
    if period is None or period.granularity is not Granularity.QUARTER or not period.is_unit:
        return list(expressions)
    settled: list[TimeExpression] = []
    for expression in expressions:
        own = _own(expression, period)
        if own is None or _named_before(sentence, settled, own.granularity) or looks_ahead(sentence) is not None:
            settled.append(expression)
        else:
            settled.append(replace(expression, interval=own, value=str(own)))
    return settled


def _own(expression: TimeExpression, period: Interval) -> Interval | None:
    assert period.start is not None
    assert period.end is not None
    if match := _QUARTER.fullmatch(expression.text):
        return Interval.unit(period.end - dt.timedelta(days=1), Granularity.MONTH) if match["end"] else period
    named = expression.interval
    if named is not None and named.granularity is Granularity.YEAR and _YEAR.fullmatch(expression.text):
        return Interval.unit(period.start, Granularity.YEAR)
    return None


def _named_before(sentence: str, before: Sequence[TimeExpression], granularity: Granularity) -> bool:
    wanted = Granularity.YEAR if granularity is Granularity.YEAR else Granularity.QUARTER
    return any(
        is_dated(e) and e.interval is not None and e.interval.granularity is wanted
        for e in before
        if not _QUARTER.fullmatch(e.text) and not _YEAR.fullmatch(e.text) and not in_comparison(sentence, e)
    )
