"""The clause around an amount: what ties the two together, and the subject or noun that the amount belongs to."""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from timeweave.extraction.amounts.clauses import (
    Phrase,
    Token,
    is_plural,
    is_verb,
    phrase_after,
    phrase_before,
    phrase_text,
    possessor,
)
from timeweave.extraction.amounts.measures import MeasureName, normal_measure
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.quantity_words import (
    ADJECTIVES_IN_ED_OR_ING,
    ADVERBS,
    CHANGE_NOUNS,
    CHANGE_VERBS,
    COMPARE_WORDS,
    CONJUNCTIONS,
    COPULAS,
    DETERMINERS,
    IRREGULAR_PAST,
    LIGHT_VERBS,
    MEASURE_HEADS,
    PREPOSITIONS,
)
from timeweave.lexicon.families import of_one_word, word_set
from timeweave.lexicon.outlook import ESTIMATING, EXPECTING, GUIDING

NAMELESS = MeasureName("")
MAX_BACK = 25  # tokens that a reading may lie from its amount, so that the cost of a long sentence stays linear
_AUXILIARY = word_set(
    "to be not also now expected likely been have has had is are was were will would could should we they continue "
    "continued"
)
_RANGE_LINK = word_set("between range within")
_CAUSES = word_set(
    "driven due reflecting reflects offset led including because despite owing attributable thanks included"
)
_EXPECTING = of_one_word(EXPECTING, GUIDING, ESTIMATING) | word_set("see continue")
_TO_VERB = word_set("likely set due able expected on")
_CASUALTIES = word_set("injured wounded displaced arrested killed hospitalized infected unemployed dead missing")
_GIVING = word_set("returned paid distributed donated contributed gave allocated awarded lent transferred committed")


@dataclass(frozen=True, slots=True)
class Subject:
    """A noun phrase read as a measure: its name, its characters ``start`` to ``end``, and its ``first`` token."""

    name: MeasureName
    start: int
    end: int
    holder: str = ""
    first: int = 0


