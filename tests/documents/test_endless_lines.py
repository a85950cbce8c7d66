"""Text in which no sentence ends: what it costs is bounded, it is kept whole, and what is not read is said."""

from __future__ import annotations

import datetime as dt
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import timeweave
from timeweave.chunking import chunk
from timeweave.errors import UnreadTextWarning
from timeweave.extraction.pipeline import extract
from timeweave.language.sentences import MAX_SENTENCE, MOST_ENDLESS, sentence_spans, unread_spans
from timeweave.records import Document, GivenFact, Span
from timeweave.temporal.interval import ALWAYS

FACT = "Ada Lovelace became chief executive officer of Quillon Instruments on 3 May 2021."
PATTERNS = (
    "x",
    "word ",
    "Ada Lovelace and ",
    "a-",
    ".",
    "(",
    '"',
    "12,",
    "U.S.",
    "in March 2021 ",
    "$5 million ",
    "漢",
)


def endless(length: int) -> str:
    """Words without the end of a sentence, the same each time."""
    chosen = random.Random(7).choices(
        ["harbour", "board", "costs", "in", "of", "the", "London", "revenue", "growth", "12", "opened", "new"], k=length
    )
    return " ".join(chosen)[:length]


@pytest.mark.slow
def test_text_around_an_endless_line_is_read_where_it_stands() -> None:
    """Facts before and after what is left out are found, and their spans say where in the whole text."""
    text = f"{FACT}\n\n{endless(2 * MOST_ENDLESS)}\n\n{FACT.replace('Ada Lovelace', 'Grace Hopper')}"
    (left_out,) = unread_spans(text)
    assert len(FACT) + MOST_ENDLESS <= left_out.start < left_out.end <= len(text) - len(FACT)
    found = extract(Document("d", text, date=dt.date(2021, 6, 1)))
    said = {text[s.span.start : s.span.end] for s in found.supports}
    assert any("Ada Lovelace" in words for words in said)
    assert any("Grace Hopper" in words for words in said)
    assert not [s for s in found.statements if left_out.start <= s.span.start < left_out.end and s.entities]
    assert max(c.span.end for c in found.chunks) == len(text)


def test_what_is_left_out_is_the_same_for_many_lines_as_for_one() -> None:
    """The bound is one of the document: a thousand lines of it cost no more than one."""
    line = endless(4 * MAX_SENTENCE)
    unread = unread_spans("\n\n".join([line] * 200))
    assert sum(s.end - s.start for s in unread) == 200 * len(line) - MOST_ENDLESS


@pytest.mark.parametrize("text", ["A sentence that ends. " * 30_000, "a cell\n\n" * 60_000, endless(MOST_ENDLESS)])
def test_text_in_sentences_lines_or_of_hours_is_read_whole(text: str) -> None:
    """However long: the bound meets only what has neither sentences nor lines."""
    assert unread_spans(text) == ()


def test_given_facts_in_what_is_left_out_are_kept() -> None:
    """A triple is read from its columns, whatever the text around it is like."""
    text = endless(2 * MOST_ENDLESS)
    facts = tuple(GivenFact("Ada", "born", "London", ALWAYS, Span(at, at + 10)) for at in (5, len(text) - 50))
    found = extract(Document("d", text, facts=facts))
    assert sorted(s.span.start for s in found.supports if s.span.end - s.span.start == 10) == [5, len(text) - 50]


def test_an_endless_line_is_added_found_and_said(tmp_path: Path) -> None:
    """A megabyte on one line is added whole; the last word is found; the warning says what was left."""
    text = f"{endless(1_000_000)} Zanzibarine"
    path = tmp_path / "2024-01-01.txt"
    path.write_text(text)
    with timeweave.open(tmp_path / "kb") as kb:
        with pytest.warns(
            UnreadTextWarning, match=r"'2024-01-01.txt': 7\d\d,\d{3} of 1,000,012 characters, from character"
        ):
            added = kb.add(path, now=dt.datetime(2024, 1, 1, tzinfo=dt.UTC))
        assert (added.added, added.failed) == (1, ())
        for mode in ("auto", "hybrid"):
            found = kb.search("Zanzibarine", mode=mode)
            assert any("Zanzibarine" in e.text for e in found.evidence), mode


@pytest.mark.slow
def test_no_pattern_is_superlinear() -> None:
    """Four times the text takes at most eight times the time, for what has no end of any kind."""
    extract(Document("d", FACT))  # loads the models
    for pattern in PATTERNS:
        spent = []
        for length in (100_000, 400_000):
            document = Document("d", pattern * (length // len(pattern)))
            started = time.process_time()
            sentence_spans(document.text)
            extract(document)
            spent.append(time.process_time() - started)
        assert spent[1] < 8 * spent[0] + 0.5, (pattern, spent)


def test_a_chunk_is_not_endless() -> None:
    """A word counts as one token however long it is; a chunk is bounded in characters all the same."""
    chunks = chunk(Document("d", "x" * 1_000_000))
    assert max(c.span.end - c.span.start for c in chunks) <= 120_000
    assert chunks[-1].span.end == 1_000_000


_MEASURED = """
import resource, sys
from timeweave.extraction.pipeline import extract
from timeweave.records import Document
extract(Document("d", "Ada Lovelace became chief executive officer of Quillon on 3 May 2021."))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
extract(Document("d", sys.argv[1] * (2_000_000 // len(sys.argv[1]))))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("pattern", ["a-"])
def test_memory_is_bounded(pattern: str) -> None:
    """Reading two megabytes of marks or words takes less than 300 MB over what the models take."""
    done = subprocess.run([sys.executable, "-c", _MEASURED, pattern], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 300_000  # kilobytes
