"""PAT-Questions as a graph of December 2021 and prose of December 2023, in wordings of its own.

Every value of 2021 is a triple; that of 2023 is told by two documents of the last months of that year, and beside them
lie ten that name the subject and hold no answer. The wordings are written for this benchmark: no rule of extraction and
no other benchmark was made on them.
"""

from __future__ import annotations

import datetime as dt
import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import evolution_data as data
import texts

import timeweave
from timeweave.records import GivenFact, Span
from timeweave.temporal.interval import Interval

WORDINGS = {
    "head of government": (
        "{o} heads the government of {s}.",
        "The government of {s} is headed by {o}.",
        "{o} was sworn in as head of government of {s}.",
        "{s}'s head of government, {o}, spoke at the opening.",
    ),
    "head of state": (
        "{o} was sworn in as head of state of {s}.",
        "{s}'s head of state, {o}, received the guests.",
        "{o} became head of state of {s}.",
    ),
    "head coach": (
        "{s} head coach {o} praised his players.",
        "{s} named {o} as their new head coach.",
        "{o} took charge of {s} as head coach.",
        "{o} coaches {s}.",
    ),
    "chairperson": (
        "{o} chairs {s}.",
        "{s} elected {o} as its chair.",
        "{o} was named chair of {s}.",
        "{s}'s chair, {o}, opened the session.",
    ),
    "owned by": ("{o} bought {s}.", "{s} is owned by {o}.", "{o} is now the owner of {s}."),
    "plays for": (
        "{s} signed for {o}.",
        "{s} joined {o}.",
        "{s} now plays for {o}.",
        "{o} player {s} gave an interview.",
    ),
    "works for": ("{s} joined {o}.", "{s} now works at {o}.", "{o} hired {s}.", "{s} is employed by {o}."),
    "position held": (
        "{s} became {o}.",
        "{s} was appointed {o}.",
        "{s} took office as {o}.",
        "{s} now serves as {o}.",
    ),
    "member of political party": (
        "{s} joined {o}.",
        "{s} is a member of {o}.",
        "{s} became a member of {o}.",
    ),
}
ASIDES = (
    "A crowd waited for news of {s} in the rain.",
    "Our readers sent in their memories of {s}.",
    "The exhibition on {s} was extended by a week.",
    "A new book on {s} will be reviewed here on Sunday.",
    "Much was said about {s} at the dinner.",
    "The crossword of Saturday had {s} as its last word.",
    "No comment on {s} was to be had yesterday.",
    "The archive holds two boxes of letters on {s}.",
    "Opinions on {s} differ, as a survey shows.",
    "The radio repeated its feature on {s}.",
)


def questions(folder: Path) -> dict[tuple[str, str], str]:
    """How the data ask for the value of a subject and relation."""
    asked = {}
    for q in texts.read_lines(folder / "Dec2023_singlehop.jsonl.gz"):
        if len(q["relations"]) == 1 and q["relations"][0] in data.RELATIONS and "currently" in q["template"]:
            asked[q["subject"]["subLabel"], data.RELATIONS[q["relations"][0]]] = q["question"]
    return asked


def graph(chosen: Sequence[data.Course]) -> timeweave.Document:
    """What was known in December 2021, as triples."""
    lines = [f"{c.subject}: {c.relation} {c.earlier}." for c in chosen]
    since = Interval(dt.date(2021, 12, 1), None)
    starts = itertools.accumulate((len(line) + 1 for line in lines), initial=0)
    facts = tuple(
        GivenFact(c.subject, c.relation, c.earlier, since, Span(start, start + len(line)), "", "entity")
        for c, line, start in zip(chosen, lines, starts, strict=False)
    )
    return timeweave.Document("graph", "\n".join(lines), date=dt.date(2021, 12, 1), facts=facts)


def prose(chosen: Sequence[data.Course], seed: int = 0, *, year: int = 2023) -> Iterator[timeweave.Document]:
    """What was told in the last months of 2023, or of 2021, and what was written of the subjects besides in all three
    years.
    """
    draw = random.Random(seed)
    for number, course in enumerate(chosen):
        for telling, wording in enumerate(draw.sample(WORDINGS[course.relation], 2)):
            day = dt.date(year, 11, 1) + dt.timedelta(days=draw.randrange(30))
            said = wording.format(s=course.subject, o=course.on(day))
            yield timeweave.Document(f"{number} told {telling}", said, date=day, source=draw.choice(data.PAPERS))
        for aside, wording in enumerate(ASIDES):
            day = data.FIRST + dt.timedelta(days=draw.randrange(1090))
            said = wording.format(s=course.subject)
            yield timeweave.Document(f"{number} aside {aside}", said, date=day, source=draw.choice(data.PAPERS))
