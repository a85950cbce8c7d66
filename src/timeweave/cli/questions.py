"""What `search` and `ask` share: one signature, one question or a file of them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar

import typer

from timeweave.cli.options import (
    DEFAULT_KB,
    AsOf,
    Budget,
    BudgetTokens,
    BudgetUsd,
    Explain,
    Figure,
    Json,
    KnowledgeBasePath,
    Limit,
    Llm,
    LlmUrl,
    MinConfidence,
    Mode,
    Out,
    Questions,
    as_of_day,
)
from timeweave.cli.output import complain, write_json
from timeweave.errors import TimeweaveError, UsageError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.opening import open_knowledge_base
from timeweave.results import Answer, SearchResult

Result = TypeVar("Result", SearchResult, Answer)


@dataclass(frozen=True, slots=True)
class _QuestionLine:
    """One line of a questions file."""

    id: str | int
    question: str
    as_of: str | None
    mode: str | None


def question_command(
    call: Callable[..., Result],
    to_json: Callable[[Result], dict[str, Any]],
    show: Callable[[Result, bool], None],
    summary: str,
) -> Callable[..., None]:
    """A command that passes its question and options to ``call``, a method of `KnowledgeBase`."""

    def run(
        question: Annotated[str | None, typer.Argument(help="The question, in plain words.")] = None,
        kb: KnowledgeBasePath = DEFAULT_KB,
        mode: Mode = "auto",
        as_of: AsOf = None,
        budget: Budget = None,
        limit: Limit = None,
        explain: Explain = False,
        figure: Figure = None,
        questions: Questions = None,
        out: Out = None,
        llm: Llm = None,
        llm_url: LlmUrl = None,
        budget_tokens: BudgetTokens = None,
        budget_usd: BudgetUsd = None,
        min_confidence: MinConfidence = None,
        as_json: Json = False,
    ) -> None:
        if (question is None) == (questions is None):
            raise UsageError("give either a question or --questions FILE")
        if out is not None and questions is None:
            raise UsageError("--out goes with --questions FILE")
        if figure is not None and questions is not None:
            raise UsageError("--figure goes with one question, not with --questions FILE")
        _require_mode(mode)
        day = as_of_day(as_of)
        options: dict[str, Any] = {"budget": budget, "limit": limit, "explain": explain or figure is not None}
        if min_confidence is not None:
            options["min_confidence"] = min_confidence
        models: dict[str, Any] = {"llm": llm, "llm_url": llm_url}
        spend: dict[str, Any] = {"budget_tokens": budget_tokens, "budget_usd": budget_usd}
        with open_knowledge_base(kb, create=False, **models, **spend) as base:
            if questions is not None:
                _answer_all(base, call, to_json, questions, out, {**options, "as_of": day, "mode": mode})
                return
            result = call(base, question, as_of=day, mode=mode, **options)
            if figure is not None:
                _draw(base, result.search if isinstance(result, Answer) else result, figure)
        document = to_json(result)
        if as_json:
            write_json(document)
        else:
            show(result, explain)
        for warning in document["warnings"]:
            complain(warning, kind="warning")

    run.__doc__ = summary
    if call is not KnowledgeBase.ask:  # only answers are refused
        given = inspect.signature(run, eval_str=True)
        kept = [p for name, p in given.parameters.items() if name != "min_confidence"]
        run.__signature__ = given.replace(parameters=kept)  # type: ignore[attr-defined]
        del run.__annotations__["min_confidence"]
    return run


def _require_mode(mode: str) -> None:
    """Before a store is opened; other commands do without what searches."""
    from timeweave.retrieval.router import RetrievalOptions, choose

    choose(mode, RetrievalOptions())


def _draw(base: KnowledgeBase, found: SearchResult, figure: Path) -> None:
    try:
        figure.write_text(base.figure(found), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--figure: cannot write {str(figure)!r}: {error.strerror}") from None


def _answer_all(
    base: KnowledgeBase,
    call: Callable[..., Result],
    to_json: Callable[[Result], dict[str, Any]],
    questions: Path,
    out: Path | None,
    options: dict[str, Any],
) -> None:
    """Write one result object a line, in order, with the question's id; a bad line is named and the rest goes on."""
    failed = 0
    with _output(out) as sink:
        for number, line in _lines(questions):
            try:
                asked = _parse(line, number)
                given = {"as_of": as_of_day(asked.as_of, "as_of"), "mode": asked.mode}
                own = {key: value for key, value in given.items() if value is not None}
                result = call(base, asked.question, **{**options, **own})
            except TimeweaveError as error:
                failed += 1
                complain(f"{questions}:{number}: {error}")
                continue
            sink.write(json.dumps({"id": asked.id, **to_json(result)}, ensure_ascii=False) + "\n")
            sink.flush()
    if failed:
        raise typer.Exit(1)


def _lines(questions: Path) -> Iterator[tuple[int, bytes]]:
    """As bytes: one line that is no text is that line's fault."""
    try:
        with questions.open("rb") as lines:
            yield from ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    except OSError as error:
        raise UsageError(f"--questions: cannot read {str(questions)!r}: {error.strerror}") from None


@contextmanager
def _output(out: Path | None) -> Iterator[TextIO]:
    if out is None:
        yield typer.get_text_stream("stdout")
        return
    try:
        sink = out.open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--out: cannot write {str(out)!r}: {error.strerror}") from None
    with sink:
        yield sink


def _parse(line: bytes, number: int) -> _QuestionLine:
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise UsageError(f"not UTF-8: {error.reason}") from None
    except (ValueError, RecursionError) as error:  # such as a number of 5,000 digits
        raise UsageError(f"not JSON: {error}") from None
    if not isinstance(record, dict) or not isinstance(record.get("question"), str):
        raise UsageError("each line must be an object with a string under 'question'")
    for key in ("as_of", "mode"):
        if not isinstance(record.get(key), str | None):
            raise UsageError(f"{key!r} must be a string, not {record[key]!r}")
    id_ = record.get("id", number)
    if not isinstance(id_, str | int):
        raise UsageError(f"'id' must be a string or a number, not {id_!r}")
    return _QuestionLine(id_, record["question"], record.get("as_of"), record.get("mode"))
