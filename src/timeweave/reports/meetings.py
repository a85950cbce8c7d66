"""Who met in a period: each kind of meeting in a sentence, how often, who was there, led, wrote and was absent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from timeweave.lexicon.meetings import ATTENDED, MINUTED, MISSED, PRESIDED
from timeweave.records import EntityId, ReportSentence, ResolvedFact
from timeweave.reports.meaning import Meaning, happened, meaning_of
from timeweave.reports.spoken import Spoken, cited
from timeweave.reports.wording import at_period, listed, sentence
from timeweave.temporal.interval import Interval

SECTION = "Meetings"
_OFTEN, _AT_ONE = 5, 12  # people who are told of one part of several meetings, and of one


def meeting_sentences(spoken: Spoken, most: int) -> Iterator[ReportSentence]:
    """Of the meetings that most is told of a sentence each."""
    meetings: dict[str, list[ResolvedFact]] = defaultdict(list)
    for resolved in spoken.facts.values():
        day = happened(resolved) if meaning_of(resolved) is Meaning.ATTENDANCE else None
        if day is not None and spoken.node.contains(day):
            meetings[resolved.fact.object].append(resolved)
    for meeting in sorted(meetings, key=lambda m: (-len(meetings[m]), m))[:most]:
        yield _in_words(meeting, meetings[meeting], spoken)


def _in_words(meeting: str, facts: Sequence[ResolvedFact], spoken: Spoken) -> ReportSentence:
    days = sorted({day for r in facts if (day := happened(r)) is not None}, key=str)
    several = len(days) > 1
    most, first, last = _OFTEN if several else _AT_ONE, _day(days[0], spoken), _day(days[-1], spoken)
    told, shown = [f"{len(days)}, from {first} to {last}" if several else first], []
    parts = ((ATTENDED, "most often there" if several else "there"), *((deed, f"{deed} by") for deed in PRESIDED))
    for relation, words in (*parts, (MINUTED, "minutes by"), (MISSED, "absent")):
        often = _often([r for r in facts if r.fact.relation == relation])
        if often:
            told.append(f"{words} {_people(often, most, spoken, counted=several)}")
            shown += [rows[-1] for rows in list(often.values())[:most]]
    return cited(sentence(f"{meeting}: {'; '.join(filter(None, told))}"), shown, SECTION)


def _day(day: Interval, spoken: Spoken) -> str:
    return "" if day == spoken.node else at_period(day, spoken.node).removeprefix("on ")


def _often(facts: Sequence[ResolvedFact]) -> Mapping[EntityId, Sequence[ResolvedFact]]:
    """The facts of each person in order of time, whoever had a part most often first."""
    found: dict[EntityId, list[ResolvedFact]] = defaultdict(list)
    for resolved in sorted(facts, key=lambda r: (str(r.fact.valid), r.fact.id)):
        found[resolved.fact.subject].append(resolved)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def _people(often: Mapping[EntityId, Sequence[ResolvedFact]], most: int, spoken: Spoken, *, counted: bool) -> str:
    told = [spoken.name(e) + (f" ({len(rows)})" if counted else "") for e, rows in list(often.items())[:most]]
    rest = len(often) - len(told)
    return listed([*told, *([f"{rest:,} more"] if rest else [])])
