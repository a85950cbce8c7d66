"""A list with the words that introduce it: "The new directors are: A; B; C"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.extractive.clauses import count_words
from timeweave.answering.extractive.sentences import may_answer
from timeweave.answering.proposals import Proposal
from timeweave.language.sentences import sentence_spans
from timeweave.records import BlockKind, Citation, Layout, Span
from timeweave.results import Value

_LOOKED_AT = 4  # of the nearest sentences
_LONGEST = 58  # words
_MOST = 20  # items
_LEADING = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTATION)


def propose_lists(context: AnswerContext) -> Iterable[Proposal]:
    """The whole list, where one of the nearest sentences introduces one or is an item of it."""
    seen: set[tuple[int, int]] = set()
    for line in may_answer(context)[:_LOOKED_AT]:
        layout = context.view.layout(line.info.ordinal)
        lead = _lead_of(layout, line)
        if lead is None or (line.info.ordinal, lead) in seen:
            continue
        seen.add((line.info.ordinal, lead))
        yield from _proposed(context, line, layout, lead)


def _lead_of(layout: Layout, line: Line) -> int | None:
    """The block that introduces the list to which a line belongs."""
    index = layout.index_at(line.statement.span.start)
    if index is None:
        return None
    block = layout.blocks[index]
    if block.kind is BlockKind.ITEM and block.lead is not None:
        return block.lead
    return index if block.kind in _LEADING and line.text.rstrip().endswith(":") else None


def _proposed(context: AnswerContext, line: Line, layout: Layout, lead: int) -> Iterator[Proposal]:
    items = [b for b in layout.blocks[lead:] if b.lead == lead and b.kind is BlockKind.ITEM]
    if not 2 <= len(items) <= _MOST:
        return
    place = Span(layout.blocks[lead].span.start, items[-1].span.end)
    stored = context.view.text(line.info.ordinal, place)
    clean = layout.clean(stored, place.start)
    introduced = clean.text[: clean.clean(layout.blocks[lead].span.end)]
    begins = sentence_spans(introduced)[-1].start if introduced.strip() else 0
    words = [" ".join(clean.text[clean.clean(i.span.start) : clean.clean(i.span.end)].split()) for i in items]
    said = f"{' '.join(introduced[begins:].split())} {'; '.join(w.rstrip(';,.') for w in words)}".strip()
    if count_words(said) > _LONGEST:
        return
    start = clean.stored(Span(begins, begins + 1)).start
    citation = Citation(line.info.id, line.chunk_id, start, place.end, stored[start - place.start :])
    values = tuple(Value(None, "", word, None, None, 0) for word in words)
    answer = context.quoting(said, values, (citation,))
    yield Proposal("list", answer, {"list items": len(items) / 10})
