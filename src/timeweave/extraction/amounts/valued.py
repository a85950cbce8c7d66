"""What an amount is the value of, and whose: "the population of Ely was 9,000", "fell to 11 %", "paid $5 million"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from timeweave.extraction.amounts import governors
from timeweave.extraction.amounts.counted import CountedReader, Figure
from timeweave.extraction.amounts.measures import normal_measure
from timeweave.extraction.amounts.parsed import clause_verb
from timeweave.extraction.amounts.quantity_words import CHANGE_VERBS, COPULAS, LIGHT_VERBS
from timeweave.extraction.amounts.readings import Role
from timeweave.extraction.amounts.standing import Standing
from timeweave.lexicon.counting import DIMENSIONS
from timeweave.lexicon.families import word_set
from timeweave.records import EntityId

if TYPE_CHECKING:
    from spacy.tokens import Token

_RATES = frozenset({"%", "pp", "bp", "points", "x"})
_SAYING_NOTHING = (LIGHT_VERBS | COPULAS | word_set("sees gets get seeing reach reaches")) - {"weighed"}
_LASTING = word_set("took takes take lasted lasts last")
_TO_WHOM = word_set("for on to from")
_CHANGES_ALONE = word_set("rise fall increase decrease drop growth")
_GETTING = word_set("raised raise raises raising added gained gaining lost cut cuts cutting reduced lowered lowers")
_IDENTIFYING = word_set("number code id identifier address")
_AFTER = 6  # words of what follows a verb and is told with it


class FigureReader(CountedReader):
    """Reads one amount of a sentence."""

    def read(self) -> Figure | None:
        """The figure, by the first rule that holds."""
        if self.top is None:
            return None
        noun = governors.noun(self.sentence.doc, self.amount)
        if noun is not None:
            return self.counted(noun)
        rules: tuple[Callable[[Token], Figure | None], ...] = (
            self._share, self._moved, self._told, self._of_noun, self._done,
        )  # fmt: skip
        return next((found for rule in rules if (found := rule(self.top)) is not None), None)

    def _valued(
        self, bearer: EntityId | None, noun: Token, verb: Token | None, role: Role = Role.VALUE, sign: int = 1
    ) -> Figure | None:
        """The figure of a measure; nobody else's in a text given to be about somebody is theirs."""
        owned = any(c.dep_ == "poss" for c in noun.children)
        bearer = bearer or (None if owned else self.sentence.about)
        name = normal_measure(self.sentence.phrase(noun, bearer)).name
        if noun.lower_ in _IDENTIFYING and not any(c.lower_ == "of" for c in noun.children):
            return None
        return self.figure(bearer, name, verb, role, sign)

    def _share(self, top: Token) -> Figure | None:
        """Read "66 % of Ely's farmers use it", "Ely owns 51 % of the line"."""
        of = next((c for c in top.children if c.lower_ == "of" and c.i > top.i), None)
        whole = None if of is None else next((c for c in of.children if c.dep_ == "pobj"), None)
        if self.amount.unit != "%" or whole is None:
            return None
        verb = clause_verb(top)
        if verb is None:
            return None
        if top.dep_ in ("nsubj", "nsubjpass"):
            bearer = self.sentence.of(whole)
            told = self._said_of(verb, bearer)
        elif top.dep_ == "dobj":
            bearer = self.sentence.agent(verb)
            told = " ".join([verb.lower_, *(c.lower_ for c in verb.children if c.dep_ == "prt")])
        else:
            return None
        measure = self.sentence.phrase(whole, bearer)
        return self.figure(bearer, f"share of {measure} {told}" if measure and told else "", verb)

    def _said_of(self, verb: Token, bearer: EntityId | None) -> str:
        """What a verb says of its subject, in a few words; empty where it takes many."""
        words = [
            t
            for c in verb.children
            if c.i > verb.i and c.dep_ not in ("punct", "advcl", "conj", "cc")
            for t in c.subtree
        ]
        helpers = [c for c in verb.children if c.dep_ in ("aux", "auxpass") and verb.pos_ == "AUX"]
        if len(words) > _AFTER + 2:
            return ""
        return self.sentence.said([*helpers, verb, *words], bearer)

    def _moved(self, top: Token) -> Figure | None:
        """Read "the price rose by 5 %", "unemployment fell to 11 %", "cut the price to $5"."""
        preposition = top.head if top.dep_ == "pobj" else None
        verb = preposition.head if preposition is not None else top.head
        if verb.lower_ not in CHANGE_VERBS or verb.pos_ not in ("VERB", "AUX"):
            return None
        to = preposition is not None and preposition.lower_ in ("to", "at")
        to = to or (preposition is not None and preposition.lower_ == "from" and self.standing is Standing.COMPARED)
        if preposition is not None and not to and preposition.lower_ != "by":
            return None
        if preposition is None and top.dep_ not in ("dobj", "npadvmod", "advmod", "attr"):
            return None
        if top.dep_ == "dobj" and self.amount.unit not in _RATES and verb.lower_ in _GETTING:
            return None  # "raised $5 million", "lost 4 kg" are no changes of a measure
        done = next((c for c in verb.children if c.dep_ == "dobj" and c != top), None)
        subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), None)
        told = done or subject
        if told is None or told.pos_ not in ("NOUN", "PROPN"):
            return None
        bearer = self.sentence.of(told)
        if bearer is None and done is not None:
            bearer = self.sentence.place(verb) or self.sentence.agent(verb)
        if to:
            return self._valued(bearer, told, verb)
        return self._valued(bearer, told, verb, Role.CHANGE, CHANGE_VERBS[verb.lower_] or 1)

    def _told(self, top: Token) -> Figure | None:
        """Read "the population of Ely was 9,000", "turnout reached 61 %", "the bridge in Ely is 300 m long"."""
        adjective = top.head if top.dep_ in ("npadvmod", "nummod") and top.head.lower_ in DIMENSIONS else None
        place = adjective or top
        preposition = place.head if place.dep_ == "pobj" and place.head.lower_ in ("at", "to") else None
        verb = preposition.head if preposition is not None else place.head
        if verb.lower_ not in COPULAS or verb.pos_ not in ("VERB", "AUX"):
            return None
        if place.dep_ not in ("attr", "acomp", "dobj", "oprd", "npadvmod", "pobj", "advmod"):
            return None
        subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), None)
        if subject is None or subject.pos_ not in ("NOUN", "PROPN", "PRON"):
            return None
        if adjective is not None:
            bearer = self.sentence.entity(subject)
            return self.figure(bearer, DIMENSIONS[adjective.lower_], verb)
        if subject.pos_ != "NOUN" or self.sentence.entity(subject) is not None:
            return None
        bearer = self.sentence.of(subject)
        return self._valued(bearer, subject, verb)

    def _of_noun(self, top: Token) -> Figure | None:
        """Read "a population of 9,000", of whom the noun is, or of who has it."""
        if top.dep_ != "pobj" or top.head.lower_ != "of" or top.head.head.pos_ != "NOUN":
            return None
        noun = top.head.head
        if noun.lower_ in _CHANGES_ALONE:
            return self.change_noun(noun)
        bearer, verb = self.sentence.of(noun), clause_verb(noun)
        if bearer is None and noun.dep_ == "dobj":
            bearer = self.sentence.agent(verb)
        if bearer is None and noun.dep_ == "pobj" and noun.head.lower_ == "with":
            described = noun.head.head
            bearer = self.sentence.agent(described) if described.pos_ in ("VERB", "AUX") else self.described(described)
        return self._valued(bearer, noun, verb)

    def _done(self, top: Token) -> Figure | None:
        """Read "Ely paid $5 million for the mill", "the mill cost $5 million", "weighs 3 tons"."""
        verb = top.head
        if top.dep_ not in ("dobj", "npadvmod") or verb.pos_ != "VERB" or not self.amount.unit:
            return None
        if self.amount.unit in _RATES:
            return None
        if top.dep_ == "npadvmod" and any(c.dep_ == "dobj" for c in verb.children):
            return None
        if self.amount.unit in ("hours", "minutes") and verb.lower_ not in _LASTING:
            return None
        bearer = self.sentence.agent(verb)
        for_what = next((p for p in verb.children if p.lower_ in _TO_WHOM and p.dep_ in ("prep", "dative")), None)
        words = [] if for_what is None else list(for_what.subtree)
        of = next((c for c in top.children if c.lower_ in ("of", "in") and c.i > top.i), None)
        what = "" if of is None else self.sentence.said([t for c in of.children for t in c.subtree])
        if verb.lower_ in _SAYING_NOTHING:
            return self.figure(bearer, what, verb) if verb.lower_ in LIGHT_VERBS else None
        told = self.sentence.said([verb, *words]) if len(words) <= _AFTER else verb.lower_
        return self.figure(bearer, f"{what} {told}".strip(), verb)
