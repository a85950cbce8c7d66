"""What of the changes of state that two blogs tell is found, dated and closed, and what is closed that should not be.

    python benchmarks/state_changes.py score --kb rust=FOLDER --kb letsencrypt=FOLDER
    python benchmarks/state_changes.py sample --kb rust=FOLDER --kb letsencrypt=FOLDER --name NAME
    python benchmarks/state_changes.py count

``state_changes.jsonl`` was written by hand from the posts, before any fact was looked at: who joined or left what,
which team, service or certificate began or ended, with the day (``precision``: day, month, year) and the words that
tell so; ``holds`` and ``changes`` are expressions for the relations of a state and of what ends it. A *trap* is told
and neither ends nor begins the state (``not``). Each line is looked up as of the day after its post.

*Found* is a fact between the two that means it; *dated*, one that begins or ends within the line's precision; *closed*
(of ends), a state that ends then; *held*, what begins dated and what ends closed. ``sample`` draws facts that are told
or taken to be over, for a person to judge in ``state_changes_closed.jsonl``; ``count`` says which share is wrong.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import figures
import machine
from texts import read_lines

from timeweave.evolution import resolve
from timeweave.records import EntityId, FactStatus, ResolvedFact
from timeweave.store.base import View
from timeweave.store.sqlite import SqliteStore
from timeweave.temporal.interval import Interval

HERE = Path(__file__).resolve().parent
LISTED = HERE / "state_changes.jsonl"
JUDGED = HERE / "state_changes_closed.jsonl"
NUMBER = 30  # of each store
DAY = dt.timedelta(days=1)


def tokens(name: str) -> tuple[str, ...]:
    words = re.findall(r"\w+", name.casefold().replace("’", "'").replace("'s", "s"))
    return tuple(words[1:] if words[:1] == ["the"] else words)


class Names:
    """The entities of a view by the words of their names and keys."""

    def __init__(self, view: View) -> None:
        self._keys: dict[tuple[str, ...], set[str]] = {}
        for entity in view.entities():
            for name in (entity.name, entity.id):
                self._keys.setdefault(tokens(name), set()).add(entity.id)

    def keys(self, accepted: Sequence[str]) -> set[str]:
        """Those that bear one of the accepted names, or one with one more word before it: "Rust compiler team"."""
        wanted = {tokens(name) for name in accepted}
        return {
            key
            for words, keys in self._keys.items()
            if words in wanted or (len(words) > 2 and words[1:] in wanted)
            for key in keys
        }


def about(view: View, names: Names, row: Mapping) -> Iterator[ResolvedFact]:
    """The resolved facts between the two that a line names; where it names one, those about it."""
    subjects, objects = names.keys(row["subject"]), names.keys(row["object"])
    facts = resolve(view.facts_about([EntityId(key) for key in sorted(subjects | objects)]))
    literals = {tokens(name) for name in row["object"]}
    for resolved in facts:
        fact = resolved.fact
        ends = {fact.subject, fact.object} if fact.object_is_entity else {fact.subject}
        told = not row["object"] or ends & objects or tokens(fact.object) in literals
        if fact.quantity is None and ends & subjects and told:
            yield resolved


def said(resolved: ResolvedFact) -> str:
    """The relation in words, with what it says of a thing that stands alone: "status active"."""
    fact = resolved.fact
    return fact.relation if fact.object_is_entity else f"{fact.relation} {fact.object}"


def score(row: Mapping, facts: Sequence[ResolvedFact]) -> dict[str, bool]:
    """What the facts between the two say of a line."""
    within = Interval.parse(row["day"])
    states = [r for r in facts if re.search(row["holds"], said(r))]
    told = [r for r in facts if re.search(row["changes"], said(r))]
    begun = [r for r in states if r.valid and r.valid.start and starts_in(within, r.valid.start)]
    over = [r for r in states if r.valid and r.valid.end]
    closed = [r for r in over if r.valid and r.valid.end and ends_in(within, r.valid.end)]
    if row["kind"] == "begins":
        return {"found": bool(states), "dated": bool(begun), "held": bool(begun)}
    happened = [r for r in told if r.valid and r.valid.start and starts_in(within, r.valid.start)]
    dated = bool(closed or happened)
    return {"found": bool(over or told), "dated": dated, "closed": bool(closed), "held": bool(closed)}


def fell_for(row: Mapping, facts: Sequence[ResolvedFact]) -> bool:
    """Whether the state of a trap is told to end or begin about the day of its post."""
    day = dt.date.fromisoformat(row["published"])
    near = Interval(day - 31 * DAY, day + 31 * DAY)
    states = [r for r in facts if re.search(row["holds"], said(r))]
    if row["not"] == "begins":
        return any(r.valid and r.valid.start and starts_in(near, r.valid.start) for r in states)
    return any(r.valid and r.valid.end and ends_in(near, r.valid.end) and not r.valid.is_unit for r in states)


def starts_in(within: Interval, day: dt.date) -> bool:
    return within.start is not None and within.end is not None and within.start <= day < within.end


def ends_in(within: Interval, day: dt.date) -> bool:
    return within.start is not None and within.end is not None and within.start <= day <= within.end


def measure(stores: Mapping[str, Path]) -> dict:
    rows = list(read_lines(LISTED))
    values: dict[str, list[float]] = {}
    lines = []
    for name, folder in stores.items():
        with SqliteStore.open(folder, create=False, read_only=True) as store:
            for row in (row for row in rows if row["set"] == name):
                with store.view(dt.date.fromisoformat(row["published"]) + DAY) as view:
                    facts = list(about(view, Names(view), row))
                told = {"fallen for": fell_for(row, facts)} if row["kind"] == "trap" else score(row, facts)
                for what, value in told.items():
                    group = row["kind"] if row["kind"] != "trap" else "traps"
                    values.setdefault(f"{group}: {what}", []).append(float(value))
                    if group != "traps" and what != "closed":
                        values.setdefault(f"all: {what}", []).append(float(value))
                lines.append((row, told))
    for row, told in lines:
        marks = " ".join(f"{what}={'yes' if value else 'no'}" for what, value in told.items())
        print(f"{row['id']:6s} {row['kind']:6s} {marks:45s} {row['quote'][:90]}")
    return {what: figures.mean(found) for what, found in sorted(values.items())}


def sample(view: View) -> list[dict]:
    """Facts that are closed or told to be over, drawn at random."""
    ids = view.facts_of([info.ordinal for info in view.documents()])
    every = resolve(view.facts(ids).values())
    texts = {r.fact.id: r.fact.text for r in every}
    over = [
        r
        for r in every
        if r.fact.quantity is None
        and r.valid is not None
        and r.valid.end is not None
        and (r.status is FactStatus.CLOSED or r.valid.start is None)
    ]
    drawn = random.Random(0).sample(over, min(NUMBER, len(over)))
    return [
        {
            "fact": r.fact.text,
            "relation": r.fact.relation,
            "valid": str(r.valid),
            "status": str(r.status),
            "by": [texts.get(id_, id_) for id_ in r.by][:3],
            "document": r.supports[0].document_id,
            "text": sentence(view, r),
            "wrong": None,
        }
        for r in drawn
    ]


def sentence(view: View, resolved: ResolvedFact) -> str:
    support = resolved.supports[0]
    stated = view.statements([support.key])[support.key]
    return " ".join(view.text(support.key.ordinal, stated.span).split())[:400]


def count(rows: Sequence[dict]) -> dict:
    groups: dict[str, list[float]] = {}
    for row in rows:
        if row["wrong"] is not None:
            groups.setdefault(f"{row['code']}: {row['corpus']} wrongly closed", []).append(float(row["wrong"]))
            groups.setdefault(f"{row['code']}: wrongly closed", []).append(float(row["wrong"]))
    return {name: figures.mean(values) for name, values in sorted(groups.items())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["score", "sample", "count"])
    parser.add_argument("--kb", action="append", default=[], metavar="SET=FOLDER")
    parser.add_argument(
        "--name", default="", help="what the code is called whose facts are drawn; of score and count, the result file"
    )
    args = parser.parse_args()
    stores = {name: Path(folder) for name, _, folder in (pair.partition("=") for pair in args.kb)}
    known = list(read_lines(JUDGED)) if JUDGED.exists() else []
    if args.command == "sample":
        fresh = []
        for name, folder in stores.items():
            with SqliteStore.open(folder, create=False, read_only=True) as store, store.view(None) as view:
                fresh += [{"code": args.name, "corpus": name, **row} for row in sample(view)]
        kept = [row for row in known if row["code"] != args.name]
        JUDGED.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in [*kept, *fresh]), "utf-8")
        return
    shares = count(known) if args.command == "count" else measure(stores)
    for name, figure in shares.items():
        print(f"{name:40s} {figures.shown(figure)} of {figure['n']}")
    if args.name:
        print(machine.write(args.name, shares))


if __name__ == "__main__":
    main()
