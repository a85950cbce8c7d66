"""A sentence as a row of words, amounts and times, and the noun phrases that stand beside an amount in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.quantity_words import (
    ADJECTIVES_IN_ED_OR_ING,
    ADVERBS,
    CHANGE_NOUNS,
    CHANGE_VERBS,
    CONJUNCTIONS,
    COPULAS,
    DETERMINERS,
    IRREGULAR_PAST,
    IRREGULAR_PLURALS,
    LIGHT_VERBS,
    OTHER_VERBS,
    PREPOSITIONS,
    PRONOUNS,
)
from timeweave.temporal.expressions import TimeExpression

_WORD = re.compile(r"[A-Za-z0-9][\w&/.'’+-]*|[^\w\s]")
_GLUED = re.compile(
    r"\b(?:cash,? cash equivalents,? and (?:short-term |marketable )?(?:investments|securities)"
    r"|cash,? (?:and )?cash and (?:cash )?equivalents"
    r"|cash,? and (?:cash )?equivalents|cash and (?:\w+ )?(?:investments|securities|liquid assets)"
    r"|research and development|sales and marketing|selling,? general,? and administrative|general and administrative"
    r"|depreciation and amortization|exploration and production|property and casualty|mergers and acquisitions"
    r"|retail and wholesale"
    r"|malls and outlets?|consulting and \w+|property and equipment|goods and services|food and beverage|oil and gas"
    r"|assets under management(?: and advisement)?|return on (?:\w+ )?(?:equity|capital|assets)"
    r"|attributable to(?: the)?(?: \w+)? (?:shareholders|stockholders|common|company)"
    r"|net debt to (?:ltm |ttm )?(?:adjusted )?ebitda(?:re)?|debt to (?:\w+ )?ebitda|(?:funds|cash(?: flow)?|earnings"
    r"|income) from (?:continuing )?(?:operations|operating activities)"
    r"|net cash (?:provided by|used in) \w+ activities|year to date|per (?:diluted |basic |common )?(?:share|capita"
    r"|barrel|day|unit)"
    r"|as an? (?:percent|percentage|share|proportion) of (?:total |net |our )?\w+|income before (?:income )?taxes"
    r"|book to bill|loan to value)\b",
    re.IGNORECASE,
)
_BASIS_TIME = re.compile(
    r"\b(?:year[- ](?:over|on)[- ]year|y[/-]y|yoy|(?:quarter|month)[- ](?:over|on)[- ](?:quarter|month)|q[/-]q|qoq"
    r"|sequentially|sequential(?= (?:basis|increase|decrease|growth|decline|improvement))"
    r"|from (?:a|one) year (?:ago|earlier)|(?:a|one) year (?:ago|earlier)|year-ago|(?:on"
    r"|in) (?:a )?constant[- ]currency(?: basis)?|year to date|year-to-date"
    r"|(?:for|in|during|at|as of|to|through) (?:the )?(?:end of (?:the )?)?(?:full |fiscal |current "
    r"|entire )?(?:first |second |third |fourth )?(?:quarter|year|period|half|month|quarter[- ]end|year[- ]end)(?= |$"
    r"|[,.;])"
    r"|(?:the )?(?:same|comparable|corresponding|prior|previous|preceding|last)[- ](?:(?:year|quarter|month"
    r"|period)[- ]?)?(?:quarter|year|period|month|week)(?:['’]s)?(?: (?:of|in) (?:the )?(?:last|prior|previous) year"
    r"| last year| a year (?:ago|earlier))?)\b",
    re.IGNORECASE,
)
_POSSESSIVE = ("'s", "s'", "’s", "s’")
_ED_OR_ING = re.compile(r"[a-z]{2,}(?:ed|ing)$")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, punctuation mark, amount (``amount`` is its number) or time phrase of a sentence."""

    kind: str
    low: str
    start: int
    end: int
    amount: int = -1


def tokenize(sentence: str, amounts: Sequence[Amount], expressions: Sequence[TimeExpression]) -> list[Token]:
    """The tokens of a sentence; an amount, a time phrase and a fixed phrase are one token each."""
    pieces = [(a.start, a.end, "amount", i) for i, a in enumerate(amounts)]
    pieces += [(e.start, e.end, "time", -1) for e in expressions]
    pieces += [(m.start(), m.end(), "time", -1) for m in _BASIS_TIME.finditer(sentence)]
    pieces += [(m.start(), m.end(), "word", -1) for m in _GLUED.finditer(sentence)]
    pieces.sort(key=lambda p: (p[2] != "amount", p[0] - p[1]))
    taken = bytearray(len(sentence) + 1)
    chosen: list[Token] = []
    for start, end, kind, index in pieces:
        if end > start and not any(taken[start:end]):
            taken[start:end] = b"\x01" * (end - start)
            chosen.append(Token(kind, sentence[start:end].lower(), start, end, index))
    for match in _WORD.finditer(sentence):
        if not taken[match.start()]:
            text = match.group()
            end = match.end()
            if len(text) > 1 and text[-1] in ".'’" and text[-2:] not in ("s'", "s’"):
                text, end = text[:-1], end - 1
            if any(taken[match.start() : end]):
                end = next(i for i in range(match.start(), end) if taken[i])
                text = sentence[match.start() : end]
            chosen.append(Token("word" if text[0].isalnum() else "mark", text.lower(), match.start(), end))
    chosen.sort(key=lambda t: t.start)
    return chosen


