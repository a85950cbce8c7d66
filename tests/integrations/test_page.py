"""docs/integrations.md: each example runs and prints what stands below it, and every tool is described."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

import timeweave
from timeweave.server.mcp.tools import Tools

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "integrations.md").read_text(encoding="utf-8")
SECTIONS = [section.partition("\n")[::2] for section in re.split(r"^## ", PAGE, flags=re.M)[1:]]
EXAMPLES = [
    (title, *found.groups())
    for title, text in SECTIONS
    for found in re.finditer(r"```python\n(.*?)```\n\n```text\n(.*?)```", text, re.S)
]
URL = "http://127.0.0.1:8321"


def example(about: str) -> tuple[str, str]:
    ((program, said),) = [(program, said) for title, program, said in EXAMPLES if about in title]
    return program, said


def run(program: str, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_section_has_an_example() -> None:
    """No section goes without a program that is run here."""
    assert [title for title, *_ in EXAMPLES] == [title for title, _ in SECTIONS]
    assert len(SECTIONS) == 4


@pytest.mark.parametrize("framework", ["LangChain", "LlamaIndex"])
def test_a_retriever_prints_what_is_said(framework: str, tmp_path: Path) -> None:
    """The program runs as it stands."""
    program, said = example(framework)
    assert run(program, tmp_path) == said


def test_every_tool_has_its_row() -> None:
    """The table of tools is that of the server."""
    tools = {name for name in vars(Tools) if not name.startswith("_")}
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.M)) == tools


@pytest.mark.slow
def test_the_tools_print_what_is_said(tmp_path: Path) -> None:
    """The program starts the command and speaks to it."""
    command = tmp_path / "bin" / "timeweave"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m timeweave "$@"\n', encoding="ascii")
    command.chmod(0o755)
    program, said = example("Language models")
    # a client gives what it starts a bare environment: the sources' path is handed on by name
    given = program.replace("args=[", 'env={"PYTHONPATH": __import__("os").environ.get("PYTHONPATH", "")}, args=[')
    assert run(given, tmp_path, PATH=f"{command.parent}:{os.environ['PATH']}") == said


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """An empty knowledge base, served to this machine."""
    timeweave.open(tmp_path / "kb").close()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    args = ["serve", "--kb", str(tmp_path / "kb"), "--no-auth", "--port", str(port)]
    process = subprocess.Popen([sys.executable, "-m", "timeweave", *args], stderr=subprocess.DEVNULL)
    url, until = f"http://127.0.0.1:{port}", time.monotonic() + 120
    try:
        while True:
            try:
                if httpx2.get(f"{url}/readyz", trust_env=False).status_code == 200:
                    break
            except httpx2.TransportError:
                pass
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.2)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


@pytest.mark.slow
def test_the_client_prints_what_is_said(server: str, tmp_path: Path) -> None:
    """The program runs as it stands, against a server at another port."""
    program, said = example("Python, over HTTP")
    assert run(program.replace(URL, server), tmp_path) == said
