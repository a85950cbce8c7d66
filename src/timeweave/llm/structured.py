"""From what a model said to a value of a schema, or to words that tell it what was wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from timeweave.llm.base import Completion, Finish, Message, Role
from timeweave.prompts import Filled, fenced

T = TypeVar("T", bound=BaseModel)

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_CODE = re.compile(r"```(?:json)?\s*\n(.*?)\n\s*```", re.DOTALL)
_UNSAID = frozenset({"title", "description", "default"})
_BY_NAME = frozenset({"properties", "$defs"})
_MOST_PROBLEMS = 8
_MOST_SHOWN = 4000


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A value, or the problems that keep it from being one."""

    value: T | None
    problems: tuple[str, ...] = ()


@cache
def schema_of(output: type[BaseModel]) -> Mapping[str, Any]:
    """The JSON Schema that a model is given; must not be changed."""
    schema: Mapping[str, Any] = _lean(output.model_json_schema())
    return schema


def _lean(schema: Any) -> Any:
    """A schema without what prompts say better: titles, docstrings and defaults, which cost tokens in every call."""
    if isinstance(schema, list):
        return [_lean(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _lean(inner) for name, inner in value.items()} if key in _BY_NAME else _lean(value)
        for key, value in schema.items()
        if key not in _UNSAID
    }


def read(completion: Completion, output: type[T], check: Callable[[T], Sequence[str]]) -> Reading[T]:
    """What a model said as a value of ``output`` in which ``check`` finds no problem."""
    if completion.finish is Finish.REFUSED:
        return Reading(None, ("it was refused; the task is to describe given data, which is allowed",))
    try:
        value = output.model_validate_json(_json_in(completion.text))
    except ValidationError as error:
        if completion.finish is Finish.LENGTH:
            return Reading(None, ("it was cut off at the most tokens allowed: be brief, with fewer items",))
        return Reading(None, tuple(_in_words(error)) if completion.text.strip() else ("it was empty",))
    problems = tuple(check(value))[:_MOST_PROBLEMS]
    return Reading(None, problems) if problems else Reading(value)


def opening(filled: Filled) -> tuple[Message, ...]:
    """The conversation that puts a task."""
    return Message(Role.SYSTEM, filled.system), Message(Role.USER, filled.user)


def repair(filled: Filled, said: Completion, problems: Sequence[str]) -> tuple[Message, ...]:
    """The conversation that shows a model what it said last and what was wrong with it."""
    listed = "\n".join(f"- {fenced(problem)}" for problem in problems)
    return (
        *opening(filled),
        Message(Role.ASSISTANT, said.text[:_MOST_SHOWN].strip() or "(nothing)"),
        Message(Role.USER, f"That cannot be used:\n{listed}\nAnswer again with one JSON value of the schema, mended."),
    )


def _json_in(text: str) -> str:
    """The JSON in an answer that is wrapped in thoughts, a code block or a sentence."""
    text = _THOUGHT.sub("", text).strip()
    if text.startswith("{"):
        return text
    if block := _CODE.search(text):
        return block[1].strip()
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _in_words(error: ValidationError) -> list[str]:
    problems = []
    for found in error.errors(include_url=False, include_context=False)[:_MOST_PROBLEMS]:
        where = ".".join(map(str, found["loc"]))
        problems.append(f"{where}: {found['msg']}" if where else found["msg"])
    return problems
