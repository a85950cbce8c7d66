"""Temporal expressions against TimeML gold annotation (TempEval-3), in the way TempEval-3 scores them.

    python benchmarks/tempeval.py --data PATH/TO/tempeval3

PATH holds TimeML documents (``*.tml``) with gold TIMEX3, as in the TimeBank and AQUAINT parts of TempEval-3.
A found expression matches a gold one that it overlaps, an exactly equal one first; each is used once.
F1 = 2 · matches / (found + gold): relaxed counts all matches, strict those of equal extent, type and value those whose
TIMEX3 type or value is equal too. Each text is read whole, against its creation time.

Files are sorted by the SHA-256 of their names. The errors of the first three quarters were looked at while the rules
were written ("development"); of the rest ("held_out") only the totals.
"""

from __future__ import annotations

import argparse
import datetime as dt
import hashlib
import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import machine

from timeweave.temporal import TimeExpression, find_expressions


@dataclass(frozen=True)
class Gold:
    start: int
    end: int
    type: str
    value: str


@dataclass
class Score:
    """Counts over documents, and the figures made of them."""

    documents: int = 0
    gold: int = 0
    found: int = 0
    relaxed: int = 0
    strict: int = 0
    type: int = 0
    value: int = 0

    def add(self, gold: list[Gold], found: list[TimeExpression]) -> None:
        self.documents += 1
        self.gold += len(gold)
        self.found += len(found)
        used: set[int] = set()
        for g in gold:
            free = [i for i in range(len(found)) if i not in used]
            exact = (i for i in free if (found[i].start, found[i].end) == (g.start, g.end))
            overlapping = (i for i in free if found[i].start < g.end and found[i].end > g.start)
            best = next(exact, next(overlapping, None))
            if best is None:
                continue
            used.add(best)
            match = found[best]
            self.relaxed += 1
            self.strict += (match.start, match.end) == (g.start, g.end)
            self.type += match.type == g.type
            self.value += match.value == g.value

    def figures(self) -> dict[str, float | int]:
        def f1(hits: int) -> float:
            return round(2 * hits / (self.found + self.gold), 3) if hits else 0.0

        counts = {"documents": self.documents, "gold": self.gold, "found": self.found}
        return counts | {f"{n}_f1": f1(getattr(self, n)) for n in ("relaxed", "strict", "type", "value")}


def read_document(path: Path) -> tuple[dt.date | None, str, list[Gold]]:
    """Creation time, text and gold annotation of a TimeML file."""
    root = ET.parse(path).getroot()
    stamps = (
        t.get("value") or ""
        for t in root.iter("TIMEX3")
        if t.get("functionInDocument") in ("CREATION_TIME", "PUBLICATION_TIME")
    )
    match = re.match(r"(\d{4})-(\d\d)-(\d\d)", next(stamps, ""))
    parts: list[str] = []
    gold: list[Gold] = []

    def walk(element: ET.Element) -> None:
        start = sum(map(len, parts))
        parts.append(element.text or "")
        for child in element:
            walk(child)
            parts.append(child.tail or "")
        if element.tag == "TIMEX3":
            gold.append(Gold(start, sum(map(len, parts)), element.get("type", ""), element.get("value", "")))

    text = root.find("TEXT")
    assert text is not None, f"{path} has no TEXT"
    walk(text)
    return dt.date(*map(int, match.groups())) if match else None, "".join(parts), gold


def split(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Development and held-out files."""
    ordered = sorted(paths, key=lambda p: hashlib.sha256(p.name.encode()).hexdigest())
    cut = 3 * len(ordered) // 4
    return ordered[:cut], ordered[cut:]


def score(paths: list[Path], *totals: Score) -> None:
    for path in paths:
        anchor, text, gold = read_document(path)
        found = find_expressions(text, anchor)
        for total in totals:
            total.add(gold, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    arguments = parser.parse_args()
    development, held_out = split(arguments.data.glob("*.tml"))
    parts = {"development": Score(), "held_out": Score(), "all": Score()}
    started = time.perf_counter()
    score(development, parts["development"], parts["all"])
    score(held_out, parts["held_out"], parts["all"])
    figures = {"seconds": round(time.perf_counter() - started, 2)} | {n: part.figures() for n, part in parts.items()}
    for name, part in parts.items():
        print(f"{name}: {part.figures()}")
    print(f"written to {machine.write('tempeval', figures)}")


if __name__ == "__main__":
    main()
