"""The packaged reader: what answers a question is told from what is on the same thing."""

from __future__ import annotations

import numpy as np
import pytest

from timeweave.embedding.reader import TEXT_TOKENS, Excerpt, Reader

# of no text that it was trained on: the question, what answers it, and what speaks of the same thing and does not
PAIRS = [
    (
        "How many members does the rowing club have?",
        "The club, which rows on the upper lake, now counts 340 members.",
        "The rowing club's members meet on the first Monday of each month.",
    ),
    (
        "Who replaced Tom Pike as finance director?",
        "Sara Hale took over the finances from Tom Pike.",
        "Tom Pike had been finance director since 2011.",
    ),
    (
        "When was the new bridge opened?",
        "The new bridge was opened to traffic on 4 May 2019.",
        "The new bridge is a landmark that many visitors photograph.",
    ),
    (
        "Where is the archive kept?",
        "The archive is kept in a vault below the town hall of Norwick.",
        "The archive was put in order by two volunteers.",
    ),
    (
        "What does a yearly ticket cost?",
        "For a whole year you pay 75 euros.",
        "Yearly tickets are valid on all lines and transferable.",
    ),
]


@pytest.fixture(scope="module")
def reader() -> Reader:
    """Loaded once."""
    return Reader(threads=1)


def test_what_answers_scores_above_what_does_not(reader):
    """TW-11: read with the question, not beside it."""
    better = [np.diff(reader(asked, [Excerpt(not_told), Excerpt(told)]))[0] > 0 for asked, told, not_told in PAIRS]
    assert sum(better) >= 4


def test_a_score_does_not_depend_on_what_else_is_read(reader):
    texts = [Excerpt(text) for _, *pair in PAIRS for text in pair] + [Excerpt("word " * 200)]
    together = reader(PAIRS[0][0], texts)
    alone = [reader(PAIRS[0][0], [text])[0] for text in texts]
    assert together == pytest.approx(alone, abs=0.02)
    assert np.array_equal(reader(PAIRS[0][0], texts), together)


def test_what_is_too_long_is_cut(reader):
    asked, told, _ = PAIRS[0]
    long, longer = (Excerpt(told + " and so on" * times) for times in (TEXT_TOKENS, 2 * TEXT_TOKENS))
    assert reader(asked, [longer])[0] == reader(asked, [long])[0]
    assert np.isfinite(reader("why " * 500, [Excerpt(told, "Title " * 100), Excerpt("")])).all()
    assert reader(asked, []).shape == (0,)


def test_what_is_no_text_is_read_all_the_same(reader):
    """A lone surrogate, nothing at all, only blanks."""
    for odd in ("\ud800", "", " \n"):
        assert np.isfinite(reader(odd, [Excerpt(odd, odd), Excerpt("Anything.")])).all()


def test_what_the_document_is_is_read_too(reader):
    """What "it" is the title says; another title says something else."""
    told = "It opened to traffic on 4 May 2019."
    named, other = reader(
        "When did the Halden bridge open?",
        [Excerpt(told, "The Halden bridge, 6 May 2019"), Excerpt(told, "The new swimming hall, 6 May 2019")],
    )
    assert named > other
