"""No text can keep a regular expression busy: every pattern of the package is attacked with text made from itself."""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import pkgutil
import re
import re._parser as parser  # type: ignore[import-not-found]
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import timeweave
from timeweave.language.sentences import MAX_SENTENCE
from timeweave.lexicon.lazy import Lazy, Sparing

SOME = 150
"""Characters at which an attack is tried; what takes next to nothing then is not too long for a sentence."""

NEXT_TO_NOTHING = 0.0005  # seconds; an eighth of the length, and so a five-hundredth at worst of what a cube takes
TOO_LONG = 0.25
"""Seconds for a sentence; a pattern whose time grows with the square of its length takes a hundredth."""

ANYWHERE = (
    *"aA1,.$-([\"'é<{|_:;#*…’“–",
    *("Aa ", "a ", "A ", "1 ", "1,", "1.", "A.", ". ", "- ", "( ", "</", "of the ", "a, ", "and ", "a\n", "\n "),
)
_CATEGORIES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_NOT_WORD": "-"}
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
_GAP = re.compile(r"(\s{8})\s+")


@dataclass(frozen=True)
class Found:
    """A pattern, where it stands, and whether it is only ever tried at one place."""

    where: str
    pattern: re.Pattern[str]
    anchored: bool


def modules() -> Iterator[Any]:
    for found in pkgutil.walk_packages(timeweave.__path__, "timeweave."):
        if not found.name.endswith(("__main__", "local_server")):
            with contextlib.suppress(ImportError):  # an extra that is not installed
                yield importlib.import_module(found.name)


def patterns() -> list[Found]:
    found: dict[re.Pattern[str], Found] = {}
    for module in modules():
        used = uses(module)
        for name, value in vars(module).items():
            for pattern in map(compiled, held(value)):
                anchored = bool(used.get(name)) and used[name] <= {"match", "fullmatch"}
                known = found.get(pattern)
                anchored = anchored and (known is None or known.anchored)
                found[pattern] = Found(f"{module.__name__}.{name}", pattern, anchored)
    return list(found.values())


