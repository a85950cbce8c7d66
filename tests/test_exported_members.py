"""What the package offers by name."""

from __future__ import annotations

import subprocess
import sys

import timeweave
import timeweave.temporal


def test_every_exported_name_is_there_and_sorted() -> None:
    """`__all__` is what it says, in order."""
    for module in (timeweave, timeweave.temporal):
        assert module.__all__ == sorted(module.__all__, key=str.casefold) or module.__all__ == sorted(module.__all__)
        for name in module.__all__:
            assert getattr(module, name) is not None


def test_importing_loads_nothing_heavy() -> None:
    """`import timeweave` leaves language models, inference and the web alone until they are used."""
    heavy = ("spacy", "onnxruntime", "scipy", "trafilatura", "pypdf", "usearch", "typer", "rich", "loky", "tokenizers")
    code = f"import sys, timeweave; print([m for m in {heavy!r} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    assert found == "[]"
