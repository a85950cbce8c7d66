"""Persons named behind their title, whom the recogniser takes for one name with it or with a part of it: "Principal
Lorna Garces", "Director of Student Support Dominic Covello".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from timeweave.language.dictionary import is_word
from timeweave.language.joined_names import Recognised
from timeweave.language.name_types import ends_as_a_body, ends_as_a_place
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import BODY_WORDS
from timeweave.lexicon.offices import ALSO_NAMES, FORENAMES_TOO, OF_A_KIND, OFFICES, TRADE_ENDINGS, TRADES

_ALL_TITLES = frozenset((*OFFICES, *OF_A_KIND, *TRADES, "ceo", "cfo", "coo", "cto", "vp"))
_TITLES = _ALL_TITLES - frozenset(FORENAMES_TOO)
_NAMES_TOO = frozenset(ALSO_NAMES)
_ANY_TITLE = any_of(sorted(_TITLES))
_TITLE = lazily(
    rf"(?<![\w’'-])(?:(?=[A-Z])(?i:{_ANY_TITLE})(?= [A-Z])|(?i:{_ANY_TITLE})(?= (?:of|for) (?:the )?[A-Z])"
    rf"|[A-Z][a-z]+(?:{any_of(TRADE_ENDINGS)})(?= (?:of|for) (?:the )?[A-Z]))"
)
_WORD = lazily(r"(?P<word>[A-Z](?:\.|[\w’'-]*))(?P<joint>, (?:and )?|,? (?:and|&) (?:the )?| (?:of|for) (?:the )?| |)")
_FIELD_OF = lazily(r" (?:of|for) (?:the )?")
_INITIAL = lazily(r"[A-Z]\.?")
_MOST_WORDS = 16  # of a title with the name behind it
_LONGEST_NAME = 4  # words
_CONTEXT = 40  # characters behind a name that the model sees
_NO_PERSONS = frozenset({"ORG", "GPE", "LOC", "FAC", "NORP"})

Labels = Callable[[Sequence[str], Sequence[str]], Sequence[str]]
"""What the recogniser takes each name for, with which its stretch of text begins; empty where for no name, or for a
part of another.
"""


@dataclass(frozen=True, slots=True)
class _Behind:
    """A name behind a title, the text from it on, and what stands between the two, of which the title may be; where
    that may as well begin the name, ``longer`` is the name with it.
    """

    name: str
    stretch: str
    field: str
    longer: str


def behind_titles(text: str, found: Counter[Recognised], labels: Labels) -> Counter[Recognised]:
    """``found`` with the persons that stand behind a title in place of what holds both; a body that is called by a
    title and a name ("Queen Mary University") is no person where it is called by these alone.
    """
    persons = {name.surface for name in found if name.type == "PERSON"}
    others = {name.surface for name in found} - persons
    titles = list({title.name: title for title in _titles(text, others)}.values())
    said = labels([title.name for title in titles], [title.stretch for title in titles])
    fields = sorted({title.field for title in titles if title.longer})
    kinds = dict(zip(fields, labels(fields, [f"{field}." for field in fields]), strict=True))
    told: set[str] = set()
    for title, label in zip(titles, said, strict=True):
        if label == "PERSON" or _is_unknown(title.name):
            told.add(title.longer if title.longer and kinds[title.field] not in _NO_PERSONS else title.name)
    bodies = _called_by_titles(found)
    kept: Counter[Recognised] = Counter()
    for name, count in found.items():
        for part in (bodies[name],) if name in bodies else _parts(name, told, persons | told, text):
            kept[part] += count
    kept.update(Recognised(name, "PERSON") for name in sorted(told - {name.surface for name in kept}))
    return kept


def _called_by_titles(found: Counter[Recognised]) -> dict[Recognised, Recognised]:
    """Supposed persons behind whose name and a title before it that of a body goes on, as that body."""
    bodies: dict[Recognised, Recognised] = {}
    for whole in found:
        title, _, rest = whole.surface.partition(" ")
        if whole.type == "PERSON" or title.casefold() not in _ALL_TITLES:
            continue
        for person in found:
            if person.type == "PERSON" and rest.startswith(f"{person.surface} "):
                bodies[person] = Recognised(f"{title} {person.surface}", whole.type)
    return bodies


def _parts(name: Recognised, told: Set[str], persons: Set[str], text: str) -> Iterator[Recognised]:
    """A name without the title before it, and the body that the title was of where that is no field of work."""
    words = name.surface.split()
    for start in range(1, len(words) - 1):
        if " ".join(words[start:]) in told:
            yield Recognised(" ".join(words[start:]), "PERSON")
            body = [word.casefold() for word in words[:start]]
            if _TITLES.isdisjoint(body) and not all(word in BODY_WORDS or is_word(word) for word in body):
                yield Recognised(" ".join(words[:start]), "ORG")
            return
    is_titled = len(words) == 2 and words[0].casefold() in _TITLES and _is_titled(name, persons, text)
    yield Recognised(words[1], "PERSON") if is_titled else name


def _is_titled(name: Recognised, persons: Set[str], text: str) -> bool:
    """Whether the first of two words is a title: not where people are called so, unless somebody is named in full
    behind it, too ("Principal Lorna Garces", and then "Principal Garces").
    """
    title, last = name.surface.split()
    bearers = [person for person in persons if person.endswith(f" {last}") and person != name.surface]
    if title.casefold() in _NAMES_TOO:
        return any(f"{title} {person}" in text for person in bearers)
    return bool(bearers) or (name.type == "PERSON" and not is_word(last.casefold()))


def _titles(text: str, others: Set[str]) -> Iterator[_Behind]:
    """The names behind titles; ``others`` are names that are no person's."""
    for match in _TITLE.finditer(text):
        field = _FIELD_OF.match(text, match.end())
        start = field.end() if field else match.end() + 1
        for stretch in _stretches(text, start):
            behind = _behind(text, stretch, others, has_field=field is not None)
            if behind is not None:
                yield behind
                break


