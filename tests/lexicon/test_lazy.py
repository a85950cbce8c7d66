"""Patterns that are compiled when they are used."""

from __future__ import annotations

import copy
import re

import pytest

from timeweave.lexicon.lazy import lazily


def test_it_is_the_pattern() -> None:
    """Each method and attribute gives what the compiled pattern gives."""
    lazy, plain = lazily(r"(?P<a>\w)\d", re.IGNORECASE), re.compile(r"(?P<a>\w)\d", re.IGNORECASE)
    text = "a1 B2 c"
    assert lazy.findall(text) == plain.findall(text)
    assert [m.span() for m in lazy.finditer(text)] == [m.span() for m in plain.finditer(text)]
    assert lazy.sub("x", text) == plain.sub("x", text)
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (plain.pattern, plain.flags, plain.groupindex)
    assert copy.deepcopy(lazy).search(text).group() == "a1"


def test_nothing_is_compiled_before() -> None:
    """A source that is no pattern is told when it is used."""
    lazy = lazily("(")
    assert lazy.pattern == "("
    with pytest.raises(re.error):
        lazy.search("a")


def test_a_text_without_what_is_needed_compiles_nothing() -> None:
    """Of a pattern that needs a word only texts that have it, in any case, are looked at."""
    lazy = lazily("(", 0, ("how",))
    assert lazy.search("Who came?") is None
    assert lazy.match("Who came?") is None
    with pytest.raises(re.error):
        lazy.search("HOW many came?")
    found = copy.copy(lazily(r"\bhow (\w+)", re.IGNORECASE, ("how",)))
    assert found.search("Who?") is None
    assert found.search("Say how many").group(1) == "many"
    assert found.match("Say how many", 4).group(1) == "many"
    assert found.search("Who?") is None
    assert lazily("ı", re.IGNORECASE, ("i",)).search("I") is not None
