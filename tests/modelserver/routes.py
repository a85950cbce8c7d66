"""The task ``routes``: from each name of a question, by its other words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modelserver.fields import telling_words
from timeweave.language.proper_nouns import capitalised_runs
from timeweave.records import Span


def routes(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """A route of one subgoal from each name; none without a name or without another word."""
    question = sections.get("question", "")
    names = [run.text for run in capitalised_runs(question, Span(0, len(question)), frozenset())]
    words = sorted(telling_words(question) - telling_words(" ".join(names)))[:12]
    return {"routes": [{"start": name, "subgoals": [" ".join(words)]} for name in names[:4] if words]}
