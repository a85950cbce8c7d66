"""Evidence and answers over news, and over passages without dates, beside BM25, MiniLM and both over the same.

    python benchmarks/news.py --data PATH [--sets realtimeqa multihop-rag multihop-static] [--limit 100]
                              [--kb realtimeqa=READY] [--vectors FOLDER] [--out FOLDER]

PATH holds the folders ``realtimeqa``, ``multihop-rag`` and ``multihop-static``; see ``news_data`` for each.
RealTimeQA is asked as of each question's day: every system sees only what was published by then, and an article that
is later counts as a leak. Answers: a gold answer stands in the answer, which has at most 60 words ("yes" and "no" must
be its first word). Questions of MultiHop-RAG without evidence must be refused.
Intervals: bootstrap over questions, over the quizzes of a day for RealTimeQA.
"""

from __future__ import annotations

import argparse
import datetime as dt
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import figures
import machine
import texts
from news_data import SETS, GoldQuestion, QuestionSet
from plain import Found, PlainRetrieval, SentenceRetrieval
from stores import prepared, spans_of, write_lines

import timeweave
from timeweave import wire
from timeweave.results import Answer

LONGEST_ANSWER = 60
Recalls = dict[str, dict[int, list[float]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS))
    parser.add_argument("--limit", type=int, help="only so many questions of each set")
    parser.add_argument("--kb", action="append", default=[], help="SET=FOLDER: read it if there, else build it there")
    parser.add_argument("--vectors", type=Path, help="a folder that keeps the baselines' embeddings")
    parser.add_argument("--out", type=Path, help="a folder for SET.jsonl, the answers as the command line writes them")
    args = parser.parse_args()
    ready = {name: Path(folder) for name, _, folder in (given.partition("=") for given in args.kb)}
    for name in args.sets:
        asked = SETS[name](args.data / name, args.limit)
        measured = run(name, asked, ready.get(name), args.vectors, args.out)
        print_summary(name, measured)
        print(machine.write(name.replace("-", "_"), measured, sample=args.limit))


def run(name: str, asked: QuestionSet, kb: Path | None, vectors: Path | None, out: Path | None) -> dict:
    budgets = asked.budgets
    with_evidence = [q for q in asked.questions if q.pieces]
    days = {d.id: d.date or dt.date.min for d in asked.documents}
    with prepared(kb, asked.documents) as folder:
        answers, found = ask_all(folder, asked.questions, budgets)
        recalls: Recalls = {"timeweave": {b: [recall(q, found[b][q.id]) for q in with_evidence] for b in budgets}}
        leaks = {"timeweave": sum(late(q, days, found[budgets[-1]][q.id]) for q in with_evidence)}
        for baseline in (PlainRetrieval(asked.documents, vectors), SentenceRetrieval(folder)):
            for q in with_evidence:
                for system, by_budget in baseline.find_all(q.text, budgets, q.as_of).items():
                    leaks[system] = leaks.get(system, 0) + late(q, days, by_budget[budgets[-1]])
                    for budget, evidence in by_budget.items():
                        recalls.setdefault(system, {}).setdefault(budget, []).append(recall(q, evidence))
    if out:
        out.mkdir(parents=True, exist_ok=True)
        write_lines(out / f"{name}.jsonl", ({"id": id_, **wire.answer_to_json(a)} for id_, a in answers.items()))
    return summarise(asked, answers, recalls, leaks)


def ask_all(
    folder: Path, questions: Sequence[GoldQuestion], budgets: Sequence[int]
) -> tuple[dict[str, Answer], dict[int, dict[str, list[Found]]]]:
    """Answers within the largest budget, and evidence within each."""
    answers: dict[str, Answer] = {}
    found: dict[int, dict[str, list[Found]]] = {budget: {} for budget in budgets}
    with timeweave.open(folder, create=False, read_only=True) as kb:
        for q in questions:
            answers[q.id] = kb.ask(q.text, as_of=q.as_of, budget=budgets[-1])
            found[budgets[-1]][q.id] = spans_of(answers[q.id].search)
            for budget in budgets[:-1]:
                found[budget][q.id] = spans_of(kb.search(q.text, as_of=q.as_of, budget=budget))
    return answers, found


def recall(asked: GoldQuestion, evidence: Sequence[Found]) -> float:
    return statistics.fmean(piece.is_found(evidence) for piece in asked.pieces)


