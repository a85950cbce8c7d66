"""A cell of a table with all that the table says of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.extraction.amounts.measures import normal_measure
from timeweave.extraction.amounts.units import PHYSICAL_UNITS
from timeweave.extraction.tables.columns import spelt_out
from timeweave.extraction.tables.grids import ASIDE
from timeweave.extraction.tables.values import Number, Unit
from timeweave.lexicon.lazy import lazily
from timeweave.records import Quantity, Span
from timeweave.temporal.interval import Interval

_LOSS = lazily(
    r"\s*/?\s*\((?:loss(?:es)?|deficit|outflow|decrease|expense|income|gains?|net)\)|\s*/\s*loss(?:es)?\b",
    re.IGNORECASE,
)
_PHYSICAL = lazily(PHYSICAL_UNITS, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TableCell:
    """``label`` are the words that name its row, ``heading`` those of its column, both without times and units.

    ``measure`` is what a figure is of; ``bearer`` whose it is, empty where it is that of the table's own subject.
    ``time`` is the one of its row or column where ``is_timed``, else the one that goes for the whole table. ``number``
    is there where the cell is a figure, which counts in ``unit``; ``text`` is the cell as it is shown: a figure with
    its unit, words as they stand, nothing where it says nothing.
    """

    row: int
    column: int
    span: Span
    label: str
    heading: str
    group: str
    measure: str
    bearer: str
    time: Interval | None
    is_timed: bool
    text: str
    number: Number | None = None
    unit: Unit | None = None
    is_planned: bool = False
    is_total: bool = False

    @property
    def quantity(self) -> Quantity | None:
        """The figure as prose states it: in the base unit, its unit spelt as `extraction.amounts` spells it."""
        if self.value is None or self.unit is None:
            return None
        name = self.unit.name
        return Quantity(self.value, (name.lower() if _PHYSICAL.fullmatch(name) else name) or "count", self.text)

    @property
    def value(self) -> float | None:
        """The figure in the base unit."""
        if self.number is None:
            return None
        scale = self.unit.scale if self.unit is not None else 1.0
        return round(self.number.value * scale, 9)


def measure_name(cell: TableCell) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The normal name of what a figure is of, with what sets it apart; no name where it is none."""
    phrase = spelt_out(_LOSS.sub("", cell.measure))
    found = normal_measure(ASIDE.sub("", phrase))
    name = found.name or " ".join(ASIDE.sub("", phrase).casefold().split())
    kind = "value" if found.change is None else "change"
    marks = {"kind": kind, "modality": "guidance" if cell.is_planned or found.guidance else "actual"}
    if found.basis:
        marks["basis"] = found.basis
    return name, tuple(marks.items())
