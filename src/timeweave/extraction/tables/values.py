"""Units of headings and figures of cells: "($ millions)", "time_seconds", "(42.6)", "1 204 kg"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.extraction.amounts.units import CURRENCIES, CURRENCY_WORDS
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import ALWAYS_SCALES, IN_SECONDS, SCALE_NAMES, SCALES, UNITS

_SIGNS = "".join(sorted({symbol for symbol in CURRENCIES if len(symbol) == 1 and not symbol.isalpha()}))
_SYMBOL = (
    rf"(?:(?:US|CA?|AU?|HK|NT|S|NZ|R|MX)?[{re.escape(_SIGNS)}]|(?:USD|EUR|GBP|JPY|CHF|CNY|INR|CAD|AUD|SEK|NOK|DKK)\b)"
)
_NUMBER = (
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:\.\d+)?|\d+,\d{1,2}|\.\d+"
)
_FIGURE = lazily(
    rf"(?P<open>\()?\s*(?P<sign>[-−–+±]?)\s*(?P<symbol>{_SYMBOL})?\s*(?P<inner>\()?(?P<sign2>[-−–]?)\s*"
    rf"(?P<number>{_NUMBER})(?P<tail>[^\d()][^()]*?)?\s*\)?\s*(?P<after>%)?",
    re.IGNORECASE,
)
_EXCEPT = lazily(r",?\s*(?:except|other than|excluding)\b.*", re.IGNORECASE)
_ASIDE = lazily(r"[(\[]([^()\[\]]{1,40})[)\]]")
_PLURAL = lazily(r"\b([a-z]+)\((?:e?s|ies)\)", re.IGNORECASE)  # "Symbol(s)", which counts no seconds
_LOOSE = frozenset(
    {"in", "of", "the", "all", "amounts", "figures", "and", "expressed", "values", "us", "data", "unit:", "units:"}
)
_RATE = lazily(r"([^\s/\d]{1,6})/([^\s/]{1,10})")
_PIECES = lazily(rf"{_SYMBOL}|[^\s,;]+", re.IGNORECASE)
_LONGEST_TAIL = 3  # words


@dataclass(frozen=True, slots=True)
class Unit:
    """What a heading counts in: a currency or another unit, and by how much its numbers are to be multiplied."""

    name: str = ""
    scale: float = 1.0
    is_currency: bool = False

    def __bool__(self) -> bool:
        return bool(self.name) or self.scale != 1.0


NO_UNIT = Unit()


@dataclass(frozen=True, slots=True)
class Number:
    """The figure of a cell as it is written: ``value`` with its sign, ``unit`` where the cell has its own."""

    value: float
    unit: Unit
    text: str
    noun: str = ""


def read_unit(phrase: str) -> Unit | None:
    """The unit that a whole phrase is: "$ in millions", "kg", "tonnes per hectare"; ``None`` where it is none."""
    pieces = [p for p in _PIECES.findall(_EXCEPT.sub("", phrase).strip(" ().:")) if p.casefold() not in _LOOSE]
    currency, scale, parts, per = "", 1.0, [], False
    for piece in pieces:
        low = piece.casefold().strip(".")
        money = CURRENCIES.get(low) or CURRENCY_WORDS.get(low.rstrip("s"))
        if money and not currency:
            currency = money
        elif low in SCALES and scale == 1.0 and (low in ALWAYS_SCALES or currency):
            scale = SCALES[low]
        elif low == "per" or low == "/":
            per = True
        elif low in UNITS or (per and low.isalpha()):
            parts.append(("/" if per else "") + UNITS.get(low, low))
            per = False
        elif "/" in low and low.partition("/")[0] in UNITS:
            parts.append(piece)
        else:
            return None
    if len(parts) > 1 and not all(p.startswith("/") for p in parts[1:]):
        return None
    if currency:
        return Unit(currency + "".join(p for p in parts if p.startswith("/")), scale, is_currency=True)
    found = Unit("".join(parts), scale)
    return found or None


def split_unit(heading: str) -> tuple[str, Unit]:
    """A heading without its unit, and the unit: in brackets, behind a comma, as its last words, or the whole of it."""
    text = _snake(heading)
    if whole := read_unit(text):
        if not text.isalpha() or text.isupper() or len(text) < len("EUR"):
            return "", whole
        return text, NO_UNIT if whole.is_currency or whole.scale != 1.0 else whole  # "Won", "Points", "Hours"
    text = _PLURAL.sub(lambda m: m[0] if m[1].casefold() in IN_SECONDS else m[1], text)
    for aside in _ASIDE.finditer(text):
        if unit := read_unit(aside[1]) or _rate(aside[1]):
            return " ".join((text[: aside.start()] + " " + text[aside.end() :]).split()).strip(" ,"), unit
    head, comma, tail = text.rpartition(",")
    is_of_number = head[-1:].isdigit() and tail[:1].isdigit()  # "Total: $325,000"
    if comma and not is_of_number and (unit := read_unit(tail)):
        return head.strip(), unit
    words = text.split()
    if len(words) > 1 and words[-1] in ("%", *_SIGNS) and (unit := read_unit(words[-1])):
        return " ".join(words[:-1]).rstrip(" ,"), unit
    if "_" in heading:
        for count in (2, 1):
            if len(words) > count and (unit := _suffix(words[-count:])):
                return " ".join(words[:-count]), unit
    return text, NO_UNIT


def _rate(aside: str) -> Unit | None:
    """So much of one thing for each of another: "€/month", "ct/kWh"."""
    match = _RATE.fullmatch(aside.strip())
    if match is None:
        return None
    money = CURRENCIES.get(match[1].casefold())
    return Unit(f"{money or match[1]}/{match[2]}", is_currency=money is not None)


def _snake(heading: str) -> str:
    return heading.replace("_", " ") if "_" in heading and " " not in heading else heading


def _suffix(words: list[str]) -> Unit | None:
    """The unit of a name such as ``no2_ug_m3`` or ``rain_mm``."""
    units = [UNITS.get(w.casefold()) for w in words]
    if None in units:
        return None
    return Unit("/".join(u for u in units if u))


def read_number(cell: str) -> Number | None:
    """The one figure that a cell is; ``None`` for words, dates, ranges and scores."""
    match = _FIGURE.fullmatch(cell.strip())
    if match is None:
        return None
    tail = (match["tail"] or "").strip()
    unit, noun = _own_unit(match["symbol"] or "", tail, match["after"] or "")
    if unit is None:
        return None
    digits = match["number"]
    grouped = re.fullmatch(r"\d+,\d{1,2}", digits)
    plain = digits.replace(",", ".") if grouped else re.sub(r"[,\s]", "", digits)
    negative = match["sign"] in ("-", "−", "–") or bool(match["sign2"])
    negative = negative or bool((match["open"] or match["inner"]) and cell.strip().rstrip("%").rstrip().endswith(")"))
    value = float(plain)
    return Number(-value if negative else value, unit, cell.strip(), noun)


def _own_unit(symbol: str, tail: str, after: str) -> tuple[Unit | None, str]:
    """The unit that a cell has of its own, and the noun that it counts instead; no unit where it is no figure."""
    if not tail:
        if after:
            return Unit("%"), ""
        return (Unit(CURRENCIES[symbol.casefold()], is_currency=True) if symbol else NO_UNIT), ""
    if tail.casefold() in ("k", "m", "b", "bn", "mn") and tail not in ("m",):
        scale = SCALES[tail.casefold()]
        return Unit(CURRENCIES[symbol.casefold()] if symbol else "", scale, is_currency=bool(symbol)), ""
    unit = read_unit(f"{symbol} {tail}".strip())
    if unit is not None:
        return unit, ""
    words = tail.split()
    plain = len(words) <= _LONGEST_TAIL and all(w.isalpha() and w.islower() and len(w) > 2 for w in words)
    return (NO_UNIT, tail) if plain and not symbol else (None, "")


_SHOWN = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
_BEHIND = frozenset({"%", "°C", "°F", "x"})


def shown(number: Number, unit: Unit) -> str:
    """A figure as it is written, with what its heading counts in: "$19,115 thousand", "(42.6)" as "-$42.6 million"."""
    digits = re.search(_NUMBER, number.text)
    text = digits[0] if digits else number.text
    sign = "-" if number.value < 0 else "+" if number.text.startswith("+") else ""
    scale = f" {SCALE_NAMES[unit.scale]}" if unit.scale in SCALE_NAMES else ""
    if unit.is_currency:
        money, slash, piece = unit.name.partition("/")
        body = f"{_SHOWN[money]}{text}{scale}" if money in _SHOWN else f"{text}{scale} {money}"
        return f"{sign}{body}" + (f" per {piece}" if slash else "")
    if unit.name in _BEHIND:
        return f"{sign}{text}{unit.name}"
    named = unit.name or number.noun
    return f"{sign}{text}{scale} {named}".rstrip()
