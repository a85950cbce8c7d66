"""Global questions on ECT-QA: is every time that a question names represented in what is found, and in the answer?

    python benchmarks/global_questions.py --data PATH/TO/ect-qa [--kb READY]

PATH holds ``questions_abstract_dev.jsonl`` beside what ``ect_qa.py`` wants; there are no gold answers. The quarters
that a question names are read by a few patterns of this script alone. A quarter counts as represented when a returned
stretch lies in a document that reports on it. Baselines fill the same budget. ``routed`` is the share of questions
that ``auto`` sends to global retrieval: of these, and of the specific questions of the same data set, where it should
be none.

The answers are given twice: without a model, and with the test endpoint (`modelserver`), which shows the
path and what it costs, and says nothing of any model.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import ect_qa_data as data
import figures
import machine
from plain import RANKINGS, PlainRetrieval
from stores import prepared
from texts import read_lines

import timeweave
from timeweave.records import Usage
from timeweave.results import Answer
from timeweave.temporal import Granularity, Interval

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from modelserver import TestEndpoint

BUDGET = 24_000  # tokens: the paper's context of a global answer, section V-A
QUARTER = re.compile(r"\bQ([1-4])\s+(?:of\s+)?(20\d\d)\b|\b(20\d\d)[\s-]*Q([1-4])\b")
SHARED_YEAR = re.compile(r"\b(20\d\d) Q([1-4]) (?:and|to) Q([1-4])\b|\bQ([1-4]) (?:and|to) Q([1-4]) (?:of )?(20\d\d)\b")
IN_WORDS = re.compile(r"\b(first|second|third|fourth) and (first|second|third|fourth) quarters of (20\d\d)\b")
YEAR = re.compile(r"\b(20\d\d)\b")
RANGE = re.compile(r"\b(?:from|between|through|quarters \()\b|\bQ[1-4] to (?:Q[1-4]|20\d\d)")
ORDINALS = ("first", "second", "third", "fourth")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--kb", type=Path, help="a knowledge base of the corpus: read if it is there, else built there")
    parser.add_argument("--vectors", type=Path, help="a folder that keeps the baselines' embeddings")
    args = parser.parse_args()
    documents = data.corpus(args.data)
    quarter_of = {id_: str(d.period) for id_, d in documents.items()}
    questions = [q["question"] for q in read_lines(args.data / "questions_abstract_dev.jsonl")]
    asked = {text: quarters_named(text) & set(quarter_of.values()) for text in questions}
    result = {"questions": len(questions), "quarters_per_question": statistics.mean(map(len, asked.values()))}
    with prepared(args.kb, documents.values()) as ready, tempfile.TemporaryDirectory() as scratch:
        folder = shutil.copytree(ready, Path(scratch) / "kb")  # reports and responses are written to it
        answers, millis = without_model(folder, questions)
        result["routed"] = {
            "abstract": figures.mean([float(a.search.mode == "global") for a in answers.values()]),
            "specific": figures.mean(routed(folder, [q.text for q in data.questions(args.data)])),
        }
        result["search_ms_p50"] = round(statistics.median(millis), 1)
        written, shown, costs = with_endpoint(folder, questions)
    plain = PlainRetrieval(documents.values(), args.vectors)
    by_system: dict[str, Mapping[str, set[str]]] = {
        "timeweave": {t: {quarter_of[e.document_id] for e in a.search.evidence} for t, a in answers.items()},
        "timeweave, reports": {t: {r.node for r in a.search.reports} for t, a in answers.items()},
        "timeweave, shown to the test endpoint": shown,
    }
    ranked = {t: plain.find_all(t, [BUDGET]) for t in questions}
    for name in RANKINGS:
        by_system[name] = {t: {quarter_of[f.document_id] for f in of[name][BUDGET]} for t, of in ranked.items()}
    cited = {"without a model": answers, "with the test endpoint": written}
    for name, given in cited.items():
        by_system[f"answer {name}"] = {t: {quarter_of[c.document_id] for c in a.citations} for t, a in given.items()}
    result["quarters_represented"] = {
        name: figures.mean([share(asked[t], held) for t, held in of.items() if asked[t]])
        for name, of in by_system.items()
    }
    result["refused"] = {n: figures.mean([float(a.refused) for a in given.values()]) for n, given in cited.items()}
    result["words"] = {
        n: statistics.median(len(a.answer.split()) for a in given.values()) for n, given in cited.items()
    }
    result["calls_per_question"] = costs
    for name, figure in result["quarters_represented"].items():
        print(f"{name:32} {figures.shown(figure)}")
    print(machine.write("global_questions", result))


def without_model(folder: Path, questions: Sequence[str]) -> tuple[dict[str, Answer], list[float]]:
    """The answers, and the milliseconds of each search, the reports of its periods at hand."""
    with timeweave.open(folder) as kb:
        kb.report_all()
        answers = {text: kb.ask(text, budget=BUDGET) for text in questions}
        return answers, [kb.search(text, budget=BUDGET).elapsed_ms for text in questions]


def routed(folder: Path, questions: Sequence[str]) -> list[float]:
    """1 for each question that goes to global retrieval."""
    with timeweave.open(folder) as kb:
        return [float(kb.search(text).mode == "global") for text in questions]


def with_endpoint(folder: Path, questions: Sequence[str]) -> tuple[dict, dict, dict]:
    """By question: the answer by way of the test endpoint, and the quarters of the lines that it was shown; and the
    median calls and tokens of one.
    """
    os.environ.setdefault("OPENAI_API_KEY", "none")
    answers, shown = {}, {}
    with TestEndpoint() as endpoint, timeweave.open(folder, llm={"answer": "openai:test"}, llm_url=endpoint.url) as kb:
        for text in questions:
            endpoint.forget()
            answers[text] = kb.ask(text, budget=BUDGET)
            shown[text] = set(quarters_shown(endpoint))
    spent = [sum(answer.usage.values(), start=Usage()) for answer in answers.values()]
    names = ("calls", "prompt_tokens", "completion_tokens", "fallbacks")
    return answers, shown, {name: statistics.median(getattr(u, name) for u in spent) for name in names}


def quarters_shown(endpoint: TestEndpoint) -> Iterator[str]:
    """The quarters in which the lines lie of which points were asked."""
    for call in endpoint.calls_of("points"):
        for period in re.findall(r"^E\d+ \| ([^|]+) \|", call.turns[-1].text, re.MULTILINE):
            when = Interval.parse(period.strip())
            quarter = when if when.start is None else Interval.unit(when.start, Granularity.QUARTER)
            if quarter.contains(when):
                yield str(quarter)


def quarters_named(text: str) -> set[str]:
    """The quarters that a question names: one by one, from one to another, or all of a year."""
    named = [f"{b or c}-Q{a or d}" for a, b, c, d in QUARTER.findall(text)]
    for year, first, last, first_, last_, year_ in SHARED_YEAR.findall(text):
        named += [f"{year or year_}-Q{quarter}" for quarter in (first or first_, last or last_)]
    for first, last, year in IN_WORDS.findall(text):
        named += [f"{year}-Q{ORDINALS.index(word) + 1}" for word in (first, last)]
    if not named:
        named = [f"{year}-Q{quarter}" for year in YEAR.findall(text) for quarter in range(1, 5)]
    if RANGE.search(text) and len(named) > 1:
        first, last = min(named), max(named)
        return {quarter for quarter in every_quarter() if first <= quarter <= last}
    return set(named)


def every_quarter() -> Iterator[str]:
    return (f"{year}-Q{quarter}" for year, quarter in itertools.product(range(2019, 2026), range(1, 5)))


def share(wanted: set[str], held: set[str]) -> float:
    return len(wanted & held) / len(wanted)


if __name__ == "__main__":
    main()
