"""Document → `Extraction`: chunks, statements, mentions, alias claims, facts; a function of that document alone."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.blocks import chunk_sentences, read_layout
from timeweave.chunking import chunk
from timeweave.extraction.amounts.measuring import measure_facts
from timeweave.extraction.readable import Readable
from timeweave.extraction.relations.given import given_statements
from timeweave.extraction.relations.relating import relation_facts
from timeweave.extraction.statements import Draft, is_evidence
from timeweave.extraction.times.discourse_time import DiscourseTime
from timeweave.extraction.times.expressions import ExpressionsBySentence
from timeweave.extraction.times.fiscal import add_fiscal_facts, fiscal_years
from timeweave.extraction.times.narrative import Placed, Told, placed, told_stretches
from timeweave.extraction.times.timing import default_interval, stated_interval
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.coreference import ReferenceResolver
from timeweave.language.mentions import NamedMention, Names, find_names, tickers
from timeweave.language.names import canonical_key
from timeweave.language.sentences import paragraph_breaks
from timeweave.records import Chunk, Document, EntityId, Extraction, Fact, FactId, Mention, Span, Statement, Support
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Interval


def extract(document: Document) -> Extraction:
    """All that rules find in ``document``: no model of language is asked, and nothing but the document is looked at."""
    layout = read_layout(document)
    read = Readable(document, layout)
    sentences = read.sentences()
    chunks = chunk(document, sentences=chunk_sentences(layout, map(read.restored, sentences)) if layout else None)
    prose = outside_given(read.document, sentences)
    names = find_names(read.document, prose)
    fiscal = fiscal_years(read.document, names)
    drafts = list(_prose_drafts(read.document, prose, names, fiscal.calendar))
    read.restore(drafts)
    fiscal = replace(fiscal, starts=tuple((e, c, p and read.restored(p)) for e, c, p in fiscal.starts))
    drafts += [*given_statements(document), *read.unread()]
    drafts.sort(key=lambda d: (d.span.start, d.span.end))
    add_fiscal_facts(fiscal, drafts)
    facts, supports = _merged(drafts)
    return Extraction(
        chunks=chunks,
        statements=_statements(drafts, chunks),
        mentions=_counted(document, names, drafts),
        aliases=names.aliases,
        facts=facts,
        supports=supports,
        layout=layout,
    )


def outside_given(document: Document, sentences: list[Span]) -> list[Span]:
    """The sentences that are not a line of given triples."""
    if not document.facts:
        return sentences
    starts = sorted(f.span.start for f in document.facts)
    ends = sorted(f.span.end for f in document.facts)
    return [s for s in sentences if bisect.bisect_left(starts, s.end) == bisect.bisect_right(ends, s.start)]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What reading one sentence after another needs to know of the document.

    In a report by its own subject, figures and offices without a name are the subject's.
    """

    document: Document
    names: Names
    references: ReferenceResolver
    is_report: bool
    discourse: DiscourseTime


def _prose_drafts(
    document: Document, sentences: Sequence[Span], names: Names, fiscal: FiscalCalendar | None
) -> Iterator[Draft]:
    if not sentences:
        return
    references = ReferenceResolver(names, document.text, speaks_for_subject=bool(document.entities))
    is_report = bool(document.entities) and (document.period is not None or bool(tickers(document)))
    reader = _Reader(document, names, references, is_report, DiscourseTime(document.period if is_report else None))
    found = ExpressionsBySentence(document, fiscal)
    expressions = [found.within(span) for span in sentences]
    story = _story(document, sentences, expressions)
    end = 0
    for index, span in enumerate(sentences):
        if "\n\n" in document.text[end : span.start]:
            reader.discourse.stop()
        end = span.end
        mentions = references.resolve(span, names.within(span))
        sentence = document.text[span.start : span.end]
        if is_evidence(sentence, mentions):
            yield _read(reader, span, mentions, expressions[index], story[index] if story else None)


