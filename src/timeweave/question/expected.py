"""What a statement must hold to answer: a number where one is asked for, a name that the question does not give, how
something was and what it became where a change is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.lexicon.changes import CONTRASTING, EARLIER, LATER, MOVED
from timeweave.lexicon.comparing import LESS, LESS_OF_A_KIND, MORE, MORE_OF_A_KIND
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import NUMBERS, ONES, SCALES, TENS
from timeweave.question.kinds import Kind, kind_of

_NUMBER = lazily(rf"\d|\b{any_of(ONES[1:], TENS, SCALES, words('percent half dozen once twice'))}\b", re.IGNORECASE)
_ASKS_NUMBER = lazily(
    r"\bhow (?:many|much|old|long|far|big|tall|high|low|large|often|fast)\b|\bwhen\b|\bper ?cent(?:age)?\b"
    r"|\b(?:what|which) (?:year|date|day|age|price|share|number|amount)\b|\b(?:number|amount) of\b",
    re.IGNORECASE,
)
_ASKS_NAME = lazily(r"\b(?:who|whom|whose|which|where|what)\b", re.IGNORECASE)
_PLURAL = rf"(?:{any_of(words('people children men women'))}|[a-z/-]+(?<![isu])s)"
_ASKS_SEVERAL = lazily(
    rf"\b(?:who|which|what|name|list)\b(?: (?:were|are))?(?: the)? (?P<number>{any_of(ONES[2:13])}|[2-9]|1\d)"
    rf"(?: [a-z-]+){{0,2}}? {_PLURAL}\b(?! of (?:the )?(?:year|month)s?\b)",
    re.IGNORECASE,
)
_AUXILIARY = any_of(words("do does did has have had is are was were can could will would should might may"))
_OF_IT = rf"(?:of|on|in|for|from|about|with|to) (?:(?!{_AUXILIARY}\b)[\w.’'-]+ ){{0,3}}?"
_ASKS_SOME = lazily(
    rf"\b(?:what|which)(?: (?!{_AUXILIARY}\b)[\w/’'-]+){{0,3}}? "
    rf"{_PLURAL} (?:{_OF_IT}|(?:that )?)(?!did\b|was\b|were\b){_AUXILIARY}\b"  # of the past it is one occasion
    r"|\bwhat (?:kinds|sorts|types) of\b|\b(?:what|which) ways\b|\b(?:who|what|where|how) (?:has|have)\b|\bwho are\b"
    r"|\bwhat are (?:the |some )?[\w’' -]{0,60}s\b|\bwhat (?:do|does) [\w’'. -]{1,40} do\b",
    re.IGNORECASE,
)
_COMPARED = any_of(MORE[1:], LESS[1:], MORE_OF_A_KIND, LESS_OF_A_KIND)
_WANTED = r"(?:what|which|when|where|whom?|how \w+)"
_BOTH_ENDS = lazily(
    rf"\bfrom {_WANTED}\b.*\b(?:in)?to {_WANTED}\b|\b(?:how (?:much|far|many)|by what)\b.*\b{MOVED}"
    rf"|\bby how much\b|\bhow much {_COMPARED}\b"
    rf"|\b{any_of(EARLIER)}\b.*(?:\band\b|[,;:]).*\b{any_of(LATER)}\b"
    rf"|\b{any_of(LATER)}\b.*(?:\band\b|[,;:]).*\b{any_of(EARLIER)}\b",
    re.IGNORECASE,
    ("from", "how", "by what", *EARLIER),
)
_TELLS_BOTH = lazily(
    rf"\bfrom\b.{{1,60}}?\b(?:in)?to\b|\b{any_of(CONTRASTING)}\b|->|→"
    rf"|\b(?:up|down) from\b|\b{any_of(EARLIER)}\b.*\b{any_of(LATER)}\b|\b{any_of(LATER)}\b.*\b{any_of(EARLIER)}\b",
    re.IGNORECASE | re.DOTALL,
)
_OF_CHANGE = frozenset({Kind.CHANGE, Kind.TREND, Kind.COMPARISON})
_NAME = lazily(r"(?<=[\w,;:’'”\"] )[\"“‘'(]?([A-Z][\w’'-]+)")
_ENOUGH_NAMES = 3


@dataclass(frozen=True, slots=True)
class Expected:
    """Whether a question asks for a number, or for a name other than those among its own ``words``; ``several`` is how
    many things it says to want, 0 where it does not, ``some`` whether it wants some without saying how many ("which
    books has she read"), ``both_ends`` whether it wants how something was and what it became.
    """

    number: bool
    name: bool
    words: frozenset[str]
    several: int = 0
    some: bool = False
    both_ends: bool = False

    def numbers(self, text: str) -> float:
        """1 where a number is wanted and ``text`` has one."""
        return 1.0 if self.number and _NUMBER.search(text) else 0.0

    def names(self, text: str) -> float:
        """How much of a few new names ``text`` has where one is wanted, from 0 to 1."""
        if not self.name:
            return 0.0
        new = {name.casefold() for name in _NAME.findall(text)} - self.words
        return min(len(new), _ENOUGH_NAMES) / _ENOUGH_NAMES

    def ends(self, text: str) -> bool:
        """Whether both ends are wanted and ``text`` sets one against the other: "from 4 KB to 64 KB"."""
        return self.both_ends and _TELLS_BOTH.search(text) is not None


def expected_by(question: str) -> Expected:
    """What ``question`` expects; a question for a number wants no name."""
    number = _ASKS_NUMBER.search(question) is not None
    words = frozenset(re.findall(r"[\w’'-]+", question.casefold()))
    counted = _ASKS_SEVERAL.search(question)
    several = 0 if counted is None else NUMBERS.get(counted["number"].casefold()) or int(counted["number"])
    both_ends = _BOTH_ENDS.search(question) is not None or kind_of(question) in _OF_CHANGE
    some = not (number or several or both_ends) and _ASKS_SOME.search(question) is not None
    return Expected(number, not number and _ASKS_NAME.search(question) is not None, words, several, some, both_ends)
