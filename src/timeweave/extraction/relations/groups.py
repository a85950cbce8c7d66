"""People and bodies as sentences on who joins and leaves name them: lists, handles, "the finance committee".

What is no mention of the text (a handle, a body in lower case) has its name from its place in the sentence. "The team"
is the one that the title calls a team, else the one that was last called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.language.mentions import NamedMention
from timeweave.language.name_types import BODY_TYPES
from timeweave.language.names import canonical_key
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.families import any_of
from timeweave.lexicon.numbers import MONTHS
from timeweave.lexicon.states import GROUPS, NO_NAME_OF_A_GROUP, NO_PART_OF_A_GROUP
from timeweave.records import EntityId, Span

_CAPITAL = r"(?:@?[A-Z\u00c0-\u00de][\w’'-]*|@[\w-]+|\d\w*|[^\x00-\u024f]+)"
_PARTICLE = r"(?:(?:van|von|de|der|den|da|di|du|del|la|le|bin|al) )?"
_HANDLE = r"[a-z][\w-]{2,}"
_PERSON = rf"(?:{_CAPITAL}(?: {_PARTICLE}{_CAPITAL}){{0,4}}|(?:he|she|they)\b|{_HANDLE})(?: ?\([^()]{{1,40}}\))?"
_AND = r"(?:, (?:and |& )?| and | & |,? as well as )"
PEOPLE = rf"(?<![\w@’'-]){_PERSON}(?:{_AND}{_PERSON}){{0,12}}"
_GROUP = rf"(?i:{any_of(GROUPS)})\b"
_WORD = r"[\w.@’'-]+"
_BODY = (
    rf"(?:(?:{_WORD} ){{0,5}}?{_GROUP}(?: {_GROUP})*(?: of (?:the )?[A-Z][\w’'-]*(?: [A-Z][\w’'-]*){{0,3}})?"
    r"|[A-Z][\w.&’'-]*(?: (?:(?:of|for|the|&) )*[A-Z][\w.&’'-]*){0,5})"
)
_DETERMINER = r"(?:the |its |our |their |a |an |his |her )?"
BODIES = rf"{_DETERMINER}{_BODY}(?:(?:, | and |, and )(?:from )?(?:the |its |our |their ){_BODY}){{0,3}}"
"""Expressions for a list of people, and for a list of bodies after its determiner; names are told by their capitals."""

_BETWEEN_PEOPLE = re.compile(_AND)
_BETWEEN_BODIES = re.compile(r"(?:, and |, | and )(?:from )?(?=(?:the|its|our|their) )")
_ASIDE = re.compile(r" ?\([^()]*\)$")
_LAST_GROUP = re.compile(rf"({_GROUP})(?= of |$)")
_CALLED = re.compile(rf"(?:{_WORD} ){{1,5}}?(?:{_GROUP} )*({_GROUP})")
_DETERMINED = re.compile(r"(?:the|its|our|their|a|an|new)$", re.IGNORECASE)
_ENDS_AS_GROUP = re.compile(rf"{_GROUP}$")
_NO_PART = re.compile(rf"\d+|{any_of(m.title() for m in MONTHS)}")
_ANNOUNCING = re.compile(r"^\w+ing ")
_BREAKS = frozenset(NO_PART_OF_A_GROUP)
_SAYS_NOTHING = frozenset(NO_NAME_OF_A_GROUP)
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_NO_BODIES = _PLACES | {"PERSON", "NORP", "EVENT"}
_PERSONAL = frozenset({"he", "she", "they", "i", "we"})
_REACH = 4000


@dataclass(frozen=True, slots=True)
class Named:
    """An entity as a place of a sentence names it; ``surface`` is empty where the text has a mention of it there."""

    entity: EntityId
    surface: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a sentence stands: the document's text and title, the sentence's place and its mentions, and the body that
    the words name which introduce the list that it is an item of; ``issuer`` brings the document out.
    """

    text: str
    title: str
    sentence: Span
    mentions: Sequence[NamedMention]
    introduced: Named | None = None
    issuer: Named | None = None

    @property
    def words(self) -> str:
        """The sentence on one line."""
        return self.text[self.sentence.start : self.sentence.end].replace("\n", " ")

    def people(self, start: int, end: int) -> Iterator[Named]:
        """Those whom a list at ``start`` to ``end`` of the sentence names."""
        places = self._listed(start, end)
        for position, (first, last) in enumerate(places):
            words = _ASIDE.sub("", self.words[first:last])
            mention = self.mention(first, first + len(words))
            if mention is not None:
                is_somebody = len(places) > 2 if mention.type in _PLACES else mention.named or mention.type == "PERSON"
                if is_somebody and not _ENDS_AS_GROUP.search(words):
                    yield Named(mention.entity)
            elif self._is_name(words, first, alone=len(places) == 1, opens=position == 0):
                surface = words.lstrip("@")
                yield Named(canonical_key(surface), surface)

    def _listed(self, start: int, end: int) -> list[tuple[int, int]]:
        """The places of the items of a list: of two with a comma between, and before a pronoun, what stands last.

        "He lives in Ulm, and Bob Ray left": a comma before the last of two ends a clause.
        """
        places = list(_between(_BETWEEN_PEOPLE, self.words, start, end))
        if len(places) == 2 and "," in self.words[places[0][1] : places[1][0]]:
            last = self.words[slice(*places[1])]
            is_plain = last.isalpha() and last.islower() and last not in _PERSONAL and self.mention(*places[1]) is None
            return places[:1] if is_plain else places[1:]
        pronoun = next((i for i, (a, b) in enumerate(places) if self.words[a:b].casefold() in _PERSONAL), 0)
        return places[pronoun:]

    def bodies(self, start: int, end: int) -> Iterator[Named]:
        """The bodies that a list names; "the team" is the one that was last called a team."""
        for first, last in _between(_BETWEEN_BODIES, self.words, start, end):
            body = self.body(first, last)
            if body is not None:
                yield body

    def body(self, start: int, end: int) -> Named | None:
        """The body that the words at ``start`` to ``end`` name."""
        phrase = self.words[start:end]
        if _BREAKS & set(phrase.split(" of ")[0].casefold().split()):
            return None
        name = _name_of(phrase)
        group = _LAST_GROUP.search(phrase)
        if name is None:
            return None if group is None else self.meant(start, group[1])
        at = start + phrase.rindex(name)
        mention = self.mention(at, at + len(name))
        if mention is not None:
            is_body = (
                group is not None or mention.type in BODY_TYPES or (" " in name and mention.type not in _NO_BODIES)
            )
            return Named(mention.entity) if is_body else None
        bears_name = name[0].isupper() and " " in name
        return Named(canonical_key(name), name) if group is not None or bears_name else None

    def meant(self, start: int, group: str = "", *, reach: int = _REACH) -> Named | None:
        """What the title calls a ``group`` (any, where it is empty), else what was last called so before ``start``."""
        calling = _CALLED if not group else re.compile(rf"(?:{_WORD} ){{1,5}}?({re.escape(group)})\b", re.IGNORECASE)
        at = self.sentence.start + start
        before = self.text[max(0, at - reach) : at]
        for text, is_title in ((self.title, True), (before.replace("\n", " "), False)):
            found = None
            for called in calling.finditer(text):
                name = _name_of(_ANNOUNCING.sub("", called.group()) if is_title else called.group())
                if name is None:
                    continue
                words_before = called.group()[: called.group().rindex(name)].split()
                is_named = any(c.isupper() for c in name[: -len(called[1])])
                if is_named or is_title or (words_before and _DETERMINED.match(words_before[-1])):
                    found = name
            if found is not None:
                return Named(canonical_key(found), found)
        return None

    def is_somebody(self, start: int, end: int) -> bool:
        """Whether who is named first at ``start`` to ``end`` is known to the text as a person or a body."""
        places = self._listed(start, end)
        words = _ASIDE.sub("", self.words[slice(*places[0])]) if places else ""
        mention = self.mention(places[0][0], places[0][0] + len(words)) if places else None
        return mention is not None and (mention.type == "PERSON" or mention.type in BODY_TYPES)

    def is_thing(self, start: int, end: int) -> bool:
        """Whether what is named first at ``start`` to ``end`` is a product or a work."""
        mention = next((self.mention(*place) for place in self._listed(start, end)), None)
        return mention is not None and mention.type in ("PRODUCT", "WORK")

    def mention(self, start: int, end: int) -> NamedMention | None:
        """The mention that stands at ``start`` to ``end`` of the sentence, but for an article or a title before it."""
        first, last = self.sentence.start + start, self.sentence.start + end
        for mention in self.mentions:
            fits = first <= mention.span.start <= first + 5 and abs(mention.span.end - last) <= 2
            if fits and (mention.span.start == first or self.text[first : mention.span.start].istitle()):
                return mention
        return None

    def kind_of(self, start: int, end: int) -> str:
        """The type of the mention that stands there; empty where none does."""
        mention = self.mention(start, end)
        return "" if mention is None else mention.type

    def _is_name(self, words: str, start: int, *, alone: bool, opens: bool) -> bool:
        """Whether words that are no mention name somebody: not "people", nor "Yesterday" before a comma."""
        folded = words.casefold()
        if (
            folded in _PERSONAL
            or folded in STOP_WORDS
            or words.isdigit()
            or folded.endswith("ly")
            or _ENDS_AS_GROUP.search(words)
        ):
            return False
        if any(c.isupper() or c.isdigit() or c == "@" or ord(c) > 0x24F for c in words):
            is_opening = start == 0 and " " not in words and words.istitle()
            return not is_opening or (not alone and " and " in self.words[len(words) : len(words) + 40])
        if self.words[max(0, start - 2) : start] == ": " or re.search(rf"\b{re.escape(words)}\b", self.title):
            return True
        return (start == 0 and alone) or (not alone and not opens)


def _between(separator: re.Pattern[str], words: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places between separators."""
    at = start
    for match in separator.finditer(words, start, end):
        if match.start() > at:
            yield at, match.start()
        at = match.end()
    if at < end:
        yield at, end


def _name_of(phrase: str) -> str | None:
    """The name of a body without what stands before it: "compiler team" of "the new compiler team"; none of "team"."""
    words = phrase.split()
    head = next((i for i, w in enumerate(words) if _LAST_GROUP.fullmatch(w)), len(words))
    cut = 0
    for index, word in enumerate(words[:head]):
        is_plain = word.islower() or (index == 0 and word.istitle())
        ends_clause = word[-1] in ".,;:!?" and index + 1 < len(words)
        says_nothing = is_plain and word.casefold() in _BREAKS | _SAYS_NOTHING
        if ends_clause or says_nothing or _NO_PART.fullmatch(word):
            cut = index + 1
    name = " ".join(words[cut:]).rstrip(".,;:!’'")
    return None if not name or _LAST_GROUP.fullmatch(name) else name
