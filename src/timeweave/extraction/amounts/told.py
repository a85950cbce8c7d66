"""Amounts that answers read beside those of every sentence: none at all, shares told as fractions, times that something
took, and the bare numbers of lists that leave out what goes for all their members.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from timeweave.extraction.amounts.numbers import Amount, find_amounts, may_hold_amounts
from timeweave.extraction.amounts.units import NUMBER_WORDS
from timeweave.lexicon.hedging import HEDGED
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.expressions import TimeExpression

_NONE = lazily(r"\b(?:(?:not|n['’]t) (?:a single|any|one)|no|zero)\s+(?=[a-z])|\bnone\b", re.IGNORECASE)
_NONE_SO = lazily(
    r"\bno\s+(?:longer|more|less|fewer|one|doubt|other|matter|later|sooner|further|change|such|figures?|numbers?"
    r"|data)\b",
    re.I,
)


def amounts_of(text: str, expressions: Sequence[TimeExpression]) -> list[Amount]:
    """All amounts of a sentence, in order; what ``expressions`` say is a time, not an amount."""
    if not may_hold_amounts(text) and not _NONE.search(text) and not _FRACTION.search(text):
        return []
    whole = [*_fractions(text), *_durations(text, expressions)]
    found = [
        a for a in find_amounts(text, expressions)
        if a.text.lower() != "one" and not any(w.start <= a.start < w.end for w in whole)
    ]  # fmt: skip
    found = [_as_count(a, text) for a in found]
    found += [*_nothings(text), *_gapped(text, found), *whole]
    return sorted(found, key=lambda a: a.start)


_AS_MUCH = lazily(
    r"\s+(?:as|the|more|their|its|his|her|that|those|what|than|last|higher|larger|bigger|greater|over)\b", re.IGNORECASE
)


def _as_count(amount: Amount, text: str) -> Amount:
    """How often something was done is a number of times: "launched 9 times"; "three times its share" is a factor."""
    number, _, times = amount.text.rpartition(" ")
    if amount.unit != "x" or times.lower() != "times" or _AS_MUCH.match(text, amount.end):
        return amount
    return replace(amount, end=amount.start + len(number), unit="", text=number)


def _nothings(text: str) -> list[Amount]:
    """Amounts of none: "no cases"."""
    return [
        Amount(m.start(), m.end(), 0.0, "", text[m.start() : m.end()].strip())
        for m in _NONE.finditer(text)
        if not _NONE_SO.match(text, m.start())
    ]


_NEXT = lazily(
    r"(?:\s[a-z]+(?:\s[a-z]+)?)??(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?:in\s+|at\s+)?(?:the\s+)?(?:[A-Z][\w'’.-]*\s+){1,4}"
    r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?=\s*(?:[,;.](?:\s|$)|$)|\s+and\b)"
)


def _gapped(text: str, amounts: Sequence[Amount]) -> list[Amount]:
    """The bare numbers of names that follow an amount one after the other, each with its verb left out.

    A number behind a name is else part of it ("Airbus 320").
    """
    taken = {a.start for a in amounts}
    found: list[Amount] = []
    for amount in amounts:
        end = amount.end if amount.unit == "" and amount.text[:1].isdigit() else None
        while end is not None and (match := _NEXT.match(text, end)):
            start, end = match.span("number")
            if start in taken:
                break
            taken.add(start)
            found.append(Amount(start, end, float(match["number"].replace(",", "")), "", match["number"]))
    return found


_WORD = rf"(?:\d{{1,3}}|{'|'.join(NUMBER_WORDS)})"
_ONE_IN = lazily(
    rf"\b(?P<part>{_WORD})\s(?:in|out\sof|(?:of|in|out\sof)\severy)\s(?P<whole>{_WORD})\b(?!,\d)", re.IGNORECASE
)
_PARTS = {
    "half": 50.0,
    "third": 100 / 3,
    "quarter": 25.0,
    "fifth": 20.0,
    "sixth": 100 / 6,
    "eighth": 12.5,
    "tenth": 10.0,
}
_FRACTION = lazily(
    rf"\b(?:(?P<many>an?|one|two|three|four|five|seven|nine)[ -])?(?P<name>{'|'.join(_PARTS)})s?\b(?=\s+(?:of\s"
    rf"|the\s))",
    re.IGNORECASE,
)
_ABOUT = lazily(rf"\b{HEDGED}\s+$", re.IGNORECASE)


def _fractions(text: str) -> list[Amount]:
    """The fractions of a sentence as amounts in percent, in order."""
    found = []
    for match in _ONE_IN.finditer(text):
        part, whole = _number(match["part"]), _number(match["whole"])
        if 0 < part < whole:
            found.append(_share(text, match, 100 * part / whole))
    for match in _FRACTION.finditer(text):
        many = (match["many"] or "a").lower()
        value = _PARTS[match["name"].lower()] * (1 if many in ("a", "an") else _number(many))
        if value < 100 and (match["many"] or match["name"].lower() == "half"):
            found.append(_share(text, match, value))
    return sorted(found, key=lambda a: a.start)


def _share(text: str, match: re.Match[str], value: float) -> Amount:
    about = "about" if _ABOUT.search(text[max(0, match.start() - 16) : match.start()]) else ""
    return Amount(match.start(), match.end(), round(value, 4), "%", match[0], approx=about)


def _number(word: str) -> float:
    return NUMBER_WORDS[word.lower()] if word.isalpha() else float(word)


_NUMBER = rf"(?:\d{{1,4}}(?:\.\d+)?|{'|'.join(NUMBER_WORDS)})"
_DURATION = lazily(
    rf"\b(?P<hours>{_NUMBER})[ -]hours?(?:,? (?:and )?(?P<more>{_NUMBER})[ -]min(?:ute)?s?\b)?"
    rf"|\b(?P<minutes>{_NUMBER})[ -]min(?:ute)?s?\b(?:,? (?:and )?(?P<seconds>{_NUMBER})[ -]sec(?:ond)?s?\b)?",
    re.IGNORECASE,
)
_WHEN = lazily(r"\s+(?:ago|later|earlier|before|after)\b|[ -]long\b", re.IGNORECASE)
_SPAN_OF = lazily(r"\b(?:every|last|next|past|within|for the first)\s+$", re.IGNORECASE)


def _durations(text: str, expressions: Sequence[TimeExpression]) -> list[Amount]:
    """The hours and minutes that something took; not those that tell when it was."""
    found = []
    for match in _DURATION.finditer(text):
        dated = any(e.start < match.end() and match.start() < e.end and e.interval is not None for e in expressions)
        if dated or _WHEN.match(text, match.end()) or _SPAN_OF.search(text[: match.start()]):
            continue
        if match["hours"] and not match["more"]:
            value, unit = _number(match["hours"]), "hours"
        elif match["hours"]:
            value, unit = 60 * _number(match["hours"]) + _number(match["more"]), "minutes"
        else:
            value, unit = _number(match["minutes"]) + _number(match["seconds"] or "0") / 60, "minutes"
        found.append(Amount(match.start(), match.end(), value, unit, match[0]))
    return found
