"""Questions with sentences that answer them and sentences on the same thing that do not, for training the reader.

    python benchmarks/reader_data.py --data PATH --public FOLDER --text TEXT --out GROUPS.jsonl

FOLDER holds public question sets by these names. Of the shape of SQuAD: ``new_wiki_v1.0.json``, ``reddit_v1.0.json``
and ``amazon_reviews_v1.0.json`` (SQuADShifts), ``xquad.en.json``, ``200423_covidQA.json`` (COVID-QA), and of PolicyQA
``dev.json`` and ``test.json``. Of FriendsQA ``friendsqa_dev.json`` and ``friendsqa_tst.json``, of SelQA
``selqa-ass-dev.json`` and ``selqa-ass-test.json``, of QED ``qed-dev.jsonlines``, of MultiSpanQA ``valid.json`` as
``multispan_valid.json``, and of TAT-QA ``tatqa_dataset_dev.json`` and ``tatqa_dataset_test_gold.json``. PATH holds
TimeQA, MenatQA, RealTimeQA (right where a sentence near the quiz holds the answer), HotpotQA and MuSiQue.
TEXT holds published posts, minutes, transcripts and news, over which questions were written (`reader_text.py`). No
blog, no minutes and no conversation that answers are measured on is among them.

A line of GROUPS is a question: ``set``, ``question``, ``group`` (the passage or page that it is on) and ``items``, each
``[about, text, right, tempting]``: what the document is, the sentence, whether it answers, and how much it seems to
where it does not (0 as any, 1 more than others, 2 it is what a question was written to tempt with).
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import menatqa
import numpy as np
import reader_text
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
SELQA = ("selqa-ass-dev.json", "selqa-ass-test.json")
TATQA = ("tatqa_dataset_dev.json", "tatqa_dataset_test_gold.json")

WRITTEN = "written "
"""What the names of sets of questions over published text begin with."""
OWN, OTHERS = 12, 8  # texts that do not answer, of the passage asked about and of others
_DAYS_BEFORE, _DAYS_AFTER = 12, 1  # of a quiz, in which an article may hold its answer
_CHARACTERS = 600
_WORDS = range(4, 61)
_SENTENCE = re.compile(
    r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bSt)(?<!\bvs)(?<!\bNo)(?<!\b[A-Z])(?<=[.!?”\"])\s+(?=[A-Z“\"'0-9(])"
)
Item = tuple[str, str, bool, int]


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
    for name in ("data", "public", "text", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with given.out.open("w", encoding="utf-8") as lines:
        for group in every_group(given.data, given.public, given.text):
            if len(group.items) > 1:
                row = {"set": group.name, "question": group.question, "group": group.group, "items": group.items}
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def every_group(data: Path, public: Path, text: Path) -> Iterator[Group]:
    for name, files in SQUAD.items():
        yield from among_others([g for file in files for g in of_squad(name, public / file)])
    yield from among_others([g for file in FRIENDS for g in of_friends(public / file)])
    yield from among_others([g for file in SELQA for g in of_selqa(public / file)])
    yield from among_others(list(of_qed(public / "qed-dev.jsonlines")))
    yield from among_others(list(of_multispan(public / "multispan_valid.json")))
    yield from among_others([g for file in TATQA for g in of_tatqa(public / file)])
    yield from of_text(text)
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


def of_selqa(path: Path) -> Iterator[Group]:
    """The sentences of a section of a page."""
    for asked in json.loads(path.read_text(encoding="utf-8")):
        told = [spaced(sentence) for sentence in asked["candidates"]]
        right = [number in asked["answers"] for number in range(len(told))]
        section = f"{asked['article']} {asked['section']}"
        yield Group("selqa", asked["question"], section, items(asked["article"], told, right))


def of_qed(path: Path) -> Iterator[Group]:
    """The sentences of a passage with the answers to a question that somebody typed into a search engine."""
    for row in texts.read_lines(path):
        text, answers = row["paragraph_text"], [a for some in row["original_nq_answers"] for a in some]
        if not answers or row.get("annotation", {}).get("explanation_type") == "none":
            continue
        spans = list(pairwise([*row["sentence_starts"], len(text)]))
        told = [spaced(text[start:end].strip()) for start, end in spans]
        right = [any(start <= a["start"] < end for a in answers) for start, end in spans]
        group = f"{row['title_text']} {text[:20]}"
        yield Group(
            "qed", row["question_text"], group, items(row["title_text"], told, right), [a["string"] for a in answers]
        )


def of_multispan(path: Path) -> Iterator[Group]:
    """The sentences of a passage, told as tokens each of which is marked where it is of an answer."""
    for row in json.loads(path.read_text(encoding="utf-8"))["data"]:
        tokens = row["context"]
        ends = [n + 1 for n, token in enumerate(tokens) if token in ".!?"] + [len(tokens)]
        spans = [(start, end) for start, end in pairwise([0, *ends]) if start < end]
        told = [spaced(" ".join(tokens[start:end])) for start, end in spans]
        right = [any(label != "O" for label in row["label"][start:end]) for start, end in spans]
        yield Group("multispan", spaced(" ".join(row["question"])), told[0][:60], items("", told, right))


def of_tatqa(path: Path) -> Iterator[Group]:
    """The sentences below a table of a report, of questions that they answer and the table does not."""
    for row in json.loads(path.read_text(encoding="utf-8")):
        told = [
            " ".join(p["text"][start:end].split())
            for p in row["paragraphs"]
            for start, end in sentence_spans(p["text"])
        ]
        for asked in row["questions"]:
            if asked.get("answer_from") == "text" and asked["answer_type"] in ("span", "multi-span"):
                answers = [str(a) for a in asked["answer"]] if isinstance(asked["answer"], list) else [asked["answer"]]
                right = [any(answer in text for answer in answers) for text in told]
                yield Group("tatqa", asked["question"], row["table"]["uid"], items("", told, right), answers)


def of_text(folder: Path) -> Iterator[Group]:
    """What was written over published text."""
    for asked in reader_text.written(folder):
        told = [
            *((e.about, e.text, True, 0) for e in asked.right),
            *((e.about, e.text, False, 1 + (asked.tempts_with_first and not n)) for n, e in enumerate(asked.tempting)),
            *((e.about, e.text, False, 0) for e in asked.others),
        ]
        yield Group(f"{WRITTEN}{asked.set}", asked.question, asked.set, told)


def spaced(text: str) -> str:
    """Tokens as they are written, without spaces before marks."""
    text = re.sub(r" ([.,;:?!%)\]])", r"\1", re.sub(r"([(\[$#]) ", r"\1", text))
    return re.sub(r" ('s|n't|'re|'ve|'ll|'d|'m)\b", r"\1", text)


def items(about: str, told: Sequence[str], right: Sequence[bool]) -> list[Item]:
    return [(about, text, is_right, 0) for text, is_right in zip(told, right, strict=True)]


def among_others(groups: Sequence[Group]) -> Iterator[Group]:
    """Each question with what answers it, the rest of its passage, and the sentences of other passages most like it."""
    pool = {(g.group, i[1]): i for g in groups for i in g.items}
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
            right = [i for i in group.items if i[2]]
            rest = [i for i in group.items if not i[2] and not _holds(i[1], group)]
            own = rest if len(rest) <= OWN else most_like(group.question, rest, OWN)
            if right:
                wrong = [(about, text, False, 0) for about, text, *_ in others]
                yield Group(group.name, group.question, group.group, [*right, *own, *wrong])


def _holds(text: str, group: Group) -> bool:
    told = text.casefold()
    return any(len(answer) > 2 and answer.casefold() in told for answer in group.answers)


def most_like(question: str, some: Sequence[Item], number: int) -> list[Item]:
    """Those with most of the question's longer words, for their length."""
    asked = set(re.findall(r"\w{3,}", question.lower()))

    def share(item: Item) -> float:
        return len(asked & set(re.findall(r"\w{3,}", item[1].lower()))) / (8 + len(item[1].split()) ** 0.5)

    return sorted(some, key=share, reverse=True)[:number]


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
    rest = [i for i in every if not i[2] and not any(w in f" {texts.plain(i[1])} " for w in wanted)]
    long = [i for i in rest if len(i[1].split()) >= _WORDS.start]
    return Group(name, question, title, [*(i for i in every if i[2]), *most_like(question, long, OWN + 2)])


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
        yield Group("realtimeqa", quiz["question_sentence"], quiz["question_date"], items("", best, right))


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
    every = items("", list(told), list(told.values()))
    return [*(i for i in every if i[2]), *most_like(question, [i for i in every if not i[2]], OWN)]


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