def _stretches(text: str, place: int) -> list[list[re.Match[str]]]:
    """The capitalised words from behind a title to the next one, in stretches between commas, "and" and "of"."""
    stretches: list[list[re.Match[str]]] = [[]]
    for _ in range(_MOST_WORDS):
        match = _WORD.match(text, place)
        if match is None or (match["word"].casefold() in _TITLES and match["joint"]):
            break
        stretches[-1].append(match)
        if match["joint"] != " ":
            stretches.append([])
        place = match.end()
        if not match["joint"]:
            break
    return stretches


def _behind(text: str, words: Sequence[re.Match[str]], others: Set[str], *, has_field: bool) -> _Behind | None:
    """The name of somebody at the end of a stretch: its last two words, with what initials stand between and, where
    nothing else can stand there, the forenames before them.
    """
    first = len(words) - 2
    if first < 0 or not canonical_key(words[-1]["word"]):
        return None
    end = words[-1].end("word")
    while first > 0 and _INITIAL.fullmatch(words[first]["word"]):
        first -= 1
    longest = first
    while longest > 0 and len(words) - longest < _LONGEST_NAME and not _is_told(words[longest - 1]["word"], others):
        longest -= 1
    if not has_field:
        first = longest
    name, longer = (text[words[n].start("word") : end] for n in (first, longest))
    if (has_field and first == 0) or ends_as_a_body(name) or ends_as_a_place(name) or name in others:
        return None
    field = text[words[0].start("word") : words[first].start("word")].rstrip()
    stretch = text[words[first].start("word") : end + _CONTEXT].split("\n")[0]
    return _Behind(name, stretch, field, longer if longest < first else "")


def _is_unknown(name: str) -> bool:
    return not any(is_word(word.casefold()) for word in name.split())


def _is_told(word: str, others: Set[str]) -> bool:
    return word in others or word.casefold() in BODY_WORDS or is_word(word.casefold())
