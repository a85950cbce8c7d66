"""How answers to ECT-QA are scored: elements of the gold answer, ROUGE-L, F1 of tokens, and labels of the scope."""

from __future__ import annotations

import collections
import re

from texts import words

_NUMBER = re.compile(r"\$?\d[\d,]*\.?\d*\s*(?:%|percent|billion|million|thousand|basis points|bps)?", re.I)
_VALUE = re.compile(r"\$?([\d,]*\.?\d+)\s*(\w+|%)?")
_PERIOD_WORDS = re.compile(r"\b(?:20\d\d\s*[-, ]?\s*)?q[1-4]\b(?:\s*(?:of\s*)?20\d\d)?|\b20\d\d\b")
_SCALES = {"billion": 1e9, "million": 1e6, "thousand": 1e3}
_TOLERANCE = 0.005  # of a value, for rounding


def elements(gold: str, answer: str) -> float:
    """Share of the gold answer's elements that the answer holds: its values, else its quarters, else its words."""
    if wanted := values(gold):
        said = values(answer)
        return sum(any(abs(x - y) <= 1e-6 + _TOLERANCE * abs(x) for y in said) for x in wanted) / len(wanted)
    if quarters_wanted := quarters(gold):
        said_quarters = quarters(answer)
        if len(said_quarters) > len(quarters_wanted) + 1:
            return 0.0
        return len(quarters_wanted & said_quarters) / len(quarters_wanted)
    gold_words, said_words = set(words(gold)), set(words(answer))
    enough = len(gold_words & said_words) >= 0.8 * len(gold_words)
    return float(bool(gold_words) and enough and len(said_words) < 6 * len(gold_words) + 20)


def values(text: str) -> list[float]:
    """The figures of a text, scaled by their million or billion; years and quarters are none."""
    found = []
    for number in _NUMBER.findall(_PERIOD_WORDS.sub(" ", text.lower())):
        if match := _VALUE.match(number.strip()):
            amount = float(match[1].replace(",", ""))
            found.append(round(amount * _SCALES.get((match[2] or "").lower(), 1), 6))
    return found


def quarters(text: str) -> set[tuple[str, str]]:
    """The (year, quarter) pairs that a text names."""
    lowered = text.lower()
    found = set(re.findall(r"(20\d\d)\s*[- ]?\s*q([1-4])", lowered))
    return found | {(year, q) for q, year in re.findall(r"q([1-4])\s*(?:of\s*)?[- ]?(20\d\d)", lowered)}


def rouge_l(gold: str, answer: str) -> float:
    """F of the longest common subsequence of words."""
    a, b = (re.findall(r"[a-z0-9]+", text.lower()) for text in (gold, answer))
    previous = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(previous[j] + 1 if x == y else max(previous[j + 1], row[j]))
        previous = row
    common = previous[-1]
    return 2 * common / (len(a) + len(b)) if common else 0.0


def token_f1(gold: str, answer: str) -> float:
    """F of the bags of words."""
    a, b = (collections.Counter(re.findall(r"[a-z0-9.]+", text.lower())) for text in (gold, answer))
    common = sum((a & b).values())
    return 2 * common / (sum(a.values()) + sum(b.values())) if common else 0.0


def scope_labels(gold: set[str], read: set[str]) -> float:
    """Share of the gold quarters that were read: as themselves, within their year, or within a range of any extent."""
    years = {label for label in read if len(label) == 4}
    ranged = any("/" in label for label in read)
    return sum(label in read or label[:4] in years or ranged for label in gold) / len(gold)
