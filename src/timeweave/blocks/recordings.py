"""Recordings written down line by line, each line headed by its time in the recording and by nobody's name.

A line is as long as somebody took to say it, so that sentences run on over lines and times: it is read as running text.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.blocks.markdown import markdown_layout
from timeweave.records import Block, BlockKind, Edit, Layout, Span

_FEWEST = 8  # lines
_SAYS = 4  # words of a line, on average: marks of chapters and laps have fewer
_SLOWEST, _FASTEST = 0.5, 8.0  # words a second: a programme of events has far fewer
_OPENING = 15 * 60  # seconds, in which a recording has begun
_ROUND = 5  # minutes or seconds, of which the times of a programme are multiples
_WHOLE = 0.5  # share of the lines that are whole sentences, from which on they may be entries of a programme
_IN_ORDER = 0.95  # share of the lines that are no earlier than the one before
_NAMED = 0.3  # share of the lines that begin with a name, from which on it is a conversation
_BETWEEN = 6  # lines under one time
_PARAGRAPH, _LONGEST = 600, 3_000  # characters after which the end of a sentence, or of a line, ends a paragraph
_BREAK = "\n\n"
_CLOCK = r"(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?"
_HEAD = re.compile(
    rf"^(?:\d{{1,5}}[ \t]*\n)?[ \t*_\[(<>-]{{0,8}}(?P<time>{_CLOCK})(?:[ ]?(?:-->|[-–—]|to)[ ]?{_CLOCK})?"
    r"(?:[ ]?[\])>*_:|–—-]|\([^()\s]{1,300}\)){0,12}(?:[ \t]+|[ \t]*\n[ \t]*)(?=\S)(?!\d{1,3}:\d\d)",
    re.MULTILINE,
)
_NAME = re.compile(  # before what is said, or alone on the line of the time
    r"[*_]{0,3}\w[\w.'’-]*(?: \w[\w.'’-]*){0,4}[*_]{0,3}:\s|<v "
    r"|[^\W\d_a-z][\w.'’-]*(?: [^\W\d_a-z][\w.'’-]*){0,3}[ \t]*\n"
)
_ENDS = re.compile(r"\n[ \t]*(?=\n|[#|<`~])")  # a paragraph, a heading, a table, a tag, a fence
_SENTENCE_ENDS = (".", "!", "?", "…", '."', '?"', ".”", "?”", ".)")
_SENTENCE_GAP = re.compile(r"(?<=[.!?…])[ ]+(?=[A-Z\"“])")
_LINE_END = re.compile(r"(?<![ \t])[ \t]*\n[ \t]*")
_MARKED = re.compile(r"[*_`&<\[\\]")


@dataclass(frozen=True, slots=True)
class _Line:
    """What is said from a time on: ``words`` of the text, whose head begins at ``start``."""

    start: int
    seconds: float
    words: Span


def find_recordings(text: str) -> Sequence[Span]:
    """Where a text is a recording written down, chapter by chapter: each from its first time to the end of what is said
    last; what follows a recording goes on from its time.
    """
    found: list[list[_Line]] = []
    for run in _runs(text, _lines(text)):
        if _is_recording(text, run) or (found and run[0].seconds >= found[-1][-1].seconds):
            found.append(run)
    return [Span(run[0].start, run[-1].words.end) for run in found]


def recording_layout(text: str) -> Layout:
    """Of a text that is nothing but a recording: paragraphs of whole sentences, without the times."""
    lines = _lines(text)
    paragraphs = list(_paragraphs(text, [line.words for line in lines]))
    starts = {paragraph.start for paragraph in paragraphs[1:]}
    heads = itertools.pairwise([Span(0, 0), *(line.words for line in lines)])
    edits = [Edit(a.end, b.start, _BREAK if b.start in starts else " " if a.end else "") for a, b in heads]
    starts -= {line.words.start for line in lines}
    edits += (Edit(a.end, b.start, _BREAK) for a, b in itertools.pairwise(paragraphs) if b.start in starts)
    edits += (edit for line in lines for edit in _unmarked(text, line.words))
    blocks = tuple(Block(BlockKind.PARAGRAPH, paragraph) for paragraph in paragraphs)
    return Layout(blocks, tuple(sorted((e for e in edits if e.start < e.end), key=lambda e: (e.start, -e.end))))


def _paragraphs(text: str, lines: Sequence[Span]) -> Iterator[Span]:
    """Stretches of whole sentences; where nobody tells sentences apart, of whole lines."""
    start, before = lines[0].start, 0  # where one begins, and the characters of its lines so far
    for line, following in itertools.zip_longest(lines, lines[1:]):
        first = max(start, line.start)
        for gap in _SENTENCE_GAP.finditer(text, line.start, line.end):
            if before + gap.start() - first >= _PARAGRAPH:
                yield Span(start, gap.start())
                start = first = gap.end()
                before = 0
        before += line.end - first
        ends = before >= _PARAGRAPH and text[line.start : line.end].endswith(_SENTENCE_ENDS)
        if ends or before >= _LONGEST or following is None:
            yield Span(start, line.end)
            start, before = (line.end if following is None else following.start), 0


def _unmarked(text: str, line: Span) -> Iterator[Edit]:
    """The mark-up and the ends of lines in what is said."""
    said = text[line.start : line.end]
    if _MARKED.search(said):
        yield from (Edit(e.start + line.start, e.end + line.start, e.words) for e in markdown_layout(said).edits)
    else:
        yield from (Edit(*gap.span(), " ") for gap in _LINE_END.finditer(text, line.start, line.end))


def _lines(text: str) -> list[_Line]:
    heads = list(_HEAD.finditer(text))
    ends = (following.start() if following else len(text) for _, following in itertools.zip_longest(heads, heads[1:]))
    found = (_line(text, head, end) for head, end in zip(heads, ends, strict=True))
    return [line for line in found if line.words.start < line.words.end]


def _line(text: str, head: re.Match[str], end: int) -> _Line:
    stops = _ENDS.search(text, head.end(), end)
    words = text[head.end() : stops.start() if stops else end].rstrip()
    return _Line(head.start(), _seconds(head["time"]), Span(head.end(), head.end() + len(words)))


def _seconds(time: str) -> float:
    total = 0.0
    for part in time.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def _runs(text: str, lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines between which nothing else stands, each of a few lines of text."""
    run: list[_Line] = []
    for line in lines:
        if run and text[run[-1].words.end : line.start].strip():
            yield run
            run = []
        if text.count("\n", line.words.start, line.words.end) < _BETWEEN:
            run.append(line)
    if run:
        yield run


def _is_recording(text: str, run: Sequence[_Line]) -> bool:
    """Whether lines are long, in order of their times from about zero on, and spoken as fast as people speak, by nobody
    named; no programme, whose lines are sentences and its times round.
    """
    if len(run) < _FEWEST or run[0].seconds > _OPENING:
        return False
    said = [text[line.words.start : line.words.end] for line in run]
    words = sum(len(line.split()) for line in said[:-1])
    lasts = run[-1].seconds - run[0].seconds
    if words < _SAYS * (len(run) - 1) or not _SLOWEST * lasts <= words <= _FASTEST * lasts:
        return False
    whole = sum(line[:1].isupper() and line.endswith(_SENTENCE_ENDS) for line in said)
    if whole >= _WHOLE * len(run) and all(line.seconds % _ROUND == 0 for line in run):
        return False
    in_order = sum(a.seconds <= b.seconds for a, b in itertools.pairwise(run))
    named = sum(_NAME.match(line) is not None for line in said)
    return in_order >= _IN_ORDER * (len(run) - 1) and named < _NAMED * len(run)
