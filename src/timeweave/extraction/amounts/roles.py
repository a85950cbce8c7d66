"""What an amount is to a measure: its value, its change, a share of it, or what it is compared with."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from timeweave.extraction.amounts.clauses import Phrase, Token, is_verb, phrase_after, phrase_before, phrase_text
from timeweave.extraction.amounts.measures import normal_measure
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.quantity_words import (
    ADJECTIVES_IN_ED_OR_ING,
    ADVERBS,
    CHANGE_NOUNS,
    CHANGE_VERBS,
    COPULAS,
    IRREGULAR_PAST,
    LIGHT_VERBS,
    MEASURE_HEADS,
    PREPOSITIONS,
    SHARE_VERBS,
)
from timeweave.extraction.amounts.readings import Reading, ReadingSoFar, Role
from timeweave.extraction.amounts.subjects import MAX_BACK, NAMELESS, Clause, Subject
from timeweave.extraction.relations.open.wording import can_be_noun
from timeweave.lexicon.changes import FALLING, RISING
from timeweave.lexicon.counting import EXPECTATIONS, HOLDINGS
from timeweave.lexicon.families import forms, word_set

_RATES = ("%", "bp", "pp", "points", "USD")
_FIRMLY = ("higher", "lower", "more", "less", "fewer")
_HIGHER = dict.fromkeys(("higher", "more", "above", "better", "ahead", "up"), 1) | dict.fromkeys(
    ("lower", "less", "below", "worse", "down", "fewer"), -1
)
_MEANS = re.compile(r"\s*,?\s*(?:in the form of|through|via|by way of)\s+")
_MOVING = frozenset(CHANGE_VERBS) | frozenset(CHANGE_NOUNS) | word_set("doubling bringing brings brought returned")
_PHRASAL = frozenset(forms(RISING, FALLING))
_GAINING = LIGHT_VERBS | COPULAS | word_set("achieve have make earn add reach get be secure attain")
_STEADY = word_set("flat stable steady unchanged constant consistent level")


def read_amounts(sentence: str, tokens: Sequence[Token], amounts: Sequence[Amount]) -> list[Reading | None]:
    """A reading for each amount of a sentence in order, ``None`` where no measure is found."""
    return _RoleReader(Clause(sentence, tokens, amounts)).read_all()


def _is_measure(name: str) -> bool:
    """Whether a name says what is measured, and not only that something was expected."""
    last = name.rpartition(" ")[2]
    if not name or last in EXPECTATIONS - {"range", "midpoint"} or "'" in last:
        return False
    if name.endswith("ing") and " " not in name:
        return name in ADJECTIVES_IN_ED_OR_ING
    return can_be_noun(last) or last.endswith("ed") or last in IRREGULAR_PAST


class _RoleReader(ReadingSoFar):
    """Reads the amounts of one sentence from left to right; each may lean on the ones before it."""

    def read_all(self) -> list[Reading | None]:
        """A reading for each amount, ``None`` where no measure is found."""
        floor = 0
        for position, token in enumerate(self.tokens):
            if token.kind == "amount":
                reading = self._read(position, max(floor, position - MAX_BACK))
                if reading is not None:
                    reading = self._per_share(reading) if _is_measure(reading.name.name) else None
                self.readings.append(reading)
                self._last = reading or self._last
                floor = position + 1
        return self.readings

    def _read(self, position: int, floor: int) -> Reading | None:
        link = self.clause.link(position, floor)
        if reading := self._compared(position, link, floor):
            return reading
        if self._is_compared_rate(position) and self._continues(position, floor):
            return self._changed(position, None, _HIGHER[self.tokens[position + 1].low])
        if self._continues(position, floor) and not self._starts_own(position):
            previous = self.readings[-1] if self.readings else None
            if previous is not None:
                token = self.tokens[position]
                return replace(previous, end=token.end, time_from=token.end if previous.compared else 0)
        if link >= floor:
            for rule in (
                self._object_of_change,
                self._by_change_verb,
                self._by_to,
                self._by_of,
                self._by_value_verb,
                self._by_apposition,
            ):
                if (found := rule(position, link, floor)) is not None:
                    return found
        return self._by_following(position, link, floor)

    def _is_compared_rate(self, position: int) -> bool:
        """Whether an amount is how far a measure moved: "12.1 % and 100 basis points higher year over year"."""
        after = self.tokens[position + 1].low if position + 1 < len(self.tokens) else ""
        return after in _FIRMLY and after in _HIGHER and self.clause.amount(position).unit in ("%", "bp", "pp")

    def _per_share(self, reading: Reading) -> Reading:
        """Earnings with a unit per share are the measure of that name."""
        unit = self.clause.amounts[len(self.readings)].unit
        if unit.endswith("/share") and reading.name.name in (
            "earnings",
            "net income",
            "income",
            "net earnings",
            "profit",
        ):
            return replace(reading, name=replace(reading.name, name="earnings per share"))
        return reading

    def _object_of_change(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "added 5,000 customers", "cut 300 jobs": what is counted is named after a transitive verb."""
        low = self.tokens[link].low
        amount = self.clause.amount(position)
        if low not in ("added", "cut", "cutting", "lost", "gained", "raised", "reduced") or amount.unit in (
            "%",
            "bp",
            "pp",
        ):
            return None
        subject, prep = self.clause.following(position)
        if not subject.name.name or (prep and prep != "of") or floor > link:
            return None
        name = replace(subject.name, name=f"{subject.name.name} {low}")
        return Reading(name, Role.VALUE, self.tokens[link].start, subject.end)

    def _by_change_verb(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "revenue grew 5%", "was down $37 million", "increased our dividend by 10%"."""
        low, verb, named = self.tokens[link].low, link, Phrase(0, 0)
        if low == "to":
            return None
        if low == "by" or low not in CHANGE_VERBS:
            verb = self._latest(CHANGE_VERBS, link, max(floor, link - 12))
            if verb < 0 or (low != "by" and not self.clause.only_times(verb + 1, position)):
                return None
            named = Phrase(verb + 1, link)
        before = self.tokens[verb - 1] if self.tokens[verb].low in ("up", "down") and verb > floor else None
        phrasal = before is not None and f"{before.low} {self.tokens[verb].low}" in _PHRASAL
        if before is not None and not phrasal and is_verb(before) and before.low not in COPULAS:
            return None
        if low in ("lower", "higher") and not self.clause.after_copula_or_comma(verb, floor):
            return None
        object_name = normal_measure(phrase_text(self.tokens, named)) if named.last > named.first else NAMELESS
        if any(is_verb(t) for t in self.tokens[named.first : named.last]):
            return None
        sign = CHANGE_VERBS[self.tokens[verb].low]
        if object_name.name:
            return Reading(object_name, Role.CHANGE, self.tokens[verb + 1].start, self.tokens[position].end, sign)
        subject = self.clause.subject(verb - phrasal, floor)
        return self._changed(position, subject, sign)

    def _by_to(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "rose 31% to $10.92", "increased the dividend to $2.09", "expansion to 3.9%"."""
        if self.tokens[link].low != "to":
            return None
        verb = self._latest(_MOVING, link - 1, max(floor, link - 12))
        if verb < 0:
            return self._last_value(position) if self.clause.only_times(floor, link) else None
        object_name = normal_measure(phrase_text(self.tokens, Phrase(verb + 1, link)))
        if object_name.name and not any(is_verb(t) for t in self.tokens[verb + 1 : link]):
            return Reading(object_name, Role.VALUE, self.tokens[verb + 1].start, self.tokens[position].end)
        subject = self.clause.subject(verb, floor)
        if subject is None or not subject.name.name:
            return self._last_value(position)
        return Reading(
            replace(subject.name, change=None),
            Role.VALUE,
            subject.start,
            self.tokens[position].end,
            1,
            subject.holder,
        )

    def _by_of(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "free cash flow of $2 billion", "a decrease of 5.1%", "margins at 43%"."""
        k = self.clause.skip_range(link, floor)
        low = self.tokens[k].low
        if (
            k < link
            and low not in ("of", "at")
            and self.tokens[k].kind == "word"
            and not is_verb(self.tokens[k])
            and low not in PREPOSITIONS
        ):
            k, low = k + 1, "of"
        if low not in ("of", "at", ":", "totaling", "reaching", "exceeding", "hitting") or k <= floor:
            return None
        if low == "at" and (grown := self._grew_at(position, k, floor)) is not None:
            return grown
        if low == "at" and (is_verb(self.tokens[k - 1]) or self.tokens[k - 1].low in _STEADY):
            return None
        phrase = phrase_before(self.tokens, k, floor, whole=False)
        subject = self.clause.named(phrase)
        name = subject.name
        inner = self.clause.change_in(phrase, floor)
        if inner is not None:
            name = replace(name, change=inner)
        if name.negative and name.name in ("loss", "outflow", "use of cash", "use", "deficit"):
            subject = self._loss(position, subject, floor)
            name = subject.name
        bare = self.clause.amount(position)
        if low == "of" and not bare.unit and self.clause.countable(position):
            return None
        if (
            low == "at"
            and not bare.unit
            and not bare.scaled
            and (not name.name or name.name.split()[-1] not in MEASURE_HEADS)
        ):
            return None
        if not name.name and low == "at":
            verb = self._latest(COPULAS, k - 1, max(floor, k - 14))
            subject = (self.clause.subject(verb, floor) if verb >= floor else None) or subject
            name = subject.name
        if not name.name:
            return self._predicate(position, subject, floor)
        role = Role.VALUE if name.change is None else Role.CHANGE
        sign = 1 if name.change is None else name.change
        return Reading(name, role, subject.start, self.tokens[position].end, sign, subject.holder)

    def _grew_at(self, position: int, k: int, floor: int) -> Reading | None:
        """Read "continues to grow faster at 34%"."""
        verb = self._latest(CHANGE_VERBS, k - 1, max(floor, k - 4))
        if verb < 0 or any(
            t.low not in ADVERBS and t.low not in ("faster", "slower") for t in self.tokens[verb + 1 : k]
        ):
            return None
        return self._changed(position, self.clause.subject(verb, floor), CHANGE_VERBS[self.tokens[verb].low])

    def _by_value_verb(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "gross margin was 33.9%", "came in at", "is expected to be between"."""
        k = self.clause.skip_range(link, floor)
        particle = k
        while particle > max(floor, k - 3) and self.tokens[particle].low in (
            "at",
            "to",
            "in",
            "within",
            "by",
            "out",
        ):
            particle -= 1
        if is_verb(self.tokens[particle]):
            k = particle
        if k > floor and self.tokens[k].low == "at" and self.tokens[k - 1].low in _STEADY:
            k -= 2
            while k > floor and self.tokens[k].low in ADVERBS:
                k -= 1
        if k < floor or not (
            self.tokens[k].low in COPULAS or self.tokens[k].low in ("cost", "hit", "numbers", "exceeds")
        ):
            return None
        if self.tokens[k].low in SHARE_VERBS and self.clause.amount(position).unit == "%":
            return None
        subject = self.clause.subject(k, floor)
        after = self.tokens[position + 1].low if position + 1 < len(self.tokens) else ""
        if after in _HIGHER and (self.clause.amount(position).unit in _RATES or after in _FIRMLY):
            return self._changed(position, subject, _HIGHER[after])
        if subject is None or not subject.name.name:
            return None
        bare = self.clause.amount(position)
        if not bare.unit and not bare.scaled and self.clause.countable(position):
            return None
        role = Role.VALUE if subject.name.change is None else Role.CHANGE
        return Reading(
            subject.name,
            role,
            subject.start,
            self.tokens[position].end,
            subject.name.change or 1,
            subject.holder,
        )

    def _reading(self, subject: Subject, position: int) -> Reading:
        change = subject.name.change
        role = Role.VALUE if change is None else Role.CHANGE
        return Reading(
            subject.name,
            role,
            subject.start,
            self.tokens[position].end,
            1 if change is None else change,
            subject.holder,
        )

    def _latest(self, words: Container[str], last: int, floor: int) -> int:
        """The last token in ``words`` from ``floor`` to ``last``; -1 when there is none."""
        return next((k for k in range(last, floor - 1, -1) if self.tokens[k].low in words), -1)

    def _by_apposition(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "adjusted EBIT margin, 8.9%"."""
        if self.tokens[link].low not in (",", ":", "-", "—") or link != position - 1:
            return None
        subject = self.clause.named(phrase_before(self.tokens, link, floor, whole=False))
        words = subject.name.name.split()
        if not words or words[-1] not in MEASURE_HEADS:
            return None
        return self._reading(subject, position)

    def _by_following(self, position: int, link: int, floor: int) -> Reading | None:
        """Read "$2.3 billion of free cash flow", "49% revenue growth", "310,000 customers", "a 7.6% decrease"."""
        amount = self.clause.amount(position)
        after = self.tokens[position + 1].low if position + 1 < len(self.tokens) else ""
        if after in _HIGHER and (amount.unit in _RATES or (amount.unit and after in _FIRMLY)):
            return self._changed(position, self.clause.subject(link, floor) if link >= floor else None, _HIGHER[after])
        subject, prep = self.clause.following(position)
        name = subject.name
        if not name.name and name.change is not None:
            return self._changed(position, None, name.change)
        if not name.name or not self.clause.fits(position, subject, prep):
            return None
        verb = self.tokens[link].low if link >= floor else ""
        if self._is_to_be_done(link, floor) or (amount.unit == "%" and not prep and name.name in HOLDINGS):
            return None
        if amount.unit == "%" and prep == "of":
            return self._share(position, subject, verb, link, floor)
        if name.change is not None:
            return Reading(name, Role.CHANGE, self.tokens[position].start, subject.end, name.change)
        informative = verb in IRREGULAR_PAST or (verb.endswith("ed") and is_verb(self.tokens[link]))
        if informative and verb not in LIGHT_VERBS | COPULAS | SHARE_VERBS and verb not in CHANGE_VERBS:
            means = _MEANS.match(self.clause.sentence, subject.end) if prep == "to" else None
            if means is not None:
                named = self.clause.named(
                    phrase_after(self.tokens, self.clause.token_at(means.end()), self.clause.sentence)
                )
                if named.name.name:
                    return Reading(named.name, Role.VALUE, self.tokens[link].start, named.end)
            words = f"{verb} {prep} {name.name}" if prep in ("for", "on", "to") else f"{name.name} {verb}"
            return Reading(replace(name, name=words), Role.VALUE, self.tokens[link].start, subject.end)
        passive = self.clause.passive(subject)
        return Reading(replace(name, name=name.name + passive), Role.VALUE, self.tokens[position].start, subject.end)

    def _is_to_be_done(self, link: int, floor: int) -> bool:
        """Whether something is still to be done to so much of it: "a commitment to repay $4 billion of debt"."""
        if link <= floor or self.tokens[link - 1].low != "to" or self.tokens[link].kind != "word":
            return False
        low = self.tokens[link].low
        return low.isalpha() and low not in _GAINING and low not in CHANGE_VERBS and low not in PREPOSITIONS

    def _loss(self, position: int, subject: Subject, floor: int) -> Subject:
        before = subject.first - 1
        if before >= floor and self.tokens[before].low in COPULAS | {"of", "with"}:
            holder = self.clause.subject(before, floor)
            if holder is not None and holder.name.name:
                return replace(holder, name=replace(holder.name, negative=True))
        if self._last is not None and subject.name.name != "loss":
            return replace(subject, name=replace(self._last.name, negative=True))
        unit = self.clause.amount(position).unit
        normal = "earnings per share" if unit.endswith("/share") else "net income" if len(unit) == 3 else "losses"
        return replace(subject, name=replace(subject.name, name=normal, negative=normal != "losses"))

    def _predicate(self, position: int, subject: Subject, floor: int) -> Reading | None:
        """Read "X was a record of $5", "an increase of 5%": the noun before "of" says nothing itself."""
        before = subject.first - 1
        if before > floor - 1 and self.tokens[before].low == "to":
            return self._by_to(position, before, floor)
        owner = self.clause.subject(before, floor) if before >= floor and self.tokens[before].low in COPULAS else None
        if subject.name.change is not None:
            following, prep = self.clause.following(position)
            if prep == "in" and following.name.name:
                return self._changed(position, replace(following, end=self.tokens[position].end), subject.name.change)
            return self._changed(position, owner, subject.name.change)
        if owner is not None and owner.name.name:
            return self._reading(owner, position)
        return None

    def _share(self, position: int, subject: Subject, verb: str, link: int, floor: int) -> Reading | None:
        """Read "represents 10 % of revenue"; a share of which it is not told what it does says nothing."""
        name = f"share of {subject.name.name}"
        role, start = Role.VALUE, self.tokens[position].start
        if verb in SHARE_VERBS or (verb == "for" and link > floor and self.tokens[link - 1].low in SHARE_VERBS):
            owner = self.clause.subject(link - (verb == "for"), floor)
            previous = self._last.name.name if self._last is not None else ""
            part = owner.name.name if owner is not None and owner.name.name else previous
            name = f"{part} {name}".strip()
            role = Role.CONTRIBUTION
            start = owner.start if owner is not None and owner.name.name else start
        if role is not Role.CONTRIBUTION:
            return None
        return Reading(replace(subject.name, name=name, change=None), role, start, subject.end)
