"""NEON's variants and its baselines over the top-k, on days of RealTimeQA: does the answer stand in what they find?

    python benchmarks/news_sweep.py --data PATH [--from 2022-12-03] [--until 2022-12-16] [--kb READY] [--subjects 50]
                                    [--llm PROVIDER:MODEL] [--search TEMPLATE [--field title=name] [--key VARIABLE]]

PATH is the folder ``realtimeqa``; articles and questions are those of the days, each question asked as of its day and
only where its answer stands in such an article. ``NewsRAG`` finds chunks of five sentences; ``M1``, ``M2`` and their
``union`` find tuples, interactions of the subjects: whom the questions name, and who is mentioned most. ``hybrid``
takes tuples of the union and chunks in turn. Without a model the interactions are those of the facts; with ``--llm``
they are what it says of the chunks (kept in the knowledge base), and answers are its own, from the top-k alone.
``WebRAG`` asks a search API, where one is named.

``in_words``: the answer stands in the words of the top-k; ``in_quotes``: in the sentences that tuples stand in;
``tokens``: how long the words are. What is later than the question counts as late.
"""

from __future__ import annotations

import argparse
import datetime as dt
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import figures
import machine
import texts
from news import says_gold
from news_data import GoldQuestion
from news_modes import document_of, questions_of
from plain import Found
from stores import prepared

import timeweave
from timeweave.answering.stories.retold import retell
from timeweave.errors import FetchError, ModelError
from timeweave.feeds import Visitor
from timeweave.feeds.guard import Guard
from timeweave.feeds.searching import LIMITS, SearchApi
from timeweave.interactions.passages import chunk_passages, tuple_passages, union
from timeweave.language.tokens import count_tokens
from timeweave.llm.client import ModelClient
from timeweave.retrieval.news.asked import dated
from timeweave.retrieval.news.baselines import web_rag
from timeweave.retrieval.news.datastore import Datastore, Passage, interleaved
from timeweave.settings import Use

