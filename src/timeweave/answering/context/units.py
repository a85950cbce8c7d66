"""Which amounts can be set side by side, and how a computed one is written."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

from timeweave.extraction.amounts.units import CURRENCY_WORDS
from timeweave.records import Quantity

MOST_PER_SHARE = 1e4
"""Of a currency: what is more is a sum, and falls to no share."""
_SCALED = 1e5  # a bare number of at least that much may be a sum whose currency the sentence leaves out
_ROUGH_IN_DOLLARS = {
    "USD": 1.0, "EUR": 1.1, "GBP": 1.3, "CHF": 1.1, "CAD": 0.75, "AUD": 0.68, "NZD": 0.62, "SGD": 0.74, "HKD": 0.128,
    "CNY": 0.145, "JPY": 0.0075, "KRW": 0.00078, "INR": 0.0125, "TWD": 0.032, "MXN": 0.053, "BRL": 0.19, "SEK": 0.1,
    "NOK": 0.1, "DKK": 0.15, "RUB": 0.013,
}  # fmt: skip
_OF_SEVERAL_COUNTRIES = frozenset(unit for unit in CURRENCY_WORDS.values() if unit.islower())
_RATES = {"%": 1.0, "pp": 1.0, "points": 1.0, "bp": 0.01}


# what a unit of a measured amount is called, and how many of the base unit of its kind it is exactly
_EXACT = {
    "mm": ("millimetr millimet", "m", 0.001), "cm": ("centimetr centimet", "m", 0.01), "m": ("metr meter", "m", 1.0),
    "km": ("kilometr kilomet", "m", 1000.0), "g": ("gram", "kg", 0.001), "kg": ("kilogram kilo", "kg", 1.0),
    "tonnes": ("tonn", "kg", 1000.0), "kilotonnes": ("kilotonn", "kg", 1e6), "megatonnes": ("megatonn", "kg", 1e9),
    "miles": ("mile", "m", 1609.344), "yards": ("yard", "m", 0.9144), "feet": ("feet foot", "m", 0.3048),
    "hectares": ("hectar", "hectares", 1.0), "km²": ("squar", "hectares", 100.0),
    "litres": ("litr liter", "litres", 1.0), "hectolitres": ("hectolitr", "litres", 100.0),
    "millilitres": ("millilitr", "litres", 0.001), "centilitres": ("centilitr", "litres", 0.01),
    "kilolitres": ("kilolitr", "litres", 1e3), "cubic metres": ("cubic", "litres", 1e3),
    "megalitres": ("megalitr", "litres", 1e6), "gigalitres": ("gigalitr", "litres", 1e9),
    "seconds": ("second", "minutes", 1 / 60), "minutes": ("minut", "minutes", 1.0), "hours": ("hour", "minutes", 60.0),
    "kwh": ("kilowatt", "kwh", 1.0), "mwh": ("megawatt", "kwh", 1e3), "gwh": ("gigawatt", "kwh", 1e6),
    "twh": ("terawatt", "kwh", 1e9), "kw": ("kilowatt", "kw", 1.0), "mw": ("megawatt", "kw", 1e3),
    "gw": ("gigawatt", "kw", 1e6),
}  # fmt: skip
UNITS = tuple(_EXACT)
_SPELT = {"metres": "m", "meters": "m", "kilometres": "km", "kilometers": "km", "millimetres": "mm",
          "centimetres": "cm", "kilograms": "kg", "liters": "litres", "metric tons": "tonnes",
          "cubic meters": "cubic metres", "megaliters": "megalitres", "square kilometres": "km²",
          "square kilometers": "km²"}  # fmt: skip


def is_named_by(unit: str, terms: Iterable[str]) -> bool:
    """Whether index terms name a measured unit: "kilometres" names km."""
    short = _SPELT.get(unit, unit)
    named = _EXACT[short][0].split() if short in _EXACT else unit.split()
    return any(t.startswith(n) or n.startswith(t) for t in terms for n in named if len(t) > 2)


def convertible(quantities: Sequence[Quantity]) -> tuple[list[float], str] | None:
    """The values of ``quantities`` in the unit of the last, where units have an exact relation; else ``None``."""
    last = quantities[-1].unit
    if all(q.unit == last for q in quantities):
        return [q.value for q in quantities], last
    bases, pieces = zip(*(q.unit.partition("/")[::2] for q in quantities), strict=True)
    known = [_EXACT.get(_SPELT.get(base, base)) for base in bases]
    kinds = {k[1] for k in known if k is not None}
    if len(kinds) != 1 or None in known or len(set(pieces)) > 1:
        return None
    rate = known[-1]
    assert rate is not None
    return [round(q.value * k[2] / rate[2], 9) for q, k in zip(quantities, known, strict=True) if k is not None], last


class Family(enum.StrEnum):
    """Kinds of unit that are never compared with each other; sums of money in other currencies are one kind."""

    MONEY = "money"
    PER_PIECE = "per piece"
    RATE = "rate"
    STEP = "step"
    TIMES = "times"
    COUNT = "count"
    OTHER = "other"


def is_currency(unit: str) -> bool:
    """Whether ``unit`` is the code of a currency, or a word for money of several countries."""
    return (len(unit) == 3 and unit.isalpha() and unit.isupper()) or unit in _OF_SEVERAL_COUNTRIES


def family_of(quantity: Quantity) -> Family:
    """The kind of a quantity's unit; a step is a number of percentage or basis points."""
    unit = quantity.unit
    if "/" in unit:
        return Family.PER_PIECE
    if is_currency(unit):
        return Family.MONEY
    known = {"%": Family.RATE, "pp": Family.STEP, "bp": Family.STEP, "points": Family.STEP, "x": Family.TIMES}
    return known.get(unit) or (Family.COUNT if unit == "count" else Family.OTHER)


