"""What tells whether a string is a name, and of what: its letters and words, and what stands beside it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from timeweave.language.dictionary import is_word, parts_of_speech
from timeweave.language.gazetteer import Gazetteer
from timeweave.language.joined_names import Recognised
from timeweave.language.name_types import called_by, told_type
from timeweave.language.names import LEGAL_FORMS
from timeweave.lexicon.beside_names import BEFORE, BEHIND, EARLIER, NOUNS
from timeweave.lexicon.bodies import LAST_OF_NAMES
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.offices import OFFICES

REACH = 48  # characters on either side of a place
MOST_PLACES = 8
_MOST_WORDS = 6
_EDGE = ".,'’"
_OF = lazily(r" of (?:the )?$")
_SMALL = frozenset("the a an of to at by with from for in on our their its his her".split())  # noqa: SIM905
_QUOTES = ('"', "“", "‘", "'")
_JOINTS = ("/", "-", "_", "#", ".")
_WORD = lazily(r"[\w'’&+#.-]+")
_INNER_CAPITAL = lazily(r"[a-z][A-Z]")
_ADDRESS = frozenset(word.casefold() for word in HONORIFICS)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A supposed name as a document has it.

    ``votes`` are how often the recogniser gave it each type, ``places`` what stands before and behind it, ``small``
    those of its words that the document also writes small, ``written_small`` how many of its places, from 0 to 1, have
    all of it so. ``part_of`` are the persons whose name holds it as a word, ``holds`` those whose name it holds.
    """

    surface: str
    votes: Mapping[str, int]
    places: Sequence[tuple[str, str]]
    small: frozenset[str]
    written_small: float
    part_of: int
    holds: int


def sightings(text: str, found: Mapping[Recognised, int], lower: Set[str]) -> list[Sighting]:
    """The names ``found`` in ``text``, none of them empty, in order; ``lower`` are the words that it writes small."""
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for name, count in sorted(found.items()):
        votes[name.surface][name.type] += count
    places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for span, surface in Gazetteer({surface: surface for surface in votes}).find(text):
        if len(places[surface]) < MOST_PLACES:
            places[surface].append((text[max(0, span.start - REACH) : span.start], text[span.end : span.end + REACH]))
    shrunk = Counter(s for _, s in Gazetteer({s.casefold(): s for s in votes if s != s.casefold()}).find(text))
    persons = {name.surface for name in found if name.type == "PERSON" and " " in name.surface}
    parts = Counter(word for person in persons for word in set(person.split()))
    return [
        Sighting(
            surface,
            counted,
            places[surface],
            frozenset(w for w in _words(surface) if w in lower),
            shrunk[surface] / (shrunk[surface] + len(places[surface]) or 1),
            0 if " " in surface else parts[surface],
            sum(part in persons for part in _proper_parts(surface.split())),
        )
        for surface, counted in votes.items()
    ]


def signs(sighting: Sighting) -> dict[str, float]:
    """What tells for or against it by name; what is 0 is left out."""
    found = {f"type {kind}": count / sum(sighting.votes.values()) for kind, count in sighting.votes.items()}
    found["votes"] = math.log1p(sum(sighting.votes.values()))
    found |= _form(sighting.surface)
    found |= _vocabulary(sighting)
    found |= _surroundings(sighting.places)
    return {name: float(value) for name, value in found.items() if value}


def _words(surface: str) -> list[str]:
    return [word.casefold().strip(_EDGE) for word in surface.split()]


def _proper_parts(words: Sequence[str]) -> Iterator[str]:
    """The runs of two words and more that are not all of the words."""
    count = min(len(words), _MOST_WORDS)
    yield from (
        " ".join(words[a:b]) for a in range(count) for b in range(a + 2, count + 1) if (a, b) != (0, len(words))
    )


