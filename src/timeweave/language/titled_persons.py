"""Persons named behind their title, whom the recogniser takes for one name with it or with a part of it: "Principal
Lorna Garces", "Director of Student Support Dominic Covello".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set

from timeweave.language.dictionary import is_word
from timeweave.language.joined_names import Recognised
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import ALSO_NAMES, OF_A_KIND, OFFICES, TRADE_ENDINGS, TRADES

_TITLES = frozenset((*OFFICES, *OF_A_KIND, *TRADES, "ceo", "cfo", "coo", "cto", "vp"))
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

IsPerson = Callable[[Sequence[str], Sequence[str]], Sequence[bool]]
"""Whether the recogniser takes each name, with which its stretch of text begins, for a person's."""


def behind_titles(text: str, found: Counter[Recognised], is_person: IsPerson) -> Counter[Recognised]:
    """``found`` with the persons that stand behind a title in place of what holds both; a body that is called by a
    title and a name ("Queen Mary University") is no person where it is called by these alone.
    """
    persons = {name.surface for name in found if name.type == "PERSON"}
    others = {name.surface for name in found} - persons
    titles = dict(_titles(text, others))
    asked = sorted(titles)
    said = is_person(asked, [titles[name] for name in asked])
    told = {name for name, says in zip(asked, said, strict=True) if says or (_is_unknown(name) and name not in others)}
    surnames = {name.split()[-1] for name in (*persons, *told) if " " in name}
    bodies = _called_by_titles(found)
    kept: Counter[Recognised] = Counter()
    for name, count in found.items():
        for part in (bodies[name],) if name in bodies else _parts(name, told, surnames):
            kept[part] += count
    kept.update(Recognised(name, "PERSON") for name in told - {name.surface for name in kept})
    return kept


def _called_by_titles(found: Counter[Recognised]) -> dict[Recognised, Recognised]:
    """Supposed persons behind whose name and a title before it that of a body goes on, as that body."""
    bodies: dict[Recognised, Recognised] = {}
    for whole in found:
        title, _, rest = whole.surface.partition(" ")
        if whole.type == "PERSON" or title.casefold() not in _TITLES:
            continue
        for person in found:
            if person.type == "PERSON" and rest.startswith(f"{person.surface} "):
                bodies[person] = Recognised(f"{title} {person.surface}", whole.type)
    return bodies


def _parts(name: Recognised, told: Set[str], surnames: Set[str]) -> Iterator[Recognised]:
    """A name without the title before it, and the body that the title was of where that is no field of work."""
    words = name.surface.split()
    for start in range(1, len(words) - 1):
        if " ".join(words[start:]) in told:
            yield Recognised(" ".join(words[start:]), "PERSON")
            body = words[:start]
            if not _TITLES.intersection(map(str.casefold, body)) and not all(map(is_word, map(str.casefold, body))):
                yield Recognised(" ".join(body), "ORG")
            return
    if len(words) == 2 and name.type == "PERSON" and (title := words[0].casefold()) in _TITLES:
        is_plain = title not in _NAMES_TOO and not is_word(words[1].casefold())
        if is_plain or words[1] in surnames:
            yield Recognised(words[1], "PERSON")
            return
    yield name


def _titles(text: str, others: Set[str]) -> Iterator[tuple[str, str]]:
    """The names behind titles, each with the text from it on; ``others`` are names that are no person's."""
    for match in _TITLE.finditer(text):
        field = _FIELD_OF.match(text, match.end())
        for stretch in _stretches(text, field.end() if field else match.end() + 1):
            name = _name(stretch, others)
            if name and (field is None or len(name) < len(stretch)):
                start, end = name[0].start("word"), name[-1].end("word")
                yield text[start:end], text[start : end + _CONTEXT].split("\n")[0]
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


def _name(words: Sequence[re.Match[str]], others: Set[str]) -> Sequence[re.Match[str]]:
    """The last words that may be somebody's name: two with what initials stand between, and forenames before them."""
    first = len(words) - 2
    if first < 0 or not canonical_key(words[-1]["word"]):
        return ()
    while first > 0 and _INITIAL.fullmatch(words[first]["word"]):
        first -= 1
    while first > 0 and len(words) - first < _LONGEST_NAME and not _is_told(words[first - 1]["word"], others):
        first -= 1
    return words[first:]


def _is_unknown(name: str) -> bool:
    return not any(is_word(word.casefold()) for word in name.split())


def _is_told(word: str, others: Set[str]) -> bool:
    return word in others or is_word(word.casefold())
