"""Which names that the recogniser found stand, and how far they go: what all places where a document has them show.

The recogniser sees a few words to each side; the document shows whether a name is only ever a part of a longer one, of
a piece of code, or the first word of a sentence that is a word and no name.
"""

from __future__ import annotations

import bisect
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.language.dictionary import parts_of_speech
from timeweave.language.gazetteer import Gazetteer
from timeweave.language.joined_names import Recognised
from timeweave.language.parsing import tags
from timeweave.language.proper_nouns import PART_NUMBER, is_not_a_name, is_titled, names_nothing
from timeweave.language.recognition import as_written
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import ACADEMIC, HONORIFICS
from timeweave.lexicon.offices import ALSO_NAMES, LEADING, OFFICES, RANKS
from timeweave.records import Span

_CODE = rf"{PART_NUMBER}\b"
_NUMBER = lazily(_CODE)
_BRACKETED = lazily(rf"\(({_CODE})[^()\n]{{0,20}}\)")
_NUMBERED = lazily(
    r"\b(?:numbers?|nos?\.?|items?|cases?|resolutions?|sections?|exhibits?|motions?) "
    rf"(?:{_CODE}(?:, (?:and )?| and | to )){{0,8}}$",
    re.IGNORECASE,
)
_MOST_BEFORE = 90  # characters in which it is said that numbers follow
_CLOSED = lazily(r"[^()\n]{0,20}\)[*_ \t]*(?:\n|$)")  # as headings end
_MOST_PLACES = 12  # of a name that are looked at
_MOST_STEPS = 3  # words by which a name is made longer
_LOWER = lazily(r"(?<![\w'’-])[a-z]+(?![\w-])")
_BEFORE = lazily(r"(?<![^\s(\[\"“‘'—–])([A-Z][\w.-]*(?:['’]s)?) $")
_AFTER = lazily(r" ([A-Z][\w-]*(?:['’][a-rt-z]\w*)?)(?!\w|\. ?[A-Z])")
_PLACES = frozenset({"GPE", "LOC", "NORP"})
_SENTENCE = 160  # characters of a sentence that the tagger reads
_SMALL_BEFORE = lazily(r"\b[a-z]+ $")
_POSSESSIVE = ("'s", "’s")
_ADDRESSES = frozenset(title.split()[0].casefold() for title in (*HONORIFICS, *ACADEMIC))


@dataclass(frozen=True, slots=True)
class _Place:
    """A place of a name: at the opening of its sentence or in a line of capitals, and the capitalised words beside."""

    span: Span
    sentence: Span
    opening: bool
    titled: bool
    before: str
    after: str


