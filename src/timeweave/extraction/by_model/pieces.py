"""What a model is shown of a document: a piece for a chunk, each word once, with what rules know already."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from timeweave.extraction.pipeline import outside_given
from timeweave.language.sentences import sentence_spans, unread_spans
from timeweave.language.tokens import count_tokens
from timeweave.records import Document, Extraction, Fact, Span
from timeweave.temporal.interval import Interval

_MOST_KNOWN = 200  # tokens of known facts; those that come after are dropped when the answer repeats them
_SHORT = 1200  # characters, about a quarter of a chunk
_BREAKS = str.maketrans({"\n": " ", "\r": " ", "|": "/"})


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a document that one call is about: ``span`` of its text, from ``chunk`` on, and ``known`` facts."""

    document: Document
    chunk: int
    span: Span
    known: str

    @property
    def text(self) -> str:
        """The words."""
        return self.document.text[self.span.start : self.span.end]

    @property
    def about(self) -> str:
        """What is known of the document as a whole, as lines."""
        document = self.document
        lines = {
            "title": document.title,
            "published": "" if document.date is None else document.date.isoformat(),
            "period": "" if document.period is None else str(document.period),
            "subject": document.entities[0] if document.entities else "",
        }
        return "\n".join(f"{name}: {value.translate(_BREAKS)}" for name, value in lines.items() if value.strip())

    def sections(self, types: Sequence[str], found: str | None = None) -> Mapping[str, str]:
        """The sections of the prompt; ``found`` is what a first pass has found."""
        before = {"about": self.about, "types": ", ".join(types), "known": self.known}
        return {**before, **({} if found is None else {"found": found}), "text": self.text}


def pieces(document: Document, extraction: Extraction) -> list[Piece]:
    """The pieces to ask about, in order.

    What two chunks share is shown with the first; what is short goes with the piece before it, since a call costs as
    much as some hundred words. Lines of given triples are not asked about: their source has said what they mean. Nor
    is what rules leave unread.
    """
    sentences = _read(document.text, outside_given(document, sentence_spans(document.text)))
    starts, ends = [s.start for s in sentences], [s.end for s in sentences]
    known = _known_lines(document, extraction)
    found: list[tuple[int, Span, list[str]]] = []
    end = 0
    for chunk in extraction.chunks:
        start = max(chunk.span.start, end)
        end = max(chunk.span.end, end)
        inside = sentences[bisect.bisect_right(ends, start) : bisect.bisect_left(starts, end)]
        if not inside:
            continue
        span = Span(max(start, inside[0].start), min(end, inside[-1].end))
        if found and span.end - span.start < _SHORT:
            index, before, lines = found.pop()
            found.append((index, Span(before.start, span.end), lines + known.get(chunk.index, [])))
        else:
            found.append((chunk.index, span, known.get(chunk.index, [])))
    return [Piece(document, index, span, _shortened(lines)) for index, span, lines in found]


def _read(text: str, sentences: Sequence[Span]) -> list[Span]:
    """Those that begin in what of ``text`` is read."""
    unread = unread_spans(text)
    starts = [stretch.start for stretch in unread]
    before = (bisect.bisect_right(starts, s.start) - 1 for s in sentences)
    return [s for s, i in zip(sentences, before, strict=True) if i < 0 or s.start >= unread[i].end]


def fact_line(subject: str, relation: str, value: str, time: str | None) -> str:
    """``subject | relation | object | time`` on one line, without the last where there is none."""
    parts = (subject, relation, value, *([time] if time else []))
    return " | ".join(part.translate(_BREAKS).strip() for part in parts)


def _known_lines(document: Document, extraction: Extraction) -> dict[int, list[str]]:
    """What rules have found in each chunk."""
    facts = {fact.id: fact for fact in extraction.facts}
    by_chunk: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for support in extraction.supports:
        if (fact := facts.get(support.fact)) is not None:
            by_chunk[extraction.statements[support.statement].chunk][_line(fact, document.period)] = None
    return {chunk: list(lines) for chunk, lines in by_chunk.items()}


def _line(fact: Fact, usual: Interval | None) -> str:
    """A known fact; its time is left out where it is the document's own, as most are."""
    time = None if fact.valid is None or fact.valid == usual else str(fact.valid)
    return fact_line(fact.subject, fact.relation, fact.object, time)


def _shortened(lines: Sequence[str]) -> str:
    kept, left = [], _MOST_KNOWN
    for line in dict.fromkeys(lines):
        left -= count_tokens(line) + 1
        if left < 0:
            break
        kept.append(line)
    return "\n".join(kept)
