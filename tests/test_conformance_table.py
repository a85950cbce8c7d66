"""docs/conformance.md says what is so."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DUE = [
    "TK-01",
    "TK-02",
    "TK-03",
    "TK-04",
    "TK-05",
    "TK-06",
    "TK-07",
    "TK-08",
    "TG-01",
    "TG-02",
    "TG-03",
    "TG-04",
    "TG-05",
    "TG-06",
    "TG-07",
    "TG-08",
    "TG-09",
    "TG-10",
    "TG-11",
    "TG-12",
    "TG-13",
    "TG-14",
    "TG-15",
    "TG-16",
    "TG-17",
    "TG-18",
    "TG-22",
    "TG-23",
    "TG-24",
    "TW-01",
    "TW-02",
    "TW-03",
    "TW-04",
    "TW-05",
    "TW-06",
    "TW-07",
    "TW-08",
    "TW-09",
    "TW-10",
    "TW-11",
    "EK-01",
    "EK-03",
    "EK-04",
    "EK-05",
    "EK-06",
    "EK-07",
    "EK-08",
    "EK-10",
    "EK-11",
    "NE-01",
    "NE-02",
    "NE-03",
    "NE-04",
    "NE-05",
    "NE-06",
    "NE-07",
    "NE-08",
    "NE-09",
    "NE-10",
    "NE-11",
    "NE-12",
    "NE-13",
    "NE-14",
    "NE-15",
    "ER-01",
    "ER-02",
    "ER-03",
    "ER-04",
    "ER-05",
    "ER-06",
    "ER-07",
    "ER-08",
    "ER-09",
]
ROWS = {
    cells[0]: cells
    for line in (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"[A-Z]{2}-\d\d$", (cells := [cell.strip() for cell in line.strip("|").split(" | ")])[0])
}


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@functools.cache
def docstrings(file: str) -> dict[str, str]:
    """Docstring by name of each test function of a file, also inside classes."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {n.name: ast.get_docstring(n) or "" for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}


def test_every_element_has_its_row() -> None:
    """What the project claims to have built is in the table, each element once, with five cells."""
    assert list(ROWS) == DUE
    assert {id_: len(cells) for id_, cells in ROWS.items() if len(cells) != 5} == {}


@pytest.mark.parametrize("element", ROWS)
def test_functions_exist(element: str) -> None:
    """Each function named can be imported."""
    names = quoted(ROWS[element][2])
    assert names
    for name in names:
        module, _, attributes = name.partition(":")
        found: object = importlib.import_module(f"timeweave.{module}")
        for attribute in attributes.split("."):
            found = getattr(found, attribute)
        assert callable(found)


@pytest.mark.parametrize("element", ROWS)
def test_tests_exist_and_name_the_element(element: str) -> None:
    """Each test named exists, and its docstring says that it shows this element."""
    names = quoted(ROWS[element][3])
    assert names
    for name in names:
        file, _, function = name.partition("::")
        said = docstrings(file).get(function)
        assert said is not None, f"{name} does not exist"
        assert element in said, f"{name} does not name {element}"
