"""A package that is not installed: named with its remedy, and never taken for a fault of a document."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .conftest import run

REMEDY = "pip install --upgrade --force-reinstall timeweave"


@pytest.fixture
def without(tmp_path: Path) -> object:
    """The settings of a process in which a package is as if it were not installed."""

    def hide(package: str) -> dict[str, str]:
        folder = tmp_path / "hidden"
        folder.mkdir(exist_ok=True)
        message = f"No module named {package!r}"
        (folder / f"{package}.py").write_text(f"raise ModuleNotFoundError({message!r}, name={package!r})\n")
        return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}

    return hide


@pytest.mark.parametrize(
    ("package", "name", "content"),
    [
        ("lxml_html_clean", "a.html", "<!doctype html><html><body><p>It opened in May.</p></body></html>"),
        ("pypdf", "a.pdf", "%PDF-1.4"),
        ("feedparser", "a.xml", "<rss><channel><item><title>It opened.</title></item></channel></rss>"),
        ("yaml", "a.md", "---\ntitle: A\n---\nIt opened in May."),
        ("charset_normalizer", "a.txt", ("Компания сообщила о росте. " * 9).encode("cp1251")),
    ],
)
def test_a_reader_that_lacks_a_package_says_so(without, tmp_path: Path, package: str, name: str, content) -> None:
    """The file's failure names the package and how to install it; other files are added."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    (folder / "sound.txt").write_text("The harbour opened.\n")
    ran = run("add", folder, "--kb", tmp_path / "kb", "--json", **without(package))
    assert ran.status == 1, ran.err
    assert ran.json["added"] == 1
    (failed,) = ran.json["failed"]
    assert failed["source"].endswith(name)
    assert f"the package {package!r}, which is not installed" in failed["error"]
    assert REMEDY in failed["error"]
    assert "damaged" not in failed["error"]


@pytest.mark.parametrize("package", ["spacy", "onnxruntime", "typer", "numpy"])
def test_a_command_that_lacks_a_package_says_so(without, tmp_path: Path, package: str) -> None:
    """What no document can be read without ends the command with one line that names the package."""
    (tmp_path / "a.txt").write_text("Ada Lovelace was appointed chief executive of Quillon in May 2023.\n")
    ran = run("add", tmp_path / "a.txt", "--kb", tmp_path / "kb", **without(package))
    assert ran.status == 2
    assert f"the package {package!r}, which is not installed" in ran.err
    assert REMEDY in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("package", ["fastapi", "uvicorn", "prometheus_client", "python_multipart"])
def test_a_server_without_its_extra_says_how_to_install_it(without, tmp_path: Path, package: str) -> None:
    """One line, and the extra by its name."""
    ran = run("serve", "--kb", tmp_path, **without(package))
    assert ran.status == 2
    assert ran.err.strip() == "error: `timeweave serve` needs the extra 'server': pip install 'timeweave[server]'"


@pytest.mark.slow
def test_the_demo_names_what_failed(without, tmp_path: Path) -> None:
    """A document that is not read and an answer that is wrong are named, and the demo ends with status 1."""
    ran = run("demo", **without("lxml_html_clean"))
    assert ran.status == 1
    assert "failed 3" in ran.out
    for name in ("mayor-election.html", "brightwater-acquisition.html", "halden-workforce.html"):
        assert f"{name}: reading .html files needs the package 'lxml_html_clean'" in ran.err
    assert "wrong answers to" in ran.err
