"""Lists that are dealt out one to one: "Ann Lee and Bob Ray, mayors of Elmford and Ely, respectively".

Each of those named first is paired with what stands at the same place of the second list: an office, the body or place
of one, or what stands before the noun that all share ("the finance and housing committees").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.officers import Held
from timeweave.extraction.relations.offices import is_office, spelled
from timeweave.extraction.statements import FoundFact
from timeweave.language.job_titles import is_job_title
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.levels import PROPOSING
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.offices import CANDIDACIES, NO_LONGER
from timeweave.lexicon.states import BECOMING, TAKING_IN

_RESPECTIVELY = lazily(r",? respectively\b", re.IGNORECASE)
_AND = lazily(r",? and (?:the )?|, (?:the )?")
_PLURAL = lazily(r"\b[A-Za-z]+(?:s|men|women) (?:of|for|from) (?:the )?", re.IGNORECASE)
_BEFORE = lazily(r"(?:[\w-]+ ){1,3}$")  # of an office of several words
_BEING = rf"(?:,| (?:are|were|is|was|be|as|{any_of(forms(BECOMING))}|elected|named|appointed|chosen)\b)++(?: the)?"
_BETWEEN = lazily(rf"{_BEING}\s*$", re.IGNORECASE)
_VERB = lazily(rf"{_BEING}\s+(?=\S)", re.IGNORECASE)
_LISTED = lazily(rf"(?:(?:{any_of(HONORIFICS, ('Messrs', 'Mmes', 'Mses', 'Drs'))})\.? )?(?=[A-Z])")
_NOT_SO = lazily(  # told of candidates, of what is denied or under a condition, of those who were
    rf"\b(?:{any_of(PROPOSING, NO_LONGER, CANDIDACIES)}|nominat\w+|candidates?|former(?:ly)?|stepp\w+|resign\w*"
    r"|retir\w+|leav\w+|left|replac\w+|succeed\w*)\b",
    re.IGNORECASE,
)
_ELECTED = lazily(rf"\b{any_of(f for v in TAKING_IN for f in (v.third, v.past, v.base))} (?=[A-Z])")
_CLAUSE = lazily(r"[;:.] (?=[A-Z])")
_SHARED = lazily(r"(?P<head>[A-Z].*?)(?:s|es) (?P<link>of|for) (?P<first>.+)")
_PLURALS = ((r"men$", "man"), (r"women$", "woman"), (r"ies$", "y"), (r"(?<=[sx])es$|(?<=ch)es$|s$", ""))


def dealt(place: Surroundings) -> Sequence[Held]:
    """The offices that a sentence deals out one to one; none where its lists are not of one length."""
    words = place.words
    mark = _RESPECTIVELY.search(words)
    if mark is None or _NOT_SO.search(words):
        return ()
    start = max((m.end() for m in _CLAUSE.finditer(words, 0, mark.start())), default=0)
    return list(_of_bodies(place, words, start, mark.start())) or list(_of_offices(place, words, start, mark.start()))


def deals_out(place: Surroundings) -> bool:
    """Whether a sentence says that its lists are to be read one to one."""
    return _RESPECTIVELY.search(place.words) is not None


def aligned(facts: Sequence[FoundFact], place: Surroundings) -> Iterator[FoundFact]:
    """The facts of a sentence; of one that deals out lists without those that pair each with each."""
    if not deals_out(place):
        yield from facts
        return
    people = {held.person.entity for held in dealt(place)}
    crossed = frozenset(_crossed(facts))
    for found in facts:
        fact = found.fact
        is_told_otherwise = not people.isdisjoint((fact.subject, fact.object)) and is_office(fact.relation)
        if fact.quantity is not None or not (fact.relation in crossed or is_told_otherwise):
            yield found


def _crossed(facts: Sequence[FoundFact]) -> Iterator[str]:
    """The relations in which one has several: of lists that are dealt out each has its own."""
    pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for found in facts:
        pairs[found.fact.relation].add((found.fact.subject, found.fact.object))
    for relation, told in pairs.items():
        if min(len({subject for subject, _ in told}), len({other for _, other in told})) < len(told):
            yield relation


def _of_bodies(place: Surroundings, words: str, start: int, end: int) -> Iterator[Held]:
    """As in "A and B, presidents of the banks of X and Y"."""
    for match in _PLURAL.finditer(words, start, end):
        office, at = _office_before(words, match)
        before = _BETWEEN.search(words, start, at)
        if before is None or not _is_held(office):
            continue
        people = _people(place, words, start, before.start())
        items = _items(words[match.end() : end])
        if len(people) != len(items) or len(items) < 2:
            return
        for person, body in zip(people, _bodies(items), strict=True):
            named = Named(canonical_key(body), body) if body[:1].isupper() else None
            title = spelled(office) if named else spelled(f"{office} of {body}")
            yield Held(person, title, named, start, end)
        return


def _office_before(words: str, match: re.Match[str]) -> tuple[str, int]:
    """The office that ends in a plural, in the singular, and where it begins."""
    noun = words[match.start() : match.end()].split()[0]
    before = _BEFORE.search(words, max(0, match.start() - 40), match.start())
    parts = before[0].split() if before is not None else []
    for number in range(len(parts)):
        office = _singular(" ".join((*parts[number:], noun)))
        if parts[number][0].islower() == noun[0].islower() and parts[number] != "the" and is_job_title(office):
            return office, match.start() - len(" ".join(parts[number:])) - 1
    return _singular(noun), match.start()


def _of_offices(place: Surroundings, words: str, start: int, end: int) -> Iterator[Held]:
    """As in "A and B were elected chair and treasurer"."""
    for match in _VERB.finditer(words, start, end):
        items = _items(words[match.end() : end])
        people = _people(place, words, start, match.start())
        if len(people) == len(items) > 1 and all(map(_is_held, items)):
            for person, office in zip(people, items, strict=True):
                yield Held(person, spelled(office), place.introduced, start, end)
            return


def _people(place: Surroundings, words: str, start: int, end: int) -> Sequence[Named]:
    """Those of the list that ends at ``end``, as many as stand in it; none where something else stands in it, too."""
    start = max((m.end() for m in _ELECTED.finditer(words, start, end)), default=start)
    opening = _LISTED.search(words, start, end)
    found = [] if opening is None else list(place.people(opening.end(), end))
    return found if all(named.surface == named.surface.title() or " " not in named.surface for named in found) else []


def _items(text: str) -> list[str]:
    return [item.strip() for item in _AND.split(text) if item.strip()]


def _bodies(items: Sequence[str]) -> Sequence[str]:
    """The items as bodies: with the noun that the first begins with, or the last ends in."""
    first = _SHARED.fullmatch(items[0])
    if first is not None:
        return [f"{first['head']} {first['link']} {item}" for item in (first["first"], *items[1:])]
    *others, noun = items[-1].split()
    if others and noun.islower() and noun.endswith("s"):
        return [f"{item} {_singular(noun)}" for item in (*items[:-1], " ".join(others))]
    return items


def _singular(words: str) -> str:
    for plural, single in _PLURALS:
        changed = re.sub(plural, single, words)
        if changed != words:
            return changed
    return words


def _is_held(words: str) -> bool:
    return is_office(words) or is_job_title(words)
