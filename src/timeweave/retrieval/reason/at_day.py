"""Facts of one relation beside a day: which of them hold on it, and which held before (ER-04)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from timeweave.question.logical.form import Succession
from timeweave.records import SupportedFact
from timeweave.store.base import View


def day_of(view: View) -> dt.date:
    """The day as of which is asked."""
    return view.as_of or dt.datetime.now(dt.UTC).date()


def holding(facts: Sequence[SupportedFact], day: dt.date) -> list[SupportedFact]:
    """Of some facts those that are known to hold on a day; all of them where none is."""
    return _held(_dated(facts), day) or list(facts)


def narrowed(facts: Sequence[SupportedFact], succession: Succession, day: dt.date) -> list[SupportedFact]:
    """Of facts of one relation that followed one another the last that hold on a day, or those before them; all of them
    where nothing says so, or none has a time.
    """
    dated = _dated(facts)
    if succession is Succession.ANY or not dated:
        return list(facts)
    held = _held(dated, day)
    current = [s for s in held if _since(s) == max(map(_since, held))]
    if succession is Succession.CURRENT:
        return current
    before = [s for s in dated if _since(s) <= day and s not in current]
    return [s for s in before if _order(s) == max(map(_order, before))]


def _dated(facts: Sequence[SupportedFact]) -> list[SupportedFact]:
    return [s for s in facts if s.fact.valid is not None and (s.fact.valid.start or s.fact.valid.end)]


def _held(facts: Sequence[SupportedFact], day: dt.date) -> list[SupportedFact]:
    return [s for s in facts if s.fact.valid is not None and s.fact.valid.holds(day)]


def _since(supported: SupportedFact) -> dt.date:
    valid = supported.fact.valid
    return dt.date.min if valid is None or valid.start is None else valid.start


def _order(supported: SupportedFact) -> tuple[dt.date, dt.date]:
    """How late a fact held, for order: to which day, and since when."""
    valid = supported.fact.valid
    return dt.date.max if valid is None or valid.end is None else valid.end, _since(supported)