def uses(module: Any) -> dict[str, set[str]]:
    """The methods that are called on each name of a module."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.setdefault(node.value.id, set()).add(node.attr)
    return found


def compiled(pattern: re.Pattern[str] | Lazy) -> re.Pattern[str]:
    return pattern.compiled if isinstance(pattern, Lazy) else pattern


def held(value: Any, depth: int = 0) -> Iterator[re.Pattern[str] | Lazy]:
    if isinstance(value, Lazy) or (isinstance(value, re.Pattern) and isinstance(value.pattern, str)):
        yield value
    elif depth < 4 and isinstance(value, dict):
        yield from (p for inner in (*value, *value.values()) for p in held(inner, depth + 1))
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset) and len(value) < 2000:
        yield from (p for inner in value for p in held(inner, depth + 1))
    elif depth < 4 and hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        yield from (p for name in value.__dataclass_fields__ for p in held(getattr(value, name, None), depth + 1))


def sample(tree: Iterable[tuple[Any, Any]]) -> str:
    """Some text that fits a parsed pattern, or nearly."""
    text = ""
    for code, given in tree:
        match str(code):
            case "LITERAL":
                text += chr(given)
            case "IN":
                text += _member(given)
            case "ANY" | "NOT_LITERAL":
                text += "a"
            case repeat if repeat in _REPEATS:
                least, most, inner = given
                text += sample(inner) * min(max(least, 1 if most else 0), 50)
            case "SUBPATTERN":
                text += sample(given[-1])
            case "ATOMIC_GROUP":
                text += sample(given)
            case "BRANCH":
                text += sample(given[1][0])
    return text


def _member(members: Any) -> str:
    code, given = str(members[0][0]), members[0][1]
    if code == "NEGATE":
        return "a"
    if code == "LITERAL":
        return chr(given)
    return chr(given[0]) if code == "RANGE" else _CATEGORIES.get(str(given), "a")


def pieces(tree: Iterable[tuple[Any, Any]]) -> Iterator[str]:
    """What is repeated or chosen somewhere in a pattern."""
    for code, given in tree:
        match str(code):
            case repeat if repeat in _REPEATS:
                yield sample(given[2])
                yield from pieces(given[2])
            case "SUBPATTERN":
                yield sample(given[-1])
                yield from pieces(given[-1])
            case "ATOMIC_GROUP":
                yield from pieces(given)
            case "ASSERT" | "ASSERT_NOT":
                yield from pieces(given[1])
            case "BRANCH":
                for branch in given[1][:40]:
                    yield sample(branch)
                    yield from pieces(branch)


def attacks(pattern: re.Pattern[str], *, thorough: bool) -> Iterator[tuple[str, str]]:
    """Beginnings that fit, and what to repeat after them; some of either, or all."""
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    told = Counter(piece for piece in pieces(tree) if piece.strip() and len(piece) <= 40)
    shortest = sorted({*told, sample(tree)[:60] or "a"}, key=lambda piece: (len(piece), piece))[:12]
    twice = [piece for piece, times in told.most_common(12) if times > 1]  # may be read in two ways each time
    own = {*shortest, *twice}
    common = () if thorough else ANYWHERE  # which are tried without a beginning
    units = sorted({*common, *own, *(f"{piece} " for piece in own)})
    beginnings = {sample(tree[:n]) for n in range(1, len(tree) + 1, 1 + len(tree) // 3)} if thorough else {""}
    for beginning in sorted(beginnings):
        for unit in units:
            yield beginning, unit


def seconds(found: Found, text: str) -> float:
    began = time.process_time()
    if found.anchored:
        found.pattern.match(text)
        found.pattern.fullmatch(text)
    else:
        for _ in found.pattern.finditer(text):
            pass
    return time.process_time() - began


def worst(found: Found, *, thorough: bool) -> tuple[float, str]:
    """The longest that a sentence took, with its beginning."""
    slowest = 0.0, ""
    for beginning, unit in attacks(found.pattern, thorough=thorough):
        for length in (SOME, MAX_SENTENCE):
            # as sentences and questions come: with no wide gap
            text = _GAP.sub(r"\1", beginning + unit * (length // len(unit) + 1)) + "\x00"
            taken = seconds(found, text)
            slowest = max(slowest, (taken, text[:80]))
            if not NEXT_TO_NOTHING < taken < TOO_LONG:
                break
        if slowest[0] >= TOO_LONG:
            break
    return slowest


def has_one(tree: Iterable[tuple[Any, Any]], words: Sequence[str]) -> bool:
    """Whether all that fits a parsed pattern holds one of some words, without regard to case."""
    run = ""
    for code, given in tree:
        match str(code):
            case "LITERAL":
                run += chr(given).casefold()
                if any(word in run for word in words):
                    return True
                continue
            case "SUBPATTERN" if has_one(given[-1], words):
                return True
            case "ATOMIC_GROUP" if has_one(given, words):
                return True
            case repeat if repeat in _REPEATS and given[0] > 0 and has_one(given[2], words):
                return True
            case "BRANCH" if all(has_one(branch, words) for branch in given[1]):
                return True
        run = ""
    return False


def test_what_a_pattern_needs_is_in_all_that_fits_it() -> None:
    """Text without any of the words that a pattern is said to need has nothing that it fits."""
    held_ones = {p for module in modules() for value in vars(module).values() for p in held(value)}
    sparing = [p for p in held_ones if isinstance(p, Sparing)]
    assert len(sparing) > 20
    trees = {p: list(parser.parse(p.pattern, p.compiled.flags)) for p in sparing}
    assert [p.pattern for p, tree in trees.items() if not has_one(tree, p.needed)] == []


def check(*, thorough: bool) -> None:
    found = patterns()
    assert len(found) > 800
    slow = {one.where: taken for one in found if (taken := worst(one, thorough=thorough))[0] >= TOO_LONG}
    assert slow == {}


def test_no_pattern_is_kept_busy_by_a_sentence() -> None:
    """Each pattern is done within moments with a sentence of what it itself repeats or chooses, and of common marks."""
    check(thorough=False)


@pytest.mark.slow
def test_no_pattern_is_kept_busy_by_a_sentence_that_begins_as_it_does() -> None:
    """The same after every beginning of what fits."""
    check(thorough=True)
