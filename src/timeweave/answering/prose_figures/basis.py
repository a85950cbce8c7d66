"""On which basis a figure is asked for or told: with contractors, not counting the north.

A figure told on another basis than is asked for, or on none, is another figure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.answering.context.reading import Line
from timeweave.answering.prose_figures.target import TargetFigure
from timeweave.answering.prose_figures.term_relations import holds
from timeweave.language.terms import index_terms

_WITHOUT = r"excluding|excepting|leaving out|without|not (?:counting|including)|other than|apart from|net of"
_WITH = r"including|counting|with"
_WHAT = r"[^,;:.()?]+?(?=\s(?:in|for|during|on|at)\s|[,;:.()?]|$)"
_LED = re.compile(
    rf"(?:^|[,(;]\s*)(?:(?P<no>{_WITHOUT})|(?P<yes>{_WITH}))\s+(?:the\s+)?(?P<what>{_WHAT})", re.IGNORECASE
)
_FOLLOWED = re.compile(
    r"(?:^|[,(;]\s*)(?:the\s+)?(?P<what>[^,;:.()?]+?)\s+(?:(?P<no>(?:not|n['’]t|never)\s+(?:counted|included)"
    r"|excluded|left out)|(?P<yes>included|counted))\s*(?=[,.;)?]|$)",
    re.IGNORECASE,
)
_STATED = re.compile(
    rf"\b(?:(?P<no>{_WITHOUT}|exclud(?:es?|ed)|leav(?:es?|ing) out)|(?P<yes>{_WITH}|to include|includ(?:es?|ed)))\s+"
    rf"(?:the\s+)?(?P<what>{_WHAT})",
    re.IGNORECASE,
)

Basis = tuple[frozenset[str], bool]


def set_apart(question: str, target: TargetFigure) -> tuple[TargetFigure, Basis | None]:
    """What is asked for without the words that say on which basis, and the basis that they say."""
    for pattern in (_LED, _FOLLOWED):
        for match in pattern.finditer(question):
            terms = frozenset(index_terms(match["what"]))
            if not terms or match["what"].split()[0].lower() in _NO_THING:
                continue
            drop = frozenset(index_terms(match[0]))
            left = replace(
                target, complement=False, terms=target.terms - drop, verbs=target.verbs - drop,
                statistic=frozenset(w for w in target.statistic if w not in match[0].lower()),
            )  # fmt: skip
            return left, (terms, bool(match["yes"]))
    return target, None


_NO_THING = frozenset(["how", "what", "which", "in", "on", "by", "from"])


def on_basis(lines: Sequence[Line], basis: Basis) -> list[Line]:
    """The sentences that tell their figures on a basis: all of them where one says that the things are apart anyway."""
    terms, counted = basis
    apart = any(_SEPARATE.search(x.text) and all(holds(x.terms, t) for t in terms) for x in lines)
    if not counted and apart:
        return list(lines)
    return [x for x in lines if _said(x, terms) == {counted}]


_SEPARATE = re.compile(
    r"\b(?:separate(?:ly)?|not (?:counted|included)|excluded|do(?:es)? not include)\b", re.IGNORECASE
)


def _said(line: Line, terms: frozenset[str]) -> set[bool]:
    found = [m for pattern in (_STATED, _FOLLOWED) for m in pattern.finditer(line.text)]
    return {bool(m["yes"]) for m in found if all(holds(index_terms(m["what"]), t) for t in terms)}
