"""Propositions with the names of their ends and of what they say: the relations that become facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.complements import is_cut, says_little
from timeweave.extraction.relations.open.nominal import appositions, events
from timeweave.extraction.relations.open.phrases import End, Phrases, Tells
from timeweave.extraction.relations.open.propositions import Argument, Proposition, behind, propositions
from timeweave.extraction.relations.open.standing import (
    Modality,
    Phase,
    Tense,
    is_asked,
    is_headline,
    is_in_passing,
    is_quoted,
)
from timeweave.extraction.relations.open.telling import PLANS, OpenRelation, aspect_of
from timeweave.extraction.relations.open.unfinished import (
    awaits,
    is_cut_short,
    is_procedure,
    is_proposed,
    is_unfinished,
    leaves_purpose,
)
from timeweave.extraction.relations.open.wording import holds, inflected, is_verb, participle, worded, words
from timeweave.extraction.times.validity import Aspect
from timeweave.language.mentions import NamedMention
from timeweave.language.names import canonical_key
from timeweave.lexicon.initials import OF_KINDS
from timeweave.lexicon.meetings import OCCASIONS
from timeweave.lexicon.offices import NO_LONGER
from timeweave.lexicon.relations import Meaning, Time, relations
from timeweave.records import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PLACES = frozenset({"GPE", "LOC", "FAC"})
_IS_OR_HAS = frozenset({"'s", "’s"})
_AT_TIME = frozenset({"in", "on", "during"})
_WHERE = frozenset({"in", "at", "on"})
_AT = frozenset({"in", "at", "from"})
_PLANS = {"agree": "agreed to", "expect": "expects to"}
_OCCASIONS = frozenset(OCCASIONS)
_FARTHEST = 3  # tokens from a verb to the preposition of a phrase that belongs to it


def open_relations(doc: Doc, mentions: Sequence[NamedMention], offset: int) -> Iterator[OpenRelation]:
    """The relations that a sentence states of the names in it; ``offset`` is where it begins in its document."""
    phrases = Phrases(mentions, offset)
    for told in propositions(doc):
        if _is_stated(told):
            found = list(_named(told, phrases))
            yield from found or _happened(told, phrases)
    for told in appositions(doc):
        yield from _of_complement(told, phrases)
    for told, key in events(doc):
        yield from _of_event(told, relations().nouns[key], phrases)


def _is_stated(told: Proposition) -> bool:
    how = told.standing
    if how.negated or is_asked(told.predicate) or is_quoted(told.predicate):
        return False
    if told.passive and any(t.dep_ == "auxpass" and t.lower_ in _IS_OR_HAS for t in told.predicate.children):
        return False
    if told.complement is None and not is_verb(told.predicate.lemma_.casefold()):
        return False
    if is_proposed(told.predicate) or awaits(told):
        return False
    return how.modality in (Modality.ACTUAL, Modality.PLANNED)


def _happened(told: Proposition, phrases: Phrases) -> Iterator[OpenRelation]:
    """An event that the sentence tells of a name alone."""
    verb, how, table = told.predicate, told.standing, relations()
    lemma = verb.lemma_.casefold()
    subject = _subject(told.subject, phrases)
    if subject is None or _is_it(subject) or any(t.dep_ == "prep" and not any(t.children) for t in verb.children):
        return
    if _is_firm(subject) or any(t.dep_ == "conj" and t.i == verb.i + 2 and t.pos_ == "VERB" for t in verb.children):
        return  # "we constructed and set one platform": what was done is told behind
    if any(a.role not in _AT_TIME or phrases.mention(a.head) is not None for a in told.arguments):
        return
    if told.passive and table.is_one(verb.lower_, "adjectives.states"):
        yield from _between(told, subject, "be", "be", End(verb.lower_, _span(verb)), copula=True)
        return
    is_over = how.modality is Modality.ACTUAL and how.tense.is_over
    if not is_over or how.phase is not Phase.WHOLE or told.complement is not None or told.particle:
        return
    if any(t.dep_ in ("dobj", "ccomp", "xcomp", "acomp", "oprd", "dative", "agent", "attr") for t in verb.children):
        return
    if any(table.is_one(lemma, f"verbs.{family}") for family in ("empty", "light", "thinking", "telling", "holding")):
        return
    name = f"was {participle(verb)}" if told.passive else inflected(lemma, "VBD")
    yield OpenRelation(subject, name, None, Aspect.EVENT, verb)


def _named(told: Proposition, phrases: Phrases) -> Iterator[OpenRelation]:
    if told.complement is not None:
        yield from _of_complement(told, phrases)
        yield from _of_role(told, told.complement, phrases)
        return
    direct = [a for a in told.arguments if not a.role]
    if direct and not told.passive:
        for argument in direct:
            yield from _of_object(told, argument, phrases)
    elif direct:
        for argument in direct:
            yield from _of_retained_object(told, argument, phrases)
    else:
        yield from _of_prepositions(told, phrases)


def _of_object(told: Proposition, argument: Argument, phrases: Phrases) -> Iterator[OpenRelation]:
    """A verb with its object; where a name follows the object, what the object is to it."""
    verb, subject, table = told.predicate, _subject(told.subject, phrases), relations()
    key = words(verb.lemma_.casefold(), told.particle)
    if is_procedure(verb, argument.head):
        return
    object_ = phrases.name(argument.head) or phrases.team(argument.head)
    if object_ is not None:
        leads_on = any(t.dep_ in ("xcomp", "ccomp") and t.i > argument.head.i for t in verb.children)
        own = "" if leads_on or is_cut_short(verb) else key  # "instructed Ann Lee to write"
        yield from _between(told, subject, key, own, object_)
        return
    is_said = False
    for further in (*behind(argument.head), *(a for a in told.arguments if a.role)):
        end = phrases.name(further.head) or phrases.team(further.head)
        if end is None or not table.is_one(further.role, "prepositions.to_names") or further.role == "between":
            continue
        marker = further.marker
        if marker is not None and marker.i and marker.nbor(-1).lower_ == "such":  # "foundries such as Acme"
            is_said = True
            yield from _between(told, subject, key, key, end)
            continue
        bare = phrases.literal(argument.head, _mention(subject), bare=True)
        noun = argument.head.lemma_.casefold()
        own = f"{key} {bare.text} {further.role}" if bare is not None and len(bare.text.split()) <= 3 else ""
        for found in _between(told, subject, f"{key} {noun} {further.role}", own, end):
            is_said = True
            yield found
    if not is_said and subject is not None and not is_unfinished(told, argument.head):
        light = table.is_one(verb.lemma_.casefold(), "verbs.light")
        literal = phrases.literal(argument.head, subject.mention, light=light)
        if literal is not None:
            yield from _between(told, subject, key, key, literal)


def _of_retained_object(told: Proposition, argument: Argument, phrases: Phrases) -> Iterator[OpenRelation]:
    """What somebody was given: "was awarded the Harlow Prize"; what else is said of it says little without it."""
    subject, key = _subject(told.subject, phrases), f"be {participle(told.predicate)}"
    object_ = phrases.name(argument.head) or phrases.team(argument.head)
    if object_ is None and subject is not None and not is_unfinished(told, argument.head):
        object_ = phrases.literal(argument.head, subject.mention)
    if object_ is not None and not relations().is_one(told.predicate.lemma_.casefold(), "verbs.offering"):
        yield from _between(told, subject, key, key, object_)


def _of_prepositions(told: Proposition, phrases: Phrases) -> Iterator[OpenRelation]:
    """A verb without an object, or in the passive, with what its prepositions lead to."""
    verb, subject, table = told.predicate, _subject(told.subject, phrases), relations()
    lemma = words(verb.lemma_.casefold(), told.particle)
    base = f"be {participle(verb)} {told.particle}".strip() if told.passive else lemma
    first = next((a.marker for a in told.arguments if a.marker is not None), None)
    for argument in told.arguments:
        if argument.marker is None or not table.is_one(argument.role, "prepositions.to_names"):
            continue
        if lemma == "be" and (argument.role not in _AT or (subject is not None and _is_it(subject))):
            continue
        key = f"{base} {argument.role}"
        if argument.role in _WHERE and argument.marker is not first:
            continue
        object_ = phrases.name(argument.head) or phrases.team(argument.head)
        near = 0 < argument.marker.i - verb.i <= _FARTHEST
        says_way = lemma == "go" or not table.is_one(verb.lemma_.casefold(), "verbs.light")
        near = near and (told.passive or says_way)
        if object_ is None and subject is not None and near and table.is_one(argument.role, "prepositions.to_words"):
            object_ = phrases.literal(argument.head, subject.mention, light=argument.role in ("in", "on", "for"))
        if object_ is not None:
            yield from _between(told, subject, key, key, object_)


def _of_complement(told: Proposition, phrases: Phrases) -> Iterator[OpenRelation]:
    """What a copula or an apposition says that a name is."""
    noun, subject = told.complement, _subject(told.subject, phrases)
    if noun is None or subject is None or noun.pos_ not in ("NOUN", "PROPN", "ADJ") or phrases.name(noun) is not None:
        return
    if _is_it(subject) or told.predicate.dep_ == "advcl" or any(t.dep_ == "nummod" for t in noun.children):
        return
    lemma, table = noun.lemma_.casefold(), relations()
    is_noun = noun.pos_ in ("NOUN", "PROPN")
    is_said = False
    for argument in told.arguments:
        end = phrases.name(argument.head) or phrases.team(argument.head)
        if not table.is_one(argument.role, "prepositions.of_nouns") or (end is None and is_noun):
            continue
        if end is None and argument.role != "of":
            end = phrases.literal(argument.head, subject.mention)
        if end is None:
            continue
        bare = phrases.literal(noun, subject.mention, bare=True) if is_noun else None
        own = f"{bare.text} {argument.role}" if bare is not None and len(bare.text.split()) <= 4 else ""
        if not is_noun and not table.is_one(noun.lower_, "adjectives.glad"):
            own = f"be {noun.lower_} {argument.role}"
        for found in _between(told, subject, f"{lemma} {argument.role}", own, end, copula=True):
            is_said = True
            yield found
    if is_said:
        return
    if is_noun:
        literal = None if says_little(told, noun) else phrases.literal(noun, subject.mention)
        literal = None if literal is not None and is_cut(noun, literal) else literal
    else:
        is_state = table.is_one(noun.lower_, "adjectives.states") and told.predicate is not noun
        literal = End(noun.lower_, _span(noun)) if is_state else None
    if literal is not None:
        yield from _between(told, subject, "be", "be", literal, copula=True)


def _of_role(told: Proposition, named: Token, phrases: Phrases) -> Iterator[OpenRelation]:
    """Who holds a role or belongs to a group that is the subject: "the new members of the team are Ann Lee and ..."."""
    role, holder = told.subject, phrases.name(named)
    if holder is None or role.pos_ != "NOUN" or phrases.name(role) is not None:
        return
    bare = phrases.literal(role, None, bare=True)
    if bare is None:
        return
    lemma = role.lemma_.casefold()
    one = f"{bare.text[: len(bare.text) - len(role.text)]}{lemma}"
    is_said = False
    for argument in behind(role):
        whose = phrases.name(argument.head) or phrases.team(argument.head)
        if whose is not None and relations().is_one(argument.role, "prepositions.of_nouns"):
            is_said = True
            own = f"{one} {argument.role}"
            yield from _between(told, holder, f"{lemma} {argument.role}", own, whose, copula=True)
    tells = bare.tells is Tells.MUCH
    if not is_said and tells and holder.mention is not None and holder.mention.type == "PERSON":
        yield from _between(told, holder, "be", "be", End(one, bare.span), copula=True)


def _of_event(told: Proposition, meaning: Meaning, phrases: Phrases) -> Iterator[OpenRelation]:
    subject = phrases.name(told.subject) or _owner(told.subject, phrases)
    for argument in told.arguments:
        object_ = phrases.name(argument.head) or phrases.team(argument.head)
        if object_ is None and subject is not None and not meaning.object:
            object_ = phrases.literal(argument.head, subject.mention)
        if subject is not None and object_ is not None and _fits(meaning, subject, object_):
            is_carried_out = told.predicate.dep_ == "dobj"
            aspect = Aspect.EVENT if is_carried_out else Aspect.ONCE  # "Rome's invasion of Gaul" was at any time before
            yield OpenRelation(subject, meaning.name, object_, aspect, told.predicate)


def _owner(token: Token, phrases: Phrases) -> End | None:
    mention = phrases.mention(token)
    return None if mention is None or mention.type == "NORP" else End(mention.surface, _span(token), mention)


def _between(
    told: Proposition, subject: End | None, key: str, own: str, object_: End, *, copula: bool = False
) -> Iterator[OpenRelation]:
    """The relation that a predicate is by the table, else in its ``own`` words, of its lemmas."""
    table, verb = relations(), told.predicate
    if subject is None:
        return
    is_left_open = key.endswith(" with") and leaves_purpose(verb)
    for meaning in [] if is_left_open else table.meanings(key):
        first, last = (object_, subject) if meaning.turned else (subject, object_)
        if first.mention is not None and _fits(meaning, first, last):
            yield from _told(told, meaning, first, last, own or key)
            return
    if not own or is_left_open or _is_it(subject):
        return  # of "it" too few sentences tell which of the things named before it is
    is_shown = _is_shown(told, subject, object_)
    if (is_shown and not is_headline(verb)) or not _is_worth_telling(told, subject, key, object_, copula=copula):
        return
    lasts = not is_shown and (copula or told.lasts)
    is_noun = copula and own.partition(" ")[0] != "be"
    name = own if is_noun else worded(own, lasts=lasts)
    past = "" if is_noun or not lasts else worded(own, lasts=False)
    yield from _told(told, Meaning(name, Time.HOLDS if lasts else Time.ONCE, past), subject, object_, own)


def _is_worth_telling(told: Proposition, subject: End, key: str, object_: End, *, copula: bool) -> bool:
    """Whether a predicate that the table does not know tells anything in its own words."""
    table, verb = relations(), told.predicate
    lemma, is_named = verb.lemma_.casefold(), object_.mention is not None
    is_light = table.is_one(lemma, "verbs.light")
    if told.passive and is_light:
        return False
    if _is_firm(subject) and not is_named:
        is_of_any = told.standing.tense in (Tense.PRESENT, Tense.ONGOING) or is_light
        if is_of_any or " " not in object_.text:
            return False
    if copula:
        return True
    if table.is_one(lemma, "verbs.empty") or (not is_named and table.is_one(lemma, "verbs.thinking")):
        return False
    if key == "have" and is_named:
        return False  # "it has an ECDSA key, just like Root X2"
    if "person" not in _kinds(subject):
        return True
    is_beside = lemma == "join" and told.standing.tense is Tense.PRESENT and "person" in _kinds(object_)  # "in leading"
    return not is_beside and not table.is_one("-".join([lemma, *told.particle.split()]), "verbs.contacting")


def _is_shown(told: Proposition, subject: End, object_: End) -> bool:
    """Whether a verb in the present shows a scene of somebody, and nothing that he does as a habit: "Lee fumbles"."""
    mention, verb = subject.mention, told.predicate
    is_named = mention is not None and mention.named and mention.type == "PERSON" and object_.mention is None
    is_present = told.standing.tense in (Tense.PRESENT, Tense.ONGOING) and told.complement is None
    lemma = verb.lemma_.casefold()
    is_habit = lemma == "have" or holds(lemma) or relations().is_one(lemma, "verbs.practised")
    return is_named and is_present and not told.passive and not is_habit


def _told(told: Proposition, meaning: Meaning, first: End, last: End, base: str) -> Iterator[OpenRelation]:
    """The relation as the sentence tells it: past, lasting, begun, ended or planned."""
    how, verb = told.standing, told.predicate
    if how.modality is Modality.PLANNED:
        if relations().is_one(verb.lemma_, "verbs.light") and not any(not a.role for a in told.arguments):
            return  # "we'll go to Ann Lee with the next question"
        if told.complement is None and not meaning.turned and not told.passive and verb.lemma_ != "be":
            name = f"{_PLANS.get(how.plan, PLANS)} {base}"
            yield OpenRelation(first, name, last, Aspect.AHEAD, verb, planned=True, plan=how.plan)
        return
    aspect = aspect_of(meaning, how.tense, how.phase)
    if aspect in (Aspect.EVENT, Aspect.START, Aspect.END) and is_in_passing(verb):
        aspect = Aspect.ONCE
    if told.complement is not None and verb.lemma_ == "become":
        aspect = Aspect.START
    name = meaning.name
    if meaning.time is Time.ONCE and how.phase is not Phase.WHOLE and not meaning.turned:
        name = worded(base, lasts=True)
    elif aspect in (Aspect.PAST, Aspect.FORMER) and meaning.past:
        name, last = meaning.past, _without_former(last)
    yield OpenRelation(first, name, last, aspect, verb, over=how.tense.is_over)


def _without_former(end: End) -> End:
    """A phrase without the word that says that it is over: "was" a "former chief of staff"."""
    first, _, rest = end.text.partition(" ")
    return replace(end, text=rest) if end.mention is None and rest and first.casefold() in NO_LONGER else end


def _fits(meaning: Meaning, first: End, last: End) -> bool:
    return _is_of(first, meaning.subject) and _is_of(last, meaning.object)


def _is_of(end: End, kinds: frozenset[str]) -> bool:
    return not kinds or bool(kinds & _kinds(end))


def _kinds(end: End) -> frozenset[str]:
    if end.mention is None:
        return frozenset({"literal"})
    if end.mention.type == "PERSON":
        return frozenset({"person", "name"})
    if end.mention.type in _PLACES:
        return frozenset({"place", "body", "name"})
    is_school = _OCCASIONS.isdisjoint(end.text.casefold().split())
    return frozenset({"school", "body", "name"} if is_school else {"body", "name"})


def _subject(head: Token, phrases: Phrases) -> End | None:
    """The name that a subject is, and not whom somebody only speaks to."""
    found = phrases.name(head) or phrases.team(head)
    if found is None or found.text.casefold() == "you":
        return None
    if found.text in OF_KINDS and found.mention is not None and found.mention.entity == canonical_key(found.text):
        return None
    return found if found.mention is None or found.mention.sure else None


def _is_it(subject: End) -> bool:
    return subject.mention is not None and not subject.mention.named and subject.text.casefold() == "it"


def _is_firm(subject: End) -> bool:
    """Whether a body speaks of itself as "we": what it then tells in the present holds of any firm."""
    mention = subject.mention
    return mention is not None and not mention.named and mention.type != "PERSON" and subject.text.casefold() == "we"


def _mention(end: End | None) -> NamedMention | None:
    return None if end is None else end.mention


def _span(token: Token) -> Span:
    return Span(token.idx, token.idx + len(token))
