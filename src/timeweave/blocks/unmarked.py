"""Lists without marks: names one below the other."""

from __future__ import annotations

import re

LONGEST_LINE = 70
"""Characters of a line of such a list."""
_FEWEST = 3  # lines
_FEWEST_LED = 2  # of one that a line with a colon introduces
_BEGINS_ITEM = re.compile(r"[*_]{0,3}(?:@\w|[^\W\d_a-z])")


def list_of_lines(paragraph: str) -> int:
    """Where in a paragraph a list without marks begins, names one below the other: with its first line, or behind one
    that ends with a colon; its length where it holds none.
    """
    lines = paragraph.rstrip().split("\n")
    led = next((number for number, line in enumerate(lines, 1) if line.rstrip().endswith(":")), 0)
    items = [line.strip() for line in lines[led:]]
    is_list = len(items) >= (_FEWEST_LED if led else _FEWEST) and all(
        item and len(item) <= LONGEST_LINE and _BEGINS_ITEM.match(item) and item[-1] not in ".!?;:," for item in items
    )
    return sum(len(line) + 1 for line in lines[:led]) if is_list else len(paragraph)
