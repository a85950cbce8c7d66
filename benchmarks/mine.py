"""Which share of what an essay says the graph made of it holds: MINE (KGGen), 15 facts written for each essay.

    python benchmarks/mine.py measure --data ../shared/data/mine
    python benchmarks/mine.py count

Each essay is read alone, twice: as documents are by default, and with concepts (``[extraction] concepts = true``).
For each of its 15 facts the five nearest things of the graph are taken, by the packaged embedder. Of the graph's facts
all five together must have enough of its terms (`ENOUGH`), the nearest being near enough, as facts say little each; of
its statements, which are sentences (what a question finds, and nothing extracted), a single one must. Published
figures are 66 to 71 % for graphs that language models make, by a language model as judge, which infers more than this
test does.

Two controls tell what the test takes for held though nobody said it: facts of other essays, asked of this one; and
facts made of two of this essay's, the opening of one with the end of another, some of which are true by chance.
``measure --draw`` draws decisions to be checked by hand into ``mine.jsonl``, with what they rest on: a judge sets
``held`` to whether that says the fact.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import figures
import machine
import numpy as np
from texts import read_lines

from timeweave.embedding import get_embedder
from timeweave.extraction.pipeline import extract
from timeweave.language.terms import index_terms
from timeweave.records import Document, Extraction

NEAREST = 5
_OF_FACTS = {"similarity": 0.6, "terms": 0.7}
ENOUGH = {"facts": _OF_FACTS, "facts with concepts": _OF_FACTS, "statements": {"similarity": 0.6, "terms": 0.8}}
CHECKED = 20  # decisions of each kind that are drawn for a judge
JUDGED = Path(__file__).resolve().parent / "mine.jsonl"
PUBLISHED = "66 to 71 % (graphs made by language models, judged by a language model)"

Embed = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True)
class Things:
    """What the graph of an essay holds of a kind, in words."""

    texts: tuple[str, ...]
    vectors: np.ndarray

    def nearest(self, vector: np.ndarray) -> list[tuple[float, str]]:
        """The things that are nearest to a fact, with their similarities."""
        if not self.texts:
            return []
        cosines = self.vectors @ vector
        order = np.argsort(-cosines, kind="stable")[:NEAREST]
        return [(float(cosines[n]), self.texts[n]) for n in order]


@dataclass(frozen=True)
class Decision:
    """Whether a graph is said to hold a fact, and what that rests on."""

    essay: str
    fact: str
    near: tuple[str, ...]
    is_held: bool


def decide(essay: str, fact: str, vector: np.ndarray, things: Things, kind: str) -> Decision:
    """The stated test."""
    enough, nearest = ENOUGH[kind], things.nearest(vector)
    texts = tuple(text for _, text in nearest)
    if kind != "statements":
        nearest = [(similarity, " ".join(texts)) for similarity, _ in nearest[:1]]
    wanted = set(index_terms(fact))
    is_held = any(
        similarity >= enough["similarity"] and len(wanted & set(index_terms(text))) >= enough["terms"] * len(wanted)
        for similarity, text in nearest
    )
    return Decision(essay, fact, texts, is_held)


def things_of(document: Document) -> dict[str, tuple[str, ...]]:
    """The facts, the statements and the names of an essay, in words."""
    found = extract(document)
    statements = (found.layout.words(document.text[s.span.start : s.span.end], s.span.start) for s in found.statements)
    named = {mention.surface for mention in found.mentions}
    return {
        "facts": facts_of(found),
        "facts with concepts": facts_of(extract(document, concepts=True)),
        "statements": tuple(statements),
        "names": tuple(sorted(named)),
    }


def facts_of(found: Extraction) -> tuple[str, ...]:
    """The facts of an essay, in words."""
    names = {str(mention.entity): mention.surface for mention in found.mentions}
    facts = (f"{names.get(f.subject, f.subject)} {f.relation} {names.get(f.object, f.object)}" for f in found.facts)
    return tuple(dict.fromkeys(facts))


def blends(facts: Sequence[str]) -> list[str]:
    """The opening of each fact with the end of the next but one: what nobody said, in words that somebody did."""
    halves = [(words[: len(words) // 2], words[len(words) // 2 :]) for words in map(str.split, facts)]
    return [" ".join([*halves[n][0], *halves[(n + 2) % len(halves)][1]]) for n in range(len(halves))]


def measure(args: argparse.Namespace) -> None:
    """Decide all, write the shares, and draw what is to be judged."""
    embed: Embed = get_embedder().embed
    essays = list(read_lines(args.data / "essays_dev.jsonl.gz"))
    documents = [Document(e["topic"], e["content"].strip("`\n "), title=e["topic"]) for e in essays]
    graphs = [things_of(d) for d in documents]
    decisions: dict[str, list[Decision]] = {}
    for kind in ENOUGH:
        for n, (essay, graph) in enumerate(zip(essays, graphs, strict=True)):
            things = Things(graph[kind], embed(graph[kind]) if graph[kind] else np.empty((0, 0)))
            asked = {
                "held": essay["facts"],
                "of_other_essays": essays[(n + len(essays) // 2) % len(essays)]["facts"],
                "blended": blends(essay["facts"]),
            }
            for what, facts in asked.items():
                rows = (decide(essay["topic"], f, v, things, kind) for f, v in zip(facts, embed(facts), strict=True))
                made = list(rows)
                decisions.setdefault(f"{kind}: {what}", []).extend(made)
                if what == "held":
                    naming = [d for d in made if any(name in d.fact for name in graph["names"])]
                    decisions.setdefault(f"{kind}: held of those with a name", []).extend(naming)
    shares = {
        name: figures.mean([float(d.is_held) for d in made], [d.essay for d in made])
        for name, made in decisions.items()
    }
    for name, share in shares.items():
        print(f"{name}: {figures.shown(share)}")
    held = {kind: sum(len(graph[kind]) for graph in graphs) for kind in ENOUGH if kind != "statements"}
    machine.write(
        "mine",
        {"essays": len(essays), "facts_in_graphs": held, "test": ENOUGH, "published": PUBLISHED, "shares": shares},
    )
    if args.draw:
        _write_sample(decisions, random.Random(args.seed))


def count(_: argparse.Namespace) -> None:
    """How often the test and the judge differ, added to the results."""
    rows = [json.loads(line) for line in JUDGED.read_text("utf-8").splitlines()]
    path = machine.RESULTS / "mine.json"
    results = json.loads(path.read_text("utf-8"))
    results["checked"] = {}
    for name in dict.fromkeys(f"{row['kind']}: {'held' if row['test'] else 'not held'}" for row in rows):
        kind, said = name.split(": ")
        judged = [r for r in rows if r["kind"] == kind and r["test"] is (said == "held") and r["held"] is not None]
        wrong = figures.mean([float(r["held"] is not r["test"]) for r in judged])
        results["checked"][name] = {"wrong": wrong}
        print(name, "wrong", figures.shown(wrong), len(judged))
    path.write_text(json.dumps(results, indent=2) + "\n")


def _write_sample(decisions: dict[str, list[Decision]], draw: random.Random) -> None:
    rows = []
    for kind in ENOUGH:
        made = [d for d in decisions[f"{kind}: held"] if d.near]
        for is_held in (True, False):
            some = [d for d in made if d.is_held is is_held]
            rows += [
                {"kind": kind, "fact": d.fact, "near": d.near, "test": d.is_held, "held": None, "essay": d.essay}
                for d in draw.sample(some, min(CHECKED, len(some)))
            ]
    JUDGED.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["measure", "count"])
    parser.add_argument("--data", type=Path, default=Path("../shared/data/mine"))
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    (measure if args.command == "measure" else count)(args)


if __name__ == "__main__":
    main()
