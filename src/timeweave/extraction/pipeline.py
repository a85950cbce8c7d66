"""Document → `Extraction`: chunks, statements, mentions, alias claims, facts; a function of that document alone."""

from __future__ import annotations

import bisect
import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from timeweave.blocks import chunk_sentences, read_layout
from timeweave.chunking import chunk
from timeweave.embedding.minilm import load
from timeweave.extraction.amounts.measuring import measure_facts
from timeweave.extraction.issuing import Issuer, is_of_meeting, issuer_of
from timeweave.extraction.readable import Readable
from timeweave.extraction.relations.attendance import add_attendance
from timeweave.extraction.relations.changing import changes
from timeweave.extraction.relations.given import given_statements
from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.relations.levels import without_plans
from timeweave.extraction.relations.offices import HELD
from timeweave.extraction.relations.offices_told import OfficesTold, offices_told
from timeweave.extraction.relations.open.general import General
from timeweave.extraction.relations.open.reading import Lead, concept_facts, lead_of, words_to_parse
from timeweave.extraction.relations.publications import add_publications
from timeweave.extraction.relations.relating import relation_facts
from timeweave.extraction.relations.releases import add_releases
from timeweave.extraction.relations.respectively import aligned
from timeweave.extraction.relations.signatures import add_signatures, signatures
from timeweave.extraction.statements import Draft, FoundFact, is_evidence
from timeweave.extraction.tables import add_table_facts
from timeweave.extraction.times.anchors import Anchors
from timeweave.extraction.times.discourse_time import DiscourseTime
from timeweave.extraction.times.expressions import ExpressionsBySentence
from timeweave.extraction.times.fiscal import add_fiscal_facts, fiscal_years
from timeweave.extraction.times.meeting_day import day_of_meeting
from timeweave.extraction.times.narrative import Placed, Told, placed, told_stretches
from timeweave.extraction.times.timing import default_interval, stated_interval
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.coreference import ReferenceResolver
from timeweave.language.detecting import is_foreign
from timeweave.language.mentions import NamedMention, Names, find_names, tickers
from timeweave.language.name_classes import Meanings
from timeweave.language.names import canonical_key
from timeweave.language.parsing import TOGETHER, parse_ahead
from timeweave.language.sentences import paragraph_breaks
from timeweave.language.speakers import NO_VOICES, Speech, Voice, Voices, mail_voices, voices_of
from timeweave.lexicon.documents import GENERAL_MEETINGS
from timeweave.records import Chunk, Document, EntityId, Extraction, Fact, FactId, Mention, Span, Statement, Support
from timeweave.temporal.calendars import FiscalCalendar
from timeweave.temporal.expressions import TimeExpression
from timeweave.temporal.interval import Interval

_ASKED = re.compile(
    r"(?!(?<=\.)\s+[A-Z])[^.!?\n]*\?"
)  # what follows a fact that is only asked for: "You left Acme last year?"


def extract(document: Document, *, concepts: bool = False, meanings: Meanings | None = None) -> Extraction:
    """All that rules and the packaged models find in ``document``: nothing but the document is looked at.

    With ``concepts`` what is told of common nouns is taken for facts too. ``meanings`` are vectors of the packaged
    embedder, by default on one thread.
    """
    layout = read_layout(document)
    read = Readable(document, layout)
    sentences = read.sentences()
    chunks = chunk(document, sentences=chunk_sentences(layout, map(read.restored, sentences)) if layout else None)
    prose = read.said_here(outside_given(read.document, sentences))
    speeches = read.speeches()
    leads = read.leads()
    named_in = sorted({*prose, *leads.values()}, key=lambda span: (span.start, span.end))
    issuer = issuer_of(document.title, read.document.text)
    spoken = [speech for _, speech in speeches]
    names = find_names(
        read.document,
        named_in,
        spoken,
        read.code(),
        (issuer.surface, *filter(None, [issuer.label])) if issuer else (),
        meanings=meanings or load(threads=1).embed,
    )
    voices = _voices(read, spoken, names)
    said = [(block, speech.span) for block, speech in speeches]
    anchors = Anchors(read.document, said, read.sections(), read.entries(), day_of_meeting(document))
    fiscal = fiscal_years(read.document, names)
    told = _prose_drafts(
        read.document,
        prose,
        names,
        fiscal.calendar,
        voices,
        anchors,
        read.leads(),
        read.listed(prose),
        General() if concepts else None,
        issuer,
    )
    drafts = list(told)
    add_publications(read.document, drafts)
    add_releases(read.document, list(read.blocks()), drafts)
    add_attendance(read.document, list(read.numbered()), names, anchors, drafts)
    signed_for = None if issuer is None else Named(*issuer[:2])
    signed = list(signatures(read.document, list(read.numbered()), names, anchors, signed_for))
    read.restore([*drafts, *signed])
    fiscal = replace(fiscal, starts=tuple((e, c, p and read.restored(p)) for e, c, p in fiscal.starts))
    add_table_facts(document, layout, names, fiscal.calendar, drafts)
    add_signatures(signed, drafts)
    drafts += [*given_statements(document), *read.unread()]
    drafts.sort(key=lambda d: (d.span.start, d.span.end))
    add_fiscal_facts(fiscal, drafts)
    facts, supports = _merged(drafts)
    return Extraction(
        chunks=chunks,
        statements=_statements(drafts, chunks),
        mentions=_counted(document, names, drafts, voices.surfaces),
        aliases=names.aliases,
        facts=facts,
        supports=supports,
        layout=layout,
    )


