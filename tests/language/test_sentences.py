"""Sentences by rules: nothing lost, nothing invented."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.language.sentences import MAX_SENTENCE, sentence_spans


def sentences(text: str) -> list[str]:
    return [text[s.start : s.end] for s in sentence_spans(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["Dr. Smith met Mr. J. P. Morgan at 3 p.m. on Jan. 5.", "They spoke."],
        ["Revenue was $2.8 billion, up 3.5%.", "Margin was 9.8%."],
        ["He moved to the U.S. Senate.", "She stayed."],
        ["It was sold to Acme Inc.", "The price was not told."],
        ["Acme Inc. first quarter results were good.", "So were Beta Corp. Holdings."],
        ["“We won.”", "He smiled.", "Why?", "Nobody knew!"],
        ["Newton D . Baker lived in Washington , D.C. .", "Built in 1794 , it burned ."],
        ["See Fig. 3 and No. 7, e.g. Table 2.", "A new sentence."],
        ["I don't want to...", "But I must."],
        ["Yahoo! is a company."],
        ["In 2019 sales fell.", "20 million people came."],
    ],
)
def test_splits_where_a_reader_would(parts: list[str]):
    """Abbreviations, initials, decimals and quotes do not end a sentence; terminators do."""
    assert sentences(" ".join(parts)) == parts


def test_line_breaks_end_headings_and_list_items_but_not_running_text():
    """A line that goes on in lower case is one sentence; a heading, a bullet and a row stand alone."""
    text = "Early life\nShe was born in Ulm\nand grew up there.\n- first item\n- second item\nA | B\n1 | 2"
    assert sentences(text) == [
        "Early life",
        "She was born in Ulm\nand grew up there.",
        "- first item",
        "- second item",
        "A | B",
        "1 | 2",
    ]


def test_wrapped_text_is_joined():
    """Where lines break at a fixed width, only punctuation and blank lines end a sentence."""
    text = (
        "The quick brown fox jumped over the lazy dog and then it\nwent on to the next farm where it met another"
        " dog of\n"
        "German origin that was not lazy at all and chased it\nround the barn. They stopped when the farmer of the"
        " next\n"
        "village came along.\n\nAn end."
    )
    assert len(sentences(text)) == 3


def test_a_list_below_a_colon_stands_apart_in_wrapped_text():
    """The line that ends with a colon introduces it, however long it is."""
    lead = "Officers who were elected by the Board are as follows:"
    text = "\n".join(
        (
            "The people of the valley met on a day in May and they talked of",
            "what they would do about the roads that lead to",
            "the river, which were bad, and about those who use them.",
            lead,
            "Tom Stark – President",
        )
    )
    assert [text[s.start : s.end] for s in sentence_spans(text)][-2:] == [lead, "Tom Stark – President"]


def test_a_speaker_with_an_office_is_one_sentence():
    """The head of a turn in a transcript says who holds which office."""
    assert sentences("Operator\nHello.\nAndrew Rees\n--\nChief Executive Officer\nThank you.") == [
        "Operator",
        "Hello.",
        "Andrew Rees\n--\nChief Executive Officer",
        "Thank you.",
    ]


@given(st.text(alphabet=st.sampled_from("aB1. \n!?\"'()-,A.é\t"), max_size=400))
def test_every_character_that_is_not_blank_is_in_one_sentence(text: str):
    """TK-06: sentences are in order, disjoint, trimmed, and together hold all that is not blank."""
    spans = sentence_spans(text)
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    assert all(text[s.start : s.end] == text[s.start : s.end].strip() != "" for s in spans)
    assert "".join("".join(text[s.start : s.end].split()) for s in spans) == "".join(text.split())


@pytest.mark.parametrize("unit", [".", ". ", "A. ", "\n", "a\n", "a", "Mr. A", "(\"'", "--\n", "\n--\nA"])
def test_adversarial_text_is_split_without_loss(unit: str):
    """No run of a sign makes it slow or long: no sentence exceeds the limit."""
    text = unit * 20_000
    spans = sentence_spans(text)
    assert all(s.end - s.start <= MAX_SENTENCE for s in spans)
    assert sum(len("".join(text[s.start : s.end].split())) for s in spans) == len("".join(text.split()))


def test_a_wide_gap_ends_a_sentence() -> None:
    """Columns that blanks hold apart are no sentence together, and no rule has to look through the gap."""
    text = "Revenue" + " " * 400 + "12 million\t" + "\t" * 200 + "2023 and more."
    assert [text[s.start : s.end] for s in sentence_spans(text)] == ["Revenue", "12 million", "2023 and more."]
    near = "Revenue" + " " * 40 + "12 million."
    assert [span.end - span.start for span in sentence_spans(near)] == [len(near)]
