"""Questions with sentences that answer them and sentences on the same thing that do not, for training the reader.

    python benchmarks/reader_data.py --data PATH --proposals PROPOSALS --out GROUPS.jsonl

PROPOSALS are what `arbiter.py gather` wrote: quotations that were proposed as answers, and whether they are right.
Beside them stand sentences of news near a weekly quiz (RealTimeQA: right where they hold the answer), supporting
sentences of HotpotQA and MuSiQue among the most similar others of their passages, and turns of the conversations of
`wild` with those that are marked as the answer. A line of GROUPS is a question: ``set``, ``question``, ``texts``,
``right``.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import texts
from sklearn.feature_extraction.text import TfidfVectorizer

QUOTING = frozenset(("sentence", "sentences", "extractive", "narrative", "news", "development", "shared"))
"""The ways of answering in words of the text."""

AMONG = 10  # texts that do not answer, for each question
_CHARACTERS = 600
_DAYS_BEFORE, _DAYS_AFTER = 12, 1  # of a quiz, in which an article may hold its answer
_WORDS = range(4, 61)
_SENTENCE = re.compile(r'(?<=[.!?”"])\s+(?=[A-Z“"0-9])')
Labelled = Sequence[tuple[str, bool]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--proposals", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    with given.out.open("w", encoding="utf-8") as lines:
        for name, question, told in groups(given.data, given.proposals):
            kept = {" ".join(text.split())[:_CHARACTERS]: right for text, right in told}
            if len(kept) > 1:
                row = {"set": name, "question": question, "texts": list(kept), "right": list(kept.values())}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def groups(data: Path, proposals: Path) -> Iterator[tuple[str, str, Labelled]]:
    """The set, the question, and its texts with whether they answer it."""
    for path in sorted(proposals.glob("*.jsonl")):
        for row in texts.read_lines(path):
            quoted = [p for p in row["proposals"] if p["by"] in QUOTING]
            yield path.stem, row["question"], [(p["answer"], p["right"] and row["answerable"]) for p in quoted]
    yield from of_quizzes(data / "realtimeqa")
    yield from of_passages(data / "multihop-static")
    for path in sorted((data / "wild").glob("locomo*_questions*")):
        yield from of_turns(path)


def of_quizzes(folder: Path) -> Iterator[tuple[str, str, Labelled]]:
    """Quiz questions with the sentences most like them of the articles of their days."""
    told: list[tuple[int, str, str]] = []
    for path in sorted(folder.glob("articles_*.jsonl.gz")):
        for article in texts.read_lines(path):
            day = np.datetime64(article["publish_date"].replace("/", "-")).astype(int)
            told += [(int(day), article["title"], s) for s in sentences(article["text"])]
    terms = TfidfVectorizer(sublinear_tf=True, stop_words="english", token_pattern=r"\b\w+\b")
    matrix = terms.fit_transform([f"{title} {sentence}" for _, title, sentence in told])
    days = np.array([day for day, *_ in told])
    for quiz in texts.read_lines(next(folder.glob("questions_*.jsonl.gz"))):
        asked = int(np.datetime64(quiz["question_date"].replace("/", "-")).astype(int))
        near = np.flatnonzero((days >= asked - _DAYS_BEFORE) & (days <= asked + _DAYS_AFTER))
        answer = texts.plain(quiz["choices"][int(quiz["answer"][0])])
        if not len(near) or not answer or answer.startswith(("true", "false", "all of", "none of")):
            continue
        scores = np.asarray((matrix[near] @ terms.transform([quiz["question_sentence"]]).T).todense()).ravel()
        best = [told[i][2] for i in near[np.argsort(-scores)[: AMONG + 2]]]
        yield "realtimeqa", quiz["question_sentence"], [(s, f" {answer} " in f" {texts.plain(s)} ") for s in best]


def of_passages(folder: Path) -> Iterator[tuple[str, str, Labelled]]:
    """Supporting sentences, and the most similar others of the passages that were given with a question."""
    with gzip.open(folder / "hotpotqa_train.json.gz", "rt", encoding="utf-8") as file:
        for row in json.load(file):
            facts = {(title, place) for title, place in row["supporting_facts"]}
            told = [
                (f"{title}: {text.strip()}", (title, place) in facts)
                for title, passage in row["context"]
                for place, text in enumerate(passage)
            ]
            yield "hotpotqa", row["question"], among_similar(row["question"], told)
    with gzip.open(folder / "musique_train.json.gz", "rt", encoding="utf-8") as file:
        for row in json.load(file):
            for step in row.get("question_decomposition") or ():
                if not re.search(r"#|>>", step["question"]):
                    yield "musique", step["question"], among_similar(step["question"], _of_step(row, step))


def _of_step(row: dict, step: dict) -> Labelled:
    held = row["paragraphs"][step["paragraph_support_idx"]]
    return [
        (f"{passage['title']}: {text}", passage is held and step["answer"].casefold() in text.casefold())
        for passage in row["paragraphs"]
        for text in sentences(passage["paragraph_text"])
    ]


def of_turns(path: Path) -> Iterator[tuple[str, str, Labelled]]:
    """Questions on a conversation with the turns that answer them, and turns like the question."""
    corpus = path.with_name(path.name.replace("_questions", ""))
    turns = [
        (document["id"], match.start(), match.end(), match.group())
        for document in texts.read_lines(corpus)
        for match in re.finditer(r"[^\n]+", document["text"])
    ]
    for row in texts.read_lines(path):
        marked = [tuple(place) for place in row.get("turns", ())]
        told = [(text, any(d == n and a < z and b < e for n, b, z in marked)) for d, a, e, text in turns]
        if marked:
            yield "locomo", row["question"], among_similar(row["question"], told)


def among_similar(question: str, told: Labelled) -> Labelled:
    """What answers, and those of the rest that are most like the question."""
    if not told:
        return ()
    terms = TfidfVectorizer(stop_words="english", sublinear_tf=True)
    matrix = terms.fit_transform([text for text, _ in told])
    scores = np.asarray((matrix @ terms.transform([question]).T).todense()).ravel()
    rest = sorted((i for i in range(len(told)) if not told[i][1]), key=lambda i: -scores[i])
    return [*(t for t in told if t[1]), *(told[i] for i in rest[:AMONG])]


def sentences(text: str) -> list[str]:
    """Those that are neither scraps nor endless."""
    found = (s.strip() for line in text.split("\n") for s in _SENTENCE.split(line))
    return [s for s in found if len(s.split()) in _WORDS]


if __name__ == "__main__":
    main()
