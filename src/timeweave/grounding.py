"""Whether what a model wrote is said by the lines that it cites (TG-06, TG-14): its figures, times, names and words."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from timeweave.extraction.amounts.numbers import Amount, find_amounts
from timeweave.language.names import LEGAL_FORMS
from timeweave.language.proper_nouns import capitalised_runs, is_not_a_name, lower_words
from timeweave.language.sentences import sentence_spans
from timeweave.language.terms import index_terms
from timeweave.temporal.expressions import TimeExpression, find_expressions
from timeweave.temporal.interval import Interval

LEAST_SAID = 0.5
"""Of the words of an answer's sentence that the question does not hold, the share that the lines must hold."""

_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[^\W_]+(?:[&'’-][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$")
_YES_NO = re.compile(r"\W*(?:yes|no)\b[\s,.:;–—-]*", re.IGNORECASE)
_HEADING = (
    "overview summary background introduction outlook conclusion comparison contrast key main change trend driver "
    "reason effect impact development result response measure challenge theme strategy growth decline recovery shift "
    "cause rise early later initial final first second third stage phase period year quarter month start end course"
)
_QUOTED = 40  # characters of a sentence that a problem quotes


@dataclass(frozen=True, eq=False)
class Ground:
    """What a text may say: ``lines`` are the words cited, ``given`` what may be named without a citation: the
    question, the period, the names of the lines' sources.

    ``times`` are those that the lines speak of beside the ones in their words. What is ``given`` says nothing: words
    that only it holds count neither for a text nor against it. ``least_said`` is the share of a sentence's other words
    that the lines must hold: an answer repeats its evidence, a report sums up in words of its own (0).
    """

    lines: tuple[str, ...]
    given: tuple[str, ...] = ()
    times: tuple[Interval, ...] = field(default=())
    least_said: float = LEAST_SAID

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return (*self.lines, *self.given)

    @cached_property
    def _amounts(self) -> tuple[Amount, ...]:
        return tuple(amount for text in self._all for amount in find_amounts(text))

    @cached_property
    def _digits(self) -> frozenset[str]:
        return frozenset(_numerals("\n".join((*self._all, *map(str, self.times)))))

    @cached_property
    def _spoken_of(self) -> tuple[Interval, ...]:
        found = (e.interval for text in self._all for e in find_expressions(text))
        return (*self.times, *(interval for interval in found if interval is not None))

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(f" {' '.join(_folded_words(text))} " for text in self._all)

    @cached_property
    def _lower(self) -> frozenset[str]:
        return lower_words("\n".join(self._all))

    @cached_property
    def _said(self) -> frozenset[str]:
        return frozenset(term for text in self.lines for term in index_terms(text))

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset(term for text in self.given for term in index_terms(text))

    def problems(self, text: str) -> list[str]:
        """What of ``text`` the lines do not say, in words that a model can mend it by; none where they say it."""
        expressions = find_expressions(text)
        return [
            *(f"the figure {figure!r} is in nothing cited" for figure in self._other_figures(text, expressions)),
            *(f"the time {time!r} is in nothing cited" for time in self._other_times(expressions)),
            *(f"the name {name!r} is in nothing cited" for name in self._other_names(text)),
            *(f"what {said!r} says is in nothing cited" for said in self._other_words(text)),
        ]

    def may_head(self, text: str) -> bool:
        """Whether a heading has no figure, time or word of its own but those that any heading has."""
        expressions = find_expressions(text)
        if any(self._other_figures(text, expressions)) or any(self._other_times(expressions)):
            return False
        words = index_terms(_blanked(text, _extents(find_amounts(text, expressions), expressions)))
        return self._said | self._asked | _heading_terms() >= words.keys()

    def _other_figures(self, text: str, expressions: Sequence[TimeExpression]) -> Iterator[str]:
        amounts = find_amounts(text, expressions)
        for amount in amounts:
            if not (amount.small and amount.value == 1) and not any(_same(amount, known) for known in self._amounts):
                yield amount.text
        taken = _extents(amounts, expressions)
        for match in _DIGITS.finditer(text):
            inside = any(start <= match.start() < end for start, end in taken)
            if not inside and not self._digits.issuperset(_numerals(match[0])):
                yield match[0]

    def _other_times(self, expressions: Sequence[TimeExpression]) -> Iterator[str]:
        for expression in expressions:
            when = expression.interval
            if when is not None and not any(_is_told(when, known) for known in self._spoken_of):
                yield expression.text

    def _other_names(self, text: str) -> Iterator[str]:
        for span in sentence_spans(text):
            for run in capitalised_runs(text, span, self._lower):
                for name in _names_in(run.text):
                    if not self._holds(name):
                        yield " ".join(name)

    def _holds(self, name: Sequence[str]) -> bool:
        words = _folded_words(" ".join(name))
        bare = [word for word in words if word.rstrip(".") not in LEGAL_FORMS] or words
        if any(f" {' '.join(spelt)} " in known for spelt in (words, bare) for known in self._words):
            return True
        return len(words) == 1 and not name[0].isupper() and self._says(name[0])

    def _says(self, word: str) -> bool:
        """Whether another form of a word is said: "Growth" where the lines have "growing"."""
        terms = index_terms(word)
        return bool(terms) and (self._said | self._asked).issuperset(terms)

    def _other_words(self, text: str) -> Iterator[str]:
        if not self.least_said:
            return
        blank = _extents(find_amounts(text), find_expressions(text))
        for span in sentence_spans(text):
            sentence = _blanked(text, blank)[span.start : span.end]
            verdict = _YES_NO.match(sentence)
            rest = sentence[verdict.end() :] if verdict else sentence
            words = [term for term in index_terms(rest) if term not in self._asked or term in self._said]
            unsaid = [term for term in words if term not in self._said]
            if len(unsaid) > (verdict is not None) and len(words) - len(unsaid) < self.least_said * len(words):
                yield text[span.start : span.end].strip()[:_QUOTED]


def _is_told(when: Interval, known: Interval) -> bool:
    """Whether a time is one that is known, a longer one that holds it, or an end of it where it is a stretch."""
    if when.contains(known):
        return True
    return not known.is_unit and known.contains(when) and (when.start == known.start or when.end == known.end)


def _extents(amounts: Sequence[Amount], expressions: Sequence[TimeExpression]) -> list[tuple[int, int]]:
    return [(a.start, a.end) for a in amounts] + [(e.start, e.end) for e in expressions]


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


@functools.cache
def _heading_terms() -> frozenset[str]:
    return frozenset(index_terms(_HEADING))


def _same(amount: Amount, known: Amount) -> bool:
    """Whether two amounts are one value; a bare number is that of any unit."""
    if amount.unit and known.unit and amount.unit != known.unit:
        return False
    bounds = (known.value, known.high) if known.high is not None else (known.value,)
    value = amount.value if amount.high is None else amount.high
    return any(math.isclose(abs(value), abs(bound), rel_tol=1e-9) for bound in bounds)


def _numerals(text: str) -> Iterator[str]:
    """The runs of digits of a text, without thousands separators and leading zeros."""
    for match in _DIGITS.finditer(text):
        yield match[0].replace(",", "").rstrip(".").lstrip("0") or "0"


def _folded_words(text: str) -> list[str]:
    """The words of a text without case and possessive; those joined by hyphens apart ("then-Chancellor")."""
    return [_POSSESSIVE.sub("", part).casefold() for word in _WORD.findall(text) for part in word.split("-")]


def _names_in(run: str) -> Iterable[list[str]]:
    """The stretches of a capitalised run that may be names: it is parted at offices, times and courtesies."""
    names: list[list[str]] = [[]]
    for word in _WORD.findall(run):
        if is_not_a_name(word) and word.casefold() not in LEGAL_FORMS:
            names.append([])
        else:
            names[-1].append(word)
    return [name for name in names if name and not all(w.casefold() in LEGAL_FORMS for w in name)]
