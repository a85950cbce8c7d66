"""Who does what to whom: the propositions of a sentence, read off its dependency parse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.standing import VERBAL, Phase, Standing, Tense, standing
from timeweave.extraction.relations.open.wording import holds
from timeweave.lexicon.relations import relations

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_RELATIVES = frozenset({"who", "which", "that", "whom", "whose"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_OBJECTS = frozenset({"dobj", "obj"})
_ROUGHLY = frozenset({"over", "under", "around", "about", "up", "down"})
_NEAR = 5  # tokens behind a noun within which a participle is surely of it
_OPENING = frozenset("([“")
_CLOSING = frozenset(")]”")
_SUCCEEDING = frozenset({"replace", "succeed"})  # said at the end of a sentence of whom it names to an office


@dataclass(frozen=True, slots=True)
class Argument:
    """What a predicate is said of beside its subject: ``role`` is empty for an object, else a preposition."""

    role: str
    head: Token
    marker: Token | None = None  # the preposition


@dataclass(frozen=True, slots=True)
class Proposition:
    """A subject, a predicate with its arguments, and how it is told.

    ``predicate`` is the verb; of a copula ``complement`` is the noun or adjective. ``passive`` where the subject is
    what the deed is done to, and who does it is not told.
    """

    subject: Token
    predicate: Token
    arguments: tuple[Argument, ...]
    standing: Standing
    complement: Token | None = None
    passive: bool = False
    particle: str = ""

    @property
    def start(self) -> int:
        """The first character of the predicate and its subject."""
        return min(self.subject.idx, self.predicate.idx)

    @property
    def lasts(self) -> bool:
        """Whether what the verb tells holds and does not happen once."""
        how, verb = self.standing, self.predicate
        if holds(verb.lemma_.casefold()) or how.tense in (Tense.PRESENT, Tense.ONGOING) or how.phase is not Phase.WHOLE:
            return True
        return how.tense is Tense.PERFECT and verb.tag_ == "VBG" and not self.passive


def propositions(doc: Doc, *, gerunds: bool = False) -> Iterator[Proposition]:
    """The propositions of verbs and copulas, in order of their predicates; with ``gerunds`` as subjects too."""
    for token in doc:
        if token.pos_ in VERBAL and token.dep_ not in ("aux", "auxpass"):
            clauses = [t for t in token.children if t.dep_ == "csubj" and t.tag_ == "VBG"] if gerunds else []
            yield from _of_verb(token, clauses)


def conjuncts(head: Token) -> list[Token]:
    """``head`` and what is coordinated with it."""
    found = [head]
    for child in head.children:
        is_one = child.dep_ == "conj" and (child.pos_ in ("NOUN", "PROPN", "PRON", "NUM") or child.pos_ == head.pos_)
        if is_one or _goes_on_listing(child):
            found += conjuncts(child)
    return found


def _goes_on_listing(name: Token) -> bool:
    """Whether what is read as an apposition is a member of a list: "of Acme, Halden, and Orvex"."""
    is_name = name.dep_ == "appos" and name.pos_ == "PROPN" and name.head.pos_ == "PROPN"
    return is_name and any(t.dep_ == "cc" and t.i > name.i for t in name.children)


def _of_verb(verb: Token, clauses: list[Token]) -> Iterator[Proposition]:
    subjects = _subjects(verb) or clauses
    if not subjects:
        return
    if _is_note(verb, subjects[0]):
        return
    told = standing(verb)
    complement = _complement(verb)
    if verb.lemma_ in ("be", "become", "remain") and complement is not None:
        ones = conjuncts(complement)
        for one in ones:
            arguments = _prepositions(one) or _prepositions(ones[-1])
            yield from (Proposition(subject, verb, arguments, told, one) for subject in subjects)
        return
    arguments = (*_direct(verb), *_prepositions(verb))
    particle = " ".join(t.lower_ for t in verb.children if _is_particle(t, verb))
    if not _is_passive(verb):
        yield from (Proposition(subject, verb, arguments, told, particle=particle) for subject in subjects)
        return
    agents = _agents(verb)
    if agents and relations().is_one(verb.lemma_.casefold(), "verbs.beside"):
        return
    for subject in subjects:
        if agents:
            done_to = (Argument("", subject), *(a for a in arguments if a.role))
            yield from (Proposition(agent, verb, done_to, told, particle=particle) for agent in agents)
        else:
            yield Proposition(subject, verb, arguments, told, passive=True, particle=particle)


def _is_note(verb: Token, subject: Token) -> bool:
    """Whether a line of notes only names who said or is to do something: "Lee, land it in 10"."""
    if subject.head != verb or subject.i > verb.i or subject.tag_ != "NNP":
        return False
    commas = [t for t in verb.doc[subject.i : verb.i] if t.text == ","]
    if len(commas) != 1 or any(t.pos_ == "PROPN" for t in verb.doc[commas[0].i : verb.i]):
        return False  # "Portland, Oregon elected"
    return not any(t.dep_ in ("conj", "appos", "relcl", "acl") for t in subject.children)


def _is_particle(word: Token, verb: Token) -> bool:
    behind_it = word.doc[word.i + 1] if word.i + 1 < len(word.doc) else None
    if word.dep_ == "prt" and behind_it is not None:
        if behind_it.pos_ == "NUM" and word.lower_ in _ROUGHLY:  # "sent over 200 officers"
            return False
        return word.i == verb.i + 1 or behind_it.text != ","  # "will release it on, or shortly after, 3 May"
    if word.dep_ == "prt":
        return True
    return word.i == verb.i + 1 and word.dep_ == "advmod" and relations().is_one(word.lower_, "verbs.particles")


def _subjects(verb: Token, depth: int = 0) -> list[Token]:
    """The heads of a verb's subjects, found where its clause has them."""
    own = next((t for t in verb.children if t.dep_ in _SUBJECTS), None)
    if own is not None:
        if own.lower_ in _RELATIVES:
            return _antecedents(verb)
        return conjuncts(own)
    if any(t.dep_ in ("csubj", "csubjpass", "expl") for t in verb.children) or depth > 6 or _is_of_nobody(verb):
        return []
    if verb.tag_ in ("VBZ", "VBD"):  # a verb has no compounds: what is read as one is a name before it
        misread = [t for t in verb.lefts if t.dep_ == "compound" and t.pos_ == "PROPN"]
        if misread:
            return misread[-1:]
    head = verb.head
    if verb.dep_ == "conj" and head.pos_ in VERBAL:
        return _subjects(head, depth + 1) if not _is_imperative(verb) else []
    if verb.dep_ == "acl" and verb.tag_ in ("VBN", "VBG", "VBD"):
        return [head]
    if verb.dep_ == "xcomp" and head.pos_ == "ADJ" and head.dep_ == "acomp":
        return _subjects(head.head, depth + 1)  # "is happy to announce"
    if verb.dep_ == "xcomp" and head.pos_ in VERBAL:
        return (
            [] if any(t.dep_ in _OBJECTS or t.dep_ == "dative" for t in head.children) else _subjects(head, depth + 1)
        )
    if verb.dep_ == "advcl" and verb.tag_ == "VBG" and not any(t.dep_ == "mark" for t in verb.children):
        named = [t for t in head.children if t.dep_ in _OBJECTS and t.i < verb.i]
        if named and verb.lemma_ in _SUCCEEDING:
            return conjuncts(named[-1])  # "Acme named Ann Lee its treasurer, replacing Bob Ray"
        return _subjects(head, depth + 1) if head.pos_ in VERBAL and not _is_passive(head) else []
    return []


