"""Release notes among texts: which versions their lines are headings of, when the newest came out, what they are of."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
from collections.abc import Mapping, Sequence

from timeweave.documents.inline import shown
from timeweave.language.release_notes import Release, common_series, releases_among
from timeweave.lexicon.lazy import lazily
from timeweave.records import Document, Span, is_entry

_LOOKED_THROUGH = 1_000_000  # characters
_LONGEST = 300  # characters of a heading with its links
_MAY_HEAD = lazily(r"[#=\s\[*_]*(?:@?[^\W\d][^.,;:!?]{0,60}?[\s\[@/-])?(?:v|V|[Vv]ersion |[Rr]elease )?\d")
_RULE = lazily(r"[=~^*+\s-]+")
_LISTED = ("-", "*", "+", " ", "\t", "|", ">")


@dataclasses.dataclass(frozen=True, slots=True)
class Section:
    """What stands below a line that numbers a version, until the next that does."""

    release: Release
    span: Span


def newest_release(text: str, called: str) -> dt.date | None:
    """The day of the newest version that ``text`` tells of; ``None`` where it is no release notes, or tells no days."""
    return max((s.release.day for s in release_sections(text, called) if s.release.day is not None), default=None)


def with_subject_read(document: Document) -> Document:
    """``document`` about what it is the release notes of, if it is such and does not say itself what it is on."""
    if document.entities:
        return document
    found = release_sections(document.text, f"{document.title} {document.id}")
    name = common_series((s.release for s in found), document.title, document.id)
    return dataclasses.replace(document, entities=(name,)) if name else document


@functools.lru_cache(maxsize=4)
def release_sections(text: str, called: str) -> tuple[Section, ...]:
    """The versions that lines of a text are headings of; ``called`` are its title and name."""
    lines = _lines(text[:_LOOKED_THROUGH])
    heading = [place for place, (line, _) in enumerate(lines) if _may_head(line)]
    if len(heading) < (1 if is_entry(called) else 2):
        return ()
    found = releases_among([shown(lines[i][0]) for i in heading], [shown(_below(lines, i)) for i in heading], called)
    return _sections(found, [lines[i] for i in heading], len(text))


def _sections(found: Mapping[int, Release], lines: Sequence[tuple[str, int]], end: int) -> tuple[Section, ...]:
    ends = [*(lines[place][1] for place in found), end][1:]
    return tuple(
        Section(release, Span(lines[place][1] + len(lines[place][0]), behind))
        for (place, release), behind in zip(found.items(), ends, strict=True)
    )


def _lines(text: str) -> list[tuple[str, int]]:
    """The lines that are not blank, each with the place where it begins."""
    found, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            found.append((line, start))
        start += len(line) + 1
    return found


def _may_head(line: str) -> bool:
    return len(line) <= _LONGEST and not line.startswith(_LISTED) and _MAY_HEAD.match(line) is not None


def _below(lines: Sequence[tuple[str, int]], place: int) -> str:
    """The line under a heading, past the rule that underlines it."""
    behind = (line for line, _ in lines[place + 1 : place + 3])
    return next((line for line in behind if not _RULE.fullmatch(line)), "")
