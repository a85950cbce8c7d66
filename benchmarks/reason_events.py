"""Questions over dated events in the manner of MultiTQ, with gold answers by exhaustive search over all of them.

``WORDINGS`` are what the reading of questions was built on; ``HELD_OUT`` other wordings and verbs, by which faults
of it were found; ``UNSEEN`` others again. Each type of question comes in three wordings of each set.
"""

from __future__ import annotations

import csv
import datetime as dt
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Row = tuple[str, str, str, dt.date]

# relation: base, past and participle of its verb, for each of the sets of wordings
VERBS = {
    "Make a visit": (
        ("visit", "visited", "visited"),
        ("travel to", "travelled to", ""),
        ("pay a visit to", "paid a visit to", ""),
    ),
    "Consult": (
        ("consult", "consulted", "consulted"),
        ("confer with", "conferred with", ""),
        ("hold consultations with", "held consultations with", ""),
    ),
    "Host a visit": (
        ("host", "hosted", "hosted"),
        ("host a visit by", "hosted a visit by", ""),
        ("welcome", "welcomed", "welcomed"),
    ),
    "Criticize or denounce": (
        ("criticize", "criticized", "criticized"),
        ("condemn", "condemned", "condemned"),
        ("denounce", "denounced", "denounced"),
    ),
    "Praise or endorse": (
        ("praise", "praised", "praised"),
        ("speak in praise of", "spoke in praise of", ""),
        ("commend", "commended", "commended"),
    ),
    "Accuse": (
        ("accuse", "accused", "accused"),
        ("make accusations against", "made accusations against", ""),
        ("level an accusation at", "levelled an accusation at", ""),
    ),
    "Threaten": (
        ("threaten", "threatened", "threatened"),
        ("issue a threat against", "issued a threat against", ""),
        ("menace", "menaced", "menaced"),
    ),
    "Investigate": (
        ("investigate", "investigated", "investigated"),
        ("probe", "probed", "probed"),
        ("open an investigation into", "opened an investigation into", ""),
    ),
    "Sign formal agreement": (
        ("sign an agreement with", "signed an agreement with", ""),
        ("conclude a formal agreement with", "concluded a formal agreement with", ""),
        ("sign a treaty with", "signed a treaty with", ""),
    ),
    "Engage in negotiation": (
        ("negotiate with", "negotiated with", ""),
        ("hold negotiations with", "held negotiations with", ""),
        ("engage in negotiations with", "engaged in negotiations with", ""),
    ),
    "Make statement": (
        ("make a statement to", "made a statement to", ""),
        ("issue a statement on", "issued a statement on", ""),
        ("address a statement to", "addressed a statement to", ""),
    ),
    "Make an appeal or request": (
        ("appeal to", "appealed to", ""),
        ("make a request to", "made a request to", ""),
        ("plead with", "pleaded with", ""),
    ),
    "Express intent to meet or negotiate": (
        ("express the intent to meet", "expressed the intent to meet", ""),
        ("say it wanted to negotiate with", "said it wanted to negotiate with", ""),
        ("announce the intention to meet", "announced the intention to meet", ""),
    ),
    "Express intent to cooperate": (
        ("express the intent to cooperate with", "expressed the intent to cooperate with", ""),
        ("plan to cooperate with", "planned to cooperate with", ""),
        ("declare itself willing to cooperate with", "declared itself willing to cooperate with", ""),
    ),
    "Arrest, detain, or charge with legal action": (
        ("arrest", "arrested", "arrested"),
        ("detain", "detained", "detained"),
        ("jail", "jailed", "jailed"),
    ),
    "Demand": (
        ("make demands of", "made demands of", ""),
        ("demand something of", "demanded something of", ""),
        ("make a demand on", "made a demand on", ""),
    ),
    "Reject": (
        ("reject", "rejected", "rejected"),
        ("rebuff", "rebuffed", "rebuffed"),
        ("turn down", "turned down", "turned down"),
    ),
    "Discuss by telephone": (
        ("talk by telephone with", "talked by telephone with", ""),
        ("phone", "phoned", "phoned"),
        ("have a telephone call with", "had a telephone call with", ""),
    ),
    "Provide humanitarian aid": (
        ("provide humanitarian aid to", "provided humanitarian aid to", ""),
        ("give humanitarian assistance to", "gave humanitarian assistance to", ""),
        ("send humanitarian help to", "sent humanitarian help to", ""),
    ),
    "Engage in diplomatic cooperation": (
        ("cooperate diplomatically with", "cooperated diplomatically with", ""),
        ("engage in diplomatic cooperation with", "engaged in diplomatic cooperation with", ""),
        ("collaborate diplomatically with", "collaborated diplomatically with", ""),
    ),
    "Use unconventional violence": (
        ("use unconventional violence against", "used unconventional violence against", ""),
        ("turn to unconventional violence against", "turned to unconventional violence against", ""),
        ("resort to unconventional violence against", "resorted to unconventional violence against", ""),
    ),
    "Make optimistic comment": (
        ("comment optimistically on", "commented optimistically on", ""),
        ("make an optimistic comment on", "made an optimistic comment on", ""),
        ("express optimism about", "expressed optimism about", ""),
    ),
}

