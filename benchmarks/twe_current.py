"""Temporal accuracy: questions for what is current, where one fact is told of two days (`pat_questions_data`).

Right is the document of the later day as of a day after it, and one of the earlier day as of a day between the two;
"first" counts where it is ranked first of all chunks, "above" where it is ranked above those of the other day.
As of a day nothing later is visible, so that the earlier value is right by construction wherever anything is found;
``without as_of`` ranks all documents with ages counted from that day, which is all that a decay can do.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import figures
import numpy as np
import pat_questions_data as data
import texts
from pat_questions_data import Fact
from stores import prepared
from twe_parts import MODE, PLAIN, SEED, Parts, Setting, collect
from twe_parts import score as weighed
from twe_sets import GoldQuestion, Piece

import timeweave

BETWEEN = dt.date(2022, 6, 30)
SOON = dt.date(2024, 1, 15)
YEAR_AFTER = dt.date(2024, 12, 15)
DAYS = (BETWEEN, SOON, YEAR_AFTER)
"""After the earlier value and before the later; weeks after the later; a year after it."""

MARKS = ("current", "latest", "currently", "")
ASKED_WHOLE = ("current", "")
"""What is asked of ``kb.ask`` and ``kb.search`` too, of every second fact."""

GRID = {
    "delta_base": (0.0, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
    "tau_min": (30.0, 90.0, 180.0, 365.0, 730.0),
}
SYSTEMS: Mapping[str, Setting] = {
    "BM25": PLAIN.but(beta=0.0),
    "dense (neural)": PLAIN.but(alpha=0.0),
    "dense (SVD)": replace(PLAIN.but(alpha=0.0), dense="svd"),
    "hybrid": PLAIN,
    "hybrid + centrality": PLAIN.but(gamma=0.5),
    "S, 2.5 / 90, r by pattern": SEED,
    "S, 2.5 / 365, r by pattern": SEED.but(tau_min=365.0),
    "S, 5 / 365, r by pattern": SEED.but(delta_base=5.0, tau_min=365.0),
    "S, 2.5 / 90, r learned": replace(SEED, recency="learned"),
    "S, 2.5 / 365, r learned": replace(SEED, recency="learned").but(tau_min=365.0),
    "S, 1 / 365, r learned": replace(SEED, recency="learned").but(delta_base=1.0, tau_min=365.0),
    "S, 2.5 / 365, of the first 10": replace(SEED, within=10).but(tau_min=365.0),
    "S as mode hybrid": MODE,
}


@dataclass(frozen=True, slots=True)
class Current:
    """A question for the current value of a fact, in one wording, as of one day."""

    fact: Fact
    mark: str
    day: dt.date

    @property
    def id(self) -> str:
        """Of the question."""
        return f"{self.fact.id}|{self.mark}|{self.day}"

    @property
    def asked(self) -> GoldQuestion:
        """As the parts are collected for it."""
        return GoldQuestion(self.id, self.fact.question(self.mark), self.fact.id, (Piece(()),), lambda _: 0.0, self.day)

    def says(self, document_id: str) -> str:
        """Which value a document says: right, wrong (that of the other day), or none."""
        right, wrong = (data.is_earlier, data.is_later)[:: 1 if self.day == BETWEEN else -1]
        return "right" if right(self.fact, document_id) else "wrong" if wrong(self.fact, document_id) else "none"

    @property
    def gold(self) -> str:
        """The value as of the day."""
        return self.fact.earlier if self.day == BETWEEN else self.fact.later


def run(path: Path, limit: int | None, kb: Path | None) -> dict:
    """All cases; ``kb`` is a folder of ready knowledge bases, one for each case."""
    facts = data.chosen(data.facts(path), limit if kb is None else None)
    asked = [f for f in facts if f.changed][:limit]
    measured: dict = {"facts_that_changed": len(asked), "facts": len(facts), "cases": {}}
    for case, mentions in data.CASES.items():
        ready = kb / case.replace(" ", "-") if kb else None
        documents = data.documents(facts, mentions)
        with prepared(ready, documents) as folder:
            found = run_case(folder, asked)
            print_summary(case, found)
            measured["cases"][case] = {"documents": len(documents), **found}
    return measured


def run_case(folder: Path, facts: Sequence[Fact]) -> dict:
    """One store: rankings of chunks by weighing the parts, then what a user gets."""
    questions = [Current(fact, mark, day) for day in DAYS for mark in MARKS for fact in facts]
    by_id = {p.asked.id: p for p in collect(folder, [q.asked for q in questions], None, name_times=False).parts}
    marked = [q for q in questions if q.mark]
    return {
        "ranked": {name: by_day(questions, by_id, setting) for name, setting in SYSTEMS.items()},
        "without as_of": {name: without_as_of(marked, by_id, setting) for name, setting in SYSTEMS.items()},
        "reworded": {
            name: by_wording([q for q in marked if q.day == SOON], by_id, setting) for name, setting in SYSTEMS.items()
        },
        "grid": grid(marked, by_id),
        "whole": whole(folder, [q for q in questions if q.mark in ASKED_WHOLE and q.fact in facts[::2]]),
    }


def by_day(questions: Sequence[Current], parts: Mapping[str, Parts], setting: Setting) -> dict:
    """Day → how often right, where "current" is said ("marked") and where it is not."""
    rows: dict = {}
    for day in DAYS:
        for name, is_marked in (("marked", True), ("unmarked", False)):
            asked = [q for q in questions if q.day == day and bool(q.mark) == is_marked]
            rows.setdefault(str(day), {})[name] = accuracy(asked, [weighed(parts[q.id], setting) for q in asked], parts)
    return rows


def by_wording(questions: Sequence[Current], parts: Mapping[str, Parts], setting: Setting) -> dict:
    """Apart, whether the later value is told in the words of the question."""
    rows = {}
    for name, reworded in (("same words", False), ("other words", True)):
        asked = [q for q in questions if data.is_reworded(q.fact) == reworded]
        rows[name] = accuracy(asked, [weighed(parts[q.id], setting) for q in asked], parts)
    return rows


def without_as_of(questions: Sequence[Current], parts: Mapping[str, Parts], setting: Setting) -> dict:
    """All documents up to a year after the later value, asked for the earlier one by the day that ages count from."""
    asked = [q for q in questions if q.day == BETWEEN]
    scores = []
    for q in asked:
        every = parts[replace(q, day=YEAR_AFTER).id]
        scores.append(weighed(replace(every, now=q.day.toordinal(), reference=q.day.toordinal()), setting))
    return accuracy(asked, scores, {q.id: parts[replace(q, day=YEAR_AFTER).id] for q in asked})


def accuracy(asked: Sequence[Current], scores: Sequence[np.ndarray], parts: Mapping[str, Parts]) -> dict:
    """How often the right document is first, and above those of the other day."""
    first, above = [], []
    for q, of_rows in zip(asked, scores, strict=True):
        rows = parts[q.id].rows
        best = {"right": -np.inf, "wrong": -np.inf}
        for chunk, row in rows_of(parts[q.id], q.fact):
            said = q.says(chunk[0])
            if said in best:
                best[said] = max(best[said], float(of_rows[row]))
        first.append(q.says(rows.chunks[int(np.argmax(of_rows))][0]) == "right")
        above.append(best["right"] > best["wrong"])
    groups = [q.fact.id for q in asked]
    return {"first": figures.mean(first, groups), "above": figures.mean(above, groups)}


def rows_of(parts: Parts, fact: Fact) -> list[tuple[tuple[str, int], int]]:
    """The chunks that tell of a fact, with their rows."""
    ids = [f"{fact.id}/later/0", *(f"{fact.id}/earlier/{n}" for n in range(max(data.CASES.values())))]
    known = parts.rows.row_of
    return [((id_, 0), known[id_, 0]) for id_ in ids if (id_, 0) in known]


def grid(questions: Sequence[Current], parts: Mapping[str, Parts]) -> list[dict]:
    """δ × τ_min of the seed's S: how often right soon after the change, a year after, and by day alone."""
    rows = []
    for delta in GRID["delta_base"]:
        for tau in GRID["tau_min"]:
            setting = SEED.but(delta_base=delta, tau_min=tau)
            row: dict = {"delta_base": delta, "tau_min": tau}
            for name, day in (("soon", SOON), ("year after", YEAR_AFTER)):
                asked = [q for q in questions if q.day == day]
                measured = accuracy(asked, [weighed(parts[q.id], setting) for q in asked], parts)
                row[name] = measured["first"]["mean"]
            rows.append(row)
    return rows


