"""Questions with what a right answer is, for the arbiter: data sets, small worlds, figures, a blog each.

A set is read from PATH (``--data``), but for worlds and figure cases, which lie here. A world has a few documents and
questions in several wordings, written by others than the rules, without sight of the code, in fields that no data set
here has, in other words than the documents or ("plain") in nearly the same; the "unseen" are for measuring alone.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import ect_qa_data
import ect_qa_scores
import menatqa
import news_data
import pat_questions_data
import texts
import timeqa

import timeweave

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "answering"))

from test_figure_cases import RECORDED, document  # noqa: E402

LONGEST_ANSWER = 60
MOST = 0.5  # of the elements of a table that an answer of ECT-QA must have to be more right than wrong
PAT_DAYS = (dt.date(2022, 6, 30), dt.date(2024, 12, 15))
PAT_FACTS, PAT_MENTIONS = 150, 2


@dataclass(frozen=True, slots=True)
class Labelled:
    """A question; ``is_right`` judges the words of an answer, ``group`` is what hangs together with it."""

    id: str
    text: str
    group: str
    answerable: bool
    is_right: Callable[[str], bool]
    as_of: str | None = None
    budget: int | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Documents with the questions about them; ``name`` tells a ready knowledge base from others."""

    name: str
    documents: Sequence[timeweave.Document] | Path
    questions: Sequence[Labelled]
    recorded: dt.datetime | None = None


def _timeqa(data: Path) -> Iterator[Store]:
    documents, asked = timeqa.read(data / "timeqa")
    yield Store("timeqa", documents, [
        Labelled(q.id, q.text, q.page, bool(q.gold), lambda said, q=q: timeqa.is_answered(q, said), budget=400)
        for q in asked
    ])  # fmt: skip


def _menatqa(data: Path) -> Iterator[Store]:
    documents, _, asked = menatqa.read(data / "menatqa")
    yield Store("menatqa", documents, [
        Labelled(q.id, q.text, q.page, bool(q.answers), lambda said, q=q: menatqa.is_answered(q, said), budget=400)
        for q in asked if q.kind != "order"
    ])  # fmt: skip


def _ect(data: Path) -> Iterator[Store]:
    yield Store("ect", list(ect_qa_data.corpus(data / "ect-qa").values()), [
        Labelled(q.id, q.text, q.id, bool(q.evidence), lambda said, q=q: ect_qa_scores.elements(q.answer, said) >= MOST)
        for q in ect_qa_data.questions(data / "ect-qa")
    ])  # fmt: skip


def _multihop(data: Path) -> Iterator[Store]:
    import news

    asked = news_data.multihop_rag(data / "multihop-rag")
    yield Store("multihop-rag", asked.documents, [
        Labelled(q.id, q.text, q.group, bool(q.pieces), lambda said, q=q: news.says_gold(q, said), budget=400)
        for q in asked.questions
    ])  # fmt: skip


def _pat(data: Path) -> Iterator[Store]:
    facts = pat_questions_data.chosen(pat_questions_data.facts(data / "pat-questions"), PAT_FACTS)
    asked = []
    for fact in facts:
        for day, gold, other in zip(PAT_DAYS, (fact.earlier, fact.later), (fact.later, fact.earlier), strict=True):
            for mark in ("current", ""):
                text = fact.question(mark)
                is_right = _holds_but_not(gold, other if fact.changed else None)
                asked.append(Labelled(f"{fact.id}|{mark}|{day}", text, fact.id, True, is_right, str(day)))
    yield Store("pat", pat_questions_data.documents(facts, PAT_MENTIONS), asked)


def _holds_but_not(gold: str, other: str | None) -> Callable[[str], bool]:
    return lambda said: (
        texts.holds_any(said, [gold], longest=LONGEST_ANSWER)
        and not (other is not None and texts.holds_any(said, [other]))
    )


def _wild(name: str) -> Callable[[Path], Iterator[Store]]:
    def read(data: Path) -> Iterator[Store]:
        documents = [
            timeweave.Document(id=d["id"], title=d["title"], text=d["text"], date=_day(d.get("date")))
            for d in _lines(data / "wild" / f"{name}.jsonl.gz")
        ]
        asked = [
            Labelled(q["id"], q["question"], q["id"], q["answerable"], _matches(q["elems"]), q.get("as_of"))
            for q in _lines(data / "wild" / f"{name}_questions.jsonl.gz")
        ]
        yield Store(name, documents, asked)

    return read


def _open(name: str) -> Callable[[Path], Iterator[Store]]:
    """A public blog or minutes, as Markdown files below ``data/open``, with the questions beside this script."""

    def read(data: Path) -> Iterator[Store]:
        asked = [
            Labelled(q["id"], q["question"], q["id"], q["answerable"], _matches(q["elems"]), q.get("as_of"))
            for q in texts.read_lines(HERE / "open_questions" / f"{name}.jsonl")
        ]
        yield Store(name, data / "open" / name, asked)

    return read


