"""What stands at the ends of a fact: a name that is a whole phrase, or a noun phrase of a few words."""

from __future__ import annotations

import enum
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.language.mentions import NamedMention
from timeweave.lexicon.relations import relations
from timeweave.records import Span

if TYPE_CHECKING:
    from spacy.tokens import Token

MOST_WORDS = 8
_LEFT = frozenset({"amod", "compound", "nmod", "nummod", "poss", "quantmod", "advmod", "case", "punct", "det"})
_RIGHT = frozenset({"of", "for", "in", "with", "to", "on", "from", "about", "at", "between", "against", "into"})
_COMPLETING = _RIGHT | {"onto", "through", "across", "via", "over", "under", "within", "without", "by"}
_FIGURE = re.compile(r"[$€£%]|\b(?:percent|million|billion|trillion)\b|^\d[\d,.]*$", re.I)
_ABSTRACT = ("ness", "ity", "ment", "ance", "ence", "ion", "ship", "ism", "ure", "th", "ing")
ODD = re.compile(r"[`|<>#{}\[\]=\\\ue000-\uf8ff]|https?:|\.\.\.|…")


class Tells(enum.Enum):
    """What an end says by itself."""

    MUCH = "much"  # a name, or several telling words
    KIND = "kind"  # a plain noun without a determiner: "plays clarinet"
    LITTLE = "little"  # a plain noun of which the text knows which one: "left the event"


@dataclass(frozen=True, slots=True)
class End:
    """An end of a fact, with its place in the sentence; ``mention`` where it is a name or stands for one."""

    text: str
    span: Span
    mention: NamedMention | None = None
    tells: Tells = Tells.MUCH


