"""What `pip install timeweave` brings along: all that is imported, and no more."""

from __future__ import annotations

import ast
import functools
import importlib.metadata
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import timeweave

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
SOURCES = sorted(Path(timeweave.__file__).parent.rglob("*.py"))


def declared() -> dict[str, list[Requirement]]:
    """The requirements by extra; those without one under the empty name."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    lists = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: [Requirement(text) for text in texts] for extra, texts in lists.items()}


def names(requirements: list[Requirement]) -> set[str]:
    return {canonicalize_name(requirement.name) for requirement in requirements}


def imported() -> set[str]:
    """The top-level packages that some module imports, at its head or inside a function."""
    found = set()
    for module in SOURCES:
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                found.add(node.module or "")
    return {name.partition(".")[0] for name in found} - sys.stdlib_module_names - {"timeweave"}


@functools.cache
def providing() -> Mapping[str, list[str]]:
    return importlib.metadata.packages_distributions()


def distributions(package: str) -> set[str]:
    """The normal names of the distributions that provide an import; its own where none of them is installed."""
    providers = providing().get(package, [package])
    return {canonicalize_name(name) for name in providers}


def test_what_is_imported_is_declared() -> None:
    """Every package that a module imports is named by the project itself, and not only by what it depends on."""
    known = set().union(*map(names, declared().values()))
    assert {package for package in imported() if not distributions(package) & known} == set()


def test_what_is_declared_is_used() -> None:
    """Every requirement is imported, or its files are read, or it is one that another asks for and pip drops."""
    used = set().union(*map(distributions, imported()))
    texts = {n.value for m in SOURCES for n in ast.walk(ast.parse(m.read_text())) if isinstance(n, ast.Constant)}
    read = {canonicalize_name(text) for text in texts if isinstance(text, str) and re.fullmatch(r"\w+", text)}
    known = set().union(*map(names, declared().values()))
    assert known - used - read - dropped(declared()[""])[1] - {"pydantic-ai-slim", "timeweave"} == set()


def test_what_an_extra_of_a_dependency_brings_is_declared() -> None:
    """An extra that is asked for under another spelling than it is provided under is dropped by pip before 23.3."""
    asked, needed = dropped(declared()[""])
    assert needed <= names(declared()[""]), asked


def dropped(requirements: list[Requirement]) -> tuple[list[str], set[str]]:
    """What is asked for with an extra in another spelling than that of its provider, and what that extra brings."""
    asked: list[str] = []
    needed: set[str] = set()
    waiting, seen = list(requirements), set()
    while waiting:
        requirement = waiting.pop()
        try:
            found = importlib.metadata.metadata(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform or version of Python
        if (key := (canonicalize_name(requirement.name), *sorted(requirement.extras))) in seen:
            continue
        seen.add(key)
        provided = found.get_all("Provides-Extra") or []
        below = [Requirement(text) for text in found.get_all("Requires-Dist") or []]
        for extra in ("", *requirement.extras):
            spellings = {canonicalize_name(name): name for name in provided}
            spelling = spellings.get(canonicalize_name(extra), extra)
            brought = [r for r in below if _applies(r, spelling, without=bool(extra))]
            waiting += brought
            if extra and spelling != extra:
                asked.append(str(requirement))
                needed |= names(brought)
    return asked, needed


def _applies(requirement: Requirement, extra: str, *, without: bool) -> bool:
    """Whether the requirement holds with the extra; and, with ``without``, not without it."""
    marker = requirement.marker
    if marker is None:
        return not without
    return marker.evaluate({"extra": extra}) and not (without and marker.evaluate({"extra": ""}))


@pytest.mark.parametrize("extra", sorted(set(declared()) - {""}))
def test_an_extra_names_what_only_it_needs(extra: str) -> None:
    """What comes with every installation is not named again by an extra."""
    assert not names(declared()[extra]) & names(declared()[""])
