"""A document as it is read: its clean words, without what is stored but not read, and the way back to its text."""

from __future__ import annotations

import bisect
import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from timeweave.extraction.datelines import without_dateline
from timeweave.extraction.statements import Draft, is_evidence, leads_on
from timeweave.extraction.times.headings import dated_entries, dated_sections
from timeweave.extraction.times.timing import default_interval
from timeweave.language.sentences import sentence_spans, unread_spans
from timeweave.language.speakers import Speech
from timeweave.records import Block, BlockKind, Document, GivenFact, Layout, Span
from timeweave.temporal.interval import Interval

_LONGEST_TURN = 600  # characters; a longer turn of a conversation is read sentence by sentence
_UNDIVIDED = frozenset({BlockKind.MESSAGE, BlockKind.ROW})
_STANDS_BETWEEN = frozenset({BlockKind.CODE, BlockKind.ITEM})
_INTRODUCED = frozenset({BlockKind.ROW, BlockKind.MESSAGE, BlockKind.FOOTNOTE})
_NO_STATEMENT = frozenset({BlockKind.HEADING, BlockKind.HEADER_ROW, BlockKind.CODE})
_ENDS = '.!?…"”’»)'
_SHOWS = re.compile(  # what follows, and no more
    r"\b(?:this|these|following|below|such)\b(?:\W+\w+){0,3}\W*$|\b(?:run|type|use|write|do|add)\W*$"
    r"|^(?:for example|or|given)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?<!`)`([^`\n]{1,200})`(?!`)")


