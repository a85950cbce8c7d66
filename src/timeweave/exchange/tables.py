"""Facts as dated triples, a row for each place that states them: TSV, or JSON Lines, which keeps every character."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import IO

from timeweave.exchange.facts import GraphFact
from timeweave.exchange.records import COLUMNS, rows_of

_LINE = str.maketrans("\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029", " " * 11)


def write_tsv(facts: Iterable[GraphFact], out: IO[str]) -> None:
    """Tab-separated values with a header (IANA text/tab-separated-values: nothing is quoted)."""
    out.write("\t".join(COLUMNS) + "\n")
    for fact in facts:
        for row in rows_of(fact):
            out.write("\t".join(value.translate(_LINE) for value in row.values()) + "\n")


def write_jsonl(facts: Iterable[GraphFact], out: IO[str]) -> None:
    """An object a line, without what is empty; numbers are numbers."""
    for fact in facts:
        for row in rows_of(fact):
            filled: dict[str, object] = {key: value for key, value in row.items() if value}
            filled["confidence"] = float(row["confidence"])
            filled |= {key: int(row[key]) for key in ("start", "end") if row[key]}
            out.write(json.dumps(filled, ensure_ascii=False) + "\n")