WORDINGS = {
    "equal": ("Who {past} {o} in {t}?", "Which one {past} {o} in {t}?", "In {t}, who {past} {o}?"),
    "equal whom": ("Whom did {s} {base} in {t}?", "Who did {s} {base} in {t}?", "In {t}, whom did {s} {base}?"),
    "before": ("Who {past} {o} before {x}?", "Who {past} {o} before {x} did?", "Before {x}, who {past} {o}?"),
    "after": ("Who {past} {o} after {x}?", "Who {past} {o} after {x} did?", "After {x}, who {past} {o}?"),
    "first": ("Who was the first to {base} {o}?", "Who first {past} {o}?", "Who {past} {o} first?"),
    "last": ("Who was the last to {base} {o}?", "Who last {past} {o}?", "Who {past} {o} last?"),
    "first whom": ("Whom did {s} first {base}?", "Who was the first one that {s} {past}?", "Who did {s} {base} first?"),
    "last whom": ("Whom did {s} last {base}?", "Who was the last one that {s} {past}?", "Who did {s} {base} last?"),
    "when": ("On what day did {s} {base} {o}?", "When did {s} {base} {o}?", "On which date did {s} {base} {o}?"),
    "when first": (
        "When did {s} first {base} {o}?",
        "In which {unit} did {s} first {base} {o}?",
        "In what {unit} did {s} {base} {o} for the first time?",
    ),
    "when last": (
        "When did {s} last {base} {o}?",
        "In which {unit} did {s} last {base} {o}?",
        "In what {unit} did {s} {base} {o} for the last time?",
    ),
    "equal multi": (
        "In {t}, who was the first to {base} {o}?",
        "Who was the last to {base} {o} in {t}?",
        "Who {past} {o} in the same month as {x}?",
    ),
    "after first": (
        "After {x}, who was the first to {base} {o}?",
        "Who first {past} {o} after {x} did?",
        "Who was the first to {base} {o} after {x}?",
    ),
    "before last": (
        "Before {x}, who was the last to {base} {o}?",
        "Who last {past} {o} before {x} did?",
        "Who was the last to {base} {o} before {x}?",
    ),
    "count": (
        "How many times did {s} {base} {o}?",
        "How often did {s} {base} {o} in {t}?",
        "How many different ones did {s} {base} in {t}?",
    ),
}