def _is_preposition(verb: Token) -> bool:
    """Whether a participle only says with what something is done, or of what: "using", "involving"."""
    return verb.tag_ == "VBG" and relations().is_one(verb.lemma_.casefold(), "verbs.as_prepositions")


def _is_of_nobody(verb: Token) -> bool:
    """Whether a participle belongs to nobody that is named beside it.

    So does what a title in brackets says ("PEP 594 (removing dead batteries)"), and a line of credits that does not
    name what was done: "reported by Ann Lee, fixed by Bob Ray".
    """
    if verb.dep_ == "acl" and verb.i - verb.head.i > _NEAR and not _agents(verb):
        return True
    if verb.dep_ in ("acl", "advcl") and _is_preposition(verb):
        return True
    if verb.dep_ in ("acl", "advcl") and verb.tag_ == "VBG" and verb.head.i < verb.i:
        marks = [t.text for t in verb.doc[verb.head.i : verb.i] if t.text in _OPENING | _CLOSING]
        if marks and marks[-1] in _OPENING:
            return True
    deed = verb.head.head.head
    is_credit = verb.dep_ == "acl" and verb.head.head.dep_ == "agent" and deed.dep_ == "ROOT"
    return is_credit and not any(t.dep_ in _SUBJECTS for t in deed.children)


def _antecedents(verb: Token) -> list[Token]:
    while verb.dep_ == "conj" and verb.head.pos_ in VERBAL:
        verb = verb.head
    return [verb.head] if verb.dep_ == "relcl" and verb.head.pos_ in ("NOUN", "PROPN", "PRON") else []


def _is_imperative(verb: Token) -> bool:
    """Whether a coordinated verb has no form of its own that fits the subject before it: "A came, see B"."""
    helps = any(t.dep_ in ("aux", "auxpass") for t in verb.head.children)
    return verb.tag_ == "VB" and not helps and verb.head.tag_ in ("VBD", "VBZ")


