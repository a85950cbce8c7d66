"""Values as a model gives them, against the amounts that the sentence states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.extraction.amounts.measures import normal_measure
from timeweave.extraction.amounts.numbers import Amount, find_amounts
from timeweave.extraction.amounts.readings import Role
from timeweave.extraction.times.timing import looks_ahead
from timeweave.records import Quantity
from timeweave.temporal.expressions import TimeExpression

_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W\d_]{3,}")
_COUNTED_WITHIN = 4  # words after a bare number
_STEM = 5  # letters, by which two forms of a word are taken for one
_MEASURED_SHARE = 0.5  # of a value's characters, from which on its amount is the value


@dataclass(frozen=True, slots=True)
class MeasuredValue:
    """An amount of the sentence as the value of a measure, named and qualified as rules do."""

    relation: str
    quantity: Quantity
    qualifiers: tuple[tuple[str, str], ...]
    start: int
    end: int


def figures_stand_in(value: str, quote: str) -> bool:
    """Whether every figure of ``value`` is one of ``quote``, digit for digit."""
    stated = {f.replace(",", "") for f in _FIGURE.findall(quote)}
    return all(f.replace(",", "") in stated for f in _FIGURE.findall(value))


def words_stand_in(value: str, sentences: str) -> bool:
    """Whether every longer word of ``value`` is one of ``sentences``, its ending aside."""
    stated = {w.casefold()[:_STEM] for w in _WORD.findall(sentences)}
    return all(w.casefold()[:_STEM] in stated for w in _WORD.findall(value))


def any_word_stands_in(value: str, sentences: str) -> bool:
    """Whether a longer word of ``value`` is one of ``sentences``, its ending aside; true where it has none."""
    stated = {w.casefold()[:_STEM] for w in _WORD.findall(sentences)}
    words = _WORD.findall(value)
    return not words or any(w.casefold()[:_STEM] in stated for w in words)


def measured_values(
    relation: str, value: str, sentence: str, quoted: tuple[int, int], expressions: Sequence[TimeExpression]
) -> list[MeasuredValue]:
    """The measured values that ``value`` is, by the amount of the sentence that it repeats; a range gives two.

    ``quoted`` are the characters of the sentence that are quoted. None where ``value`` is no amount but only holds one,
    where the quotation has no such amount, and where ``relation`` names no measure.
    """
    amount = _repeated(value.strip(), sentence, quoted, expressions)
    name = normal_measure(relation)
    if amount is None or not name.name or not (amount.unit or _counts(name.name, sentence[amount.end :])):
        return []
    unit = amount.unit or "count"
    if len(unit) == 3 and unit.isupper() and name.name.endswith("per share"):
        unit += "/share"
    ahead = name.guidance or looks_ahead(sentence, amount.start) is not None
    qualifiers = {
        "kind": str(Role.VALUE if name.change is None else Role.CHANGE),
        "modality": "guidance" if ahead else "actual",
    }
    if name.basis:
        qualifiers["basis"] = name.basis
    if name.constant_currency:
        qualifiers["currency"] = "constant"
    if amount.approx:
        qualifiers["approx"] = amount.approx
    falls = name.change is not None and name.change < 0
    bounds = {"": amount.value} if amount.high is None else {"low": amount.value, "high": amount.high}
    return [
        MeasuredValue(
            name.name,
            Quantity(-abs(number) if falls or name.negative else number, unit, amount.text),
            tuple(sorted({**qualifiers, **({"bound": bound} if bound else {})}.items())),
            amount.start,
            amount.end,
        )
        for bound, number in bounds.items()
    ]


def _repeated(
    value: str, sentence: str, quoted: tuple[int, int], expressions: Sequence[TimeExpression]
) -> Amount | None:
    """The amount of the quotation that ``value`` repeats, word for word or in another form ("$5m" for "$5 million")."""
    stated = [a for a in find_amounts(sentence, expressions) if quoted[0] <= a.start and a.end <= quoted[1]]
    start = sentence.find(value, *quoted)
    if start >= 0:
        meant = [a for a in stated if a.start < start + len(value) and start < a.end]
    else:
        claimed = find_amounts(value)
        meant = [a for a in stated if len(claimed) == 1 and _same(a, claimed[0])][:1]
    return meant[0] if len(meant) == 1 and len(meant[0].text) >= _MEASURED_SHARE * len(value) else None


def _counts(measure: str, following: str) -> bool:
    """Whether a bare number counts what the measure names: "1,200 looms" are looms shipped, "top 10" is nothing's."""
    said = {w.casefold()[:_STEM] for w in _WORD.findall(following)[:_COUNTED_WITHIN]}
    return any(word[:_STEM] in said for word in measure.split())


def _same(stated: Amount, claimed: Amount) -> bool:
    """The same number; and the same unit, unless the claim leaves it out."""
    return (
        abs(stated.value) == abs(claimed.value)
        and stated.high == claimed.high
        and (stated.unit == claimed.unit or not claimed.unit)
    )