def _form(surface: str) -> dict[str, float]:
    words = surface.split()
    count = len(words)
    return {
        f"words {min(count, 4)}": 1.0,
        "length": min(len(surface), 60) / 20,
        "capitals": surface.isupper(),
        "short capitals": surface.isupper() and len(surface) <= 5,
        "capitals within": count > 1 and not surface.isupper() and any(w.isupper() and len(w) > 1 for w in words),
        "inner capital": _INNER_CAPITAL.search(surface) is not None,
        "digits": any(c.isdigit() for c in surface),
        "digit first": surface[0].isdigit(),
        "small words": sum(w[0].islower() for w in words) / count,
        "small first": surface[0].islower(),
        "not ascii": not surface.isascii(),
        "and": " and " in surface,
        "of": " of " in surface,
        **{f"has {mark}": mark in surface for mark in "&-.,/:"},
        "has '": "'" in surface or "’" in surface,
    }


def _vocabulary(sighting: Sighting) -> dict[str, float]:
    """What its words are, by dictionaries, tables and the rest of the document."""
    words = _words(sighting.surface)
    known = [is_word(word) for word in words]
    found = {
        "common": sum(known) / len(words),
        "common first": known[0],
        "common last": known[-1],
        "all common": all(known),
        "none common": not any(known),
        "ends as bodies do": words[-1] in LAST_OF_NAMES or words[-1].removesuffix("s") in LAST_OF_NAMES,
        "legal form": words[-1] in LEGAL_FORMS,
        "form of address": words[0] in _ADDRESS,
        "office": any(word in OFFICES for word in words),
        "words small": len(sighting.small & {*words}) / len(words),
        "first small": words[0] in sighting.small,
        "last small": words[-1] in sighting.small,
        "written small": sighting.written_small,
        "part of a person": sighting.part_of > 0,
        "holds persons": min(sighting.holds, 3),
    }
    if told := told_type(sighting.surface, "\n".join(f"{b}{sighting.surface}{a}" for b, a in sighting.places)):
        found[f"told {told}"] = 1.0
    for word, place in ((words[0], "first"), (words[-1], "last")):
        found |= {f"{place} may be {part}": 1.0 for part in parts_of_speech(word)}
    return found


def _surroundings(places: Sequence[tuple[str, str]]) -> dict[str, float]:
    """The share of places at which each thing stands beside it."""
    if not places:
        return {"unseen": 1.0}
    found = Counter(sign for before, behind in places for sign in {*_before(before), *_behind(behind)})
    found["alone"] = sum("opens a line" in _before(b) and "ends a line" in _behind(a) for b, a in places)
    return {sign: count / len(places) for sign, count in found.items()} | {"places": math.log1p(len(places))}


def _before(text: str) -> Iterator[str]:
    if not any(c.isalnum() for c in text.rpartition("\n")[2]):
        yield "opens a line"
    bare = text.rstrip(' \n"“‘(*_-')
    if not bare or bare[-1] in ".!?:|":
        yield "opens a sentence"
    yield from (f"behind {mark}" for mark in "@(" if text.endswith(mark))
    if text.endswith(_QUOTES):
        yield "behind a quote"
    if text.endswith(_JOINTS):
        yield "glued before"
    if text[-1:] == " " and (words := _WORD.findall(text)):
        yield f"before: {BEFORE.get(words[-1].casefold().strip('.')) or _kind(words[-1])}"
        said = next((w.casefold() for w in reversed(words) if w.casefold() not in _SMALL), "")
        if group := "office" if said in OFFICES else EARLIER.get(said):
            yield f"earlier: {group}"
            if group == "office" and _OF.search(text):
                yield "of an office"
        if called := NOUNS.get(said):
            yield f"called before: {called}"


def _behind(text: str) -> Iterator[str]:
    if not any(c.isalnum() for c in text.partition("\n")[0]):
        yield "ends a line"
    yield from (f"before {mark}" for mark in (":", ",", " (", "'s", "’s") if text.startswith(mark))
    if text.startswith((".", "!", "?")):
        yield "ends a sentence"
    if text.startswith(("/", "-", "_")):
        yield "glued behind"
    if called := called_by(text):
        yield f"called: {called}"
    if text[:1] == " " and (words := _WORD.findall(text)):
        yield f"behind: {BEHIND.get(words[0].casefold()) or _kind(words[0])}"


def _kind(word: str) -> str:
    if word[0].isupper():
        return "capital"
    if word[0].isdigit():
        return "number"
    return "ed" if word.endswith("ed") else "s" if word.endswith("s") else "small"
