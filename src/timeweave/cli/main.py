"""The `timeweave` command: its subcommands, and how errors become exit statuses."""

from __future__ import annotations

import importlib
import logging
import signal
import sys
import warnings
from typing import Any

import typer
import typer.main
from typer.core import TyperGroup

from timeweave.addresses import NETWORK_LOG
from timeweave.cli.output import complain
from timeweave.errors import (
    BudgetError,
    EmbedderMismatchError,
    ModelError,
    ModelOutputError,
    ModelUnavailableError,
    NoStoreError,
    StoreError,
    TimeweaveError,
    TimeweaveWarning,
    UsageError,
    is_interrupt,
    missing_package,
)

SOME_FAILED, USAGE, STORE = 1, 2, 3
INTERRUPTED = 128 + signal.SIGINT  # as shells have it

_SOME_OF_MANY = (BudgetError, ModelOutputError, ModelUnavailableError)
"""Errors of models after which what was done before stands; any other means that none could be used at all."""


_COMMANDS = (
    *("add", "watch", "remove", "search", "ask", "timeline", "entities", "interactions", "report", "changes"),
    *("relations", "sources", "stats", "export", "tune", "check", "reembed", "trust", "serve", "token", "demo"),
)
"""Each is the function ``run`` of the module of its name."""


class _Commands(TyperGroup):
    """Loads a command when it is called, or helped with; turns the errors of `timeweave.errors` into one line on
    standard error and the exit status of the contract.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as the base class has it
        return list(_COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - as the base class has it
        # of a name that there is not the nearest are told, for which all must be there
        for name in (cmd_name,) if cmd_name in _COMMANDS else _COMMANDS:
            if name not in self.commands:
                self.commands[name] = _loaded(name)
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (Exception, KeyboardInterrupt) as error:
            if is_interrupt(error):
                complain("interrupted: all that was acknowledged is kept, the same command goes on from there")
                raise typer.Exit(INTERRUPTED) from None
            if isinstance(error, ImportError) and not isinstance(error, TimeweaveError):
                error = missing_package("this command", error)
            if not isinstance(error, TimeweaveError):
                raise
            complain(str(error))
            raise typer.Exit(_status(error)) from None


def _loaded(name: str) -> Any:
    alone = typer.Typer(add_completion=False)
    alone.command(name)(importlib.import_module(f"timeweave.cli.{name}").run)
    return typer.main.get_command(alone)


def _status(error: TimeweaveError) -> int:
    if isinstance(error, UsageError | NoStoreError | EmbedderMismatchError):
        return USAGE
    if isinstance(error, StoreError):
        return STORE
    if isinstance(error, ModelError) and not isinstance(error, _SOME_OF_MANY):
        return USAGE
    return SOME_FAILED


app = typer.Typer(
    cls=_Commands,
    name="timeweave",
    help="Dated documents in, a temporal knowledge graph kept, questions about when answered with citations.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def version(
    ctx: typer.Context,
    show: bool = typer.Option(False, "--version", help="Print the version and end."),
) -> None:
    """Dated documents in, a temporal knowledge graph kept, questions about when answered with citations."""
    if show:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        try:
            typer.echo(f"timeweave {installed('timeweave')}")
        except PackageNotFoundError:
            raise UsageError("the version is unknown: timeweave runs from its sources and is not installed") from None
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


class _Complaints(logging.Handler):
    """Shows what is logged as a line on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(record.getMessage(), kind="warning" if record.levelno >= logging.WARNING else "note")


def main() -> None:
    """Run the command line of this process and end it with the exit status."""
    warnings.showwarning = lambda message, *_: complain(str(message), kind="warning")
    warnings.filterwarnings("always", category=TimeweaveWarning)
    network = logging.getLogger(NETWORK_LOG)
    network.setLevel(logging.INFO)
    network.addHandler(_Complaints())
    network.propagate = False
    sys.exit(app())
