"""Makes pairs of names in their contexts, of which it is known whether one entity bears both.

Entities are drawn from Wikidata facts (TimeQuestions) and from news (RealTimeQA, Reuters-21578). Each has one to four
contexts: halves of its facts, or articles. A pair is two contexts with a name for each:

- ``variant``: two contexts of one entity, one of them under another form of its name: with or without the word for the
  kind of body, the initials, a middle initial, a short first name, other order, spelling or a slip;
- ``same``: two contexts of one entity under one name;
- ``homonym``: contexts of two entities of one type and origin under the name of the first;
- ``close homonym``: the same, the second being one of the ten whose contexts are nearest in meaning to the first's;
- ``near name``: two entities whose own names share a word, or where one could be the initials of the other; of half
  of them the second is called like the first, but for the first name,
  the number, or the field that it works in.

Entities fall into halves by a digest of their name: the pairs that are kept are of one, what is learned of the other.
"""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from texts import read_lines

from timeweave.evolution.identity.profiles import PLACES, Profile, Told, profile
from timeweave.language.names import acronyms, canonical_key
from timeweave.lexicon.name_parts import BODY_WORDS, FIELD_WORDS, FULL_FIRST_NAMES
from timeweave.preparation import prepare
from timeweave.records import Document, EntityId, Extraction, GivenFact, Span
from timeweave.temporal.interval import Interval

ARTICLES = 900  # of each set of news that are read
LENGTH = 1200  # characters of each
FACTS = (5, 24)  # of an entity of Wikidata, at least and at most
ENTITIES = 900
CONTEXTS = 4  # of an entity at most
IN_NEWS = 2500  # entities of news that have a single context and may stand for others  # of Wikidata
SHARES = {"variant": 0.3, "same": 0.2, "homonym": 0.25, "close homonym": 0.05, "near name": 0.2}
_THRONES = ("I", "II", "III", "IV", "V", "VI", "VII")
_OF_PERSONS = ("position held", "member of sports team", "educated at", "spouse", "occupation", "employer", "child")
_OF_BODIES = ("chief executive officer", "headquarters location", "parent organization", "subsidiary", "founded by")

Embed = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True)
class Entity:
    """A name with its type, and the contexts in which it stands."""

    name: str
    type: str
    origin: str
    contexts: tuple[Profile, ...]

    @property
    def is_kept(self) -> bool:
        """Whether it is of the half that is measured on."""
        return hashlib.blake2b(canonical_key(self.name).encode(), digest_size=1).digest()[0] % 2 == 0


@dataclass(frozen=True)
class Pair:
    """Two names in their contexts, and whether one entity bears both."""

    kind: str
    a: Profile
    b: Profile
    is_one: bool


def entities(data: Path, embedder: object) -> list[Entity]:
    """The entities of all sets, in order of their names."""
    found = [
        *_of_wikidata(data / "timequestions" / "facts.tsv.gz", embedder),
        *_of_news("realtimeqa", _realtimeqa(data), embedder),
        *_of_news("reuters", _reuters(data), embedder),
    ]
    unique = {canonical_key(e.name): e for e in found}
    return [unique[key] for key in sorted(unique)]


def pairs(found: Sequence[Entity], number: int, seed: int) -> list[Pair]:
    """``number`` pairs of each kind's share, drawn at random."""
    draw = random.Random(seed)
    made: list[Pair] = []
    for kind, share in SHARES.items():
        wanted, seen = round(number * share), set()
        for pair in _ENDLESS[kind](found, draw):
            mark = (pair.a.name, pair.b.name, id(pair.a.terms), id(pair.b.terms))
            if mark not in seen:
                seen.add(mark)
                made.append(pair)
                wanted -= 1
            if not wanted:
                break
    return made


def _variants(found: Sequence[Entity], draw: random.Random) -> Iterator[Pair]:
    told = [e for e in found if len(e.contexts) > 1]
    for _ in range(50 * len(told)):
        entity = draw.choice(told)
        forms = sorted(
            f for f in variants(entity.name, entity.type, draw) if canonical_key(f) != canonical_key(entity.name)
        )
        if forms:
            a, b = draw.sample(entity.contexts, 2)
            yield Pair("variant", a, named(b, draw.choice(forms)), True)


