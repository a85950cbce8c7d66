"""Short forms inside one document: surnames, first names, acronyms, names without their later words.

A short form is resolved only when one full name of the document fits. What would mean the same outside (acronyms,
tickers, short company names) is also claimed as an alias; "Rees" for Andrew Rees is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from timeweave.language.dictionary import is_word
from timeweave.language.name_types import BODY_TYPES
from timeweave.language.names import acronyms, canonical_key, is_distinctive
from timeweave.language.proper_nouns import is_not_a_name
from timeweave.lexicon.bodies import SURE
from timeweave.lexicon.documents import BODIES, NAMING, WRITTEN
from timeweave.lexicon.initials import COMMON_INITIALS
from timeweave.lexicon.meetings import GATHERINGS
from timeweave.lexicon.name_parts import BODY_WORDS
from timeweave.records import AliasClaim, EntityId

_NAME_MARKS = str.maketrans("", "", "-'’")
_OF_A_PUBLICATION = frozenset(f"{word}{end}" for word in (*WRITTEN, *GATHERINGS) for end in ("", "s")) - frozenset(
    NAMING
)
"""In what a name goes on with they show that it is a heading: "Harbour Council Updates for October 2024"."""
_OF = frozenset({"of", "for", "in", "at", "on", "and", "&", "de"})
_PLACES = frozenset({"GPE", "LOC", "NORP"})
_BODIES = frozenset((*BODIES, *SURE))
_HAS_ACRONYM = frozenset({"ORG", "FAC", "EVENT", "LAW", "PRODUCT", "GPE", ""})


@dataclass(frozen=True, slots=True)
class KnownName:
    """An entity as one document names it: its fullest surface, its type, and where it is first named."""

    entity: EntityId
    surface: str
    type: str
    first: int


@dataclass(frozen=True, slots=True)
class ShortForms:
    """``resolved`` maps the key of a short form to its entity, ``claims`` are those that hold outside too."""

    resolved: Mapping[EntityId, EntityId]
    claims: tuple[AliasClaim, ...]


def person_parts(names: Iterable[KnownName], subject: EntityId | None = None) -> dict[str, EntityId]:
    """First names and surnames, as written, that belong to one person of the document only.

    The surname of the ``subject`` is the subject's, whoever else of the family is named.
    """
    owners: defaultdict[str, set[EntityId]] = defaultdict(set)
    for name in names:
        words = name.surface.split()
        if name.type == "PERSON" and 2 <= len(words) <= 5 and " " in name.entity:  # "Ms Rao" owns no name
            for part in (words[0], words[-1]):
                if _stands_alone(part):
                    owners[part].add(name.entity)
    parts = {part: next(iter(who)) for part, who in owners.items() if len(who) == 1}
    surnames = {
        part: subject for part, who in owners.items() if subject in who and subject.endswith(canonical_key(part))
    }
    return parts | {part: who for part, who in surnames.items() if who}


def _stands_alone(part: str) -> bool:
    return len(part) > 2 and part.translate(_NAME_MARKS).isalpha() and part[0].isupper() and not is_not_a_name(part)


def resolve_short_forms(
    names: Iterable[KnownName], fixed: Iterable[EntityId], issuer: EntityId | None = None
) -> ShortForms:
    """Short forms among ``names`` themselves; ``fixed`` entities are never taken for a short form. In what ``issuer``
    brings out "the Council" is that one.
    """
    known = sorted(names, key=lambda n: (n.first, n.entity))
    kept = frozenset(fixed)
    resolved: dict[EntityId, EntityId] = {}
    claims: list[AliasClaim] = []
    for short, full, claimed in [
        *_subject_person(known, kept),
        *_persons(known),
        *_acronyms(known),
        *_tails(known, issuer or ""),
        *_prefixes(known, kept),
    ]:
        if short in kept or short in resolved or short == full:
            continue
        resolved[short] = full
        if claimed:
            claims.append(AliasClaim(short, full))
    flat = {short: _follow(resolved, short) for short in resolved}
    return ShortForms(flat, tuple(claims))


def _follow(resolved: Mapping[EntityId, EntityId], key: EntityId) -> EntityId:
    seen = {key}
    while key in resolved and resolved[key] not in seen:
        key = resolved[key]
        seen.add(key)
    return key


def _subject_person(known: list[KnownName], subjects: Set[EntityId]) -> Iterator[tuple[EntityId, EntityId, bool]]:
    """A page about a person: the longer name with which it opens ("Elizabeth Diane Downs"), and the surname alone."""
    opening = next((n for n in known if n.type == "PERSON"), None)
    for subject in (n.entity for n in known if n.type == "PERSON" and n.entity in subjects and " " in n.entity):
        surname = subject.split()[-1]
        if opening and len(opening.entity.split()) > 2 and opening.entity.split()[-1] == surname:
            yield opening.entity, subject, True
        for name in known:
            if subject.endswith(f" {name.entity}"):
                yield name.entity, subject, False


def _persons(known: list[KnownName]) -> Iterator[tuple[EntityId, EntityId, bool]]:
    """One name with and without a middle initial."""
    persons = [n for n in known if n.type == "PERSON"]
    by_ends: defaultdict[tuple[str, str], list[KnownName]] = defaultdict(list)
    for name in persons:
        words = name.entity.split()
        if len(words) > 1:
            by_ends[words[0], words[-1]].append(name)
    for same in by_ends.values():
        shortest = min(same, key=lambda n: (len(n.entity.split()), n.first, n.entity))
        for name in same:
            middle = name.entity.split()[1:-1]
            if middle and all(len(w) == 1 for w in middle) and len(shortest.entity.split()) == 2:
                yield name.entity, shortest.entity, True


def _acronyms(known: list[KnownName]) -> Iterator[tuple[EntityId, EntityId, bool]]:
    owners: defaultdict[str, set[EntityId]] = defaultdict(set)
    for name in known:
        if name.type in _HAS_ACRONYM and " " in name.entity:
            for acronym in acronyms(name.surface):
                owners[acronym].add(name.entity)
    bodies = {n.entity for n in known if n.type in BODY_TYPES}
    for name in known:
        who = owners.get(name.entity, set()) - {name.entity}
        if not name.surface.isupper() or len(who) != 1:
            continue
        if len(name.entity) >= 3:
            yield name.entity, next(iter(who)), True
        elif len(name.entity) == 2 and name.surface not in COMMON_INITIALS and {name.entity, *who} <= bodies:
            yield name.entity, next(iter(who)), False


def _tails(known: list[KnownName], issuer: str) -> Iterator[tuple[EntityId, EntityId, bool]]:
    """Closing words of the name of who brings the document out, where they are plain words for a body and no other that
    is named bears them: "the Parish Council".
    """
    if not issuer or issuer.split()[-1] not in _BODIES:
        return
    for name in known:
        tail = f" {name.entity}"
        is_tail = name.type not in _PLACES and issuer.endswith(tail) and all(map(is_word, name.entity.split()))
        if is_tail and not any(n.entity.endswith(tail) and n.entity != issuer for n in known):
            yield name.entity, EntityId(issuer), False


def _is_whole(words: Sequence[str], beyond: Sequence[str]) -> bool:
    """Whether words that begin a name are that of another body: "Harlow High School" of "Harlow High School Choir"."""
    return len(words) > 1 and words[-1] in _BODIES and beyond[0] not in _OF and beyond[0] not in BODY_WORDS


def _prefixes(known: list[KnownName], subjects: Set[EntityId]) -> Iterator[tuple[EntityId, EntityId, bool]]:
    """Opening words of one organisation, or of the subject, named before: "Chipotle" for Chipotle Mexican Grill."""
    longer: defaultdict[str, set[EntityId]] = defaultdict(set)
    first = {n.entity: n.first for n in known}
    for name in known:
        words = name.entity.split()
        if name.type in BODY_TYPES or name.entity in subjects:
            for length in range(1, len(words)):
                beyond = words[length:]
                if _is_whole(words[:length], beyond):
                    continue
                if not _OF_A_PUBLICATION.intersection(beyond) and not any(word[0].isdigit() for word in beyond):
                    longer[" ".join(words[:length])].add(name.entity)
    for name in known:
        who = longer.get(name.entity, set())
        only = next(iter(who)) if len(who) == 1 and name.type in BODY_TYPES else None
        full = next(iter(who & subjects), only)
        distinctive = " " in name.entity or is_distinctive(name.entity)
        if full and distinctive and first[full] <= name.first and name.type not in _PLACES:
            yield name.entity, full, True
