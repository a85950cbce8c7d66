"""What an amount counts, and whose: "issued 5 licences", "27 people were killed in Rafah", "a 17% drop in crime"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.parsed import ParsedSentence, clause_verb
from timeweave.extraction.amounts.quantity_words import CHANGE_NOUNS, LIGHT_VERBS, LIKENESS_OF_TIME
from timeweave.extraction.amounts.readings import Role
from timeweave.extraction.amounts.standing import Standing
from timeweave.extraction.relations.open.wording import inflected
from timeweave.lexicon.families import word_set
from timeweave.records import EntityId

if TYPE_CHECKING:
    from spacy.tokens import Token

_HAVING = LIGHT_VERBS | word_set("employs employ employed counts totals of")
_COLLECTIVE = word_set("people staff personnel police troops crew aircraft cattle youth")
_FEW = 12
_MORE = {"more": 1, "higher": 1, "fewer": -1, "less": -1, "lower": -1}


@dataclass(frozen=True, slots=True)
class Figure:
    """An amount of ``bearer``: its value, or the ``sign``ed change, of ``measure``, told by ``verb``."""

    amount: Amount
    bearer: EntityId
    measure: str
    verb: Token | None
    role: Role = Role.VALUE
    sign: int = 1
    standing: Standing = Standing.STATED

    @property
    def ahead(self) -> bool:
        """Whether it is planned or expected."""
        return self.standing is Standing.PLANNED


class CountedReader:
    """Reads one amount of a sentence as the count of a noun."""

    def __init__(self, sentence: ParsedSentence, amount: Amount, standing: Standing) -> None:
        self.sentence = sentence
        self.amount = amount
        self.standing = standing
        inside = [t for t in sentence.doc if t.idx < amount.end and amount.start < t.idx + len(t)]
        tops = [t for t in inside if t.head not in inside or t.head == t]
        self.top: Token | None = tops[-1] if tops else None

    def figure(
        self, bearer: EntityId | None, measure: str, verb: Token | None, role: Role = Role.VALUE, sign: int = 1
    ) -> Figure | None:
        """The figure of somebody; none where whose it is or what it measures is not known."""
        if bearer is None or not measure:
            return None
        return Figure(self.amount, bearer, measure, verb, role, sign)

    def _is_known(self, noun: Token) -> bool:
        """Whether a few are meant that were told of before: "the two staffs", "the Three Lions"."""
        text = self.amount.text
        named = text[:1].isupper() and text[:1].isalpha() and self.amount.start > noun.sent.start_char
        return named or (self.amount.value <= _FEW and any(c.lower_ == "the" and c.i < noun.i for c in noun.children))

    def counted(self, noun: Token) -> Figure | None:
        """The figure of a noun that the amount counts, by what the noun is to its clause."""
        noun = _whole(noun)
        if noun.lower_ in LIKENESS_OF_TIME or self._is_known(noun):
            return None
        if noun.lower_ in CHANGE_NOUNS and (self.amount.unit or noun.tag_ == "NN"):
            return self.change_noun(noun)
        if not self.amount.unit and noun.tag_ not in ("NNS", "NNPS") and noun.lower_ not in _COLLECTIVE:
            return None
        if self.amount.unit and (noun.tag_ != "NN" or "-" in self.amount.text.strip("-")):
            return self._more(noun)
        first = noun
        while first.dep_ in ("conj", "appos") and first.head.pos_ in ("NOUN", "PROPN", "NUM"):
            first = first.head
        if first != noun and noun.dep_ == "appos" and "(" not in self.sentence.text[first.idx : noun.idx]:
            bearer = self.sentence.entity(first)
            return self.figure(bearer, self._measure(noun, bearer), clause_verb(noun))
        verb = clause_verb(first)
        if first.dep_ == "dobj" and verb is not None:
            bearer = self.sentence.agent(verb)
            return self.figure(bearer, self._deed(noun, verb, bearer), verb)
        if first.dep_ in ("nsubj", "nsubjpass") and verb is not None:
            if first != noun and not any(c.dep_ == "nummod" for c in first.children):
                return None  # "Ann and her two brothers"
            return self._subject(noun, verb)
        if first.dep_ == "attr" and verb is not None:
            return self._predicate(noun, verb)
        if first.dep_ == "pobj":
            return self._in_phrase(noun, first.head)
        return None

    def _more(self, noun: Token) -> Figure | None:
        """Read "issued 2.6 % more refunds"."""
        sign = next((_MORE[c.lower_] for c in noun.children if c.lower_ in _MORE), 0)
        if self.amount.unit != "%" or not sign or noun.dep_ != "dobj":
            return None
        verb = clause_verb(noun)
        bearer = self.sentence.agent(verb)
        measure = "" if verb is None else self._deed(noun, verb, bearer)
        kept = " ".join(w for w in measure.split() if w not in _MORE)
        return self.figure(bearer, kept, verb, Role.CHANGE, sign)

    def _measure(self, noun: Token, bearer: EntityId | None) -> str:
        return self.sentence.phrase(noun, bearer)

    def _deed(self, noun: Token, verb: Token, bearer: EntityId | None) -> str:
        """What is counted with what was done to it: "home runs hit"; of what one has, the noun alone."""
        if verb.lower_ in _HAVING:
            return self._measure(noun, bearer)
        particle = next((f" {c.lower_}" for c in verb.children if c.dep_ == "prt"), "")
        done = inflected(verb.lemma_.casefold(), "VBN") if verb.tag_ == "VBG" else verb.lower_
        return self.sentence.phrase(noun, bearer, f"{done}{particle}")

    def change_noun(self, noun: Token) -> Figure | None:
        """Read "a 17 % drop in crime": the change of what the noun is a change of."""
        inner = next(
            (c for p in noun.children if p.lower_ in ("in", "of", "to", "for") for c in p.children if c.dep_ == "pobj"),
            None,
        )
        told = inner or next((c for c in noun.children if c.dep_ == "compound" and c.pos_ == "NOUN"), None)
        if told is None:
            return None
        verb = clause_verb(noun)
        bearer = self.sentence.of(told) or self.sentence.of(noun)
        if bearer is None and noun.dep_ == "dobj":
            bearer = self.sentence.agent(verb)
        return self.figure(bearer, self._measure(told, bearer), verb, Role.CHANGE, CHANGE_NOUNS[noun.lower_] or 1)

    def _subject(self, noun: Token, verb: Token) -> Figure | None:
        """Read "27 people were killed in Rafah", "three of Kenya's farms failed", "5,000 people attended the Cup"."""
        done = next((c for c in verb.children if c.dep_ == "dobj"), None)
        agent = next((c for p in verb.children if p.dep_ == "agent" for c in p.children if c.dep_ == "pobj"), None)
        bearer = self.sentence.of(noun, counted=True)
        if bearer is None:
            bearer = self.sentence.who(agent) if agent is not None else self.sentence.entity(done)
        bearer = bearer or self.sentence.place(verb)
        if verb.pos_ == "AUX" or any(c.dep_ == "oprd" and c.pos_ != "ADJ" for c in verb.children):
            return None
        what = "" if done is None else self.sentence.phrase(done, bearer)
        if done is not None and self.sentence.entity(done) != bearer and (not what or self.amount.value <= _FEW):
            return None  # a few that do something to something: "two members led the group"
        deed = self.sentence.said([verb, *(c for c in verb.children if c.dep_ in ("prt", "acomp", "oprd"))], bearer)
        return self.figure(bearer, self.sentence.phrase(noun, bearer, f"{deed} {what}".strip()), verb)

    def _predicate(self, noun: Token, verb: Token) -> Figure | None:
        """Read "there were 40 pupils in Ely", "the fleet of Ely is 40 buses"."""
        bearer = None
        if any(c.dep_ == "expl" for c in verb.children):
            bearer = self.sentence.of(noun, counted=True) or self.sentence.place(verb)
        return self.figure(bearer, self._measure(noun, bearer), verb)

    def _in_phrase(self, noun: Token, preposition: Token) -> Figure | None:
        """Read "used by 3,000 schools", "a city of 9,000 people", "finished with 52 goals"."""
        told = preposition.head
        if preposition.dep_ == "agent" or (preposition.lower_ == "by" and told.tag_ == "VBN"):
            bearer = self.sentence.agent(told)
            measure = self._measure(noun, bearer)
            return self.figure(bearer, f"{told.lower_} by {measure}" if measure else "", told)
        if preposition.lower_ == "with" and told.pos_ in ("VERB", "AUX"):
            apart = self.sentence.doc[preposition.i - 1].text == "," or any(c.dep_ == "acl" for c in noun.children)
            if (apart and told.tag_ != "VBG") or any(c.dep_ == "dobj" for c in told.children):
                return None
            bearer = self.sentence.agent(told)
            return self.figure(bearer, self._measure(noun, bearer), told)
        if preposition.lower_ not in ("with", "of") or told.pos_ not in ("NOUN", "PROPN"):
            return None
        bearer = None if told.pos_ == "PROPN" and preposition.lower_ == "of" else self.described(told)
        if bearer is not None:
            return self.figure(bearer, self._measure(noun, bearer), clause_verb(told))
        if preposition.lower_ == "of" and told.dep_ == "dobj" and told.tag_ == "NN":
            verb = clause_verb(told)
            bearer = self.sentence.agent(verb)
            measure = self._measure(noun, bearer) if verb is None else self._deed(noun, verb, bearer)
            return self.figure(bearer, f"{told.lower_} of {measure}" if measure else "", verb)
        return None

    def described(self, noun: Token) -> EntityId | None:
        """What a noun describes: "Ely, a city of", "Ely is a city with"; or a name itself: "Ely, with 9,000 people"."""
        if noun.dep_ == "appos":
            return self.sentence.entity(noun.head)
        if noun.dep_ == "attr" and noun.head.pos_ == "AUX":
            return self.sentence.agent(noun.head)
        return self.sentence.entity(noun) if noun.pos_ == "PROPN" else None


def _whole(noun: Token) -> Token:
    """The noun that a name is a part of: "titles" of "Grand Slam singles titles"."""
    while noun.dep_ in ("compound", "nmod") and noun.head.i > noun.i and noun.head.pos_ in ("NOUN", "PROPN"):
        noun = noun.head
    return noun
