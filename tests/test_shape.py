"""The proportions of the house, so that a room that grows is noticed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import timeweave

MODULES = sorted(Path(timeweave.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda p: str(p.relative_to(MODULES[0].parent)))
def test_a_module_fits_one_sitting(module: Path) -> None:
    """No module has more than 400 lines, no function more than 60 without its docstring."""
    text = module.read_text()
    assert len(text.splitlines()) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            length = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            assert length <= 60, f"{node.name} has {length} lines"
