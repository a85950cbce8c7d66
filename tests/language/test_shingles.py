"""Word 3-grams, as sets and as hashes."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from timeweave.language.shingles import shingle_hashes, shingles, words_of

words = st.lists(st.sampled_from(["The", "the", "plant", "in", "PORT", "2.8", "\ud800"]), max_size=9)


def test_shingles_are_runs_of_three_words():
    """TW-04: case is no difference, a figure is one word, and a repeated run counts once."""
    text = "The plant rose 2.8 percent. the Plant rose 2.8"
    assert shingles(words_of(text)) == {
        ("the", "plant", "rose"),
        ("plant", "rose", "2.8"),
        ("rose", "2.8", "percent"),
        ("2.8", "percent", "the"),
        ("percent", "the", "plant"),
    }


def test_a_text_of_fewer_words_is_one_shingle():
    """Two equal headings of two words are alike; nothing is like a text without words."""
    assert shingles(["Port", "Alden"]) == {("port", "alden")}
    assert shingles([]) == frozenset()
    assert len(shingle_hashes(["Port", "Alden"])) == 1
    assert len(shingle_hashes([])) == 0


@given(words, words)
def test_hashes_share_what_the_sets_share(one, two):
    """TW-04: similarity of hashes is similarity of shingles, the order of words counts."""
    a, b = shingles(one), shingles(two)
    assert shingle_hashes(one).tolist() == sorted(set(shingle_hashes(one).tolist()))
    hashed_a, hashed_b = set(shingle_hashes(one).tolist()), set(shingle_hashes(two).tolist())
    assert (len(hashed_a), len(hashed_b)) == (len(a), len(b))
    assert len(hashed_a & hashed_b) == len(a & b)


def test_hashes_are_the_same_in_every_process():
    """TW-11: what a process stored another looks up, whatever Python's own hashes are seeded with."""
    program = (
        "from timeweave.language.shingles import *; print(shingle_hashes('a plant in Port Alden'.split()).tolist())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{shingle_hashes(['a', 'plant', 'in', 'Port', 'Alden']).tolist()}\n"}
