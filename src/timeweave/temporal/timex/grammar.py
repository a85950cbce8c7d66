"""Patterns over token categories, and how they are matched.

A pattern is a line of items: ``month day=small comma? year=yyyy``. An item is one category or several (``month|may``)
or a macro, with an optional label before ``=`` and an optional ``?`` after it; ``( … )?`` groups; ``<x``, ``!<x`` look
at the token before, ``>x``, ``!>x`` at the token after, ``(?= … )``, ``(?<= … )`` at several. No item repeats without
bound, so matching at one place takes bounded time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.temporal.timex.lexicon import Value
from timeweave.temporal.timex.readings import Reading, Unit
from timeweave.temporal.timex.tokens import CATEGORIES, TokenLine

MACROS = {
    "MONTH": "month|may",
    "WEEKDAY": "weekday|weekday_short",
    "DAY": "small|ordinal|second",
    "ORD": "ordinal|second|last_of",
    "COUNT": "small|number|yyyy|decimal|count|a",
    "NUM": "small|number|decimal|count",
    "ONE": "unit|year|quarter|second",
    "MANY": "units|years|quarters",
    "UNIT": "unit|year|quarter|second|units|years|quarters|century",
}

_ITEM = lazily(r"(!?[<>])?(?:(\w+)=)?([\w|]+)(\??)")


@dataclass(frozen=True, slots=True)
class Found:
    """A place where a rule's pattern fits."""

    line: TokenLine
    match: re.Match[str]

    def has(self, label: str) -> bool:
        """Whether the pattern has the item and the text does too."""
        return label in self.match.re.groupindex and self.match.group(label) is not None

    def value(self, label: str) -> Value:
        """The lexical value of the item; ``None`` where it is left out."""
        return self.line.values[self.match.start(label)] if self.has(label) else None

    def number(self, label: str) -> int:
        """The lexical value of an item that has a whole number."""
        value = self.value(label)
        if not isinstance(value, int):
            raise TypeError(f"{label} of {self.match.re.pattern!r} is no number: {value!r}")
        return int(value)

    def unit(self, label: str) -> Unit:
        """The unit of time that an item names ("second" is an ordinal elsewhere)."""
        return Unit.SECOND if self.word(label) == "second" else Unit(self.number(label))

    def word(self, label: str) -> str:
        """The item in lower case; empty where it is left out."""
        return self.line.words[self.match.start(label)] if self.has(label) else ""

    def neighbour(self, offset: int) -> str:
        """The word before the match (-1) or after it (+1), in lower case; empty at the ends of the text."""
        i = self.match.start() - 1 if offset < 0 else self.match.end()
        return self.line.words[i] if 0 <= i < len(self.line.words) else ""

    def is_capital(self, offset: int) -> bool:
        """Whether the word before the match (-1) or after it (+1) begins with a capital."""
        i = self.match.start() - 1 if offset < 0 else self.match.end()
        return 0 <= i < len(self.line.starts) and self.line.text[self.line.starts[i]].isupper()

    @property
    def end(self) -> int:
        """The token after the last."""
        return self.match.end()


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what it means; ``read`` gives ``None`` where the words fit and the sense does not."""

    pattern: re.Pattern[str]
    first: frozenset[str]
    read: Callable[[Found], Reading | None]


def pattern(items: str) -> re.Pattern[str]:
    """Compile a pattern to a regular expression over categories."""
    return lazily("".join(_expression(i) for i in items.split()))


def says(reading: Reading) -> Callable[[Found], Reading | None]:
    """The reading of a rule whose words always mean the same."""
    return lambda _: reading


def rule(items: str, read: Callable[[Found], Reading | None]) -> Rule:
    """Compile a rule."""
    return Rule(pattern(items), _first(items.split()), read)


def by_first(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """The rules that may begin with each category."""
    table: dict[str, list[Rule]] = {}
    for r in rules:
        for mark in r.first:
            table.setdefault(mark, []).append(r)
    return table


def _marks(names: str) -> str:
    expanded = "|".join(MACROS.get(name, name) for name in names.split("|"))
    return "".join(sorted({CATEGORIES[name] for name in expanded.split("|")}))


def _expression(item: str) -> str:
    if item[0] in "()":
        return "(?:" if item == "(" else item
    match = _ITEM.fullmatch(item)
    if match is None:
        raise ValueError(f"{item!r} is not an item of a pattern")
    look, label, names, optional = match.groups()
    marks = f"[{_marks(names)}]"
    if look:
        return {"<": "(?<=%s)", "!<": "(?<!%s)", ">": "(?=%s)", "!>": "(?!%s)"}[look] % marks
    return (f"(?P<{label}>{marks})" if label else marks) + optional


def _first(items: list[str]) -> frozenset[str]:
    first: set[str] = set()
    looking = False
    for item in items:
        looking = item.startswith("(?") or (looking and item != ")")
        if looking or item == ")":
            continue
        match = _ITEM.fullmatch(item)
        if match is None:
            raise ValueError(f"a pattern may not begin with the group {item!r}")
        if not match[1]:
            first |= set(_marks(match[3]))
            if not match[4]:
                return frozenset(first)
    raise ValueError("a pattern needs one item that is not optional")
