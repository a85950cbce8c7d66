"""Amounts in English text: numbers with sign, scale, unit and range; dates and names with digits are not amounts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.amounts.units import (
    CURRENCIES,
    CURRENCY_WORDS,
    NUMBER_WORDS,
    PHYSICAL_UNITS,
    SCALES,
)
from timeweave.lexicon.changes import FALLING, GAINING, RISING
from timeweave.lexicon.families import any_of
from timeweave.lexicon.hedging import HEDGED, IS_ABOUT, IS_OVER, IS_UNDER
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MONTHS, SHORT_MONTHS
from timeweave.lexicon.numbers import SCALES as SPOKEN_SCALES
from timeweave.temporal.expressions import TimeExpression

_SPACED = r"[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f]\d{3})+(?![.,]?\d|[ -]\d)"
_GLYPHS = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8}
_FRACTION = r"(?:1/[2345689]|2/[35]|3/[458]|4/5|[57]/8|\d{1,2}/(?:16|32))(?![\d/])"
_IN_FRACTIONS = (
    r"(?=(?: to (?:\d{1,3}[- ])?\d{1,2}/\d{1,2})?[ -]?(?:per ?cent|pct|%)|[ -](?:basis |percentage )?point\b"
    r"|[ -](?:inch(?:es)?|feet|foot|miles?|hours?)\b)"
)
_MIXED = rf"(?:(?:\d{{1,3}}[- ])?{_FRACTION}{_IN_FRACTIONS}|(?:\d{{1,3}} ?)?[{''.join(_GLYPHS)}])"
_NUMBER = rf"(?:{_MIXED}|\d{{1,3}}(?:,\d{{3}})+(?:\.\d{{1,9}})?|{_SPACED}|\d{{1,15}}(?:\.\d{{1,9}})?|\.\d{{1,9}})"
_SPOKEN_UNIT = r"(?:" + "|".join(sorted([*NUMBER_WORDS, *SPOKEN_SCALES], key=len, reverse=True)) + r")"
_SPOKEN = (
    rf"(?:(?:a|half a|{'|'.join(NUMBER_WORDS)})(?=[\s-]+(?:{'|'.join(SPOKEN_SCALES)})\b)|{'|'.join(NUMBER_WORDS)})\b"
    rf"(?:[\s-]+(?:and\s+)?{_SPOKEN_UNIT}\b){{0,7}}"
)
_SYMBOL = (
    r"(?:(?:US|CA?|AU?|HK|NT|S|NZ|R|MX)?\$|[€£¥₹₩₦₱]|R(?=\d{1,3}(?:,\d{3})|\d{3}\b|\d+(?:\.\d+)?\s?(?:million|billion|bn)\b)"
    r"|(?:RMB|ZAR|KES|KSh|NGN|USD|CAD|AUD|HKD|EUR|GBP|JPY|CNY|INR|KRW|CHF|MXN|SEK|NOK|DKK|Rs\.?|Ps\.)(?=\s?\d))"
)
_CORE = lazily(
    rf"(?P<sign>(?:(?:negative|minus)\s+|(?<![\w)])[-−–](?=[$€£¥\d.]))?)"
    rf"(?:(?<![A-Za-z])(?P<symbol>{_SYMBOL})\s?(?P<sign2>[-−–]?)|(?<![\w.,/:#$€£¥-])|(?<=[-−–])(?=\d))"
    rf"(?P<number>{_NUMBER}|(?<![\w-])(?i:{_SPOKEN}))"
    rf"(?P<scale>(?:[\s-]?(?i:hundred|thousand|million|billion|trillion|crores?|lakhs?|bn|mn|tn|mm)\b(?!²)|\s?[MBKT]\b(?!-)"
    rf"|[mbk]\b)?)"
)
_TAIL = lazily(
    r"(?P<pp>[\s-]percentage[\s-]points?\b|\s?pp(?:ts?|s)?\b|%[\s-]points?\b)"
    r"|(?P<bp>[\s-]?(?:basis[\s-]points?|bps?)\b)"
    r"|(?P<percent>\s?%|[\s-](?:percent|per\s?cent|pct)\b)"
    r"|(?P<points>[\s-]points?\b)"
    r"|(?P<times>x\b|[\s-]times\b(?!\s+(?:a|per|in)\b)|-?fold\b)"
    r"|(?P<money>\s(?:US |U\.S\. |Mexican |Canadian |Australian )?(?:dollars?|euros?|pounds?(?=\s(?:sterling|a|per"
    r"|in)\b)"
    r"|yen|yuan|renminbi|RMB|pesos?|rupees?|francs?|reais|rubles?|roubles?|kron(?:a|e|or|er)|crowns|zlotys?|forints?"
    r"|lira|rand|dirhams?|dinars?|shillings?|USD|EUR|GBP|JPY)\b)"
    r"|(?P<cents>\s(?:cents?|pence)\b)"
    rf"|(?P<measured>[\s-]?(?:{PHYSICAL_UNITS})(?![\w]))"
)
_PER = lazily(
    r"(?:\s+on)?(?:\s+(?:an?|our))?\s*(?:per[\s-](?!every)|/\s?)(?:(?:fully[\s-]|diluted|basic|common"
    r"|ordinary)\s+)*([A-Za-z]+(?: foot)?)(?:[\s-]basis)?\b"
    r"|\s+an?\s+(?:(?:diluted|basic|common)\s+)?(share|barrel|ounce|gallon|hour|minute|second|day|week|month|year|night|ton|tonne"
    r"|pound|unit|unit|head|person|ticket|litre|liter)\b(?! ago| earlier)",
    re.IGNORECASE,
)
_NO_PIECES = frozenset(["the", "this", "that", "these", "those", "its", "their", "his", "her", "our", "your", "my"])
_CHEAP = lazily(rf"\d|\b(?:{'|'.join([*SPOKEN_SCALES, *NUMBER_WORDS][:-1])})\b", re.IGNORECASE)
_ROUGHLY = rf"(?:{HEDGED} )?"
_RANGE = lazily(rf"\s*(?:(?:up )?to|through|[-–—])\s*{_ROUGHLY}", re.IGNORECASE)
_BETWEEN = lazily(rf"\bbetween\s+{_ROUGHLY}$", re.IGNORECASE)
_RANGED_FROM = lazily(r"\brang(?:e|es|ed|ing)\s+(?:of |from |between )$", re.IGNORECASE)
_STEP = lazily(rf"\b(?:from|by)\s+{_ROUGHLY}$", re.IGNORECASE)
_MOVED = lazily(
    rf"\b(?:up|down|{any_of(v.past for v in (*RISING, *FALLING, *GAINING))})\s+$",
    re.IGNORECASE,
)
_RATES = ("%", "bp", "pp", "points", "x")
_GROUPING = lazily(r"[,\s]")
_NAME_BEFORE = lazily(r"\b[A-Z#][\w.#-]* $|\d $")
_RANGE_AHEAD = lazily(r"\s?[-–]\s?[$€£]?[\d.,]+\s?(?:%|percent|basis|bps|thousand|million|billion|x\b|times)")
_APPROX = lazily(
    rf"\b(?:(?P<about>{IS_ABOUT})|(?P<over>{IS_OVER})|(?P<under>{IS_UNDER}))\s+(?:an? |the |another |only )?$",
    re.IGNORECASE,
)
_NAMED = lazily(
    r"(?:\b(?:Round|Game|Week|Day|Part|Season|Episode|Class|Track|Gate|Step|Volume|Vol|Year|[Pp]oint)"
    r"\s$|\b(?:No|Nos|Section|Article|Chapter|Flight|Route|Form|Item|Page|Slide|Rule|Highway|Interstate|Room|Level"
    r"|Phase|Stage|Windows"
    r"|Bowl|Apollo|Formula|Grade|Category|Group|Act|Title|Channel|Type"
    rf"|{any_of(m.title() for m in (*MONTHS, *SHORT_MONTHS))})\.?|\b[Aa]ge[ds]?|#)\s?$"
)
_NUMBERED = lazily(r"\b[Nn]umber\s$")
_NAMES_A_THING = lazily(
    r"\s(?!(?:of|in|on|over|during|at|for|by|to|and|or|from|was|were|fell|than|less|more)\b)[a-z]"
)  # "90 mm guns"
_ONE_IN = lazily(rf"\b(?:\d+|{'|'.join(NUMBER_WORDS)}) (?:in|out of) (?:every )?$|\b(?:per|every) $", re.IGNORECASE)
_AGES = lazily(r"\bage[ds]?\s(?:between\s)?\d+(?:\s?[-–]\s?|\s(?:to|and|or)\s)$", re.IGNORECASE)
_OLDER = lazily(
    r"\b(?:children|people|men|women|adults|those|girls|boys|drivers|was|were|is|are)\s(?:under|over|below|above)"
    r"\s(?:the age of\s)?$",
    re.IGNORECASE,
)
_NOTHING_COUNTED = lazily(r"\s*(?:[.,;:?)]|$)|\s(?:was|were|is|are|who|ha[sd]|have|in|at|on|and|or|from|by|with)\b")
_SINGULAR = lazily(
    r"\b(mile|\w*met(?:er|re)|lit(?:er|re)|yard|acre|hectare|ton|tonne|kilogram|ounce|gallon|barrel|degree|inch"
    r"|\w*watt|hour)$"
)
_STREET = lazily(
    r" (?:[NSEW]{1,2}\.? )?(?:[A-Z]\w+ ){0,2}(?:[A-Z]\w+|\d{1,3}(?:st|nd|rd|th)) (?:Drive|Street|Str|St|Avenue|Ave"
    r"|Road|Rd|Boulevard|Blvd|Lane|Highway|Way|Place|Court|Terrace|Parkway)\b"
)
_IN_EVERY = lazily(rf" (?:in|out of) (?:every )?(?:\d{{1,3}}(?!\d)|(?:{'|'.join(NUMBER_WORDS)})\b)", re.IGNORECASE)
_AFTER_DIGIT = lazily(
    r"(?:[A-Za-z½¼¾]|[:/]\d|[.,]\d|\s?[-–]\s?\d|-\s|st\b|nd\b|rd\b|th\b|-[A-Za-z]|['’]s\b|\s?(?:a|p)\.?m\b)"
)
_PERIOD_TAIL = lazily(
    r"[\s-](?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|quarters?|decades?|centur(?:y|ies))\b"
)
_MAX_SPOKEN_COUNT = 10


@dataclass(frozen=True, slots=True)
class Amount:
    """A number at characters ``start`` to ``end``; ``value`` signed, in the base unit; ``high`` a range's upper bound.

    ``unit`` is as in `Quantity`; empty for a bare number, which counts whatever noun follows. ``approx`` is ``about``,
    ``over`` or ``under`` where the text says so. ``small`` marks a spelt-out number up to ten.
    """

    start: int
    end: int
    value: float
    unit: str
    text: str
    high: float | None = None
    approx: str = ""
    scaled: bool = False
    small: bool = False


def may_hold_amounts(sentence: str) -> bool:
    """Whether a sentence has a digit or a number word at all: the cheap check before everything else."""
    return _CHEAP.search(sentence) is not None


def find_amounts(sentence: str, expressions: Sequence[TimeExpression] = ()) -> list[Amount]:
    """The amounts of a sentence in order; what lies inside one of ``expressions`` is a time, not an amount."""
    blocked = [(e.start, e.end) for e in expressions]
    found: list[Amount] = []
    position = 0
    while match := _CORE.search(sentence, position):
        position = match.end()
        while blocked and blocked[0][1] <= match.start():
            blocked.pop(0)
        amount = _read(sentence, match)
        if amount is None:
            continue
        bare_time = bool(blocked) and blocked[0][0] < amount.end and amount.unit in ("", "x", "points")
        if not bare_time:
            found.append(amount)
            position = amount.end
    return _ranges(sentence, found)


def _read(sentence: str, match: re.Match[str]) -> Amount | None:
    symbol, number, end = match["symbol"], match["number"], match.end()
    spoken = not (number[0].isdigit() or number[0] == "." or number[0] in _GLYPHS)
    if " " in number and not spoken and _NAME_BEFORE.search(sentence[: match.start("number")]):
        return None  # "Boeing 737 800"
    value = _spoken_value(number) if spoken else _written_value(number)
    scale = match["scale"].lstrip("-").strip().lower().rstrip("s")
    if scale == "mm" and not symbol and _NAMES_A_THING.match(sentence, end):
        return None
    if scale == "mm" and not symbol:  # of rain, not of dollars
        scale, end = "", match.start("scale")
    if scale in ("m", "b", "k", "t") and not symbol and not match["scale"].strip().isupper():
        return None
    if scale:
        value *= SCALES[scale]
    unit, end = _unit(sentence, symbol, end)
    if unit == "cents":
        value, unit = value / 100, "USD"
    if symbol or unit in _CURRENCY_UNITS or re.fullmatch(PHYSICAL_UNITS, unit):
        unit, end = _per(sentence, unit, end)
    if not unit and not scale and _is_name(sentence, match, spoken=spoken, value=value):
        return None
    start = match.start()
    negative = bool(match["sign"].strip() or match["sign2"])
    if (
        symbol
        and sentence[start - 1 : start] == "("
        and sentence[end : end + 1] == ")"
        and _accounting(sentence, start)
    ):
        negative, start, end = True, start - 1, end + 1
    approx = _APPROX.search(sentence[max(0, start - 40) : start])
    return Amount(
        start, end, -value if negative else value, unit, sentence[start:end],
        approx=(approx.lastgroup or "") if approx else "",
        scaled=bool(scale) or (spoken and any(s in number.lower() for s in SPOKEN_SCALES)),
        small=spoken and value <= _MAX_SPOKEN_COUNT,
    )  # fmt: skip


def _written_value(number: str) -> float:
    """The value of digits; of "5-1/2" and "5½" with the fraction."""
    if number[-1] in _GLYPHS:
        return float(number[:-1].strip() or 0) + _GLYPHS[number[-1]]
    whole, _, below = number.partition("/")
    if not below:
        return float(_GROUPING.sub("", number))
    *before, above = re.split(r"[- ]", whole)
    return float(before[0] if before else 0) + float(above) / float(below)


_CURRENCY_UNITS = frozenset(CURRENCIES.values()) | frozenset(CURRENCY_WORDS.values())


def _unit(sentence: str, symbol: str | None, end: int) -> tuple[str, int]:
    if symbol:
        return CURRENCIES[symbol.lower()], end
    tail = _TAIL.match(sentence, end)
    if tail is None:
        return "", end
    kind, text = tail.lastgroup, tail.group().strip("-").strip()
    if kind == "money":
        word = text.split()[-1].lower()
        unit = "CAD" if text.startswith("Can") else CURRENCY_WORDS[word if word in CURRENCY_WORDS else word.rstrip("s")]
    elif kind == "measured":
        unit = _SINGULAR.sub(r"\1s", text.lower()).replace("foot", "feet").replace("inchs", "inches")
    else:
        unit = {"pp": "pp", "bp": "bp", "percent": "%", "points": "points", "times": "x", "cents": "cents"}[kind or ""]
    return unit, tail.end()


def _per(sentence: str, unit: str, end: int) -> tuple[str, int]:
    tail = _PER.match(sentence, end)
    noun = "" if tail is None else (tail[1] or tail[2]).lower()
    if tail is None or noun in _NO_PIECES:
        return unit, end
    return f"{unit}/{noun}", tail.end()


def _accounting(sentence: str, start: int) -> bool:
    """Whether a parenthesised sum is a negative one: a second reading after another sum ("RMB 5 ($1)") is not."""
    return not re.search(r"[\d%]|illion\s*$", sentence[max(0, start - 12) : start - 1])


_CAPITALISED = lazily(r"[a-z,] (?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day )[A-Z]\w+ $")


def _is_name(sentence: str, match: re.Match[str], *, spoken: bool, value: float) -> bool:
    """Whether a bare number is part of a date, score, ordinal, list mark or name rather than a count."""
    start, end = match.start("number"), match.end()
    if value < _MAX_SPOKEN_COUNT and _IN_EVERY.match(sentence, end):
        return True
    if _OLDER.search(sentence[max(0, start - 32) : start]) and _NOTHING_COUNTED.match(sentence, end):
        return True  # an age
    if spoken:
        return bool(re.match(r"-[a-z]", sentence[end : end + 2])) or bool(_PERIOD_TAIL.match(sentence, end))
    digits = match["number"]
    if _RANGE_AHEAD.match(sentence, end):
        return False
    if sentence[start - 1 : start] in ("-", "−", "–") and not match["sign"]:
        return True
    if _AFTER_DIGIT.match(sentence, end) or _PERIOD_TAIL.match(sentence, end):
        return True
    if len(digits) == 4 and digits.isdigit() and 1500 <= value <= 2100:
        return True
    if match["sign"] and re.search(r"[\w)]\s?$", sentence[max(0, start - 3) : match.start()]):
        return True
    before = sentence[max(0, start - 20) : start]
    if _ONE_IN.search(before) or _AGES.search(before):
        return True
    list_mark = start < 8 and not sentence[:start].strip(" \t\n(") and sentence[end : end + 1] in ".):"
    numbered = "," not in digits and (_CAPITALISED.search(before) or _STREET.match(sentence, end))
    if numbered:
        return True
    if _NUMBERED.search(before) and "," not in digits:  # "the hives number 2,395"
        return True
    return (
        list_mark or _NAMED.search(before) is not None or (len(digits) == 2 and bool(re.search(r"['’‘]\s?$", before)))
    )


def _spoken_value(text: str) -> float:
    total = current = 0.0
    for word in re.split(r"[\s-]+", text.lower()):
        if word in NUMBER_WORDS:
            current += NUMBER_WORDS[word]
        elif word == "a":
            current = current or 1.0
        elif word == "half":
            current = 0.5
        elif word in SCALES:
            current = (current or 1.0) * SCALES[word]
            if word != "hundred":
                total, current = total + current, 0.0
    return total + current


def _ranges(sentence: str, amounts: list[Amount]) -> list[Amount]:
    merged: list[Amount] = []
    for amount in amounts:
        last = merged[-1] if merged else None
        joined = _join(sentence, last, amount) if last is not None and last.high is None else None
        if joined is not None:
            merged[-1] = joined
        else:
            merged.append(amount)
    return merged


def _join(sentence: str, low: Amount, high: Amount) -> Amount | None:
    """The range that two neighbours make, else ``None``; "from A to B" and "rose $3 to $15" are two amounts."""
    gap, before = sentence[low.end : high.start], sentence[max(0, low.start - 32) : low.start]
    between = gap.strip().lower() == "and" and _BETWEEN.search(before) is not None
    if len(gap) > 20 or not (between or _RANGE.fullmatch(gap)) or high.value == 0:
        return None
    if _STEP.search(before) and not _RANGED_FROM.search(before):
        return None
    if high.unit not in _RATES and _MOVED.search(before):
        return None
    value = low.value
    if low.unit not in ("", high.unit) and low.unit != high.unit.partition("/")[0]:
        return None
    if high.scaled and not low.scaled and value < high.value / 1e3 * 10:
        value *= _scale_of(high)
    if value > high.value and low.unit == high.unit and _BETWEEN.search(before):  # "down between 19% to 17%"
        value, high = high.value, replace(high, value=value)
    if not value < high.value or (low.unit == "" and high.unit == "" and not (high.scaled or between or "to" in gap)):
        return None
    text = sentence[low.start : high.end]
    return replace(high, start=low.start, value=value, high=high.value, text=text, approx=low.approx)


def _scale_of(amount: Amount) -> float:
    words = re.findall(r"[a-z]+", amount.text.lower())
    return next((SCALES[w.rstrip("s")] for w in words if w.rstrip("s") in SCALES), 1.0)
