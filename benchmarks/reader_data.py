"""Questions with sentences that answer them and sentences on the same thing that do not, for training the reader.

    python benchmarks/reader_data.py --data PATH --public FOLDER --proposals PROPOSALS --out GROUPS.jsonl

FOLDER holds public question sets of the shape of SQuAD, by these names: ``new_wiki_v1.0.json``, ``reddit_v1.0.json``
and ``amazon_reviews_v1.0.json`` (SQuADShifts), ``xquad.en.json``, ``200423_covidQA.json`` (COVID-QA), and of PolicyQA
``dev.json`` and ``test.json``; and of FriendsQA ``friendsqa_dev.json`` and ``friendsqa_tst.json``. PROPOSALS is what
`arbiter.py gather` wrote of the small worlds: the lines read for each question, and which answer it. PATH holds TimeQA,
MenatQA, RealTimeQA (right where a sentence near the quiz holds the answer), HotpotQA and MuSiQue. No blog, no minutes
and no conversation that answers are measured on is among them.

A line of GROUPS is a question: ``set``, ``question``, ``group`` (the passage or page that it is on) and ``items``, each
``[about, before, text, right]``: what the document is, the sentence before, the sentence, and whether it answers.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import menatqa
import numpy as np
import texts
import timeqa
from sklearn.feature_extraction.text import TfidfVectorizer

SQUAD = {
    "wiki": ("new_wiki_v1.0.json",),
    "reddit": ("reddit_v1.0.json",),
    "amazon": ("amazon_reviews_v1.0.json",),
    "xquad": ("xquad.en.json",),
    "covid": ("200423_covidQA.json",),
    "policy": ("dev.json", "test.json"),
}
TITLED = frozenset({"wiki", "policy"})
"""Those whose titles say what a passage is about."""
FRIENDS = ("friendsqa_dev.json", "friendsqa_tst.json")
WORLDS = ("posts", "talk", "worlds", "plain worlds")

OWN, OTHERS = 12, 8  # texts that do not answer, of the passage asked about and of others
_DAYS_BEFORE, _DAYS_AFTER = 12, 1  # of a quiz, in which an article may hold its answer
_CHARACTERS = 600
_WORDS = range(4, 61)
_SENTENCE = re.compile(
    r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bSt)(?<!\bvs)(?<!\bNo)(?<!\b[A-Z])(?<=[.!?”\"])\s+(?=[A-Z“\"'0-9(])"
)
Item = tuple[str, str, str, bool]


@dataclass(frozen=True, slots=True)
class Group:
    """A question with its items; ``answers`` are words that no item which does not answer may hold."""

    name: str
    question: str
    group: str
    items: Sequence[Item]
    answers: Collection[str] = field(default=())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "public", "proposals", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with given.out.open("w", encoding="utf-8") as lines:
        for group in every_group(given.data, given.public, given.proposals):
            if len(group.items) > 1:
                row = {"set": group.name, "question": group.question, "group": group.group, "items": group.items}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def every_group(data: Path, public: Path, proposals: Path) -> Iterator[Group]:
    for name, files in SQUAD.items():
        yield from among_others([g for file in files for g in of_squad(name, public / file)])
    yield from among_others([g for file in FRIENDS for g in of_friends(public / file)])
    for name in WORLDS:
        yield from of_worlds(name, proposals / f"{name}.jsonl")
    yield from of_timeqa(data / "timeqa")
    yield from of_menatqa(data / "menatqa")
    yield from of_quizzes(data / "realtimeqa")
    yield from of_passages(data / "multihop-static")


def of_squad(name: str, path: Path) -> Iterator[Group]:
    """The sentences of a question's passage; right are those that an answer begins in."""
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        about = article.get("title", "") if name in TITLED else ""
        for passage in article["paragraphs"]:
            text = passage["context"]
            spans = sentence_spans(text)
            told = [" ".join(text[start:end].split()) for start, end in spans]
            for asked in passage["qas"]:
                answers = [a for a in asked["answers"] if a["text"].strip()]
                right = [any(start <= a["answer_start"] < end for a in answers) for start, end in spans]
                yield Group(name, asked["question"], text[:60], items(about, told, right), [a["text"] for a in answers])


def of_friends(path: Path) -> Iterator[Group]:
    """The turns of a scene; right are those in which the answer was marked."""
    for scene in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for part in scene["paragraphs"]:
            turns = [f"{', '.join(t['speakers'])}: {t['utterance']}" for t in part["utterances:"]]
            told = [" ".join(re.sub(r" ([.,?!'’])", r"\1", turn).split()) for turn in turns]
            for asked in part["qas"]:
                marked = {int(a["utterance_id"]) for a in asked["answers"]}
                right = [number in marked for number in range(len(told))]
                answers = [a["answer_text"] for a in asked["answers"]]
                yield Group("friends", asked["question"], scene["title"], items("", told, right), answers)


def items(about: str, told: Sequence[str], right: Sequence[bool]) -> list[Item]:
    before = ["", *told]
    return [
        (about, before[place], text, is_right) for place, (text, is_right) in enumerate(zip(told, right, strict=True))
    ]