HELD_OUT = {
    "equal": (
        "Name whoever {past} {o} during {t}.",
        "Who was it that {past} {o} in {t}?",
        "{o}: by whom was it {part} in {t}?|Who in {t} {past} {o}?",
    ),
    "equal whom": (
        "Who was {part} by {s} in {t}?|Tell me whom {s} {past} in {t}.",
        "Tell me who it was that {s} {past} during {t}.",
        "In the course of {t}, which one did {s} {base}?",
    ),
    "before": (
        "Prior to {x}, who had {past} {o}?",
        "Which ones {past} {o} earlier than {x}?",
        "Name those that {past} {o} before {x} had.",
    ),
    "after": (
        "Following {x}, who {past} {o}?",
        "Which ones {past} {o} later than {x}?",
        "Name those that {past} {o} after {x} had.",
    ),
    "first": (
        "Which was the earliest one to {base} {o}?",
        "Name the one that {past} {o} before all others.|Who initially {past} {o}?",
        "By whom was {o} {part} first?|Who was it that first {past} {o}?",
    ),
    "last": (
        "Which was the final one to {base} {o}?",
        "Who most recently {past} {o}?",
        "By whom was {o} {part} last?|Who was it that last {past} {o}?",
    ),
    "first whom": (
        "Which one did {s} {base} earliest?",
        "Who was the earliest that {s} {past}?",
        "Who was first {part} by {s}?|Tell me whom {s} {past} first.",
    ),
    "last whom": (
        "Which one did {s} {base} most recently?",
        "Who was the latest that {s} {past}?",
        "Who was last {part} by {s}?|Tell me whom {s} {past} last.",
    ),
    "when": (
        "Give the date on which {s} {past} {o}.",
        "What was the day when {s} {past} {o}?",
        "When was {o} {part} by {s}?|On which days did {s} {base} {o}?",
    ),
    "when first": (
        "What was the first {unit} in which {s} {past} {o}?",
        "When was the earliest time that {s} {past} {o}?",
        "When was {o} first {part} by {s}?|Since when did {s} {base} {o}?",
    ),
    "when last": (
        "What was the last {unit} in which {s} {past} {o}?",
        "When was the most recent time that {s} {past} {o}?",
        "When was {o} last {part} by {s}?|When did {s} {base} {o} for the final time?",
    ),
    "equal multi": (
        "During {t}, which one was the earliest to {base} {o}?",
        "Which one was the final one to {base} {o} during {t}?",
        "Which ones {past} {o} within the same month in which {x} did?",
    ),
    "after first": (
        "Following {x}, which one was the earliest to {base} {o}?",
        "Once {x} had {past} {o}, who was next to {base} {o}?",
        "Who was the next to {base} {o} after {x} had?",
    ),
    "before last": (
        "Prior to {x}, which one was the final one to {base} {o}?",
        "Who most recently {past} {o} prior to {x}?",
        "Right before {x}, who {past} {o}?",
    ),
    "count": (
        "What is the number of times that {s} {past} {o}?",
        "On how many occasions did {s} {base} {o} in {t}?",
        "How many were {part} by {s} in {t}?|How many others did {s} {base} in {t}?",
    ),
}

UNSEEN = {
    "equal": (
        "Find those who {past} {o} in {t}.",
        "{o} was {part} by whom in {t}?|Could you tell me who {past} {o} in {t}?",
        "Of all parties, which {past} {o} in {t}?",
    ),
    "equal whom": (
        "Find those that {s} {past} in {t}.",
        "{s} {past} whom in {t}?",
        "Which party was it that {s} {past} in {t}?",
    ),
    "before": (
        "Who had {past} {o} by the time {x} did?|Ahead of {x}, who {past} {o}?",
        "Which parties {past} {o} ahead of {x}?",
        "Who {past} {o} preceding {x}?",
    ),
    "after": (
        "Who {past} {o} subsequent to {x}?",
        "Which parties {past} {o} following {x}?",
        "Later than {x}, who {past} {o}?",
    ),
    "first": (
        "Who {past} {o} for the first time before anyone else?|Which party first {past} {o}?",
        "Who {past} {o} earliest?",
        "Find the first party to {base} {o}.",
    ),
    "last": ("Which party last {past} {o}?", "Who {past} {o} latest?", "Find the last party to {base} {o}."),
    "first whom": (
        "Which party did {s} {base} first of all?",
        "Find the first one that {s} {past}.",
        "{s} first {past} whom?",
    ),
    "last whom": (
        "Which party did {s} {base} last of all?",
        "Find the last one that {s} {past}.",
        "{s} last {past} whom?",
    ),
    "when": (
        "At what time did {s} {base} {o}?",
        "I would like to know when {s} {past} {o}.",
        "What date was it when {s} {past} {o}?",
    ),
    "when first": (
        "In which {unit} was the first time that {s} {past} {o}?",
        "What is the earliest date on which {s} {past} {o}?",
        "Which was the first {unit} that {s} {past} {o}?",
    ),
    "when last": (
        "In which {unit} was the last time that {s} {past} {o}?",
        "What is the latest date on which {s} {past} {o}?",
        "Which was the last {unit} that {s} {past} {o}?",
    ),
    "equal multi": (
        "Within {t}, who {past} {o} first?",
        "Within {t}, who {past} {o} last?",
        "In the month in which {x} {past} {o}, who else {past} {o}?|During the same month as {x}, who {past} {o}?",
    ),
    "after first": (
        "Subsequent to {x}, who {past} {o} first?",
        "Directly after {x}, who {past} {o}?",
        "Who followed {x} as the next to {base} {o}?|Who was first to {base} {o} later than {x}?",
    ),
    "before last": (
        "Ahead of {x}, who {past} {o} last?",
        "Directly before {x}, who {past} {o}?",
        "Who was last to {base} {o} earlier than {x}?",
    ),
    "count": (
        "Count the times that {s} {past} {o}.|How many times was it that {s} {past} {o}?",
        "In {t}, how frequently did {s} {base} {o}?",
        "How many distinct parties did {s} {base} in {t}?",
    ),
}
"""Wordings that were written when the reading was done, and on which nothing was changed."""

