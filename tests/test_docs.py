"""What the documentation says is so: examples run and print what they say, every command and option is described."""

from __future__ import annotations

import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from timeweave.cli.main import app

from measured import confidence_table, quality_tables, readme_rows  # isort: skip

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
QUALITY = (ROOT / "docs" / "quality.md").read_text(encoding="utf-8")
SURE = "<!-- confidence: begin -->", "<!-- confidence: end -->"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
SECONDS = re.compile(r"in \d+\.\d s")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like a checkout: what the examples name is there."""
    made = tmp_path_factory.mktemp("readme")
    (made / "src").symlink_to(ROOT / "src")
    return made


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def lines(text: str) -> list[str]:
    """Lines without what may differ: elapsed times, and blanks at the end."""
    return [SECONDS.sub("in … s", line).rstrip() for line in text.splitlines()]


def run(*command: str, cwd: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in {"TIMEWEAVE_KB", "COLUMNS", "FORCE_COLOR"}}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=240, check=True)
    return done.stdout


def test_the_session_of_the_readme_prints_what_it_says(folder: Path) -> None:
    """Every command of the session, run in order in one folder, prints exactly the lines below it.

    With TIMEWEAVE_UPDATE_DOCS set the README is rewritten with what they print.
    """
    (session,) = blocks("console")
    steps = [step.partition("\n") for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]]
    printed = []
    for command, _, _ in steps:
        program, *args = shlex.split(command)
        assert program == "timeweave"
        printed.append(run(sys.executable, "-m", "timeweave", *args, cwd=folder))
    if os.environ.get("TIMEWEAVE_UPDATE_DOCS"):
        bare = ("\n".join(line.rstrip() for line in out.splitlines()) for out in printed)
        fresh = "".join(f"$ {command}\n{out}\n" for (command, _, _), out in zip(steps, bare, strict=True))
        (ROOT / "README.md").write_text(README.replace(session, fresh), encoding="utf-8")
        pytest.skip("the README was rewritten")
    for (command, _, said), out in zip(steps, printed, strict=True):
        assert lines(out) == lines(said), command


def test_the_python_example_prints_what_it_says(tmp_path: Path) -> None:
    """The program runs as it stands, and its output is the block that follows it."""
    (program,), (said, *_) = blocks("python"), blocks("text")
    assert lines(run(sys.executable, "-c", program, cwd=tmp_path)) == lines(said)


def test_real_output_comes_early() -> None:
    """A reader sees what the tool prints by line 30."""
    assert "$52.4 million" in "\n".join(README.splitlines()[:30])


def test_linked_files_exist() -> None:
    """Every file that the README links to is there."""
    linked = re.findall(r"\]\(([^)#:]+)\)", README)
    assert linked
    assert [name for name in linked if not (ROOT / name).exists()] == []


def test_every_command_and_option_is_described() -> None:
    """Each command has a section in docs/cli.md that names its every option, and there are no sections of others."""
    group: Any = typer.main.get_command(app)
    commands = {name: group.get_command(None, name) for name in group.list_commands(None)}
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", CLI, re.DOTALL | re.MULTILINE))
    assert sorted(sections) == sorted(commands)
    for name, command in commands.items():
        options = {o for p in command.params for o in p.opts if o.startswith("--") and o != "--help"}
        described = set(re.findall(r"`(--[a-z-]+)", sections[name]))
        assert described == options, name


def test_figures_are_those_of_the_results() -> None:
    """The README's table and the figures of docs/quality.md are made of what the benchmarks wrote.

    TIMEWEAVE_UPDATE_DOCS makes them anew.
    """
    header = "| what | data | figure |\n| --- | --- | --- |\n"
    table = header + "".join(f"{row}\n" for row in readme_rows())
    tables = f"{BEGIN}\n{quality_tables()}{END}\n"
    sure = f"{SURE[0]}\n{confidence_table()}{SURE[1]}\n"
    if os.environ.get("TIMEWEAVE_UPDATE_DOCS"):
        rewrite("docs/quality.md", rf"^{SURE[0]}\n.*^{SURE[1]}\n", sure)
        rewrite("README.md", rf"^{re.escape(header)}(?:^\|[^\n]*\n)+", table)
        rewrite("docs/quality.md", rf"^{BEGIN}\n.*^{END}\n", tables)
        pytest.skip("README.md and docs/quality.md were rewritten")
    assert table in README
    assert tables in QUALITY
    assert sure in QUALITY


def rewrite(name: str, pattern: str, fresh: str) -> None:
    """Put ``fresh`` in the one place of a file that matches."""
    path = ROOT / name
    text, count = re.subn(pattern, lambda _: fresh, path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert count == 1
    path.write_text(text, encoding="utf-8")


def test_every_hop_of_the_traced_flows_exists() -> None:
    """Each `module.name` of the three flows is a module, a class, a function or a method of the package."""
    flows = ARCHITECTURE.partition("## Three flows")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z_]+(?:\.[A-Za-z_]+)+)`", flows))
    assert len(named) > 40
    for name in sorted(named):
        assert hasattr(pkgutil.resolve_name(f"timeweave.{name}"), "__doc__"), name