def among_others(groups: Sequence[Group]) -> Iterator[Group]:
    """Each question with what answers it, the rest of its passage, and the sentences of other passages most like it."""
    pool = {(g.group, i[2]): i for g in groups for i in g.items}
    keys = list(pool)
    terms = TfidfVectorizer(sublinear_tf=True, stop_words="english")
    matrix = terms.fit_transform([text for _, text in keys])
    for start in range(0, len(groups), 500):
        part = groups[start : start + 500]
        alike = (terms.transform([g.question for g in part]) @ matrix.T).tocsr()
        for row, group in enumerate(part):
            scores = alike.getrow(row)
            near = [keys[i] for i in scores.indices[np.argsort(-scores.data)[:40]]]
            others = [pool[key] for key in near if key[0] != group.group and not _holds(key[1], group)][:OTHERS]
            right = [i for i in group.items if i[3]]
            rest = [i for i in group.items if not i[3] and not _holds(i[2], group)]
            own = rest if len(rest) <= OWN else most_like(group.question, rest, OWN)
            if right:
                wrong = [(about, before, text, False) for about, before, text, _ in others]
                yield Group(group.name, group.question, group.group, [*right, *own, *wrong])


def _holds(text: str, group: Group) -> bool:
    told = text.casefold()
    return any(len(answer) > 2 and answer.casefold() in told for answer in group.answers)


def most_like(question: str, some: Sequence[Item], number: int) -> list[Item]:
    """Those with most of the question's longer words, for their length."""
    asked = set(re.findall(r"\w{3,}", question.lower()))

    def share(item: Item) -> float:
        return len(asked & set(re.findall(r"\w{3,}", item[2].lower()))) / (8 + len(item[2].split()) ** 0.5)

    return sorted(some, key=share, reverse=True)[:number]


def of_worlds(name: str, path: Path) -> Iterator[Group]:
    """The lines that were read for a question."""
    for row in texts.read_lines(path):
        told = [(x["about"], "", x["text"], x["right"] and row["answerable"]) for x in row["lines"]]
        yield Group(name, row["question"], row["group"], told)


def of_timeqa(folder: Path) -> Iterator[Group]:
    documents, asked = timeqa.read(folder)
    pages = {d.id: d for d in documents}
    for q in asked:
        spans = [(start, end) for start, end, _ in q.gold]
        yield of_page("timeqa", q.text, pages[q.page].title, pages[q.page].text, spans, [a for *_, a in q.gold])


def of_menatqa(folder: Path) -> Iterator[Group]:
    documents, _, asked = menatqa.read(folder)
    pages = {d.id: d for d in documents}
    for q in asked:
        if q.kind != "order":
            yield of_page("menatqa", q.text, pages[q.page].title, pages[q.page].text, q.gold, q.answers)


def of_page(
    name: str, question: str, title: str, text: str, gold: Sequence[tuple[int, int]], answers: Sequence[str]
) -> Group:
    """The sentences of a page that hold a gold span, and those most like the question that hold no answer."""
    spans = sentence_spans(text)
    told = [" ".join(text[start:end].split()) for start, end in spans]
    right = [any(start <= at < end for at, _ in gold) for start, end in spans]
    every = items(title, told, right)
    wanted = [f" {texts.plain(a)} " for a in answers if texts.plain(a)]
    rest = [i for i in every if not i[3] and not any(w in f" {texts.plain(i[2])} " for w in wanted)]
    long = [i for i in rest if len(i[2].split()) >= _WORDS.start]
    return Group(name, question, title, [*(i for i in every if i[3]), *most_like(question, long, OWN + 2)])


def of_quizzes(folder: Path) -> Iterator[Group]:
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
        best = [told[i][2][:_CHARACTERS] for i in near[np.argsort(-scores)[:12]]]
        right = [f" {answer} " in f" {texts.plain(s)} " for s in best]
        yield Group("realtimeqa", quiz["question_sentence"], quiz["question_date"], bare(best, right))


def of_passages(folder: Path) -> Iterator[Group]:
    """Supporting sentences, and the most similar others of the passages that were given with a question."""
    with gzip.open(folder / "hotpotqa_train.json.gz", "rt", encoding="utf-8") as file:
        for row in json.load(file):
            facts = {(title, place) for title, place in row["supporting_facts"]}
            told = {
                f"{title}: {text.strip()}"[:_CHARACTERS]: (title, place) in facts
                for title, passage in row["context"]
                for place, text in enumerate(passage)
            }
            yield Group("hotpotqa", row["question"], row["question"], among_similar(row["question"], told))
    with gzip.open(folder / "musique_train.json.gz", "rt", encoding="utf-8") as file:
        for row in json.load(file):
            for step in row.get("question_decomposition") or ():
                if not re.search(r"#|>>", step["question"]):
                    yield Group(
                        "musique", step["question"], row["id"], among_similar(step["question"], _told(row, step))
                    )


def _told(row: dict, step: dict) -> Mapping[str, bool]:
    held = row["paragraphs"][step["paragraph_support_idx"]]
    answer = step["answer"].casefold()
    return {
        f"{passage['title']}: {text}"[:_CHARACTERS]: passage is held and answer in text.casefold()
        for passage in row["paragraphs"]
        for text in sentences(passage["paragraph_text"])
    }


def among_similar(question: str, told: Mapping[str, bool]) -> list[Item]:
    """What answers, and those of the rest that are most like the question."""
    every = bare(list(told), list(told.values()))
    return [*(i for i in every if i[3]), *most_like(question, [i for i in every if not i[3]], OWN)]


def bare(told: Sequence[str], right: Sequence[bool]) -> list[Item]:
    return [("", "", text, is_right) for text, is_right in zip(told, right, strict=True)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand, line by line."""
    found = []
    for line in re.finditer(r"[^\n]*\S[^\n]*", text):
        start = line.start()
        for cut in _SENTENCE.finditer(line.group()):
            found.append((start, line.start() + cut.start()))
            start = line.start() + cut.end()
        found.append((start, line.end()))
    return found


def sentences(text: str) -> list[str]:
    """Those that are neither scraps nor endless."""
    found = (text[start:end].strip() for start, end in sentence_spans(text))
    return [s for s in found if len(s.split()) in _WORDS]


if __name__ == "__main__":
    main()
