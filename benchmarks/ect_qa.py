"""Evidence, answers and ablations on ECT-QA, beside BM25, MiniLM and both over the same documents.

    python benchmarks/ect_qa.py --data PATH/TO/ect-qa [--limit 100] [--kb READY] [--vectors FOLDER] [--out FOLDER]

The data set is that of the TG-RAG paper (arXiv 2510.13590); PATH holds ``corpus_2024.jsonl.gz``,
``base_transcripts_partial.jsonl.gz``, ``base_excerpts.jsonl`` and ``questions_specific_dev.jsonl``. Where the full base
corpus could not be had, documents hold their known evidence only: what lies in whole transcripts is reported apart.
Evidence: a sentence is found when 85 % of its words stand in one contiguous stretch of returned text of its document;
recall is the mean share per question. Answers: see ``ect_qa_scores``; a refusal scores 0 where there is an answer.
Intervals: bootstrap over companies (of a question about several, the one whose evidence is listed first).
"""

from __future__ import annotations

import argparse
import collections
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import ect_qa_data as data
import ect_qa_scores as scores
import figures
import machine
from ect_qa_data import GoldQuestion
from plain import Found, PlainRetrieval, Results, SentenceRetrieval
from stores import prepared, spans_of, write_lines
from texts import is_found

import timeweave
from timeweave import wire
from timeweave.results import Answer
from timeweave.retrieval import RetrievalOptions
from timeweave.retrieval.passages.fused import PassageOptions
from timeweave.retrieval.tgrag.options import Ablation, TgragOptions

BUDGETS = (1000, 2000)
ANSWERED_WITHIN = 2000
CONTEXT = TgragOptions().context

Evidence = dict[str, list[Found]]
"""Question id → what was returned for it."""


def auto(**switches: bool) -> RetrievalOptions:
    return RetrievalOptions(passages=PassageOptions(**switches))


def local(**switches: bool) -> RetrievalOptions:
    return RetrievalOptions(local=TgragOptions(ablation=Ablation(**switches)))


