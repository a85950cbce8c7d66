"""Turns of a conversation as stored text: a line for each, with its moment where that is known."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.documents.dates import Publication, date_in_name
from timeweave.documents.decoding import clean
from timeweave.documents.markdown import squeezed
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.records import DateSource, Document, Markup, entry_id, entry_metadata
from timeweave.temporal.interval import Granularity

_LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody said, and when."""

    speaker: str
    words: str
    moment: dt.datetime | None = None


def speaker_name(text: str) -> str:
    """A name as it begins a line: without the colon that ends it there."""
    return squeezed(text).replace(":", " ").strip()[:_LONGEST_NAME].strip() or "Unknown"


def joined_turns(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Turns without moments, those of one speaker that follow each other as one."""
    last: Turn | None = None
    for turn in turns:
        if last is not None and last.speaker == turn.speaker and last.moment == turn.moment:
            last = Turn(last.speaker, f"{last.words} {turn.words}", last.moment)
        else:
            if last is not None:
                yield last
            last = turn
    if last is not None:
        yield last


def conversation(turns: Sequence[Turn]) -> str:
    """The stored text of turns."""
    lines = []
    for turn in turns:
        if words := squeezed(turn.words):
            line = f"{speaker_name(turn.speaker)}: {words}"
            lines.append(line if turn.moment is None else f"[{turn.moment:%Y-%m-%d %H:%M}] {line}")
    return "\n".join(lines)


def chat_documents(
    file: SourceFile, turns: Sequence[Turn], *, title: str, metadata: Mapping[str, object], identity: str = ""
) -> Iterator[Document]:
    """The documents of a chat: one for each day on which something was said, so that each is dated by what it holds."""
    name = identity or printable(file.name)
    days: dict[dt.date | None, list[Turn]] = {}
    for turn in turns:
        if squeezed(turn.words):
            days.setdefault(turn.moment.date() if turn.moment else None, []).append(turn)
    for day in days:
        held, is_part = days[day], day is not None and len(days) > 1
        document = Document(
            id=entry_id(name, day) if day is not None and is_part else name,
            text=clean(conversation(held)),
            title=clean(title),
            metadata={
                **metadata,
                **(entry_metadata(name) if is_part else {}),
                "speakers": sorted({speaker_name(turn.speaker) for turn in held}),
            },
            markup=Markup.CONVERSATION,
        )
        found = date_in_name(name) if day is None else Publication(day, Granularity.DAY, DateSource.METADATA)
        yield with_publication(document, found)
