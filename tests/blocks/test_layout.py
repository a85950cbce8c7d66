"""Offsets of clean words and of the stored text."""

from timeweave.blocks import read_layout
from timeweave.records import PLAIN, CleanText, Document, Edit, Span


def test_clean_words_lead_back_to_the_characters_that_they_stand_for() -> None:
    stored = "See **the** [plan](x) &amp; go"
    edits = [Edit(4, 6), Edit(9, 11), Edit(12, 13), Edit(17, 21), Edit(22, 27, "&")]
    clean = CleanText(stored, edits)
    assert clean.text == "See the plan & go"
    assert stored[slice(*_of(clean.stored(Span(4, 12))))] == "the** [plan"
    assert stored[slice(*_of(clean.stored(Span(13, 14))))] == "&amp;"
    assert clean.clean(stored.index("plan")) == clean.text.index("plan")
    assert clean.clean(stored.index("[")) == clean.text.index("plan")


def test_a_part_has_the_offsets_of_its_document() -> None:
    stored = "one **two** three"
    part = CleanText(stored[6:], [Edit(9, 11)], 6)
    assert part.text == "two three"
    assert part.stored(Span(4, 9)) == Span(12, 17)
    assert part.clean(12) == 4


def test_plain_text_is_read_as_it_stands() -> None:
    assert not PLAIN
    assert PLAIN.words("a **b**") == "a **b**"
    assert PLAIN.clean("words", 7).stored(Span(1, 3)) == Span(8, 10)


def _of(span: Span) -> tuple[int, int]:
    return span.start, span.end


def test_a_sentence_set_with_indents_is_read_on_one_line() -> None:
    text = (
        "The committee decided at its meeting on the first Monday of the month to raise\n\n"
        "       the membership fee to $25. It was agreed   \n   unanimously.\n\n"
        "   A new paragraph.\n\n  - eggs\n  - milk\n"
    )
    layout = read_layout(Document("d", text))
    assert layout.words(text) == (
        "The committee decided at its meeting on the first Monday of the month to raise "
        "the membership fee to $25. It was agreed unanimously.\n\n   A new paragraph.\n\n  - eggs\n  - milk\n"
    )
    assert not read_layout(Document("d", "eggs\n\nmilk\n\nThe end.\n"))