class Phrases:
    """The ends that tokens of one sentence head; ``offset`` is where the sentence begins in its document."""

    def __init__(self, mentions: Sequence[NamedMention], offset: int) -> None:
        self._mentions = mentions
        self._offset = offset

    def name(self, head: Token) -> End | None:
        """The name whose phrase ``head`` heads; none where it is a part of a longer name or describes something."""
        mention = self.mention(head)
        if mention is None or mention.type == "NORP":
            return None
        start, end = mention.span.start - self._offset, mention.span.end - self._offset
        text = head.doc.text
        if not mention.named:
            whole = head.dep_ != "poss" and head.tag_ not in ("PRP$",) and start <= head.idx
            return End(mention.surface, Span(start, end), mention) if whole else None
        if _goes_on(text, start, end) or not self._is_whole(head, start, end):
            return None
        return End(mention.surface, Span(start, end), mention)

    def team(self, head: Token) -> End | None:
        """The name before "team" or "project", of which is told what is told of these."""
        if not relations().is_one(head.lower_, "nouns.of_name"):
            return None
        before = [t for t in head.children if t.dep_ in ("compound", "nmod") and t.i == head.i - 1]
        others = [t for t in head.children if t.dep_ in ("amod", "compound", "nmod", "nummod") and t not in before]
        mention = self.mention(before[0]) if before and not others else None
        if mention is None or not mention.named or mention.span.end - self._offset != before[0].idx + len(before[0]):
            return None
        start = mention.span.start - self._offset
        if _goes_on(head.doc.text, start, start):
            return None
        return End(mention.surface, Span(start, head.idx + len(head)), mention)

    def literal(
        self, head: Token, subject: NamedMention | None, *, light: bool = False, bare: bool = False
    ) -> End | None:
        """The noun phrase of ``head`` in a few words, as it is written; none where it says nothing by itself.

        ``light`` asks for more than one telling word, ``bare`` leaves out what follows the noun. What belongs to
        ``subject`` stands without "his" or "her".
        """
        table = relations()
        if head.pos_ not in ("NOUN", "PROPN") or head.tag_ in ("CD", "PRP"):
            return None
        lemma = head.lemma_.casefold()
        of_what = _of(head)
        if table.is_one(lemma, "nouns.measuring") and of_what is not None:
            return None if bare else self.literal(of_what, subject, light=light)
        if table.is_one(lemma, "nouns.empty"):
            return None
        if any(t.dep_ == "appos" and t.pos_ == "PROPN" for t in head.children):
            return None
        left = self._left(head, subject)
        if left is None:
            return None
        tokens = [*left, head]
        right = [] if bare else self._right(head, MOST_WORDS - len(tokens))
        if right is None:
            return None
        tokens += right
        found = _phrase(tokens, head, light=light)
        if found is None or self._cuts_a_name(found.span):
            return None
        is_of_content = table.is_one(lemma, "nouns.of_content")
        if bare or (found.tells is Tells.MUCH and not is_of_content) or not is_narrowed(head, found.span.end):
            return found
        return None if is_of_content and found.tells is not Tells.MUCH else replace(found, tells=Tells.LITTLE)

    def _cuts_a_name(self, span: Span) -> bool:
        """Whether a stretch is a name that was not taken for one, or ends inside of one."""
        start, end = span.start + self._offset, span.end + self._offset
        return any(
            (m.span.start < end and start < m.span.end and not (start <= m.span.start and m.span.end <= end))
            or (m.named and start == m.span.start and end == m.span.end)
            for m in self._mentions
        )

    def mention(self, head: Token) -> NamedMention | None:
        """The mention that a token is in."""
        at = head.idx + self._offset
        return next((m for m in self._mentions if m.span.start <= at < m.span.end), None)

    def _is_whole(self, head: Token, start: int, end: int) -> bool:
        """Whether the head of a name governs no word of a name beside it, nor is governed inside of it."""
        if start <= head.head.idx < end and head.head is not head:
            return False
        for child in head.children:
            if start <= child.idx < end:
                continue
            if child.dep_ == "case" and head.dep_ != "poss":
                return False
            if child.dep_ == "poss" or (child.idx >= end and child.dep_ in ("nummod", "compound", "nmod", "npadvmod")):
                return False
            if child.dep_ in ("compound", "nmod") and child.pos_ == "PROPN":
                return False
            if child.dep_ == "det" and is_pointing(child):
                return False
        return True

    def _left(self, head: Token, subject: NamedMention | None) -> list[Token] | None:
        kept: list[Token] = []
        for child in head.lefts:
            if child.dep_ not in _LEFT or is_pointing(child) or child.dep_ == "neg":
                if child.dep_ in ("cc", "conj", "preconj"):
                    continue
                return None
            if child.dep_ == "advmod" and kept == [] and child.pos_ == "ADV":
                continue
            if child.dep_ == "det" or child.dep_ == "punct":
                if not relations().is_one(child.lower_, "determiners.dropped") and child.dep_ == "det":
                    return None
                continue
            if child.dep_ == "poss" and child.tag_ == "PRP$":
                mention = self.mention(child)
                if child.lower_ in ("my", "our", "their", "its", "his", "her") and (
                    (mention is None and child.lower_ not in ("my", "our"))
                    or (mention is not None and subject is not None and mention.entity == subject.entity)
                ):
                    continue
                return None
            part = list(child.subtree)
            if any(t.dep_ in ("relcl", "advcl", "conj", "cc") or t.tag_ in ("PRP", "PRP$", "WP") for t in part):
                return None
            kept += part
        return kept

    def _right(self, head: Token, room: int) -> list[Token] | None:
        """The prepositional phrase behind a noun, as far as it is short; "of" belongs to the noun and must fit."""
        kept: list[Token] = []
        for child in head.rights:
            if child.dep_ in ("nummod", "nmod") and child.i == head.i + 1:
                kept.append(child)
                continue
            if child.dep_ != "prep" or child.lower_ not in _RIGHT:
                if child.dep_ == "prep":
                    break
                continue
            if child.i != (kept[-1].i if kept else head.i) + 1:
                break
            part = _short(child, room - len(kept))
            if part is None:
                is_whole = child.lower_ not in ("of", "between")
                if not is_whole or not any(t.dep_ in ("amod", "compound") for t in head.lefts):
                    return None
                break
            kept += part
        return kept


def is_pointing(word: Token) -> bool:
    """Whether a word says which one is meant by what was said before: "this", "such"."""
    return relations().is_one(word.lower_, "determiners.pointing")


def _of(head: Token) -> Token | None:
    for marker in head.rights:
        if marker.dep_ == "prep" and marker.lower_ == "of":
            return next((t for t in marker.children if t.dep_ == "pobj"), None)
    return None


def _short(marker: Token, room: int) -> list[Token] | None:
    """A prepositional phrase without clauses and pronouns that fits into ``room`` words."""
    noun = next((t for t in marker.children if t.dep_ == "pobj"), None)
    if noun is None or noun.pos_ not in ("NOUN", "PROPN"):
        return None
    table = relations()
    if table.is_one(noun.lemma_.casefold(), "nouns.empty") and marker.lower_ != "of":
        return None
    kept = [marker]
    for child in noun.lefts:
        if is_pointing(child) or any(t.tag_ in ("PRP$", "WP$", "WP") for t in child.subtree):
            return None
        kept += list(child.subtree)
    kept.append(noun)
    for child in noun.rights:
        if child.dep_ == "prep" and child.lower_ == "of":
            inner = _short(child, room - len(kept))
            if inner is None:
                return None
            kept += inner
        elif child.dep_ in ("nummod",) and child.i == noun.i + 1:
            kept.append(child)
        elif child.dep_ in ("conj", "cc"):
            others = [t for t in noun.rights if t.i >= child.i and t.dep_ in ("conj", "cc", "punct")]
            kept += [t for other in others for t in other.subtree]
            if any(t.tag_ in ("PRP", "PRP$", "WP", "WDT") or t.pos_ == "VERB" for t in kept):
                return None
            break
    return kept if len(kept) <= room and all(b.i > a.i for a, b in itertools.pairwise(kept)) else None


