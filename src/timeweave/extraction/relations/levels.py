"""Levels that are set and stand until the next is set: "raised the membership fee to $25", "the day rate stays at $8".

What has the level is the subject of the fact, with whoever has it where the sentence says so ("Acme dividend"): most
fees and rates have no name of their own. Of "from $20 to $25" the level before is told, too. What is
proposed, denied or under a condition sets nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from timeweave.extraction.amounts.levels import LEVEL
from timeweave.extraction.amounts.numbers import Amount, find_amounts, may_hold_amounts
from timeweave.extraction.amounts.units import CURRENCIES, CURRENCY_WORDS
from timeweave.extraction.relations.enacting import Deed, deed_of
from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.statements import FoundFact
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of, forms, word_set
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.levels import (
    ABOLISHING,
    ALONE,
    ENACTING,
    GOING_DOWN,
    GOING_UP,
    INDEFINITE,
    KEEPING,
    LOWERING,
    MEASURED,
    NO_LEVELS,
    NONE,
    RAISING,
    SET_RATES,
    SETTABLE,
    SETTING,
    STAYING,
)
from timeweave.lexicon.numbers import DAYS, MONTHS
from timeweave.records import Span

_MARK = "\u00a4"  # stands for each character of an amount
_SET = (*RAISING, *LOWERING, *SETTING, *KEEPING)
_MOVERS, _KEEPERS = frozenset(forms(RAISING, LOWERING)), frozenset(forms(KEEPING))
_ENDED_BY = frozenset(v.base for v in ABOLISHING)
_CURRENCIES = frozenset((*CURRENCIES.values(), *CURRENCY_WORDS.values()))
_PRESENT = frozenset(form for v in (*GOING_UP, *GOING_DOWN) for form in (v.base, v.third))
_BASES = frozenset(v.base for v in _SET if v.base not in (v.past, v.participle))
_WORD = (
    r"(?!(?:by|from|at|that|which|who|was|were|is|are|be|been|has|have|will|would|could|should|may"
    r"|might|must|can|shall|did|does|do|not|steady|unchanged|constant)\b)"
    r"[A-Za-z][\w’'&/-]*"
)
_LINK = r"(?:of|for|on|in|per|to|and)(?: (?:the|an?|our|its|all))?"
_THING = rf"{_WORD}(?: (?:{_LINK} )?{_WORD}){{0,7}}?"
_OWNER = r"(?P<of>the|its|their|our|my|his|her|your|an?|this)"
_STEP = rf"(?:,? (?:by |of )?(?:an? (?:additional|further) )?{_MARK}+)?(?:,? from (?P<old>{_MARK}+))?"
_TO = (
    rf",? (?P<to>to|at)(?: an?| the| about| around)?"
    rf"(?: (?:new|annual|yearly|current|total|level|flat|record)){{0,2}}(?: of)? (?P<new>{_MARK}+)"
)
_NO_STEP = r"(?P<old>)(?P<to>)"
_ADVERBS = r"(?: (?:now|also|again|then|further|subsequently|unanimously|formally|recently|since|later|today))*"
_BE = rf"(?P<be>(?:was|were|is|are|has been|have been|had been|will be|would be|being|be){_ADVERBS})"

_ACTIVE = lazily(
    rf"\b(?P<v>{any_of(forms(_SET))}) (?:{_OWNER} )?(?P<thing>{_THING})(?: unchanged| steady)?{_STEP}{_TO}",
    re.IGNORECASE,
)
_PASSIVE = lazily(
    rf"\b(?:{_OWNER} )?(?P<thing>{_THING}) {_BE} (?P<v>{any_of(v.participle for v in _SET)})"
    rf"(?: unchanged| steady)?{_STEP}{_TO}",
    re.IGNORECASE,
)
_MOVES = lazily(
    rf"\b(?:{_OWNER} )?(?P<thing>{_THING}){_ADVERBS}(?P<be> (?:will|has|have|would))?{_ADVERBS}"
    rf" (?P<v>{any_of(forms(GOING_UP, GOING_DOWN, STAYING))})(?: unchanged| steady)?{_STEP}{_TO}",
    re.IGNORECASE,
)
_NOUN = lazily(
    rf"\b(?:an? |the )?(?:{_MARK}+ )?(?P<v>increase|rise|raise|hike|decrease|reduction|cut|drop|change|adjustment)"
    rf"(?: of {_MARK}+)? (?:in|to) (?:{_OWNER} )?(?P<thing>{_THING}){_STEP}{_TO}",
    re.IGNORECASE,
)
_TARGET = lazily(
    rf"\b(?P<v>{any_of(forms(SETTING, KEEPING), (v.past for v in ENACTING))}) (?:{_OWNER} )?(?P<thing>{_THING}) of"
    rf" {_NO_STEP}(?P<new>{_MARK}+)",
    re.IGNORECASE,
)
_STILL = lazily(
    rf"\b(?:{_OWNER} )?(?P<thing>{_THING})(?P<be>) (?P<v>(?:is|are) (?:now|currently|still)|will be|will remain(?: at)?"
    rf"|remains|(?:is|are|was|were) unchanged at) {_NO_STEP}(?P<new>{_MARK}+)",
    re.IGNORECASE,
)
_AGAIN = lazily(rf"[^.;{_MARK}]{{0,40}},? and (?:then )?to (?P<new>{_MARK}+)", re.IGNORECASE)
_ABOLISHES = (
    lazily(
        rf"\b(?P<v>{any_of(f for v in ABOLISHING for f in (v.third, v.past, v.base))}) (?:{_OWNER} )?"
        rf"(?P<thing>{_THING})(?P<new>)"
        r"(?=[.,;]|$| (?:from|in|on|at|with|altogether|entirely)\b)",
        re.IGNORECASE,
    ),
    lazily(
        rf"\b(?:{_OWNER} )?(?P<thing>{_THING}) {_BE} (?P<v>{any_of(v.participle for v in ABOLISHING)})\b(?P<new>)",
        re.IGNORECASE,
    ),
)
_PATTERNS = (_ACTIVE, _PASSIVE, _NOUN, _MOVES, _TARGET, _STILL)
_SETTABLE = lazily(rf"\b{any_of(SETTABLE)}\b", re.IGNORECASE)
_EACH = lazily(r"(?: [a-z]+)? (?:per|an?) [a-z]+\b(?! (?:later|ago|earlier))")  # "$5 a bushel"
_COUNTED = lazily(
    r" (?!(?:and|or|from|in|for|by|per|at|on|to|of|as|with|until|after|the|an?|which|across|under|over|before|during"
    r"|effective|starting|unanimously)\b)[a-z]+(?: (?:per|an?) [a-z]+\b)?"
)
_JOINT = lazily(r"\band\b", re.IGNORECASE)
_RATE = lazily(r"\brates?(?: (?:for|of|on|in|per) .*)?$", re.IGNORECASE)
_SET_RATE = lazily(rf"\b{any_of(SET_RATES)}\b", re.IGNORECASE)
_MEASURED = lazily(rf"\b{any_of(MEASURED)}(?: (?:for|of|on|in|per) .*)?$", re.IGNORECASE)
_ENDS_SETTABLE = lazily(rf"\b{any_of(SETTABLE)}(?: (?:for|of|on|in|per) .*)?$", re.IGNORECASE)
_NO_LEVEL = lazily(rf"(?:^|\s){any_of(NO_LEVELS)}$|^{any_of(INDEFINITE)}\b", re.IGNORECASE)
_DETERMINERS = r"the|its|their|our|my|his|her|your|an?|this|all"
_LEADS = (
    r"in|from|at|after|before|since|by|on|with|that|and|but|so|also|then|when|as|because|effective|starting|while|both"
    r"|until|during|for|to|of|per"
)
_BEGINS = lazily(
    rf"(?:(?:{_WORD} )*?(?<!\bof )(?<!\bfor )(?<!\bon )(?<!\bin )(?<!\bper )(?<!\band )|(?:{_LEADS}) )"
    rf"(?P<of>{_DETERMINERS}) (?=\w)"
    rf"|(?:{_LEADS}) (?:(?:{any_of(m.title() for m in (*MONTHS, *DAYS))}) )?(?=\w)",
    re.IGNORECASE,
)
_COMPARED = lazily(
    r"(?: an? \w+| per \w+)? (?:higher|lower|more|less|above|below|cheaper|dearer|faster|slower)\b", re.IGNORECASE
)
_FOR_A_WHILE = lazily(
    r"(?: an? \w+| per \w+)? for (?:the |an? |one |two |three |\d+ )?(?:limited )?"
    r"(?:days?|weeks?|months?|weekend|hours?|time)\b|[^.;]{0,20}\bonly\b",
    re.IGNORECASE,
)
_FOR_SOME = lazily(
    r"(?: an? \w+| per \w+)? (for (?:[a-z]+ ){0,2}"
    r"(?!year|term|season|period|quarter|rest|first|last|next|now|example)[a-z]{3,}(?= and|,|;|\.|$)"
    r"|at night|(?:near|outside|in other|during) [a-z]+|when [a-z ]{3,30}|on (?:weekends?|weekdays?|[A-Z][a-z]+days))\b"
)
_ADVERB = lazily(r"(?: \w+ly)+$", re.IGNORECASE)
_LEADS_IN = lazily(rf"(?:{_LEADS})\b", re.IGNORECASE)
_NUMBER = lazily(r"^\W*[\d.,]*(?:[- ]?\d+/\d+|[½¼¾⅓⅔⅛⅜⅝⅞])?")
_FRACTION = lazily(r"(?<=\d) (?=\d/\d)")
_ITS = lazily(r"\b(?:its|their) ", re.IGNORECASE)
_PERSONAL = word_set("my his her your")  # whose it is the sentence alone does not tell


class Level(NamedTuple):
    """That ``thing`` has a level from some day on, or (``was``) had one before; told at ``start`` to ``end``."""

    thing: Named
    value: str
    start: int
    end: int
    ahead: bool
    was: bool = False


def levels(place: Surroundings) -> Iterator[Level]:
    """The levels that a sentence says are set, or stand."""
    words = place.words
    if _SETTABLE.search(words) is None:
        return
    yield from _abolished(place, words)
    if not may_hold_amounts(words):
        return
    amounts = find_amounts(words)
    if not amounts:
        return
    masked = _masked(words, amounts)
    taken: set[int] = set()
    for pattern in _PATTERNS:
        for match in pattern.finditer(masked):
            told = _level(match, pattern, words, amounts, place)
            if told is not None and match.start("new") not in taken:
                taken.add(match.start("new"))
                yield told
                if (again := _AGAIN.match(masked, match.end())) is not None:
                    taken.add(again.start("new"))
                    value = _plain(words[again.start("new") : again.end("new")])
                    yield told._replace(value=value, start=again.start("new"), end=again.end("new"))
                if match["old"]:
                    old = words[match.start("old") : match.end("old")]
                    yield told._replace(value=_in_unit_of(old, told.value, amounts, match), was=True)


def _abolished(place: Surroundings, words: str) -> Iterator[Level]:
    """What has no level any more."""
    for pattern in _ABOLISHES:
        for match in pattern.finditer(words):
            found = _thing_of(match["thing"], match["of"] or "")
            if found is None or " " not in found[0] or _ENDS_SETTABLE.search(found[0]) is None:
                continue
            deed = deed_of(
                words, match, _at(found[0], words, match), _people(place), _ENDED_BY, frozenset(), noun=False
            )
            thing = _named(*found, match.start("thing"), place)
            if deed is not None and thing is not None:
                yield Level(thing, NONE, match.start(), match.end("new"), deed is Deed.AHEAD)


def _at(surface: str, words: str, match: re.Match[str]) -> Span:
    """Where what has the level stands."""
    start = words.rfind(surface, 0, match.end("thing"))
    return Span(start, start + len(surface))


def _people(place: Surroundings) -> Sequence[int]:
    """Where names of people end in a sentence."""
    return [m.span.end - place.sentence.start for m in place.mentions if m.type == "PERSON"]


def _level(
    match: re.Match[str], pattern: object, words: str, amounts: Sequence[Amount], place: Surroundings
) -> Level | None:
    found = _thing_of(match["thing"], match.groupdict().get("of") or "")
    if found is None:
        return None
    surface, determiner = found
    start = min(match.start("v"), _at(surface, words, match).start)
    if determiner.casefold() in _PERSONAL:
        return None
    amount = next(a for a in amounts if a.start <= match.start("new") < a.end)
    if " " not in surface and determiner.casefold() not in ("its", "their") and surface.casefold() not in ALONE:
        return None  # "the cost": of what, other sentences tell
    if _NO_LEVEL.search(surface) or _JOINT.search(surface):
        return None
    settable = _ENDS_SETTABLE if pattern in (_MOVES, _TARGET, _STILL) else _SETTABLE
    if settable.search(surface) is None:
        return None
    if not _is_paid(surface, amount) and (
        _RATE.search(surface) if pattern not in (_MOVES, _STILL) else _MEASURED.search(surface)
    ):
        return None  # of unemployment, of crime
    step = next((a for a in amounts if a.end <= match.start("new") and a.start > match.start("v")), None)
    if amount.unit == "%" and step is not None and step.unit == "%" and not match["old"]:
        return None  # "reduced by 10% to 20%"
    kind = match["v"].casefold()
    if (kind in _MOVERS and match["to"] != "to") or (kind in _KEEPERS and match["to"] == "to"):
        return None  # "cut the cake at 5", "kept the bill to $5"
    present = _PRESENT if pattern is _MOVES else frozenset()
    deed = deed_of(words, match, _at(surface, words, match), _people(place), _BASES, present, noun=pattern is _NOUN)
    tail = words[amount.end :]
    if deed is None or _COMPARED.match(tail) or _FOR_A_WHILE.match(tail):
        return None
    each = _EACH.match(tail) if amount.unit else _COUNTED.match(tail)
    value = _plain(words[amount.start : amount.end + (each.end() if each else 0)])
    if (part := _FOR_SOME.match(tail)) is not None:
        surface = f"{surface} {part[1]}"
    thing = _named(surface, determiner, match.start("thing"), place)
    return None if thing is None else Level(thing, value, start, match.end("new"), deed is Deed.AHEAD)


def _is_paid(surface: str, amount: Amount) -> bool:
    """Whether a rate is one that somebody sets: in money, a bank's, of a tax."""
    in_money = "rate" in surface.casefold() and amount.unit.partition("/")[0] in _CURRENCIES
    return in_money or _SET_RATE.search(surface) is not None


