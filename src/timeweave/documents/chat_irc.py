"""Logs of IRC: a line for each turn, with its time and the nick in angle brackets, and lines of who came and went."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from timeweave.documents.conversation import Turn
from timeweave.lexicon.numbers import MONTHS

_LINE = re.compile(
    r"(?:b['\"])?\[?(?:(?P<day>\d{4}-\d\d-\d\d)[T ][ \t]*)?"
    r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d(?:\.\d{1,6})?)?Z?\]?"
    r"[ \t]+(?:<[ @+%&~!]?(?P<nick>[^<>\n]{1,80})>(?:[ \t]+(?P<said>.*))?"
    r"|\*[ \t]+(?P<who>\S{1,80})[ \t]+(?P<does>.*)|(?:\*{2,3}|-!-|-->|<--|---|==|—)[ \t]+(?P<status>.*))"
)
_DAY = re.compile(r"--- (?:Day changed|Log opened) \w{3} (\w{3}) (\d{1,2})(?: [\d:]{5,8})? (\d{4})")
_COMES_OR_GOES = re.compile(
    r"(?:has )?(?:joined|quit|left|parted)\b|is now known as|sets? mode|(?:changed?|sets?) the topic|was kicked"
)
_NAME = re.compile(r"[A-Z][\w.'-]*_[^\s]+")
_LEAST = 2
_MOST_OF = 0.5  # of the lines


def is_irc(lines: Sequence[str]) -> bool:
    """Whether lines are those of a log: most of them are turns, or say who came and went, and two are surely so."""
    filled = [line for line in lines if line.strip()]
    found = [match for line in filled if (match := _LINE.fullmatch(line.rstrip()))]
    sure = sum(bool(match["nick"]) or _comes_or_goes(match) for match in found)
    return sure >= _LEAST and len(found) >= _MOST_OF * len(filled)


def irc_turns(lines: Sequence[str], day: dt.date | None) -> Iterator[Turn]:
    """The turns of a log; ``day`` is that on which it begins, where it does not say so itself. A line without a time
    goes on with the turn before it.
    """
    last, turn = "", None
    for line in lines:
        if changed := _DAY.match(line):
            day = _day(changed) or day
            last = ""
            continue
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            if turn is not None and line.strip():
                turn = replace(turn, words=f"{turn.words}\n{line.strip()}")
            continue
        clock = f"{int(match['hour']):02}:{match['minute']}"
        if match["day"]:
            day = _parsed(match["day"]) or day
        elif day and last.startswith(("2", "19")) and clock.startswith("0"):  # past midnight
            day += dt.timedelta(days=1)
        last = clock
        nick, said = match["nick"] or match["who"], match["said"] if match["nick"] else match["does"]
        if nick and said and not _comes_or_goes(match):
            if turn is not None:
                yield turn
            turn = Turn(nick.replace("_", " ") if _NAME.fullmatch(nick) else nick, said, _moment(day, clock))
    if turn is not None:
        yield turn


def _comes_or_goes(match: re.Match[str]) -> bool:
    """Whether a line says who comes, goes or is called otherwise."""
    if match["status"] is not None:
        return _COMES_OR_GOES.search(match["status"]) is not None
    said = match["said"] if match["nick"] else match["does"]
    return said is not None and _COMES_OR_GOES.match(said.removeprefix(f"{match['nick'] or match['who']} ")) is not None


def _day(match: re.Match[str]) -> dt.date | None:
    month = next((n for n, name in enumerate(MONTHS, 1) if name.startswith(match[1].casefold())), 0)
    return _parsed(f"{match[3]}-{month:02}-{int(match[2]):02}")


def _parsed(day: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(day)
    except ValueError:
        return None


def _moment(day: dt.date | None, clock: str) -> dt.datetime | None:
    try:
        return None if day is None else dt.datetime.combine(day, dt.time.fromisoformat(clock))
    except ValueError:
        return None
