"""The tasks ``direct``, ``stepwise`` and ``given``: what is given, by the question's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modelserver.question_words import question_words


def direct(_: Mapping[str, str]) -> Mapping[str, Any]:
    """Nothing: rules know nothing of themselves."""
    return {"answers": []}


def stepwise(_: Mapping[str, str]) -> Mapping[str, Any]:
    """Nothing, with a reason."""
    return {"reason": "Rules know nothing of themselves.", "answers": []}


def given(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The fact, else the sentence of the passages, that has most of the question's words."""
    wanted = question_words(sections.get("question", ""))
    lines = sections.get("facts", "").splitlines() or sections.get("passages", "").splitlines()
    best = max(lines, key=lambda line: wanted.share(line.replace("|", " ")), default="")
    return {"reason": "It has most of the words.", "answers": [wanted.best_sentence(best)] if best.strip() else []}