def whole(folder: Path, questions: Sequence[Current]) -> dict:
    """What a user gets: the document of the first evidence by mode, and whether the answer holds the gold one."""
    rows: dict = {}
    with timeweave.open(folder, create=False, read_only=True) as kb:
        for day in DAYS:
            for name, is_marked in (("marked", True), ("unmarked", False)):
                asked = [q for q in questions if q.day == day and bool(q.mark) == is_marked]
                rows.setdefault(str(day), {})[name] = _whole(kb, asked)
    return rows


def _whole(kb: timeweave.KnowledgeBase, asked: Sequence[Current]) -> dict:
    counted: dict[str, list[bool]] = {}
    for q in asked:
        text = q.fact.question(q.mark)
        answer = kb.ask(text, as_of=q.day)
        said = not answer.refused and texts.holds_any(answer.answer, [q.gold])
        other = q.fact.later if q.day == BETWEEN else q.fact.earlier
        for mode, evidence in (
            ("auto", answer.search.evidence),
            ("hybrid", kb.search(text, as_of=q.day, mode="hybrid").evidence),
        ):
            counted.setdefault(f"first evidence, {mode}", []).append(
                bool(evidence) and q.says(evidence[0].document_id) == "right"
            )
        counted.setdefault("answer holds the right value", []).append(said)
        counted.setdefault("answer holds no other value", []).append(
            said and not texts.holds_any(answer.answer, [other])
        )
        counted.setdefault("refused", []).append(answer.refused)
    groups = [q.fact.id for q in asked]
    return {name: figures.mean(row, groups) for name, row in counted.items()}


def print_summary(case: str, measured: dict) -> None:
    for name, by_day_ in measured["ranked"].items():
        first = ", ".join(f"{d}: {figures.shown(row['marked']['first'])}" for d, row in by_day_.items())
        print(f"  {case}, {name:32s} {first}; without as_of {measured['without as_of'][name]['first']['mean']:.3f}")
    for day, row in measured["whole"].items():
        print(f"  {case}, as of {day}: " + ", ".join(f"{n} {f['mean']:.3f}" for n, f in row["marked"].items()))