def _matches(wanted: Sequence[str], unwanted: Sequence[str] = ()) -> Callable[[str], bool]:
    def is_right(said: str) -> bool:
        told = " ".join(said.split())
        short = len(told.split()) <= LONGEST_ANSWER
        held = bool(wanted) and all(re.search(w, told, re.IGNORECASE) for w in wanted)
        return short and held and not any(re.search(w, told, re.IGNORECASE) for w in unwanted)

    return is_right


def _worlds(path: Path) -> Callable[[Path], Iterator[Store]]:
    def read(data: Path) -> Iterator[Store]:
        del data
        for world in texts.read_lines(path):
            asked = [
                Labelled(
                    f"{q['id']}|{number}",
                    text,
                    world["id"],
                    q["answerable"],
                    _matches(q["right"], q.get("wrong", ())),
                    q.get("as_of"),
                )
                for q in world.get("questions") or [{**world, "text": [world["question"]]}]
                for number, text in enumerate(q["text"])
            ]
            yield Store(world["id"], [document(d) for d in world["documents"]], asked, RECORDED)

    return read


TAUGHT = (
    "foss", "gov", "groups", "farm", "mtlynch", "news-cnn", "optech", "pods", "ruby", "scipy", "standards",
)  # fmt: skip
"""Text of which the reader has read other questions (`reader_text.py`): learned from, and no measure of anything."""

LATER = (
    "incidents", "weeknotes", "openjs-cpc", "node-blog", "fedora-mail", "filings", "review-club", "village-pump",
    "farmerama", "openssf-tac", "licton", "srobo", "hachyderm", "prometheus", "rowing-club", "makerspace", "wasm-cg",
    "shrub", "monero", "hacdc", "jenkins", "parishes", "compsoc", "vice-chancellors", "sailing", "cannabis-control",
    "lab-notebook",
)  # fmt: skip
"""Text that was first asked when it was in nobody's training."""

SETS: Mapping[str, Callable[[Path], Iterator[Store]]] = {
    "timeqa": _timeqa,
    "menatqa": _menatqa,
    "ect": _ect,
    "multihop-rag": _multihop,
    "pat": _pat,
    "letsencrypt": _wild("letsencrypt"),
    "rust": _wild("rust"),
    "elixir": _open("elixir"),
    "crystal": _open("crystal"),
    "servo": _open("servo"),
    "beacon-calls": _open("beacon-calls"),
    "cds-blog": _open("cds-blog"),
    "dsf-minutes": _open("dsf-minutes"),
    "eighteenf": _open("eighteenf"),
    "carpentries": _open("carpentries"),
    "node-tsc": _open("node-tsc"),
    "councils": _open("councils"),
    "opensuse": _open("opensuse"),
    "ropensci": _open("ropensci"),
    "tc39": _open("tc39"),
    "openstates": _open("openstates"),
    "homebrew": _open("homebrew"),
    "mastodon": _open("mastodon"),
    "bitcoin-talks": _open("bitcoin-talks"),
    "reuters": _open("reuters"),
    "week-in-rust": _open("week-in-rust"),
    "peps": _open("peps"),
    "changelogs": _open("changelogs"),
    **{name: _open(name) for name in LATER},
    **{name: _open(name) for name in TAUGHT},
    "figures": _worlds(HERE.parent / "tests" / "answering" / "figure_cases.jsonl"),
    "worlds": _worlds(HERE / "worlds.jsonl"),
    "plain worlds": _worlds(HERE / "worlds_plain.jsonl"),
    "posts": _worlds(HERE / "worlds_posts.jsonl"),
    "talk": _worlds(HERE / "worlds_talk.jsonl"),
    "worlds unseen": _worlds(HERE / "worlds_unseen.jsonl"),
    "posts unseen": _worlds(HERE / "worlds_posts_unseen.jsonl"),
    "talk unseen": _worlds(HERE / "worlds_talk_unseen.jsonl"),
    "plain worlds unseen": _worlds(HERE / "worlds_plain_unseen.jsonl"),
}
UNREAD = frozenset({"worlds unseen", "posts unseen", "talk unseen", "plain worlds unseen"})
"""Worlds that nobody read who wrote rules."""
OPEN = frozenset({
    "letsencrypt", "rust", "elixir", "crystal", "servo", "beacon-calls", "cds-blog", "dsf-minutes",
    "eighteenf", "carpentries", "node-tsc", "councils", "opensuse", "ropensci", "tc39", "openstates",
    "homebrew", "mastodon", "bitcoin-talks", "reuters", "week-in-rust", "peps", "changelogs", *LATER,
})  # fmt: skip
"""Blogs, minutes, notes and the like as they were published: what is added most, and what the reader never saw."""

KIN = {
    "timeqa": "pages",
    "menatqa": "pages",
    **dict.fromkeys(("worlds", "posts", "talk", "plain worlds", *sorted(UNREAD)), "worlds"),
}
"""Sets of one kind are left out together."""


def _lines(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text[:10]) if text else None
