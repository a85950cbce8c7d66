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
from timeweave.blocks.turns import MARKED_UP, NOTICE, SHAPES, Shape, Turn, turns
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
_SPEAKS = re.compile(r"\?|\bI\b|\b[Mm]e\b|\b[Tt]hank")  # as a person does, and a timetable or a status page does not
_QUESTION = re.compile(r"\?[\"'”’)\]\s*_]*(?:\[[^\]]*\]\s*)?(?:</\w+>\s*)*$")
_ADDRESSED = re.compile(r"\s*(?:[_*]*@([^\W\d][^\s:,_*<]{1,40})|([^\W\d][^\s:,]{1,40})[:,]\s)")
_EMOJI = re.compile(r"[ \t]{0,3}(?<![\w:])(?::[a-z+-][a-z0-9_+-]*:\s?){1,9}(?=\s*(?:</?\w|\n|$))")
_MARKED = re.compile(r"[*_`&<\[\\]")
_AT_ONCE = dt.timedelta(minutes=2)
_LONGEST_TURN = 300  # characters of what is sent at once
_BREAK = re.compile(r"\n[ \t]*\n")  # between paragraphs
_LOOKED_BACK = 30  # messages
_FIELDS = frozenset(NO_SPEAKERS)
_INTERVIEW = frozenset((*ASKING, *ANSWERING))


def is_conversation(text: str) -> bool:
    """Whether a text is one: speakers come back, where a list of terms has each once, and they talk to each other."""
    return conversation_shape(text) is not None


def is_written_interview(text: str) -> bool:
    """Whether a Markdown text is a conversation, its speakers in strong words or above what they say."""
    return any(is_fitting(text, shape) for shape in MARKED_UP)


def is_fitting(text: str, shape: Shape) -> bool:
    """Whether a text is a conversation in one shape."""
    return _fits(text, shape, turns(text, shape))


def conversation_shape(text: str) -> Shape | None:
    """The shape of a text that is a conversation; ``None`` of one that is none."""
    return next((shape for shape in SHAPES if is_fitting(text, shape)), None)


def conversation_layout(text: str, day: dt.date | None = None, *, in_markdown: bool = False) -> Layout:
    """A block for each turn, up to where the next begins; what stands before the first turn is a paragraph.

    A turn is read as ``Speaker: words``, with the one before it where that is another speaker's and ends in a question.
    A line that holds a day, and nothing else, dates the turns below; ``day`` is that of the document. What is said may
    be marked up ``in_markdown``, each turn by itself.
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
    said = 0
    for start, end, turn in _stretches(text, found, [span for span, _ in dated]):
        span = _trimmed(text, turn.name if turn else start, end)
        if span.start >= span.end or (turn is not None and turn.words >= span.end):
            continue
        if turn is None:
            kind = BlockKind.HEADING if span in lines else BlockKind.PARAGRAPH
            blocks.append(Block(kind, span))
            continue
        line = bisect.bisect_right(places, turn.start) - 1
        message = _message(text, turn, span, moments, dated[line][1] if line >= 0 else None, day, blocks)
        if (in_markdown or shape in MARKED_UP) and _MARKED.search(text, turn.words, span.end):
            edits += _marks(text, turn.words, span.end)
        said += span.end - turn.words
        if blocks and said <= _LONGEST_TURN and _goes_on(blocks[-1], message):
            blocks[-1] = replace(blocks[-1], span=Span(blocks[-1].span.start, span.end))
            edits += [Edit(turn.start, turn.words, " "), *_unsaid(text, turn.words, span.end)]
        else:
            edits += _edits(text, turn, span)
            blocks.append(message)
            said = span.end - turn.words
    edits.sort(key=lambda e: (e.start, -e.end))
    return Layout(tuple(_in_words(block, text, edits) for block in blocks), tuple(edits))


def _goes_on(before: Block, message: Block) -> bool:
    """Whether who sent one message sends the next at once, as the rest of what is said: in a chat a line is no turn."""
    if before.speaker != message.speaker or before.time is None or message.time is None:
        return False
    at_once = dt.timedelta() <= message.time - before.time <= _AT_ONCE
    return at_once and before.time.date() == message.time.date()


def _marks(text: str, start: int, end: int) -> Iterator[Edit]:
    """The mark-up within what somebody says."""
    for edit in markdown_layout(text[start:end], is_declared=False).edits:
        yield Edit(edit.start + start, edit.end + start, edit.words)


def _in_words(block: Block, text: str, edits: Sequence[Edit]) -> Block:
    """A block that ends with the last of its words: not with marks behind them, which are not read."""
    end = block.span.end
    at = bisect.bisect_left(edits, end, key=lambda edit: edit.start) - 1
    while at >= 0 and edits[at].end >= end and not edits[at].words.strip():
        end = _trimmed(text, block.span.start, edits[at].start).end
        at -= 1
    return replace(block, span=Span(block.span.start, end)) if block.span.start < end < block.span.end else block


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
        if _QUESTION.search(_EMOJI.sub("", NOTICE.sub("", text[question.start : question.end]))):
            block = replace(block, lead=asked)
    return block


def _answered(said: str, speaker: str, before: Sequence[Block]) -> int | None:
    """The message that one may answer: the last of whom it addresses ("ann: yes"), else the one just before it, where
    that is another's.
    """
    backwards = (i for i in range(len(before) - 1, -1, -1) if before[i].kind is BlockKind.MESSAGE)
    messages = list(itertools.islice(backwards, _LOOKED_BACK))
    called = _ADDRESSED.match(said)
    name = (called[1] or called[2]).casefold() if called is not None else ""
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
    edits = [Edit(turn.start, turn.name)] if turn.start < turn.name else []
    aside = f" ({turn.aside})" if turn.aside else ""
    if head.end < span.end and text[head.start : head.end].rstrip() != f"{aside}:":
        edits.append(head)
    return [*edits, *_unsaid(text, turn.words, span.end)]


def _unsaid(text: str, start: int, end: int) -> Iterator[Edit]:
    """What nobody says within a message: notices of the server, pictures by their names."""
    return (Edit(*m.span()) for pattern in (NOTICE, _EMOJI) for m in pattern.finditer(text, start, end))


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
    if shape.is_named and not any(map(_SPEAKS.search, said)):
        return False
    if _covers(text, found):
        return talks >= (_TALKS_MARKED if shape.is_marked else _TALKS)
    interview = len(_INTERVIEW.intersection(label.split()[0] for label in counts)) >= _FOOTING
    at_length = shape.runs_on and (shape.is_marked or shape.head.pattern != SHAPES[-1].head.pattern or interview)
    return at_length and found[0].start <= _OPENING * len(text) and talks >= _TALKS_AT_LENGTH


def _is_field(label: str) -> bool:
    """Whether a label heads a field or a line of code: a letter alone is nobody but who asks or answers."""
    return bool(_FIELDS.intersection(label.split()[:1])) or (len(label) == 1 and label not in _INTERVIEW)


def _covers(text: str, found: Sequence[Turn]) -> bool:
    """Whether most lines, or most paragraphs, are heads of turns; a head that is a paragraph goes with its words."""
    lines = sum(1 for line in text.splitlines() if line.strip())
    apart = sum(1 for turn in found if _BREAK.search(text, turn.start, turn.words))
    paragraphs = sum(1 for paragraph in _BREAK.split(text) if paragraph.strip()) - apart
    return len(found) >= _OF_LINES * lines or (paragraphs >= _FEWEST and len(found) >= _OF_LINES * paragraphs)


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
