"""Sentences that are judged together: as many as go into one call, each with its source."""

from timeweave.answering.summaries.pieces import CitableSentence, Piece, packed


def told(text: str, source: str = "") -> CitableSentence:
    """A sentence without time or place."""
    return CitableSentence(text, None, (), source=source)


def test_packed():
    """Runs hold at most so many tokens (a word here is one); a longer sentence stands alone."""
    sentences = [told("one two three"), told("four five"), told("six"), told("one two three four five six"), told("a")]
    runs = packed(sentences, 5)
    assert [[t.text for t in run] for run in runs] == [
        ["one two three", "four five"],
        ["six"],
        ["one two three four five six"],
        ["a"],
    ]
    assert list(packed([], 5)) == []


def test_sources():
    """Each run of one source is named with its marks."""
    piece = Piece((told("a", "x"), told("b", "x"), told("c", "y"), told("d", "x")))
    assert piece.sources(["E1", "E2", "E3", "E4"]) == "E1 to E2: x\nE3: y\nE4: x"
