"""Figures that a later document takes back without telling another."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.answering.context.reading import Line
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.lexicon.lazy import lazily

_TAKEN_BACK = lazily(
    r"\b(?:withdr[ae]w[ns]?|withdrawing|retract(?:s|ed|ing)?|took back|taken back|unreliable|invalid|disown(?:s|ed)?"
    r"|(?:is|was|are|were) (?:wrong|incorrect|void|false|mistaken))\b",
    re.IGNORECASE,
)


def taken_back(rows: Sequence[Row], lines: Sequence[Line]) -> bool:
    """Whether a document later than all of ``rows`` takes back what one of them tells, of its time."""
    return any(
        _TAKEN_BACK.search(line.text)
        and all(line.info.observed > r.line.info.observed for r in rows)
        and any(r.time is not None and any(t.overlaps(r.time) for t in line.times) for r in rows)
        and any(sum(holds(line.terms, t) for t in r.head | r.noun | r.names) > 1 for r in rows)
        for line in lines
    )
