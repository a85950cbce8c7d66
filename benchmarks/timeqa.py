"""Evidence and answers on TimeQA, all pages in one store, beside BM25, MiniLM and both over the same pages.

    python benchmarks/timeqa.py --data PATH/TO/timeqa [--budget 400] [--limit 100] [--kb READY] [--out RESULTS.jsonl]

PATH holds ``pages_dev.jsonl.gz``: Wikipedia pages of TimeQA (arXiv 2108.06314) with their time-scoped questions.
Evidence: one returned stretch of the page holds a gold span. Answer: a gold answer stands in it, case, accents and
punctuation aside, and it has at most 60 words. Where the data give no answer, a refusal is right.
Intervals: bootstrap over pages, since the questions of one page hang together.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import figures
import machine
import texts
from plain import Found, PlainRetrieval, SentenceRetrieval
from stores import ask_all, prepared, spans_of, write_lines

import timeweave
from timeweave import wire
from timeweave.results import Answer

LONGEST_ANSWER = 60


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question about a page, with its gold spans (start, end, answer) in the page's text."""

    id: str
    text: str
    page: str
    gold: tuple[tuple[int, int, str], ...]


def read(data: Path) -> tuple[list[timeweave.Document], list[GoldQuestion]]:
    """The pages, a paragraph a line, and all their questions."""
    documents, questions = [], []
    for page in texts.read_lines(data / "pages_dev.jsonl.gz"):
        starts, length = [], 0
        for paragraph in page["paras"]:
            starts.append(length)
            length += len(paragraph) + 1
        title = page["link"].split("/")[-1].replace("_", " ")
        documents.append(timeweave.Document(id=page["index"], title=title, text="\n".join(page["paras"])))
        for number, (text, answers) in enumerate(page["questions"]):
            gold = tuple(
                (starts[a["para"]] + a["from"], starts[a["para"]] + a["end"], a["answer"])
                for a in answers
                if a.get("answer")
            )
            questions.append(GoldQuestion(f"{page['index']}|{number}", text, page["index"], gold))
    return documents, questions


def is_found(asked: GoldQuestion, evidence: Sequence[Found]) -> bool:
    """Whether one stretch of the page holds a gold span whole."""
    mine = [e for e in evidence if e.document_id == asked.page]
    return any(e.start <= start and e.end >= end for e in mine for start, end, _ in asked.gold)


def is_answered(asked: GoldQuestion, answer: str) -> bool:
    """Whether a short answer holds a gold one."""
    return texts.holds_any(answer, [gold for *_, gold in asked.gold], longest=LONGEST_ANSWER)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--budget", type=int, default=400)
    parser.add_argument("--limit", type=int, help="only the first questions")
    parser.add_argument("--kb", type=Path, help="a knowledge base of the pages: read if it is there, else built there")
    parser.add_argument("--vectors", type=Path, help="a folder that keeps the baselines' embeddings")
    parser.add_argument("--out", type=Path, help="write each answer here, as the command line does")
    args = parser.parse_args()
    documents, questions = read(args.data)
    questions = questions[: args.limit]
    with prepared(args.kb, documents) as folder:
        answers = ask_all(folder, {q.id: q.text for q in questions}, args.budget)
        baselines = [PlainRetrieval(documents, args.vectors), SentenceRetrieval(folder)]
        answerable = [q for q in questions if q.gold]
        hits = {"timeweave": [is_found(q, spans_of(answers[q.id].search)) for q in answerable]}
        for q in answerable:
            for baseline in baselines:
                for name, found in baseline.find_all(q.text, [args.budget]).items():
                    hits.setdefault(name, []).append(is_found(q, found[args.budget]))
    if args.out:
        write_lines(args.out, ({"id": id_, **wire.answer_to_json(a)} for id_, a in answers.items()))
    measured = summarise(questions, answers, hits)
    print_summary(measured, args.budget)
    result = {"budget_tokens": args.budget, "documents": len(documents), **measured}
    print(machine.write("timeqa", result, sample=args.limit))


def summarise(questions: Sequence[GoldQuestion], answers: dict[str, Answer], hits: dict[str, list[bool]]) -> dict:
    answerable = [q for q in questions if q.gold]
    others = [q for q in questions if not q.gold]
    pages = [q.page for q in answerable]
    answered = [is_answered(q, answers[q.id].answer) for q in answerable]
    return {
        "evidence": {name: figures.mean(row, pages) for name, row in hits.items()},
        "evidence_over_fusion": figures.difference(hits["timeweave"], hits["bm25 + dense"], pages),
        "answer_contains_gold": figures.mean(answered, pages),
        "refused_answerable": figures.mean([answers[q.id].refused for q in answerable], pages),
        "refused_unanswerable": figures.mean([answers[q.id].refused for q in others], [q.page for q in others]),
    }


def print_summary(measured: dict, budget: int) -> None:
    for name, figure in measured["evidence"].items():
        print(f"gold span within {budget} tokens: {name:24s} {figures.shown(figure)} of {figure['n']}")
    for name in ("evidence_over_fusion", "answer_contains_gold", "refused_answerable", "refused_unanswerable"):
        print(f"{name:32s} {figures.shown(measured[name])} of {measured[name]['n']}")


if __name__ == "__main__":
    main()