class Standing:
    """The places of all names of a text; ``code`` are the stretches that it marks as such."""

    def __init__(self, text: str, sentences: Sequence[Span], code: Sequence[Span] = ()) -> None:
        self._text = text
        self._sentences = sentences
        self._starts = [s.start for s in self._sentences]
        self._code = code
        self._lower = Counter(_LOWER.findall(_without(text, self._code)))
        self._titles: dict[int, bool] = {}
        self._forenames: set[str] = set()
        self._addressed: frozenset[str] = _ADDRESSES

    def names(self, found: Counter[Recognised]) -> Counter[Recognised]:
        """``found`` without what is no name, each as far as it goes."""
        written = {as_written(name.surface, self._text): name.surface for name in sorted(found)}
        places: defaultdict[str, list[_Place]] = defaultdict(list)
        coded: set[str] = set()
        for span, surface in Gazetteer(written).find(self._text):
            if len(places[surface]) >= _MOST_PLACES:
                continue
            if self._is_piece_of_code(span):
                coded.add(surface)
            elif place := self._place(span):
                places[surface].append(place)
        types = {name.surface: name.type for name in sorted(found)}
        self._forenames = {n.surface.split()[0] for n in found if n.type == "PERSON" and " " in n.surface}
        self._addressed = _ADDRESSES | {name.casefold() for name in self._forenames}
        words = self._words({s: p for s, p in places.items() if p}, types) | self._numbering(places)
        standing: Counter[Recognised] = Counter()
        for name, count in found.items():
            if name.surface in words or (name.surface in coded and not places[name.surface]):
                continue
            surface = self._extended(name, places[name.surface], types)
            surface = self._without_opening(surface, places[name.surface], types)
            may_be_a_body = name.type == "ORG" or surface.partition(" ")[0].isupper()  # "HGC Chair" is nobody
            if may_be_a_body and surface and name.surface.endswith(surface):
                surface = self._without_office(surface, places[name.surface], types)
            if surface and not names_nothing(surface.split()):
                standing[Recognised(surface, name.type)] += count
        return standing

    def _place(self, span: Span) -> _Place | None:
        index = bisect.bisect_right(self._starts, span.start) - 1
        if index < 0 or self._sentences[index].end < span.end:
            return None
        sentence = self._sentences[index]
        before = after = None
        if not self._code_at(span.start):
            before = _BEFORE.search(self._text, max(sentence.start, span.start - 40), span.start)
            after = _AFTER.match(self._text, span.end, sentence.end)
        return _Place(
            span,
            sentence,
            self._opens(sentence, span.start),
            self._is_titled(sentence),
            before[1] if before and not self._code_at(before.start(1)) else "",
            after[1] if after and not self._code_at(after.start(1)) else "",
        )

    def _opens(self, sentence: Span, start: int) -> bool:
        return not any(c.isalnum() for c in self._text[sentence.start : start][-8:])

    def _is_titled(self, sentence: Span) -> bool:
        if sentence.start not in self._titles:
            self._titles[sentence.start] = is_titled(self._text, sentence)
        return self._titles[sentence.start]

    def _code_at(self, place: int) -> Span | None:
        index = bisect.bisect_right(self._code, place, key=lambda s: s.start) - 1
        return self._code[index] if index >= 0 and place < self._code[index].end else None

    def _is_piece_of_code(self, span: Span) -> bool:
        code = self._code_at(span.start) or self._code_at(span.end - 1)
        return code is not None and self._text[code.start : code.end].strip(" `@") != self._text[span.start : span.end]

    def _extended(self, name: Recognised, places: Sequence[_Place], types: Mapping[str, str]) -> str:
        """The name with the capitalised words that stand beside it wherever the text has it."""
        surface = name.surface
        usable = [p for p in places if not p.titled]
        if not usable or surface != as_written(surface, self._text):
            return surface
        longer = surface
        for _ in range(_MOST_STEPS):
            after = {p.after for p in usable}
            if len(after) != 1 or not (word := after.pop()):
                break
            if _is_office(word):  # "Harbour Office Director": one of its people, not a longer name of it
                longer, usable = surface, []
                break
            if not self._may_follow(name, longer, word, usable, types):
                break
            longer = f"{longer} {word}"
            usable = self._moved(usable, 0, len(word) + 1)
        for _ in range(_MOST_STEPS):
            before = {p.before for p in usable}
            if len(before) != 1 or not self._may_precede(name, longer, word := before.pop(), usable, types):
                break
            longer = f"{word} {longer}"
            usable = self._moved(usable, len(word) + 1, 0)
        return longer

    def _moved(self, places: Sequence[_Place], before: int, after: int) -> list[_Place]:
        spans = (Span(p.span.start - before, p.span.end + after) for p in places)
        return [place for span in spans if (place := self._place(span))]

    def _may_follow(
        self, name: Recognised, surface: str, word: str, places: Sequence[_Place], types: Mapping[str, str]
    ) -> bool:
        if surface.endswith(".") or names_nothing([word]) or "'" in word or "’" in word:
            return False
        unknown = _is_unknown(word)
        if word in self._forenames or (types.get(word) in _PLACES and not unknown):
            return False
        if name.type == "PERSON":
            return unknown and not word.isupper() and len(surface.split()) < 4
        if name.type in _PLACES:
            return unknown and not word.isupper() and ((name.type != "NORP" and " " in surface) or _is_unknown(surface))
        if len(places) > 1:
            return True
        if word.casefold() in self._lower:
            return False
        if types.get(word) == "PERSON":  # a surname behind a forename that was taken for something else
            return unknown and _is_unknown(surface)
        return unknown or self._is_within_words(places[0], len(word) + 1)

    def _is_within_words(self, place: _Place, further: int) -> bool:
        """Whether a run of capitals stands between words in lower case, so that it is one name."""
        before = self._text[max(place.sentence.start, place.span.start - 12) : place.span.start]
        after = self._text[place.span.end + further : place.span.end + further + 2]
        return _SMALL_BEFORE.search(before) is not None and (after[:1] in ",.;:)" or after[1:2].islower())

    def _may_precede(
        self, name: Recognised, surface: str, word: str, places: Sequence[_Place], types: Mapping[str, str]
    ) -> bool:
        if not word or is_not_a_name(word) or _is_office(word) or (name.type in _PLACES and " " in surface):
            return False
        if word.endswith(_POSSESSIVE):
            return len(places) > 2 and word[:-2] not in types and word[:-2].casefold() not in LEADING
        if word in types or names_nothing([word]) or word.casefold() in self._lower or word.endswith("."):
            return False
        if not _is_unknown(word) or len(surface.split()) > 2 or word.isupper():
            return False
        if name.type in _PLACES and not _is_unknown(surface):
            return False
        opening = any(self._opens(p.sentence, p.span.start - len(word) - 1) for p in places)
        return not opening or all(p.span.end == p.sentence.end for p in places) or len(places) > 2

    def _without_opening(self, surface: str, places: Sequence[_Place], types: Mapping[str, str]) -> str:
        """A name of several words without the verb or adverb that opens its sentence: "Improve Nimbus"."""
        first, _, rest = surface.partition(" ")
        if not rest or not places or not all(p.opening or p.titled for p in places):
            return surface
        parts = parts_of_speech(first.casefold())
        is_word = "noun" not in parts and ("verb" in parts or parts == {"adv"})
        if is_word and types.get(surface) != "PERSON" and (rest in types or not first.endswith(("ed", "en"))):
            return rest if rest in types or " " in rest or _is_unknown(rest) else ""
        return surface

    def _without_office(self, surface: str, places: Sequence[_Place], types: Mapping[str, str]) -> str:
        """The name of a body without the office of the person named behind it ("Harlow Line Chair Ann Lee"), or that
        the text has without it, too.
        """
        words, following = surface.split(), {p.after.casefold().rstrip(".") for p in places}
        while len(words) > 1:
            last = words[-1].casefold()
            is_rank = not RANKS.get(last, frozenset()).isdisjoint(following)
            is_told = not self._addressed.isdisjoint(following) or " ".join(words[:-1]) in types
            is_held = last in OFFICES and last not in ALSO_NAMES and is_told
            if not (is_rank or (is_held and last not in RANKS)):
                break
            words.pop()
            following = {last}
        named = " ".join(words)
        return named if len(words) > 1 or _is_unknown(named) else surface

    def _words(self, places: Mapping[str, Sequence[_Place]], types: Mapping[str, str]) -> set[str]:
        """Single words that are names nowhere: capitalised only where any word is, or far more often written small."""
        words: set[str] = set()
        asked: list[tuple[str, _Place]] = []
        for surface, where in places.items():
            if " " in surface or not surface.isalpha() or surface.isupper():
                continue
            parts = parts_of_speech(surface.casefold())
            inside = [p for p in where if not p.opening and not p.titled]
            if inside:
                small = sum(self._lower[form] for form in _forms(surface.casefold()))
                if "noun" in parts and types[surface] not in _PLACES and small > 2 * len(inside):
                    words.add(surface)
            elif parts and "noun" not in parts:
                words.add(surface)
            elif types[surface] != "NORP" and self._is_used(where[0], is_word=bool(parts)):
                asked.append((surface, where[0]))
        return words | self._tagged_as_words(asked, types)

    def _numbering(self, places: Mapping[str, Sequence[_Place]]) -> set[str]:
        """What numbers the parts of a document, or cases, wherever it stands: "Facilities (H-18)", "item H-18"."""
        codes = {surface: where for surface, where in places.items() if where and _NUMBER.match(surface)}
        in_brackets = bool(codes) and len(set(_BRACKETED.findall(self._text))) > 1
        return {s for s, where in codes.items() if all(self._is_number(p, in_brackets=in_brackets) for p in where)}

    def _is_number(self, place: _Place, *, in_brackets: bool) -> bool:
        before = self._text[max(place.sentence.start, place.span.start - _MOST_BEFORE) : place.span.start]
        is_closed = in_brackets and before[-1:] == "(" and _CLOSED.match(self._text, place.span.end) is not None
        return is_closed or _NUMBERED.search(before) is not None

    def _is_used(self, place: _Place, *, is_word: bool) -> bool:
        """Whether a sentence goes on behind its first word, and is no label."""
        behind = self._text[place.span.end : place.sentence.end]
        return not behind.startswith(":") and (is_word or len(behind) > 1)

    def _as_name(self, surface: str, kind: str) -> tuple[str, ...]:
        """The tags that a name may have: "Ukrainian" that of an adjective, what is no English word that of a noun."""
        if kind in _PLACES:
            return ("NNP", "JJ")
        return ("NN",) if _is_unknown(surface) else ("NNP",)

    def _tagged_as_words(self, asked: Iterable[tuple[str, _Place]], types: Mapping[str, str]) -> set[str]:
        """Those that the tagger takes for no proper noun where they open a sentence."""
        pairs = list(asked)
        sentences = [self._text[p.span.start : min(p.sentence.end, p.span.start + _SENTENCE)] for _, p in pairs]
        tagged = zip(pairs, tags(sentences), strict=True)
        return {
            surface
            for (surface, _), found in tagged
            if found and not found[0].startswith(self._as_name(surface, types[surface])) and not _acts(found)
        }


def _acts(tagged: Sequence[str]) -> bool:
    """Whether a word is a noun without an article that does something, as names do: "Target cut prices"."""
    return tagged[0] == "NN" and len(tagged) > 1 and tagged[1] in ("VBD", "VBZ")


def _is_office(word: str) -> bool:
    return any(part in OFFICES for part in word.casefold().split("-"))


def _is_unknown(name: str) -> bool:
    """Whether no part of a word, or of a name, is one that any text may have."""
    return not any(parts_of_speech(part) for part in re.split(r"[\s-]", name.casefold()))


def _forms(word: str) -> tuple[str, ...]:
    return (word, f"{word}s", word.removesuffix("s")) if word.endswith("s") else (word, f"{word}s")


def _without(text: str, stretches: Sequence[Span]) -> str:
    if not stretches:
        return text
    parts, end = [], 0
    for stretch in stretches:
        parts.append(text[end : stretch.start])
        end = max(end, stretch.end)
    return "".join([*parts, text[end:]])