def _same(found: Sequence[Entity], draw: random.Random) -> Iterator[Pair]:
    both = [(a, b) for e in found for n, a in enumerate(e.contexts) for b in e.contexts[n + 1 :]]
    for a, b in draw.sample(both, len(both)):
        yield Pair("same", a, b, True)


def _homonyms(found: Sequence[Entity], draw: random.Random, *, close: bool = False) -> Iterator[Pair]:
    by_type = defaultdict(list)
    for entity in found:
        by_type[entity.type, entity.origin].append(entity)
    for _ in range(50 * len(found)):
        first = draw.choice(found)
        a = draw.choice(first.contexts)
        rivals = [e for e in by_type[first.type, first.origin] if e is not first]
        if close:
            rivals = sorted(rivals, key=lambda e: -float(a.meaning @ e.contexts[0].meaning))[:10]
        if rivals:
            kind = "close homonym" if close else "homonym"
            yield Pair(kind, a, named(draw.choice(draw.choice(rivals).contexts), first.name), False)


def _near_names(found: Sequence[Entity], draw: random.Random) -> Iterator[Pair]:
    sharing = defaultdict(list)
    for entity in found:
        for word in set(canonical_key(entity.name).split()) - BODY_WORDS:
            if len(word) > 3:
                sharing[word].append(entity)
        for short in acronyms(entity.name):
            sharing[short].append(entity)
    groups = [sharing[word] for word in sorted(sharing) if len(sharing[word]) > 1]
    for turn in range(50 * len(found)):
        if turn % 2:
            first, second = draw.sample(found, 2)
            if first.type == second.type and (name := _sibling(first, second, draw)):
                yield Pair("near name", draw.choice(first.contexts), named(draw.choice(second.contexts), name), False)
            continue
        first, second = draw.sample(draw.choice(groups), 2)
        a, b = set(canonical_key(first.name).split()), set(canonical_key(second.name).split())
        if first.origin != "wikidata" and (a <= b or b <= a):
            continue  # in news the shorter may well be short for the longer
        yield Pair("near name", draw.choice(first.contexts), draw.choice(second.contexts), False)


def _sibling(first: Entity, second: Entity, draw: random.Random) -> str:
    """A name like that of ``first`` that another bears: of one family, or of another field."""
    words = first.name.split()
    if any(w.isdigit() for w in words[1:]):
        return " ".join(str(int(w) + draw.randint(1, 3)) if w.isdigit() else w for w in words)
    if words[-1] in _THRONES:
        return " ".join([*words[:-1], draw.choice([n for n in _THRONES if n != words[-1]])])
    if first.type == "PERSON" and len(words) > 1:
        other = second.name.split()[0]
        return "" if other[0] == words[0][0] else f"{other} {words[-1]}"
    if first.type == "ORG":
        kept = [w for w in words if w.casefold() not in BODY_WORDS | FIELD_WORDS][:2]
        fields = {w.casefold() for w in words} & FIELD_WORDS
        field = draw.choice(sorted(FIELD_WORDS - fields)).capitalize()
        return f"{' '.join(kept)} {field}" if kept and fields else ""
    return ""


_ENDLESS = {
    "variant": _variants,
    "same": _same,
    "homonym": _homonyms,
    "close homonym": functools.partial(_homonyms, close=True),
    "near name": _near_names,
}


def named(context: Profile, name: str) -> Profile:
    """The same context under another name."""
    return replace(context, key=canonical_key(name), name=name)