TUPLES, CHUNKS = (1, 3, 5, 10, 20), (1, 3, 5, 10)
STRATEGIES = ("temporal", "generic", "back-off")
Find = Callable[[GoldQuestion], Sequence[Passage]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--kb", type=Path, help="a knowledge base of these articles; with a model it is written to")
    parser.add_argument("--from", dest="first", type=dt.date.fromisoformat, default=dt.date(2022, 12, 3))
    parser.add_argument("--until", type=dt.date.fromisoformat, default=dt.date(2022, 12, 16))
    parser.add_argument("--subjects", type=int, default=50, help="how many of those mentioned most")
    parser.add_argument("--strategies", nargs="+", choices=STRATEGIES, default=STRATEGIES)
    parser.add_argument("--llm", help="a model for interactions and answers")
    parser.add_argument("--llm-url")
    parser.add_argument("--search", help="the address of a search API, with {query}; see docs/news.md")
    parser.add_argument("--field", action="append", default=[], help="FIELD=PATH of its results")
    parser.add_argument("--key", default="", help="the environment variable that holds its key")
    parser.add_argument("--header", default="X-Api-Key", help="the header that its key goes into")
    parser.add_argument("--allow-private", action="append", default=[], help="a host that may be on a private network")
    parser.add_argument("--no-robots", action="store_true", help="the API may be asked whatever its robots.txt says")
    args = parser.parse_args()
    articles = [a for year in ("2022H2", "2023") for a in texts.read_lines(args.data / f"articles_{year}.jsonl.gz")]
    told = [document_of(a) for a in articles if a.get("text")]
    documents = [d for d in told if d.date is not None and args.first <= d.date <= args.until]
    questions = [q for q in questions_of(args.data, documents) if q.as_of and args.first <= q.as_of <= args.until]
    with prepared(args.kb, documents) as folder:
        measured = run(folder, questions, args)
    print(machine.write("news_sweep", {"from": str(args.first), "until": str(args.until), **measured}))


def run(folder: Path, questions: Sequence[GoldQuestion], args: argparse.Namespace) -> dict:
    given = {"index": args.llm, "answer": args.llm} if args.llm else None
    with timeweave.open(folder, create=False, read_only=not args.llm, llm=given, llm_url=args.llm_url) as kb:
        days = {info.id: info.observed for info in kb.documents()}
        subjects = _subjects(kb, questions, args.subjects)
        stores, sizes = _stores(kb, subjects)
        client = kb._clients("ask").get(Use.ANSWER) if args.llm else None
        systems = {}
        for name, top, find in _systems(stores, args):
            systems[name] = measure(questions, top, find, days, client)
            row = {k: v["in_words"]["mean"] for k, v in systems[name]["top"].items()}
            print(f"{name:20s} {row} late {systems[name]['late']}", flush=True)
    return {
        "articles": len(days),
        "questions": len(questions),
        "subjects": len(subjects),
        "model": args.llm,
        "entries": sizes,
        "systems": systems,
    }


def measure(
    questions: Sequence[GoldQuestion],
    top: Sequence[int],
    find: Find,
    days: Mapping[str, dt.date],
    client: ModelClient | None = None,
) -> dict:
    """For each k of ``top`` what stands in the first k that are found, how often later ones, and searches that fail."""
    rows: dict[int, dict[str, list[float]]] = {k: {} for k in top}
    late, failed, seconds = 0, 0, []
    for q in questions:
        started = time.perf_counter()
        try:
            found = find(q)
        except FetchError as error:
            print(error, flush=True)
            found, failed = (), failed + 1
        seconds.append(time.perf_counter() - started)
        late += sum(days.get(p.source, p.day or dt.date.min) > (q.as_of or dt.date.max) for p in found)
        for k, row in rows.items():
            for name, value in _scores(q, found[:k], client):
                row.setdefault(name, []).append(value)
    groups = [q.group for q in questions]
    return {
        "top": {str(k): {n: _figure(n, values, groups) for n, values in row.items()} for k, row in rows.items()},
        "late": late,
        "failed": failed,
        "median_seconds": round(statistics.median(seconds), 3) if seconds else None,
    }


def _scores(q: GoldQuestion, found: Sequence[Passage], client: ModelClient | None) -> Iterator[tuple[str, float]]:
    yield "in_words", float(_stands_in(q, [p.text for p in found]))
    yield "in_quotes", float(_stands_in(q, [p.quote or p.text for p in found]))
    yield "tokens", float(sum(count_tokens(p.text) for p in found))
    if client is not None and q.as_of is not None:
        try:
            told = retell(q.text, q.as_of, found, client)
            yield "answered_right", float(not told.refused and says_gold(q, told.answer))
        except ModelError:
            yield "answered_right", 0.0


def _stands_in(q: GoldQuestion, told: Sequence[str]) -> bool:
    return any(piece.is_found([Found("", 0, len(text), text) for text in told]) for piece in q.pieces)


def _figure(name: str, values: Sequence[float], groups: Sequence[str]) -> dict | float:
    return round(statistics.fmean(values), 1) if name == "tokens" else figures.mean(values, groups)


def _subjects(kb: timeweave.KnowledgeBase, questions: Sequence[GoldQuestion], most: int) -> list[str]:
    """Whom the questions name, and who is mentioned most."""
    named = dict.fromkeys(name for q in questions for name in kb.search(q.text, budget=50).entities)
    mentioned = (known.name for known in kb.entities.most_mentioned(most).entities)
    return list(dict.fromkeys([*named, *mentioned]))


def _stores(kb: timeweave.KnowledgeBase, subjects: Sequence[str]) -> tuple[dict[str, Datastore], dict[str, int]]:
    """The chunks, and the tuples of each variant and of both, as datastores; and how many entries each has."""
    found = {variant: kb.interactions(*subjects, variant=variant).interactions for variant in ("m1", "m2")}
    with kb._store.view() as view:
        entries = {"chunks": chunk_passages(view)}
        entries |= {name.upper(): union(tuple_passages(view, told)) for name, told in found.items()}
    entries["union"] = union(entries["M1"], entries["M2"])
    print({name: len(given) for name, given in entries.items()}, flush=True)
    stores = {name: Datastore(given, kb.embedder.embed) for name, given in entries.items()}
    return stores, {name: len(given) for name, given in entries.items()}


def _systems(stores: Mapping[str, Datastore], args: argparse.Namespace) -> Iterator[tuple[str, Sequence[int], Find]]:
    def of(name: str, strategy: str, q: GoldQuestion) -> list[Passage]:
        day = q.as_of or dt.date.max
        return stores[name].find(dated(q.text, day), day, max(TUPLES), strategy)

    def hybrid(strategy: str, q: GoldQuestion) -> list[Passage]:
        return interleaved([of(name, strategy, q) for name in ("union", "chunks")], max(TUPLES))

    for strategy in args.strategies:
        yield f"NewsRAG, {strategy}", CHUNKS, lambda q, s=strategy: of("chunks", s, q)
        for name in ("M1", "M2", "union"):
            yield f"{name}, {strategy}", TUPLES, lambda q, n=name, s=strategy: of(n, s, q)
        yield f"hybrid, {strategy}", TUPLES, lambda q, s=strategy: hybrid(s, q)
    if args.search:
        fields = dict(given.split("=", 1) for given in args.field)
        visitor = Visitor(Guard(tuple(args.allow_private)), limits=LIMITS, robots=not args.no_robots)
        api = SearchApi(args.search, fields, args.key, args.header, visitor)
        yield "WebRAG", CHUNKS, lambda q: web_rag(api.search, q.text, q.as_of or dt.date.max, top=max(CHUNKS))


if __name__ == "__main__":
    main()
