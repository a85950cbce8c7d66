"""`timeweave changes`: what was added, closed, contradicted, removed, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, Json, KnowledgeBasePath
from timeweave.cli.output import show_changes, write_json
from timeweave.errors import TemporalError, UsageError
from timeweave.opening import open_knowledge_base
from timeweave.temporal.interval import Interval

NAME = "changes"


def run(
    kb: KnowledgeBasePath = DEFAULT_KB,
    since: Annotated[str | None, typer.Option(metavar="DATE", help="Only what was recorded from then on.")] = None,
    as_json: Json = False,
) -> None:
    """Show the log of changes."""
    start = None
    if since is not None:
        try:
            start = Interval.parse(since).start
        except TemporalError as error:
            raise UsageError(f"--since: {error}") from None
    with open_knowledge_base(kb, create=False) as base:
        found = base.changes(since=start)
    if as_json:
        write_json([wire.change_to_json(change) for change in found])
    else:
        show_changes(found)
