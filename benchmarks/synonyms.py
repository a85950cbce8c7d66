"""Which relations are one by several names: pairs of relations, judged by hand, told by the linker (EK-07).

    python benchmarks/synonyms.py

`synonyms.tsv` has pairs of relation names as they stand in Wikidata, in event codes and in documents, with the types
of their ends and whether the two mean one, told from the same end. The thresholds are of the ``first`` set. The
``second`` was written before anything was measured on it; what it showed has since changed conditions (the least
cosine of the words that differ, direction, prepositions), so that it is no longer unseen. Of the ``opposites``,
antonyms and the two ends of one deed, none is one: the table of opposites was written with them in sight, and the
``opposites later`` were written after it, 3 of 90 of which were linked and showed that prefixes count, too. Three
decide: the cosine of the paper's schema with types in the text, that of the schema without, both from θ on and from
0.9 on, and the linker that the package ships. A wrong link is worse than a missed one.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import figures
import machine
import numpy as np

from timeweave.embedding import get_embedder
from timeweave.evolution.synonyms.linking import THETA, Linker, Schema

PAIRS = Path(__file__).with_name("synonyms.tsv")
KINDS = {"person": "person", "place": "place", "term": "literal", "date": "literal", "number": "literal"}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two relations with the types of their ends, and whether they are one."""

    set: str
    subject: str
    relation: str
    object: str
    other: str
    is_one: bool

    def schemas(self) -> tuple[Schema, Schema]:
        """Both as the linker reads them."""
        kinds = [KINDS.get(end, "body") for end in (self.subject, self.object)]
        return Schema(self.relation, *kinds), Schema(self.other, *kinds)


def read() -> list[Pair]:
    """All pairs."""
    with PAIRS.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Pair(*list(row.values())[:-1], row["judged"] == "one") for row in rows]


def linked(made: Sequence[Pair]) -> list[bool]:
    """Whether the linker has one go by the other, or both by a third, from the same end."""
    linker = Linker(get_embedder().embed)
    linker.learn(name for pair in made for name in (pair.relation, pair.other))
    found = []
    for pair in made:
        first, second = pair.schemas()
        ends = {s.relation: (s.relation, False) for s in (first, second)}
        for schema, head in ((first, second), (second, first)):
            if (link := linker.link(schema, [head])) is not None:
                ends[schema.relation] = (link.head, link.turned)
        a, b = ends[first.relation], ends[second.relation]
        found.append(a == b or a == (second.relation, False) or b == (first.relation, False))
    return found


def cosines(made: Sequence[Pair], schema: Callable[[Pair, str], str]) -> np.ndarray:
    """Of the two relations of each pair, as ``schema`` writes them."""
    embedder = get_embedder()
    one = embedder.embed([schema(pair, pair.relation) for pair in made])
    other = embedder.embed([schema(pair, pair.other) for pair in made])
    return (one * other).sum(axis=1)


def measured(made: Sequence[Pair], decided: Sequence[bool]) -> dict:
    """Precision and recall of each set; of opposites the share that is linked."""
    result: dict = {}
    for name in dict.fromkeys(pair.set for pair in made):
        of_set = [(pair.is_one, bool(one)) for pair, one in zip(made, decided, strict=True) if pair.set == name]
        if not any(is_one for is_one, _ in of_set):
            result[name] = {"linked": figures.mean([float(one) for _, one in of_set])}
            continue
        result[name] = {
            "precision": figures.mean([float(is_one) for is_one, one in of_set if one]),
            "recall": figures.mean([float(one) for is_one, one in of_set if is_one]),
        }
    return result


def main() -> None:
    """Measure."""
    made = read()
    result: dict = {"pairs": len(made), "theta": THETA, "linker": measured(made, linked(made))}
    for name, schema in (
        ("cosine, types in the text", lambda pair, relation: f"a {pair.subject} {relation} a {pair.object}"),
        ("cosine, no types in the text", lambda _, relation: f"someone {relation} something"),
    ):
        scores = cosines(made, schema)
        result[name] = {f"from {least}": measured(made, list(scores >= least)) for least in (THETA, 0.9)}
    print(json.dumps(result, indent=1))
    machine.write("synonyms", result)


if __name__ == "__main__":
    main()
