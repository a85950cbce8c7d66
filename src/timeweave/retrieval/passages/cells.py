"""The cells that a question names: pairs of an entity and a period, with the documents that report on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.question.named_entity import NamedEntity
from timeweave.records import DocumentInfo, EntityId
from timeweave.retrieval.base import Request
from timeweave.retrieval.reading import Reading
from timeweave.temporal.interval import Granularity, Interval, units_over

MAX_CELLS = 64  # beyond, periods are taken together rather than one by one
_SURVEYED = 500  # statements of an entity that are looked at to learn which documents are about it


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """An entity and a period (``None``: any), with the documents on that entity that report on that period
    (boolean by ordinal; ``None`` when there are none). ``reported`` is whether any document reports on a period of
    that entity: then what is said of the cell stands where its statements and dates say so.
    """

    entity: NamedEntity | None
    period: Interval | None
    reports: np.ndarray | None
    reported: bool = False

    @property
    def label(self) -> str:
        """Entity and period in words."""
        return f"{self.entity.name if self.entity else '*'} @ {self.period or '*'}"


def find_cells(request: Request, reading: Reading) -> list[Cell]:
    """Entities × periods, in the question's order; one cell without entity per period when no entity is known."""
    question = request.question
    abouts = {e.id: documents_on(e.id, request, reading) for e in question.entities}
    entities: Sequence[NamedEntity | None] = question.entities or [None]
    cells = []
    for entity in entities:
        documents = abouts[entity.id] if entity else []
        reported = any(d.period is not None for d in documents)
        for period in _periods(request, documents, MAX_CELLS // len(entities)):
            cells.append(Cell(entity, period, _reports(request, documents, period), reported))
    return cells if cells != [] and (question.entities or question.periods) else []


def documents_on(entity: EntityId, request: Request, reading: Reading) -> list[DocumentInfo]:
    """Documents that name ``entity`` among those they are about, by id, as far as they come near the question."""
    hits = request.index.dense(request.vector, _SURVEYED, entity=entity)
    infos = reading.infos({hit.key.ordinal for hit in hits}).values()
    return sorted((i for i in infos if entity in i.entities), key=lambda i: i.id)


def _periods(request: Request, documents: Sequence[DocumentInfo], at_most: int) -> list[Interval | None]:
    question = request.question
    if not question.periods:
        return [None]
    unit = question.scope.granularity
    periods: list[Interval] = []
    for interval in question.periods:
        periods.extend(question.scope.fiscal_periods(interval) or _split(interval, unit, documents))
    unique = list(dict.fromkeys(periods))
    return list(unique if len(unique) <= max(1, at_most) else question.periods)


def _split(interval: Interval, unit: Granularity | None, documents: Sequence[DocumentInfo]) -> list[Interval]:
    """The units of ``interval`` that are asked for one by one; within an open one, those reported on."""
    if interval.is_unit and (unit is None or unit.rank >= interval.granularity.rank):
        return [interval]
    reported = [i.period for i in documents if i.period is not None and interval.overlaps(i.period)]
    if unit is None:
        unit = min((p.granularity for p in reported), key=lambda g: g.rank, default=None)
        if unit is None or interval.is_bounded:
            return [interval]
    start = interval.start or min((p.start for p in reported if p.start), default=None)
    end = interval.end or max((p.end for p in reported if p.end), default=None)
    if start is None or end is None or end <= start:
        return [interval]
    return units_over(start, end, unit, MAX_CELLS + 1) or [interval]


def _reports(request: Request, documents: Iterable[DocumentInfo], period: Interval | None) -> np.ndarray | None:
    chosen = [i.ordinal for i in documents if i.period is not None and period is not None and period.overlaps(i.period)]
    return request.only(chosen) if chosen else None
