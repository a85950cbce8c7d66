"""The concepts that noun phrases without a name stand for: "specific host plants", "risk of heart disease"."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.phrases import ODD, End, Phrases, is_pointing
from timeweave.extraction.relations.open.propositions import conjuncts
from timeweave.language.concepts import concept_key
from timeweave.language.mentions import NamedMention
from timeweave.lexicon.relations import relations
from timeweave.records import CONCEPT, Span

if TYPE_CHECKING:
    from spacy.tokens import Token

_MOST = 7  # words of a concept
_BEFORE = frozenset({"amod", "compound", "nmod", "poss", "case", "punct", "advmod", "npadvmod", "conj", "cc", "nummod"})
_OF_PERSONS = frozenset({"my", "your", "his", "her"})
_MEMBERS = frozenset({"such as", "including", "like"})


class Concepts:
    """The concepts that tokens of one sentence head; ``phrases`` know its names, ``offset`` is where it begins."""

    def __init__(self, phrases: Phrases, offset: int) -> None:
        self._phrases = phrases
        self._offset = offset

    def end(self, head: Token, *, of: bool = True) -> End | None:
        """The name or the concept that ``head`` heads; without what "of" leads to where ``of`` is false."""
        return self._phrases.name(head) or self._phrases.team(head) or self.concept(head, of=of)

    def concept(self, head: Token, *, of: bool = True) -> End | None:
        """The concept that ``head`` heads; none where its phrase points back, counts, or says nothing by itself."""
        if head.dep_ == "csubj":
            return self._gerund(head)
        if not _may_be_concept(head) or self._phrases.mention(head) is not None:
            return None
        table = relations()
        lemma, whole, tokens = head.lemma_.casefold(), _of(head), self._before(head)
        if tokens is None:
            return None
        if whole is not None and table.is_one(lemma, "nouns.measuring"):
            return self.concept(whole)
        inner = self.end(whole) if of and whole is not None else None
        if of and inner is None and (whole is not None or any(t.lower_ == "of" for t in head.rights)):
            return None
        if whole is not None and any(t.dep_ == "nummod" for t in whole.children):
            return None  # a figure
        first = tokens[0] if tokens else head
        while first.i > 0 and not first.nbor(-1).whitespace_:
            first = first.nbor(-1)  # "cross-pollination"
        said = [t for t in head.doc[first.i : head.i + 1] if _tells(t)]
        if table.is_one(lemma, "nouns.empty"):
            said = [t for t in said if t.pos_ != "ADJ"]
        text = " ".join(head.doc.text[first.idx : head.idx + len(head)].split())
        text = f"{text} of {inner.text}" if inner is not None else text
        if not (said or inner) or not text[0].isalnum() or len(text) < 3 or len(text.split()) > _MOST:
            return None
        if ODD.search(text) or '"' in text:
            return None
        surface = text if first.pos_ == "PROPN" or text[1:2].isupper() else text[:1].lower() + text[1:]
        return self._made(surface, Span(first.idx, max(head.idx + len(head), inner.span.end if inner else 0)))

    def _gerund(self, verb: Token) -> End | None:
        """A deed as a concept: "building a rocket"."""
        object_ = next((t for t in verb.children if t.dep_ == "dobj"), None)
        end = None if object_ is None else self.end(object_)
        if end is None or len(end.text.split()) >= _MOST:
            return None
        return self._made(f"{verb.lower_} {end.text}", Span(verb.idx, end.span.end))

    def _made(self, surface: str, span: Span) -> End:
        place = Span(span.start + self._offset, span.end + self._offset)
        return End(surface, span, NamedMention(place, concept_key(surface), CONCEPT, surface))

    def words(self, head: Token, *, of: bool = True) -> str:
        """A noun with what belongs to it, as a predicate has them: the "crucial role" that is played."""
        tokens, whole = self._before(head), _of(head) if of else None
        inner = None if whole is None else self.end(whole)
        is_no_word = head.pos_ == "PRON" or relations().is_one(head.lemma_.casefold(), "nouns.measuring")
        if is_no_word or tokens is None or (whole is not None and inner is None):
            return ""
        first = tokens[0] if tokens else head
        said = " ".join(head.doc.text[first.idx : head.idx + len(head)].lower().split())
        return f"{said} of {inner.text}" if inner is not None else said

    def _before(self, head: Token) -> list[Token] | None:
        """As `_before`; ``None`` too for what belongs to somebody: "my son"."""
        owners = (t for t in head.lefts if t.tag_ == "PRP$")
        if any(t.lower_ in _OF_PERSONS or self._phrases.mention(t) is not None for t in owners):
            return None
        return _before(head)

    def members(self, head: Token) -> Iterator[Token]:
        """What is listed as an instance of ``head``: "insects such as bees and wasps"."""
        for marker in head.rights:
            words = f"such {marker.lower_}" if any(t.lower_ == "such" for t in marker.children) else marker.lower_
            if marker.dep_ == "prep" and words in _MEMBERS:
                yield from (t for t in marker.children if t.dep_ == "pobj")


def is_restricted(noun: Token, end: End, by: Collection[str] = ("relcl", "acl", "prep")) -> bool:
    """Whether something behind its phrase says which ones of a kind are meant: "crops that depend on bees"."""
    inside = (t for t in noun.subtree if noun.i <= t.i and t.idx < end.span.end and t.pos_ in ("NOUN", "PROPN"))
    return any(
        t.dep_ in by
        and t.idx >= end.span.end
        and t.doc[t.left_edge.i - 1].text != ","
        and not any(c.lower_ == "such" for c in t.children)
        for one in inside
        for t in one.rights
    )


def _may_be_concept(head: Token) -> bool:
    if head.pos_ == "PROPN":  # no name by the recogniser: "DNA", or a rare word
        return head.is_alpha and len(head) > 2 and (head.text.isupper() or head.text.islower())
    return head.pos_ == "NOUN" and head.tag_ in ("NN", "NNS") and any(c.isalpha() for c in head.text)


def _of(head: Token) -> Token | None:
    """What "of" leads to behind a noun, or behind what it is coordinated with: "the color and taste of the food"."""
    found = next((t for one in conjuncts(head) if (t := _led_by_of(one)) is not None), None)
    if found is None and head.dep_ == "conj":
        shared = _led_by_of(head.head)
        return shared if shared is not None and shared.i > head.i else None
    return found


def _led_by_of(head: Token) -> Token | None:
    markers = (t for t in head.rights if t.dep_ == "prep" and t.lower_ == "of")
    return next((noun for marker in markers for noun in marker.children if noun.dep_ == "pobj"), None)


def _before(head: Token) -> list[Token] | None:
    """The words before a noun that belong to the concept, in their order; ``None`` where they point to one said before.

    How many there are does not belong to it, nor who has them where that is a pronoun.
    """
    table = relations()
    kept: list[Token] = []
    for child in head.lefts:
        if is_pointing(child) or child.dep_ == "neg" or child.lower_ == "no" or child.tag_ in ("VB", "VBP", "VBZ"):
            return None
        is_counting = child.dep_ in ("nummod", "quantmod") or table.is_one(child.lower_, "determiners.counting")
        if child.dep_ in ("det", "predet", "preconj") or child.tag_ == "PRP$" or is_counting:
            continue
        if child.dep_ not in _BEFORE or any(t.tag_ in ("PRP", "PRP$", "WP", "WP$", "WDT") for t in child.subtree):
            return None
        if any(is_pointing(t) for t in child.subtree):
            return None
        is_of_a_list = child.dep_ in ("compound", "nmod") and child.i < head.i and _is_cut_off(child, head)
        if child.dep_ in ("advmod", "punct") or is_of_a_list:
            continue
        kept += [t for t in child.subtree if t.dep_ != "det"]
    kept.sort(key=lambda t: t.i)
    while kept and (kept[0].is_punct or kept[0].dep_ == "cc"):
        kept = kept[1:]
    return kept if not kept or head.i - kept[0].i <= _MOST else None


def _is_cut_off(word: Token, head: Token) -> bool:
    """Whether a comma stands between a noun and what is read as a part of its phrase: "a queen, worker ants"."""
    return any(t.text == "," for t in head.doc[word.i : head.i])


def _tells(word: Token) -> bool:
    """Whether a word says by itself what it stands for."""
    table, lemma = relations(), word.lemma_.casefold()
    if not word.is_alpha or word.is_stop:
        return "-" in word.text
    if table.is_one(lemma, "nouns.spans"):
        return False
    if word.pos_ == "ADJ":
        return not table.is_one(lemma, "adjectives.vague")
    return not table.is_one(lemma, "nouns.empty")
