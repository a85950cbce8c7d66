"""Answers to telegraphic queries on their days, rated by a model on NEON's three criteria.

    python benchmarks/judge_news.py --kb FOLDER --queries FILE --llm PROVIDER:MODEL [--llm-url URL] [--human FILE]
                                    [--top-k 1 5 10 20] [--zero-shot]

FILE has a query a line: JSON with ``query`` and ``date``. For each strategy of mode ``news`` and each top-k the mean
rating; how many answers the judge gave no usable rating, and how long answers of each rating are. ``--human`` is a file
of people's ratings (``id`` is STRATEGY/K/LINE, ``rater``, ``criterion``, ``rating``), against which each judge is held.
"""

from __future__ import annotations

import argparse
import json
import statistics
from dataclasses import asdict, replace
from pathlib import Path

import machine
import texts

import timeweave
from timeweave.judging import CRITERIA, Judge, Rated, agreement, lengths_by_rating
from timeweave.judging.agreement import read_ratings
from timeweave.retrieval import RetrievalOptions
from timeweave.retrieval.news import NewsOptions
from timeweave.settings import Use


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kb", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True)
    parser.add_argument("--llm", required=True)
    parser.add_argument("--llm-url")
    parser.add_argument("--human", type=Path)
    parser.add_argument("--top-k", type=int, nargs="+", default=[1, 5, 10, 20])
    parser.add_argument("--zero-shot", action="store_true")
    args = parser.parse_args()
    queries = list(texts.read_lines(args.queries))
    answers = {}
    for strategy in ("temporal", "generic", "back-off"):
        for k in args.top_k:
            options = RetrievalOptions(news=NewsOptions(strategy=strategy, tuples=k))
            with timeweave.open(args.kb, create=False, read_only=True, options=options) as kb:
                answers[strategy, k] = [_answered(kb, q, f"{strategy}/{k}/{n}", k) for n, q in enumerate(queries, 1)]
    people = read_ratings(args.human) if args.human else {}
    judge = {"judge": args.llm, "answer": "none", "index": "none"}
    with timeweave.open(args.kb, create=False, llm=judge, llm_url=args.llm_url) as kb:
        client = kb._clients("judge").get(Use.JUDGE)
        assert client is not None
        figures = {}
        for criterion in CRITERIA:
            judge_of = Judge(client, criterion, examples=not args.zero_shot)
            figures[criterion] = _rated(judge_of, answers, people.get(criterion, {}))
    print(json.dumps(figures, indent=2))
    print(machine.write("judge_news", {"model": args.llm, "zero_shot": args.zero_shot, **figures}, sample=len(queries)))


def _answered(kb: timeweave.KnowledgeBase, query: dict, id_: str, k: int) -> Rated:
    answer = kb.ask(query["query"], mode="news", as_of=query["date"], limit=k, explain=True)
    found = answer.search
    told = (found.explanation or {}).get("news", {}).get("query", query["query"])
    tuples = " ".join(f"({e.observed:%Y%m%d}, {e.text})" for e in found.evidence if e.observed)
    return replace(Rated(id_, told, answer.answer), passages=tuples)


def _rated(judge: Judge, answers: dict[tuple[str, int], list[Rated]], people: dict) -> dict:
    whole = [answer for group in answers.values() for answer in group]
    ratings = dict(zip((a.id for a in whole), judge.rate_all(whole), strict=True))
    given = {id_: r.rating for id_, r in ratings.items() if r is not None}
    means = {}
    for (strategy, k), group in answers.items():
        own = [given[a.id] for a in group if a.id in given]
        means[f"{strategy}/{k}"] = round(statistics.fmean(own), 3) if own else None
    lengths = lengths_by_rating([(given[a.id], a.response) for a in whole if a.id in given])
    agreed = asdict(agreement(given, people)) if people else None
    return {"mean": means, "unrated": len(whole) - len(given), "lengths": lengths, "agreement": agreed}


if __name__ == "__main__":
    main()
