"""The quantities that a sentence states: of what, how much, since or compared with when (TG-03, TK-04)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.extraction.amounts.clauses import tokenize
from timeweave.extraction.amounts.measures import MeasureName, normal_measure
from timeweave.extraction.amounts.numbers import Amount, find_amounts, may_hold_amounts
from timeweave.extraction.amounts.readings import Reading, Role
from timeweave.extraction.amounts.roles import read_amounts
from timeweave.extraction.amounts.unstated import is_aimed_at, is_difference, is_outline, is_supposed
from timeweave.extraction.times.timing import (
    ahead_of,
    compared_interval,
    in_comparison,
    is_dated,
    looks_ahead,
    names_speaking_day,
    settled,
    shifted,
)
from timeweave.lexicon.counting import BASES
from timeweave.lexicon.families import any_of
from timeweave.records import Quantity, Span
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Granularity, Interval

_MAX_AMOUNTS = 60
_YEAR_OVER_YEAR = re.compile(
    r"year[- ](?:over|on)[- ]year|\by/y\b|\byoy\b|(?:from|over|versus|vs\.?|to|with|than|on|against|of) (?:the "
    r"|a )?(?:same |comparable |corresponding )?"
    r"(?:(?:quarter|period|time) (?:in |of |from |during )?(?:the |a )?)?(?:last|prior|previous"
    r"|preceding) (?:fiscal )?year|(?:a|one) year (?:ago|earlier)|year[- ]ago|annually|last year['’]s",
    re.IGNORECASE,
)  # fmt: skip
_SEQUENTIAL = re.compile(
    r"sequential|quarter[- ](?:over|on|to)[- ]quarter|\bqoq\b|\bq/q\b|(?:from|over|versus|to|than) (?:the "
    r"|our )?(?:last|prior|previous|preceding|first|second|third|fourth) (?:fiscal )?quarter(?! (?:of|in|last|a year)"
    r"|,? \d| 20)",
    re.IGNORECASE,
)
_MONTHLY = re.compile(
    r"month[- ](?:over|on)[- ]month|(?:from|over|than) (?:the )?(?:last|prior|previous) month", re.IGNORECASE
)
_CONSTANT = re.compile(r"constant[- ]currency|currency[- ]neutral", re.IGNORECASE)
_BASIS = re.compile(
    rf"\bon (?:a|an) (?:(non-?gaap|adjusted|gaap)\b|({any_of(BASES)}) basis\b)|^\W*(?:\w+\W+)?(excluding) ",
    re.IGNORECASE,
)
_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
_SEGMENT = re.compile(
    r"^(?:(?:And|Now|So),? )?(?:In|For|Within|Across|Turning to|Moving to|Moving on to|Looking at)\s+(?:our "
    r"|the )?([^,;:.\d]{2,40}?)(?:\s+(?:segment|business|division|region|brand|category))?,"
    r"|\b(?:[Oo]ur|[Tt]he)\s+([A-Z][\w&-]{1,20}(?: (?:and )?[A-Z][\w&-]{1,20}){0,2})\s+(?:segment|business|division"
    r"|brand|region)\b"
)
_NOT_SEGMENT = re.compile(
    r"\b(?:comparison|short|general|turn|response|recent|context|reality|return|order|part|quarter|year|month|period"
    r"|half|addition|terms|fact|summary|total|particular|contrast|conclusion|case|guidance|outlook|result|results"
    r"|example|instance|now|moment|statement|sheet|income|margins?|fiscal|we|I|that|this|it)\b",
    re.IGNORECASE,
)
_APPROX = {"about": "about", "over": "over", "under": "under"}


@dataclass(frozen=True, slots=True)
class Measure:
    """A stated quantity: the measure's normal name, how much, and what must not be confused with it.

    ``qualifiers`` are sorted (key, value) pairs: always ``kind`` (``value``, ``change``, ``contribution``) and
    ``modality`` (``actual``, ``guidance``); where stated ``basis`` (``gaap``, ``non-gaap``, ``comparable``), ``change``
    (``year-over-year``, ``sequential``, ``month-over-month`` or ``since`` a period), ``currency`` (``constant``),
    ``approx`` (``about``, ``over``, ``under``), ``segment``, ``bound`` (``low``, ``high``: a range is two measures).
    A decrease, a loss or an outflow has a negative value. ``holder`` is whose measure it is where the phrase says so.
    """

    relation: str
    quantity: Quantity
    qualifiers: tuple[tuple[str, str], ...]
    span: Span
    valid: Interval | None
    holder: str = ""


def find_measures(
    sentence: str,
    *,
    default: Interval | None,
    expressions: Sequence[TimeExpression],
    period: Interval | None = None,
) -> list[Measure]:
    """The quantities of a sentence in order, each valid at the time that it names, else at ``default``.

    ``period`` is what the document reports on: in a sentence that goes on to what is expected, it is the time of what
    was stated before.
    Spans are characters of ``sentence``. Dates, ordinals, names, and numbers of which nothing is said, are left out.
    """
    if not may_hold_amounts(sentence):
        return []
    amounts = find_amounts(sentence, expressions)[:_MAX_AMOUNTS]
    if not amounts:
        return []
    readings = read_amounts(sentence, tokenize(sentence, amounts, expressions), amounts)
    readings = _distributed(sentence, amounts, readings)
    segment, segment_end = _segment(sentence, expressions)
    times = tuple(settled(sentence, expressions))
    ranges = [a.end for a in amounts if a.high is not None]
    outlined = bool(ranges) and is_outline(sentence[: ranges[-1]])
    measures: list[Measure] = []
    for index, (amount, reading) in enumerate(zip(amounts, readings, strict=True)):
        if reading is not None and _credible(amount, reading, sentence):
            window = _window(sentence, amounts, index)
            same_clause = not re.search(r"[;:]|,? and ", sentence[segment_end : reading.start])
            context = _Context(
                sentence, amount, reading, window, segment if same_clause else "", default, times, period, outlined
            )
            measures.extend(_measures(context))
    return measures


@dataclass(frozen=True, slots=True)
class _Context:
    sentence: str
    amount: Amount
    reading: Reading
    window: tuple[int, int]
    segment: str
    default: Interval | None
    expressions: tuple[TimeExpression, ...]
    period: Interval | None
    outlined: bool = False  # whether it stands in a line of ranges, which nobody has reached yet

    @property
    def following(self) -> str:
        """What the sentence says of the amount after it, up to the next amount or clause."""
        return self.sentence[self.window[0] : self.window[1]]

    def within(self, start: int, end: int) -> list[TimeExpression]:
        """The dated expressions of a stretch; in a report on a period, "today" is a manner of speaking."""
        reporting = self.default is not None and self.default.granularity is not Granularity.DAY
        return [
            e
            for e in self.expressions
            if start <= e.start and e.end <= end and is_dated(e) and not (reporting and names_speaking_day(e))
        ]


def _window(sentence: str, amounts: Sequence[Amount], index: int) -> tuple[int, int]:
    start = amounts[index].end
    end = min(len(sentence), start + 110)
    if index + 1 < len(amounts):
        end = min(end, amounts[index + 1].start)
    cut = re.search(
        r";|,? (?:while|driven|due to|because|but|primarily|reflecting|as a result|and (?:we|our|the))\b",
        sentence[start:end],
    )
    return start, start + cut.start() if cut else end


def _measures(context: _Context) -> list[Measure]:
    amount, reading = context.amount, context.reading
    valid = _valid(context)
    span = Span(min(reading.start, amount.start), max(reading.end, amount.end))
    qualifiers = _qualifiers(context)
    unit = amount.unit or "count"
    if len(unit) == 3 and unit.isupper() and reading.name.name.endswith("per share"):
        unit += "/share"
    if amount.high is None:
        quantity = Quantity(_signed(amount.value, reading), unit, amount.text)
        return [Measure(reading.name.name, quantity, tuple(sorted(qualifiers.items())), span, valid, reading.holder)]
    low, high = sorted((_signed(amount.value, reading), _signed(amount.high, reading)))
    return [
        Measure(
            reading.name.name,
            Quantity(value, unit, amount.text),
            tuple(sorted({**qualifiers, "bound": bound}.items())),
            span,
            valid,
            reading.holder,
        )
        for bound, value in (("low", low), ("high", high))
    ]


def _signed(value: float, reading: Reading) -> float:
    falls = reading.role is Role.CHANGE and reading.sign < 0
    return -abs(value) if falls or (reading.name.negative and reading.role is Role.VALUE) else value


def _qualifiers(context: _Context) -> dict[str, str]:
    amount, reading, following = context.amount, context.reading, context.following
    name = reading.name
    ahead = looks_ahead(context.sentence, amount.start) is not None or name.guidance
    ahead = ahead or is_aimed_at(context.sentence, amount.start)
    ahead = ahead or context.outlined
    found = {"kind": str(reading.role), "modality": "guidance" if ahead else "actual"}
    stated = _BASIS.search(following) or _BASIS.match(context.sentence)
    if stated:
        told = (stated[2] or stated[3] or ("gaap" if stated[1].lower() == "gaap" else "non-gaap")).lower()
        found["basis"] = "excluding items" if stated[3] else told
    elif name.basis:
        found["basis"] = name.basis
    if name.constant_currency or _CONSTANT.search(following):
        found["currency"] = "constant"
    if amount.approx:
        found["approx"] = _APPROX[amount.approx]
    if reading.role is Role.CHANGE and (change := _change_since(context)):
        found["change"] = change
    if context.segment and context.segment not in name.name:
        found["segment"] = context.segment
    return found


def _change_since(context: _Context) -> str:
    """Since when a change is counted; empty when the sentence does not say."""
    before = context.sentence[max(0, context.reading.start - 40) : context.amount.start]
    for text in (context.following, before):
        if _SEQUENTIAL.search(text):
            return "sequential"
        if _YEAR_OVER_YEAR.search(text):
            return "year-over-year"
        if _MONTHLY.search(text):
            return "month-over-month"
    compared = [e for e in context.within(*context.window) if in_comparison(context.sentence, e)]
    if not compared or compared[0].interval is None:
        return ""
    since = compared[0].interval
    if context.default is not None:
        if since == shifted(context.default, -12):
            return "year-over-year"
        if since == shifted(context.default, -3):
            return "sequential"
    return f"since {since}"


def _valid(context: _Context) -> Interval | None:
    start, end = context.window
    if context.reading.compared:
        since = context.reading.time_from
        within = compared_interval(context.sentence[since:end], context.within(since, end), context.default)
        further = min(len(context.sentence), end + 90)
        return within or compared_interval(context.sentence[end:further], context.within(end, further), context.default)
    behind = [e for e in context.within(start, end) if not in_comparison(context.sentence, e) and e.start - start <= 60]
    named = [
        e
        for e in context.within(max(0, context.reading.start - 24), context.amount.start)
        if not in_comparison(context.sentence, e)
    ]
    times = behind[:1] if behind and _adjoins(context.sentence, start, behind[0]) else named[-1:]
    ahead = looks_ahead(context.sentence, context.amount.start) is not None
    if not times:
        if context.outlined and not ahead:
            return None
        turns = context.period is not None and not ahead and looks_ahead(context.sentence) is not None
        return context.period if turns else context.default
    return (ahead_of(times[0], context.default) if ahead else times[0]).interval


def _adjoins(sentence: str, start: int, expression: TimeExpression) -> bool:
    """Whether a time after an amount belongs to it and not to a clause of its own."""
    between = sentence[start : expression.start]
    return not re.search(r"[;,(]|\b(?:and|which|after|before|since|by|until|ended|announced)\b", between)


def _segment(sentence: str, expressions: Sequence[TimeExpression]) -> tuple[str, int]:
    """The business or region that a sentence opens with or names, and where its name ends."""
    match = _SEGMENT.search(sentence[:200])
    if match is None:
        return "", 0
    name = (match[1] or match[2]).strip()
    if any(e.start < match.end() and match.start() < e.end for e in expressions):
        return "", 0
    if _NOT_SEGMENT.search(name) or len(name.split()) > 4 or re.search(r"\w(?:ing|ed)\b", name):
        return "", 0
    return name.lower(), match.end()


def _credible(amount: Amount, reading: Reading, sentence: str) -> bool:
    """Whether a reading of a bare number can be a measured count: ages of people and jersey numbers cannot."""
    if is_difference(sentence, amount.end) or is_supposed(sentence, amount.start):
        return False
    if amount.unit or amount.scaled or "," in amount.text:
        return True
    if amount.small and not reading.name.name.split()[-1].endswith("ed"):
        return False
    named = sentence[reading.start : amount.start].strip()
    return not (
        named
        and reading.role is Role.VALUE
        and re.fullmatch(r"(?:[A-Z][\w.'’-]*\s*)+(?:was|is|at|of)?(?: \w+)?", named)
    )


def _distributed(sentence: str, amounts: Sequence[Amount], readings: list[Reading | None]) -> list[Reading | None]:
    """Deal the parts of "X, Y and Z were $1, $2 and $3, respectively" out to their amounts."""
    if len(amounts) < 2 or not (said := _RESPECTIVELY.search(sentence)):
        return readings
    run = [len(amounts) - 1 - i for i, a in enumerate(reversed(amounts)) if a.end <= said.start()]
    if not run:
        return readings
    last = first = run[0]
    while first > 0 and re.fullmatch(
        r"\s*,?\s*(?:and\s+)?(?:\w+ )?", sentence[amounts[first - 1].end : amounts[first].start]
    ):
        first -= 1
    head = readings[first]
    if head is None or last == first:
        return readings
    count = last - first + 1
    floor = amounts[first - 1].end if first else 0
    names = _parts(sentence[max(floor, amounts[first].start - 200) : amounts[first].start], count)
    if names is None:
        return readings
    dealt = [
        Reading(n, head.role, head.start, amounts[first + i].end, head.sign, head.holder) for i, n in enumerate(names)
    ]
    return [*readings[:first], *dealt, *readings[last + 1 :]]


def _parts(text: str, count: int) -> list[MeasureName] | None:
    """The names of ``count`` measures that a coordinated subject lists; a head noun said once is shared."""
    subject = re.split(r"\s(?:was|were|is|are|of|at)\b", re.split(r"[;:]", text)[-1])[0]
    pieces = [p for p in re.split(r",\s*(?:and\s+)?|\s+and\s+", subject) if p.strip()]
    if len(pieces) < count:
        return None
    names = [normal_measure(p) for p in pieces[-count:]]
    if not names[-1].name:
        return None
    return [n if n.name else MeasureName(names[-1].name, n.basis or names[-1].basis, names[-1].change) for n in names]
