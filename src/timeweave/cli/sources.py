"""`timeweave sources`: how reliable each source is and why; what is wrong is corrected here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, print_indented, write_json
from timeweave.errors import NotFoundError, UsageError
from timeweave.evolution.reliability import publisher
from timeweave.opening import open_knowledge_base
from timeweave.overviews import SourceInfo

_QUOTED = 60  # characters of what was given, in a message


def run(
    name: Annotated[str | None, typer.Argument(metavar="SOURCE", help="Only this source.")] = None,
    reliability: Annotated[
        float | None,
        typer.Option("--set", metavar="0..1", help="Say how reliable it is; below two thirds it is doubted."),
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take back what was said of it.")] = False,
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Show how reliable each source is, and why; correct it with --set, take that back with --undo."""
    if (reliability is not None or undo) and name is None:
        raise UsageError("--set and --undo need a source: timeweave sources example.org --set 0.9")
    if reliability is not None and undo:
        raise UsageError("--set says something and --undo takes it back: give one of them")
    if (reliability is not None or undo) and as_of is not None:
        raise UsageError("what is said holds of every day: leave out --as-of, or look without a correction")
    with open_knowledge_base(kb, create=False) as base:
        if name is not None and (reliability is not None or undo):
            found = [base.set_source(name, reliability)]
        else:
            found = [
                one
                for one in base.sources(as_of=as_of_day(as_of))
                if name is None or one.name == publisher(name.strip())
            ]
    if name is not None and not found:
        raise NotFoundError(f"no document has the source {name[:_QUOTED]!r}: `timeweave sources` lists all")
    if as_json:
        write_json([asdict(one) for one in found])
        return
    out = console()
    out.print(Text(number_of(len(found), "sources"), style="bold"))
    for one in found:
        line = Text(plain(one.name), style="bold").append(f"  {number_of(one.documents, 'documents')}", style="dim")
        line.append(f"  {one.reliability:.2f}", style="red" if one.doubted else "")
        print_indented(out, line.append(f" — {_why(one)}", style="dim"), 0)


def _why(one: SourceInfo) -> str:
    told = f"others bear out {one.borne_out:,} and contradict {one.contradicted:,} of its tellings"
    told = f"you said so; {told}" if one.said is not None else told
    return told + (f"; doubted on {', '.join(map(plain, one.doubted))}" if one.doubted else "")
