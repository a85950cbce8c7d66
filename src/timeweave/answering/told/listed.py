"""Lists that leave out what goes for all their members: "Aarden carried out 88, Breda 64 and Cleef 51"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.extraction.amounts.numbers import Amount

_NEXT = re.compile(
    r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?:in\s+)?(?:the\s+)?(?:[A-Z][\w'’.-]*\s+){1,4}"
    r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?=\s*(?:[,;.](?:\s|$)|$)|\s+and\b)"
)


def gapped(text: str, amounts: Sequence[Amount]) -> list[Amount]:
    """The bare numbers of names that follow an amount one after the other, each with its verb left out.

    A number behind a name is else part of it ("Airbus 320").
    """
    taken = {a.start for a in amounts}
    found: list[Amount] = []
    for amount in amounts:
        end = amount.end if amount.unit == "" and amount.text[:1].isdigit() else None
        while end is not None and (match := _NEXT.match(text, end)):
            start, end = match.span("number")
            if start in taken:
                break
            taken.add(start)
            found.append(Amount(start, end, float(match["number"].replace(",", "")), "", match["number"]))
    return found
