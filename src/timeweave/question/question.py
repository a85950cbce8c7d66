"""A question as it was read: its scope, its entities, and all that later steps ask of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property

from timeweave.language.names import canonical_key
from timeweave.question.conditions import Comparison
from timeweave.question.entity_linking import NamedEntity, Names, each_once
from timeweave.question.event_phrases import Event, Tenure, find_event_time
from timeweave.question.kinds import Kind, kind_of
from timeweave.question.measures import Asked
from timeweave.question.operations import asks_amount, asserted, unit_wanted, wanted_measures
from timeweave.question.recency.words import asks_in_present, says_now
from timeweave.question.tenures import TenureHints, tenure_hints
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope

_WORD = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s?(?!\w)")


@dataclass(frozen=True)
class Question:
    """A question, read once; what its words say is found out when first asked for, and kept.

    ``focus`` is the question without names and times, ``measures`` the things it asks for in their order (one, unless
    it lists several). Its ``text`` is for an embedder, statistics of terms, prompts and messages: whatever else is to
    be known of it is read here.
    """

    text: str
    scope: Scope
    names: Names
    focus: str
    measures: tuple[str, ...]

    @cached_property
    def entities(self) -> tuple[NamedEntity, ...]:
        """The known entities, each once, in order of their first mention."""
        return each_once(self.names.known)

    @cached_property
    def periods(self) -> tuple[Interval, ...]:
        """The intervals of the scope; where the newest is meant, everything up to their end, for what holds on a day
        was mostly said of an earlier one.
        """
        if not self.scope.newest:
            return self.scope.intervals
        ends = [i.end for i in self.scope.intervals if i.end is not None]
        return (Interval(None, max(ends)),) if ends else ()

    @cached_property
    def event(self) -> Event | Tenure | None:
        """The event or tenure that it dates itself by."""
        return find_event_time(self.text)

    @cached_property
    def kind(self) -> Kind:
        """The kind of answer that it wants."""
        return kind_of(self.text)

    @cached_property
    def scope_in_units(self) -> Scope:
        """Its scope with the unit in which its answer counts, picks or compares periods."""
        unit = self.scope.granularity or unit_wanted(self)
        return self.scope if unit is self.scope.granularity else replace(self.scope, granularity=unit)

    @cached_property
    def begins_with_capital(self) -> bool:
        """Whether its first letter is a capital: then names in small letters may be plain words."""
        return self.text.lstrip()[:1].isupper()

    @cached_property
    def asks_amount(self) -> bool:
        """Whether an amount is asked for, not a time or a name."""
        return asks_amount(self.text)

    @cached_property
    def asserted(self) -> Comparison | None:
        """What a question to be answered by yes or no asserts of its figures: that they rose, are above others."""
        return asserted(self.text)

    @cached_property
    def tenure(self) -> TenureHints:
        """What it says of the tenures that it means."""
        return tenure_hints(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, case-folded."""
        return frozenset(_WORD.findall(self.text.casefold()))

    @property
    def gives_choice(self) -> bool:
        """Whether it offers a choice: "Ann Lee or Bo Ek"."""
        return "or" in self.words

    @cached_property
    def _canonical(self) -> tuple[str, ...]:
        texts = self.text, _POSSESSIVE.sub("", self.text)
        return tuple(dict.fromkeys(f" {canonical_key(text)} " for text in texts))

    def spells(self, key: str) -> bool:
        """Whether the words of a canonical name stand in it next to each other."""
        return any(f" {key} " in words for words in self._canonical)

    @cached_property
    def asks_now(self) -> bool:
        """Whether what holds now is meant: it says so, or asks in the present and names no time.

        A year beside "current" tells which one is meant: "the current chair of the club founded in 1921".
        """
        if self.tenure.former:
            return False
        says, present = says_now(self.text), asks_in_present(self.text)
        return self.scope.newest or ((says or present) if not self.periods else (says and present))

    def asked_measures(self, kind: Kind) -> tuple[Asked, ...]:
        """The measures that an answer of a kind has to give figures of."""
        return wanted_measures(self, kind)
