"""The legal form behind a name, which is part of it and says that a company bears it: "Harrow Optics plc"."""

from __future__ import annotations

from collections import Counter

from timeweave.language.joined_names import Recognised
from timeweave.lexicon.lazy import lazily

_FORM = lazily(
    r",? (?:[Pp]lc|PLC|Ltd|LTD|Limited|Inc|INC|Incorporated|Corp|Corporation|GmbH|AG|KGaA|SA|S\.A|SE|NV|N\.V|BV|B\.V"
    r"|LLC|L\.L\.C|LLP|Oyj|ASA|AB|SpA|S\.p\.A|Pty)(?![\w'’-])"
)
_WORD_BEFORE = lazily(r"\S+ ?$")
_LONGEST = 7  # words of a name


def with_legal_forms(text: str, found: Counter[Recognised]) -> Counter[Recognised]:
    """``found`` with the legal forms that stand behind names in ``text``, and these names as those of companies."""
    surfaces = {name.surface for name in found}
    whole: Counter[str] = Counter()
    bare: set[str] = set()
    for form in _FORM.finditer(text):
        if before := _name_before(text, form.start(), surfaces):
            bare.add(before)
            whole[before + form.group()] += 1
    if not bare:
        return found
    companies: Counter[Recognised] = Counter()
    for name, count in found.items():
        is_company = name.surface in bare and name.type in ("PERSON", "")
        companies[Recognised(name.surface, "ORG") if is_company else name] += count
    for surface in sorted(whole.keys() - surfaces):
        companies[Recognised(surface, "ORG")] += whole[surface]
    return companies


def _name_before(text: str, end: int, surfaces: set[str]) -> str:
    """The longest of ``surfaces`` that ends at ``end``."""
    longest, start = "", end
    for _ in range(_LONGEST):
        word = _WORD_BEFORE.search(text, max(0, start - 60), start)
        if word is None:
            break
        start = word.start()
        if text[start:end] in surfaces:
            longest = text[start:end]
    return longest
