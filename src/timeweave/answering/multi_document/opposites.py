"""Whether a line says the contrary of a claim: one of them denies what the other says, or says its opposite."""

from __future__ import annotations

import re
from collections.abc import Set

from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily

_NEGATOR = lazily(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|lacks?|lacked|lacking|absence|absent|fail(?:s|ed|ing)?"
    r"|den(?:y|ies|ied|ying)|refus(?:e|es|ed|ing)|rul(?:e|es|ed|ing)\s+out|n['’]t|non|other\s+than|instead\s+of)\b"
    r"|\w+n['’]t\b",
    re.IGNORECASE,
)
_PAIRS = """
rise:fall increase:decrease grow:shrink gain:lose win:lose victory:defeat profit:loss open:close
approve:reject support:oppose accept:reject success:failure succeed:fail agree:disagree better:worse
higher:lower positive:negative strong:weak hire:fire expand:shrink improve:worsen raise:cut accelerate:slow
include:exclude allow:ban praise:criticise praise:criticize optimism:pessimism optimistic:pessimistic
confirm:deny guilty:innocent legal:illegal safe:dangerous buy:sell widen:narrow useful:useless
harmful:harmless hopeful:hopeless significant:insignificant
"""
_PREFIXES = ("un", "in", "im", "non", "dis", "ir", "il")
# "legal" has "illegal", "cover" no "discover"
_ADJECTIVE = lazily(r"\w{2,}(?:able|ible|ful|al|ant|ent|ive|ic|ous|ate)")
_JUDGING = """
positive negative significant insignificant useful useless major minor successful failed good bad better worse strong
weak crucial trivial optimistic pessimistic
"""
_NEAR = 4  # words after a negator that it may deny
_PAIRED = [pair.split(":") for pair in _PAIRS.split()]
_BOTH_WAYS = [*_PAIRED, *([other, one] for one, other in _PAIRED)]
_OPPOSITES = {word: frozenset(b for a, b in _BOTH_WAYS if a == word) for word, _ in _BOTH_WAYS}


def opposed(claim: str, line: str) -> frozenset[str]:
    """The words of ``claim`` whose opposite ``line`` says, without saying them too."""
    said = _words(line)
    return frozenset(w for w in _words(claim) if w not in said and any(o in said for o in _opposites(w)))


def denied(text: str, terms: Set[str]) -> bool:
    """Whether ``text`` denies one of the index ``terms``: a negator stands in the few words before it."""
    for match in _NEGATOR.finditer(text):
        following = " ".join(re.findall(r"[\w'’-]+", text[match.end() :])[:_NEAR])
        if index_terms(following).keys() & terms:
            return True
    return False


def negates(text: str) -> bool:
    """Whether ``text`` denies anything."""
    return _NEGATOR.search(text) is not None


def evaluates(text: str) -> frozenset[str]:
    """The words of ``text`` that judge: what is said without them is another thing."""
    return frozenset(re.findall(r"[a-z]+", text.casefold())) & frozenset(_JUDGING.split())


def _opposites(word: str) -> set[str]:
    found = set(_OPPOSITES.get(word, ()))
    if _ADJECTIVE.fullmatch(word):
        found.update(prefix + word for prefix in _PREFIXES)
        found.update(word[len(p) :] for p in _PREFIXES if word.startswith(p))
    if word.endswith("less"):
        found.add(word[:-4] + "ful")
    elif word.endswith("ful"):
        found.add(word[:-3] + "less")
    return found


def _words(text: str) -> frozenset[str]:
    """The words of ``text`` with their plain endings taken off, as the pairs have them."""
    found = set()
    for word in re.findall(r"[a-z]+", text.casefold()):
        found.add(word)
        for ending in ("s", "es", "d", "ed", "ing"):
            if word.endswith(ending) and len(word) > len(ending) + 2:
                found.add(word[: -len(ending)])
    return frozenset(found)
