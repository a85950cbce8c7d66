"""Release notes among texts: which versions their headings tell of, when the newest came out, and what they are of."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator

from timeweave.documents.inline import shown
from timeweave.language.release_notes import Release, day_of_release, release_of, series_named
from timeweave.lexicon.lazy import lazily
from timeweave.records import Document

_LOOKED_THROUGH = 1_000_000  # characters
_VERSION = lazily(r"\d\.\d", re.ASCII)
_RULE = lazily(r"[=~^*+\s-]+")
_LISTED = ("-", "*", "+", " ", "\t", "|", ">")
_DATED, _ALONE = 2, 3  # versions that make a text release notes: with their days, or as headings and no more


def newest_release(text: str) -> dt.date | None:
    """The day of the newest version that ``text`` tells of, where it tells the days of several."""
    days = [r.day for r in _releases(text) if r.day is not None]
    return max(days) if len(days) >= _DATED else None


def with_subject_read(document: Document) -> Document:
    """``document`` about what it is the release notes of, if it is such and does not say itself what it is on."""
    if document.entities:
        return document
    found = list(_releases(document.text))
    if len(found) < _ALONE and sum(r.day is not None for r in found) < _DATED:
        return document
    named = Counter(r.series for r in found if r.series).most_common(1)
    name = named[0][0] if named else series_named(document.title, document.id)
    return dataclasses.replace(document, entities=(name,)) if name else document


def _releases(text: str) -> Iterator[Release]:
    """The versions that lines of a text are headings of, each with its day, or as a heading that is no more."""
    lines = [line for line in text[:_LOOKED_THROUGH].split("\n") if line.strip()]
    for line, below, further in zip(lines, [*lines[1:], ""], [*lines[2:], "", ""], strict=False):
        if not _VERSION.search(line) or line.startswith(_LISTED) or (release := release_of(shown(line))) is None:
            continue
        is_ruled = _RULE.fullmatch(below) is not None
        day = release.day or day_of_release(shown(further if is_ruled else below))
        if day is not None or (release.alone and (is_ruled or line.startswith("#"))):
            yield dataclasses.replace(release, day=day)
