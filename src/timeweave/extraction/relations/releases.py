"""Release notes and changelogs: each heading that numbers a version is an event of publication, of a day if told."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.documents.release_notes import release_sections
from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.publications import ANNOUNCED, RELEASED
from timeweave.extraction.statements import Draft, FoundFact
from timeweave.language.names import canonical_key
from timeweave.language.numbering import Number, family_key
from timeweave.language.release_notes import Release, common_series, releases_among
from timeweave.lexicon.meetings import GATHERINGS
from timeweave.records import Block, BlockKind, Document, Span, file_of
from timeweave.temporal.interval import MAX_YEAR, Interval

_MEETINGS = frozenset((*GATHERINGS, *(f"{word}s" for word in GATHERINGS)))
_OF_RELEASES = frozenset(["changelog", "changes", "release", "releases", "notes", "history", "versions"])


@dataclass(frozen=True, slots=True)
class _Section:
    """A version with its heading, and what stands below it until the next heading that is no lower."""

    release: Release
    heading: Span
    below: Span


def add_releases(document: Document, blocks: Sequence[tuple[Block, Span]], drafts: list[Draft]) -> None:
    """Give ``drafts`` the versions that came out by the headings of ``document``, whose ``blocks`` have their places.

    Each is stated by the first statement below its heading, else by the heading. Where nothing says what the versions
    are of, the document stands for it.
    """
    titled = set(re.findall(r"\w+", document.title.casefold()))
    if titled & _MEETINGS and not titled & _OF_RELEASES:
        return  # what is spoken of under a number is not out by that
    sections = list(_sections(document, blocks) if blocks else _of_lines(document))
    common = common_series((s.release for s in sections), document.title, document.id)
    common = common or file_of(document.id, document.metadata) or document.id
    for section in sections:
        release, day = section.release, section.release.day
        if day is not None and day.year > MAX_YEAR:
            continue
        below = (d for d in drafts if section.below.start <= d.span.start < section.below.end)
        draft = min(below, key=lambda d: d.span.start, default=None)
        if draft is None:
            draft = Draft(section.heading, None if day is None else Interval.day(day), ())
            drafts.append(draft)
        _add(draft, release.series or common, release.number, day)


def _sections(document: Document, blocks: Sequence[tuple[Block, Span]]) -> Iterator[_Section]:
    text = document.text
    headings = [i for i, (block, _) in enumerate(blocks) if block.kind is BlockKind.HEADING]
    words = [text[blocks[i][1].start : blocks[i][1].end] for i in headings]
    below = [text[b[1].start : b[1].end] for i in headings for b in (blocks[i + 1 : i + 2] or [blocks[i]])]
    found = releases_among(words, below, f"{document.title} {document.id}")
    for place, release in found.items():
        block, span = blocks[headings[place]]
        later = (blocks[i] for i in headings[place + 1 :])
        end = next((s.start for b, s in later if b.level <= block.level), len(text))
        yield _Section(release, span, Span(span.end, end))


def _of_lines(document: Document) -> Iterator[_Section]:
    for section in release_sections(document.text, f"{document.title} {document.id}"):
        start = document.text.rfind("\n", 0, section.span.start) + 1
        yield _Section(section.release, Span(start, section.span.start), section.span)


def _add(draft: Draft, series: str, number: Number, day: dt.date | None) -> None:
    family, name = family_key(series), f"{series} {number.text}"
    fact = make_fact(
        canonical_key(name),
        RELEASED,
        family,
        object_is_entity=True,
        valid=None if day is None else Interval.day(day),
        qualifiers=(("name", name), ("number", number.text)),
    )
    draft.facts.append(FoundFact(fact, draft.span, ANNOUNCED))
    draft.named += ((canonical_key(name), name, ""), (family, series, ""))
