"""The fiscal calendar of those a question asks about, as it was known on the day of the view (TK-04)."""

from __future__ import annotations

from collections.abc import Iterable

from timeweave.records import EntityId
from timeweave.store.base import View
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.fiscal_start import FISCAL_YEAR_START, named_month


def fiscal_calendar(entities: Iterable[EntityId], view: View) -> FiscalCalendar | None:
    """The one calendar of all ``entities`` of which one is known; ``None`` where none is, or where they differ.

    Of several that documents give for one entity, the last observed counts.
    """
    calendars = {c for c in (_of(entity, view) for entity in entities) if c is not None}
    return calendars.pop() if len(calendars) == 1 else None


def _of(entity: EntityId, view: View) -> FiscalCalendar | None:
    known = [f for f in view.facts_about([entity], relation=FISCAL_YEAR_START) if f.fact.subject == entity]
    if not known:
        return None
    last = max(known, key=lambda f: (max(s.observed for s in f.supports), f.fact.id))
    return named_month(last.fact.object)