def _plain(value: str) -> str:
    """A level as it is written, its fraction always in one way: "3-1/2 percent"."""
    return _FRACTION.sub("-", " ".join(value.split()))


def _thing_of(words: str, determiner: str) -> tuple[str, str] | None:
    """What has the level, of words that may begin before it ("at its meeting the membership fee"), and what stands
    before it.
    """
    words = _ADVERB.sub("", words)
    opening = _BEGINS.match(words)
    while opening is not None:
        words, determiner = words[opening.end() :], opening["of"] or ""
        opening = _BEGINS.match(words)
    return (words, determiner) if words and not _LEADS_IN.match(words) else None


def _named(surface: str, determiner: str, start: int, place: Surroundings) -> Named | None:
    """What has the level, with the name of whose it is where the sentence says so; ``None`` where "its" is nobody's."""
    plain = _ITS.sub("", " ".join(surface.split()))
    owner = ""
    if determiner.casefold() in ("its", "their") or plain != surface:
        named = [m for m in place.mentions if m.named and m.span.start - place.sentence.start < start]
        owner = place.text[named[-1].span.start : named[-1].span.end] if named else ""
        if not owner and plain != surface:
            return None
    elif determiner.casefold() in ("our", "the", "") and place.issuer is not None:
        owner = place.issuer.surface
    if owner and canonical_key(owner) not in canonical_key(plain):
        plain = f"{owner} {plain}"
    return Named(canonical_key(plain), plain)


def _masked(words: str, amounts: Sequence[Amount]) -> str:
    parts, position = [], 0
    for amount in amounts:
        parts += [words[position : amount.start], _MARK * (amount.end - amount.start)]
        position = amount.end
    return "".join((*parts, words[position:]))


def _in_unit_of(old: str, new: str, amounts: Sequence[Amount], match: re.Match[str]) -> str:
    """An amount in words, with the unit of the one beside it where it has none: the 50 of "from 50 to 30 km/h"."""
    had = next(a for a in amounts if a.start == match.start("old"))
    has = next(a for a in amounts if a.start == match.start("new"))
    unit = _NUMBER.sub("", new) if has.unit and not had.unit else ""
    return _plain(old) + unit


def without_plans(facts: Sequence[FoundFact]) -> Sequence[FoundFact]:
    """The facts of a sentence; of one that sets a level without what it plans: "decided to lower its target to 2 %"."""
    if all(found.fact.relation != LEVEL for found in facts):
        return facts
    return [found for found in facts if ("modality", "planned") not in found.fact.qualifiers]
