"""Evidence and answers on MenatQA, all pages in one store, beside BM25, MiniLM and both over the same pages.

    python benchmarks/menatqa.py --data PATH/TO/menatqa [--budget 400] [--limit 100] [--out RESULTS.jsonl]

PATH holds ``questions_dev.jsonl.gz``: questions of MenatQA (arXiv 2310.05157), each with paragraphs of its Wikipedia
page. A page is all that any question says of its subject, under the subject's name. Each question is asked as it was
("original"), with its time moved ("narrow", "expand"), told to the month ("granularity"), beside an assumption
("counterfactual"), and as it was against pages with their sentences in another order ("order").
Evidence: one returned stretch of the page holds a gold answer in a sentence of the annotated paragraph; questions
without such a sentence count for answers alone. Answer: a gold answer stands in it, case, accents and punctuation
aside, and it has at most 60 words. A question is unanswerable where no one thing held all through the time it asks for.
Intervals: bootstrap over pages. A half of the pages, by a hash of their names, was never looked at ("held_out").
"""

from __future__ import annotations

import argparse
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import figures
import machine
import texts
from plain import Found, PlainRetrieval, SentenceRetrieval
from stores import ask_all, prepared, spans_of, write_lines

import timeweave
from timeweave import wire
from timeweave.results import Answer

LONGEST_ANSWER = 60
UNANSWERABLE = "unanswerable"
SCOPE = re.compile(r"\s+(?:from|in|between|after|before|during)\s+(?:[A-Z][a-z]{2,8}\s+)?\d{4}\b.*$")
HEAD = re.compile(r"^(?:Which|What|Who|Where)\b(?: [a-z]+)* (?=[^a-z\s])")
TAIL = re.compile(
    r"(?: 's)?(?: in)? +(?:belong|play|played|work|worked|hold|go|went|take|took|live|join|participate|educated|spouse"
    r"|occupation|afflicted|became|received|a member|was|which location)\b.*$"
)


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question about a page; ``gold`` are where an answer stands in annotated sentences of the page's text."""

    id: str
    text: str
    page: str
    kind: str
    answers: tuple[str, ...]
    gold: tuple[tuple[int, int], ...]

    @property
    def held_out(self) -> bool:
        """Whether its page is of the half that was never looked at."""
        return zlib.crc32(self.page.encode()) % 2 == 1


def subject_of(question: str) -> str:
    """The page that a question is about: "Ty Detmer" of "Which team did the player Ty Detmer belong to from 1992"."""
    return TAIL.sub("", HEAD.sub("", SCOPE.sub("", question.rstrip("?")))).strip()


def read(data: Path) -> tuple[list[timeweave.Document], list[timeweave.Document], list[GoldQuestion]]:
    """The pages, the pages in another order, and all questions; "order" is asked of the latter."""
    rows = list(texts.read_lines(data / "questions_dev.jsonl.gz"))
    passages: defaultdict[str, list[str]] = defaultdict(list)
    moved: dict[tuple[str, str], str] = {}
    for row in rows:
        page = subject_of(row["question"])
        _merge(passages[page], [passage["text"].strip() for passage in row["context"]])
        for passage in row["context"]:
            moved.setdefault(
                (page, passage["text"].strip()), passage["updated_text"].strip() or passage["text"].strip()
            )
    pages = {page: _joined(found) for page, found in passages.items()}
    other = {page: "\n".join(moved[page, text] for text in found) for page, found in passages.items()}
    asked: dict[tuple[str, str], GoldQuestion] = {}
    for row in rows:
        page = subject_of(row["question"])
        for kind, text, answer in _wordings(row):
            where = other[page] if kind == "order" else pages[page]
            if kind == "order" and where == "\n".join(passages[page]):
                continue
            gold = tuple(_gold(answer, row["annotated_para"], where))
            one = asked.setdefault((kind, text), GoldQuestion(f"{row['ID']}|{kind}", text, page, kind, (), ()))
            answers = (answer,) if answer != UNANSWERABLE else ()
            asked[kind, text] = replace(one, answers=one.answers + answers, gold=one.gold + gold)
    return _documents(pages), _documents(other), list(asked.values())


def _wordings(row: Mapping) -> Iterator[tuple[str, str, str]]:
    yield "original", row["question"], row["answer"]
    yield "order", row["question"], row["answer"]
    yield row["type"], row["updated_question"], row["updated_answer"]


def _documents(pages: Mapping[str, str]) -> list[timeweave.Document]:
    return [timeweave.Document(id=page, title=page, text=text) for page, text in pages.items()]


def _merge(known: list[str], passages: Sequence[str]) -> None:
    """Put each new passage after the one that it follows."""
    place = 0
    for text in passages:
        if text not in known:
            known.insert(place, text)
        place = known.index(text) + 1


def _joined(passages: Sequence[str]) -> str:
    """A paragraph a line; passages were cut after a number of words, so that one may go on in the next."""
    text = ""
    for passage in passages:
        goes_on = text and text[-1] not in ".?!\"'" and passage[:1].islower()
        text += (" " if goes_on else "\n" if text else "") + passage
    return text


