"""ECT-QA (TG-RAG paper, section IV): its corpus as documents, and its questions."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from pathlib import Path

from texts import read_lines

from timeweave import Document
from timeweave.temporal import Interval


def corpus(data: Path) -> dict[str, Document]:
    """All documents that could be had, by id; ``metadata["full"]`` tells transcripts from gold excerpts."""
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


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """A sentence that a question's answer rests on, with its document and the quarter that was reported on."""

    document_id: str
    quarter: str
    text: str


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with its gold answer; one that cannot be answered has no evidence."""

    id: str
    text: str
    answer: str
    question_type: str
    reasoning_type: str
    evidence: tuple[GoldEvidence, ...]

    @property
    def company(self) -> str:
        """The company whose evidence is listed first."""
        return self.evidence[0].document_id.split("-")[1]


def questions(data: Path) -> list[GoldQuestion]:
    """The specific questions of the development half."""
    return [
        GoldQuestion(
            id=f"q{i}",
            text=q["question"],
            answer=q["answer"],
            question_type=q["question_type"],
            reasoning_type=q["reasoning_type"],
            evidence=tuple(
                GoldEvidence(e["ect_filename"], _quarter(e["ect_filename"]), e["evidence"]) for e in q["evidence_list"]
            )
            if q["answer"] != "unanswerable"
            else (),
        )
        for i, q in enumerate(read_lines(data / "questions_specific_dev.jsonl"))
    ]


def _quarter(id_: str) -> str:
    year, quarter = id_[:-5].split("-")[-2:]
    return f"{year}-{quarter.upper()}"
