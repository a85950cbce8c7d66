"""Release notes and changelogs: each heading that numbers a version is an event of publication, of a day if told."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from timeweave.extraction.facts import make_fact
from timeweave.extraction.relations.publications import ANNOUNCED, RELEASED
from timeweave.extraction.statements import Draft, FoundFact
from timeweave.language.names import canonical_key
from timeweave.language.numbering import Number, family_key
from timeweave.language.release_notes import Release, day_of_release, release_of, says_unreleased, series_named
from timeweave.records import Block, BlockKind, Document, Span
from timeweave.temporal.interval import MAX_YEAR, Interval

_DATED, _ALONE = 2, 3  # versions that make a text release notes: with their days, or as headings and no more
_UNNAMED = "version"  # the series of a changelog that does not say what it is one of


@dataclass(frozen=True, slots=True)
class _Section:
    """What stands below a heading that numbers a version, until the next that does."""

    release: Release
    day: dt.date | None
    span: Span


def add_releases(document: Document, blocks: Iterable[tuple[Block, Span]], drafts: Sequence[Draft]) -> None:
    """Give ``drafts`` the versions that came out by the headings of ``document``, whose ``blocks`` have their places.

    Each is stated by the first statement below its heading; a heading over nothing states nothing.
    """
    sections = list(_sections(document.text, list(blocks)))
    if len(sections) < _ALONE and sum(s.day is not None for s in sections) < _DATED:
        return
    named = Counter(s.release.series for s in sections if s.release.series).most_common(1)
    common = named[0][0] if named else series_named(document.title, document.id) or _UNNAMED
    for section in sections:
        below = (d for d in drafts if section.span.start <= d.span.start < section.span.end)
        draft = min(below, key=lambda d: d.span.start, default=None)
        if draft is not None:
            _add(draft, section.release.series or common, section.release.number, section.day)


def _sections(text: str, blocks: Sequence[tuple[Block, Span]]) -> Iterator[_Section]:
    """The sections of versions whose day is told by the heading or the line below it, or whose heading is no more."""
    headings = [i for i, (block, _) in enumerate(blocks) if block.kind is BlockKind.HEADING]
    found = [(i, r) for i in headings if (r := release_of(_words(text, blocks[i][1]))) is not None]
    starts = [blocks[i][1].start for i, _ in found]
    for (i, release), end in zip(found, [*starts[1:], len(text)], strict=False):
        below = _words(text, blocks[i + 1][1]) if i + 1 < len(blocks) else ""
        day = release.day or day_of_release(below)
        if (day is not None and day.year <= MAX_YEAR) or (day is None and release.alone and not says_unreleased(below)):
            yield _Section(release, day, Span(blocks[i][1].end, end))


def _words(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _add(draft: Draft, series: str, number: Number, day: dt.date | None) -> None:
    family, name = family_key(series), f"{series} {number.text}"
    marks = [("name", name), ("number", number.text)]
    fact = make_fact(
        canonical_key(name),
        RELEASED,
        family,
        object_is_entity=True,
        valid=None if day is None else Interval.day(day),
        qualifiers=tuple(marks),
    )
    draft.facts.append(FoundFact(fact, draft.span, ANNOUNCED))
    draft.named += ((canonical_key(name), name, ""), (family, series, ""))
