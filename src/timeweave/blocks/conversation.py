"""Conversations as turns: whether a text is one, and a block for each of its turns with speaker, time and question."""

from __future__ import annotations

import bisect
import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from timeweave.blocks.markdown import markdown_layout
from timeweave.blocks.moments import Moments, date_lines
from timeweave.blocks.turns import NOTICE, SHAPES, STRONG, Shape, Turn, turns
from timeweave.lexicon.speaking import ANSWERING, ASKING, NO_SPEAKERS
from timeweave.records import Block, BlockKind, Edit, Layout, Span

_FEWEST = 4  # turns that make a conversation
_FOOTING = 2  # speakers
_OF_LINES = 0.6  # share of the lines, or of the paragraphs, that are heads of turns
_MOSTLY = 0.5
_TALKS = 0.15  # share of the turns that have the words of somebody who talks
_TALKS_MARKED = 0.1  # where heads look like nothing else
_TALKS_AT_LENGTH = 0.3  # where turns may run over several paragraphs
_OPENING = 0.5  # share of the text before the first turn
_TALK = re.compile(r"\?|\b(?:I|[Yy]ou|[Ww]e|[Mm]e|[Mm]y|[Yy]our|[Oo]ur|us|[Ll]et['’]s|[Tt]hanks?|[Yy]es|[Yy]eah|lol)\b")
_QUESTION = re.compile(r"\?[\"'”’)\]\s*_]*(?:\[[^\]]*\]\s*)?$")
_ADDRESSED = re.compile(r"\s*@?([^\W\d][^\s:,]{1,40})[:,]\s")
_LOOKED_BACK = 30  # messages
_FIELDS = frozenset(NO_SPEAKERS)
_INTERVIEW = frozenset((*ASKING, *ANSWERING))


def is_conversation(text: str) -> bool:
    """Whether a text is one: speakers come back, where a list of terms has each once, and they talk to each other."""
    return conversation_shape(text) is not None


def is_written_interview(text: str) -> bool:
    """Whether a Markdown text is a conversation, its speakers in strong words."""
    return is_fitting(text, STRONG)


def is_fitting(text: str, shape: Shape) -> bool:
    """Whether a text is a conversation in one shape."""
    return _fits(text, shape, turns(text, shape))


def conversation_shape(text: str) -> Shape | None:
    """The shape of a text that is a conversation; ``None`` of one that is none."""
    return next((shape for shape in SHAPES if is_fitting(text, shape)), None)


def conversation_layout(text: str, day: dt.date | None = None) -> Layout:
    """A block for each turn, up to where the next begins; what stands before the first turn is a paragraph.

    A turn is read as ``Speaker: words``, with the one before it where that is another speaker's and ends in a question.
    A line that holds a day, and nothing else, dates the turns below; ``day`` is that of the document.
    """
    shape = conversation_shape(text) or max(SHAPES, key=lambda s: len(turns(text, s)))
    found = turns(text, shape)
    dated = list(date_lines(text, day))
    heads = {turn.start for turn in found}
    dated = [(span, date) for span, date in dated if span.start not in heads]
    lines = {span for span, _ in dated}
    places = [span.start for span, _ in dated]
    moments = Moments((turn.moment for turn in found), day)
    blocks: list[Block] = []
    edits: list[Edit] = []
    for start, end, turn in _stretches(text, found, [span for span, _ in dated]):
        span = _trimmed(text, turn.name if turn else start, end)
        if span.start >= span.end:
            continue
        if turn is None:
            kind = BlockKind.HEADING if span in lines else BlockKind.PARAGRAPH
            blocks.append(Block(kind, span))
            continue
        edits += _edits(text, turn, span)
        line = bisect.bisect_right(places, turn.start) - 1
        blocks.append(_message(text, turn, span, moments, dated[line][1] if line >= 0 else None, day, blocks))
    if shape is STRONG:
        edits = sorted([*edits, *markdown_layout(text).edits], key=lambda e: (e.start, -e.end))
    return Layout(tuple(blocks), tuple(edits))


