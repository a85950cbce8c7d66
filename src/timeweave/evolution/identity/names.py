"""How two names compare: what they share, and what speaks against their being one (EK-03)."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from rapidfuzz.distance import OSA, JaroWinkler

from timeweave.language.names import acronyms, canonical_key
from timeweave.lexicon.countries import WITHIN_NAMES
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import BODY_WORDS, FIELD_WORDS, FULL_FIRST_NAMES, GENERATIONS

_NUMBER = lazily(r"\d+(?:st|nd|rd|th)?|[ivx]+")
_SMALL = frozenset(["of", "and", "the", "for", "in", "on", "at", "to", "a", "an", "de", "la", "du", "di", "von", "van"])
_PERSON = "PERSON"
_LONG = 5  # letters of a word from which one that is another may be a slip
KINDS: Mapping[str, str] = {
    "PERSON": "person", "ORG": "body", "GPE": "place", "LOC": "place", "FAC": "place", "NORP": "people",
    "WORK_OF_ART": "work", "PRODUCT": "body", "EVENT": "event", "LAW": "law",
}  # fmt: skip

_CONTRARY = ("numbers differ", "one number more", "firsts differ", "middles differ", "surnames differ", "fields differ")


def contradict(a: str, a_type: str, b: str, b_type: str) -> bool:
    """Whether two names cannot well be one's, whatever is told: other numbers, first names, fields, words of which
    either has its own. Of a body or a place a longer name is another's ("Apple TV"), and a person's single name could
    be that of many.
    """
    found = name_features(a, a_type, b, b_type)
    if any(found.get(name) for name in _CONTRARY) or kind_features(a_type, b_type).get("types differ"):
        return True
    if _PERSON in (a_type, b_type):
        return min(len(canonical_key(name).split()) for name in (a, b)) < 2 or not _is_one_person(found)
    return not any(found.get(name) for name in ("same core", "same letters", "a slip", "acronym"))


def _is_one_person(found: Mapping[str, float]) -> bool:
    return any(found.get(name) for name in ("first the same", "first by its letter", "first in short", "same letters"))


@functools.lru_cache(maxsize=1 << 14)
def name_features(a: str, a_type: str, b: str, b_type: str) -> Mapping[str, float]:
    """What of two names, of different keys, speaks for and against one bearer; the same either way round."""
    a, b = _spelled_out(a), _spelled_out(b)
    left, right = a.split(), b.split()
    if not left or not right:
        return {"strange": 1.0}
    found = _of_words(left, right)
    found["acronym"] = float(_is_acronym(a, b) or _is_acronym(b, a))
    if _PERSON in (a_type, b_type):
        found |= _of_persons(left, right)
    return {name: value for name, value in found.items() if value}


def _spelled_out(name: str) -> str:
    """The key of a name, with the countries in full that one of several words has by their initials in capitals."""
    words = name.split()
    is_marked = len(words) > 1 and not name.isupper()
    return canonical_key(" ".join(WITHIN_NAMES.get(word, word) for word in words) if is_marked else name)


def initials_of(name: str) -> tuple[str, ...]:
    """Keys of the initials of a name of several words, countries in full."""
    return acronyms(_spelled_out(name))


def kind_features(a_type: str, b_type: str) -> Mapping[str, float]:
    """Whether the types of two names agree, as far as both are known."""
    a, b = KINDS.get(a_type, ""), KINDS.get(b_type, "")
    if not a or not b:
        return {"type unknown": 1.0}
    return {} if a == b else {"types differ": 1.0}


def _of_words(left: list[str], right: list[str]) -> dict[str, float]:
    a, b = _telling(left), _telling(right)
    extra_a, extra_b = a - b, b - a
    core_a, core_b = a - BODY_WORDS - FIELD_WORDS, b - BODY_WORDS - FIELD_WORDS
    fields = (a - core_a - BODY_WORDS, b - core_b - BODY_WORDS)
    joined = "".join(left), "".join(right)
    shared = {w for w in a & b if w in core_a}
    other_number = _numbers(left) != _numbers(right)
    return {
        "same letters": float(joined[0] == joined[1] or sorted(left) == sorted(right)),
        "same core": float(bool(core_a) and core_a == core_b),
        "held whole": float(bool(core_a and core_b) and (core_a < core_b or core_b < core_a)),
        "words beyond": float(min(len(core_a ^ core_b), 4))
        if shared and not (core_a - core_b and core_b - core_a)
        else 0.0,
        "nothing shared": float(not shared),
        "each has its own": float(bool(core_a - core_b and core_b - core_a)),
        "fields differ": float(bool(fields[0] - fields[1] and fields[1] - fields[0])),
        "fields alike": float(bool(fields[0] & fields[1])),
        "share of words": len(a & b) / max(len(a | b), 1),
        "spelling": 0.0 if other_number else max(0.0, JaroWinkler.similarity(*joined) - 0.8) * 5,
        "a slip": float(not other_number and _is_slip(left, right)),
        "numbers differ": float(other_number),
        "one number more": float(bool(_numbers(left)) != bool(_numbers(right))),
        "short": float(min(len(extra_a | a), len(extra_b | b)) == 1),
    }


def _is_slip(left: list[str], right: list[str]) -> bool:
    """Whether one long word of a name is written otherwise in the other: a letter, or the plural; no other ending,
    which makes another word ("Ethiopian").
    """
    pairs = [(a, b) for a, b in zip(left, right, strict=False) if a != b]
    if len(left) != len(right) or len(pairs) != 1:
        return False
    short, long = sorted(pairs[0], key=len)
    if len(short) < _LONG or not short.isalpha():
        return False
    added = long.removeprefix(short) if long.startswith(short) else ""
    return added == "s" or (not added and OSA.distance(short, long, score_cutoff=2) == 1)


def _telling(words: list[str]) -> frozenset[str]:
    return frozenset(w for w in words if w not in _SMALL) or frozenset(words)


def _numbers(words: list[str]) -> frozenset[str]:
    return frozenset(w for w in words[1:] if _NUMBER.fullmatch(w) or w in GENERATIONS) | (
        frozenset(words[:1]) if words[0][0].isdigit() else frozenset()
    )


def _is_acronym(short: str, full: str) -> bool:
    key = canonical_key(short).replace(" ", "")
    return key in acronyms(full) and " " in full.strip()


def _of_persons(left: list[str], right: list[str]) -> dict[str, float]:
    short, full = sorted(([w for w in words if w not in GENERATIONS] or words for words in (left, right)), key=len)
    if len(short) == 1:
        return {"last name alone": float(short[0] == full[-1]), "first name alone": float(short[0] == full[0])}
    same_last = short[-1] == full[-1] or short[-1] in full[1:]
    first = _first_names(short[0], full[0])
    middle = _middle(short[1:-1], full[1:-1])
    return {
        "surname shared": float(same_last),
        "first the same": float(same_last and first == 1.0),
        "first by its letter": float(same_last and first == 0.5),
        "first in short": float(same_last and first == 0.75),
        "firsts differ": float(same_last and first == 0.0),
        "middle more": float(same_last and first > 0.0 and middle == 0.5),
        "middles differ": float(same_last and first > 0.0 and middle == 0.0),
        "surnames differ": float(not same_last),
        "full name held": float(set(short) < set(full)),
    }


def _first_names(a: str, b: str) -> float:
    if a == b:
        return 1.0
    if len(a) == 1 or len(b) == 1 or (len(a) == 2 and a.isalpha() and not set(a) & set("aeiou")):
        return 0.5 if a[0] == b[0] else 0.0
    if b in FULL_FIRST_NAMES.get(a, ()) or a in FULL_FIRST_NAMES.get(b, ()):
        return 0.75
    return 0.0


def _middle(a: list[str], b: list[str]) -> float:
    if a == b:
        return 1.0
    if not a or not b:
        return 0.5
    return (
        0.5 if all(x[0] == y[0] and (len(x) == 1 or len(y) == 1 or x == y) for x, y in zip(a, b, strict=False)) else 0.0
    )