def variants(name: str, kind: str, draw: random.Random) -> set[str]:
    """Other forms of a name, as texts write them."""
    words = name.split()
    if kind == "PERSON":
        return _of_person(words, draw) if len(words) in (2, 3) else set()
    found = {_slip(name, draw)} if len(name) > 8 else set()
    if len(words) > 2 and not any(w[0].isdigit() for w in words):
        found |= {a.upper() for a in acronyms(name) if len(a) > 2}
    if kind == "ORG":
        plain = [w for w in words if w.casefold().strip(".,") not in BODY_WORDS | FIELD_WORDS]
        ending = draw.choice(["Group", "Holdings", "International", "Company", "Corp", "Inc", "plc", "Technologies"])
        if plain and len(plain) < len(words) and len(" ".join(plain)) > 4:
            found |= {" ".join(plain), f"{' '.join(plain)} {ending}"}
        elif len(words) < 4:
            found |= {f"{name} {ending}"}
        if match := re.fullmatch(r"(University|Bank|Ministry|Department|Institute) of (\w+)", name):
            found |= {f"{match[2]} {match[1]}"}
    return found


def _of_person(words: list[str], draw: random.Random) -> set[str]:
    first, last = words[0], words[-1]
    found = {f"{first[0]}. {last}", _slip(f"{first} {last}", draw)}
    if len(words) == 3:
        found |= {f"{first} {last}", f"{first} {words[1][0]}. {last}"}
    else:
        found |= {f"{first} {draw.choice('ABCDEHJLMRST')}. {last}"}
    short = [s for s, full in sorted(FULL_FIRST_NAMES.items()) if first.casefold() in full]
    return found | {f"{s.capitalize()} {last}" for s in short}


def _slip(name: str, draw: random.Random) -> str:
    """With a letter doubled, left out or put for another, or a hyphen for a space."""
    if " " in name and draw.random() < 0.25:
        return name.replace(" ", "-", 1)
    places = [n for n, c in enumerate(name[1:-1], start=1) if c.islower()]
    if not places:
        return name
    n = draw.choice(places)
    put = draw.choice(["", name[n] * 2, {"i": "y", "y": "i", "c": "k", "k": "c", "s": "z", "z": "s"}.get(name[n], "e")])
    return name[:n] + put + name[n + 1 :]


def _of_wikidata(path: Path, embedder: object) -> Iterator[Entity]:
    with gzip.open(path, "rt") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines][1:]
    by_subject: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for row in rows:
        by_subject[row[0]].add(tuple(row[1:]))
    known = sorted(
        s for s, facts in by_subject.items() if FACTS[0] <= len(facts) and 3 < len(s) < 60 and s[0].isalpha()
    )
    draw = random.Random(1)
    for name in draw.sample(known, min(ENTITIES, len(known))):
        facts = sorted(by_subject[name])
        relations = {relation for relation, *_ in facts}
        kind = "PERSON" if relations & set(_OF_PERSONS) else "ORG" if relations & set(_OF_BODIES) else ""
        draw.shuffle(facts)
        half = min(len(facts), FACTS[1]) // 2
        parts = (facts[:half], facts[half : 2 * half])
        told = [_in_document(name, kind, _graph_document(name, kind, part), embedder) for part in parts]
        contexts = tuple(context for context in told if context is not None)
        if contexts:
            yield Entity(name, kind, "wikidata", contexts)


def _graph_document(name: str, kind: str, facts: Sequence[tuple[str, ...]]) -> Document:
    lines, given, at = [], [], 0
    for relation, target, start, end in facts:
        when = f" ({start}-{end})" if start or end else ""
        line = f"{name} {relation} {target}{when}"
        told = len(start) == len(end) == 4 and start <= end
        valid = Interval.parse(f"{start}/{end}") if told else None
        given.append(GivenFact(name, relation, target, valid, Span(at, at + len(line)), subject_type=kind))
        lines.append(line)
        at += len(line) + 1
    return Document(id=name, text="\n".join(lines), facts=tuple(given))


def _realtimeqa(data: Path) -> Iterator[Document]:
    rows = list(read_lines(data / "realtimeqa" / "articles_2023.jsonl.gz"))
    for n, row in enumerate(random.Random(2).sample(rows, ARTICLES)):
        yield Document(id=f"r{n}", title=row["title"], text=row["text"][:LENGTH])


def _reuters(data: Path) -> Iterator[Document]:
    rows = [r for r in read_lines(data / "reuters21578" / "articles.jsonl.gz") if len(r.get("body") or "") > 600]
    for n, row in enumerate(random.Random(3).sample(rows, ARTICLES)):
        yield Document(id=f"u{n}", title=row["title"].title(), text=row["body"][:LENGTH])