def is_narrowed(head: Token, end: int) -> bool:
    """Whether what tells which one a noun means stands behind ``end``, where its phrase is cut off."""
    return any(
        t.idx >= end and t.dep_ in ("relcl", "acl", "prep") and t.doc[t.left_edge.i - 1].text != ","
        for t in head.rights
    )


def completed(end: End, verb: Token) -> End:
    """``end``, a phrase, with what of its verb follows it at once: "promoted the port" "to the first tier"."""
    within = [t for t in verb.doc if end.span.start <= t.idx < end.span.end]
    head = next((t for t in within if t.head not in within), None)
    if head is None or head.head != verb:
        return end
    behind = within[-1].i + 1
    marker = next((t for t in verb.rights if t.i == behind and t.dep_ == "prep" and t.lower_ in _COMPLETING), None)
    part = None if marker is None else _short(marker, MOST_WORDS)
    whole = None if part is None else _phrase([*within, *part], head, light=False)
    return end if whole is None or whole.span.start != end.span.start else replace(whole, tells=Tells.MUCH)


def _is_known_by_the_text(word: Token) -> bool:
    """Whether only the text knows which one a plain noun behind a preposition is: "of the event", "of the PR"."""
    is_short = word.text.islower() or (len(word.text) < 4 and word.text[:2].isupper())
    is_alone = all(t.dep_ in ("det", "punct") for t in word.children)
    return word.dep_ == "pobj" and is_short and is_alone and any(t.lower_ == "the" for t in word.children)


def _tells(tokens: list[Token], words: list[Token], head: Token) -> Tells:
    table = relations()
    told = [t for t in words if t.pos_ != "ADJ" or not table.is_one(t.lower_, "adjectives.vague")]
    told = [t for t in told if not _is_known_by_the_text(t)]
    if table.is_one(head.lemma_.casefold(), "nouns.of_content") and not any(t.dep_ == "pobj" for t in told):
        return Tells.MUCH if any(t.pos_ == "PROPN" for t in (*told, *tokens)) else Tells.LITTLE
    marked = (t for t in (*told, *tokens) if not _is_known_by_the_text(t))
    if len(told) > 1 or any(t.pos_ == "PROPN" or not t.text.islower() for t in marked):
        return Tells.MUCH
    if any(t.dep_ == "nummod" for t in head.children):
        return Tells.MUCH
    graded = any(t.dep_ == "amod" and table.is_one(t.lower_, "adjectives.vague") for t in head.children)
    determined = graded or any(t.dep_ in ("det", "poss") for t in head.children)
    return Tells.LITTLE if determined else Tells.KIND


def _phrase(tokens: list[Token], head: Token, *, light: bool) -> End | None:
    table = relations()
    tokens = sorted(set(tokens), key=lambda t: t.i)
    while tokens and (tokens[0].is_punct or table.is_one(tokens[0].lower_, "determiners.dropped")):
        tokens = tokens[1:]
    if not tokens or tokens[-1].i - tokens[0].i >= MOST_WORDS + 2:
        return None
    doc = tokens[0].doc
    start, end = tokens[0].idx, tokens[-1].idx + len(tokens[-1])
    text = " ".join(doc.text[start:end].split())
    behind = doc[tokens[-1].i + 1] if tokens[-1].i + 1 < len(doc) else None
    if behind is not None and (behind.text == ":" or (behind.pos_ == "PROPN" and tokens[-1].pos_ == "NOUN")):
        return None
    words = [t for t in tokens if t.is_alpha and not t.is_stop and not table.is_one(t.lower_, "adjectives.empty")]
    if ODD.search(text) or _FIGURE.search(text) or _goes_on(doc.text, start, end) or len(text) > 80:
        return None
    if len(tokens) == 1 and tokens[0].pos_ == "NOUN" and tokens[0].lemma_.endswith(_ABSTRACT):
        return None
    if any(c in text for c in '"“”()') or not words or len(text) < 3:
        return None
    tells = _tells(tokens, words, head)
    return None if light and (tells is not Tells.MUCH or len(words) < 2) else End(text, Span(start, end), tells=tells)


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether letters are glued to a stretch, or a capitalised word stands before or behind as part of one name."""
    after, before = text[end : end + 3], text[max(0, start - 2) : start]
    if after[:1] and (after[0] in "-/_@" or (after[0] == "." and after[1:2].isalnum())):
        return True
    return bool(before) and before[-1] in "-/_@."
