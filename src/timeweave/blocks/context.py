"""What a sentence is to be read with: the words that introduce its list, the header of its row, the question that a
turn answers, the heading that it stands under.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from timeweave.blocks.tallies import is_tally
from timeweave.language.release_notes import release_of
from timeweave.language.sentences import sentence_spans
from timeweave.records import Block, BlockKind, Layout, Span

_LONGEST_LEAD = 240  # characters; more than that is no introduction
_LOOKED_BACK = 2_000  # characters of a long text, at the end of which an introduction may stand
_LONGEST_HEADING = 120
_LONGEST_LABEL = 80
_LEAST_CAPTION = 3  # words
_FRAGMENT = 8  # words, of which a paragraph without a full stop has no more that is a value and no sentence
_LEADING = frozenset({BlockKind.ITEM, BlockKind.MESSAGE, BlockKind.FOOTNOTE})

Words = Callable[[Span], str]
"""The clean words of a span of the document."""


def chunk_sentences(layout: Layout, sentences: Iterable[Span]) -> list[Span]:
    """What chunks are cut at: the sentences that are read, and headings, header rows and code as they stand."""
    found = set(sentences)
    starts = {span.start for span in found}
    found.update(b.span for b in layout.blocks if b.span.start not in starts and b.kind not in (BlockKind.MESSAGE,))
    merged: list[Span] = []
    for span in sorted(found, key=lambda s: (s.start, -s.end)):
        if not merged or span.start >= merged[-1].end:
            merged.append(span)
    return merged


def in_context(layout: Layout, text: str, span: Span) -> str:
    """The clean words of a span of ``text``, after what they are to be read with."""
    if not layout:
        return text[span.start : span.end]

    def words(place: Span) -> str:
        return layout.words(text[place.start : place.end], place.start)

    heading, caption = _heading(layout, words, span), label_of(layout, words, span)
    above = heading if caption in heading else f"{heading}{caption}"
    if cells := row_in_words(layout, words, span):
        return f"{above}{cells}"
    return f"{above}{lead_in(layout, words, span)}{words(span)}"


def lead_in(layout: Layout, words: Words, span: Span) -> str:
    """The words that introduce what stands in a span, with a blank after them; empty where nothing does."""
    block = layout.block_at(span.start)
    if block is None or block.kind not in _LEADING:
        return ""
    parts: list[str] = []
    while block is not None and block.lead is not None and len(parts) < 2:
        lead = layout.blocks[block.lead]
        said = _last_sentence(words(Span(max(lead.span.start, lead.span.end - _LOOKED_BACK), lead.span.end)))
        parts.append(said.rstrip(" :") + ":" if lead.kind is BlockKind.HEADING else said)
        block = lead if lead.kind is BlockKind.ITEM else None
    return "".join(f"{part} " for part in reversed(parts) if part) + _who_goes_on(layout.block_at(span.start), span)


def alone(text: str, lead: str, row: str) -> str:
    """Words as they are to be read alone: as a row under its header, or after what announces them, as the words before
    a list do.
    """
    return f"{lead if announces(lead) else ''}{row or text}"


def announces(lead: str) -> bool:
    """Whether words that introduce others announce them: "The members are:"."""
    return lead.rstrip().endswith(":")


def label_of(layout: Layout, words: Words, span: Span) -> str:
    """What stands above words that say too little alone, as a label: the heading over a paragraph that is no sentence
    ("Balance: " over "USD 191,776"), the caption, or else the heading, over a tally or a table of one row.
    """
    block, heading = layout.block_at(span.start), heading_of(layout, span.start)
    if block is None or block.span != span or block.kind not in (BlockKind.PARAGRAPH, BlockKind.ROW):
        return ""
    said, title = words(span).strip(), "" if heading is None else " ".join(words(heading.span).split())
    if block.kind is BlockKind.ROW or is_tally(said):
        if block.kind is BlockKind.ROW and not _is_only_row(layout, block):
            return ""
        title = _caption(layout, words, block) or title
    elif len(said.split()) > _FRAGMENT or said[-1:] in ".!?:;":
        return ""
    return f"{title.rstrip(' :')}: " if 0 < len(title) <= _LONGEST_LABEL else ""


def _is_only_row(layout: Layout, row: Block) -> bool:
    """Whether a table has no other row."""
    index = layout.index_at(row.span.start)
    if index is None or row.lead != index - 1:
        return False
    return index + 1 == len(layout.blocks) or layout.blocks[index + 1].lead != row.lead


def _caption(layout: Layout, words: Words, block: Block) -> str:
    """The few words that stand alone just above a tally or a table; empty where a sentence or nothing does."""
    first = block.lead if block.kind is BlockKind.ROW else layout.index_at(block.span.start)
    if not first or layout.blocks[first - 1].kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM):
        return ""
    said = " ".join(words(layout.blocks[first - 1].span).split())
    return said if len(said.split()) >= _LEAST_CAPTION and said[-1] not in ".!;" else ""


def row_in_words(layout: Layout, words: Words, span: Span) -> str:
    """A table's row with the header of each cell: ``Quarter: Q1 2024; Revenue: $5 million``."""
    block = layout.block_at(span.start)
    if block is None or block.kind is not BlockKind.ROW or block.lead is None:
        return ""
    header = [words(cell).strip() for cell in layout.blocks[block.lead].cells]
    cells = [words(cell).strip() for cell in block.cells]
    if len(header) < len(cells):
        header += [""] * (len(cells) - len(header))
    pairs = zip(header, cells, strict=False)
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)


def heading_of(layout: Layout, offset: int) -> Block | None:
    """The heading that a character of the document stands under."""
    block = layout.block_at(offset)
    return layout.blocks[block.heading] if block is not None and block.heading is not None else None


def _who_goes_on(block: Block | None, span: Span) -> str:
    """The speaker of a sentence that is not the first of its turn."""
    return f"{block.speaker}: " if block is not None and block.speaker and span.start > block.span.start else ""


def _heading(layout: Layout, words: Words, span: Span) -> str:
    heading, block = heading_of(layout, span.start), layout.block_at(span.start)
    if heading is None:
        return ""
    version = _version_above(layout, words, heading)
    if block is not None and block.lead == block.heading:
        return version
    title = " ".join(words(heading.span).split())
    return f"{version}{title}: " if len(title) <= _LONGEST_HEADING else version


def _version_above(layout: Layout, words: Words, heading: Block) -> str:
    """The heading of release notes under which a heading stands: "Fixed" is of "0.28.1 (6 December 2024)"."""
    for index in layout.headings_above(heading):
        title = " ".join(words(layout.blocks[index].span).split())
        if release_of(title) is not None:
            return f"{title}: "
    return ""


def _last_sentence(words: str) -> str:
    spans = sentence_spans(words)
    last = words[spans[-1].start : spans[-1].end] if spans else ""
    return last if len(last) <= _LONGEST_LEAD else ""