def _story(
    document: Document, sentences: Sequence[Span], expressions: Sequence[Sequence[TimeExpression]]
) -> list[Placed]:
    """The times of the sentences of a narrative; none where the document has a date or period to count from."""
    if document.period is not None or document.date is not None:
        return []
    text = document.text
    breaks = paragraph_breaks(text, sentences)
    told = []
    for index, span in enumerate(sentences):
        sentence, opens = text[span.start : span.end], breaks[index]
        found = told_stretches(sentence, expressions[index])
        told.append(Told(sentence, found, opens, opens and breaks[index + 1]))
    return placed(told)


def _read(
    reader: _Reader,
    span: Span,
    mentions: tuple[NamedMention, ...],
    expressions: list[TimeExpression],
    place: Placed | None,
) -> Draft:
    document, names = reader.document, reader.names
    sentence = document.text[span.start : span.end]
    if place is not None:
        valid = place.valid
        time = SentenceTime(sentence, expressions, place.event, None, carried=place.carried)
    else:
        valid = _reported(reader, sentence, expressions)
        time = SentenceTime(sentence, expressions, valid, document.date, document.period)
    about = names.subject if document.entities else None
    reporting = about if reader.is_report else None
    draft = Draft(span, valid, _entities(mentions, about))
    draft.facts.extend(measure_facts(span, time, mentions, names.subject, reporting))
    draft.facts.extend(relation_facts(document.text, span, time, mentions, reporting))
    return draft


def _reported(reader: _Reader, sentence: str, expressions: list[TimeExpression]) -> Interval | None:
    """When a sentence of a report or of news speaks of."""
    document = reader.document
    valid = stated_interval(sentence, expressions, period=document.period)
    discourse = reader.discourse.over(sentence) if valid is None else None
    reader.discourse.follow(sentence, valid, named=valid is not None)
    return valid or discourse or default_interval(sentence, period=document.period, date=document.date)


def _entities(mentions: Sequence[NamedMention], context: EntityId | None) -> tuple[EntityId, ...]:
    """Those mentioned, and the one whose document this is: first where the sentence says "we" or names nobody."""
    found = list(dict.fromkeys(m.entity for m in mentions))
    if context is not None:
        if not found or any(m.entity == context for m in mentions):
            found = [context, *(e for e in found if e != context)]
        else:
            found.append(context)
    return tuple(found)


def _statements(drafts: Sequence[Draft], chunks: Sequence[Chunk]) -> tuple[Statement, ...]:
    ends = [c.span.end for c in chunks]
    return tuple(
        Statement(i, min(bisect.bisect_right(ends, d.span.start), max(len(chunks) - 1, 0)), d.span, d.valid, d.entities)
        for i, d in enumerate(drafts)
    )


def _merged(drafts: Sequence[Draft]) -> tuple[tuple[Fact, ...], tuple[Support, ...]]:
    """Each fact once, in order of its first support, and every place that states it."""
    facts: dict[FactId, Fact] = {}
    supports: dict[tuple[FactId, int, Span], Support] = {}
    for index, draft in enumerate(drafts):
        for found in draft.facts:
            facts.setdefault(found.fact.id, found.fact)
            support = Support(found.fact.id, index, found.span, found.confidence, found.observed)
            supports.setdefault((support.fact, index, support.span), support)
    return tuple(facts.values()), tuple(supports.values())


def _counted(document: Document, names: Names, drafts: Sequence[Draft]) -> tuple[Mention, ...]:
    counts = Counter((m.entity, m.surface, m.type) for m in names.mentions)
    for name in document.entities:
        key = canonical_key(name)
        if key:
            counts[key, name.strip(), names.types.get(key, "")] += 1
    for draft in drafts:
        counts.update(draft.named)
    unnamed = {e for d in drafts for e in d.entities} - {entity for entity, _, _ in counts}
    counts.update((e, document.title if e == names.subject else str(e), names.types.get(e, "")) for e in unnamed)
    return tuple(Mention(entity, surface, kind, count) for (entity, surface, kind), count in sorted(counts.items()))
