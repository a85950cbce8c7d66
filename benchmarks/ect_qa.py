"""Evidence recall and answers on ECT-QA, beside plain BM25 and dense retrieval over the same documents.

    python benchmarks/ect_qa.py --data PATH/TO/ect-qa [--budget 2000] [--limit 100]

The data set is that of the TG-RAG paper (arXiv 2510.13590); PATH holds ``corpus_2024.jsonl.gz``,
``base_transcripts_partial.jsonl.gz``, ``base_excerpts.jsonl`` and ``questions_specific_dev.jsonl``. Where the full base
corpus could not be had, documents hold their known evidence only: these figures are reported apart.
Recall: an evidence sentence is found when 85 % of its words stand in one contiguous stretch of returned text of its
document. All systems get the same budget of tokens, counted by one tokenizer.
"""

from __future__ import annotations

import argparse
import collections
import statistics
import tempfile
import time
import warnings
from pathlib import Path

import ect_qa_data as data
import machine
import numpy as np

import timeweave
from timeweave.chunking import chunk
from timeweave.embedding import get_embedder
from timeweave.errors import UndatedDocumentWarning
from timeweave.indexes.terms import index_terms
from timeweave.language.tokens import count_tokens

Spans = list[tuple[str, int, int, str]]


class PlainRetrieval:
    """Chunks of 300 tokens ranked by BM25 or by MiniLM, with no notion of time: what most systems do."""

    def __init__(self, documents: list[timeweave.Document]) -> None:
        self.chunks: Spans = []
        for d in documents:
            for c in chunk(d, size=300, overlap=30):
                self.chunks.append((d.id, c.span.start, c.span.end, d.text[c.span.start : c.span.end]))
        self.tokens = [count_tokens(text) for *_, text in self.chunks]
        self.embedder = get_embedder(None)
        self.vectors = self.embedder.embed([text for *_, text in self.chunks])
        self.postings: dict[str, list[tuple[int, int]]] = collections.defaultdict(list)
        lengths = []
        for row, (*_, text) in enumerate(self.chunks):
            terms = index_terms(text)
            lengths.append(sum(terms.values()))
            for term, count in terms.items():
                self.postings[term].append((row, count))
        self.lengths = np.array(lengths, dtype=float)

    def dense(self, question: str) -> np.ndarray:
        return self.vectors @ self.embedder.embed([question])[0]

    def bm25(self, question: str, k1: float = 1.5, b: float = 0.75) -> np.ndarray:
        scores, n = np.zeros(len(self.chunks)), len(self.chunks)
        for term in index_terms(question):
            if hits := self.postings.get(term):
                rows, counts = np.array(hits).T
                idf = np.log(1 + (n - len(hits) + 0.5) / (len(hits) + 0.5))
                norm = k1 * (1 - b + b * self.lengths[rows] / self.lengths.mean())
                scores[rows] += idf * counts * (k1 + 1) / (counts + norm)
        return scores

    def take(self, scores: np.ndarray, budget: int) -> Spans:
        taken = []
        for row in np.argsort(-scores, kind="stable"):
            if self.tokens[row] > budget:
                break
            taken.append(self.chunks[row])
            budget -= self.tokens[row]
        return taken


def evidence_recall(results: dict[str, Spans], questions: list[dict], documents: dict) -> dict:
    """Mean share of gold evidence found: over all questions, and over those whose evidence is in full transcripts."""
    every, full = [], []
    for q in questions:
        if q["answer"] == "unanswerable":
            continue
        by_document = collections.defaultdict(list)
        for id_, start, end, text in results[q["id"]]:
            by_document[id_].append((start, end, text))
        hits = [data.is_found(e["evidence"], by_document[e["ect_filename"]]) for e in q["evidence_list"]]
        every.append(sum(hits) / len(hits))
        if all(documents[e["ect_filename"]].metadata["full"] for e in q["evidence_list"]):
            full.append(every[-1])
    return {
        "recall": round(statistics.fmean(every), 4),
        "recall_95ci": _interval(every),
        "recall_full_text": round(statistics.fmean(full), 4),
        "questions": len(every),
        "questions_full_text": len(full),
    }


def _interval(values: list[float]) -> list[float]:
    draws = np.random.default_rng(0).choice(values, (2000, len(values))).mean(axis=1)
    return [round(float(x), 4) for x in np.quantile(draws, [0.025, 0.975])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--budget", type=int, default=2000)
    parser.add_argument("--limit", type=int, help="only the first questions")
    parser.add_argument("--kb", type=Path, help="a knowledge base that holds the corpus already")
    args = parser.parse_args()
    documents = data.corpus(args.data)
    questions = data.questions(args.data)[: args.limit]
    figures: dict = {"budget_tokens": args.budget, "documents": len(documents), "systems": {}}
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore", UndatedDocumentWarning)
        with timeweave.open(args.kb or Path(scratch) / "kb") as kb:
            kb.add(documents.values())
            for mode in ("auto", "local"):
                figures["systems"][f"timeweave {mode}"] = run_timeweave(kb, questions, documents, mode, args.budget)
    plain = PlainRetrieval(list(documents.values()))
    for name, rank in (("bm25", plain.bm25), ("dense", plain.dense)):
        found = {q["id"]: plain.take(rank(q["question"]), args.budget) for q in questions}
        figures["systems"][name] = evidence_recall(found, questions, documents)
    for name, row in figures["systems"].items():
        print(f"{name:16s} {row}")
    print(machine.write("ect_qa", figures))


def run_timeweave(kb, questions: list[dict], documents: dict, mode: str, budget: int) -> dict:
    found, millis, refused = {}, [], {"answerable": [], "unanswerable": []}
    for q in questions:
        started = time.perf_counter()
        result = kb.search(q["question"], mode=mode, budget=budget)
        millis.append((time.perf_counter() - started) * 1000)
        found[q["id"]] = [(e.document_id, e.start, e.end, e.text) for e in result.evidence]
        kind = "unanswerable" if q["answer"] == "unanswerable" else "answerable"
        refused[kind].append(kb.ask(q["question"], mode=mode, budget=budget).refused)
    return {
        **evidence_recall(found, questions, documents),
        "refused_unanswerable": round(statistics.fmean(refused["unanswerable"]), 4)
        if refused["unanswerable"]
        else None,
        "refused_answerable": round(statistics.fmean(refused["answerable"]), 4),
        "search_ms_p50": round(statistics.median(millis), 2),
    }


if __name__ == "__main__":
    main()
