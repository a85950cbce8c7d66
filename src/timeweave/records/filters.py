"""Which statements of an index are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from timeweave.records.knowledge import EntityId
from timeweave.temporal.interval import Interval


class Filters(TypedDict, total=False):
    """``scope`` keeps statements whose valid interval shares a day with one of the intervals (none given: all, also
    those that speak of no time), ``entity`` those that mention it, ``documents`` (boolean by ordinal) those of some
    documents.
    """

    scope: Sequence[Interval]
    entity: EntityId | None
    documents: np.ndarray | None
