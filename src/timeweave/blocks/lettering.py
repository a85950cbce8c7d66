"""Lists whose items have letters or Roman numerals ("a.", "b)", "ii."), which CommonMark does not know."""

from __future__ import annotations

import itertools
import re
import string
from collections import defaultdict
from collections.abc import Collection

_ITEM = re.compile(r"^(?P<indent>[ \t>]*)(?P<mark>[a-z]|[ivx]{2,4})(?=[.)][ \t]+\S)", re.MULTILINE)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv")
_ORDERS = (string.ascii_lowercase, _ROMAN)
_NEXT = frozenset(pair for order in _ORDERS for pair in itertools.pairwise(order))


def numbered(text: str) -> str:
    """Markdown with numbers in the place of letters before the items of a list, of the same length.

    A letter counts where the one before or after it stands before another line with the same indent. Without it the
    items below "a." are no list, and what is set in below one of them is taken for code.
    """
    found = list(_ITEM.finditer(text))
    marks: dict[str, set[str]] = defaultdict(set)
    for item in found:
        marks[item["indent"]].add(item["mark"])
    parts, position = [], 0
    for item in found:
        mark, others = item["mark"], marks[item["indent"]]
        if any((mark, other) in _NEXT or (other, mark) in _NEXT for other in others):
            parts += [text[position : item.start("mark")], _number(mark, others)]
            position = item.end("mark")
    return "".join((*parts, text[position:]))


def _number(mark: str, others: Collection[str]) -> str:
    """A number of as many digits as a mark has letters, in the order to which most of the ``others`` belong."""
    orders = (order for order in _ORDERS if mark in order)
    order = max(orders, key=lambda order: sum(other in order for other in others))
    return f"{min(order.index(mark) + 1, 10 ** len(mark) - 1):0{len(mark)}d}"
