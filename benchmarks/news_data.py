"""Question sets over news and plain passages: dated articles, dated facts, and multi-hop questions without any date."""

from __future__ import annotations

import collections
import datetime as dt
import gzip
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import texts
from plain import Found

import timeweave


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of evidence: found when 85 % of the words of ``text`` stand in one returned stretch of its document, or
    one of ``answers`` in what was returned of it (of all documents, where none is named).
    """

    document_id: str
    text: str = ""
    answers: tuple[str, ...] = ()

    def is_found(self, evidence: Sequence[Found]) -> bool:
        mine = [(e.start, e.end, e.text) for e in evidence if not self.document_id or e.document_id == self.document_id]
        if self.text:
            return texts.is_found(self.text, mine)
        return texts.holds_any(" ".join(text for *_, text in mine), self.answers)


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with the pieces of evidence it rests on; none where it cannot be answered.

    ``group`` is what it is drawn with when intervals are made, ``choices`` what may be chosen, ``gold`` the right ones.
    """

    id: str
    text: str
    part: str
    group: str
    pieces: tuple[Piece, ...]
    gold: tuple[str, ...]
    as_of: dt.date | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Documents, questions, and the budgets of tokens within which evidence is looked for."""

    documents: Sequence[timeweave.Document]
    questions: Sequence[GoldQuestion]
    budgets: tuple[int, ...]
    measure: str


def realtimeqa(data: Path, limit: int | None = None) -> QuestionSet:
    """RealTimeQA (arXiv 2207.13332): weekly news quizzes, each asked as of its day.

    Only questions whose answer stands in an article that a search engine gave for them, published by then. With
    ``limit`` the first ones, and the articles up to the last one's day. Their parts tell on which of them the ranking
    and the answers were developed.
    """
    articles = [a for year in ("2022H2", "2023") for a in texts.read_lines(data / f"articles_{year}.jsonl.gz")]
    plain = {a["url"]: texts.plain(a["text"]) for a in articles if a.get("text")}
    days = {a["url"]: _day(a["publish_date"]) for a in articles}
    questions = []
    for q in texts.read_lines(data / "questions_2022_2023.jsonl.gz"):
        day = _day(q["question_date"])
        gold = tuple(q["choices"][int(i)] for i in q["answer"] if str(i).isdigit() and int(i) < len(q["choices"]))
        given = [plain[u] for u in q["retrieved_urls"] if u in plain and days[u] <= day]
        if any(wanted in text for wanted in map(texts.plain, gold) if wanted for text in given):
            piece = Piece("", answers=gold)
            chosen_from = tuple(q["choices"])
            questions.append(
                GoldQuestion(
                    q["question_id"], q["question_sentence"], _quizzes(day), str(day), (piece,), gold, day, chosen_from
                )
            )
    questions = questions[:limit]
    last = max((q.as_of for q in questions if q.as_of), default=dt.date.max) if limit else dt.date.max
    documents = [
        timeweave.Document(id=a["url"], title=a["title"], text=a["text"], date=days[a["url"]], source=a["url"])
        for a in articles
        if a.get("text") and days[a["url"]] <= last
    ]
    until = f", quizzes and articles up to {last:%Y-%m}" if limit else ""
    return QuestionSet(documents, questions, (400,), f"answer in evidence{until}")


def multihop_rag(data: Path, limit: int | None = None) -> QuestionSet:
    """MultiHop-RAG (arXiv 2401.15391): facts from dated news articles; an article is a document, its facts its lines.

    The facts are all of the articles that could be had, some 15,000 tokens, hence the small budgets.
    """
    facts: dict[str, list[dict]] = collections.defaultdict(list)
    for fact in texts.read_lines(data / "facts.jsonl.gz"):
        facts[fact["url"]].append(fact)
    documents = [
        timeweave.Document(
            id=url,
            title=told[0]["title"],
            text="\n".join(f["fact"] for f in told),
            date=dt.date.fromisoformat(told[0]["published_at"][:10]),
            source=told[0]["source"],
        )
        for url, told in facts.items()
    ]
    questions = [
        GoldQuestion(
            id=q["id"],
            text=q["question"],
            part=q["question_type"],
            group=q["id"],
            pieces=tuple(Piece(e["url"], text=e["fact"]) for e in q["evidence_list"]),
            gold=(q["answer"],),
        )
        for q in texts.read_lines(data / "queries_dev.jsonl.gz")
    ]
    return QuestionSet(documents, questions[:limit], (200, 400), "evidence facts found")


def multihop_static(data: Path, limit: int | None = None) -> QuestionSet:
    """HotpotQA and MuSiQue, 100 questions each, over their passages and those of 2Wiki together; nothing is dated.

    Of Hotpot a supporting sentence must be returned, of MuSiQue the answer of the hop within its supporting passage.
    The passages of 2Wiki have no questions here and are there to be told apart; with ``limit`` they are left out.
    """
    passages: dict[str, tuple[str, str]] = {}
    ids: dict[tuple[str, str], str] = {}
    hotpot = _json(data / "hotpotqa_train_corpus.json.gz")
    for title, sentences in hotpot.items():
        passages[f"hotpot/{title}"] = (title, "".join(sentences).strip())
    for name in ("musique_train",) if limit else ("musique_train", "2wikimultihopqa"):
        for number, p in enumerate(_json(data / f"{name}_corpus.json.gz")):
            id_ = f"{name.split('_')[0]}/{number}"
            passages[id_] = (p["title"], p["text"])
            ids[p["title"], p["text"]] = id_
    questions = []
    for q in _json(data / "hotpotqa_train.json.gz"):
        pieces = tuple(Piece(f"hotpot/{t}", text=hotpot[t][n]) for t, n in q["supporting_facts"] if n < len(hotpot[t]))
        questions.append(GoldQuestion(q["_id"], q["question"], "hotpotqa", q["_id"], pieces, (q["answer"],)))
    for q in _json(data / "musique_train.json.gz"):
        hops = [(q["paragraphs"][hop["paragraph_support_idx"]], hop["answer"]) for hop in q["question_decomposition"]]
        pieces = tuple(Piece(ids[p["title"], p["paragraph_text"]], answers=(answer,)) for p, answer in hops)
        questions.append(
            GoldQuestion(q["id"], q["question"], "musique", q["id"], pieces, (q["answer"], *q["answer_aliases"]))
        )
    step = max(1, len(questions) // limit) if limit else 1
    documents = [timeweave.Document(id=id_, title=title, text=text) for id_, (title, text) in passages.items()]
    return QuestionSet(documents, questions[::step][:limit], (600, 1200), "supporting evidence found")


SETS: dict[str, Callable[[Path, int | None], QuestionSet]] = {
    "realtimeqa": realtimeqa,
    "multihop-rag": multihop_rag,
    "multihop-static": multihop_static,
}


def _quizzes(day: dt.date) -> str:
    """Retrieval was developed on the first quizzes, answers on half of the next, and nothing on those after."""
    if day < dt.date(2022, 8, 1):
        return "quizzes to 2022-07"
    return "quizzes 2022-08 to 2022-11" if day < dt.date(2022, 12, 1) else "quizzes from 2022-12"


def _day(text: str) -> dt.date:
    return dt.date.fromisoformat(text.replace("/", "-"))


def _json(path: Path) -> list | dict:
    with gzip.open(path, "rt") as stream:
        return json.load(stream)
