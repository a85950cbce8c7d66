"""Ways to look for news, beside each other, on the days of RealTimeQA: does the answer stand in the evidence?

    python benchmarks/news_modes.py --data PATH [--kb READY] [--from 2022-12-03] [--until 2023-01-05] [--sample]

PATH is the folder ``realtimeqa``. Only questions whose answer stands in an article that a search engine gave for
them, that is in the knowledge base and was published by then; each is asked as of its day. ``NewsRAG`` ranks chunks
of 300 tokens by meaning alone, ``interactions`` keeps of what mode ``passages`` finds what joins two entities in the
graph (NEON without a model). Answers: those of ``auto``; asked 75 days too early they ought to be refused. Articles
that are later than the question count as looks ahead.
"""

from __future__ import annotations

import argparse
import datetime as dt
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import figures
import machine
import texts
from news import says_gold
from news_data import GoldQuestion, Piece
from plain import Found, PlainRetrieval
from stores import prepared, spans_of

import timeweave
from timeweave.language.tokens import count_tokens
from timeweave.retrieval import RetrievalOptions
from timeweave.retrieval.news import NewsOptions

BUDGETS = (200, 400, 1_000, 2_000)
SYSTEMS = ("NewsRAG", "auto", "hybrid", "temporal", "generic", "back-off", "interactions")
EARLY = dt.timedelta(days=75)
Search = Callable[[GoldQuestion, int], Sequence[Found]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--kb", type=Path, help="a knowledge base of articles, read as it is")
    parser.add_argument("--from", dest="first", type=dt.date.fromisoformat, default=dt.date.min)
    parser.add_argument("--until", type=dt.date.fromisoformat, default=dt.date.max)
    parser.add_argument("--sample", action="store_true", help="the knowledge base holds some of the articles only")
    parser.add_argument("--budgets", type=int, nargs="+", default=BUDGETS)
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=SYSTEMS)
    parser.add_argument("--name", default="news_modes", help="what the file of results is called")
    parser.add_argument("--every", type=int, default=1, help="only each so-manieth question")
    args = parser.parse_args()
    articles = [a for year in ("2022H2", "2023") for a in texts.read_lines(args.data / f"articles_{year}.jsonl.gz")]
    documents = [d for a in articles if a.get("text") for d in [document_of(a)] if d.date and d.date <= args.until]
    with prepared(args.kb, documents) as folder:
        measured = run(folder, args, documents)
    print(measured)
    print(machine.write(args.name, {"sample": args.sample, **measured}))


def run(folder: Path, args: argparse.Namespace, documents: Sequence[timeweave.Document]) -> dict:
    with timeweave.open(folder, create=False, read_only=True) as kb:
        held = {info.id: info.observed for info in kb.documents()}
        facts = kb.stats().counts["facts"]
    known = [d for d in documents if d.id in held]
    asked = [q for q in questions_of(args.data, known) if q.as_of is not None and args.first <= q.as_of <= args.until]
    questions = asked[:: args.every]
    found: dict[str, dict] = {}
    late: dict[str, int] = {}
    for name, search in _systems(folder, known, args.systems):
        rows: dict[int, list[float]] = {budget: [] for budget in args.budgets}
        for q in questions:
            for budget in args.budgets:
                spans = search(q, budget)
                rows[budget].append(float(any(piece.is_found(spans) for piece in q.pieces)))
                late[name] = late.get(name, 0) + sum(held[s.document_id] > q.as_of for s in spans)
        groups = [q.group for q in questions]
        found[name] = {str(budget): figures.mean(row, groups) for budget, row in rows.items()}
        print(name, {b: round(statistics.fmean(r), 3) for b, r in rows.items()}, "late", late[name], flush=True)
    return {
        "articles": len(held),
        "facts_per_article": round(facts / len(held), 2),
        "questions": len(questions),
        "answer_in_evidence": found,
        "looks_ahead": late,
        "answers": _answers(folder, questions),
    }


