"""A document without what is stored but not read, and the way back to where things stand in it."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Iterator
from dataclasses import replace

from timeweave.extraction.statements import Draft, is_evidence
from timeweave.extraction.times.timing import default_interval
from timeweave.language.sentences import sentence_spans, unread_spans
from timeweave.records import Document, GivenFact, Span


class Readable:
    """``document`` with a line end in the place of each stretch that is not read; most documents as they are."""

    def __init__(self, document: Document) -> None:
        self._kept = [0]  # where each stretch that is kept begins, in the text that is read and in the whole
        self._whole = [0]
        self._unread = unread_spans(document.text)
        parts = []
        for unread in self._unread:
            parts.append(document.text[self._whole[-1] : unread.start] + "\n")
            self._kept.append(self._kept[-1] + len(parts[-1]))
            self._whole.append(unread.end)
        if not parts:
            self.document = document
            return
        text = "".join([*parts, document.text[self._whole[-1] :]])
        self.document = replace(document, text=text, facts=self._facts(document))

    def unread(self, document: Document) -> Iterator[Draft]:
        """What of the whole ``document`` is not read, as statements that are found by their words and say no more."""
        for stretch in self._unread:
            for piece in sentence_spans(document.text[stretch.start : stretch.end]):
                span = Span(stretch.start + piece.start, stretch.start + piece.end)
                sentence = document.text[span.start : span.end]
                if is_evidence(sentence, ()):
                    yield Draft(span, default_interval(sentence, period=document.period, date=document.date), ())

    def restored(self, span: Span) -> Span:
        """Where a stretch of the text that is read stands in the whole."""
        return _moved(span, self._kept, self._whole)

    def restore(self, drafts: Iterable[Draft]) -> None:
        """Give ``drafts`` the places that they have in the whole document."""
        if len(self._kept) > 1:
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
