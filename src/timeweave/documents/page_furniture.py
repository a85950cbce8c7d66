"""Numbers of pages, and the lines at the head or foot of each page, in the text of a web page that was made of a
printed one: filings and reports repeat "Table of Contents" and their own name at each.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence

_NUMBER = re.compile(r"(?:page )?[-–—]?\s?(\d{1,3})\s?[-–—]?", re.I)
_BREAK = re.compile(r"page-break-(?:after|before)\s*:\s*always|break-(?:after|before)\s*:\s*page", re.I)
_LONGEST = 80  # characters of a line at the head of a page
_FEWEST = 5  # pages, of a text with any
_REACH = 3  # paragraphs between the number of a page and its head
_OF_ALL = 0.8  # of the places of a line that are beside numbers of pages


def is_paged(html: str) -> bool:
    """Whether a web page says where pages of print end."""
    return sum(1 for _ in itertools.islice(_BREAK.finditer(html), _FEWEST)) == _FEWEST


def without_page_furniture(text: str) -> str:
    """Markdown of a paged document without its page numbers, and without the lines that are repeated beside most of
    them, but for the first.
    """
    blocks = text.split("\n\n")
    numbers = _page_numbers(blocks)
    if len(numbers) < _FEWEST:
        return text
    near = {place + step for place in numbers for step in range(-_REACH, _REACH + 1)}
    places: dict[str, list[int]] = defaultdict(list)
    for place, block in enumerate(blocks):
        if len(block) <= _LONGEST and "\n" not in block and not block.startswith(("|", "- ")):
            places[block].append(place)
    repeated = {
        place
        for said in places.values()
        if len(said) >= _FEWEST and sum(place in near for place in said) >= _OF_ALL * len(said)
        for place in said[1:]  # the first may be a title
    }
    return "\n\n".join(b for place, b in enumerate(blocks) if place not in numbers and place not in repeated)


def _page_numbers(blocks: Sequence[str]) -> frozenset[int]:
    """Where paragraphs stand that are numbers and follow one another, by one each."""
    found = [(place, int(m[1])) for place, block in enumerate(blocks) if (m := _NUMBER.fullmatch(block.strip()))]
    numbers = [number for _, number in found]
    return frozenset(
        place
        for order, (place, number) in enumerate(found)
        if number + 1 in numbers[order + 1 : order + 2] or number - 1 in numbers[max(0, order - 1) : order]
    )
