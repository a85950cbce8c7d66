"""Reports of ten periods of five corpora, printed as a reader sees them; and what share of their sentences is on time.

    python benchmarks/reports.py print --data ../shared/data [--kbs FOLDER]     writes docs/examples/
    python benchmarks/reports.py sample --data ../shared/data [--kbs FOLDER]    writes benchmarks/reports.jsonl to judge
    python benchmarks/reports.py count                                          the share of those that are judged

A sentence is on time where all that it tells happened, began, ended, held or was published in the period: not where it
tells of another time, looks ahead, or is true of no time in particular and no news of the period. A title with its day
counts as published on that day. It is true to its source where the sentences that it cites, or that it quotes, say just
what it says of those whom it says it of. Stores are kept in ``--kbs`` where given.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import blogs
import figures
import machine
from stores import prepared
from texts import read_lines

import timeweave

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "examples"
JUDGED = Path(__file__).resolve().parent / "reports.jsonl"
WIDTH = 100
NUMBER = 200
COMPANIES = 8
FIRST, LAST = dt.date(2023, 3, 1), dt.date(2023, 3, 20)
PAGES = 45


@dataclass(frozen=True)
class Corpus:
    """Documents, the periods whose reports are printed, and further ones whose sentences are judged too."""

    name: str
    read: Callable[[Path], list[timeweave.Document]]
    periods: tuple[str, ...]
    further: tuple[str, ...]


def calls(data: Path) -> list[timeweave.Document]:
    """Earnings calls of some companies in 2024 (ECT-QA)."""
    rows = list(read_lines(data / "ect-qa" / "corpus_2024.jsonl.gz"))
    chosen = sorted({row["company_name"] for row in rows})[:COMPANIES]
    return [
        timeweave.Document(
            f"{row['stock_code']}-{row['year']}-{row['quarter']}",
            row["cleaned_content"],
            title=f"{row['company_name']} {row['quarter'].upper()} {row['year']} earnings call",
        )
        for row in rows
        if row["company_name"] in chosen
    ]


def news(data: Path) -> list[timeweave.Document]:
    """Three weeks of news (RealTimeQA)."""
    rows = read_lines(data / "realtimeqa" / "articles_2023.jsonl.gz")
    documents = [
        timeweave.Document(r["url"], r["text"], title=r["title"], date=day, source=r["url"])
        for r in rows
        if r.get("text") and (day := dt.date.fromisoformat(r["publish_date"].replace("/", "-")[:10]))
    ]
    return [d for d in documents if d.date is not None and FIRST <= d.date <= LAST]


def pages(data: Path) -> list[timeweave.Document]:
    """Pages of Wikipedia (MenatQA), of which the set holds some paragraphs each."""
    texts: dict[str, dict[str, None]] = {}
    for row in read_lines(data / "menatqa" / "questions_dev.jsonl.gz"):
        title = row["context"][0]["title"]
        if title not in row["question"]:
            continue  # a page that begins with one of its sections
        texts.setdefault(title, {}).update(dict.fromkeys(paragraph["text"].strip() for paragraph in row["context"]))
    found = [(title, "\n\n".join(paragraphs)) for title, paragraphs in sorted(texts.items())]
    return [timeweave.Document(title, text, title=title, entities=(title,)) for title, text in found[:PAGES]]


CORPORA = (
    Corpus("rust", lambda data: blogs.read(data / "wild", "rust")[0], ("2018", "2024-Q4"), ("2022",)),
    Corpus("letsencrypt", lambda data: blogs.read(data / "wild", "letsencrypt")[0], ("2020", "2024"), ("2022", "2023")),
    Corpus("calls", calls, ("2024", "2024-Q2"), ("2024-Q3",)),
    Corpus("news", news, ("2023-03", "2023-03-09"), ("2023-03-13",)),
    Corpus("pages", pages, ("2004", "2010"), ("2012", "2014")),
)


def stores(data: Path, kbs: Path | None) -> Iterator[tuple[Corpus, Path]]:
    for corpus in CORPORA:
        folder = kbs / f"{corpus.name}.kb" if kbs else None
        with prepared(folder, [] if folder and folder.exists() else corpus.read(data)) as ready:
            yield corpus, ready


def shown(period: str, kb: Path) -> str:
    """What a reader of a terminal sees."""
    command = [sys.executable, "-m", "timeweave", "report", period, "--kb", str(kb)]
    environment = {**os.environ, "COLUMNS": str(WIDTH), "NO_COLOR": "1"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def print_all(data: Path, kbs: Path | None) -> None:
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    for corpus, kb in stores(data, kbs):
        for period in corpus.periods:
            told = "\n".join(line.rstrip() for line in shown(period, kb).splitlines())
            (EXAMPLES / f"{corpus.name}-{period}.txt").write_text(told + "\n", encoding="utf-8")


def sample(data: Path, kbs: Path | None) -> list[dict]:
    """The sentences of the reports, in turn of the periods, until there are enough."""
    lists: list[list[dict]] = []
    for corpus, kb in stores(data, kbs):
        with timeweave.open(kb, create=False) as base:
            for period in (*corpus.periods, *corpus.further):
                found = base.report(period)
                said = [s for node in found.nodes for s in node.report.sentences]
                rows = []
                for s in said:
                    places = [c for fact in s.facts[:3] for c in found.citations.get(fact, ())[:1]]
                    cites = list(dict.fromkeys(f"{c.document_id}: {c.quote[:240]}" for c in places))
                    rows.append({"corpus": corpus.name, "period": period, "section": s.section, "text": s.text})
                    rows[-1] |= {"cites": cites, "on_time": None, "true": None}
                lists.append(rows)
    turns = [row for n in range(max(map(len, lists))) for rows in lists if n < len(rows) for row in [rows[n]]]
    return turns[:NUMBER]


def count(rows: list[dict]) -> dict:
    """The shares on time and true to their sources, in all and of each corpus and section."""
    told = {}
    for judgement in ("on_time", "true"):
        judged = [row for row in rows if row[judgement] is not None]
        told[f"{judgement}: all"] = figures.mean([float(r[judgement]) for r in judged])
        for key in ("corpus", "section"):
            for value in sorted({r[key] for r in judged}):
                of_value = [float(r[judgement]) for r in judged if r[key] == value]
                told[f"{judgement}: {key} {value}"] = figures.mean(of_value)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("do", choices=["print", "sample", "count"])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--kbs", type=Path)
    given = parser.parse_args()
    if given.do == "print":
        print_all(given.data, given.kbs)
    elif given.do == "sample":
        rows = sample(given.data, given.kbs)
        JUDGED.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")
    else:
        shares = count(list(read_lines(JUDGED)))
        for name, figure in shares.items():
            print(f"{name:40s} {figures.shown(figure)} of {figure['n']}")
        print(machine.write("reports", shares))


if __name__ == "__main__":
    main()
