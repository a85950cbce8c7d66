"""Documents that a question calls by name: by their source ("according to The Verge"), or by their title."""

from __future__ import annotations

import re
from collections.abc import Mapping

from timeweave.records import DocumentInfo

_WORD = re.compile(r"\w+")
_DIVIDED = re.compile(r"\s+[-|–—:]\s+")
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_QUALIFIED = re.compile(r"\s*\([^()]*\)\s*$")


def documents_called(question: str, infos: Mapping[int, DocumentInfo]) -> tuple[frozenset[int], frozenset[int]]:
    """The documents (ordinals) whose source ``question`` names, and those whose title it holds.

    Of a source in parts ("The Independent - Life and Style") the first is enough; of a title what stands in brackets at
    its end may be missing; so may the article before either. Only what the question writes as a name, its first letter
    not a small one, counts.
    """
    words = _WORD.findall(question)
    folded = [w.casefold() for w in words]
    starts: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        if not word[0].islower():
            starts.setdefault(folded[place], []).append(place)

    def holds(name: str) -> bool:
        wanted = [w.casefold() for w in _WORD.findall(_ARTICLE.sub("", name))]
        return bool(wanted) and any(folded[s : s + len(wanted)] == wanted for s in starts.get(wanted[0], ()))

    sources = {
        source: holds(source) or holds(_DIVIDED.split(source)[0]) for source in {i.source for i in infos.values()}
    }
    by_source = frozenset(o for o, i in infos.items() if sources[i.source])
    return by_source, frozenset(o for o, i in infos.items() if holds(_QUALIFIED.sub("", i.title)))
