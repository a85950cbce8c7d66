"""Terms that are forms of one word, though they have no stem in common: "lose" and "lost".

By a table of its own: that of the dictionary (`dictionary.bases_of_irregular`) takes half a second to load, which a
first answer would wait for.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from timeweave.language.terms import index_terms
from timeweave.lexicon.irregular import FORMS


def with_forms(terms: Iterable[str]) -> frozenset[str]:
    """``terms`` with all forms of their words."""
    known = _forms()
    return frozenset(form for term in terms for form in (term, *known.get(term, ())))


@functools.cache
def _forms() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in FORMS:
        terms = tuple(dict.fromkeys(term for form in line for term in index_terms(form)))
        found.update({term: tuple(other for other in terms if other != term) for term in terms})
    return found
