"""Questions for figures over short texts: right, refused, wrong; of cases that were looked at and of unseen ones.

    python benchmarks/figure_cases.py

Both files are written by others than the rules, without sight of the code, in fields that no data set here has. Those
in ``tests/answering/figure_cases.jsonl`` were read while the rules were written; ``figure_cases_unseen.jsonl`` is not,
and is no measure any more for whoever reads it: then it goes into the other, and is left out here until there are new
ones. A case has one to four documents, a question, and expressions that
must all, or must not, be found in a right answer; where nothing determines the answer only a refusal is right.
"""

from __future__ import annotations

import collections
import json
import sys
import tempfile
from pathlib import Path

import machine

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "answering"))

from test_figure_cases import ask, verdict  # noqa: E402

SETS = {
    "looked at": ROOT / "tests" / "answering" / "figure_cases.jsonl",
    "not looked at": Path(__file__).parent / "figure_cases_unseen.jsonl",
}


def measured(path: Path) -> dict:
    """The counts of all cases of a file, and of each kind."""
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as scratch:
        for number, case in enumerate(cases):
            found = verdict(case, ask(case, Path(scratch) / str(number)))
            name = found if case["answerable"] else f"{found}, unanswerable"
            counts["all"][name] += 1
            counts[case["kind"]][name] += 1
    total, answerable = counts["all"], sum(case["answerable"] for case in cases)
    return {
        "cases": len(cases),
        "answerable": answerable,
        "right": round(total["right"] / answerable, 3),
        "refused": round(total["refused"] / answerable, 3),
        "wrong": total["wrong"] + total["wrong, unanswerable"],
        "by_kind": {kind: dict(counted) for kind, counted in sorted(counts.items()) if kind != "all"},
    }


def main() -> None:
    result = {name: measured(path) for name, path in SETS.items() if path.exists()}
    for name, figures in result.items():
        print(name, {key: value for key, value in figures.items() if key != "by_kind"})
    print(machine.write("figure_cases", result))


if __name__ == "__main__":
    main()
