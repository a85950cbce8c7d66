"""How headlines begin that announce no event: opinion, analysis, questions, lists, advice."""

from __future__ import annotations

import re

from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily

COMMENT = words(
    "opinion analysis editorial column commentary perspective review explainer explained letters essay interview"
)
"""Labels that stand before a headline, behind it, or in an address, as parts of a newspaper are called."""

_ASKING = words("why how what who when where which should could can is are will would do does did")
_LISTING = words("things ways reasons takeaways facts tips questions moments lessons")

_LABELLED = lazily(rf"^\W*{any_of(COMMENT)}\b\s*[:|–—-]|[:|–—(-]\s*{any_of(COMMENT)}\b\W*$", re.IGNORECASE)
_ASKED = lazily(rf"^\W*{any_of(_ASKING)}\b|\?\W*(?:[|–—-].*)?$", re.IGNORECASE)
_LISTED = lazily(rf"^\W*(?:the\s+)?\d+\s+(?:\w+\s+){{0,2}}{any_of(_LISTING)}\b", re.IGNORECASE)
_PLACED = lazily(rf"/(?:{'|'.join(COMMENT)})s?/", re.IGNORECASE)


def is_commentary(title: str, address: str = "") -> bool:
    """Whether a headline, or the address of its page, says that it comments and announces nothing."""
    return any(p.search(title) for p in (_LABELLED, _ASKED, _LISTED)) or _PLACED.search(address) is not None
