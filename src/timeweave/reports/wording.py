"""The words of a digest: periods as people say them, lists, and what a measure came to, in half a sentence."""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection, Sequence

from timeweave.records import Fact
from timeweave.temporal.interval import Granularity, Interval

_LEVEL = {Granularity.QUARTER: "quarters", Granularity.MONTH: "months", Granularity.DAY: "days"}
_SIGNED = re.compile(r"^(?:[-−–(+]|negative|minus|a? ?loss)", re.IGNORECASE)
_SIGN = re.compile(r"^(?:[-−–+]|negative |minus |plus )\s*", re.IGNORECASE)
_PER_SHARE = re.compile(r" per (?:\w+ ){0,2}share$")
_BASIS = {"non-gaap": "adjusted ", "gaap": "GAAP "}
_PREPOSITIONS = frozenset(["in", "at", "by", "of", "on", "to", "for", "from", "with"])
_USUAL = frozenset(["value", "actual"])  # qualifiers that say nothing unusual
_IN_THE_VALUE = frozenset(["name", "number", "stage"])
_COMPARED = {"year-over-year": " year over year", "sequential": " on the period before"}


def period_in_words(period: Interval, within: Interval | None = None) -> str:
    """``Q1 2024``, ``March 2024``, ``5 March 2024``; the year left out where ``within`` names it."""
    first, slash, last = str(period).partition("/")
    if slash:
        return _bounds(first, last, within)
    assert period.start is not None
    year = "" if within is not None and within.contains(period) else f" {period.start.year}"
    month = calendar.month_name[period.start.month]
    match period.granularity:
        case Granularity.YEAR:
            return str(period.start.year)
        case Granularity.QUARTER:
            return f"Q{(period.start.month + 2) // 3}{year}"
        case Granularity.MONTH:
            return f"{month}{year}"
        case Granularity.DAY:
            return f"{period.start.day} {month}{year}"


def at_period(period: Interval, within: Interval | None = None) -> str:
    """``in Q1 2024``, ``on 5 March 2024``."""
    preposition = "on" if period.is_unit and period.granularity is Granularity.DAY else "in"
    return f"{preposition} {period_in_words(period, within)}"


def levels_below(period: Interval) -> str:
    """What a period's children are called."""
    levels = {Granularity.YEAR: Granularity.QUARTER, Granularity.QUARTER: Granularity.MONTH}
    return _LEVEL[levels.get(period.granularity, Granularity.DAY)]


def listed(parts: Sequence[str]) -> str:
    """One part as it is, two with "and", more with commas."""
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def counted(number: int, one: str, many: str) -> str:
    """``1 fact``, ``1,794 facts``."""
    return f"{number:,} {one if number == 1 else many}"


def amount(fact: Fact) -> str:
    """A value as its source writes it, with its sign and how exact it is."""
    assert fact.quantity is not None
    text = fact.quantity.text
    if "per share" in fact.relation:
        text = _PER_SHARE.sub("", text)
    if fact.quantity.value < 0 and not _SIGNED.match(text):
        text = f"−{text}"
    nearly = dict(fact.qualifiers).get("approx", "")
    return text if not nearly or nearly in text.lower() else f"{nearly} {text}"


def movement(fact: Fact) -> str:
    """``up 6% year over year``."""
    assert fact.quantity is not None
    qualifiers = dict(fact.qualifiers)
    size = _SIGN.sub("", fact.quantity.text)
    nearly = f"{qualifiers['approx']} " if "approx" in qualifiers else ""
    direction = "up" if fact.quantity.value > 0 else "down" if fact.quantity.value < 0 else "changed by"
    return f"{direction} {nearly}{size}{_compared(qualifiers.get('change', ''))}"


def measure_in_words(fact: Fact, name: str) -> str:
    """A measure with its basis: ``adjusted operating margin``."""
    basis = _BASIS.get(dict(fact.qualifiers).get("basis", ""), "")
    return f"{basis}{name}"


def unusual(fact: Fact, told: Collection[str] = ()) -> str:
    """What tells a fact apart from others of its relation, in brackets: `` (europe, guidance)``; empty where nothing
    does but what the value tells, or qualifiers that are ``told`` otherwise.
    """
    apart = (value for key, value in fact.qualifiers if key not in _IN_THE_VALUE and key not in told)
    said = ", ".join(value for value in apart if value not in _USUAL)
    return f" ({said})" if said else ""


def valued(name: str, value: Fact) -> str:
    """``revenue of $80 million``, ``412 people employed``, ``revenue expected at $85 million``."""
    assert value.quantity is not None
    if _is_expected(value):
        return f"{name} expected at {amount(value)}"
    return f"{amount(value)} {name}" if value.quantity.unit == "count" else f"{name} of {amount(value)}"


def outcome(name: str, value: Fact | None, change: Fact | None) -> str:
    """What is told of a measure: its value, its change, or both."""
    if value is None:
        assert change is not None
        expected = "expected " if _is_expected(change) else ""
        return f"{name} {expected}{movement(change)}"
    joined = valued(name, value)
    return joined if change is None or _is_same_number(value, change) else f"{joined}, {movement(change)}"


def leads_to_object(relation: str) -> bool:
    """Whether a relation reads on to its object, as "headquartered in" and "member of" do, and names no office."""
    return relation.rpartition(" ")[2] in _PREPOSITIONS


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    text = text[:1].upper() + text[1:]
    return text if text.rstrip('”")').endswith((".", "!", "?")) else f"{text}."


def _compared(change: str) -> str:
    _, since, period = change.partition("since ")
    return f" since {period_in_words(Interval.parse(period))}" if since else _COMPARED.get(change, "")


def _is_same_number(value: Fact, change: Fact) -> bool:
    """One number read as both: nothing grows by as much as it is."""
    assert value.quantity is not None
    assert change.quantity is not None
    return abs(value.quantity.value) == abs(change.quantity.value) and value.quantity.unit == change.quantity.unit


def _is_expected(fact: Fact) -> bool:
    return dict(fact.qualifiers).get("modality") == "guidance"


def _bounds(first: str, last: str, within: Interval | None) -> str:
    if last == "..":
        return f"from {period_in_words(Interval.parse(first), within)} on"
    if first == "..":
        return f"until {period_in_words(Interval.parse(last), within)}"
    return f"{period_in_words(Interval.parse(first), within)} to {period_in_words(Interval.parse(last), within)}"
