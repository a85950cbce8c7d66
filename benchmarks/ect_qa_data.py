"""ECT-QA (TG-RAG paper, section IV): its corpus as documents, its questions, and when evidence counts as found."""

from __future__ import annotations

import collections
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

from timeweave import Document
from timeweave.temporal import Interval


def read_lines(path: Path) -> Iterator[dict]:
    """The objects of a JSON Lines file, compressed or not."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in lines:
            yield json.loads(line)


def corpus(data: Path) -> dict[str, Document]:
    """All documents that could be had, by id; ``metadata["full"]`` tells transcripts from gold excerpts."""
    import datetime as dt

    names: dict[str, tuple[str, str]] = {}
    texts: dict[str, tuple[str, dt.date | None, bool]] = {}
    for d in read_lines(data / "corpus_2024.jsonl.gz"):
        code = d["stock_code"].replace(" ", "_")
        names[code] = (d["company_name"], d["sector"])
        match = re.search(r"/(\d{4})/(\d{2})/(\d{2})/", d.get("URL") or "")
        date = dt.date(*map(int, match.groups())) if match else None
        texts[f"{d['sector']}-{code}-{d['year']}-{d['quarter'].lower()}.json"] = (d["cleaned_content"], date, True)
    excerpts = list(read_lines(data / "base_excerpts.jsonl"))
    for d in excerpts:
        names.setdefault(d["stock_code"].replace(" ", "_"), (d["company_name"], d["sector"]))
    for d in read_lines(data / "base_transcripts_partial.jsonl.gz"):
        code = d["stock_code"].replace(" ", "_")
        known = [k for k in names if k == code or k.split("_")[0] == code.split("_")[0]]
        if known:
            id_ = f"{names[known[0]][1]}-{known[0]}-{d['year']}-{str(d['quarter']).lower()}.json"
            texts[id_] = (d["raw_content"], None, True)
    for d in excerpts:
        texts.setdefault(d["ect_filename"], (d["content"], None, False))
    return {id_: _document(id_, names, *rest) for id_, rest in texts.items()}


def _document(id_: str, names: dict, text: str, date, full: bool) -> Document:
    sector, *code_parts, year, quarter = id_[:-5].split("-")
    code = "-".join(code_parts)
    name = names.get(code, (code, sector))[0]
    return Document(
        id=id_,
        title=f"{name} {year} {quarter.upper()} earnings call",
        text=text,
        date=date,
        period=Interval.parse(f"{year}-{quarter.upper()}"),
        entities=(name,),
        metadata={"sector": sector, "ticker": code, "full": full},
    )


def questions(data: Path) -> list[dict]:
    """The specific questions of the development half, each with an ``id``."""
    return [dict(q, id=f"q{i}") for i, q in enumerate(read_lines(data / "questions_specific_dev.jsonl"))]


def words(text: str) -> list[str]:
    """The words by which evidence is compared."""
    return re.findall(r"[a-z0-9.$%]+", text.lower().replace(",", ""))


def is_found(evidence: str, spans: list[tuple[int, int, str]]) -> bool:
    """Whether 85 % of the words of ``evidence`` stand in one contiguous stretch of the returned (start, end, text)."""
    gold = collections.Counter(words(evidence))
    needed = 0.85 * sum(gold.values())
    merged: list[tuple[str, int]] = []
    for start, end, text in sorted(spans):
        if merged and start - merged[-1][1] <= 3:
            merged[-1] = (merged[-1][0] + " " + text, end)
        else:
            merged.append((text, end))
    return any(sum((gold & collections.Counter(words(text))).values()) >= needed for text, _ in merged)
