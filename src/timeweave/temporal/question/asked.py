"""What a question asks for beside the periods that it names: each unit, which unit, now, the latest, fiscal periods."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.temporal.interval import Granularity


class Implicit(enum.Enum):
    """A time that is meant without being named."""

    NOW = "now"
    LATEST = "latest"


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` of the question."""

    start: int
    end: int


_UNIT = r"(?P<unit>quarter|year|month|day)"
_EACH = lazily(
    rf"\b(?:(?:each|every)\s+(?:(?:one\s+)?of\s+)?(?:the\s+|these\s+|those\s+)?(?:[\w-]+\s+){{0,2}}?{_UNIT}s?"
    r"|(?:per|all\s+(?:the\s+)?(?:two\s+|three\s+|four\s+)?(?:of\s+the\s+)?)(?:fiscal\s+)?\s?"
    rf"{_UNIT.replace('unit', 'per')}s?"
    rf"|{_UNIT.replace('unit', 'by')}\s+by\s+(?P=by)"
    rf"|(?:broken\s+down\s+|split\s+)by\s+{_UNIT.replace('unit', 'down')})\b",
    re.IGNORECASE,
)
_WHICH = lazily(
    rf"\b(?:which|what)\s+(?:of\s+the\s+)?(?:(?:fiscal|calendar|single)\s+)?{_UNIT}s?\b(?!\s+(?:over|on)\s+)"
    rf"|\bthe\s+{_UNIT.replace('unit', 'the')}\s+(?:in\s+which|when|where|with|that)\b"
    r"|\b(?P<adjective>quarter)ly\b",
    re.IGNORECASE,
)
_EACH_OF = lazily(r"\beach\s+of\b", re.IGNORECASE)
_NOT_CURRENT = r"(?!\s+(?:assets?|liabilit|ratio|accounts?|affairs|portion|maturit|expected|tax\b|and\s+non|remaining))"
_NOW = lazily(
    rf"\b(?:now|currently|current{_NOT_CURRENT}|at\s+present|presently|at\s+the\s+moment|these\s+days|nowadays|today)\b",
    re.IGNORECASE,
)
_LATEST = lazily(
    r"\b(?:latest|newest|most\s+recent(?:ly)?|recent(?:ly)?|lately|so\s+far|to\s+date|up\s+to\s+now|until\s+now)\b",
    re.IGNORECASE,
)
_WHEN = lazily(r"\W{0,8}(?:when|(?:(?:in|on)\s+)?(?:what|which)\s+(?:year|date|day|month))\b", re.IGNORECASE)
_FISCAL = lazily(
    r"\bfiscal\b(?!\s+(?:polic|stimul|deficit|conservat|cliff|disciplin|responsib|rule|union|spending|measure|restraint))"
    r"|\bfinancial\s+years?\b|\bFY\s?['’]?\d\d",
    re.IGNORECASE,
)


def asked_each(question: str) -> Granularity | None:
    """The unit for each of which something is asked ("in each quarter"), where one is."""
    return _granularity(_EACH.search(question))


def asked_unit(question: str) -> Granularity | None:
    """The unit that is asked for ("in which quarter"), where one is."""
    return _granularity(_WHICH.search(question))


def asks_each_of(question: str) -> bool:
    """Whether the periods that are named are meant one by one: "in each of 2021 and 2022"."""
    return _EACH_OF.search(question) is not None


def implicit_time(question: str) -> tuple[Implicit, Span] | None:
    """Whether now or the latest is meant, and the word that says so; a question that asks for a time means neither."""
    if _WHEN.match(question):
        return None
    if match := _LATEST.search(question):
        return Implicit.LATEST, Span(*match.span())
    if match := _NOW.search(question):
        return Implicit.NOW, Span(*match.span())
    return None


def speaks_fiscal(question: str) -> bool:
    """Whether periods are named in a fiscal calendar; "fiscal policy" names none."""
    return _FISCAL.search(question) is not None


def _granularity(match: re.Match[str] | None) -> Granularity | None:
    return Granularity(next(v for v in match.groupdict().values() if v).lower()) if match else None