def _message(
    text: str,
    turn: Turn,
    span: Span,
    moments: Moments,
    above: dt.date | None,
    day: dt.date | None,
    before: Sequence[Block],
) -> Block:
    time = moments.read(turn.moment, above or day)
    if time is None and above is not None:
        time = dt.datetime.combine(above, dt.time())
    block = Block(BlockKind.MESSAGE, span, speaker=turn.speaker, time=time)
    asked = _answered(text[turn.words : span.end], turn.speaker, before)
    if asked is not None:
        question = before[asked].span
        if _QUESTION.search(NOTICE.sub("", text[question.start : question.end])):
            block = replace(block, lead=asked)
    return block


def _answered(said: str, speaker: str, before: Sequence[Block]) -> int | None:
    """The message that one may answer: the last of whom it addresses ("ann: yes"), else the one just before it, where
    that is another's.
    """
    backwards = (i for i in range(len(before) - 1, -1, -1) if before[i].kind is BlockKind.MESSAGE)
    messages = list(itertools.islice(backwards, _LOOKED_BACK))
    called = _ADDRESSED.match(said)
    name = called[1].casefold() if called is not None else ""
    of_them = [i for i in messages if before[i].speaker.casefold() == name]
    last = next(iter(of_them or messages), None)
    return last if last is not None and before[last].speaker != speaker else None


def _stretches(text: str, found: Sequence[Turn], lines: Sequence[Span]) -> Iterator[tuple[int, int, Turn | None]]:
    """The turns and what stands between them, in order, each up to where the next begins."""
    starts: list[tuple[int, int, Turn | None]] = [(turn.start, 1, turn) for turn in found]
    starts += [(line.start, 0, None) for line in lines]
    starts.sort(key=lambda s: s[:2])
    if not starts or starts[0][0] > 0:
        starts.insert(0, (0, 0, None))
    ends = [*(start for start, _, _ in starts[1:]), len(text)]
    at = {span.start: span for span in lines}
    for (start, _, turn), end in zip(starts, ends, strict=True):
        line = at.get(start)
        if turn is None and line is not None:
            yield start, line.end, None
            yield line.end, end, None
        else:
            yield start, end, turn


def _edits(text: str, turn: Turn, span: Span) -> list[Edit]:
    """What makes ``Speaker: words`` of a turn as it is written."""
    head = Edit(turn.name + len(turn.speaker), turn.words, ": ")
    notices = [Edit(*notice.span()) for notice in NOTICE.finditer(text, turn.words, span.end)]
    edits = [Edit(turn.start, turn.name)] if turn.start < turn.name else []
    aside = f" ({turn.aside})" if turn.aside else ""
    if head.end < span.end and text[head.start : head.end].rstrip() != f"{aside}:":
        edits.append(head)
    return [*edits, *notices]


def _fits(text: str, shape: Shape, found: Sequence[Turn]) -> bool:
    if len(found) < _FEWEST:
        return False
    counts = Counter(turn.speaker.casefold() for turn in found)
    again = sum(count for count in counts.values() if count > 1)
    fields = sum(count for label, count in counts.items() if _is_field(label))
    if len(counts) < _FOOTING or again < _MOSTLY * len(found) or fields > 0.2 * len(found):
        return False
    ends = [*(turn.start for turn in found[1:]), len(text)]
    said = [text[turn.words : end] for turn, end in zip(found, ends, strict=True)]
    talks = sum(1 for words in said if _TALK.search(words)) / len(found)
    if _covers(text, found):
        return talks >= (_TALKS_MARKED if shape.is_marked else _TALKS)
    interview = len(_INTERVIEW.intersection(label.split()[0] for label in counts)) >= _FOOTING
    at_length = shape.runs_on and (shape.is_marked or shape.head.pattern != SHAPES[-1].head.pattern or interview)
    return at_length and found[0].start <= _OPENING * len(text) and talks >= _TALKS_AT_LENGTH


def _is_field(label: str) -> bool:
    """Whether a label heads a field or a line of code: a letter alone is nobody but who asks or answers."""
    return bool(_FIELDS.intersection(label.split()[:1])) or (len(label) == 1 and label not in _INTERVIEW)


def _covers(text: str, found: Sequence[Turn]) -> bool:
    """Whether most lines, or most paragraphs, are heads of turns."""
    lines = sum(1 for line in text.splitlines() if line.strip())
    paragraphs = sum(1 for paragraph in re.split(r"\n[ \t]*\n", text) if paragraph.strip())
    return len(found) >= _OF_LINES * lines or (paragraphs >= _FEWEST and len(found) >= _OF_LINES * paragraphs)


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
