"""The rows that a settings file adds to the table of relations, checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from timeweave.errors import UsageError
from timeweave.lexicon.relations import Row, Time, Values

_NAMES = ("name", "past", "inverse")
_PREDICATES = ("says", "turned", "nouns")
_ENDS = ("subject", "object")
_CALLED = ("subjects", "objects")
_KNOWN = ("name", "time", *_PREDICATES, "past", *_ENDS, "inverse", "symmetric", "values", *_CALLED)
_KINDS = ("person", "body", "school", "place", "name", "literal")
_VALUES = tuple(map(str, Values))
_TIMES = tuple(str(time.value) for time in Time)
_LONGEST = 60  # characters of a name or a predicate
_SHOWN = 60


def relation_rows(written: Sequence[Any], file: str) -> tuple[Row, ...]:
    """The rows written as ``[[relation]]`` in ``file``.

    Raises:
        UsageError: one does not fit; quotes it and says what does.
    """
    return tuple(_row(row, f"{file!r}: [[relation]] number {number}") for number, row in enumerate(written, start=1))


def _row(row: Any, where: str) -> Row:
    if not isinstance(row, Mapping):
        raise UsageError(f"{where} is {_quoted(row)}: write each row under a line [[relation]] of its own")
    where += f", {_quoted(row['name'])}" if "name" in row else ""
    for key in row:
        if key not in _KNOWN:
            raise UsageError(f"{where}: {key!r} does not exist: known are {', '.join(_KNOWN)}")
    is_read = any(row.get(key) for key in _PREDICATES)
    for needed in ("name", "time") if is_read or "values" not in row else ("name",):
        if needed not in row:
            raise UsageError(f"{where}: it has no {needed!r}: add {_EXAMPLES[needed]}")
    for key, value in row.items():
        if not _CHECKS[key](value):
            raise UsageError(f"{where}: {key!r} is {_quoted(value)}: it must be {_EXPECTED[key]}")
    if not is_read and "values" not in row:
        how = 'add says = ["endorse"], its predicates by their lemmas, or values, how many it has at a time'
        raise UsageError(f"{where}: nothing tells it: {how}")
    for key in _PREDICATES:
        for predicate in row.get(key, ()):
            if (remedy := _misspelt(predicate, is_noun=key == "nouns")) is not None:
                raise UsageError(f"{where}: {key!r} has {_quoted(predicate)}, which would never be found: {remedy}")
    return Row.of(row)


def _misspelt(predicate: str, *, is_noun: bool) -> str | None:
    """What to write instead of a predicate that no sentence can have, as sentences are read by their lemmas."""
    from lemminflect import getAllLemmas  # takes a while to load, and few have rows of their own

    first, *rest = predicate.split(" ")
    if is_noun and not rest:
        return f'write the noun with its preposition, as in "{first} of"'
    known: Mapping[str, Sequence[str]] = getAllLemmas(first)
    wanted = "NOUN" if is_noun else None if rest else "VERB"
    lemmas = [lemma for kind, of_kind in known.items() for lemma in of_kind if wanted in (None, kind)]
    if lemmas and first not in lemmas:
        return f'write the lemma, "{" ".join((lemmas[-1], *rest))}"'
    return None


def _is_words(value: object) -> bool:
    if not isinstance(value, str) or not value.isprintable():
        return False
    return 0 < len(value) <= _LONGEST and value.split() == value.split(" ")


def _is_predicate(value: object) -> bool:
    return _is_words(value) and str(value) == str(value).casefold()


def _all(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _quoted(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"


_A_NAME = f"words with single spaces, {_LONGEST} characters at most"
_LISTED = f"a list of predicates in lower case, each {_A_NAME}"
_ENDS_KNOWN = f"a list of {', '.join(map(repr, _KINDS))}"
_EXAMPLES: Mapping[str, str] = {"name": 'name = "endorsed"', "time": f"time = {' | '.join(map(repr, _TIMES))}"}
_EXPECTED: Mapping[str, str] = {
    **dict.fromkeys(_NAMES, _A_NAME),
    **dict.fromkeys((*_PREDICATES, *_CALLED), _LISTED),
    **dict.fromkeys(_ENDS, _ENDS_KNOWN),
    "values": f"one of {', '.join(map(repr, _VALUES))}",
    "time": f"one of {', '.join(map(repr, _TIMES))}",
    "symmetric": "true or false",
}
_CHECKS: Mapping[str, Callable[[object], bool]] = {
    **dict.fromkeys(_NAMES, _is_words),
    **dict.fromkeys((*_PREDICATES, *_CALLED), _all(_is_predicate)),
    "values": lambda value: value in _VALUES,
    **dict.fromkeys(_ENDS, _all(lambda value: value in _KINDS)),
    "time": lambda value: value in _TIMES,
    "symmetric": lambda value: isinstance(value, bool),
}
