"""Whether a sentence speaks of the period of a report: by the times it names, and by when its document appeared."""

from __future__ import annotations

import enum
import re

from timeweave.lexicon.families import any_of
from timeweave.lexicon.outlook import EXPECTING, INTENDING
from timeweave.records import PlacedSupport
from timeweave.reports.names import Names
from timeweave.temporal.expressions import find_expressions
from timeweave.temporal.interval import Interval

_AHEAD = re.compile(
    rf"\b(?:will|shall|going to|upcoming|forthcoming|would|could|might|should"
    rf"|{any_of(f for v in (*EXPECTING, *INTENDING) for f in (v.base, v.third, v.gerund))})\b",
    re.IGNORECASE,
)
_HANGING = re.compile(r"(?:this|that|these|those|after|before|it|there)\b", re.IGNORECASE)
"""How a sentence begins that goes on with what was told before it, of whatever time that was."""


class Timeliness(enum.IntEnum):
    """How sure it is that a sentence speaks of the period, the surest last."""

    OTHER = 0
    LOOKED_BACK = 1
    AT_THE_TIME = 2


def timeliness(text: str, place: PlacedSupport, node: Interval, names: Names) -> Timeliness:
    """Of a sentence that stands at ``place``.

    A document of the period speaks of the period, unless the sentence names other times or looks ahead; another one
    does where all times that the sentence names lie within the period.
    """
    info = names.info(place)
    times = [e.interval for e in find_expressions(text, info.observed) if e.interval is not None]
    named = [time for time in times if time.is_bounded]
    if _AHEAD.search(text):
        return Timeliness.OTHER
    if node.holds(info.observed) or info.reports_on(node):
        strange = [time for time in named if not time.overlaps(node)]
        return Timeliness.OTHER if strange else Timeliness.AT_THE_TIME
    if _HANGING.match(text):
        return Timeliness.OTHER
    within = bool(named) and all(node.contains(time) for time in named)
    return Timeliness.LOOKED_BACK if within else Timeliness.OTHER
