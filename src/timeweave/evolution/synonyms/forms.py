"""The words of a relation: what they come to in any form, which way they go, and what the table of relations knows."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.opposites import OPPOSITES, PREFIXES
from timeweave.lexicon.relations import Meaning, Relations, relations

_BY, _BE, _OF, _THAN, _FROM, _TO = "by", "be", "of", "than", "from", "to"
_ENDING = lazily(r"(?:ed|[^s]s)$")
_GIVER, _TAKER = lazily(r"(?:or|er)$"), lazily(r"ee$")  # the two ends of one deed: "assignor", "assignee"
_REST = 3  # letters that must be left of a word without its prefix


@dataclass(frozen=True, slots=True)
class Form:
    """Words in any form: the stems of those that mean something, the prepositions behind them, and the voice: "by" an
    agent, "be" passive, "of" a noun that tells what the subject is; empty otherwise. ``is_verb`` where the first word
    has the ending of a verb, or the table has it as one: "sponsored", "won", while "sponsor" may be a noun, which is
    told of the other end.
    """

    stems: tuple[str, ...]
    joints: frozenset[str]
    voice: str = ""
    is_verb: bool = False

    @property
    def numbers(self) -> frozenset[str]:
        """What has digits: "21st edition" is not the 23rd."""
        return frozenset(stem for stem in self.stems if any(character.isdigit() for character in stem))

    @property
    def active(self) -> Form:
        """The same told of who does it."""
        return Form(self.stems, self.joints - {_BY}, is_verb=self.is_verb)


@functools.lru_cache(maxsize=8192)
def form(relation: str) -> Form:
    """The form of a relation's name, or of a predicate of the table."""
    table = relations()
    words = relation.casefold().split()
    joints = frozenset(w for w in words if table.is_one(w, "prepositions.to_names"))
    voice = words[-1] if words and words[-1] in (_BY, _OF) else ""
    if not voice and len(words) > 1 and table.is_one(words[0], "verbs.copula"):
        voice = _BE
    telling = [word for word in words if index_terms(word)]
    is_told = relation in table.rows and table.rows[relation].is_read and voice != _OF
    is_verb = is_told or (bool(telling) and _ENDING.search(telling[0]) is not None)
    return Form(tuple(index_terms(relation)), joints, voice, is_verb)


def differ_in_voice(one: Form, other: Form) -> bool:
    """Whether two forms may tell of opposite ends: "acquired by" and "acquired", "capital of" and "capital", "won" and
    "winner", "candidate" and "candidacy in".
    """
    if one.voice == other.voice:
        return one.is_verb != other.is_verb or (not one.is_verb and bool(one.joints) != bool(other.joints))
    return {one.voice, other.voice} != {_BE, _OF}


def is_passive_of_active(one: Form, other: Form) -> bool:
    """Whether one form tells what is done to its subject and the other what its subject does: "is modified in" and
    "changes"; of whatever types their ends are.
    """
    return {one.voice, other.voice} == {"", _BE} and (other if one.voice else one).is_verb


def is_turned(one: Form, other: Form) -> bool:
    """Whether two forms are the same words, one told of who does it and the other of whom it is done to."""
    return {one.voice, other.voice} == {"", _BY} and is_same(one.active, other.active)


def is_same(one: Form, other: Form) -> bool:
    """Whether two forms are those of one verb."""
    return one == other and one.is_verb and bool(one.stems)


def may_mean_one(one: Form, other: Form) -> bool:
    """Whether words do not speak against one meaning: "on loan to" and "on loan from" are two, and so are "moved to"
    and "came from"; "developer" and "developed by" may be one.
    """
    if any(_FROM in a.joints and _TO in b.joints for a, b in ((one, other), (other, one))):
        return False
    if not (one.stems and other.stems) or is_passive_of_active(one, other) or one.numbers != other.numbers:
        return False
    if one.stems != other.stems:
        return True
    return not (one.is_verb and other.is_verb) and one.joints ^ other.joints <= {_BY, _OF}


def are_opposed(one: str, other: str) -> bool:
    """Whether a word that only one of two names has stands against one that only the other has: "buyer" and "seller",
    "assignor" and "assignee", "inhales" and "exhales"; or both compare, with different words.
    """
    words = [{*name.casefold().split()} for name in (one, other)]
    left, right = words[0] - words[1], words[1] - words[0]
    if not (left and right):
        return False
    if all(_THAN in own for own in words):
        return True
    agents = {_GIVER.sub("", word) for word in left | right}
    if agents & {_TAKER.sub("", word) for word in left | right if _TAKER.search(word)}:
        return True
    if any(_differ_in_prefix(a, b) or _differ_in_prefix(b, a) for a in left for b in right):
        return True
    sides = _sides()
    return any(
        sides[a][line] != side
        for a in _stems(left) & sides.keys()
        for b in _stems(right) & sides.keys()
        for line, side in sides[b].items()
        if line in sides[a]
    )


def _differ_in_prefix(one: str, other: str) -> bool:
    return any(
        one.startswith(a) and other.startswith(b) and len(rest := one.removeprefix(a)) >= _REST and other == b + rest
        for a, b in PREFIXES
    )


def _stems(words: Iterable[str]) -> Set[str]:
    """The stems of words, and of the verbs of what they call an agent: "buyer"."""
    return {stem for word in words for stem in index_terms(f"{word} {_GIVER.sub('', word)}")}


@functools.cache
def _sides() -> Mapping[str, Mapping[int, int]]:
    """Of each stem the lines of opposites that it stands in, and on which side of them."""
    found: dict[str, dict[int, int]] = {}
    for number, line in enumerate(OPPOSITES):
        for side, words in enumerate(line):
            for stem in index_terms(" ".join(words)):
                found.setdefault(stem, {})[number] = side
    return found


def without_shared(one: Form, other: Form) -> tuple[str, str]:
    """What each of two forms has that the other has not."""
    shared = set(one.stems) & set(other.stems)
    return (
        " ".join(stem for stem in one.stems if stem not in shared),
        " ".join(stem for stem in other.stems if stem not in shared),
    )


def meanings(relation: str) -> Sequence[tuple[Meaning, bool]]:
    """What the table of relations knows a name to mean, and whether its subject is the object there."""
    wanted, known = form(relation), _predicates(relations())
    if not wanted.is_verb:
        return [(meaning, meaning.turned) for meaning in relations().meanings(relation) if " " in relation]
    found = [(meaning, meaning.turned) for meaning in known.get(_unmarked(wanted), ())]
    if wanted.voice == _BY:
        found += [(meaning, not meaning.turned) for meaning in known.get(_unmarked(wanted.active), ())]
    return found


def _unmarked(form: Form) -> Form:
    return replace(form, is_verb=False)


@functools.lru_cache(maxsize=8)
def _known_predicates(table: tuple[tuple[str, tuple[Meaning, ...]], ...]) -> Mapping[Form, Sequence[Meaning]]:
    found: dict[Form, list[Meaning]] = {}
    for predicate, told in table:
        found.setdefault(_unmarked(form(predicate)), []).extend(told)
    return found


def _predicates(table: Relations) -> Mapping[Form, Sequence[Meaning]]:
    return _known_predicates(tuple((name, tuple(told)) for name, told in table.predicates.items()))
