"""An answer of the right form that nothing carries: what a model makes up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAME = "Zanzibar Widgets"
CLAIM = f"{NAME} lost 987,654 dollars on 1907-02-03."
CITE = "Z99"


def ungrounded(task: str, value: Mapping[str, Any]) -> Mapping[str, Any]:
    """``value`` with things made up at the head of each list, for an answer what is made up alone.

    What can cite does so twice over: once what the data does not have, and once what it has, which says otherwise.
    """
    cited = [[CITE], *([real] if (real := _cites(value)) else [])]
    match task:
        case "extract" | "glean":
            made_up: Mapping[str, list[Any]] = {
                "times": ["1907-02-03"],
                "entities": [{"name": NAME, "type": "organization"}],
                "facts": [_FACT],
            }
        case "report":
            made_up = {"sentences": [{"text": CLAIM, "cites": cites} for cites in cited]}
        case "time":
            made_up = {"times": [{"logic": "at", "start": "1907-02-03", "end": None}]}
        case "routes":
            made_up = {"routes": [{"start": NAME, "subgoals": [f"lost by {NAME}"]}]}
        case "answer" | "news":
            return {"refused": False, "answer": CLAIM, "cites": cited[-1]}
        case "interactions_subject" | "interactions_pair":
            made_up = {"interactions": [{"object": NAME, "text": CLAIM}]}
        case "points":
            made_up = {"points": [{"description": CLAIM, "score": 100, "confidence": 1.0, "cites": c} for c in cited]}
        case "synthesis":
            sentences = [{"text": CLAIM, "cites": cites} for cites in cited]
            made_up = {"sections": [{"heading": NAME, "sentences": sentences}]}
        case _:
            return value
    return {key: [*new, *value.get(key, [])] for key, new in made_up.items()}


_FACT: Mapping[str, str] = {
    "subject": NAME,
    "relation": "lost",
    "object": "987,654 dollars",
    "time": "1907-02-03",
    "description": CLAIM,
    "quote": CLAIM,
}


def _cites(value: object) -> list[str]:
    """The first citations anywhere in an answer."""
    if isinstance(value, Mapping):
        own = value.get("cites")
        return list(own) if own else next((c for item in value.values() if (c := _cites(item))), [])
    return next((c for item in value if (c := _cites(item))), []) if isinstance(value, list) else []
