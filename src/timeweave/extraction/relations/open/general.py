"""What a sentence relates of concepts: to each other, and to the names in it, always in its own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.concepts import Concepts, is_restricted
from timeweave.extraction.relations.open.nominal import appositions
from timeweave.extraction.relations.open.phrases import End, Phrases
from timeweave.extraction.relations.open.propositions import (
    Argument,
    Proposition,
    behind,
    conjuncts,
    doing,
    propositions,
)
from timeweave.extraction.relations.open.standing import (
    VERBAL,
    Modality,
    Phase,
    auxiliaries,
    is_asked,
    is_in_passing,
    is_quoted,
    standing,
)
from timeweave.extraction.relations.open.telling import OpenRelation, aspect_of
from timeweave.extraction.relations.open.wording import holds, inflected, is_verb, worded, words
from timeweave.extraction.times.validity import Aspect
from timeweave.language.mentions import NamedMention
from timeweave.lexicon.relations import Meaning, Time, relations
from timeweave.records import CONCEPT, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_ABLE = frozenset({"can", "may", "might", "could"})
_CLAUSES = frozenset({"ROOT", "conj", "relcl"})
_DOING = ("beginning", "going_on", "done")
_PLURAL = {"they": True, "it": False}
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_PREDICATE = 5  # words of a noun in a predicate: "plays crucial role in"


@dataclass(frozen=True, slots=True)
class Focus:
    """What a clause was about, and a pronoun behind it stands for: its center (Grosz, Joshi and Weinstein, 1995)."""

    end: End
    plural: bool


class General:
    """Reads the relations of concepts in one sentence after another; ``focus`` is what the last one was about."""

    def __init__(self) -> None:
        self.focus: Focus | None = None

    def relations(self, doc: Doc, mentions: Sequence[NamedMention], offset: int) -> Iterator[OpenRelation]:
        """The relations that a sentence states, an end of each being a concept."""
        concepts = Concepts(Phrases(mentions, offset), offset)
        before, self.focus = self.focus, None
        for told in (*propositions(doc, gerunds=True), *appositions(doc)):
            yield from _of_one(told, concepts)
            subject = self._subject(told, concepts, before)
            if subject is None or (not (is_able := _is_able(told)) and not _is_actual(told)):
                continue
            for end in (subject, *_members(told, concepts)):
                marks = _amount(told) if end is subject else ()
                for found in _told(told, end, concepts):
                    relation = replace(found, qualifiers=marks)
                    if _tells(relation):
                        yield _possible(relation, told) if is_able else relation

    def _subject(self, told: Proposition, concepts: Concepts, before: Focus | None) -> End | None:
        """The name or concept that a proposition is about, by the clause before where it is a pronoun."""
        head = told.subject
        if head.lower_ in _PLURAL and head.tag_ == "PRP":
            focus, named = self.focus or before, concepts.end(head)
            if focus is None or named is not None or focus.plural is not _PLURAL[head.lower_]:
                return named if focus is None else None
            if self.focus is None and any(t.pos_ in _NOUNS for t in head.doc[: head.i]):
                return None  # what the sentence itself is about
            if told.complement is not None and any(t.tag_ == "TO" for t in told.predicate.subtree):
                return None  # "it is common to"
            self.focus = focus
            return _standing_for(focus.end, head)
        verb = told.predicate
        is_beside = verb.head == head and verb.dep_ in ("relcl", "acl")
        if is_beside and head.dep_ == "attr":  # "X is a process that converts ..."
            found = (t for t in head.head.children if t.dep_ in ("nsubj", "csubj") and t.tag_ != "PRP")
            return next((end for t in found if (end := concepts.end(t)) is not None), None)
        end = concepts.end(head)
        if end is None or _may_be_of(head):
            return None
        if is_beside and _type(end) == CONCEPT:
            is_told = head.doc[verb.left_edge.i - 1].text == ","  # else it says which ones of a kind are meant
            return end if is_told and _agrees(head, verb) and _stands(head) else None
        if _type(end) == CONCEPT and is_restricted(head, end) and not any(concepts.members(head)):
            return None
        if head.dep_ in _SUBJECTS and _type(end) == CONCEPT:
            self.focus = Focus(end, head.tag_ == "NNS" or any(t.dep_ == "conj" for t in head.children))
        return end


def _tells(relation: OpenRelation) -> bool:
    """Whether it is of a concept; of whom the sentence names where it says more than `open_relations` does."""
    if _type(relation.subject) == CONCEPT:
        return True
    mention, object_ = relation.subject.mention, relation.object
    is_named = mention is not None and mention.named
    return is_named and object_ is not None and _type(object_) == CONCEPT and " " in object_.text


def _standing_for(end: End, pronoun: Token) -> End:
    span = Span(pronoun.idx, pronoun.idx + len(pronoun))
    return replace(end, span=span)


def _members(told: Proposition, concepts: Concepts) -> Iterator[End]:
    """What the subject of a proposition lists as its instances, of which the same is told."""
    for head in concepts.members(told.subject):
        end = concepts.end(head)
        if end is not None:
            yield end


def _is_actual(told: Proposition) -> bool:
    return _may_be_told(told) and told.standing.modality is Modality.ACTUAL


def _is_able(told: Proposition) -> bool:
    """Whether a clause of its own tells what something is able to do: "exercise can reduce stress"."""
    verb = _finite(told.predicate)
    is_told = _may_be_told(told) and told.standing.modality is Modality.POSSIBLE
    helps = {t.lower_ for t in auxiliaries(verb)}
    return is_told and verb.dep_ in _CLAUSES and bool(helps & _ABLE) and "have" not in helps


def _finite(verb: Token) -> Token:
    """The verb with whose auxiliaries a deed is told: "can" of "can help reduce"."""
    table = relations()
    if verb.dep_ == "xcomp" and any(table.is_one(verb.head.lemma_, f"verbs.{family}") for family in _DOING):
        return _finite(verb.head)
    return verb


def _may_be_told(told: Proposition) -> bool:
    verb, lemma, table = told.predicate, told.predicate.lemma_.casefold(), relations()
    if told.standing.negated or is_asked(verb) or is_quoted(verb) or told.standing.phase is Phase.FORMER:
        return False
    if verb.dep_ == "ccomp" and not _stands(verb):
        return False
    if told.complement is not None:
        return True
    is_thought = table.is_one(lemma, "verbs.thinking") and not holds(lemma)
    return is_verb(lemma) and (told.passive or not is_thought)


def _possible(relation: OpenRelation, told: Proposition) -> OpenRelation:
    """What can be: in the words that say so."""
    modal = next(t.lower_ for t in auxiliaries(_finite(told.predicate)) if t.lower_ in _ABLE)
    _, _, rest = relation.relation.partition(" ")
    base = words("be" if told.passive or told.complement is not None else told.predicate.lemma_.casefold(), rest)
    marks = (*relation.qualifiers, ("modality", "possible"))
    return replace(relation, relation=f"{modal} {base}", aspect=Aspect.NOW, over=False, qualifiers=marks)


def _told(told: Proposition, subject: End, concepts: Concepts) -> Iterator[OpenRelation]:
    if told.complement is not None:
        yield from _of_complement(told, subject, concepts)
        return
    verb, lemma = told.predicate, told.predicate.lemma_.casefold()
    key = words(f"be {inflected(lemma, 'VBN')}" if told.passive else lemma, told.particle)
    direct = [] if told.passive else [a for a in told.arguments if not a.role]
    for argument in direct:
        yield from _of_object(told, subject, key, argument.head, concepts)
    further = [a for a in (*told.arguments, *doing(verb)) if _is_behind(a, verb)]
    place = next((n for n, a in enumerate(further) if a.role == "as"), len(further))
    if place < len(further) and not direct:  # "serves as a source of food for birds"
        yield from _of_object(told, subject, f"{key} as", further[place].head, concepts)
    nearest = next((t for t in verb.rights if t.dep_ in ("prep", "xcomp", "npadvmod")), None)
    if not direct and further and nearest == further[0].marker:
        for role, end in _led_to(further[:place], concepts):
            yield _relation(told, subject, words(key, role), end)
    yield from _of_infinitives(told, subject, key, [a.head for a in direct], concepts)


def _of_object(told: Proposition, subject: End, key: str, head: Token, concepts: Concepts) -> Iterator[OpenRelation]:
    """A verb with its object, and with what follows that: "lays eggs on leaves", "plays a role in pollination"."""
    verb = told.predicate
    if any(t.dep_ in ("xcomp", "ccomp") for t in verb.children):
        return
    if verb.dep_ == "relcl" and verb.head == head:  # "the prize that she won"
        if told.particle or any(t.dep_ == "prep" for t in verb.children):
            return
    elif verb.head == head or (told.subject.head != verb and not _agrees(head, verb)):
        return
    if any(t.dep_ == "prep" and t.i < head.i for t in verb.rights if not key.endswith(" as")):
        return  # "takes into account the speed"
    noun, end = concepts.words(head), concepts.end(head)
    further = [*behind(head), *doing(head), *(a for a in (*told.arguments, *doing(verb)) if _is_behind(a, head))]
    led = list(_led_to((a for a in further if a.role != "of"), concepts)) if 0 < len(noun.split()) <= _PREDICATE else []
    for role, to in led:
        yield _relation(told, subject, f"{key} {noun} {role}", to)
    is_light = relations().is_one(verb.lemma_.casefold(), "verbs.light") and verb.lemma_ != "have"
    is_open = not led and any(a.role != "of" for a in behind(head))  # "an insatiable thirst for" what is not told
    if end is None or is_open or (is_light and bool(led)) or _is_cut(head, end):
        return
    if " " in end.text or not (is_light or led):
        yield _relation(told, subject, key, end)


def _of_infinitives(
    told: Proposition, subject: End, key: str, objects: Sequence[Token], concepts: Concepts
) -> Iterator[OpenRelation]:
    """What a deed is for or leads to: "is used to treat infections", "allows plants to absorb water"."""
    for verb in told.predicate.children:
        is_one = verb.dep_ in ("xcomp", "ccomp", "advcl") and verb.tag_ == "VB" and verb.i > told.predicate.i
        if (
            not is_one
            or told.predicate.lemma_ == "be"
            or not any(t.tag_ == "TO" for t in verb.children)
            or not is_verb(verb.lemma_.casefold())
        ):
            continue
        if any(t.tag_ == "WRB" for t in verb.children) or any(a.marker is not None for a in told.arguments):
            continue  # "relies on its eyes to find prey" is not "relies to find prey"
        if told.complement is None and standing(verb).modality is Modality.ACTUAL and verb.dep_ == "xcomp":
            continue  # told by itself: "helps to reduce"
        doer = next((t for t in verb.children if t.dep_ == "nsubj"), None)
        noun = next((concepts.words(t) for t in (doer, *objects) if t is not None), "")
        if len(noun.split()) > _PREDICATE or (not noun and (doer or objects)):
            continue
        base = words(key, noun, "to", verb.lemma_.casefold())
        for found in (t for t in verb.children if t.dep_ == "dobj"):
            for one in conjuncts(found):
                if (end := concepts.end(one)) is not None:
                    yield _relation(told, subject, base, end)


def _first(argument: Argument) -> str:
    return argument.role.partition(" ")[0]


def _is_behind(argument: Argument, word: Token) -> bool:
    return argument.marker is not None and argument.marker.i > word.i


def _may_be_of(noun: Token) -> bool:
    """Whether a subject in a list may belong to what "of" leads to: "the rise of drones, robots and computers"."""
    first = noun
    while first.dep_ == "conj" and first.head.pos_ in _NOUNS:
        first = first.head
    return first != noun and any(t.lower_ == "of" and t.i < noun.i for t in first.rights)


def _stands(noun: Token) -> bool:
    """Whether the clause of a noun is told as it is: not "to create societies where laughter is shared"."""
    clause = next((t for t in noun.ancestors if t.pos_ in VERBAL), None)
    return clause is None or standing(clause).modality is Modality.ACTUAL


def _agrees(noun: Token, verb: Token) -> bool:
    """Whether a relative clause can be told of ``noun`` by its number: not "emergence of games, which were played"."""
    finite = next((t for t in verb.children if t.dep_ in ("aux", "auxpass")), verb)
    is_plural = noun.tag_ in ("NNS", "NNPS") or any(t.dep_ == "conj" for t in noun.children)
    if finite.lower_ in ("were", "are", "have") or (finite == verb and finite.tag_ == "VBP"):
        return is_plural
    return not (is_plural and (finite.lower_ in ("was", "is", "has") or (finite == verb and finite.tag_ == "VBZ")))


def _of_complement(told: Proposition, subject: End, concepts: Concepts) -> Iterator[OpenRelation]:
    """What something is, or what it is to another: "is a source of food", "is essential for survival"."""
    noun = told.complement
    assert noun is not None
    is_noun = noun.pos_ in _NOUNS
    said = concepts.words(noun) if is_noun else noun.lower_
    led = []
    if 0 < len(said.split()) <= _PREDICATE:
        own = (a for a in (*told.arguments, *doing(noun)) if a.marker is not None and a.marker.head == noun)
        led = list(_led_to((a for a in own if relations().is_one(_first(a), "prepositions.of_nouns")), concepts))
    for role, to in led:
        what = concepts.words(noun, of=False) if role == "of" else said
        yield _relation(told, subject, f"{what} {role}" if is_noun else f"be {what} {role}", to, copula=True)
    is_figure = any(t.dep_ in ("nummod", "quantmod") for t in noun.children)
    end = concepts.concept(noun) if is_noun and not led and not is_figure else None
    if end is not None and not _is_cut(noun, end) and (" of " in end.text or not _only_praises(noun)):
        yield _relation(told, subject, "be", end, copula=True)


def _only_praises(noun: Token) -> bool:
    """Whether a noun only says what one is to think of something: "a fascinating creature"."""
    told = [t.lower_ for t in noun.lefts if t.dep_ in ("amod", "compound", "nmod")]
    families = ("praising", "judging", "vague")
    return all(any(relations().is_one(word, f"adjectives.{family}") for family in families) for word in told) and bool(
        told
    )


def _of_one(told: Proposition, concepts: Concepts) -> Iterator[OpenRelation]:
    """What is one of several: "one of the oldest board games is Senet"."""
    noun = told.complement
    if noun is None or told.subject.lower_ != "one" or not _is_actual(told):
        return
    if (subject := concepts.end(noun)) is not None:
        for role, end in _led_to(behind(told.subject), concepts):
            yield _relation(told, subject, f"one {role}", end, copula=True)


def _is_cut(noun: Token, end: End) -> bool:
    """Whether a concept of one word stands without what it is for: "has the power to"."""
    return _type(end) == CONCEPT and " " not in end.text and is_restricted(noun, end, ("acl",))


def _led_to(arguments: Iterable[Argument], concepts: Concepts) -> Iterator[tuple[str, End]]:
    """The ends that prepositions lead to, as far as all are: what follows another may belong to that."""
    unnamed: Token | None = None
    for argument in arguments:
        marker = argument.marker
        if marker is None or not marker.i or marker.nbor(-1).text in (",", "such") or unnamed not in (None, marker):
            return
        is_one = relations().is_one(_first(argument), "prepositions.to_names") or argument.role.startswith("of")
        is_scene = argument.role == "with" and any(t.dep_ == "acl" and t.tag_ == "VBG" for t in argument.head.children)
        end = concepts.end(argument.head) if is_one and not is_scene else None
        if end is None:
            unnamed = marker
        else:
            yield argument.role, end


def _relation(told: Proposition, subject: End, base: str, end: End, *, copula: bool = False) -> OpenRelation:
    how, verb = told.standing, told.predicate
    is_bare = verb.dep_ == "acl" and not any(t.dep_ in ("aux", "auxpass") for t in verb.children)
    lasts = copula or told.lasts or is_bare
    name = base if copula and base.partition(" ")[0] != "be" else worded(base, lasts=lasts)
    aspect = aspect_of(Meaning(name, Time.HOLDS if lasts else Time.ONCE), how.tense, how.phase)
    if aspect in (Aspect.EVENT, Aspect.START, Aspect.END) and is_in_passing(verb):
        aspect = Aspect.ONCE
    return OpenRelation(subject, name, end, aspect, verb, over=how.tense.is_over)


def _amount(told: Proposition) -> tuple[tuple[str, str], ...]:
    """How many of a kind are told of, where that is neither one nor all: "some caterpillars"."""
    found = [t.lower_ for t in told.subject.lefts if relations().is_one(t.lower_, "determiners.counting")]
    return (("amount", found[0]),) if found else ()


def _type(end: End | None) -> str:
    return "" if end is None or end.mention is None else end.mention.type
