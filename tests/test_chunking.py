"""Chunks on sentence boundaries (TG-01)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.chunking import chunk
from timeweave.errors import UsageError
from timeweave.language.sentences import sentence_spans
from timeweave.language.tokens import count_tokens, token_spans
from timeweave.records import Document, Span


def test_chunks_are_whole_sentences_and_overlap():
    """TG-01: three sentences of four tokens, chunks of eight, overlap of four: the second repeats a sentence."""
    document = Document(id="d", text="One two three. Four five six. Seven eight nine.")
    chunks = chunk(document, size=8, overlap=4)
    assert [document.text[c.span.start : c.span.end] for c in chunks] == [
        "One two three. Four five six.",
        "Four five six. Seven eight nine.",
    ]
    assert [(c.id, c.index, c.tokens) for c in chunks] == [("d#0", 0, 8), ("d#1", 1, 8)]


def test_a_sentence_longer_than_a_chunk_is_cut_at_tokens():
    """TG-01: no chunk exceeds its size even without punctuation, and nothing is lost."""
    document = Document(id="d", text="word " * 25)
    chunks = chunk(document, size=10, overlap=0)
    assert [c.tokens for c in chunks] == [10, 10, 5]
    assert "".join(document.text[c.span.start : c.span.end] for c in chunks).split() == ["word"] * 25


def test_defaults_are_those_of_the_paper():
    """TG-01: 1,200 tokens with an overlap of 100."""
    document = Document(id="d", text="One two three four. " * 1000)
    chunks = chunk(document)
    assert chunks[0].tokens == 1200
    assert (
        chunks[0].span.end - chunks[1].span.start == 399
    )  # 100 tokens: 20 sentences of 20 characters, less the last blank


def test_no_text_no_chunks_and_senseless_sizes_are_refused():
    """TG-01: an overlap as large as the chunk would never end."""
    assert chunk(Document(id="d", text=" \n ")) == ()
    with pytest.raises(UsageError, match="overlap"):
        chunk(Document(id="d", text="a"), size=10, overlap=10)


@settings(max_examples=60)
@given(st.text(alphabet="ab. \nC,", max_size=300), st.integers(1, 12), st.integers(0, 11))
def test_chunks_cover_the_text_in_order(text: str, size: int, overlap: int):
    """TG-01, TK-06: every sentence lies in a chunk; chunks move on, hold at most `size` tokens and count them right."""
    document = Document(id="d", text=text)
    chunks = chunk(document, size=size, overlap=min(overlap, size - 1))
    assert all(c.tokens <= size for c in chunks)
    assert all(c.tokens == count_tokens(text[c.span.start : c.span.end]) for c in chunks)
    assert all(a.span.start < b.span.start and a.span.end < b.span.end for a, b in itertools.pairwise(chunks))
    covered = {i for c in chunks for i in range(c.span.start, c.span.end)}
    assert all(i in covered for s in sentence_spans(text) for i in range(s.start, s.end) if not text[i].isspace())


def test_given_sentences_are_used():
    """TG-01: sentences found before need not be found again."""
    document = Document(id="d", text="One two. Three four.")
    chunks = chunk(document, size=5, overlap=0, sentences=[Span(0, 3), Span(4, 20)])
    assert [c.span for c in chunks] == [Span(0, 3), Span(4, 20)]


@pytest.mark.parametrize(
    "text",
    ["One two. Three\x85four. Don't go.", "日本語。中文 x\u0301y. U.S. sales 1,234.5", "a" * 3000, "a\x00b. C d."],
)
def test_sentences_counted_alone_have_the_tokens_of_the_whole_text(text: str):
    """TG-01: the sum over words is what the tokenizer gives for the text at once, also where sentences share a word."""
    document = Document(id="d", text=text)
    starts = [start for start, _ in token_spans(text)]
    for found in chunk(document):
        assert found.tokens == sum(found.span.start <= start < found.span.end for start in starts)
