"""What `search` and `ask` share: one question or a file of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TextIO, TypeVar

import typer

from timeweave.cli.options import as_of_day
from timeweave.cli.output import complain, write_json
from timeweave.collecting import paused
from timeweave.errors import TimeweaveError, UsageError
from timeweave.knowledge_base import KnowledgeBase
from timeweave.opening import open_knowledge_base
from timeweave.results import Answer, SearchResult

if TYPE_CHECKING:
    from timeweave.llm.speaking import Hear

Result = TypeVar("Result", SearchResult, Answer)


@dataclass(frozen=True, slots=True)
class _QuestionLine:
    """One line of a questions file."""

    id: str | int
    question: str
    as_of: str | None
    mode: str | None


@dataclass(frozen=True, slots=True)
class Given:
    """What a command was given besides its options: one question or a file of them, and where results go."""

    question: str | None
    questions: Path | None
    out: Path | None
    figure: Path | None
    as_json: bool

    def check(self) -> None:
        """That there is something to answer, and that what goes together does.

        Raises:
            UsageError: where it does not.
        """
        if (self.question is None) == (self.questions is None):
            raise UsageError("give either a question or --questions FILE")
        if self.out is not None and self.questions is None:
            raise UsageError("--out goes with --questions FILE")
        if self.figure is not None and self.questions is not None:
            raise UsageError("--figure goes with one question, not with --questions FILE")


@dataclass(frozen=True, slots=True)
class QuestionCommand(Generic[Result]):
    """Passes questions to ``call``, a method of `KnowledgeBase`, and shows what comes of them; with ``hearing`` to who
    hears the words of a model that answers.
    """

    call: Callable[..., Result]
    to_json: Callable[[Result], dict[str, Any]]
    show: Callable[[Result, bool], None]
    hearing: Callable[[], AbstractContextManager[Hear | None]] | None = None

    def run(
        self, kb: Path, given: Given, models: Mapping[str, Any], *, mode: str, as_of: str | None, **options: Any
    ) -> None:
        """Answer what was given from the store ``kb``, opened with ``models``; ``options`` go to the method."""
        given.check()
        _require_mode(mode)
        explain = options["explain"]
        options |= {"mode": mode, "as_of": as_of_day(as_of), "explain": explain or given.figure is not None}
        is_one = given.questions is None  # of which little is left over before the program ends
        with paused(when=is_one), open_knowledge_base(kb, create=False, **models) as base:
            if given.questions is not None:
                _answer_all(base, self, given.questions, given.out, options)
                return
            with nullcontext() if self.hearing is None or given.as_json else self.hearing() as hear:
                heard = {} if hear is None else {"hear": hear}
                result = self.call(base, given.question, **options, **heard)
            if given.figure is not None:
                _draw(base, result, given.figure)
        document = self.to_json(result)
        if given.as_json:
            write_json(document)
        else:
            self.show(result, explain)
        for warning in document["warnings"]:
            complain(warning, kind="warning")


def _require_mode(mode: str) -> None:
    """Before a store is opened; other commands do without what searches."""
    from timeweave.retrieval.router import RetrievalOptions, choose

    choose(mode, RetrievalOptions())


def _draw(base: KnowledgeBase, found: SearchResult | Answer, figure: Path) -> None:
    try:
        figure.write_text(base.figure(found), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--figure: cannot write {str(figure)!r}: {error.strerror}") from None


def _answer_all(
    base: KnowledgeBase, command: QuestionCommand[Result], questions: Path, out: Path | None, options: dict[str, Any]
) -> None:
    """Write one result object a line, in order, with the question's id; a bad line is named and the rest goes on."""
    failed = 0
    with _output(out) as sink:
        for number, line in _lines(questions):
            try:
                asked = _parse(line, number)
                given = {"as_of": as_of_day(asked.as_of, "as_of"), "mode": asked.mode}
                own = {key: value for key, value in given.items() if value is not None}
                result = command.call(base, asked.question, **{**options, **own})
            except TimeweaveError as error:
                failed += 1
                complain(f"{questions}:{number}: {error}")
                continue
            sink.write(json.dumps({"id": asked.id, **command.to_json(result)}, ensure_ascii=False) + "\n")
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