class Clause:
    """A tokenized sentence that can be asked what stands around its amounts; positions are token numbers."""

    def __init__(self, sentence: str, tokens: Sequence[Token], amounts: Sequence[Amount]) -> None:
        self.sentence = sentence
        self.tokens = tokens
        self.amounts = amounts

    def amount(self, position: int) -> Amount:
        """The amount that the token at ``position`` stands for."""
        return self.amounts[self.tokens[position].amount]

    def link(self, position: int, floor: int) -> int:
        """The token that ties an amount to what stands before it: adverbs and articles are passed over."""
        k = position - 1
        while k >= floor:
            low = self.tokens[k].low
            pair = self.tokens[k - 1].low if k > floor else ""
            if (pair, low) in (("at", "least"), ("at", "most"), ("up", "to"), ("as", "as"), ("negative", "of")):
                k -= 2
            elif (
                (self.tokens[k].kind == "time" and pair not in PREPOSITIONS and k > floor)
                or low in ADVERBS
                or low in DETERMINERS
                or low in ("negative", "positive")
            ):
                k -= 1
            else:
                break
        return k

    def only_times(self, first: int, last: int) -> bool:
        """Whether nothing but times, adverbs and their prepositions stands between two tokens."""
        words = self.tokens[first:last]
        return all(
            t.kind == "time"
            or t.low in ADVERBS
            or t.low in PREPOSITIONS
            or t.low in COMPARE_WORDS
            or t.low in (",", "and")
            for t in words
        )

    def skip_range(self, link: int, floor: int) -> int:
        """The token before "in the range of", "between" and the like."""
        k = link
        while k > floor and (
            self.tokens[k].low in _RANGE_LINK
            or (self.tokens[k].low in ("of", "from") and self.tokens[k - 1].low == "range")
        ):
            k -= 1
            while k > floor and self.tokens[k].low in DETERMINERS:
                k -= 1
        return k

    def after_copula_or_comma(self, verb: int, floor: int) -> bool:
        """Whether "higher" or "lower" is a predicate here and no adjective of a noun."""
        return (
            verb - 1 < floor or self.tokens[verb - 1].low in COPULAS or self.tokens[verb - 1].low in (",", "and", "or")
        )

    def subject(self, verb: int, floor: int) -> Subject | None:
        """The noun phrase that is the subject of a verb, its auxiliaries passed over."""
        k = verb
        while k > floor and (
            self.tokens[k - 1].low in _AUXILIARY or self.tokens[k - 1].low in ADVERBS or is_verb(self.tokens[k - 1])
        ):
            if self.tokens[k - 1].low == "to" and not self._infinitive_of_subject(k - 1, floor):
                return None
            if self.tokens[k - 1].low in DETERMINERS and self.tokens[k - 1].low not in ADVERBS:
                break
            k -= 1
        if k - 1 > floor and self.tokens[k - 1].low in ("which", "that"):
            k -= 2 if self.tokens[k - 2].low == "," else 1
        elif k - 1 > floor and self.tokens[k - 1].low == "," and self.tokens[verb].low in COPULAS:
            opening = next((c for c in range(k - 2, max(floor, k - 22), -1) if self.tokens[c].low == ","), k)
            k = opening
        return self.named(phrase_before(self.tokens, k, floor, whole=True))

    def _infinitive_of_subject(self, to: int, floor: int) -> bool:
        """Whether "revenue ... to be" says something of the noun before: "is likely to", "we expect revenue to"."""
        if to <= floor:
            return False
        before = self.tokens[to - 1]
        expecting = any(t.low in _EXPECTING for t in self.tokens[max(0, to - MAX_BACK) : to])
        return is_verb(before) or before.low in _TO_VERB or expecting

    def named(self, phrase: Phrase) -> Subject:
        """A noun phrase read as a measure; nameless when it names none."""
        if phrase.last <= phrase.first:
            return Subject(NAMELESS, 0, 0)
        words = phrase_text(self.tokens, phrase)
        start, end = self.tokens[phrase.first].start, self.tokens[phrase.last - 1].end
        return Subject(normal_measure(words), start, end, possessor(self.tokens, phrase, self.sentence), phrase.first)

    def main_subject(self) -> Subject | None:
        """The subject of the sentence's first verb, for a participle that has none: ", increasing 12%"."""
        for k, token in enumerate(self.tokens[:MAX_BACK]):
            if token.kind == "amount":
                break
            if token.low in COPULAS or token.low in ("had", "continued", "remained", "performed", "saw"):
                subject = self.named(phrase_before(self.tokens, k, 0, whole=True))
                return subject if subject.name.name else None
        return self._opening()

    def _opening(self) -> Subject | None:
        """The noun between commas that opens a sentence: "From our view, the Americas, our largest region, grew"."""
        first = 0
        for k, token in enumerate(self.tokens[:MAX_BACK]):
            if token.kind == "amount":
                break
            if token.low == ",":
                piece = self.tokens[first:k]
                adverbial = not piece or piece[0].kind == "time" or piece[0].low in PREPOSITIONS | CONJUNCTIONS
                if not adverbial and not any(is_verb(t) or _is_participle(t.low) for t in piece):
                    subject = self.named(Phrase(first, k))
                    return subject if subject.name.name else None
                first = k + 1
        return None

    def change_in(self, phrase: Phrase, floor: int) -> int | None:
        """The direction in "an increase in revenue of 5%", whose noun stands before the phrase."""
        k = phrase.first - 1
        if k > floor and self.tokens[k].low in ("in", "of", "to") and self.tokens[k - 1].low in CHANGE_NOUNS:
            return CHANGE_NOUNS[self.tokens[k - 1].low]
        return None

    def following(self, position: int) -> tuple[Subject, str]:
        """The noun after an amount, and the preposition between them or an empty string."""
        first, prep = position + 1, ""
        while first < len(self.tokens) and self.tokens[first].kind == "time":
            first += 1
        if (
            first + 1 < len(self.tokens)
            and self.tokens[first].low in ("worth", "more", "less", "fewer")
            and self.tokens[first + 1].low != "than"
        ):
            first += 1
        if first < len(self.tokens) and self.tokens[first].low in ("of", "in", "for", "on", "to"):
            prep = self.tokens[first].low
            first += 1
        phrase = phrase_after(self.tokens, first, self.sentence)
        subject = self.named(phrase)
        if (
            subject.name.change is not None
            and not subject.name.name
            and phrase.last < len(self.tokens)
            and self.tokens[phrase.last].low in ("in", "to", "of")
        ):
            inner = self.named(phrase_after(self.tokens, phrase.last + 1, self.sentence))
            if inner.name.name:
                subject = replace(inner, name=replace(inner.name, change=subject.name.change))
        return subject, prep

    def token_at(self, character: int) -> int:
        """The first token at or after a character."""
        return bisect.bisect_left(self.tokens, character, key=_start)

    def countable(self, position: int) -> bool:
        """Whether a plural noun follows a number directly."""
        subject, prep = self.following(position)
        return not prep and bool(subject.name.name) and is_plural(subject.name.name.split()[-1])

    def fits(self, position: int, subject: Subject, prep: str) -> bool:
        """Whether an amount and the noun after it belong together: a bare number needs a plural right behind it."""
        amount = self.amount(position)
        words = re.split(r" (?:of|in|per) ", subject.name.name)[0].split()
        head = words[-1]
        if (len(words) == 1 and head.endswith("ed") and head not in _CASUALTIES) or _is_participle(words[0]):
            return False
        attributive = "-" in amount.text.lstrip("-") and amount.unit not in ("%", "bp", "pp") and amount.high is None
        if attributive and not amount.text.startswith("$"):
            return False
        if not amount.unit:
            if amount.scaled and (prep == "of" or (prep == "in" and any(w in MEASURE_HEADS for w in words))):
                return True
            if prep:
                return False
            return is_plural(head) and (not amount.small or bool(self.passive(subject)))
        if amount.unit in ("points", "x") and (prep or amount.small):
            return False
        if prep == "to":
            return any(t.low in _GIVING for t in self.tokens[max(0, position - 4) : position])
        if prep in ("for", "on"):
            return len(amount.unit) == 3 and amount.unit.isupper()
        return True

    def passive(self, subject: Subject) -> str:
        """The participle of "12 people were killed", with a space before it; empty when there is none."""
        first = self.token_at(subject.end)
        after = [t.low for t in self.tokens[first : first + 4]]
        while after and (after[0] in COPULAS or after[0] in _AUXILIARY or after[0] in ADVERBS):
            after.pop(0)
        if after and (
            after[0] in IRREGULAR_PAST
            or after[0] == "died"
            or (after[0].endswith("ed") and after[0] not in LIGHT_VERBS)
        ):
            return f" {after[0]}" if after[0] not in CONJUNCTIONS and after[0] not in CHANGE_VERBS else ""
        return ""

    def is_cause(self, position: int) -> bool:
        """Whether an amount explains the measure before it ("driven by increases of 33%") rather than describes it."""
        previous = next((k for k in range(position - 1, -1, -1) if self.tokens[k].kind == "amount"), 0)
        return any(t.low in _CAUSES for t in self.tokens[previous:position])


def _start(token: Token) -> int:
    return token.start


def _is_participle(word: str) -> bool:
    return len(word) > 5 and word.endswith("ing") and word not in ADJECTIVES_IN_ED_OR_ING
