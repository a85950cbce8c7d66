"""The best statements of a ranking are read again, together with the question."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

import timeweave
from timeweave.embedding.reader import Excerpt, ReadingOnce
from timeweave.records import Document
from timeweave.retrieval import RetrievalOptions

QUESTION = "How many people work at the Vell dairy?"
SAID = (
    "The Vell dairy is a good place to work.",
    "People in Vell like the dairy.",
    "Many people visit the Vell dairy.",
    "It has 48 employees.",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("dairy") / "kb"
    with timeweave.open(path) as kb:
        kb.add([Document(id=f"n{n}", text=text, date=dt.date(2023, 6, 14)) for n, text in enumerate(SAID)], workers=1)
    return path


@pytest.mark.parametrize("mode", ["passages", "hybrid", "auto"])
@pytest.mark.parametrize(("use_reader", "place"), [(True, 1), (False, 3)])
def test_what_answers_goes_before_what_has_the_words(folder, mode, use_reader, place):
    """TW-11: a sentence without a word of the question stands before those that have most and answer nothing."""
    options = RetrievalOptions(use_reader=use_reader)
    with timeweave.open(folder, create=False, read_only=True, options=options) as kb:
        found = [e.text for e in kb.search(QUESTION, mode=mode).evidence]
    assert found.index("It has 48 employees.") == place


def test_a_question_in_another_language_is_not_read(folder):
    """The reader has learned English: of other questions its word would be noise."""
    question = "Wie viele Menschen arbeiten in der Molkerei von Vell, und wer hat sie gegründet?"
    found = []
    for use_reader in (True, False):
        options = RetrievalOptions(use_reader=use_reader)
        with timeweave.open(folder, create=False, read_only=True, options=options) as kb:
            result = kb.search(question, mode="passages")
            assert any("German" in warning for warning in result.warnings)
            found.append([e.text for e in result.evidence])
    assert found[0] == found[1]


def test_nothing_is_read_twice():
    """The same text for the same question is read once, in whatever company; for another question again."""
    read: list[tuple[str, str]] = []

    def reader(question, excerpts):
        read.extend((question, e.text) for e in excerpts)
        return np.array([float(len(e.text)) for e in excerpts])

    once = ReadingOnce(reader)
    a, b, c = Excerpt("a"), Excerpt("bb"), Excerpt("ccc")
    assert once("q", [a, b]).tolist() == [1.0, 2.0]
    assert once("q", [c, b, a]).tolist() == [3.0, 2.0, 1.0]
    assert once("r", [b]).tolist() == [2.0]
    assert read == [("q", "a"), ("q", "bb"), ("q", "ccc"), ("r", "bb")]
