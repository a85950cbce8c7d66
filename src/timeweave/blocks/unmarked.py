"""Headings and lists without marks: a title on a line of its own, names one below the other."""

from __future__ import annotations

import re

from timeweave.records import Span

LONGEST_LINE = 70
"""Characters of a line of such a list."""
_FEWEST = 3  # lines
_WORDS_OF_A_LEAD = 3  # "Absent:" below those present
_FEWEST_LED = 2  # of one that a line with a colon introduces
SENTENCE_ENDS = (*".!?,;…", *"。！？")
"""What no heading ends with."""
_BOLD_LINE = re.compile(r"(\*\*|__)((?:(?!\1).){1,60})\1")
_LETTERS = re.compile(r"[^\W\d_]+")
_SMALL = 4  # letters of a word that a title may write small
_MARGIN = 12  # characters by which the next word would have fitted
_WIDE = 400  # characters of the next line that are looked at
_BEGINS_ITEM = re.compile(r"[*_]{0,3}(?:@\w|[^\W\d_a-z]|\d+[a-z]? [A-Z])")


def list_of_lines(paragraph: str) -> int:
    """Where in a paragraph a list without marks begins, names one below the other: with its first line, or behind one
    that ends with a colon; its length where it holds none.
    """
    lines = paragraph.rstrip().split("\n")
    led = next((number for number, line in enumerate(lines, 1) if line.rstrip().endswith(":")), 0)
    items = [line.strip() for line in lines[led:]]
    is_list = len(items) >= (_FEWEST_LED if led else _FEWEST) and all(
        item and len(item) <= LONGEST_LINE and _BEGINS_ITEM.match(item) and _ends_item(item, is_led=led > 0)
        for item in items
    )
    return sum(len(line) + 1 for line in lines[:led]) if is_list else len(paragraph)


def _ends_item(item: str, *, is_led: bool) -> bool:
    """Whether a line ends as an item does; or, where a line with a colon introduced those above, as another such."""
    return item[-1] not in ".!?;:," or (is_led and item[-1] == ":" and len(item.split()) <= _WORDS_OF_A_LEAD)


def ends_head(text: str, place: Span) -> bool:
    """Whether the line that ends at ``place`` is a heading without a mark: several words all in capitals or all in
    bold, or the first line of a paragraph, where it is written as titles are and the next word would have had room
    on it; what stands below is written otherwise.
    """
    start = text.rfind("\n", 0, place.start) + 1
    line = text[start : place.start].strip()
    below = text[place.end : place.end + _WIDE].partition("\n")[0]
    is_first = start == 0 or not text[text.rfind("\n", 0, start - 1) + 1 : start].strip()
    if is_first and (bold := _BOLD_LINE.fullmatch(line)):
        line, is_head = bold[2], True
    else:
        is_head = (line.isupper() and " " in line) or (is_first and _is_title(line) and _is_short(line, below))
    return is_head and not line.endswith(SENTENCE_ENDS) and not below[:1].islower() and not below.isupper()


def _is_title(line: str) -> bool:
    """Whether a line of several words has a capital on each but short ones, which are no more than the others."""
    words = _LETTERS.findall(line)
    capital = [word for word in words if word[0].isupper()]
    if not 1 < len(words) < 2 * len(capital) + 1 or len(line) > LONGEST_LINE or not words[-1][0].isupper():
        return False
    return all(word[0].isupper() or len(word) < _SMALL for word in words)


def _is_short(line: str, below: str) -> bool:
    """Whether the first word of the next line would have had room on it."""
    return len(line) + 1 + len(below.partition(" ")[0]) + _MARGIN <= len(below.rstrip())