def _is_passive(verb: Token, depth: int = 0) -> bool:
    if any(t.dep_ in ("auxpass", "nsubjpass") for t in verb.children):
        return True
    if verb.dep_ in ("acl",) and verb.tag_ in ("VBN", "VBD"):
        return True
    has_own = any(t.dep_ in ("aux", "nsubj", "dobj") for t in verb.children)
    agent = any(t.dep_ == "agent" for t in verb.children)
    if verb.dep_ == "conj" and not has_own and depth < 6 and (verb.tag_ == "VBN" or agent):
        return _is_passive(verb.head, depth + 1)
    return False


def _agents(verb: Token) -> list[Token]:
    return [
        one
        for by in verb.children
        if by.dep_ == "agent"
        for noun in by.children
        if noun.dep_ == "pobj"
        for one in conjuncts(noun)
    ]


def _complement(verb: Token) -> Token | None:
    return next((t for t in verb.children if t.dep_ in ("attr", "acomp") and t.tag_ not in ("WP", "WDT", "WRB")), None)


def _direct(verb: Token) -> Iterator[Argument]:
    """The objects of a verb: its own, or those that it shares with the verb coordinated before or after it."""
    objects = [t for t in verb.children if t.dep_ in _OBJECTS and not is_rate(t)]
    if not objects and (gap := _left_out(verb)) is not None:
        yield Argument("", gap)
        return
    if not objects:
        later = [t for t in verb.children if t.dep_ == "conj" and t.pos_ == "VERB"]
        bare = not any(t.dep_ in ("prep", "prt", "ccomp", "xcomp", "acomp", "agent") for t in verb.children)
        if later and bare and later[0].i - verb.i <= 3 and not _subject_of_its_own(later[0]):
            objects = [t for t in later[0].children if t.dep_ in _OBJECTS]
    for head in objects:
        if head.lower_ in _RELATIVES:
            if verb.dep_ == "relcl":
                yield Argument("", verb.head)
        else:
            yield from (Argument("", one) for one in conjuncts(head))


def is_rate(noun: Token) -> bool:
    """Whether a noun says for each of what the figure before it is: "2.12 dollars a share"."""
    first = noun.left_edge
    before = noun.doc[first.i - 1] if first.i else noun
    is_one = first.lower_ in ("a", "an", "per") and first.head == noun
    return is_one and before.head == noun.head and any(t.dep_ == "nummod" for t in before.children)


def _left_out(verb: Token) -> Token | None:
    """What a relative clause leaves out as its object: "the prize that she won", "the prize she won"."""
    subject = next((t for t in verb.children if t.dep_ == "nsubj"), None)
    if verb.dep_ != "relcl" or subject is None or subject.lower_ in _RELATIVES:
        return None
    if any(t.dep_ in ("ccomp", "xcomp", "acomp", "attr") or t.tag_ in ("WRB", "WP$") for t in verb.subtree):
        return None
    has_gap = any(t.dep_ == "prep" and not any(g.dep_ in ("pobj", "pcomp") for g in t.children) for t in verb.children)
    return None if has_gap else verb.head


def _subject_of_its_own(verb: Token) -> bool:
    return any(t.dep_ in _SUBJECTS for t in verb.children)


def _prepositions(head: Token) -> tuple[Argument, ...]:
    found = []
    for marker in head.children:
        if marker.dep_ == "prep" or (marker.dep_ == "dative" and marker.pos_ == "ADP"):
            found += list(_governed(marker, marker.lower_))
    return tuple(found)


def _governed(marker: Token, role: str) -> Iterator[Argument]:
    nouns = [t for t in marker.children if t.dep_ == "pobj"]
    for noun in nouns:
        if noun.lower_ not in _RELATIVES:
            yield from (Argument(role, one, marker) for one in conjuncts(noun))
    if marker.head.dep_ == "relcl" and (not nouns or nouns[0].lower_ in _RELATIVES):
        yield Argument(role, marker.head.head, marker)


def behind(head: Token) -> Iterator[Argument]:
    """What the prepositions behind a noun lead to."""
    for marker in head.children:
        if marker.dep_ == "prep":
            yield from (Argument(marker.lower_, noun, marker) for noun in marker.children if noun.dep_ == "pobj")


def doing(head: Token) -> Iterator[Argument]:
    """What a verb or a noun leads to by another deed: "a role in shaping plans", "the power to heal wounds"."""
    for word in head.rights:
        verbs = [t for t in word.children if t.dep_ == "pcomp" and t.tag_ == "VBG"] if word.dep_ == "prep" else [word]
        for verb in verbs:
            if verb is word and not (verb.dep_ == "acl" and verb.tag_ == "VB"):
                continue
            if any(t.dep_ == "nsubj" for t in verb.children):
                continue
            role = f"{word.lower_} {verb.lower_}" if verb is not word else f"to {verb.lower_}"
            found = (t for t in verb.children if t.dep_ in _OBJECTS)
            yield from (Argument(role, one, word) for noun in found for one in conjuncts(noun))