def are_alike(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts may be of one measure: "1.05 billion" may be dollars, "28%" is not."""
    a, b = family_of(one), family_of(other)
    if {a, b} == {Family.MONEY, Family.COUNT}:
        return min(abs(one.value), abs(other.value)) >= _SCALED
    return a is b and (a not in (Family.OTHER, Family.PER_PIECE) or one.unit == other.unit)


def comparable(quantities: Sequence[Quantity]) -> list[bool]:
    """Which of ``quantities`` can be compared with most of the others."""
    votes = [sum(are_alike(q, other) for other in quantities) for q in quantities]
    if not votes:
        return []
    lead = quantities[votes.index(max(votes))]
    return [are_alike(lead, q) for q in quantities]


def magnitude(quantity: Quantity) -> float:
    """The size by which alike amounts are ranked; sums in other currencies at rough, fixed rates."""
    if quantity.unit in _RATES:
        return quantity.value * _RATES[quantity.unit]
    return quantity.value * _ROUGH_IN_DOLLARS.get(quantity.unit.partition("/")[0], 1.0)


def currencies(quantities: Sequence[Quantity]) -> set[str]:
    """The currencies among the units, those of amounts per piece too."""
    units = {q.unit.partition("/")[0] for q in quantities}
    return {u for u in units if is_currency(u)}


def same_unit(quantities: Sequence[Quantity]) -> str | None:
    """The unit in which ``quantities`` can be subtracted; ``None`` when they have none in common.

    Amounts that leave their currency out have that of the others.
    """
    units = {q.unit for q in quantities}
    if len(units) == 2 and "count" in units:
        (other,) = units - {"count"}
        bare = [q for q in quantities if q.unit == "count"]
        return other if is_currency(other) and all(abs(q.value) >= _SCALED for q in bare) else None
    return units.pop() if len(units) == 1 else None


def written(value: float, unit: str, *, signed: bool = False, in_full: bool = False) -> str:
    """A computed number in words: 2.8e9 USD is "$2.8 billion"; ``signed`` puts a plus before a positive one,
    ``in_full`` gives all its digits.
    """
    size, scale = (
        (1.0, "")
        if in_full
        else next(
            ((v, w) for v, w in ((1e12, " trillion"), (1e9, " billion"), (1e6, " million")) if abs(value) >= v),
            (1.0, ""),
        )
    )
    number = f"{abs(value) / size:,.4g}" if size > 1 else f"{abs(value):,.{12 if in_full else 6}g}"
    sign = "-" if value < 0 else "+" if signed else ""
    base, _, piece = unit.partition("/")
    per = f" per {piece}" if piece else ""
    if base == "USD":
        return f"{sign}${number}{scale}{per}"
    if unit == "%":
        return f"{sign}{number}%"
    names = {"bp": "basis points", "pp": "percentage points", "x": "times", "count": ""}
    return f"{sign}{number}{scale} {names.get(base, base)}".rstrip() + per


def difference(first: Quantity, last: Quantity, unit: str) -> tuple[str, str]:
    """How far ``last`` lies from ``first``, and by how much in percent where that means something.

    Rates differ in percentage points, and in basis points below one of them.
    """
    apart = round(last.value - first.value, 9)
    if unit == "%":
        small = 0 < abs(apart) < 1
        return written(apart * 100, "bp", signed=True) if small else written(apart, "pp", signed=True), ""
    same_sign = first.value > 0 and last.value > 0
    share = f"{apart / first.value:+.1%}" if same_sign and unit not in ("bp", "pp", "points") else ""
    return written(apart, unit, signed=True), share