SETS = {"wordings": WORDINGS, "other wordings": HELD_OUT, "unseen wordings": UNSEEN}


@dataclass(frozen=True)
class Question:
    id: str
    kind: str
    text: str
    gold: tuple[str, ...]


class Events:
    """All events of a file, by what questions ask of them."""

    def __init__(self, path: Path) -> None:
        with path.open(encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        self.rows: list[Row] = sorted(
            {(r["subject"], r["relation"], r["object"], dt.date.fromisoformat(r["valid_from"])) for r in rows},
            key=lambda r: (r[3], r[0], r[1], r[2]),
        )
        self.to, self.by, self.pair = defaultdict(list), defaultdict(list), defaultdict(list)
        for s, r, o, d in self.rows:
            self.to[r, o].append((d, s))
            self.by[s, r].append((d, o))
            self.pair[s, r, o].append(d)


def questions(path: Path, count: int, wordings: str, seed: int = 11) -> list[Question]:
    """``count`` questions, as many of each kind, each wording as often as the others."""
    which = list(SETS).index(wordings)
    events, draw, asked_as = Events(path), random.Random(seed + which), SETS[wordings]
    each = -(-count // len(asked_as))
    found = []
    for kind, templates in asked_as.items():
        made: dict[str, Question] = {}
        for n in range(40 * each):
            if len(made) >= each:
                break
            asked = _ask(kind, n % len(templates), templates[n % len(templates)], events, draw, which)
            if asked is not None:
                made.setdefault(asked[0], Question(f"{kind} {len(made)}", kind, *asked))
        found += made.values()
    return found[: max(count, len(found))]


def _ask(
    kind: str, which: int, template: str, events: Events, draw: random.Random, verbs: int
) -> tuple[str, tuple[str, ...]] | None:
    """A question of a kind about an event drawn at random, with its gold; nothing where it would have none."""
    s, r, o, day = draw.choice(events.rows)
    if r not in VERBS or s == o:
        return None
    base, past, part = VERBS[r][verbs]
    first, _, second = template.partition("|")
    template = first if part or "{part}" not in first else second
    if "{part}" in template and not part:
        return None
    unit = draw.choice(["day", "month", "year"])
    said, label = period(day, unit, draw)
    about = About(events, s, r, o, day, unit if "{unit}" in template or "{t}" in template else "day", label)
    gold = GOLD[kind](about, which)
    if not gold or ("{x}" in template and not about.is_once):
        return None
    text = template.format(s=s, o=o, x=s, t=said, base=base, past=past, part=part, unit=unit)
    return text, tuple(sorted(gold))


@dataclass(frozen=True)
class About:
    """An event with the others that a question about it turns on."""

    events: Events
    s: str
    r: str
    o: str
    day: dt.date
    unit: str
    label: str

    @property
    def to(self) -> list[tuple[dt.date, str]]:
        return self.events.to[self.r, self.o]

    @property
    def by(self) -> list[tuple[dt.date, str]]:
        return self.events.by[self.s, self.r]

    @property
    def days(self) -> list[dt.date]:
        return self.events.pair[self.s, self.r, self.o]

    @property
    def is_once(self) -> bool:
        """Whether it happened once, so that "after it" says when."""
        return len(self.days) == 1

    @property
    def sooner(self) -> list[tuple[dt.date, str]]:
        return [(d, a) for d, a in self.to if d < self.day and a != self.s]

    @property
    def later(self) -> list[tuple[dt.date, str]]:
        return [(d, a) for d, a in self.to if d > self.day and a != self.s]

    def inside(self, pairs: Sequence[tuple[dt.date, str]]) -> list[tuple[dt.date, str]]:
        return [(d, a) for d, a in pairs if label_of(d, self.unit) == self.label]


def _few(gold: set[str], most: int = 12) -> set[str]:
    return gold if len(gold) <= most else set()


def _several(pairs: Sequence, pick: Callable) -> set[str]:
    return at_edge(pairs, pick) if len(pairs) > 1 else set()


def _equal_multi(about: About, which: int) -> set[str]:
    if which < 2:
        return _several(about.inside(about.to), (min, max)[which])
    months = {label_of(d, "month") for d, a in about.to if a == about.s}
    return {a for d, a in about.to if label_of(d, "month") in months and a != about.s}


def _count(about: About, which: int) -> set[str]:
    if which == 0:
        return {str(len(about.days))}
    if which == 1:
        return {str(sum(label_of(d, about.unit) == about.label for d in about.days))}
    return {str(len({a for _, a in about.inside(about.by)}))}


def _edge_of_days(about: About, pick: Callable) -> set[str]:
    return {label_of(pick(about.days), about.unit)} if len(about.days) > 1 else set()


GOLD: dict[str, Callable[[About, int], set[str]]] = {
    "equal": lambda about, _: {a for _, a in about.inside(about.to)},
    "equal whom": lambda about, _: {a for _, a in about.inside(about.by)},
    "before": lambda about, _: _few({a for _, a in about.sooner}),
    "after": lambda about, _: _few({a for _, a in about.later}),
    "first": lambda about, _: _several(about.to, min),
    "last": lambda about, _: _several(about.to, max),
    "first whom": lambda about, _: _several(about.by, min),
    "last whom": lambda about, _: _several(about.by, max),
    "when": lambda about, _: _few({d.isoformat() for d in about.days}, 8),
    "when first": lambda about, _: _edge_of_days(about, min),
    "when last": lambda about, _: _edge_of_days(about, max),
    "equal multi": _equal_multi,
    "after first": lambda about, _: at_edge(about.later, min),
    "before last": lambda about, _: at_edge(about.sooner, max),
    "count": _count,
}
"""The gold of each kind of question, by search over all events."""


def at_edge(pairs: Sequence[tuple[dt.date, str]], pick: Callable) -> set[str]:
    if not pairs:
        return set()
    edge = pick(d for d, _ in pairs)
    return {a for d, a in pairs if d == edge}


def label_of(day: dt.date, unit: str) -> str:
    return day.isoformat()[: {"day": 10, "month": 7, "year": 4}[unit]]


def period(day: dt.date, unit: str, draw: random.Random) -> tuple[str, str]:
    """How a period is said, and its label."""
    said = {
        "day": [f"{day.day} {day:%B} {day.year}", day.isoformat(), f"{day:%B} {day.day}, {day.year}"],
        "month": [f"{day:%B} {day.year}"],
        "year": [str(day.year)],
    }[unit]
    return draw.choice(said), label_of(day, unit)


def right(answer: str, gold: Sequence[str]) -> bool:
    """Whether an answer gives one of the gold answers, and is no long list that happens to hold it."""
    plain = f" {_plain(answer)} "
    return any(f" {_plain(g)} " in plain for g in gold) and len(plain.split()) <= 40


def wholly_right(answer: str, gold: Sequence[str]) -> bool:
    """Whether an answer gives all gold answers and nothing else."""
    return {_plain(a) for a in answer.split(";")} == {_plain(g) for g in gold}


def _plain(text: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def by_kind(questions: Sequence[Question]) -> Iterator[str]:
    return iter(dict.fromkeys(q.kind for q in questions))
