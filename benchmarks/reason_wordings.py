"""Questions over the events of ICEWS-14 in wordings that the reading was not built on (ER-09); no model.

    python benchmarks/reason_wordings.py --data icews14 [--each N] [--kb DIR]

``reason_wordings.toml`` holds five sets of wordings, each written when what the sets before it showed had been mended.
Events are drawn for each template, relations as often as one another, and gold answers are those of an exhaustive
search; questions with more than eight are left out. Right is an answer that holds a gold answer in at most 40 words,
wholly right one that gives all of them and nothing else. Results go to ``benchmarks/results/reason_wordings.json``.
"""

from __future__ import annotations

import argparse
import datetime as dt
import random
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import event_graph
import machine
import reason
import reason_events
from reason_events import Events, at_edge, label_of

WORDINGS = Path(__file__).parent / "reason_wordings.toml"
MOST = 8  # gold answers
TRIES = 4_000  # events drawn for a template

Days = Sequence[tuple[dt.date, str]]


@dataclass(frozen=True)
class Drawn:
    """An event, and the unit of time in which a question speaks of it."""

    events: Events
    s: str
    r: str
    o: str
    day: dt.date
    unit: str

    @property
    def to(self) -> Days:
        return self.events.to[self.r, self.o]

    @property
    def by(self) -> Days:
        return self.events.by[self.s, self.r]

    @property
    def days(self) -> list[dt.date]:
        return self.events.pair[self.s, self.r, self.o]

    @property
    def others(self) -> Days:
        return [(day, a) for day, a in self.to if a != self.s]

    @property
    def sooner(self) -> Days:
        return [(day, a) for day, a in self.others if day < self.day]

    @property
    def later(self) -> Days:
        return [(day, a) for day, a in self.others if day > self.day]

    def of_unit(self, pairs: Days, order: int = 0) -> Days:
        """Those of its unit of time, before it (-1) or after it (1)."""
        label = label_of(self.day, self.unit)
        return [p for p in pairs if (label_of(p[0], self.unit) > label) - (label_of(p[0], self.unit) < label) == order]

    def same(self, unit: str) -> set[str]:
        return {a for day, a in self.others if label_of(day, unit) == label_of(self.day, unit)}

    def edge_day(self, pick: Callable, unit: str) -> set[str]:
        return {label_of(pick(self.days), unit)} if len(self.days) > 1 else set()


def names(pairs: Days) -> set[str]:
    return {a for _, a in pairs}


def of_several(pairs: Days, pick: Callable) -> set[str]:
    return at_edge(pairs, pick) if len(pairs) > 1 else set()


GOLD: Mapping[str, Callable[[Drawn], set[str]]] = {
    "first": lambda e: of_several(e.to, min),
    "last": lambda e: of_several(e.to, max),
    "first whom": lambda e: of_several(e.by, min),
    "last whom": lambda e: of_several(e.by, max),
    "equal": lambda e: names(e.of_unit(e.to)),
    "equal whom": lambda e: names(e.of_unit(e.by)),
    "equal multi first": lambda e: of_several(e.of_unit(e.to), min),
    "equal multi last": lambda e: of_several(e.of_unit(e.to), max),
    "when": lambda e: {day.isoformat() for day in e.days},
    "when month": lambda e: {label_of(day, "month") for day in e.days},
    "when first": lambda e: e.edge_day(min, "day"),
    "when last": lambda e: e.edge_day(max, "day"),
    "when first month": lambda e: e.edge_day(min, "month"),
    "when last month": lambda e: e.edge_day(max, "month"),
    "before": lambda e: names(e.sooner),
    "after": lambda e: names(e.later),
    "before last": lambda e: at_edge(e.sooner, max),
    "after first": lambda e: at_edge(e.later, min),
    "before date": lambda e: names(e.of_unit(e.to, -1)),
    "after date": lambda e: names(e.of_unit(e.to, 1)),
    "after date whom": lambda e: names(e.of_unit(e.by, 1)),
    "before date last": lambda e: of_several(e.of_unit(e.to, -1), max),
    "after date first": lambda e: of_several(e.of_unit(e.to, 1), min),
    "before date last whom": lambda e: of_several(e.of_unit(e.by, -1), max),
    "after date first whom": lambda e: of_several(e.of_unit(e.by, 1), min),
    "same day": lambda e: e.same("day"),
    "same month": lambda e: e.same("month"),
    "count": lambda e: {str(len(e.days))} if len(e.days) > 1 else set(),
    "count in": lambda e: {str(sum(label_of(day, e.unit) == label_of(e.day, e.unit) for day in e.days))},
    "count whom in": lambda e: {str(len(names(e.of_unit(e.by))))},
    "count who in": lambda e: {str(len(names(e.of_unit(e.to))))},
}
"""The gold of each kind of question, by search over all events."""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--each", type=int, default=5, help="questions of each template")
    arguments.add_argument("--kb", type=Path, help="keep the store here, and take it if it is there")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "icews.tsv"
        rows = list(dict.fromkeys(event_graph.icews14(given.data)))
        table.write_text(reason.HEAD + "".join(f"{row}\n" for row in rows), encoding="utf-8")
        with reason.store(given.kb or Path(folder) / "kb", table) as sources:
            figures = {
                name: reason.scored(questions(table, name, given.each), sources, reason.FULL, reason_events.right)
                for name in tomllib.loads(WORDINGS.read_text())
            }
    print(machine.write("reason_wordings", {"facts": len(rows), **figures}))


def questions(table: Path, name: str, each: int) -> Iterator[reason.Asked]:
    """``each`` questions of every template of a set."""
    wordings, events = tomllib.loads(WORDINGS.read_text())[name], Events(table)
    draw = random.Random(name)
    rows: dict[str, list[reason_events.Row]] = {}
    for row in events.rows:
        if row[1] in wordings["verbs"] and row[0] != row[2]:
            rows.setdefault(row[1], []).append(row)
    for kind, templates in wordings["templates"].items():
        for template in templates:
            made: dict[str, reason.Asked] = {}
            for _ in range(TRIES):
                if len(made) == each:
                    break
                row = draw.choice(rows[draw.choice(sorted(rows))])
                asked = question(kind, template, row, wordings["verbs"][row[1]], events, draw)
                if asked is not None:
                    made.setdefault(asked.text, asked)
            yield from made.values()


def question(
    kind: str, template: str, row: reason_events.Row, verb: Sequence[str], events: Events, draw: random.Random
) -> reason.Asked | None:
    """A question about an event; nothing where the wording does not fit its verb, or it would have no gold."""
    base, past, participle, gerund = verb
    first, _, second = template.partition("|")
    template = second if second and (("{part}" in first and not participle) or draw.random() < 0.5) else first
    perfect = any(f"{has} {{past}}" in template for has in ("had", "has", "already"))
    if ("{part}" in template and not participle) or (perfect and past != participle):
        return None
    inside = any(word in template.lower() for word in ("in {t}", "during {t}"))
    unit = "month" if inside else "day" if "on {t}" in template else draw.choice(("month", "month", "day"))
    s, r, o, day = row
    about = Drawn(events, s, r, o, day, unit)
    gold = GOLD[kind](about)
    if not 0 < len(gold) <= MOST or ("{x}" in template and len(about.days) > 1):
        return None
    said, _ = reason_events.period(day, unit, draw)
    text = template.format(s=s, o=o, x=s, t=said, base=base, past=past, part=participle, ing=gerund)
    return reason.Asked(kind, text[0].upper() + text[1:], tuple(sorted(gold)))


if __name__ == "__main__":
    main()