class Readable:
    """``document`` in clean words, with a line end in the place of each stretch that is not read.

    Most documents as they are.
    """

    def __init__(self, document: Document, layout: Layout) -> None:
        self._layout = layout
        self._clean = layout.clean(document.text)
        text = self._clean.text
        self._kept = [0]  # where each stretch that is kept begins, in the text that is read and in the clean words
        self._whole = [0]
        self._unread = unread_spans(text)
        parts = []
        for unread in self._unread:
            parts.append(text[self._whole[-1] : unread.start] + "\n")
            self._kept.append(self._kept[-1] + len(parts[-1]))
            self._whole.append(unread.end)
        self._stored = document.text
        self.document = document
        if parts:
            text = "".join([*parts, text[self._whole[-1] :]])
            self.document = replace(document, text=text, facts=self._facts(document))
        elif layout.edits:
            self.document = replace(document, text=text)

    def sentences(self) -> list[Span]:
        """The sentences that may be statements: a turn or a table's row is one; a heading, code, a dateline is none."""
        return list(without_dateline(self.document.text, self._sentences(), self.document.date))

    def _sentences(self) -> list[Span]:
        text = self.document.text
        if not self._layout.blocks:
            return sentence_spans(text)
        found: list[Span] = []
        for block, span in self.blocks():
            if block.kind in _UNDIVIDED and span.end - span.start <= _LONGEST_TURN:
                found.append(span)
            elif block.kind not in _NO_STATEMENT:
                inner = [
                    Span(span.start + s.start, span.start + s.end) for s in sentence_spans(text[span.start : span.end])
                ]
                last = text[inner[-1].start : inner[-1].end] if inner else " "
                found += inner[self._goes_on(block, text[span.start]) : len(inner) - self._is_cut(block, last)]
        return found

    def _goes_on(self, block: Block, first: str) -> bool:
        """Whether a paragraph begins with the rest of a sentence that code or a list stands in."""
        index = self._layout.index_at(block.span.start)
        before = self._layout.blocks[index - 1].kind if index else None
        return block.kind is BlockKind.PARAGRAPH and first.islower() and before in _STANDS_BETWEEN

    def _is_cut(self, block: Block, last: str) -> bool:
        """Whether a paragraph ends in the beginning of such a sentence, with no mark or with ":" after "this"."""
        index = self._layout.index_at(block.span.start)
        if block.kind is not BlockKind.PARAGRAPH or index is None or index + 1 >= len(self._layout.blocks):
            return False
        behind = self._layout.blocks[index + 1].kind
        if behind not in _STANDS_BETWEEN or last[-1] in _ENDS:
            return False
        if last[-1] == "," or leads_on(last):
            return True
        return behind is BlockKind.CODE and (last[-1] != ":" or _SHOWS.search(last) is not None)

    def listed(self, sentences: Iterable[Span]) -> frozenset[int]:
        """Where those of ``sentences`` begin that are read with what introduces them: items, rows, turns, notes."""
        spans = [span for block, span in self.blocks() if block.kind in _INTRODUCED or block.lead is not None]
        starts = [span.start for span in spans]
        found = ((s.start, bisect.bisect_right(starts, s.start) - 1) for s in sentences)
        return frozenset(start for start, i in found if i >= 0 and start < spans[i].end)

    def sections(self) -> list[tuple[Span, Interval]]:
        """The stretches of the text that is read which stand under a heading that tells their time."""
        return list(dated_sections(self.numbered(), self.document.text, self.document.date))

    def entries(self) -> list[tuple[Span, dt.date | None]]:
        """The stretches of a diary that is read, with the day of their entry; none where the text is no diary."""
        return dated_entries(self.numbered(), self.document.text, self.document.date)

    def speeches(self) -> list[tuple[Block, Speech]]:
        """The messages of a conversation, as what their speakers say in the text that is read."""
        return [
            (block, Speech(span, block.speaker)) for block, span in self.blocks() if block.kind is BlockKind.MESSAGE
        ]

    def leads(self) -> dict[int, Span]:
        """The sentence that introduces a list with a colon, in the text that is read, by where its items begin."""
        text = self.document.text
        places = {index: span for index, _, span in self.numbered()}
        found: dict[int, Span] = {}
        for _, block, span in self.numbered():
            lead = places.get(block.lead) if block.kind is BlockKind.ITEM and block.lead is not None else None
            if lead is not None and text[lead.start : lead.end].rstrip().endswith(":"):
                last = sentence_spans(text[lead.start : lead.end])[-1]
                found[span.start] = Span(lead.start + last.start, lead.start + last.end)
        return found

    def code(self) -> list[Span]:
        """The stretches within sentences that are marked as code."""
        if not self._layout.edits:
            return [Span(*match.span(1)) for match in _CODE.finditer(self.document.text)]
        found: list[Span] = []
        opened: int | None = None
        for edit in self._layout.edits:
            removed = self._stored[edit.start : edit.end]
            if opened is not None and removed.startswith("`"):
                clean = Span(self._clean.clean(opened), self._clean.clean(edit.start))
                found.append(_moved(clean, self._whole, self._kept))
                removed = removed.lstrip("`")
            opened = edit.end if removed.endswith("`") and not removed.endswith("```") else None
        return found

    def own_words(self) -> list[Span]:
        """The stretches that whoever wrote the document says himself: all but quotations."""
        if not self._layout.blocks:
            return [Span(0, len(self.document.text))]
        return [span for block, span in self.blocks() if block.kind is not BlockKind.QUOTATION]

    def said_here(self, sentences: Sequence[Span]) -> Sequence[Span]:
        """``sentences`` without those that a reply by mail quotes of messages before it, which have days and writers of
        their own; all of them where it says nothing else.
        """
        if not self.document.metadata.get("is_reply"):
            return sentences
        own = self.own_words()
        starts = [span.start for span in own]
        found = ((s, bisect.bisect_right(starts, s.start) - 1) for s in sentences)
        return [s for s, place in found if place >= 0 and s.end <= own[place].end] or sentences

    def blocks(self) -> Iterator[tuple[Block, Span]]:
        """The blocks with their places in the text that is read; none of what is not read."""
        return ((block, span) for _, block, span in self.numbered())

    def numbered(self) -> Iterator[tuple[int, Block, Span]]:
        """As `blocks`, with the index of each in the layout, by which others refer to it."""
        for index, block in enumerate(self._layout.blocks):
            clean = Span(self._clean.clean(block.span.start), self._clean.clean(block.span.end))
            span = _moved(clean, self._whole, self._kept)
            if span.start < span.end <= len(self.document.text) and self.restored(span) == block.span:
                yield index, block, span

    def unread(self) -> Iterator[Draft]:
        """What of the document is not read, as statements that are found by their words and say no more."""
        document, text = self.document, self._clean.text
        for stretch in self._unread:
            for piece in sentence_spans(text[stretch.start : stretch.end]):
                span = Span(stretch.start + piece.start, stretch.start + piece.end)
                sentence = text[span.start : span.end]
                if is_evidence(sentence, ()):
                    valid = default_interval(sentence, period=document.period, date=document.date)
                    yield Draft(self._clean.stored(span), valid, ())

    def restored(self, span: Span) -> Span:
        """Where a stretch of the text that is read stands in the stored text."""
        return self._clean.stored(_moved(span, self._kept, self._whole))

    def restore(self, drafts: Iterable[Draft]) -> None:
        """Give ``drafts`` the places that they have in the stored text."""
        if len(self._kept) > 1 or self._layout.edits:
            for draft in drafts:
                draft.span = self.restored(draft.span)
                draft.facts = [replace(found, span=self.restored(found.span)) for found in draft.facts]

    def _facts(self, document: Document) -> tuple[GivenFact, ...]:
        """The given facts that stand in what is read; the others are sentences of nobody there."""
        moved = (replace(fact, span=_moved(fact.span, self._whole, self._kept)) for fact in document.facts)
        back = zip(document.facts, moved, strict=True)
        return tuple(fact for whole, fact in back if self.restored(fact.span) == whole.span)


def _moved(span: Span, here: list[int], there: list[int]) -> Span:
    """The same place by other offsets; it goes where its stretch goes."""
    part = bisect.bisect_right(here, span.start) - 1
    moved = there[part] - here[part]
    return Span(span.start + moved, span.end + moved)
