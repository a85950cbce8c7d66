"""On which basis a figure is told: with contractors, not counting the north.

A figure told on another basis than is asked for, or on none, is another figure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.answering.context.reading import Line
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.phrases import FOLLOWED, WHAT, WITH, WITHOUT, Basis

_STATED = lazily(
    rf"\b(?:(?P<no>{WITHOUT}|exclud(?:es?|ed)|leav(?:es?|ing) out)|(?P<yes>{WITH}|to include|includ(?:es?|ed)))\s+"
    rf"(?:the\s+)?(?P<what>{WHAT})",
    re.IGNORECASE,
)


def on_basis(lines: Sequence[Line], basis: Basis) -> list[Line]:
    """The sentences that tell their figures on a basis: all of them where one says that the things are apart anyway."""
    terms, counted = basis
    apart = any(_SEPARATE.search(x.text) and all(holds(x.terms, t) for t in terms) for x in lines)
    if not counted and apart:
        return list(lines)
    return [x for x in lines if _said(x, terms) == {counted}]


_SEPARATE = lazily(r"\b(?:separate(?:ly)?|not (?:counted|included)|excluded|do(?:es)? not include)\b", re.IGNORECASE)


def _said(line: Line, terms: frozenset[str]) -> set[bool]:
    found = [m for pattern in (_STATED, FOLLOWED) for m in pattern.finditer(line.text)]
    return {bool(m["yes"]) for m in found if all(holds(index_terms(m["what"]), t) for t in terms)}
