"""A parsed sentence asked for the entities of its clauses: who does what a verb says, whose a noun is, where it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from timeweave.language.mentions import NamedMention
from timeweave.language.parsing import parse
from timeweave.lexicon.families import word_set
from timeweave.records import EntityId

if TYPE_CHECKING:
    from spacy.tokens import Token

_OF = frozenset({"of", "in", "at", "for", "on", "across", "throughout", "from", "within"})
_WHERE = frozenset({"in", "at", "on", "near", "across", "throughout", "within"})
_LEFT = frozenset({"compound", "amod", "nmod"})
_PLAIN = word_set(
    "new more additional further total overall estimated extra astonishing staggering whopping combined impressive"
)
_SOME_OF = word_set("first last next final other another previous remaining same these those both")
_MOST_WORDS = 9
_PRONOUNS = dict.fromkeys(("it", "its"), False) | dict.fromkeys(("he", "his", "she", "her"), True)
"""Pronouns of one, and whether they stand for a person."""
_SEVERAL = frozenset({"we", "us", "our", "ours", "ourselves", "they", "them", "their"})
_APART = frozenset({",", "(", "–", "—", "-"})
_SPACES = re.compile("[\u00a0\u2009\u202f]")
_JOINING = re.compile(r"['’]| & ")
_WORD = re.compile(r"[\w&%/'’.+-]*\w\.?")


def _one_word(joining: re.Match[str]) -> str:
    return "x" * len(joining[0])


class ParsedSentence:
    """The parse of a sentence with its entity mentions; ``taken`` are the characters of its amounts and times."""

    def __init__(
        self,
        sentence: str,
        start: int,
        mentions: Sequence[NamedMention],
        taken: Sequence[tuple[int, int]],
        about: EntityId | None = None,
    ) -> None:
        self.text = sentence
        self._mentions = [(m.span.start - start, m.span.end - start, m) for m in mentions if _may_bear(m)]
        self.doc = parse(self._with_plain_names(sentence))
        self._taken = taken
        named = {m.entity for _, _, m in self._mentions if m.named}
        self.about = about if named <= {about} else None
        """What the document is given to be about, where its sentence names nobody else."""

    def _with_plain_names(self, sentence: str) -> str:
        """The sentence with plain spaces, and each name that an apostrophe or "&" is part of as one word: "Moody's"."""
        sentence = _SPACES.sub(" ", sentence)
        for first, last, mention in self._mentions:
            if mention.named and _JOINING.search(mention.surface) and last <= len(sentence):
                sentence = sentence[:first] + _JOINING.sub(_one_word, sentence[first:last]) + sentence[last:]
        return sentence

    def is_in_name(self, start: int, end: int) -> bool:
        """Whether characters are part of a name: "Super Bowl 57 point spread"."""
        return any(m.named and a < end and start < b for a, b, m in self._mentions)

    def entity(self, token: Token | None) -> EntityId | None:
        """The entity that a noun or pronoun names, alone: "the Elm bridge" is none of Elm's, "Ann and Bob" are two."""
        if token is None or any(c.dep_ == "conj" for c in token.children) or token.dep_ == "conj":
            return None
        if token.dep_ == "compound" and token.head.pos_ in ("NOUN", "PROPN") and not self._covers(token, token.head):
            return None
        return self._named(token)

    def _named(self, token: Token) -> EntityId | None:
        found = next((m.entity for a, b, m in self._mentions if a <= token.idx and token.idx + len(token) <= b), None)
        return self._antecedent(token) if found is None and token.lower_ in _PRONOUNS else found

    def _antecedent(self, pronoun: Token) -> EntityId | None:
        """The only name before a pronoun, where that is the subject of its clause or of one above: "Ely said its"."""
        before = [m for a, _, m in self._mentions if a < pronoun.idx and m.named]
        verb = clause_verb(pronoun)
        if len({m.entity for m in before}) != 1 or verb is None:
            return None
        if (before[0].type == "PERSON") is not _PRONOUNS[pronoun.lower_]:
            return None
        subjects = [c for v in clauses_up(verb) for c in v.children if c.dep_ == "nsubj" and c != pronoun]
        return before[0].entity if any(self.entity(s) for s in subjects if s.pos_ != "PRON") else None

    def _covers(self, one: Token, other: Token) -> bool:
        return any(a <= min(one.idx, other.idx) and max(one.idx, other.idx) < b for a, b, _ in self._mentions)

    def who(self, noun: Token | None) -> EntityId | None:
        """The entity that a subject or object is: by name, by apposition, or by whose it is ("its forces")."""
        if noun is None:
            return None
        if (named := self.entity(noun)) is not None:
            return named
        beside = [c for c in noun.children if c.dep_ == "appos"]
        if len(beside) == 1 and (named := self.entity(beside[0])) is not None:
            return named
        whose = next((c for c in noun.children if c.dep_ == "poss"), None)
        return None if whose is None or self._is_person(whose) else self.entity(whose)

    def _is_person(self, token: Token) -> bool:
        return any(a <= token.idx < b and m.type == "PERSON" for a, b, m in self._mentions)

    def agent(self, verb: Token | None) -> EntityId | None:
        """Who does what ``verb`` says: the subject of its clause, or what its clause describes."""
        while verb is not None:
            subjects = [c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass", "csubj")]
            if subjects:
                return self._subject(subjects[0], verb)
            if verb.dep_ == "acl" and verb.tag_ == "VBG":
                return self.who(verb.head)
            joined = verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX")
            beside = (
                verb.dep_ in ("advcl", "xcomp") and verb.tag_ in ("VBG", "VB") and verb.head.pos_ in ("VERB", "AUX")
            )
            if not (joined or beside) or any(c.dep_ == "agent" for c in verb.head.children):
                return None
            if beside and any(c.dep_ == "dobj" for c in verb.head.children) and verb.dep_ == "xcomp":
                return None  # "told them to evacuate": the object does it
            verb = verb.head
        return None

    def _subject(self, subject: Token, verb: Token) -> EntityId | None:
        if subject.tag_ in ("WDT", "WP") and verb.dep_ == "relcl":
            return self.entity(verb.head)
        if verb.tag_ == "VBN" and subject.dep_ == "nsubjpass" and verb.lower_ not in _GIVEN:
            return self.entity(subject) if any(c.dep_ in ("agent", "dobj", "oprd") for c in verb.children) else None
        return self.who(subject)

    def of(self, noun: Token, *, counted: bool = False) -> EntityId | None:
        """Whose a measure is: "Ely's population", "the population of Ely", "Ely population"; "Ely pupils" that are
        ``counted`` are told of by what they do.
        """
        possessors = [c for c in noun.children if c.dep_ == "poss"]
        if possessors:
            return self._single(possessors[0])
        for child in noun.children:
            if not counted and child.dep_ in ("compound", "nmod") and not self._covers(child, noun):
                if (named := self._single(child)) is not None:
                    return named
            elif child.dep_ == "prep" and child.lower_ in _OF:
                inner = next((c for c in child.children if c.dep_ == "pobj"), None)
                if inner is not None and (named := self._single(inner) or self._holder(inner, child)) is not None:
                    return named
        return None

    def _single(self, token: Token) -> EntityId | None:
        """The entity of a name that is not one of several."""
        joined = any(t.dep_ in ("cc", "conj") for t in token.subtree)
        return None if joined else self._named(token)

    def _holder(self, noun: Token, preposition: Token) -> EntityId | None:
        """Whose the things are that a measure is of: "the share of Ely's houses"."""
        if preposition.lower_ != "of":
            return None
        beside = [c for c in noun.children if c.dep_ in ("poss", "compound") and not self._covers(c, noun)]
        return next((e for c in beside if (e := self._single(c)) is not None), None)

    def place(self, verb: Token | None) -> EntityId | None:
        """Where what a verb says was: "were killed in Rafah"; none where several places are told."""
        if verb is None:
            return None
        found = [
            self._single(c) for p in verb.children if p.dep_ == "prep" and p.lower_ in _WHERE
            for c in p.children if c.dep_ == "pobj"
        ]  # fmt: skip
        named = {e for e in found if e is not None}
        return named.pop() if len(named) == 1 else None

    def phrase(self, noun: Token, bearer: EntityId | None, deed: str = "") -> str:
        """The words of a noun, ``deed`` that was done to it, and what restricts it, but for amounts, times and the
        name of ``bearer``; empty where that is too long, has amounts of its own, or picks some out ("the last two").
        """
        behind = self._restricting(noun, bearer)
        if behind is None or any(c.lower_ in _SOME_OF and c.i < noun.i for c in noun.children):
            return ""
        words = [noun]
        for child in noun.children:
            if child.dep_ in _LEFT and child.i < noun.i and child.lower_ not in _PLAIN:
                words += [t for t in child.subtree if t.i < noun.i and t.tag_[:2] in _NAMING]
        core = self.said(sorted(set(words), key=_index), bearer)
        if core.split(" ")[0] in ("", "and", "or"):
            return ""
        return " ".join(w for w in (core, deed, self.said(behind, bearer)) if w)

    def _restricting(self, noun: Token, bearer: EntityId | None) -> list[Token] | None:
        """The words behind a noun that restrict it; ``None`` where they are many, or have amounts of their own."""
        behind: list[Token] = []
        for child in noun.children:
            if child.dep_ in ("relcl", "acl"):
                if any(c.tag_ == "TO" for c in child.children):
                    return None  # "12 games to play"
                apart = child.left_edge.i > 0 and child.left_edge.nbor(-1).text in _APART
                if not apart:
                    behind += child.subtree
            elif child.dep_ == "prep" and child.i > noun.i and not self._is_whose(child, bearer):
                inner = list(child.subtree)
                if not any(self._is_taken(t) for t in inner):
                    behind += inner
                elif child.lower_ in ("of", "with") and not all(self._is_taken(t) for t in inner[1:]):
                    return None
        if len(behind) > _MOST_WORDS - 1 or any(self._is_taken(t) for t in behind):
            return None
        return sorted(set(behind), key=_index)

    def _is_whose(self, preposition: Token, bearer: EntityId | None) -> bool:
        return bearer is not None and any(self._named(c) == bearer for c in preposition.children)

    def _is_taken(self, token: Token) -> bool:
        return any(a < token.idx + len(token) and token.idx < b for a, b in self._taken)

    def said(self, words: Sequence[Token], bearer: EntityId | None = None) -> str:
        """The words of tokens without articles, amounts, times and the name of ``bearer``; empty where too many."""
        kept = [
            t for t in words
            if not self._is_taken(t) and _WORD.fullmatch(t.text) and t.tag_ not in ("POS", "PRP$", "DT")
            and not (bearer is not None and self._named(t) == bearer)
        ]  # fmt: skip
        return "" if len(kept) > _MOST_WORDS else " ".join(t.lower_ for t in kept)


def _may_bear(mention: NamedMention) -> bool:
    """Whether figures can be somebody's: a people is many, "we" is more than who says it, and "it" is no person."""
    word = mention.surface.lower()
    fits = word not in _SEVERAL and (not mention.type or _PRONOUNS.get(word) is not (mention.type != "PERSON"))
    return mention.type != "NORP" and (mention.named or fits)


def clause_verb(token: Token) -> Token | None:
    """The verb of the clause that a token stands in."""
    while token.pos_ not in ("VERB", "AUX"):
        if token.head == token:
            return None
        token = token.head
    while token.dep_ in ("aux", "auxpass"):
        token = token.head
    return token


def clauses_up(verb: Token) -> Iterator[Token]:
    """A verb and those above it."""
    yield verb
    while verb.head != verb:
        verb = verb.head
        yield verb


def _index(token: Token) -> int:
    return int(token.i)


_GIVEN = word_set("given awarded granted paid handed sent lent offered allotted")
_NAMING = frozenset({"NN", "JJ", "VB", "CD", "FW", "RB"})
