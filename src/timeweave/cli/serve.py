"""`timeweave serve`: knowledge bases over HTTP."""

from __future__ import annotations

import tempfile
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from timeweave.cli.options import DEFAULT_KB
from timeweave.cli.output import complain
from timeweave.errors import MissingExtraError, UsageError

_PACKAGES = ("fastapi", "mcp", "opentelemetry", "prometheus_client", "python_multipart", "uvicorn")


def run(
    kb: Annotated[
        Path | None, typer.Option("--kb", envvar="TIMEWEAVE_KB", help="Folder of a knowledge base, served as default.")
    ] = None,
    stores: Annotated[
        Path | None, typer.Option("--stores", metavar="FOLDER", help="Serve every knowledge base in this folder.")
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen at.")] = 8321,
    tokens: Annotated[Path | None, typer.Option(metavar="FILE", help="The file of `timeweave token`.")] = None,
    no_auth: Annotated[bool, typer.Option("--no-auth", help="Ask for no token; on this machine only.")] = False,
    demo: Annotated[bool, typer.Option("--demo", help="Serve the bundled example, with --no-auth.")] = False,
    stdio: Annotated[bool, typer.Option("--stdio", help="Speak MCP on standard input and output instead.")] = False,
    allow_origin: Annotated[
        list[str] | None, typer.Option(metavar="ORIGIN", help="Let pages of this origin use it: https://HOST.")
    ] = None,
    rate: Annotated[float, typer.Option(min=0, help="Requests a second of one caller; 0 is any number.")] = 50.0,
) -> None:
    """Serve knowledge bases over HTTP: an API, and a page at /. See docs/server.md."""
    _require_extra()
    from timeweave.server import running
    from timeweave.server.limits import Limits
    from timeweave.server.observing import log_as_json
    from timeweave.server.stores import passed_over
    from timeweave.server.tokens import token_file

    if demo and (kb is not None or stores is not None):
        raise UsageError("--demo serves the bundled example: give it without --kb and --stores")
    if stdio and stores is not None:
        raise UsageError("--stdio serves one knowledge base: give it with --kb")
    with tempfile.TemporaryDirectory(prefix="timeweave-demo-") as scratch:
        if demo:
            from timeweave.demo import story

            complain("making the knowledge base of the bundled example", kind="note")
            kb, no_auth = Path(scratch) / "kb", True
            story.tell(kb, None)
        if stdio:
            _speak(kb or DEFAULT_KB)
            return
        single = kb if kb is not None or stores is not None else DEFAULT_KB
        limits = Limits(rate=rate)
        secrets = None if no_auth else token_file(tokens)
        plan = running.Plan(single, stores, secrets, host, port, tuple(allow_origin or ()), limits)
        log_as_json()
        for name in passed_over(stores) if stores is not None else ():
            complain(f"{name!r} is not served: call it by a-z, 0-9, - and _, such as 'press-2024'", kind="warning")
        complain(f"serving at http://{host}:{port}/", kind="note")
        running.run(plan)


def _speak(kb: Path) -> None:
    """Serve the tools of one knowledge base on standard input and output."""
    from timeweave.opening import open_knowledge_base
    from timeweave.server.mcp.stdio import serve_stdio

    with open_knowledge_base(kb) as base:
        serve_stdio(base)


def _require_extra() -> None:
    """That all which the server needs is there.

    Raises:
        MissingExtraError: a package is not installed.
    """
    try:
        for package in _PACKAGES:
            import_module(package)
    except ImportError as error:
        raise MissingExtraError("`timeweave serve`", "server") from error
