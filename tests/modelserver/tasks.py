"""Which rules answer which task, and what a repetition leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from modelserver.baselines import direct, given, stepwise
from modelserver.conversation import Request
from modelserver.evidence import answer, news, points, synthesis
from modelserver.interactions import interactions_pair, interactions_subject
from modelserver.judging import judge
from modelserver.quadruples import extract, glean
from modelserver.reports import report
from modelserver.routes import routes
from modelserver.times import time

Answerer: TypeAlias = Callable[[Mapping[str, str]], Mapping[str, Any]]

TASKS: Mapping[str, Answerer] = {
    "extract": extract,
    "glean": glean,
    "report": report,
    "time": time,
    "routes": routes,
    "direct": direct,
    "stepwise": stepwise,
    "given": given,
    "answer": answer,
    "points": points,
    "synthesis": synthesis,
    "judge_helpfulness": judge,
    "judge_relevance": judge,
    "judge_faithfulness": judge,
    "news": news,
    "interactions_subject": interactions_subject,
    "interactions_pair": interactions_pair,
}
_TELLING = 8  # characters from which a text that a problem quotes identifies what it is about
_PLACE = re.compile(r"\b(\w+)(?:\[(\d+)\]|\.(\d+)\b)")


def reconsidered(value: Mapping[str, Any], request: Request) -> Mapping[str, Any]:
    """``value`` without the items that the problems shown in a repetition are about.

    A problem is about an item whose text it quotes, or whose place it gives: ``facts[2]``, ``facts.2``.
    """
    if not (problems := request.problems):
        return value
    places = {(name, int(bracket or dotted)) for name, bracket, dotted in _PLACE.findall(problems)}
    return {
        name: [x for i, x in enumerate(items) if (name, i) not in places and not _is_quoted(x, problems)]
        if isinstance(items, list)
        else items
        for name, items in value.items()
    }


def _is_quoted(item: object, problems: str) -> bool:
    texts = [item[key] for key in ("quote", "text", "description") if key in item] if isinstance(item, Mapping) else []
    return any(isinstance(text, str) and len(text) >= _TELLING and text in problems for text in texts)
