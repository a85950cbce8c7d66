"""Figures that are told as shares of another row: "% of net revenue", and columns that begin with 100 %."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.extraction.tables.grids import ASIDE, Row
from timeweave.extraction.tables.values import read_number, split_unit
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import WHOLES

_SHARE_OF = lazily(r"(?:as )?(?:a )?(?:%|per ?cent|percentage|pct) of ", re.IGNORECASE)
_MOST = 1000  # percent of sales that a cost may be
_LONGEST = 4  # words of what others are shares of


def whole_of_column(rows: Sequence[Row], index: int) -> str:
    """The label of the first figure of a column, where that is 100 % and the others are shares of it; else nothing."""
    told = [
        (row.cells[0], figure)
        for row in rows
        if index < len(row.cells) and (figure := read_number(row.cells[index])) is not None
    ]
    if len(told) < 2 or (told[0][1].value, told[0][1].unit.name) != (100.0, "%") or not _is_whole(told[0][0]):
        return ""
    fits = all(f.unit.name in ("", "%") and f.unit.scale == 1.0 and abs(f.value) <= _MOST for _, f in told)
    return told[0][0] if fits else ""


def is_a_share(rows: Sequence[Row], number: int) -> bool:
    """Whether the label of a row says of what other row, or of what sales and the like, the row above is a share."""
    label = rows[number].cells[0] if rows[number].cells else ""
    share = _SHARE_OF.match(label)
    if share is None:
        return False
    whole = label[share.end() :].casefold().strip(" :")
    labels = {row.cells[0].casefold().strip(" :") for row in rows if row.cells}
    return _is_whole(whole) or whole in labels or whole.removeprefix("total ") in labels


def _is_whole(label: str) -> bool:
    words = ASIDE.sub("", label).casefold().strip(" :").split()
    return bool(words) and len(words) <= _LONGEST and words[-1] in WHOLES


def as_share(rows: Sequence[Row], number: int, measure: str, whole: str) -> str:
    """The ``measure`` of a row as a share of ``whole`` or, where its label says so, that of the row above as a share.

    Nothing for the whole itself.
    """
    label = rows[number].cells[0] if rows[number].cells else ""
    share = _SHARE_OF.match(label)
    if share is not None and is_a_share(rows, number):
        above = (row.cells[0] for row in reversed(rows[:number]) if row.cells and not _SHARE_OF.match(row.cells[0]))
        head = split_unit(next(above, ""))[0].strip(" :")
        return f"{head} as % of {label[share.end() :].strip(' :')}" if head else measure
    if not whole:
        return measure
    return "" if label == whole else f"{measure} as % of {ASIDE.sub('', whole).strip(' :')}"
