"""Figures that their own source took back: a restatement counts, whatever was published first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from timeweave.answering.computed.candidates import Candidate
from timeweave.evolution import resolve
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.telling import EARLIER, PUBLISHED, TAKING_BACK
from timeweave.records import FactId, FactStatus

_TAKES_BACK = lazily(
    rf"\b(?:{any_of(TAKING_BACK)}|in error|misstated|{any_of(EARLIER)} {any_of(PUBLISHED)})\b", re.IGNORECASE
)


def without_restated(candidates: Sequence[Candidate], sentences: Mapping[FactId, str]) -> list[Candidate]:
    """``candidates`` of a cell without those that a later word of their source replaces, if it says that it does so.

    ``sentences`` are those in which their facts stand. Two figures of one source alone are no restatement: the later
    may be of a part, or told on another basis.
    """
    facts = [c.fact for c in candidates if c.fact is not None]
    said = {f.fact.id for f in facts if _TAKES_BACK.search(sentences[f.fact.id])}
    if not said:
        return list(candidates)
    standing = resolve(facts)
    gone = {r.fact.id for r in standing if r.status is FactStatus.RESTATED and not said.isdisjoint(r.by)}
    return [c for c in candidates if c.fact is None or c.fact.fact.id not in gone]
