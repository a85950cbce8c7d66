"""What begins and ends by itself: services, bodies, certificates that are launched, archived, shut down, that expire.

Of what ends there are two facts: the status that it had until then, and the one that it has from then on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.patterns import is_supposed
from timeweave.extraction.times.validity import Aspect
from timeweave.language.name_types import BODY_TYPES
from timeweave.language.names import canonical_key
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.states import (
    A_TIME_AGO,
    ACTIVE,
    AFTER_THINGS,
    BEFORE_THINGS,
    BEGINNING,
    BESIDE_THINGS,
    ENDING,
    ENDING_APART,
    GROUPS,
    MAKING,
    NO_LONGER_SO,
    NO_THING,
    OFFERING,
    OVER,
    STOPPING,
    THINGS,
)


class Turn(NamedTuple):
    """That something has ``status`` from a day on, or had until then; told at ``start`` to ``end``; ``ahead`` of it."""

    thing: Named
    status: str
    aspect: Aspect
    start: int
    end: int
    ahead: bool


_STATUS = {participle: status for status, participles in OVER.items() for participle in participles}
_BE = (
    r"(?P<aux>(?: (?:has|have|had|is|are|was|were|will|be|been|being|now|also|officially|formally|permanently|finally"
    r"|then|to|going|set|scheduled|due)){1,5})"
)
_NEW = re.compile(
    r"\b(?P<v>announc(?:e|es|ed|ing))(?P<aux>) (?:a|the|our) (?:\w+ )?new "
    rf"(?:[\w-]+ )?{any_of(THINGS, GROUPS)}: (?=[A-Z])"
)
_IS = re.compile(r"\b(?:is|are|was|were|be|been|being)\b")
_HAVE = r"(?P<aux>(?: (?:has|have|had|will|also|now|officially|formally|finally)){0,3})"
_ACTING = r"(?:\b(?:we|they|it|company|team|agency|board|ministry|[A-Z][\w’'.]+)|[^\W\d]+’s)"
_ENDS = any_of(forms(ENDING, ENDING_APART))
_ITSELF = any_of(form for verb in ENDING[:2] for form in verb if form != verb.gerund)
_AFTER = re.compile(
    rf"(?:{_ACTING})"
    r"(?P<aux>(?: (?:has|have|had|is|are|was|were|will|be|been|also|now|just|officially|today|entirely))*)"
    rf" (?P<v>(?:{any_of(forms(STOPPING))} {any_of(v.gerund for v in OFFERING)}|{_ENDS}))\b (?=[\w“\"'`(])",
)
_ENDING_ITSELF = re.compile(rf"{_HAVE} (?P<v>{_ITSELF})\b", re.IGNORECASE)
_BEFORE = (
    (re.compile(rf"{_BE} (?P<v>{any_of(_STATUS)})\b", re.IGNORECASE), Aspect.END),
    (_ENDING_ITSELF, Aspect.END),
    (
        re.compile(
            rf"(?P<aux>(?: (?:is|are|was|were|will|be|has|have|been)){{0,3}}) no longer (?:be )?"
            rf"(?P<v>{any_of(w.replace('+', ' ') for w in NO_LONGER_SO)})\b"
        ),
        Aspect.END,
    ),
    (re.compile(rf"{_BE} (?P<v>{any_of(v.participle for v in (*BEGINNING, *MAKING))})\b"), Aspect.START),
)
_BY_OTHERS = frozenset({_BEFORE[0][0], _BEFORE[3][0]})  # "was archived", but not "has archived"
_CLOSING = re.compile(r"\b(?P<aux>)(?P<v>marks|marked) the end of (?:both )?(?=\w)")
_LAUNCHED = re.compile(
    rf"\b(?:we|we’ve|we've|[A-Z][\w’']+)(?P<aux>(?: (?:have|has|will|are|is|also|now|just|officially))*)"
    rf" (?P<v>{any_of(forms(BEGINNING))})\b (?=[\w“\"'`(])"
)
_PRESENT = re.compile(rf"{any_of(f for v in (*ENDING, *STOPPING) for f in (v.base, v.third))}|\w+ing")
_CUE = re.compile(
    rf"\b(?:{any_of(forms(ENDING, ENDING_APART, STOPPING, BEGINNING, MAKING), _STATUS)}"
    r"|no longer|marks|marked|announc\w+)\b",
    re.IGNORECASE,
)
_HEAD = re.compile(rf"\b(?:{any_of(THINGS, GROUPS)})$", re.IGNORECASE)
_THING = re.compile(rf"\b(?:{any_of(THINGS, GROUPS)}|(?=\w*\d)[A-Z]\w*)$", re.IGNORECASE)
_TOKEN = re.compile(r"[^\s]+")
_QUOTES = "“”\"'`‘’()[]*"
_LONGEST = 7
_WHEN = re.compile(r"(?i:on|in)|[\d/.,-]+")
_OF_ANOTHER = frozenset({"of", "until", "when", "before", "after", "once", "if", "unless", "whether"})
_SINCE_LONG = re.compile(A_TIME_AGO)
_IF = re.compile(r"\b(?:if|unless|whether|would|could|might|may|should|must)\b", re.IGNORECASE)
_NAMING_AFTER = ((_AFTER, Aspect.END), (_CLOSING, Aspect.END), (_LAUNCHED, Aspect.START), (_NEW, Aspect.START))


def turns(place: Surroundings) -> Iterator[Turn]:
    """The beginnings and ends of things that a sentence tells."""
    words = place.words
    if not _CUE.search(words):
        return
    for pattern, aspect in _BEFORE:
        for match in pattern.finditer(words):
            named = _before(place, match.start())
            by_others = pattern in _BY_OTHERS and not _IS.search(match["aux"])
            if pattern is _ENDING_ITSELF and named is not None and not _THING.search(words, 0, match.start()):
                continue
            if named is not None and not by_others and _is_told(words, match):
                yield from _turned(named, match, aspect)
    for pattern, aspect in _NAMING_AFTER:
        for match in pattern.finditer(words):
            named = _after(place, match.end())
            if named is not None and _is_told(words, match):
                yield from _turned(named, match, aspect)


def _turned(named: Named, match: re.Match[str], aspect: Aspect) -> Iterator[Turn]:
    ahead = re.search(r"\b(?:will|to|going|set|scheduled|due)\b", match["aux"]) is not None
    ahead = ahead or (aspect is Aspect.END and _PRESENT.fullmatch(match["v"].split()[0]) is not None)
    yield Turn(named, ACTIVE, aspect, match.start(), match.end(), ahead)
    if aspect is Aspect.END:
        yield Turn(named, _status(match["v"].casefold()), Aspect.START, match.start(), match.end(), ahead)


def _status(verb: str) -> str:
    """What becomes of a thing by a verb: "shut down", "discontinued"."""
    for family in (ENDING, ENDING_APART):
        for forms_of in family:
            if verb in forms_of:
                return _STATUS.get(forms_of.participle, "discontinued")
    return _STATUS.get(verb, "ended" if verb.startswith("mark") else "discontinued")


def _is_told(words: str, match: re.Match[str]) -> bool:
    if _SINCE_LONG.match(words, match.end()):
        return False
    return not is_supposed(words, match.start()) and _IF.search(words, 0, match.end()) is None


def _before(place: Surroundings, end: int) -> Named | None:
    """What is named right before ``end`` of the sentence, by the noun before any preposition: "the deal with Acme"."""
    tokens = list(_TOKEN.finditer(place.words, 0, end))
    start = stop = len(tokens)
    while start and stop - start < _LONGEST:
        word = tokens[start - 1].group()
        plain = word.strip(_QUOTES).casefold()
        follows = tokens[start].group() if start < len(tokens) else ""
        in_name = word == "and" and follows[:1].isupper() and start > 1 and tokens[start - 2].group()[0].isupper()
        if (plain in NO_THING and not in_name) or word[-1] in ",;:.!?—–":
            break
        start -= 1
        if plain in BESIDE_THINGS and start:
            stop = start
        elif plain in BEFORE_THINGS and not (start and tokens[start - 1].group().casefold() in BESIDE_THINGS):
            break
    before = tokens[start - 1].group().casefold() if start else ""
    if start >= stop or before in _OF_ANOTHER:
        return None
    return _named(place, tokens[start].start(), tokens[stop - 1].end())


def _after(place: Surroundings, start: int) -> Named | None:
    """What is named right after ``start`` of the sentence."""
    last = start
    for position, token in enumerate(_TOKEN.finditer(place.words, start)):
        word = token.group().strip(_QUOTES + ",;:.!?")
        if position == _LONGEST or word.casefold() in AFTER_THINGS:
            break
        last = token.end()
        if token.group()[-1] in ",;:.!?":
            break
    return _named(place, start, last) if last > start else None


def _named(place: Surroundings, start: int, end: int) -> Named | None:
    """The thing that the words name: one that can be in operation, or that bears a name of its own."""
    words = place.words[start:end].strip(_QUOTES + " ,;:.!?").split()
    opens = place.words[:start].strip() == ""
    determined = False
    while words and (words[0].strip(_QUOTES).casefold() in BEFORE_THINGS or _WHEN.fullmatch(words[0])):
        determined = determined or words[0].casefold() not in {"new", "brand", "old", "former"}
        opens = False
        words = words[1:]
    if not words or len(words) > _LONGEST:
        return None
    name = " ".join(words).strip(_QUOTES + " ,;:.!?")
    at = start + place.words[start:end].rfind(name)
    mention = place.mention(at, at + len(name))
    if mention is not None:
        is_named = mention.named and (not name.islower() or _HEAD.search(name) is not None)
        return Named(mention.entity) if is_named and mention.type not in ("PERSON", "GPE", "LOC") else None
    if determined and name.islower() and _HEAD.search(name):
        entitled = place.meant(start, name, reach=0)
        if entitled is not None or len(words) == 1:
            return entitled
    if len(words) > 1 and _HEAD.fullmatch(words[-1]) and words[-1].islower():  # "the Prossimo project"
        mention = place.mention(at, at + len(name) - len(words[-1]) - 1)
        if mention is not None and mention.named and mention.type in (*BODY_TYPES, ""):
            return Named(mention.entity)
    is_thing = _HEAD.search(words[-1].strip(_QUOTES)) is not None
    is_proper = len(words) > 1 and all(w[0].isupper() or w[0].isdigit() for w in words)
    bears_name = any(w[0].isupper() or any(c.isdigit() for c in w) for w in (words[1:] if opens else words))
    if is_proper and determined:
        return Named(canonical_key(name), name)
    if not is_thing or not (bears_name or (determined and len(words) > 1)):
        return None
    return Named(canonical_key(name), name)
