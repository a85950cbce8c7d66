"""The tasks ``answer``, ``points`` and ``synthesis``: what the evidence says to a question."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from modelserver.fields import Line, as_interval, lines
from modelserver.question_words import QuestionWords, question_words
from timeweave.temporal import Interval

NO_ANSWER: Mapping[str, Any] = {"refused": True, "answer": "No explicit evidence for the question", "cites": []}
MAX_POINTS = 5
MAX_SENTENCES = 16
MAX_SECTIONS = 6
_COARSER: Sequence[Callable[[str], str]] = (
    lambda period: period,
    lambda period: period[:4],
    lambda period: f"{period[:3]}0s",
    lambda _: "All periods",
)
_LEAST_SHARE = 0.4  # of the question's words that an answer's evidence has
_TOLD = 3  # tuples of news
_LEAST_SCORE = 20
_SEPARATOR = re.compile(r"[\s,;]+")


def answer(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The sentence of the evidence that shares most words with the question, in the times asked for; else a refusal."""
    wanted = question_words(sections.get("question", ""))
    asked = [i for part in _SEPARATOR.split(sections.get("times", "")) if (i := as_interval(part)) is not None]
    found = [line for line in lines(sections.get("evidence", ""), 3) if _falls_into(line, asked)]
    best = max(found, key=lambda line: wanted.share(_told(line)), default=None)
    if best is None or min(wanted.share(_told(best)), wanted.share_of_others(best.text)) < _LEAST_SHARE:
        return NO_ANSWER
    return {"refused": False, "answer": wanted.best_sentence(best.text), "cites": [best.mark]}


def news(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The first tuples as they stand, each with its mark."""
    found = list(lines(sections.get("tuples", ""), 1))[:_TOLD]
    if not found:
        return NO_ANSWER
    return {"refused": False, "answer": " ".join(line.text for line in found), "cites": [line.mark for line in found]}


def points(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The lines that share words with the question, scored by how many of its words they have."""
    wanted = question_words(sections.get("question", ""))
    given = list(lines(sections.get("evidence", ""), 1))
    ranked = sorted(given, key=lambda line: -wanted.share(line.text))[:MAX_POINTS]
    return {"points": [p for line in ranked if (p := _point(wanted, line))["score"] >= _LEAST_SCORE]}


def synthesis(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The points in order of time, under a heading for each period, or for each year or decade if those are many."""
    given = sorted(list(lines(sections.get("points", ""), 1))[:MAX_SENTENCES], key=_start)
    periods: dict[str, list[Mapping[str, Any]]] = {}
    named = [line.fields[0] if line.period else "" for line in given]
    choices = ([coarser(period) if period else "Undated" for period in named] for coarser in _COARSER)
    headings = next(found for found in choices if len(set(found)) <= MAX_SECTIONS)
    for heading, line in zip(headings, given, strict=True):
        periods.setdefault(heading, []).append({"text": line.text, "cites": [line.mark]})
    return {"sections": [{"heading": heading, "sentences": said} for heading, said in periods.items()]}


def _told(line: Line) -> str:
    """A line's text with its source, which may name what the text calls "we"."""
    return f"{line.fields[0].replace('-', ' ')} {line.text}" if line.fields else line.text


def _point(wanted: QuestionWords, line: Line) -> Mapping[str, Any]:
    sentence = wanted.best_sentence(line.text)
    confidence = round(0.3 + 0.7 * wanted.share(sentence), 2)
    score = round(100 * wanted.share(line.text))
    return {"description": sentence, "score": score, "confidence": confidence, "cites": [line.mark]}


def _falls_into(line: Line, asked: Sequence[Interval]) -> bool:
    period = line.period
    return not asked or period is None or any(interval.overlaps(period) for interval in asked)


def _start(line: Line) -> tuple[dt.date, dt.date]:
    period = line.period
    if period is None:
        return dt.date.max, dt.date.max
    return period.start or dt.date.min, period.end or dt.date.max
