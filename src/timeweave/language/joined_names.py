"""Several names that the recogniser took for one, by which of them the document names alone; one that it took for
several.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from typing import NamedTuple

from timeweave.language.dictionary import parts_of_speech
from timeweave.language.names import LEGAL_FORMS
from timeweave.lexicon.lazy import lazily

_JOINED = lazily(r" (?:and|&) ")
_FIRM = lazily(rf"\w\.? (?:{'|'.join(sorted(LEGAL_FORMS))})\.?$", re.IGNORECASE)
_ONE_NAME = lazily(rf", (?:{'|'.join(sorted(LEGAL_FORMS))}|jr|sr|[a-z]\.)\b|\b(?:of|for|on|and|&) ", re.IGNORECASE)
_TITLED = frozenset({"WORK", "LAW", "EVENT"})
_OF_WHAT = lazily(r"\b(?:of|for)\b")
_AND_FURTHER = lazily(r"(?:(?:, [A-Z]\w+)+,?)? (?:and|&) [A-Z]\w+(?: [A-Z]\w+)*")


class Recognised(NamedTuple):
    """A name as written and the type that the model gave it."""

    surface: str
    type: str


def separated(found: Counter[Recognised]) -> Counter[Recognised]:
    """What was taken for one as its members: "Eurosport, Discovery Inc.", but not "Alphabet, Inc."."""
    alone = {name.surface for name in found}
    persons = {name.surface for name in found if name.type == "PERSON"}
    parted: Counter[Recognised] = Counter()
    for name, count in found.items():
        members = _persons(name.surface, persons) if name.type == "PERSON" else _members(name, alone)
        for member in members or (name.surface,):
            kind = "PERSON" if member in persons else name.type
            parted[Recognised(member, kind)] += count
    return parted


def completed(text: str, found: Counter[Recognised]) -> Counter[Recognised]:
    """What was cut before "and" in the middle of what a body is of, as one: "School of Biological and Chemical
    Sciences".
    """
    whole: dict[Recognised, str] = {}
    for name in found:
        head, _, last = name.surface.rpartition(" ")
        if not _OF_WHAT.search(head) or parts_of_speech(last.casefold()) != {"adj"}:
            continue
        ends = [_AND_FURTHER.match(text, at + len(name.surface)) for at in _places(name.surface, text)]
        if ends and None not in ends and len({end[0] for end in ends if end}) == 1:
            whole[name] = f"{name.surface}{ends[0][0] if ends[0] else ''}"
    if not whole:
        return found
    joined: Counter[Recognised] = Counter()
    for name, count in found.items():
        owners = {full for full in whole.values() if full.endswith(f" {name.surface}")}
        is_part = bool(owners) and len(_places(name.surface, text)) == sum(len(_places(full, text)) for full in owners)
        if not is_part:
            joined[name._replace(surface=whole.get(name, name.surface))] += count
    return joined


def _places(name: str, text: str) -> list[int]:
    return [match.start() for match in re.finditer(re.escape(name), text)]


def _members(name: Recognised, alone: Set[str]) -> Sequence[str]:
    """The members of a list with commas or "and" that is taken for one body."""
    if name.type in _TITLED:
        return ()
    both = _JOINED.split(name.surface)
    if len(both) == 2 and both[0] != both[1] and all(part in alone for part in both):
        return both
    parts = name.surface.split(", ")
    if len(parts) > 1 and not _JOINED.search(name.surface):
        known = all(part in alone for part in parts) or any(_FIRM.search(part) for part in parts[1:])
        if known or (name.type != "GPE" and not _ONE_NAME.search(name.surface)):
            return parts
    return ()


def _persons(name: str, persons: Set[str]) -> Sequence[str]:
    """Two persons between whom no mark stands, both named elsewhere in full."""
    words = name.split()
    for cut in range(2, len(words) - 1):
        first, second = " ".join(words[:cut]), " ".join(words[cut:])
        if first in persons and second in persons:
            return (first, second)
    return ()