def _systems(
    folder: Path, documents: Sequence[timeweave.Document], wanted: Sequence[str]
) -> Iterable[tuple[str, Search]]:
    if "NewsRAG" in wanted:
        plain = PlainRetrieval(documents, None)
        yield "NewsRAG", lambda q, budget: plain.find_all(q.text, (budget,), q.as_of)["dense"][budget]
    for mode in (m for m in ("auto", "hybrid") if m in wanted):
        with timeweave.open(folder, create=False, read_only=True) as kb:
            yield mode, lambda q, budget, kb=kb, mode=mode: _of_mode(kb, mode, q, budget)
    for strategy in (s for s in ("temporal", "generic", "back-off") if s in wanted):
        options = RetrievalOptions(news=NewsOptions(strategy=strategy))
        with timeweave.open(folder, create=False, read_only=True, options=options) as kb:
            yield strategy, lambda q, budget, kb=kb: _of_mode(kb, "news", q, budget)
    if "interactions" in wanted:
        with timeweave.open(folder, create=False, read_only=True) as kb:
            yield "interactions", lambda q, budget, kb=kb: _interactions(kb, q, budget)


def _of_mode(kb: timeweave.KnowledgeBase, mode: str, q: GoldQuestion, budget: int) -> list[Found]:
    return spans_of(kb.search(q.text, as_of=q.as_of, mode=mode, budget=budget))


def _interactions(kb: timeweave.KnowledgeBase, q: GoldQuestion, budget: int) -> list[Found]:
    """What states a fact that joins two entities, as far as the budget goes."""
    kept, left = [], budget
    result = kb.search(q.text, as_of=q.as_of, mode="passages", budget=8 * budget)
    with kb._store.view(q.as_of) as view:
        for evidence in result.evidence:
            stated = view.facts(evidence.facts).values()
            if any(s.fact.object_is_entity for s in stated) and (size := count_tokens(evidence.text)) <= left:
                kept.append(Found(evidence.document_id, evidence.start, evidence.end, evidence.text))
                left -= size
    return kept


def _answers(folder: Path, questions: Sequence[GoldQuestion]) -> dict:
    """Right among those given, and how many are refused when asked too early for anything to tell."""
    right, early, seconds = [], [], []
    with timeweave.open(folder, create=False, read_only=True) as kb:
        for q in questions:
            started = time.perf_counter()
            answer = kb.ask(q.text, as_of=q.as_of)
            seconds.append(time.perf_counter() - started)
            if not answer.refused:
                right.append(float(says_gold(q, answer.answer)))
            early.append(float(kb.ask(q.text, as_of=q.as_of - EARLY).refused))
    return {
        "given": len(right),
        "right_among_given": figures.mean(right),
        "refused_75_days_early": figures.mean(early),
        "median_seconds": round(statistics.median(seconds), 3),
    }


def questions_of(data: Path, documents: Sequence[timeweave.Document]) -> Iterable[GoldQuestion]:
    """Those whose answer stands in one of ``documents`` that a search engine gave for them, published by then."""
    held = {d.id: (texts.plain(d.text), d.date) for d in documents}
    for q in texts.read_lines(data / "questions_2022_2023.jsonl.gz"):
        day = dt.date.fromisoformat(q["question_date"].replace("/", "-"))
        gold = tuple(q["choices"][int(i)] for i in q["answer"] if str(i).isdigit() and int(i) < len(q["choices"]))
        given = [held[u][0] for u in q["retrieved_urls"] if u in held and held[u][1] <= day]
        if any(wanted and wanted in text for wanted in map(texts.plain, gold) for text in given):
            piece = Piece("", answers=gold)
            yield GoldQuestion(q["question_id"], q["question_sentence"], "", str(day), (piece,), gold, day)


def document_of(article: dict) -> timeweave.Document:
    """An article as it is added."""
    day = dt.date.fromisoformat(article["publish_date"].replace("/", "-"))
    return timeweave.Document(article["url"], article["text"], article["title"], day, source=article["url"])


if __name__ == "__main__":
    main()
