"""Who or what may be asked for: the entities of the evidence, each under all forms of its name that stand there."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.context.reading import Line
from timeweave.language.names import acronyms, canonical_key, marked_words
from timeweave.lexicon.lazy import lazily
from timeweave.records import EntityId, EntityInfo
from timeweave.store.base import View

_PLURAL = lazily(r"\^?[a-z]{4,}(?<![suiae])s")
_LONGEST = 4  # words of a name in a title
_NEVER = frozenset({"DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "CARDINAL", "ORDINAL", "NORP", "LANGUAGE"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that may answer: the ``name`` it is given by, the keys of all ``forms`` in which the evidence calls it,
    and the ``types`` that these are read as, by how often. ``is_class`` where a common noun names a kind of things.
    """

    name: str
    forms: tuple[EntityId, ...]
    types: Mapping[str, int]
    is_class: bool = False

    def is_named_in(self, marked: str) -> bool:
        """Whether a text, as `marked_words` gives it, names it."""
        patterns = (_class_pattern(form) if self.is_class else _pattern(form) for form in self.forms)
        return any(pattern.search(marked) for pattern in patterns)


def candidates(lines: Sequence[Line], view: View) -> list[Candidate]:
    """The entities that ``lines`` or the titles of their documents name, by their longest form."""
    keys = {e for line in lines for e in line.statement.entities}
    keys.update(key for title in {line.info.title for line in lines} for key in _titled(title))
    known = {info.id: info for infos in view.named(sorted(keys)).values() for info in infos if info.id in keys}
    text = " ".join(dict.fromkeys(marked_words(t) for line in lines for t in (line.info.title, line.text)))
    infos = [i for i in known.values() if i.type not in _NEVER or i.type == "NORP"]
    named = sorted((i for i in infos if _pattern(i.id).search(text)), key=lambda i: i.id)
    fuller = _fuller(named)
    groups: dict[EntityId, list[EntityInfo]] = {}
    for info in named:
        key = info.id
        while key in fuller:
            key = fuller[key]
        groups.setdefault(key, []).append(info)
    first_names = {k.split()[0] for k in groups if known[k].type == "PERSON" and " " in k}
    return [_candidate(known[key], group) for key, group in sorted(groups.items()) if key not in first_names]


def classes(lines: Sequence[Line]) -> list[Candidate]:
    """The kinds of things that ``lines`` speak of in the plural: "sportsbooks", "lenders"."""
    words = {w for line in lines for w in marked_words(line.text).split() if _PLURAL.fullmatch(w)}
    return [Candidate(w.lstrip("^"), (EntityId(w.lstrip("^")),), {}, is_class=True) for w in sorted(words)]


def names(marked: str, name: str) -> bool:
    """Whether a text, as `marked_words` gives it, holds ``name`` as a name."""
    return marked_words(name).strip() in marked


@functools.lru_cache(maxsize=4096)
def _pattern(key: str) -> re.Pattern[str]:
    first, *rest = (re.escape(word) for word in key.split())
    return re.compile(rf" \^{first}" + "".join(rf" \^?{word}" for word in rest) + r"(?= )")


@functools.lru_cache(maxsize=4096)
def _class_pattern(plural: str) -> re.Pattern[str]:
    return re.compile(rf" \^?{re.escape(plural[:-1])}s?(?= )")


def _titled(title: str) -> Iterator[EntityId]:
    words = title.split()
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            if words[start][:1].isupper() and (key := canonical_key(" ".join(words[start:end]))):
                yield key


def _fuller(named: Sequence[EntityInfo]) -> dict[EntityId, EntityId]:
    """A name's last words, or initials, to the one longer name that they are of."""
    longer: dict[str, set[EntityId]] = {}
    for info in named:
        words = info.id.split()
        for start in range(1, len(words)):
            longer.setdefault(" ".join(words[start:]), set()).add(info.id)
        for initials in acronyms(info.name):
            longer.setdefault(initials, set()).add(info.id)
    found = {}
    for info in named:
        full = _longest_of_one(longer.get(info.id, set()) - {info.id})
        if full is not None and (len(info.id) > 2 or info.name.isupper()):
            found[info.id] = full
    return found


def _longest_of_one(names: set[EntityId]) -> EntityId | None:
    """The shortest of ``names`` where all others end in it: else they are of several, and none is meant."""
    ordered = sorted(names, key=lambda n: (len(n), n))
    if not ordered or not all(n.endswith(ordered[0]) for n in ordered):
        return None
    return ordered[0]


def _candidate(main: EntityInfo, group: Sequence[EntityInfo]) -> Candidate:
    types: Counter[str] = Counter()
    for info in group:
        types[info.type] += info.mentions
    return Candidate(main.name, tuple(sorted({i.id for i in group} | {main.id})), dict(sorted(types.items())))
