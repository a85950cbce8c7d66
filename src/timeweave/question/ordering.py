"""A question that asks in which order things happened, or which of them came first: "which opened first, A or B"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from timeweave.language.parsing import parse
from timeweave.lexicon.lazy import lazily

_KIND = r"(?:chronological|right|correct|proper|historical)\s+"
_ASKS_ORDER = lazily(
    rf"\b(?:in|by) (?:what|which) (?:{_KIND})?(?:order|sequence)\b|\b(?:what|which) (?:was|is) the (?:{_KIND})?order\b"
    rf"|\b(?:put|place|arrange|sort|rank|order|list|name|give|bring)\b.{{0,60}}?\b(?:in|by|into) (?:the )?(?:{_KIND})?"
    r"(?:order|sequence|date)\b|\bchronologically\b",
    re.IGNORECASE,
)
_ASKS_FIRST = lazily(
    r"\b(?:which|what|who)\b.*\b(?:first|earlier|earliest|sooner|last|later|latest)\b"
    r"|^\W*(?:did|was|were|had|has)\b.*\bor\b.*\b(?:first|earlier|sooner|last|later)\b",
    re.IGNORECASE,
)
_RANK = lazily(r"\b(?:came |come |comes )?(?:first|earlier|earliest|sooner|last|later|latest)\b", re.IGNORECASE)
_BETWEEN = lazily(r"\s*[,;]\s*(?:(?:and|or|then)\s+)?|\s+(?:and|or|versus|vs\.?)\s+", re.IGNORECASE)
_ALTERNATIVES = lazily(r"\bor\b", re.IGNORECASE)
_ASKING = lazily(r"\W*(?:in |at |on )?(?:which|what|who|when|how)\b", re.IGNORECASE)
_SCAFFOLD = lazily(
    r"\b(?:which|what|who|these|those|them|they|of|the two|the three|following|please|was|were|did|do|does|it|each"
    r"|give the (?:day|month|year|date)(?: (?:of|for) each)?)\b",
    re.IGNORECASE,
)
_MOST, _LONGEST = 7, 12  # items, and words of one
_NOUNS = frozenset({"NOUN", "PROPN", "NUM", "ADJ", "X"})


@dataclass(frozen=True, slots=True)
class AskedOrder:
    """The ``items`` that are to be ordered by time, and what is asked to have happened to each, as words."""

    items: tuple[str, ...]
    deed: str


def read_order(text: str) -> AskedOrder | None:
    """What ``text`` asks to be ordered; ``None`` where it asks for no order, or lists nothing."""
    asks_order = _ASKS_ORDER.search(text)
    asks_first = None if asks_order else _ASKS_FIRST.search(text)
    if asks_order is None and (asks_first is None or not (_ALTERNATIVES.search(text) or ":" in text)):
        return None
    bare = text.strip().rstrip("?. ")
    for start, end in _places(bare):
        listed = (i for i in (i.strip(" ,;:") for i in _BETWEEN.split(bare[start:end])) if i)
        items = tuple(itertools.takewhile(lambda item: not _ASKING.match(item), listed))  # a further question ends it
        if 2 <= len(items) <= _MOST and all(len(i.split()) <= _LONGEST for i in items):
            rest = f"{bare[:start]} {bare[end:]}"
            return AskedOrder(items, _deed(rest))
    return _coordinated(bare)


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where a list may stand: behind a colon or before it, or behind the comma after "first"."""
    before, colon, after = text.partition(":")
    if colon and after.strip():
        if _ASKING.match(after):
            yield 0, len(before)
        else:
            yield len(before) + 1, len(before) + 1 + len(after.split(". ")[0])
        return
    ranked = _RANK.search(text)
    comma = text.find(",", ranked.end()) if ranked is not None else -1
    if comma >= 0:
        yield comma + 1, len(text)
    elif ranked is not None and " - " in text[ranked.end() :]:
        yield text.index(" - ", ranked.end()) + 3, len(text)


def _coordinated(text: str) -> AskedOrder | None:
    """The longest coordination of things, by the parse."""
    doc = parse(text)
    chains = [
        [t, *t.conjuncts]
        for t in doc
        if t.pos_ in _NOUNS and t.dep_ != "conj" and t.conjuncts and t.head.lower_ != "between"
    ]
    if not chains:
        return None
    chain = max(chains, key=len)
    items: list[str] = []
    taken: list[tuple[int, int]] = []
    for head in chain:
        others = {w.i for other in chain if other is not head for w in other.subtree if not other.is_ancestor(head)}
        words = [w for w in head.subtree if w.i not in others and w.dep_ != "cc"]
        while words and (words[-1].is_punct or words[-1].dep_ == "cc"):
            words.pop()
        if not words:
            return None
        taken.append((words[0].idx, words[-1].idx + len(words[-1])))
        items.append(text[taken[-1][0] : taken[-1][1]])
    if len(items) > _MOST or any(len(i.split()) > _LONGEST for i in items):
        return None
    start, end = min(s for s, _ in taken), max(e for _, e in taken)
    return AskedOrder(tuple(items), _deed(f"{text[:start]} {text[end:]}"))


def _deed(rest: str) -> str:
    """What is left of a question without its list: the deed, in words."""
    for pattern in (_ASKS_ORDER, _RANK, _SCAFFOLD):
        rest = pattern.sub(" ", rest)
    return " ".join(re.sub(r"[^\w\s'’.-]", " ", rest).split())
