"""Whether a text tells that a state began or ended, or only finds it so."""

from __future__ import annotations

import re

from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.states import BECOMING, JOINING, LEAVING, PARTING_FROM, PUTTING_OUT, TAKING_IN
from timeweave.records import SupportedFact
from timeweave.store.base import View

_TURNING = lazily(
    rf"\b(?:{any_of(forms(JOINING, LEAVING, PARTING_FROM, PUTTING_OUT, TAKING_IN, BECOMING))}|new|since|until|from)\b",
    re.IGNORECASE,
)


def tells_turn(fact: SupportedFact, view: View) -> bool:
    """Whether a place that states ``fact`` tells when it began or ended: "Ann Lee is a member of the board", said on a
    day, dates nothing but that she was one.
    """
    return any(_TURNING.search(view.text(s.key.ordinal, s.span)) for s in fact.supports)