def _of_news(origin: str, documents: Iterator[Document], embedder: object) -> Iterator[Entity]:
    contexts: dict[EntityId, list[tuple[str, str, Profile]]] = defaultdict(list)
    for document in documents:
        prepared = prepare(document, embedder)
        names = {}
        for mention in prepared.extraction.mentions:
            if mention.type in ("PERSON", "ORG") and mention.entity not in names:
                names[mention.entity] = (mention.surface, mention.type)
        for key, (surface, kind) in names.items():
            if any(key in s.entities for s in prepared.extraction.statements):
                contexts[key].append((surface, kind, _context(key, surface, kind, prepared, embedder)))
    draw, single = random.Random(4), 0
    for key in draw.sample(sorted(contexts), len(contexts)):
        name, kind, _ = contexts[key][0]
        alike = [context for _, other, context in contexts[key] if other == kind]
        single += len(alike) == 1
        if " " in key and (len(alike) > 1 or single <= IN_NEWS):
            taken = draw.sample(alike, min(CONTEXTS, len(alike)))
            yield Entity(name, kind, origin, tuple(named(context, name) for context in taken))


def _in_document(name: str, kind: str, document: Document, embedder: object) -> Profile | None:
    prepared = prepare(document, embedder)
    key = canonical_key(name)
    if not any(key in s.entities for s in prepared.extraction.statements):
        return None
    return _context(key, name, kind, prepared, embedder)


def _context(key: EntityId, name: str, kind: str, prepared, embedder) -> Profile:
    extraction: Extraction = prepared.extraction
    types = {m.entity: m.type for m in extraction.mentions}
    rows = [n for n, s in enumerate(extraction.statements) if key in s.entities]
    statements = [extraction.statements[n] for n in rows]
    words = [prepared.document.text[s.span.start : s.span.end] for s in statements]
    told = Told(statements, words, prepared.vectors[rows], extraction.facts)
    return profile(key, name, kind, embedder.embed([name])[0], types, told)


def write(made: Sequence[Pair], path: Path) -> None:
    """The contexts, each once, and the pairs that name them."""
    numbers: dict[tuple[int, int], int] = {}
    lines: list[dict] = []
    for pair in made:
        for side in (pair.a, pair.b):
            if (mark := (id(side.terms), id(side.others))) not in numbers:
                numbers[mark] = len(numbers)
                lines.append({"context": numbers[mark], **_packed(side)})
    for pair in made:
        sides = [(numbers[id(p.terms), id(p.others)], p.name) for p in (pair.a, pair.b)]
        lines.append({"pair": sides, "kind": pair.kind, "same": pair.is_one})
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read(path: Path) -> list[Pair]:
    """What `write` wrote."""
    contexts: dict[int, Profile] = {}
    made = []
    for line in read_lines(path):
        if "context" in line:
            contexts[line["context"]] = _unpacked(line)
        else:
            a, b = (named(contexts[number], name) for number, name in line["pair"])
            made.append(Pair(line["kind"], a, b, line["same"]))
    return made


_SETS = ("others", "places", "roles", "terms")


def _packed(context: Profile) -> dict:
    meaning = np.clip(np.round(context.meaning * 127 * 4), -127, 127).astype(np.int8)
    sets = {name: sorted(getattr(context, name)) for name in _SETS}
    return {"type": context.type, "years": sorted(context.years), **sets, "meaning": base64.b64encode(meaning).decode()}


def _unpacked(line: dict) -> Profile:
    meaning = np.frombuffer(base64.b64decode(line["meaning"]), np.int8).astype(np.float32)
    length = float(np.linalg.norm(meaning)) or 1.0
    sets = {name: frozenset(line[name]) for name in _SETS}
    return Profile(EntityId(""), "", line["type"], years=frozenset(line["years"]), meaning=meaning / length, **sets)


__all__ = ["PLACES", "Entity", "Pair", "entities", "pairs", "read", "write"]
