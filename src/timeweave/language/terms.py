"""What words are found by: the same for a statement and for a question."""

from __future__ import annotations

import functools
import re
import unicodedata
from typing import TYPE_CHECKING

from timeweave.lexicon.lazy import lazily

if TYPE_CHECKING:
    from Stemmer import Stemmer

_TOKEN = lazily(r"\w+(?:[.,&'’\-]\w+)*")
_SEPARATOR = lazily(r"[.,&'’\-]")
_ENDING = lazily(r"(?:['’](?:s|d|m|ll|re|ve)|n['’]t)\b")
_THOUSANDS = lazily(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NUMBER = lazily(r"\d+(?:[.,]\d+)*")
_ACRONYM = lazily(r"\w(?:\.\w)+")
_MAY_COMBINE = lazily("[^\u0000-\u02ff]")  # no mark comes before U+0300

# Articles, pronouns, prepositions and auxiliaries: in most sentences, so that they tell none apart and only make the
# longest posting lists. Negation, quantity and comparison stay, since they change what is asked.
STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about also am an and any are as at be been being but by can could did do does doing for from had has have "
        "having he her hers him his how i if in into is it its itself just may me might my of on or our ours shall "
        "she should so such than that the their theirs them then there these they this those to upon us very was we "
        "were what when where which while who whom whose why will with would you your yours",
    )
)


def index_terms(text: str) -> dict[str, int]:
    """How often each term occurs, terms in alphabetical order.

    Words are case-folded, stripped of accents and stemmed (Snowball English); numbers lose their thousands
    separators and nothing else ("1,234.5" → "1234.5"). A compound that holds a digit counts whole and in its parts
    ("10-k" → "10", "10-k", "k"), other compounds in their parts; acronyms lose their dots, and "at&t" stays whole.
    """
    counts: dict[str, int] = {}
    for match in _TOKEN.finditer(_folded(text)):
        for term in _terms_of(match[0]):
            counts[term] = counts.get(term, 0) + 1
    return dict(sorted(counts.items()))


def _folded(text: str) -> str:
    if text.isascii():
        return text.lower()
    return _MAY_COMBINE.sub(_unless_combining, unicodedata.normalize("NFKD", text)).casefold()


def _unless_combining(match: re.Match[str]) -> str:
    return "" if unicodedata.combining(match[0]) else match[0]


@functools.lru_cache(maxsize=65536)
def _terms_of(token: str) -> tuple[str, ...]:
    token = _ENDING.sub("", token)
    if _THOUSANDS.fullmatch(token):
        return (token.replace(",", ""),)
    if _NUMBER.fullmatch(token):
        return (token,)
    if _ACRONYM.fullmatch(token):
        # "u.s." would become a stop word without its dots
        joined = token.replace(".", "")
        return (token,) if joined in STOP_WORDS else (joined,)
    if "&" in token:
        return (token,)
    parts = tuple(_stem(part) for part in _SEPARATOR.split(token) if part and part not in STOP_WORDS)
    if len(parts) > 1 and any(c.isdigit() for c in token):
        return (token, *parts)
    return parts


def _stem(word: str) -> str:
    stem: str = _stemmer().stemWord(word)
    return stem


@functools.cache
def _stemmer() -> Stemmer:
    from Stemmer import Stemmer

    return Stemmer("english")