def _gold(answer: str, paragraph: str, text: str) -> Iterator[tuple[int, int]]:
    """Where ``answer`` stands in a sentence of ``text`` that is one of the annotated ``paragraph``."""
    wanted = re.compile(re.escape(answer.strip()), re.IGNORECASE)
    for sentence in re.split(r"(?<= [.?!])\s+", paragraph.strip()):
        start = text.find(sentence)
        if start >= 0 and sentence:
            yield from (match.span() for match in wanted.finditer(text, start, start + len(sentence)))


def is_found(asked: GoldQuestion, evidence: Sequence[Found]) -> bool:
    """Whether one stretch of the page holds a gold answer where it is annotated."""
    mine = [e for e in evidence if e.document_id == asked.page]
    return any(e.start <= start and e.end >= end for e in mine for start, end in asked.gold)


def is_answered(asked: GoldQuestion, answer: str) -> bool:
    """Whether a short answer holds a gold one."""
    return texts.holds_any(answer, asked.answers, longest=LONGEST_ANSWER)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--budget", type=int, default=400)
    parser.add_argument("--limit", type=int, help="only the first questions")
    parser.add_argument("--kb", type=Path, help="a folder for both knowledge bases: read if they are there, else built")
    parser.add_argument("--vectors", type=Path, help="a folder that keeps the baselines' embeddings")
    parser.add_argument("--out", type=Path, help="write each answer here, as the command line does")
    args = parser.parse_args()
    documents, moved, questions = read(args.data)
    questions = questions[: args.limit]
    ordered = [q for q in questions if q.kind == "order"]
    plain = [q for q in questions if q.kind != "order"]
    if args.kb:
        args.kb.mkdir(parents=True, exist_ok=True)
    with prepared(args.kb and args.kb / "order.kb", moved) as folder:
        answers = ask_all(folder, {q.id: q.text for q in ordered}, args.budget)
    with prepared(args.kb and args.kb / "pages.kb", documents) as folder:
        answers |= ask_all(folder, {q.id: q.text for q in plain}, args.budget)
        hits = {"timeweave": [is_found(q, spans_of(answers[q.id].search)) for q in plain if q.gold]}
        for baseline in (PlainRetrieval(documents, args.vectors), SentenceRetrieval(folder)):
            for q in (q for q in plain if q.gold):
                for name, found in baseline.find_all(q.text, [args.budget]).items():
                    hits.setdefault(name, []).append(is_found(q, found[args.budget]))
    if args.out:
        write_lines(args.out, ({"id": id_, **wire.answer_to_json(a)} for id_, a in answers.items()))
    measured = summarise(questions, answers, hits)
    print_summary(measured, args.budget)
    result = {"budget_tokens": args.budget, "documents": len(documents), **measured}
    print(machine.write("menatqa", result, sample=args.limit))


def summarise(questions: Sequence[GoldQuestion], answers: dict[str, Answer], hits: dict[str, list[bool]]) -> dict:
    pages = [q.page for q in questions if q.gold and q.kind != "order"]
    return {
        "evidence": {name: figures.mean(row, pages) for name, row in hits.items()},
        "evidence_over_fusion": figures.difference(hits["timeweave"], hits["bm25 + dense"], pages),
        **scores([q for q in questions if q.kind != "order"], answers),
        "held_out": scores([q for q in questions if q.kind != "order" and q.held_out], answers),
        "by_type": {
            kind: scores([q for q in questions if q.kind == kind], answers)
            for kind in dict.fromkeys(q.kind for q in questions)
        },
    }


def scores(questions: Sequence[GoldQuestion], answers: Mapping[str, Answer]) -> dict:
    """What timeweave finds, answers and refuses of some of the questions."""
    found = [q for q in questions if q.gold]
    answerable = [q for q in questions if q.answers]
    others = [q for q in questions if not q.answers]
    pages = [q.page for q in answerable]
    return {
        "evidence_found": figures.mean(
            [is_found(q, spans_of(answers[q.id].search)) for q in found], [q.page for q in found]
        ),
        "answer_contains_gold": figures.mean([is_answered(q, answers[q.id].answer) for q in answerable], pages),
        "refused_answerable": figures.mean([answers[q.id].refused for q in answerable], pages),
        "refused_unanswerable": figures.mean([answers[q.id].refused for q in others], [q.page for q in others]),
    }


def print_summary(measured: dict, budget: int) -> None:
    for name, figure in measured["evidence"].items():
        print(f"gold within {budget} tokens: {name:24s} {figures.shown(figure)} of {figure['n']}")
    parts = {"all": measured, "held out": measured["held_out"], **measured["by_type"]}
    for title, part in parts.items():
        for name in ("evidence_found", "answer_contains_gold", "refused_answerable", "refused_unanswerable"):
            print(f"{title:16s} {name:24s} {figures.shown(part[name])} of {part[name]['n']}")


if __name__ == "__main__":
    main()
