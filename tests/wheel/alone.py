"""Installs a wheel alone, as a user does, and uses what is there then: `python alone.py WHEEL`.

Nothing is taken from a lock, a development environment or the source tree. The demo runs, and a file of each format is
added; it ends with status 1, and says why, where one of them is not read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from formats import write_samples

_EVERY_MODULE = """
import importlib, json, pkgutil, timeweave
from timeweave.errors import MissingExtraError
failed = {}
for module in pkgutil.walk_packages(timeweave.__path__, "timeweave."):
    try:
        importlib.import_module(module.name)
    except MissingExtraError:
        pass
    except ImportError as error:
        failed[module.name] = (error.name or "").partition(".")[0] or str(error)
from timeweave.documents.reading import SUFFIXES
print(json.dumps({"failed": failed, "suffixes": sorted(SUFFIXES), "home": timeweave.__file__}))
"""
_OF_EXTRAS = {"genai_prices", "openai", "pydantic_ai", "pytest", "tomlkit", "wordllama", "xllamacpp", "bayes_opt"}
_OF_EXTRAS |= {"fastapi", "mcp", "opentelemetry", "prometheus_client", "starlette", "uvicorn"}
_FORMATS_OF_EXTRAS = {".nt", ".ttl"}


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        scripts = folder / "env" / "bin"
        venv.create(folder / "env", with_pip=True)
        _run(folder, scripts / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check", wheel)
        _run(folder, scripts / "python", "-m", "pip", "check", "--disable-pip-version-check")
        loaded = json.loads(_run(folder, scripts / "python", "-c", _EVERY_MODULE))
        assert loaded["home"].startswith(str(folder)), f"not the wheel was loaded but {loaded['home']}"
        missing = {module: package for module, package in loaded["failed"].items() if package not in _OF_EXTRAS}
        assert not missing, f"modules that cannot be imported, and the packages that they miss: {missing}"
        _try_formats(folder, scripts, set(loaded["suffixes"]))
        sys.stdout.write(_run(folder, scripts / "timeweave", "demo"))


def _try_formats(folder: Path, scripts: Path, suffixes: set[str]) -> None:
    """A file of each format, in a folder, added at once; each must be read, and found by a word of its own."""
    samples = write_samples(folder / "samples")
    suffixes -= _FORMATS_OF_EXTRAS
    assert set(samples) >= suffixes, f"no sample of the formats {sorted(suffixes - set(samples))}"
    added = json.loads(_run(folder, scripts / "timeweave", "add", "samples", "--kb", "kb", "--json"))
    assert not added["failed"], added["failed"]
    assert added["added"] == len(samples), f"{added['added']} documents of {len(samples)} files"
    for suffix, place in samples.items():
        found = json.loads(_run(folder, scripts / "timeweave", "search", place, "--kb", "kb", "--json"))
        texts = [evidence["text"] for evidence in found["evidence"]]
        assert any(place in text for text in texts), f"what the {suffix or 'plain'} file says is not found: {texts}"
    sys.stdout.write(f"{len(samples)} formats read\n")


def _run(folder: Path, *command: str | Path) -> str:
    """What the command wrote, away from the source tree; ends this script where the command fails."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TIMEWEAVE_", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=clean, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))[:300]!r} ended with status {done.returncode}:\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