def is_verb(token: Token) -> bool:
    """Whether a word ends a noun phrase because it acts as a verb; adjectives in -ed and -ing do not."""
    low = token.low
    if low in ADJECTIVES_IN_ED_OR_ING:
        return False
    if low in COPULAS or low in OTHER_VERBS or low in LIGHT_VERBS or low in IRREGULAR_PAST:
        return True
    if low in CHANGE_VERBS and low not in CHANGE_NOUNS and low not in ("lower", "higher", "lost"):
        return True
    return low.endswith("ed") and _ED_OR_ING.match(low) is not None


@dataclass(frozen=True, slots=True)
class Phrase:
    """The tokens ``first`` to ``last`` (excluded) that make a noun phrase; empty when they are equal."""

    first: int
    last: int


def phrase_before(tokens: Sequence[Token], last: int, floor: int, *, whole: bool) -> Phrase:
    """The noun phrase that ends before token ``last`` and starts at ``floor`` or later.

    ``whole`` phrases are subjects of a verb, with their prepositional phrases ("subscribers in North America"); others
    are what stands right before "of" or "at". Times and their prepositions at the end are passed over.
    """
    while last > floor and (tokens[last - 1].kind == "time" or (tokens[last - 1].low in ADVERBS | {"also", "both"})):
        last -= 1
        while last > floor and tokens[last].kind == "time" and tokens[last - 1].low in PREPOSITIONS:
            last -= 1
    first = last
    floor = max(floor, last - 14)
    while first > floor and not (
        _ends_left(tokens, first - 1, whole=whole) and not (whole and _coordinates(tokens, first - 1, floor))
    ):
        first -= 1
        if not whole and tokens[first].low in DETERMINERS:
            break
    while first < last and (
        tokens[first].low in PREPOSITIONS or tokens[first].low in CONJUNCTIONS or tokens[first].kind == "time"
    ):
        first += 1
    return Phrase(first, last)


def _coordinates(tokens: Sequence[Token], index: int, floor: int) -> bool:
    """Whether an "and" joins two nouns of one subject: no verb or amount stands between it and the clause's start."""
    if tokens[index].low != "and":
        return False
    k = index - 1
    while k >= max(floor, index - 6) and tokens[k].kind == "word" and tokens[k].low not in PRONOUNS - DETERMINERS:
        if is_verb(tokens[k]) or tokens[k].low in CONJUNCTIONS or tokens[k].low in PREPOSITIONS:
            return False
        k -= 1
    return index - 1 > k and (k < floor or tokens[k].kind == "mark") and (k < 0 or tokens[k].low != ",")


def _ends_left(tokens: Sequence[Token], index: int, *, whole: bool) -> bool:
    token = tokens[index]
    if token.kind == "amount":
        return True
    if token.kind == "mark":
        return token.low not in "-/’'&%$"
    if token.kind == "time":
        return not (whole and index > 0 and tokens[index - 1].low in PREPOSITIONS)
    if token.low in ("of", "per"):
        return False
    if token.low in PRONOUNS and token.low not in DETERMINERS:
        return True
    if token.low in CONJUNCTIONS:
        return True
    if token.low in PREPOSITIONS:
        return not whole or token.low in ("with", "by", "without", "despite", "after", "before", "than")
    return is_verb(token)


def phrase_after(tokens: Sequence[Token], first: int, sentence: str) -> Phrase:
    """The noun phrase that starts at token ``first``: "of free cash flow", "customers", "growth in revenue"."""
    end = min(len(tokens), first + 9)
    while first < end and (tokens[first].low in DETERMINERS or tokens[first].kind == "time"):
        first += 1
    last = first
    while last < end:
        token = tokens[last]
        if token.kind in ("amount", "time") or (token.kind == "mark" and token.low not in "-/’'&"):
            break
        if token.low == "in" and last > first and sentence[tokens[last].end + 1 : tokens[last].end + 2].isupper():
            last += 1
            continue
        if token.low in ("of", "in", "to") and last > first and tokens[last - 1].low in CHANGE_NOUNS:
            last += 1
            continue
        stop = token.low in CONJUNCTIONS or (token.low in PREPOSITIONS and token.low not in ("of", "per"))
        if (
            stop
            or token.low in PRONOUNS - DETERMINERS
            or (is_verb(token) and not (last == first and token.low.endswith("ed")))
        ):
            break
        last += 1
    while last > first and (tokens[last - 1].low in PREPOSITIONS or tokens[last - 1].low in DETERMINERS):
        last -= 1
    return Phrase(first, last)


def is_plural(word: str) -> bool:
    """Whether a noun can be counted as it stands."""
    return word in IRREGULAR_PLURALS or (len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")))


def phrase_text(tokens: Sequence[Token], phrase: Phrase) -> str:
    """The words of a phrase, its possessor, times and marks left out."""
    words = [t for t in tokens[phrase.first : phrase.last] if t.kind == "word"]
    possessive = next((i for i in range(len(words) - 1, -1, -1) if words[i].low.endswith(_POSSESSIVE)), -1)
    kept = words[possessive + 1 :] if possessive + 1 < len(words) else words
    parts = [t.low for t in kept]
    while parts and (parts[-1] in PREPOSITIONS or parts[-1] in DETERMINERS):
        parts.pop()
    return " ".join(parts)


def possessor(tokens: Sequence[Token], phrase: Phrase, sentence: str) -> str:
    """Whose measure a phrase says it is ("PGIM" in "PGIM's assets under management"); empty when it does not."""
    for i in range(phrase.last - 1, phrase.first - 1, -1):
        if tokens[i].kind == "word" and tokens[i].low.endswith(_POSSESSIVE) and i + 1 < phrase.last:
            first = phrase.first
            while first < i and tokens[first].low in DETERMINERS:
                first += 1
            return re.sub(r"['’]s?$", "", sentence[tokens[first].start : tokens[i].end])
    return ""
