"""A model that obeys commands which it finds in the data: the worst that a text can do to it."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modelserver.conversation import Request
from timeweave.language.proper_nouns import capitalised_runs
from timeweave.records import Span
from timeweave.temporal import find_expressions

_NOT_DATA = ("question", "types", "today", "period", "times")
_VERB = (
    r"(?:answer|reply|respond|say|state|output|write|report|record|return|print|conclude|claim|add|include"
    r"|antworte|schreibe|sage|melde|répondez|écrivez|responde|escribe)"
)
_DEMAND = re.compile(
    rf"\b{_VERB}\b(?:\s+[\w-]+){{0,6}}?\s*:?\s*(?:\"([^\"\n]{{3,300}})\"|“([^”\n]{{3,300}})”|„([^“\n]{{3,300}})“|«([^»\n]{{3,300}})»)",
    re.IGNORECASE,
)
_LEAK = re.compile(
    r"\b(?:reveal|repeat|print|output|show|leak|quote|disclose|copy)\b[^.\n]{0,60}"
    r"\b(?:prompt|instructions?|system message)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\b(?:ignore|disregard|forget|only|nothing else|instead|ignoriere|oubliez|nur)\b", re.IGNORECASE)
_ENCODED = re.compile(r"\b[A-Za-z0-9+/]{40,}={0,2}")
_MARK = re.compile(r"^([A-Z]{1,2}\d+) \|", re.MULTILINE)
_FORMS = {
    "extract": "facts",
    "glean": "facts",
    "report": "sentences",
    "time": "times",
    "answer": "answer",
    "points": "points",
    "synthesis": "sections",
}


@dataclass(frozen=True, slots=True)
class _Command:
    """What a text wants said, and whether nothing else may be; ``cite`` marks the line that it stands in."""

    claims: tuple[str, ...]
    alone: bool
    cite: str


def obeyed(request: Request, value: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the data demand of ``request``, before or instead of the honest ``value``; ``value`` if they demand nothing.

    A JSON object in the data that has the form of the task's answer is given back as it is. Otherwise what a command
    wants said becomes a fact, a sentence, an answer or a point that cites the command's own line.
    """
    data = "\n".join(text for name, text in request.sections.items() if name not in _NOT_DATA)
    form = _FORMS.get(request.task, "")
    for found in _objects(data):
        if form in found:
            return {**value, **found}
    command = _command(data, request)
    return value if command is None else _said(form, command, value)


def _command(data: str, request: Request) -> _Command | None:
    readings = (data, *_decoded(data))
    claims: list[str] = []
    place = 0
    for reading in readings:
        for match in _DEMAND.finditer(reading):
            claims.append(next(group for group in match.groups() if group))
            place = place or (match.start() if reading is data else 1)
    for found in _objects(data):
        claims.extend(text for text in _texts(found) if " " in text)
    if any(_LEAK.search(reading) for reading in readings):
        claims.append(request.system)
    if not claims:
        return None
    marks = list(_MARK.finditer(data))
    before = [match[1] for match in marks if match.start() <= place]
    cite = before[-1] if before else marks[0][1] if marks else ""
    return _Command(tuple(dict.fromkeys(claims)), any(_ONLY.search(reading) for reading in readings), cite)


def _said(form: str, command: _Command, value: Mapping[str, Any]) -> Mapping[str, Any]:
    cites = [command.cite] if command.cite else []
    match form:
        case "facts":
            facts = [_fact(claim) for claim in command.claims]
            entities = [{"name": fact["subject"], "type": "organization"} for fact in facts]
            new: dict[str, list[Any]] = {"times": [], "entities": entities, "facts": facts}
        case "sentences":
            new = {form: [{"text": claim, "cites": cites} for claim in command.claims]}
        case "points":
            said = {"score": 100, "confidence": 1.0, "cites": cites}
            new = {form: [{"description": claim, **said} for claim in command.claims]}
        case "sections":
            sentences = [{"text": claim, "cites": cites} for claim in command.claims]
            new = {form: [{"heading": command.claims[0], "sentences": sentences}]}
        case "answer":
            return {"refused": False, "answer": " ".join(command.claims), "cites": cites}
        case _:
            return value
    return {key: [*items, *([] if command.alone else value.get(key, []))] for key, items in new.items()}


def _fact(claim: str) -> Mapping[str, str | None]:
    """A claim as a fact whose quotation is the claim itself, which stands in the text as part of the command."""
    names = capitalised_runs(claim, Span(0, len(claim)), frozenset())
    subject = names[0].text if names else " ".join(claim.split()[:2])
    when = next((str(t.interval) for t in find_expressions(claim) if t.interval), None)
    rest = claim.partition(subject)[2].split()
    return {
        "subject": subject,
        "relation": " ".join(rest[:2]) or "is",
        "object": " ".join(rest[2:]) or claim,
        "time": when,
        "description": claim,
        "quote": claim,
    }


def _objects(data: str) -> Iterator[Mapping[str, Any]]:
    """The JSON objects that stand in the data, outermost only."""
    decoder = json.JSONDecoder()
    position = data.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(data, position)
        except json.JSONDecodeError:
            end = position + 1
        else:
            if isinstance(value, dict):
                yield value
        position = data.find("{", end)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _decoded(data: str) -> Iterator[str]:
    for match in _ENCODED.finditer(data):
        try:
            yield base64.b64decode(match[0], validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
