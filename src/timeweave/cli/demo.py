"""`timeweave demo`: the bundled example, a small invented world."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from timeweave import wire
from timeweave.cli.options import Json
from timeweave.cli.output import (
    complain,
    console,
    name_failures,
    plain,
    print_indented,
    write_json,
)
from timeweave.cli.timeline import show_timeline
from timeweave.errors import UsageError
from timeweave.overviews import Timeline
from timeweave.records import FactStatus

if TYPE_CHECKING:
    from timeweave.demo import story


def run(
    kb: Annotated[Path | None, typer.Option("--kb", help="Keep the knowledge base here.")] = None,
    as_json: Json = False,
) -> None:
    """Add the bundled corpus, ask questions, and show what plain retrieval gets wrong.

    A document that cannot be read or an answer that is wrong ends it with status 1, named.
    """
    from timeweave.demo import story

    if kb is not None and kb.exists() and any(kb.iterdir()):
        raise UsageError(f"--kb: {str(kb)!r} is not empty: the demo tells its story in a new folder")
    with warnings.catch_warnings(), tempfile.TemporaryDirectory() as scratch:
        told = story.tell(kb or Path(scratch) / "kb", None if as_json else _Terminal())
    failed = told["failed"]
    if as_json:
        write_json({**told, "failed": list(map(wire.failure_to_json, failed))})
    else:
        name_failures(failed)
    wrong = [asked["id"] for asked in told["questions"] if not asked["right"]]
    if wrong:
        complain(f"wrong answers to {', '.join(wrong)}", kind="failed")
    if failed or wrong:
        raise typer.Exit(1)


class _Terminal:
    """The audience before a terminal."""

    def hear(self, words: str) -> None:
        console().print(words)

    def see_timeline(self, timeline: Timeline) -> None:
        show_timeline(timeline)

    def see_answer(self, asked: story.AskedQuestion) -> None:
        out = console()
        out.print()
        day = f"  (as of {asked.as_of})" if asked.as_of else ""
        print_indented(out, Text(f"{asked.question}{day}", style="bold"), 0)
        mark, style = ("✓", "green") if asked.is_right else ("✗", "red")
        print_indented(out, Text(f"{mark} {plain(asked.answer.answer)}", style=style), 2)
        for citation in asked.answer.citations[:4]:
            where = f"{citation.document_id} {citation.start}–{citation.end}"
            print_indented(out, Text(f"{where}: “{plain(citation.quote)}”", style="dim"), 6)
        for fact in asked.answer.disagreement:
            if fact.status is FactStatus.DISPUTED:
                sources = ", ".join(sorted({str(s.document_id) for s in fact.supports}))
                print_indented(
                    out, Text(f"in dispute: {asked.answer.called.object(fact)} ({sources})", style="yellow"), 6
                )
        if not asked.plain_is_right:
            document_id, sentence = asked.plain[0]
            words = f"nearest sentence: {document_id}: “{plain(sentence)}”"
            print_indented(out, Text(words, style="red"), 4)
        print_indented(out, Text(asked.why, style="dim italic"), 4)
