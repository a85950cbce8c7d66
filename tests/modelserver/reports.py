"""The task ``report``: what the facts of a period and the reports below it come to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from modelserver.fields import Line, lines, telling_words

MAX_SENTENCES = 8
_MAX_CHILDREN = 4  # of them at most
_FIGURE = re.compile(r"\d")
_NAME = re.compile(r"\b[A-Z][a-z]\w*")


def report(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """One sentence for each of the most telling facts and children, in the order in which they were given."""
    facts = list(lines(sections.get("facts", ""), 2))
    children = list(lines(sections.get("children", ""), 1))
    room = MAX_SENTENCES - min(_MAX_CHILDREN, len(children))
    chosen_facts = _most_telling(facts, room)
    chosen = [*chosen_facts, *_most_telling(children, MAX_SENTENCES - len(chosen_facts))]
    return {"sentences": [{"text": _sentence(line.text), "cites": [line.mark]} for line in chosen]}


def _most_telling(given: list[Line], count: int) -> list[Line]:
    """The ``count`` lines with most figures and names, each saying something of its own."""
    ranked = sorted(range(len(given)), key=lambda i: (-_weight(given[i].text), i))
    said: set[frozenset[str]] = set()
    chosen: list[int] = []
    for position in ranked:
        words = telling_words(given[position].text)
        if len(chosen) < count and words and words not in said:
            said.add(words)
            chosen.append(position)
    return [given[position] for position in sorted(chosen)]


def _weight(text: str) -> float:
    return len(_FIGURE.findall(text)[:8]) + 2 * len(set(_NAME.findall(text))) - len(text) / 200


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
