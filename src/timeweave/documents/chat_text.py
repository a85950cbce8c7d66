"""Chats and transcripts written as text: WhatsApp's exports, Zoom's saved chats, logs of IRC, speakers with times above
words.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from timeweave.documents.chat_irc import irc_turns, is_irc
from timeweave.documents.conversation import Turn, chat_documents, conversation, joined_turns, speaker_name
from timeweave.documents.dates import Publication, date_in_name
from timeweave.documents.decoding import decode
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.errors import AmbiguousTimeWarning
from timeweave.outcomes import PassedOver
from timeweave.records import Document, Markup
from timeweave.temporal.interval import Granularity
from timeweave.warned import warn

_STAMP = re.compile(
    r"[\u200e\u200f\ufeff]*\[?(\d{1,4})([./-])(\d{1,2})\2(\d{2,4}),?[ \u202f]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?"
    r"(?:[ \u202f]?([ap])\.?[ \u202f]?m\.?)?(?:\][ \u200e]*|[ \u202f]+[-–][ ]+)",
    re.I,
)
_SAID = re.compile(r"([^:\n]{1,80}?):(?:[ \n]|$)")
_LEFT_OUT = re.compile(r"^\u200e|^<[^<>]{3,60}>$")
_EDITED = re.compile(r"\s*\u200e?<[^<>]{8,60}>$")
_ZOOM = re.compile(
    r"(?:\d{4}-\d\d-\d\d )?\d{1,2}:\d{2}:\d{2}[ \t]+From[ \t]+(.{1,80}?)(?:[ \t]+[Tt]o[ \t]+.{1,80}?)?[ \t]*:[ \t]*(.*)"
)
_TIMED_NAME = re.compile(r"([^\W\d_][^:\n]{0,60}?)[ \t]+\(?\[?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})\]?\)?[ \t]*$")
_NAME_AFTER_TIME = re.compile(
    r"[\[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d+)?[\])]?[ \t]+([^\W\d_][^:\n]{0,60}?):[ \t]+(?=\S)"
)
_ENOUGH = 2
_HEAD = 20_000  # characters, of which the beginning of a chat is told


def is_chat(head: str) -> bool:
    """Whether a text that begins so is an export of WhatsApp, a saved chat, a log of IRC or a transcript."""
    lines = head[:_HEAD].split("\n")[:80]
    if is_irc(lines):
        return True
    stamped = [bool(_STAMP.match(line)) for line in lines]
    if sum(stamped) >= _ENOUGH and stamped[0]:
        return True
    return sum(bool(_ZOOM.match(line)) for line in lines) >= _ENOUGH or is_transcript(lines)


def is_transcript(lines: Sequence[str]) -> bool:
    """Whether many lines name a speaker with a time, alone above the words or before them on the line."""
    filled = [line for line in lines if line.strip()]
    for pattern in (_TIMED_NAME, _NAME_AFTER_TIME):
        found = sum(bool(pattern.match(line)) for line in filled)
        if found >= _ENOUGH and found >= 0.25 * len(filled):
            return True
    return False


def stamped_day(line: str) -> dt.date | None:
    """The day in the stamp of a line that is a message; ``None`` of any other, and of a day that may be a month."""
    match = _STAMP.match(line)
    stamp = _stamp(match) if match is not None and _SAID.match(line, match.end()) else None
    days = {moment.date() for order in _ORDERS if stamp and (moment := _moment(stamp, order))}
    return days.pop() if len(days) == 1 else None


def read_chat(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | PassedOver]:  # noqa: ARG001
    """The documents of a chat, one for each day; of a transcript without days, one."""
    text = decode(file.read(), file)
    lines = text.split("\n")
    if is_irc(lines[:80]):
        named = date_in_name(printable(file.name))
        turns = list(irc_turns(lines, named.date if named and named.precision is Granularity.DAY else None))
        if not turns:
            yield PassedOver(file.label, "a log of a chat in which nobody says anything")
        yield from chat_documents(file, turns, title="", metadata={"chat": "IRC"})
        return
    if _STAMP.match(lines[0]):
        turns = list(_dated(lines, file))
        if not turns:
            raise file.error("is a chat in which nobody says anything: there is nothing to read")
        yield from chat_documents(file, turns, title=_title(file), metadata={"chat": "WhatsApp"})
        return
    said = [Turn(m[1], m[2]) for line in lines if (m := _ZOOM.match(line))] and list(_zoom(lines))
    yield transcript_document(file, said or transcript(lines))


def transcript_document(file: SourceFile, turns: Sequence[Turn], *, given: Publication | None = None) -> Document:
    """The one document of turns that tell no day; ``given`` is the day that the file states."""
    name = printable(file.name)
    document = Document(
        id=name,
        text=conversation(list(joined_turns(turns))),
        metadata={"speakers": sorted({speaker_name(turn.speaker) for turn in turns})},
        markup=Markup.CONVERSATION,
    )
    return with_publication(document, given or date_in_name(name), period_name=name)


def transcript(lines: Sequence[str]) -> list[Turn]:
    """The turns of a transcript; lines before the first speaker are its heading, and none."""
    turns: list[Turn] = []
    for line in lines:
        if match := _TIMED_NAME.match(line):
            turns.append(Turn(match[1], ""))
        elif match := _NAME_AFTER_TIME.match(line):
            turns.append(Turn(match[1], line[match.end() :]))
        elif turns:
            turns[-1] = Turn(turns[-1].speaker, f"{turns[-1].words} {line}".strip())
    return turns


def _zoom(lines: Sequence[str]) -> Iterator[Turn]:
    """The turns of a saved chat; to whom they were said is left out."""
    last: Turn | None = None
    for line in lines:
        if match := _ZOOM.match(line):
            if last is not None:
                yield last
            last = Turn(re.sub(r"\s+[Tt]o\s+.*$", "", match[1]), match[2])
        elif last is not None:
            last = Turn(last.speaker, f"{last.words} {line}")
    if last is not None:
        yield last


@dataclass(frozen=True, slots=True)
class _Stamp:
    numbers: tuple[int, int, int]
    separator: str
    time: dt.time
    twelve: bool


def _dated(lines: Sequence[str], file: SourceFile) -> Iterator[Turn]:
    """The turns of an export; what the program itself says is no turn."""
    stamps = [_stamp(match) for line in lines if (match := _STAMP.match(line))]
    order = _order([stamp for stamp in stamps if stamp], file)
    speaker, words = "", ""
    moment: dt.datetime | None = None
    for line in [*lines, None]:
        match = _STAMP.match(line) if line is not None else None
        if line is not None and match is None:
            words += f" {line.strip()}"
            continue
        if speaker and moment and (said := _EDITED.sub("", words.strip()).strip()) and not _LEFT_OUT.search(said):
            yield Turn(speaker, said.replace("\u200e", ""), moment)
        speaker = words = ""
        if match is not None and line is not None:
            stamp = _stamp(match)
            moment = _moment(stamp, order) if stamp else None
            rest = line[match.end() :]
            if said_by := _SAID.match(rest):
                speaker, words = said_by[1].strip("\u200e ~\xa0"), rest[said_by.end() :]


def _stamp(match: re.Match[str]) -> _Stamp | None:
    hour, half = int(match[5]), (match[8] or "").casefold()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    try:
        time = dt.time(hour, int(match[6]), int(match[7] or 0))
    except ValueError:
        return None
    return _Stamp((int(match[1]), int(match[3]), int(match[4])), match[2], time, bool(half))


_ORDERS = {"day first": (2, 1, 0), "month first": (2, 0, 1), "year first": (0, 1, 2)}


def _order(stamps: Sequence[_Stamp], file: SourceFile) -> str:
    """Which number of a date is the day, told from all of them; said where all of them leave it open."""
    possible = {}
    for name in _ORDERS:
        days = [_moment(stamp, name) for stamp in stamps]
        if all(days):
            known = [day for day in days if day]
            possible[name] = sum(later.date() < earlier.date() for earlier, later in pairwise(known))
    if not possible:
        return "day first"
    least = min(possible.values())
    best = [name for name, backward in possible.items() if backward == least]
    if len(best) == 1:
        return best[0]
    american = any(stamp.twelve and stamp.separator == "/" and stamp.numbers[2] < 100 for stamp in stamps)
    guess = "month first" if american and "month first" in best else best[0]
    if len({tuple(_moment(stamp, name) for stamp in stamps) for name in best}) > 1:
        first = stamps[0].separator.join(map(str, stamps[0].numbers))
        message = (
            f"{file.label!r} may write its dates day or month first ({first}): read as {guess}, which is a guess; "
            "export it with a longer span, or with the year first"
        )
        warn(message, AmbiguousTimeWarning, stacklevel=4)
    return guess


def _moment(stamp: _Stamp, order: str) -> dt.datetime | None:
    year, month, day = (stamp.numbers[i] for i in _ORDERS[order])
    try:
        return dt.datetime.combine(dt.date(year + 2000 if year < 100 else year, month, day), stamp.time)
    except ValueError:
        return None


def _title(file: SourceFile) -> str:
    """The name of the chat, as the export's file tells it."""
    name = printable(file.name).rpartition("/")[2].rpartition(".")[0]
    return "" if name.strip("_").casefold() == "chat" else name