def _voices(read: Readable, speeches: Sequence[Speech], names: Names) -> Voices:
    """Who speaks where: in a conversation as its turns say, in a mail whoever wrote it."""
    if speeches:
        named = [(m.span, m.entity) for m in names.mentions if m.type == "PERSON"]
        return voices_of(speeches, named, read.document.text)
    return mail_voices(read.document, read.own_words()) if "from" in read.document.metadata else NO_VOICES


def outside_given(document: Document, sentences: Sequence[Span]) -> Sequence[Span]:
    """The sentences that are not a line of given triples."""
    if not document.facts:
        return sentences
    starts = sorted(f.span.start for f in document.facts)
    ends = sorted(f.span.end for f in document.facts)
    return [s for s in sentences if bisect.bisect_left(starts, s.end) == bisect.bisect_right(ends, s.start)]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What reading one sentence after another needs to know of the document.

    Of a foreign text, which is said not to be English and is not, times, figures and names are read, and no relations.
    In a report by its own subject, figures and offices without a name are the subject's. ``listed`` are where sentences
    begin that are read with what introduces them; ``general`` reads what is told of concepts, where that is wanted.
    """

    document: Document
    names: Names
    is_report: bool
    discourse: DiscourseTime
    voices: Voices
    anchors: Anchors
    listed: frozenset[int]
    general: General | None
    offices: OfficesTold
    issuer: Issuer | None
    is_foreign: bool


def _prose_drafts(
    document: Document,
    sentences: Sequence[Span],
    names: Names,
    fiscal: FiscalCalendar | None,
    voices: Voices,
    anchors: Anchors,
    leads: Mapping[int, Span],
    listed: frozenset[int],
    general: General | None,
    issuer: Issuer | None,
) -> Iterator[Draft]:
    if not sentences:
        return
    references = ReferenceResolver(names, document.text, speaks_for_subject=bool(document.entities), voices=voices)
    is_report = bool(document.entities) and (document.period is not None or bool(tickers(document)))
    discourse = DiscourseTime(document.period if is_report else None)
    bodies = {m.entity for m in names.mentions if m.type == "ORG"}
    places = {m.entity for m in names.mentions if m.type == "GPE" and m.surface in document.title}
    offices = offices_told(
        document.title,
        None if issuer is None else issuer.entity,
        bodies,
        places,
        are_minutes=is_of_meeting(document.title, document.text),
    )
    foreign = is_foreign(document.text, document.language)
    reader = _Reader(document, names, is_report, discourse, voices, anchors, listed, general, offices, issuer, foreign)
    found = ExpressionsBySentence(document, fiscal, anchors)
    expressions = [found.within(span) for span in sentences]
    story = [] if anchors else _story(document, sentences, expressions)
    resolved = [references.resolve(span, names.within(span)) for span in sentences]
    introduced = [_lead(document.text, names, leads.get(span.start)) for span in sentences]
    end = 0
    for index, (span, mentions) in enumerate(zip(sentences, resolved, strict=True)):
        if index % TOGETHER == 0:
            batch = slice(index, index + TOGETHER)
            read = zip(sentences[batch], resolved[batch], expressions[batch], introduced[batch], strict=True)
            _parse_ahead(document.text, read, unnamed=general is not None)
        if "\n\n" in document.text[end : span.start]:
            reader.discourse.stop()
            if general is not None:
                general.focus = None
        end = span.end
        sentence = document.text[span.start : span.end]
        if is_evidence(sentence, mentions, is_listed=span.start in reader.listed):
            place = story[index] if story else None
            draft = _read(reader, span, mentions, expressions[index], place, introduced[index])
            offices.follow(draft.facts, mentions)
            yield draft
        else:
            offices.pause()


def _lead(text: str, names: Names, place: Span | None) -> Lead | None:
    """The words that introduce the list that a sentence is an item of."""
    return None if place is None else lead_of(text, place, names.within(place))


def _parse_ahead(
    text: str,
    sentences: Iterable[tuple[Span, Sequence[NamedMention], Sequence[TimeExpression], Lead | None]],
    *,
    unnamed: bool,
) -> None:
    """Parse the sentences that name somebody, or all of them, at once."""
    read = (words_to_parse(text, *asked, unnamed=unnamed) for asked in sentences)
    parse_ahead((words.text, words.names) for words in read if words is not None)


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
    lead: Lead | None,
) -> Draft:
    document, names = reader.document, reader.names
    sentence = document.text[span.start : span.end]
    if place is not None:
        valid = place.valid
        time = SentenceTime(sentence, expressions, place.event, None, carried=place.carried)
    else:
        date, period = reader.anchors.date(span.start), reader.anchors.period(span.start)
        valid = _reported(reader, sentence, expressions, date, period, reader.anchors.section(span.start))
        time = SentenceTime(sentence, expressions, valid, date, period, is_entry=reader.anchors.is_entry(span.start))
    about = names.subject if document.entities else None
    reporting = about if reader.is_report else None
    draft = Draft(span, valid, _entities(mentions, about, reader.voices.at(span.start)))
    draft.facts.extend(measure_facts(span, time, mentions, about, reporting))
    if reader.is_foreign:
        return draft
    draft.facts.extend(relation_facts(document.text, span, time, mentions, reporting, reader.offices, lead))
    if reader.issuer is not None and any(f.fact.subject == reader.issuer.entity for f in draft.facts):
        draft.named += ((*reader.issuer[:2], "ORG"),)
    bodies = [m.entity for m in lead.mentions if m.type == "ORG" and not _is_meeting(m)] if lead is not None else []
    introduced = Named(bodies[0]) if len(bodies) == 1 else None
    issuer = None if reader.issuer is None else Named(*reader.issuer[:2])
    around = Surroundings(document.text, document.title, span, mentions, introduced, issuer)
    draft.facts = list(aligned(draft.facts, around))
    for changed in changes(around, time):
        draft.facts.append(changed.found)
        draft.named += changed.named
        draft.entities = tuple(dict.fromkeys([*draft.entities, *(entity for entity, _, _ in changed.named)]))
    draft.facts = list(_with_bodies(without_plans(draft.facts)))
    if reader.general is not None:
        told = concept_facts(document.text, span, time, mentions, tuple(draft.facts), reader.general, lead)
        for found, named in told:
            draft.facts.append(found)
            draft.named += named
    if reader.voices.at(span.start) is not None:
        draft.facts = [f for f in draft.facts if not _ASKED.match(document.text, f.span.end, span.end)]
    return draft


def _is_meeting(mention: NamedMention) -> bool:
    return not {"meeting", *GENERAL_MEETINGS}.isdisjoint(mention.surface.casefold().split())


def _with_bodies(facts: Sequence[FoundFact]) -> Iterator[FoundFact]:
    """Without offices held of nobody, where they are told of a body too."""
    of_bodies = {(found.fact.object, found.fact.relation) for found in facts if found.fact.object_is_entity}
    for found in facts:
        if found.fact.relation != HELD or (found.fact.subject, found.fact.object) not in of_bodies:
            yield found


def _reported(
    reader: _Reader,
    sentence: str,
    expressions: list[TimeExpression],
    date: dt.date | None,
    period: Interval | None,
    section: Interval | None,
) -> Interval | None:
    """When a sentence of a report, of news or of a message speaks of; ``section`` is what the heading above it says."""
    valid = stated_interval(sentence, expressions, period=period)
    discourse = reader.discourse.over(sentence) if valid is None else None
    reader.discourse.follow(sentence, valid, named=valid is not None)
    return valid or discourse or section or default_interval(sentence, period=period, date=date)


def _entities(mentions: Sequence[NamedMention], context: EntityId | None, voice: Voice | None) -> tuple[EntityId, ...]:
    """Those mentioned, and the one whose document this is: first where the sentence says "we" or names nobody.

    Of what somebody says he is the first, and who is spoken to the last where not spoken of.
    """
    found = list(dict.fromkeys(m.entity for m in mentions))
    if voice is not None and voice.speaker is not None:
        further = [e for e in (voice.addressed, context) if e is not None]
        return tuple(dict.fromkeys([voice.speaker, *found, *further]))
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


def _counted(
    document: Document, names: Names, drafts: Sequence[Draft], surfaces: Mapping[EntityId, str]
) -> tuple[Mention, ...]:
    counts = Counter((m.entity, m.surface, m.type) for m in names.mentions)
    for name in document.entities:
        key = canonical_key(name)
        if key:
            counts[key, name.strip(), names.types.get(key, "")] += 1
    for draft in drafts:
        counts.update(draft.named)
    unnamed = {e for d in drafts for e in d.entities} - {entity for entity, _, _ in counts}
    for e in unnamed:
        surface = surfaces.get(e) or (document.title if e == names.subject else str(e))
        counts[e, surface, names.types.get(e, "PERSON" if e in surfaces else "")] += 1
    return tuple(Mention(entity, surface, kind, count) for (entity, surface, kind), count in sorted(counts.items()))
