"""Readings of amounts, and the amounts that lean on an earlier one: comparisons, lists, changes of it."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.amounts.clauses import Phrase, Token, is_verb, phrase_before, phrase_text
from timeweave.extraction.amounts.measures import MeasureName, normal_measure
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.quantity_words import ADVERBS, CHANGE_NOUNS, CHANGE_VERBS, COMPARE_WORDS, PREPOSITIONS
from timeweave.extraction.amounts.subjects import Clause, Subject

_LOSS = re.compile(r"\b(?:loss|outflow|use|deficit)\b")


class Role(enum.StrEnum):
    """How an amount bears on its measure."""

    VALUE = "value"
    CHANGE = "change"
    CONTRIBUTION = "contribution"


@dataclass(frozen=True, slots=True)
class Reading:
    """An amount's measure and role; ``start`` is where the measure is named, ``sign`` the direction of a change.

    ``compared`` amounts hold at an earlier time, which the text from ``time_from`` on tells.
    """

    name: MeasureName
    role: Role
    start: int
    end: int
    sign: int = 1
    holder: str = ""
    compared: bool = False
    time_from: int = 0


class ReadingSoFar:
    """The amounts of a sentence read so far, and the rules by which the next one leans on them."""

    def __init__(self, clause: Clause) -> None:
        self.clause = clause
        self.tokens = clause.tokens
        self.readings: list[Reading | None] = []
        self._last: Reading | None = None

    def _continues(self, position: int, floor: int) -> bool:
        previous = self.readings[-1] if self.readings else None
        gap = [t for t in self.tokens[floor:position] if previous is None or t.start >= previous.end]
        if not self.readings or not gap:
            return False
        for offset, token in enumerate(gap):
            before_time = offset + 1 < len(gap) and gap[offset + 1].kind == "time"
            passes = token.kind == "time" or token.low in (",", "and", "or", "(", "but") or token.low in ADVERBS
            if not passes and not (token.low in PREPOSITIONS and before_time):
                return False
        return any(t.low in (",", "and", "or", "(", "but") for t in gap)

    def _starts_own(self, position: int) -> bool:
        """Whether an amount in a list brings its own noun: "$5 million of debt", "310,000 customers"."""
        amount = self.clause.amount(position)
        subject, prep = self.clause.following(position)
        if not subject.name.name and subject.name.change is not None:
            return True
        return bool(subject.name.name) and (prep in ("of", "in") or not prep) and (amount.unit != "%" or prep != "in")

    def _compared(self, position: int, link: int, floor: int) -> Reading | None:
        """The amount after "compared to", "versus", or the "from" of a change."""
        marker = next(
            (k for k in range(link, max(floor, link - 10) - 1, -1) if self.tokens[k].low in COMPARE_WORDS), -1
        )
        amount = self.clause.amount(position)
        if marker >= 0 and self.tokens[link].low == "to" and link > marker + 1:
            return None
        if marker >= 0:
            named = phrase_before(self.tokens, link, marker + 1, whole=False) if link > marker else Phrase(0, 0)
            between = self.tokens[marker + 1 : link + 1]
            if any(t.kind == "mark" and t.low == "," for t in between) or any(is_verb(t) for t in between):
                return None
            name = normal_measure(phrase_text(self.tokens, named))
            base = self._base(amount)
            if base is None or (name.name and self.tokens[link].low != "of" and base.name.name not in name.name):
                return None
            negative = _LOSS.search(phrase_text(self.tokens, named)) is not None
            kept = replace(base.name, negative=negative or (base.name.negative and not name.name))
            return replace(
                base,
                name=kept,
                end=self.tokens[position].end,
                compared=True,
                time_from=self.tokens[marker].start,
            )
        if link >= floor and self.tokens[link].low == "from":
            return self._moved_from(position, link, floor, amount)
        return None

    def _moved_from(self, position: int, link: int, floor: int, amount: Amount) -> Reading | None:
        gap = self.tokens[floor:link]
        moved = next(
            (
                floor + i
                for i in range(len(gap) - 1, -1, -1)
                if gap[i].low in CHANGE_VERBS or gap[i].low in CHANGE_NOUNS
            ),
            -1,
        )
        base = self._base(amount)
        subject = self.clause.subject(moved, floor) if moved >= 0 else None
        named = self.clause.named(Phrase(moved + 1, link)) if 0 <= moved < link - 1 else None
        if named is not None and named.name.name and not any(is_verb(t) for t in self.tokens[moved + 1 : link]):
            subject = named
        if subject is None or not subject.name.name:
            if base is None or (moved < 0 and (base.role is not Role.CHANGE and not self._just_after(gap))):
                return None
            return replace(
                base,
                role=Role.VALUE,
                end=self.tokens[position].end,
                compared=True,
                time_from=self.tokens[link].start,
            )
        return Reading(
            subject.name,
            Role.VALUE,
            subject.start,
            self.tokens[position].end,
            1,
            subject.holder,
            True,
            self.tokens[link].start,
        )

    @staticmethod
    def _just_after(gap: Sequence[Token]) -> bool:
        return all(t.kind == "time" or t.low == "," for t in gap)

    def _base(self, amount: Amount) -> Reading | None:
        """The earlier reading that an amount of this unit is compared with."""
        for index in range(len(self.readings) - 1, max(-1, len(self.readings) - 6), -1):
            reading = self.readings[index]
            if reading is not None and self.clause.amounts[index].unit == amount.unit and not reading.compared:
                return reading
        previous = self._last
        return replace(previous, role=Role.VALUE) if previous is not None and previous.role is Role.CHANGE else None

    def _changed(self, position: int, subject: Subject | None, sign: int) -> Reading | None:
        if subject is None or not subject.name.name:
            if self.clause.is_cause(position):
                return None
            if self._last is None or self._last.role is Role.CONTRIBUTION:
                main = self.clause.main_subject()
                return None if main is None else self._changed(position, main, sign)
            name = replace(self._last.name, change=sign, negative=False)
            return Reading(name, Role.CHANGE, self._last.start, self.tokens[position].end, sign, self._last.holder)
        name = replace(subject.name, change=sign)
        return Reading(name, Role.CHANGE, subject.start, self.tokens[position].end, sign, subject.holder)

    def _last_value(self, position: int) -> Reading | None:
        if self._last is None:
            return None
        name = replace(self._last.name, change=None)
        return replace(self._last, name=name, role=Role.VALUE, end=self.tokens[position].end, compared=False, sign=1)