# Table VII of the paper, and the same for what `auto` does.
ABLATIONS: Mapping[str, Mapping[str, RetrievalOptions]] = {
    "local": {
        "full": local(),
        "without time": local(without_temporal_retrieval=True),
        "without PageRank": local(without_ppr=True),
        "without both": local(without_temporal_retrieval=True, without_ppr=True),
        "static graph": local(static_graph=True),
    },
    "auto": {
        "full": auto(),
        "without time": auto(use_time=False),
        "without cells": auto(use_cells=False),
    },
}
# The context of the paper, where 20 edges and their chunks fit; and what is tight enough to tell variants apart.
ABLATED_WITHIN = {"local": (CONTEXT, 2000), "auto": (1000,)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="only so many questions, spread over all")
    parser.add_argument("--kb", type=Path, help="a knowledge base of the corpus: read if it is there, else built there")
    parser.add_argument("--vectors", type=Path, help="a folder that keeps the baselines' embeddings")
    parser.add_argument("--out", type=Path, help="write the answers to this file, as the command line does")
    args = parser.parse_args()
    documents = data.corpus(args.data)
    questions = data.questions(args.data)
    if args.limit:
        questions = questions[:: max(1, len(questions) // args.limit)][: args.limit]
    answerable = [q for q in questions if q.evidence]
    with prepared(args.kb, documents.values()) as folder:
        answers, measured = run_timeweave(folder, questions)
        recalls = {"timeweave": {b: recall_of(found, answerable) for b, found in measured["found"].items()}}
        recalls |= run_baselines(folder, documents, answerable, args.vectors)
        full = {id_ for id_, document in documents.items() if document.metadata["full"]}
        ablations = run_ablations(folder, answerable, full)
    if args.out:
        write_lines(args.out, ({"id": id_, **wire.answer_to_json(a)} for id_, a in answers.items()))
    whole = in_full_text(answerable, full)
    result = {
        "documents": len(documents),
        "questions": {"answerable": len(answerable), "in_full_text": len(whole), "all": len(questions)},
        "evidence": {n: {str(b): recall_rows(r, answerable, full) for b, r in by.items()} for n, by in recalls.items()},
        "evidence_over_fusion": over_fusion(recalls, answerable),
        "evidence_by_type": by_type(answerable, recalls["timeweave"][ANSWERED_WITHIN]),
        "scope_labels": figures.mean([scope_of(q, answers[q.id]) for q in answerable], groups(answerable)),
        "answers": answer_figures(questions, answers, whole),
        "ablations": ablations,
        "search_ms_p50": round(statistics.median(measured["ms"]), 1),
    }
    print_summary(result)
    print(machine.write("ect_qa", result, sample=args.limit))


def run_timeweave(folder: Path, questions: Sequence[GoldQuestion]) -> tuple[dict[str, Answer], dict]:
    """The answers, evidence for each budget, and the milliseconds of searches at the larger one."""
    answers, millis = {}, []
    found: dict[int, Evidence] = {budget: {} for budget in BUDGETS}
    with timeweave.open(folder, create=False, read_only=True) as kb:
        for q in questions:
            answers[q.id] = kb.ask(q.text, budget=ANSWERED_WITHIN)
            for budget in BUDGETS if q.evidence else ():
                result = kb.search(q.text, budget=budget)
                found[budget][q.id] = spans_of(result)
                if budget == ANSWERED_WITHIN:
                    millis.append(result.elapsed_ms)
    return answers, {"found": found, "ms": millis}


def run_baselines(
    folder: Path, documents: Mapping[str, timeweave.Document], questions: Sequence[GoldQuestion], vectors: Path | None
) -> dict[str, dict[int, list[float]]]:
    recalls: dict[str, dict[int, list[float]]] = {}
    baselines: list[Callable[[str, Sequence[int]], Results]] = [
        PlainRetrieval(documents.values(), vectors).find_all,
        SentenceRetrieval(folder).find_all,
    ]
    for find_all in baselines:
        for q in questions:
            for name, by_budget in find_all(q.text, BUDGETS).items():
                for budget, found in by_budget.items():
                    recalls.setdefault(name, {}).setdefault(budget, []).append(recall(q, found))
    return recalls


def run_ablations(
    folder: Path, questions: Sequence[GoldQuestion], full: set[str]
) -> dict[str, dict[str, dict[str, dict]]]:
    """Mode → budget → variant → recall, and the tokens that were returned."""
    measured: dict[str, dict[str, dict[str, dict]]] = {}
    for mode, variants in ABLATIONS.items():
        for variant, options in variants.items():
            with timeweave.open(folder, create=False, read_only=True, options=options) as kb:
                for budget in ABLATED_WITHIN[mode]:
                    results = {q.id: kb.search(q.text, mode=mode, budget=budget) for q in questions}
                    found = {id_: spans_of(result) for id_, result in results.items()}
                    rows = recall_rows(recall_of(found, questions), questions, full)
                    rows["tokens"] = round(statistics.fmean(r.tokens for r in results.values()))
                    measured.setdefault(mode, {}).setdefault(str(budget), {})[variant] = rows
    return measured


def recall(asked: GoldQuestion, found: Sequence[Found]) -> float:
    """Share of the question's evidence sentences that were found."""
    by_document = collections.defaultdict(list)
    for id_, start, end, text in found:
        by_document[id_].append((start, end, text))
    return statistics.fmean(is_found(e.text, by_document[e.document_id]) for e in asked.evidence)


def recall_of(found: Evidence, questions: Sequence[GoldQuestion]) -> list[float]:
    return [recall(q, found[q.id]) for q in questions]


def groups(questions: Sequence[GoldQuestion]) -> list[str]:
    """What each question is drawn with."""
    return [q.company for q in questions]


def recall_rows(recalls: Sequence[float], questions: Sequence[GoldQuestion], full: set[str]) -> dict:
    """The recall over all questions, over those whose evidence lies in whole transcripts, and how many have it all."""
    companies = groups(questions)
    whole = in_full_text(questions, full)
    return {
        "all": figures.mean(recalls, companies),
        "full_text": figures.mean([recalls[i] for i in whole], [companies[i] for i in whole]),
        "complete": figures.mean([r == 1.0 for r in recalls], companies),
    }


def in_full_text(questions: Sequence[GoldQuestion], full: set[str]) -> list[int]:
    """Which questions have all their evidence in whole transcripts."""
    return [i for i, q in enumerate(questions) if q.evidence and all(e.document_id in full for e in q.evidence)]


def over_fusion(recalls: Mapping[str, Mapping[int, list[float]]], questions: Sequence[GoldQuestion]) -> dict:
    ours, theirs = recalls["timeweave"], recalls["bm25 + dense"]
    return {str(b): figures.difference(ours[b], theirs[b], groups(questions)) for b in BUDGETS}


def by_type(questions: Sequence[GoldQuestion], row: Sequence[float]) -> dict:
    """The mean for each type of question and each kind of reasoning that the data tell apart."""
    parts: dict[str, list[int]] = collections.defaultdict(list)
    for i, q in enumerate(questions):
        parts[q.question_type].append(i)
        parts[q.reasoning_type].append(i)
    companies = groups(questions)
    return {
        name: figures.mean([row[i] for i in rows], [companies[i] for i in rows]) for name, rows in sorted(parts.items())
    }


def scope_of(asked: GoldQuestion, answer: Answer) -> float:
    return scores.scope_labels({e.quarter for e in asked.evidence}, {str(i) for i in answer.search.scope.intervals})


def answer_figures(questions: Sequence[GoldQuestion], answers: Mapping[str, Answer], whole: Sequence[int]) -> dict:
    answerable = [q for q in questions if q.evidence]
    others = [q for q in questions if not q.evidence]
    said = ["" if answers[q.id].refused else answers[q.id].answer for q in answerable]
    pairs = list(zip(answerable, said, strict=True))
    right = [scores.elements(q.answer, a) for q, a in pairs]
    companies = groups(answerable)
    return {
        "elements": figures.mean(right, companies),
        "elements_full_text": figures.mean([right[i] for i in whole], [companies[i] for i in whole]),
        "elements_by_type": by_type(answerable, right),
        "rouge_l": figures.mean([scores.rouge_l(q.answer, a) for q, a in pairs], companies),
        "token_f1": figures.mean([scores.token_f1(q.answer, a) for q, a in pairs], companies),
        "refused_answerable": figures.mean([answers[q.id].refused for q in answerable], companies),
        "refused_unanswerable": figures.mean([answers[q.id].refused for q in others]),
    }


def print_summary(result: dict) -> None:
    for name, by_budget in result["evidence"].items():
        for budget, row in by_budget.items():
            print(f"evidence within {budget}: {name:24s} {shown(row)}")
    for budget, figure in result["evidence_over_fusion"].items():
        print(f"evidence within {budget}, timeweave less bm25 + dense: {figures.shown(figure)}")
    for mode, by_budget in result["ablations"].items():
        for budget, variants in by_budget.items():
            for name, row in variants.items():
                print(f"ablation {mode} within {budget} {name:18s} {shown(row)}, {row['tokens']} tokens")
    for name, figure in result["evidence_by_type"].items():
        answered = result["answers"]["elements_by_type"][name]
        print(
            f"{name:36s} evidence {figures.shown(figure)}, elements {figures.shown(answered)}, {figure['n']} questions"
        )
    for name, figure in {"scope_labels": result["scope_labels"], **result["answers"]}.items():
        if "mean" in figure:
            print(f"{name:24s} {figures.shown(figure)} of {figure['n']}")
    print(f"search p50 {result['search_ms_p50']} ms, {result['questions']}")


def shown(row: dict) -> str:
    return f"{figures.shown(row['all'])}, in whole transcripts {figures.shown(row['full_text'])}"


if __name__ == "__main__":
    main()
