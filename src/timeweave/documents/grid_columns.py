"""Columns of a table that no reader counts: empty ones that keep others apart, and those of signs beside figures.

Filings and reports made by office programs set "$", "(86" and ")" or "%" into cells of their own, with empty columns
between, so that figures stand below one another.
"""

from __future__ import annotations

from collections.abc import Sequence

_BEFORE = frozenset(("$", "€", "£", "¥", "(", "$(", "€(", "£(", "US$", "C$", "A$"))
_AFTER = frozenset((")", "%", ")%", "% )"))

Table = list[list[str]]


def joined_columns(
    header: Sequence[str], body: Sequence[Sequence[str]], lowest: Sequence[tuple[object, str]] = ()
) -> Table:
    """The header's texts and the body's rows, first the header, without columns that hold nothing and with signs and
    figures in one; ``lowest`` has the cell of the header's last row that each column stands below, and its text.

    Two columns are one where in each row only one of them says something, or one of them a sign that belongs to the
    other, and the header does not tell them apart; the first column, which names rows, stays alone.
    """
    width = max((len(row) for row in (header, *body)), default=0)
    heads = _filled(header, width)
    below = [*lowest, *((object(), "") for _ in range(width - len(lowest)))]
    full = [_filled(row, width) for row in body]
    columns = [[row[column] for row in full] for column in range(width)]
    kept: list[int] = []
    for column in range(width):
        (cell, named), last = below[column], kept[-1] if kept else None
        is_empty = not any(columns[column])
        of_last = last is not None and below[last][0] is cell
        if is_empty and (not heads[column] or (last is not None and (of_last or (lowest and not named)))):
            continue
        if last and _are_one(columns[last], columns[column], heads[last], heads[column], of_last):
            columns[last] = [left + right for left, right in zip(columns[last], columns[column], strict=True)]
            heads[last] = heads[last] or heads[column]
        else:
            kept.append(column)
    return [[heads[c] for c in kept], *([columns[c][row] for c in kept] for row in range(len(body)))]


def _are_one(left: Sequence[str], right: Sequence[str], head: str, next_head: str, same_cell: bool) -> bool:
    """Whether two columns side by side are parts of one."""
    if head and next_head and not same_cell:
        return False
    both = [(a, b) for a, b in zip(left, right, strict=True) if a and b]
    signs = [a in _BEFORE or b in _AFTER for a, b in both]
    if not all(signs):
        return False
    return bool(signs) or _of_signs(left) or _of_signs(right)


def _of_signs(column: Sequence[str]) -> bool:
    said = [text for text in column if text]
    return bool(said) and all(text in _BEFORE or text in _AFTER for text in said)


def _filled(row: Sequence[str], width: int) -> list[str]:
    return [*(text.strip() for text in row), *("" for _ in range(width - len(row)))]
