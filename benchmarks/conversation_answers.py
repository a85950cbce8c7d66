"""Answers to questions on conversations of many sessions, without a model, by a rough score that needs no judge.

    python benchmarks/conversation_answers.py PATH [--sets locomo0 locomo1] [--kbs FOLDER]

PATH holds the sets that `conversations.py` reads, each question with its ``gold`` in words. A gold that is a time ("7
May 2023", "the week before 3 June 2022", "May 2023") is met by a time of the answer that meets it and is no longer
than a month or than itself; the source in brackets does not count. Any other is met by 0.6 of its index terms. An
answer of more than 75 words is none. Words that say the same otherwise are missed, and what is asked by "yes" is met
by hardly anything, so the score is for comparing two versions, not for the reader.
"""

from __future__ import annotations

import argparse
import datetime as dt
import re
from collections import Counter
from pathlib import Path

import machine
from conversations import rows_of
from stores import prepared

import timeweave
from timeweave.documents.native import document_from_json
from timeweave.language.terms import index_terms
from timeweave.lexicon.numbers import DAYS, MONTHS

LONGEST = 75  # words
SHARE = 0.6  # of the terms of a gold
_MONTH = "|".join(MONTHS)
_DAY = re.compile(rf"(\d{{1,2}})(?:st|nd|rd|th)?\s*({_MONTH}),?\s*(\d{{4}})", re.I)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_OF_MONTH = re.compile(rf"(?<!\d )(?<!\d)\b({_MONTH}),?\s*(\d{{4}})", re.I)
_RUN = re.compile(rf"(\d{{1,2}})(?: ({_MONTH}))?(?: (\d{{4}}))?\s*–\s*(\d{{1,2}}) ({_MONTH}) (\d{{4}})", re.I)
_YEAR = re.compile(r"(?<![\d-])\b(\d{4})(?=:)")
_BESIDE = re.compile(rf"({'|'.join(DAYS)}) (before|after)", re.I)
_SOURCE = re.compile(r"\s*\([^()]*\d{4}\)|^[^\n]*\d{4}:\n")
_WEEK = dt.timedelta(days=7)
_ONE = dt.timedelta(days=1)

Days = tuple[dt.date, dt.date]
"""The first day and the one after the last."""


def days_of_gold(gold: str) -> Days | None:
    """The days that a gold names, where it is a time."""
    if match := _DAY.search(gold):
        day = _date(match[3], match[2], match[1])
        if beside := _BESIDE.search(gold):
            away = (day.weekday() - [d.lower() for d in DAYS].index(beside[1].lower())) % 7 or 7
            day = (
                day - dt.timedelta(days=away)
                if beside[2].lower() == "before"
                else day + dt.timedelta(days=7 - away % 7)
            )
            return day, day + _ONE
        if re.search(r"before|last|few|some", gold, re.I):
            return day - 2 * _WEEK, day
        if re.search(r"week|after", gold, re.I):
            return day - 2 * _ONE, day + 2 * _WEEK
        return day, day + _ONE
    if match := _OF_MONTH.search(gold):
        return _month(match[2], match[1])
    match = re.fullmatch(r"\D*(\d{4})\D*", gold)
    return None if match is None else _year(match[1])


def days_told(answer: str) -> list[Days]:
    """The times that an answer names."""
    found = [(day := dt.date(*map(int, m.groups())), day + _ONE) for m in _ISO.finditer(answer)]
    found += [(day := _date(m[3], m[2], m[1]), day + _ONE) for m in _DAY.finditer(answer)]
    found += [_month(m[2], m[1]) for m in _OF_MONTH.finditer(answer)]
    found += [_year(m[1]) for m in _YEAR.finditer(answer)]
    for m in _RUN.finditer(answer):
        found.append((_date(m[3] or m[6], m[2] or m[5], m[1]), _date(m[6], m[5], m[4]) + _ONE))
    return found


def _date(year: str, month: str, day: str) -> dt.date:
    return dt.date(int(year), [m.lower() for m in MONTHS].index(month.lower()) + 1, int(day))


def _month(year: str, month: str) -> Days:
    first = _date(year, month, "1")
    return first, (first + dt.timedelta(days=31)).replace(day=1)


def _year(year: str) -> Days:
    return dt.date(int(year), 1, 1), dt.date(int(year) + 1, 1, 1)


def is_right(question: dict, answer: timeweave.Answer) -> bool:
    """Whether an answer meets the gold of its question."""
    if answer.refused or len(answer.answer.split()) > LONGEST:
        return False
    said, gold = _SOURCE.sub("", answer.answer), str(question["gold"])
    asks_when = question["type"] == "temporal" or question["question"].lower().startswith("when")
    if asks_when and (days := days_of_gold(gold)):
        longest = max(31, (days[1] - days[0]).days)
        return any(a < days[1] and days[0] < z and (z - a).days <= longest for a, z in days_told(said))
    wanted = index_terms(gold).keys()
    return bool(wanted) and len(wanted & index_terms(said).keys()) >= SHARE * len(wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with the sets")
    parser.add_argument("--sets", nargs="+", default=[f"locomo{number}" for number in range(5)])
    parser.add_argument("--kbs", type=Path, help="a folder of knowledge bases: SET.kb is read, or built there")
    options = parser.parse_args()
    every: dict[str, Counter] = {}
    report: dict = {"score": "rough", "sets": {}}
    for name in options.sets:
        documents = [document_from_json(row, name) for row in rows_of(options.data / f"{name}.jsonl")]
        questions = [row for row in rows_of(options.data / f"{name}_questions.jsonl") if row.get("turns")]
        counts: dict[str, Counter] = {}
        with (
            prepared(options.kbs / f"{name}.kb" if options.kbs else None, documents) as folder,
            timeweave.open(folder, create=False, read_only=True) as kb,
        ):
            for question in questions:
                answer = kb.ask(question["question"])
                for kind in (question["type"], "all"):
                    told = {"questions": 1, "given": not answer.refused, "right": is_right(question, answer)}
                    for counted in (counts, every):
                        counted.setdefault(kind, Counter()).update(told)
        report["sets"][name] = _shares(counts)
        print(name, report["sets"][name]["all"], flush=True)
    report["all"] = _shares(every)
    print(report["all"])
    print(machine.write("conversation_answers", report))


def _shares(counts: dict[str, Counter]) -> dict:
    return {
        kind: {
            "questions": count["questions"],
            "given": count["given"],
            "right": round(count["right"] / count["questions"], 4),
            "right_among_given": round(count["right"] / max(1, count["given"]), 4),
        }
        for kind, count in sorted(counts.items())
    }


if __name__ == "__main__":
    main()
