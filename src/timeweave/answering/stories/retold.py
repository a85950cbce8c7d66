"""An answer from passages alone, whichever way they were found: in a model's words, else as a digest (NE-11, NE-14)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from timeweave.answering.refusal import NO_EVIDENCE
from timeweave.answering.stories.grouping import COPIES
from timeweave.language.addressing import addressed
from timeweave.language.sentences import sentence_spans
from timeweave.language.shingles import shingles, words_of
from timeweave.retrieval.kernels.near_duplicates import resemblance
from timeweave.retrieval.news.asked import dated
from timeweave.retrieval.news.datastore import Passage

if TYPE_CHECKING:
    from timeweave.llm.client import ModelClient

_LONGEST = 45  # words that are quoted of a passage


@dataclass(frozen=True, slots=True)
class Retold:
    """An answer to ``query`` (with its date in words), and the passages that it cites, ``[1]`` first."""

    query: str
    answer: str
    refused: bool
    method: str
    cited: tuple[Passage, ...] = ()


def retell(query: str, day: dt.date, passages: Sequence[Passage], client: ModelClient | None = None) -> Retold:
    """What ``passages``, the best first, tell of ``query`` as put on ``day``; a refusal where there are none.

    No sentence that addresses a model is quoted, or shown to one.

    Raises:
        ModelError: the model gave no answer that the passages carry, could not be reached, or would exceed the budget.
    """
    asked = dated(query, day)
    fit = [p for p in map(_without_orders, passages) if p.text]
    if not fit:
        return Retold(asked, NO_EVIDENCE, True, "extractive")
    if client is None:
        return _digest(asked, fit)
    from timeweave.answering.stories.written import write_passages

    written = write_passages(asked, day, fit, client)
    return (
        Retold(asked, NO_EVIDENCE, True, "llm")
        if written is None
        else Retold(asked, written[0], False, "llm", written[1])
    )


def _without_orders(passage: Passage) -> Passage:
    sentences = [passage.text[s.start : s.end] for s in sentence_spans(passage.text)]
    marks = addressed(sentences)
    if not any(marks):
        return passage
    return replace(passage, text=" ".join(s for s, mark in zip(sentences, marks, strict=True) if not mark))


def _digest(asked: str, passages: Sequence[Passage]) -> Retold:
    """A line a story, newest first, each with the address of what tells it; copies are counted."""
    stories: list[list[Passage]] = []
    for passage in passages:
        own = shingles(words_of(passage.text))
        same = (s for s in stories if resemblance(own, shingles(words_of(s[0].text))) >= COPIES)
        if (story := next(same, None)) is not None:
            story.append(passage)
        else:
            stories.append([passage])
    stories.sort(key=lambda s: s[0].day or dt.date.min, reverse=True)
    lines = [f"- {_line(story)} [{n}] {story[0].source}" for n, story in enumerate(stories, 1)]
    return Retold(asked, "\n".join(lines), False, "extractive", tuple(s[0] for s in stories))


def _line(story: Sequence[Passage]) -> str:
    words = story[0].text.split()
    text = " ".join(words[:_LONGEST]) + (" …" if len(words) > _LONGEST else "")
    others = len(story) - 1
    day = "undated" if story[0].day is None else story[0].day.isoformat()
    return f"{day}: {text}" + (f" (and {others} other{'s' if others > 1 else ''})" if others else "")
