"""A list with the words that introduce it: "The new directors are: A; B; C"; of one too long to quote the heads of its
items, of "three goals" the headings below.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import count_words
from timeweave.answering.extractive.sentences import may_answer, read_again
from timeweave.answering.proposals import Proposal
from timeweave.language.sentences import sentence_spans
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import MEASURED, NUMBERS
from timeweave.records import BlockKind, Citation, Layout, Span
from timeweave.results import Value

_LOOKED_AT = 4  # of the nearest sentences, and of those that the reader likes best
_LONGEST = 58  # words
_LONGEST_HEAD = 12  # words of an item that stand for it
_MOST = 20  # items
_LEADING = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTATION)
_SEVERAL = {word: number for word, number in NUMBERS.items() if 2 <= number <= _MOST}
_ANNOUNCED = lazily(
    rf"\b(?P<number>{any_of(_SEVERAL)}|[2-9]|1\d) (?!(?:{any_of(MEASURED)})\b)"
    r"(?:[\w’'-]+ ){0,3}?[a-z]{2,}s\b(?=[^.:]{0,80}[.:]?$)",
    re.IGNORECASE,
)
_EXPLAINED = r":(?=\s)|\s[–—-]\s"
_HEAD = lazily(rf"^(?P<head>.{{2,120}}?)(?:{_EXPLAINED}|[.!?](?=\s))")
_TERM = lazily(rf"^(?P<head>[^.!?]{{2,80}}?)(?:{_EXPLAINED})")
_NUMBERED = lazily(r"^(?:\(?(?:\d{1,2}|[a-zA-Z])[.)]|#\d{1,2}:?)\s+")


@dataclass(frozen=True, slots=True)
class _List:
    """The block that introduces a list, the spans of its items, and the kind of block that they are."""

    lead: int
    items: tuple[Span, ...]
    kind: BlockKind = BlockKind.ITEM


def propose_lists(context: AnswerContext) -> Iterable[Proposal]:
    """The list, where one of the nearest sentences introduces one or is an item of it."""
    near = may_answer(context)
    seen: set[tuple[int, int]] = set()
    for line in dict.fromkeys((*near[:_LOOKED_AT], *read_again(near, context)[:_LOOKED_AT])):
        layout = context.view.layout(line.info.ordinal)
        found = _list_of(layout, line, context)
        if found is not None and (line.info.ordinal, found.lead) not in seen:
            seen.add((line.info.ordinal, found.lead))
            yield from _proposed(context, line, layout, found)


def _list_of(layout: Layout, line: Line, context: AnswerContext) -> _List | None:
    """The list to which a line belongs, as an item or as what announces it."""
    index = layout.index_at(line.statement.span.start)
    if index is None:
        return None
    block = layout.blocks[index]
    if block.kind is BlockKind.ITEM and block.lead is not None:
        return _items(layout, block.lead)
    if block.kind not in _LEADING:
        return None
    items = _items(layout, index) if line.text.rstrip().endswith(":") else None

    def is_numbered(place: Span) -> bool:
        said = layout.words(context.view.text(line.info.ordinal, place), place.start)
        return _NUMBERED.match(said.strip()) is not None

    return items or _announced(layout, index, line, is_numbered)


def _items(layout: Layout, lead: int) -> _List | None:
    items = tuple(b.span for b in layout.blocks[lead:] if b.lead == lead and b.kind is BlockKind.ITEM)
    return _List(lead, items) if 2 <= len(items) <= _MOST else None


def _announced(layout: Layout, lead: int, line: Line, is_numbered: Callable[[Span], bool]) -> _List | None:
    """What follows a sentence that announces a number of things, where there are as many: the items of the next list,
    the headings of the sections below, where they are numbered or a colon leads to them, or the paragraphs.
    """
    is_led = line.text.rstrip().endswith(":")
    numbers = {
        _SEVERAL.get(m["number"].casefold()) or int(m["number"]) for m in _ANNOUNCED.finditer(line.text.rstrip())
    }
    below = layout.blocks[lead + 1 :]
    first = below[0] if below and below[0].kind in (BlockKind.HEADING, BlockKind.ITEM) else None
    if not numbers or not below:
        return None
    if first is not None:
        place = (first.kind, first.level, first.lead, layout.blocks[lead].heading if first.level else None)
        found = [b.span for b in below if (b.kind, b.level, b.lead, b.heading if first.level else None) == place]
        if len(found) not in numbers:
            return None
        if is_led or first.kind is BlockKind.ITEM or all(map(is_numbered, found)):
            return _List(lead, tuple(found), first.kind)
        return None
    if not is_led:
        return None
    run = itertools.takewhile(lambda b: b.kind is BlockKind.PARAGRAPH, below)
    paragraphs = tuple(b.span for b in run)
    fitting = (_List(lead, paragraphs[:n], BlockKind.PARAGRAPH) for n in sorted(numbers) if len(paragraphs) >= n)
    return next(fitting, None)


def _proposed(context: AnswerContext, line: Line, layout: Layout, found: _List) -> Iterator[Proposal]:
    lead = layout.blocks[found.lead].span
    place = Span(lead.start, found.items[-1].end)
    stored = context.view.text(line.info.ordinal, place)
    clean = layout.clean(stored, place.start)
    introduced = clean.text[: clean.clean(lead.end)]
    begins = sentence_spans(introduced)[-1].start if introduced.strip() else 0
    words = [" ".join(clean.text[clean.clean(i.start) : clean.clean(i.end)].split()) for i in found.items]
    opening = re.sub(r"\.$", ":", " ".join(introduced[begins:].split()))
    told = [_NUMBERED.sub("", word).rstrip(";,.") for word in words]
    options = [_heads(told, _TERM)] if found.kind is BlockKind.PARAGRAPH else [told, _heads(told, _HEAD)]
    listed = (f"{opening} {'; '.join(items)}".strip() for items in options if items)
    said = next((words for words in listed if count_words(words) <= _LONGEST), None)
    if said is None:
        return
    start = clean.stored(Span(begins, begins + 1)).start
    whole = Citation(line.info.id, line.chunk_id, start, place.end, stored[start - place.start :])
    cited = _each(context, line, lead, found.items) if found.kind is BlockKind.HEADING else (whole,)
    values = tuple(Value(None, "", word, None, None, 0) for word in words)
    yield Proposal("list", context.quoting(said, values, cited), {"list items": len(found.items) / 10})


def _heads(items: Sequence[str], form: re.Pattern[str]) -> Sequence[str]:
    """What each item begins with, where all are short or explained by what follows: "Air, to format code: it is …"."""
    heads = [match["head"] if (match := form.match(item)) else item for item in items]
    return heads if all(count_words(head) <= _LONGEST_HEAD for head in heads) else ()


def _each(context: AnswerContext, line: Line, lead: Span, items: Sequence[Span]) -> tuple[Citation, ...]:
    """The places of what announces sections, and of their headings."""
    chunks = context.view.chunks(line.info.ordinal)
    text = partial(context.view.text, line.info.ordinal)
    within = ((span, next((c for c in chunks if c.span.start <= span.start < c.span.end), None)) for span in items)
    headed = (Citation(line.info.id, c.id, s.start, s.end, text(s)) for s, c in within if c is not None)
    return (Citation(line.info.id, line.chunk_id, lead.start, lead.end, text(lead)), *headed)
