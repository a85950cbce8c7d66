"""PAT-Questions (arXiv 2402.11034) as what sources tell over three years: right values, and wrong ones among them.

Every subject and relation of the data has a value in December 2021 and one in December 2023; where they differ the
change falls on a day of 2022. Five papers tell the value of their day, of each subject three times in 2021, once in
2022, three times in 2023. Wrong values are injected into a share of the subjects, each one a value that another subject
of the relation has, by *rare* sources, of whose few tellings half are right, in the last weeks before a day that is
asked for, or in *old* documents, dated from years before. All choices are seeded.
"""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import texts

import timeweave
from timeweave.records import GivenFact, Span
from timeweave.temporal.interval import Interval

PAPERS = ("the Gazette", "the Courier", "the Herald", "the Chronicle", "the Observer")
RARE = ("Harbour Whispers", "The Back Row", "Overheard", "Corner Talk")
FIRST, LAST = dt.date(2021, 1, 1), dt.date(2023, 12, 31)
LATELY = dt.timedelta(days=30)
ASKED = (dt.date(2021, 12, 31), dt.date(2023, 12, 31))
"""The days of the two snapshots."""

RELATIONS = {
    "P6": "head of government",
    "P35": "head of state",
    "P286": "head coach",
    "P488": "chairperson",
    "P127": "owned by",
    "P54": "plays for",
    "P108": "works for",
    "P39": "position held",
    "P102": "member of political party",
}


@dataclass(frozen=True, slots=True)
class Course:
    """A subject and relation with its value before and from the day of the ``change`` on."""

    subject: str
    relation: str
    earlier: str
    later: str
    change: dt.date

    def on(self, day: dt.date) -> str:
        """The right value."""
        return self.later if day >= self.change else self.earlier


@dataclass(frozen=True, slots=True)
class Telling:
    """What a source says on a day."""

    course: Course
    value: str
    day: dt.date
    source: str


def courses(data: Path, most: int, seed: int = 0) -> list[Course]:
    """Those with one value on each day: as many that changed as not, where there are so many."""
    earlier = {q["uniq_id"]: q for q in texts.read_lines(data / "Dec2021_singlehop.jsonl.gz")}
    later = {q["uniq_id"]: q for q in texts.read_lines(data / "Dec2023_singlehop.jsonl.gz")}
    draw = random.Random(seed)
    made: dict[tuple[str, str], Course] = {}
    for id_ in sorted(earlier.keys() & later.keys()):
        then, now = earlier[id_], later[id_]
        one = len(then["relations"]) == 1 and len(then["text answers"]) == len(now["text answers"]) == 1
        if not one or then["relations"][0] not in RELATIONS or "currently" not in then["template"]:
            continue
        change = dt.date(2022, 1, 15) + dt.timedelta(days=draw.randrange(330))
        values = then["text answers"][0], now["text answers"][0]
        course = Course(then["subject"]["subLabel"], RELATIONS[then["relations"][0]], *values, change)
        made.setdefault((course.subject, course.relation), course)
    changed = [c for c in made.values() if c.earlier != c.later]
    same = [c for c in made.values() if c.earlier == c.later]
    draw.shuffle(changed)
    draw.shuffle(same)
    return [*changed[: most // 2], *same[: most - most // 2]]


def told(chosen: Sequence[Course], share: float, seed: int = 0) -> list[Telling]:
    """What the papers tell, and wrong values of a ``share`` of the subjects, as many from rare sources as from old."""
    draw = random.Random(f"{seed} {share}")
    others: dict[str, list[str]] = defaultdict(list)
    for course in chosen:
        others[course.relation] += [course.earlier, course.later]
    made = [telling for course in chosen for telling in _by_papers(course, draw)]
    wronged = draw.sample(list(chosen), round(share * len(chosen)))
    for number, course in enumerate(wronged):
        wrong = [v for v in others[course.relation] if v not in (course.earlier, course.later)]
        value = draw.choice(sorted(wrong) or ["Nobody Known"])
        if number % 2:
            day = dt.date(2016, 1, 1) + dt.timedelta(days=draw.randrange(1500))
            made.append(Telling(course, value, day, draw.choice(PAPERS)))
            continue
        source = draw.choice(RARE)
        asked = draw.choice(ASKED)
        made.append(Telling(course, value, _day(draw, asked - LATELY, asked), source))
        right, day = draw.choice(list(chosen)), _day(draw, FIRST, LAST)
        made.append(Telling(right, right.on(day), day, source))
    return made


def _by_papers(course: Course, draw: random.Random) -> Iterator[Telling]:
    for year, many in ((2021, 3), (2022, 1), (2023, 3)):
        start, end = dt.date(year, 1, 1), dt.date(year, 12, 31)
        for source in draw.sample(PAPERS, many):
            day = _day(draw, start, end)
            yield Telling(course, course.on(day), day, source)


def _day(draw: random.Random, start: dt.date, end: dt.date) -> dt.date:
    return start + dt.timedelta(days=draw.randrange((end - start).days))


def documents(tellings: Sequence[Telling]) -> list[timeweave.Document]:
    """One document for each source and month, of triples that hold from their day on."""
    grouped: Mapping[tuple[str, str], list[Telling]] = defaultdict(list)
    for telling in tellings:
        grouped[telling.source, f"{telling.day:%Y-%m}"].append(telling)
    return [_document(source, month, grouped[source, month]) for source, month in sorted(grouped)]


def _document(source: str, month: str, tellings: Sequence[Telling]) -> timeweave.Document:
    lines = [f"{t.course.subject}: {t.course.relation} {t.value} ({t.day})." for t in tellings]
    starts = itertools.accumulate((len(line) + 1 for line in lines), initial=0)
    facts = tuple(
        GivenFact(
            *(t.course.subject, t.course.relation, t.value),
            Interval(t.day, None),
            Span(start, start + len(line)),
            *("", "entity"),
        )
        for t, line, start in zip(tellings, lines, starts, strict=False)
    )
    date = max(t.day for t in tellings)
    return timeweave.Document(f"{source} {month}", "\n".join(lines), date=date, source=source, facts=facts)
