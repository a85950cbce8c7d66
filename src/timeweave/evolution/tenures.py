"""One tenure told by several documents is one row of a timeline."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from timeweave.evolution.confidence import pooled_confidence
from timeweave.evolution.relations import DECLARED, RelationModel, same_seat
from timeweave.lexicon.states import MEMBERSHIP
from timeweave.records import FactStatus, ResolvedFact
from timeweave.temporal.interval import Interval


def merge_tenures(resolved: Iterable[ResolvedFact], relations: RelationModel = DECLARED) -> list[ResolvedFact]:
    """``resolved`` with the overlapping tenures of one holder of one office, or member of one body, joined; in order of
    (valid start, id).

    A document that calls someone chief executive says that the tenure had begun by then; the row starts with the
    earliest of them that is told and is supported by all. What is disputed is left as it is.
    """
    rows: list[ResolvedFact] = []
    open_rows: dict[tuple[str, str, str], int] = {}
    for r in sorted(resolved, key=_start_first):
        key = (r.fact.subject, same_seat(r.fact.relation)[0], r.fact.object)
        joined = _joined(rows[open_rows[key]], r) if key in open_rows else None
        if joined is not None:
            rows[open_rows[key]] = joined
            continue
        is_tenure = relations.has_one(r.fact.relation) or r.fact.relation in MEMBERSHIP
        if is_tenure and r.status is not FactStatus.DISPUTED:
            open_rows[key] = len(rows)
        rows.append(r)
    return sorted(rows, key=_start_first)


def _joined(earlier: ResolvedFact, later: ResolvedFact) -> ResolvedFact | None:
    """The two as one; ``None`` when they are not of one stretch of time."""
    a, b = earlier.valid, later.valid
    if a is None or b is None or later.status is FactStatus.DISPUTED or not (a.overlaps(b) or a.end == b.start):
        return None
    ends_later = a.end is not None and (b.end is None or b.end > a.end)
    end, last = (b.end, later) if ends_later else (a.end, earlier)
    ended = [r for r in (later, earlier) if r.status is FactStatus.CLOSED]
    closed = next((r for r in ended if r.valid is not None and r.valid.end == end), last)
    begun = later if a.start is None and b.start is not None else earlier
    granularity = min(a.granularity, b.granularity, key=lambda g: g.rank)
    places = {(s.document_id, s.key, s.span): s for s in (*earlier.supports, *later.supports)}.values()
    supports = tuple(sorted(places, key=lambda s: (s.observed, s.document_id, s.span.start)))
    return replace(
        begun,
        supports=supports,
        valid=Interval(a.start or b.start, end, granularity),
        status=closed.status,
        by=closed.by,
        confidence=pooled_confidence(supports),
    )


def _start_first(r: ResolvedFact) -> tuple[dt.date, str]:
    start = r.valid.start if r.valid is not None and r.valid.start is not None else dt.date.min
    return start, r.fact.id
