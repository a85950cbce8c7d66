"""Text → tokens, and the line of their categories on which the grammar is matched.

Every category is one character of the private-use area, so that a pattern over categories is a plain regular
expression. Numbers glued to other signs (``2024-05-17``, ``$1200``, ``FY24``) are one token each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from timeweave.lexicon.families import words
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.timex.lexicon import CAPITALISED, LEXICON, NUMBER_WORDS, Value

_YEAR = r"[12]\d{3}"
_TOKEN = lazily(
    rf"""
    (?P<code>(?=[QqHhFfC])(?:
        [QqHh][1-4](?:
            (?:[\s-]|[\s-]?[Ff][Yy]\s?|\s[Oo][Ff]\s|(?=['’]))['’]?{_YEAR}
          | [-\s]?(?:[Ff][Yy]\s?['’]?|['’])\d{{2}}
        )?
      | (?:[FC]Y|fy)[\s-]?['’]?(?:{_YEAR}|\d{{2}})(?:[\s-]?[Qq][1-4])?
    )(?!\w|[.,/-]\d))
  | (?P<acronym>(?:[^\W\d_]\.){{2,}})
  | (?P<abbreviation>(?=[A-Z])(?i:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu|thurs?|fri|sat|sun)\.)
  | (?P<word>[^\W\d_]+)
  | (?P<space>\s+)
  | (?P<clock>(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?\s?[aApP](?:\.\s?[mM]\.|[mM]\b))
  | (?P<iso>\d{{4}}-(?:
        \d{{2}}-\d{{2}}(?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:\.\d{{1,9}})?)?(?:Z\b|[+-]\d{{2}}:?\d{{2}})?)?
      | W\d{{2}}(?:-[1-7])? | [QqHh][1-4] | \d{{2}})(?![\w-]))
  | (?P<numeric>(?:\d{{4}}[/.]\d{{1,2}}[/.]\d{{1,2}}|\d{{1,2}}([/.-])\d{{1,2}}\9(?:\d{{4}}|\d{{2}}))(?![\w/-]|[.]\d))
  | (?P<yearspan>{_YEAR}\s?[-–—/]\s?(?:{_YEAR}|\d{{2}})(?![\w/-]|[.,]\d))
  | (?P<quarterly>(?:{_YEAR}\s?[QqHh][1-4]|[1-4][QqH](?:\s?(?:FY|fy)?['’]?(?:{_YEAR}|\d{{2}}))?)(?![\w]))
  | (?P<decade>(?:[12]\d|['’‘]?)\d0['’]?s\b)
  | (?P<time>(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\w:/]))
  | (?P<rank>\d{{1,3}}(?:st|nd|rd|th|ST|ND|RD|TH)\b)
  | (?P<money>[$€£¥]\s?\d[\d.,]*)
  | (?P<number>\d+(?:[.,]\d+)*)
  | (?P<short>['’‘]\d{{2}}\b)
  | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_SIGNS = {
    "-": "hyphen",
    "–": "hyphen",
    "—": "hyphen",
    ",": "comma",
    ".": "stop",
    "!": "stop",
    "?": "stop",
    ";": "stop",
    "'": "quote",
    "’": "quote",
    "%": "percent",
    "/": "slash",
}
_NUMERIC_KINDS = (
    "code",
    "fiscal_code",
    "uncapped",
    "clock",
    "iso",
    "numeric",
    "yearspan",
    "quarterly",
    "decade",
    "time",
    "short",
    "money",
)
CATEGORIES: dict[str, str] = {
    name: chr(0xE000 + i)
    for i, name in enumerate(
        sorted(
            {c for c, _ in LEXICON.values()}
            | set(_SIGNS.values())
            | set(_NUMERIC_KINDS)
            | {"small", "number", "yyyy", "decimal"}
        )
    )
}
OTHER = "."
_SPEAKS_OF_TIME = LEXICON.keys() | NUMBER_WORDS.keys()

_MAX_DIGITS = 9
# What stands before the lower number of "5 1/2".
_FRACTION = lazily(r"\d[\s-]\d/$")


_BEFORE_A_SEASON = frozenset(
    words(
        "the this that last next past previous coming following each every a one in by since until till during through "
        "of from for late early mid - –"
    )
)


@dataclass(slots=True)
class TokenLine:
    """The tokens of a text as parallel columns; ``categories`` has one character for each."""

    text: str
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    categories: str = ""

    def append(self, start: int, end: int, word: str, mark: str, value: Value) -> None:
        """Add a token."""
        self.starts.append(start)
        self.ends.append(end)
        self.words.append(word)
        self.marks.append(mark)
        self.values.append(value)

    def extend(self, line: TokenLine, first: int, last: int) -> None:
        """Add the tokens ``first`` to ``last`` (excluded) of ``line``."""
        self.starts += line.starts[first:last]
        self.ends += line.ends[first:last]
        self.words += line.words[first:last]
        self.marks += line.marks[first:last]
        self.values += line.values[first:last]


def tokenize(text: str) -> TokenLine:
    """The tokens of ``text``, spelled numbers ("twenty-two", "nineteen ninety-six") taken together."""
    line = TokenLine(text)
    append = line.append
    spelled: list[int] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "sign"
        if kind == "space":
            continue
        start, end = match.span()
        raw = match.group()
        word = raw.lower()
        if kind != "word":
            append(start, end, word, *_not_a_word(kind, word, start, text))
        elif word not in _SPEAKS_OF_TIME:
            append(start, end, word, OTHER, None)
        else:
            mark, value = _word(word, raw)
            if word == "fall" and not _is_autumn(line, raw, text[end : end + 6]):
                mark, value = OTHER, None
            if word in NUMBER_WORDS:
                spelled.append(len(line.words))
            append(start, end, word, mark, value)
    if spelled:
        line = _join_spelled(line, spelled)
    line.categories = "".join(line.marks)
    return line


def _word(word: str, raw: str) -> tuple[str, Value]:
    entry = LEXICON.get(word)
    if entry is None:
        number = NUMBER_WORDS.get(word)
        return (OTHER, None) if number is None else (_number_mark(number, word), number)
    if word in CAPITALISED and raw[0] == word[0]:
        return (CATEGORIES["uncapped"] if entry[0] in ("may", "month") else OTHER), entry[1]
    return CATEGORIES[entry[0]], entry[1]


def _is_autumn(line: TokenLine, raw: str, after: str) -> bool:
    """Whether "fall" is a season: written so, with its year, or behind a word that a verb does not stand behind."""
    before = line.words[-1] if line.words else ""
    return raw[0] == "F" or before in _BEFORE_A_SEASON or re.match(r" \d{4}", after) is not None


def _not_a_word(kind: str, word: str, start: int, text: str) -> tuple[str, Value]:
    if kind == "sign":
        name = _SIGNS.get(word)
        return (CATEGORIES[name], None) if name else (OTHER, None)
    if kind == "acronym":
        return OTHER, None
    if kind == "abbreviation":
        category, value = LEXICON[word[:-1]]
        return CATEGORIES[{"may": "month", "weekday_short": "weekday"}.get(category, category)], value
    if (
        start
        and not _FRACTION.search(text, max(0, start - 5), start)
        and (
            text[start - 1].isalnum()
            or text[start - 1] in "_$.:/"
            or (text[start - 1] == "," and start > 1 and text[start - 2].isdigit())
        )
    ):
        return OTHER, None
    if kind == "rank":
        return CATEGORIES["ordinal"], int(word[:-2])
    if kind == "code" and word[0] in "fc" and "q" not in word:
        return CATEGORIES["fiscal_code"], None
    if kind != "number":
        return CATEGORIES[kind], None
    if not word.isascii() or not word.isdigit():
        return CATEGORIES["decimal"], word
    if len(word) > _MAX_DIGITS:
        return OTHER, None
    return _number_mark(int(word), word), int(word)


def _number_mark(number: int, word: str) -> str:
    if len(word) == 4 and word.isdigit() and 1000 <= number <= 2999:
        return CATEGORIES["yyyy"]
    return CATEGORIES["small" if 1 <= number <= 31 and (not word.isdigit() or len(word) <= 2) else "number"]


def _join_spelled(line: TokenLine, spelled: Sequence[int]) -> TokenLine:
    """The line with each run of number words as one token; ``spelled`` are the places of such words, in order."""
    joined = TokenLine(line.text)
    taken = 0
    for i in spelled:
        j = _spelled_end(line, i) if i >= taken else i
        if j <= i + 1:
            continue
        value, ordinal = _spelled_value(line, i, j)
        mark = (
            "ordinal"
            if ordinal
            else "yyyy"
            if 1100 <= value <= 2999 and line.words[i] not in ("one",)
            else "small"
            if 1 <= value <= 31
            else "number"
        )
        joined.extend(line, taken, i)
        joined.append(line.starts[i], line.ends[j - 1], " ".join(line.words[i:j]), CATEGORIES[mark], value)
        taken = j
    joined.extend(line, taken, len(line.words))
    return joined


_MAX_SPELLED = 8


def _spelled_end(line: TokenLine, i: int) -> int:
    """The end of the run of number words that the one at ``i`` begins."""
    end = j = i + 1
    while j < min(len(line.words), i + _MAX_SPELLED):
        word = line.words[j]
        if word in NUMBER_WORDS:
            end = j + 1
        elif (
            line.marks[j] in (CATEGORIES["ordinal"], CATEGORIES["second"])
            and word.isalpha()
            and line.words[j - 1] == "-"
        ):
            return j + 1
        elif not (word == "-" or (word == "and" and line.words[j - 1] in ("hundred", "thousand"))):
            break
        j += 1
    return end


def _spelled_value(line: TokenLine, i: int, j: int) -> tuple[int, bool]:
    last = line.values[j - 1]
    ordinal = line.words[j - 1] not in NUMBER_WORDS
    numbers = [NUMBER_WORDS[w] for w in line.words[i:j] if w in NUMBER_WORDS]
    if ordinal and isinstance(last, int):
        numbers.append(last)
    head, tail = numbers[0], numbers[1:]
    if 10 <= head <= 20 and tail and 10 <= tail[0] <= 90 and sum(tail) < 100 and "hundred" not in line.words[i:j]:
        return 100 * head + sum(tail), ordinal
    total = current = 0
    for number in numbers:
        if number in (100, 1000):
            current = max(current, 1) * number
            if number == 1000:
                total, current = total + current, 0
        else:
            current += number
    return min(total + current, 10**_MAX_DIGITS), ordinal