def late(asked: GoldQuestion, days: Mapping[str, dt.date], evidence: Sequence[Found]) -> int:
    """Whether something was returned that was published after the day of the question."""
    return asked.as_of is not None and any(days.get(e.document_id, dt.date.max) > asked.as_of for e in evidence)


def is_right(asked: GoldQuestion, answer: Answer) -> bool:
    return not answer.refused and says_gold(asked, answer.answer)


def says_gold(asked: GoldQuestion, answer: str) -> bool:
    """Whether the words of an answer are right."""
    said = texts.plain(answer).split()
    short = {texts.plain(gold) for gold in asked.gold} & {"yes", "no"}
    if not said or not short:
        return bool(said) and texts.holds_any(answer, asked.gold, longest=LONGEST_ANSWER)
    return said[0] in short


def outcome(asked: GoldQuestion, answer: Answer) -> str:
    """Right, wrong or refused; to refuse what has no evidence is right."""
    if answer.refused:
        return "refused" if asked.pieces else "right"
    return "right" if asked.pieces and is_right(asked, answer) else "wrong"


def majority(asked: GoldQuestion, answer: Answer) -> bool:
    """Whether the choice that stands most often in the evidence is right."""
    text = texts.plain(" ".join(e.text for e in answer.search.evidence))
    counts = [text.count(texts.plain(choice)) if texts.plain(choice) else 0 for choice in asked.choices]
    return asked.choices[counts.index(max(counts))] in asked.gold


def summarise(asked: QuestionSet, answers: dict[str, Answer], recalls: Recalls, leaks: dict) -> dict:
    with_evidence = [q for q in asked.questions if q.pieces]
    null = [q for q in asked.questions if not q.pieces]
    groups = [q.group for q in with_evidence]
    parts = sorted({q.part for q in with_evidence})
    budgets = {str(b): b for b in asked.budgets}

    def of_part(row: Sequence[float], part: str) -> dict:
        return figures.mean([x for x, q in zip(row, with_evidence, strict=True) if q.part == part])

    right = [is_right(q, answers[q.id]) for q in with_evidence]
    given = [x for x, q in zip(right, with_evidence, strict=True) if not answers[q.id].refused]
    return {
        "measure": asked.measure,
        "documents": len(asked.documents),
        "questions": len(asked.questions),
        "evidence": {n: {b: figures.mean(r[v], groups) for b, v in budgets.items()} for n, r in recalls.items()},
        "evidence_over_fusion": {
            b: figures.difference(recalls["timeweave"][v], recalls["bm25 + dense"][v], groups)
            for b, v in budgets.items()
        },
        "evidence_by_part": {
            p: {n: of_part(r[asked.budgets[-1]], p) for n, r in recalls.items()} for p in parts if len(parts) > 1
        },
        "leaks": leaks,
        "answer_contains_gold": figures.mean(right, groups),
        "answer_by_part": {p: of_part(right, p) for p in parts if len(parts) > 1},
        "right_of_given": figures.mean(given),
        "outcomes_by_part": {
            p: dict(Counter(outcome(q, answers[q.id]) for q in asked.questions if q.part == p))
            for p in sorted({q.part for q in asked.questions})
        },
        "majority_choice": figures.mean([majority(q, answers[q.id]) for q in with_evidence if q.choices]),
        "refused_answerable": figures.mean([answers[q.id].refused for q in with_evidence], groups),
        "refused_null": figures.mean([answers[q.id].refused for q in null]),
    }


def print_summary(name: str, measured: dict) -> None:
    print(f"{name}: {measured['documents']} documents, {measured['questions']} questions, {measured['measure']}")
    for system, by_budget in measured["evidence"].items():
        print(f"  {system:24s} " + ", ".join(f"within {b}: {figures.shown(f)}" for b, f in by_budget.items()))
    over = measured["evidence_over_fusion"]
    print("  timeweave less bm25 + dense: " + ", ".join(f"within {b}: {figures.shown(f)}" for b, f in over.items()))
    for part, row in measured["evidence_by_part"].items():
        print(f"  {part}: " + ", ".join(f"{system} {f['mean']:.3f}" for system, f in row.items()))
    print(f"  questions with later evidence: {measured['leaks']}")
    for part, counts in measured["outcomes_by_part"].items():
        print(f"  {part}: " + ", ".join(f"{n} {name}" for name, n in sorted(counts.items())))
    for figure in ("answer_contains_gold", "right_of_given", "majority_choice", "refused_answerable", "refused_null"):
        print(f"  {figure:24s} {figures.shown(measured[figure])} of {measured[figure]['n']}")


if __name__ == "__main__":
    main()
