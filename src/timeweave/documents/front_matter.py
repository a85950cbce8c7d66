"""What stands about a text before it, as static sites write it: YAML between ``---``, TOML between ``+++``, JSON in
braces or between ``;;;``.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from typing import Any

from timeweave.documents.native import FIELDS
from timeweave.documents.source_file import SourceFile

_LONGEST = 65_536
_YAML = re.compile(rf"---[ \t]*\n(.{{0,{_LONGEST}}}?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_TOML = re.compile(rf"\+\+\+[ \t]*\n(.{{0,{_LONGEST}}}?\n)?\+\+\+[ \t]*(?:\n|\Z)", re.S)
_SEMICOLONS = re.compile(rf";;;[ \t]*\n(.{{0,{_LONGEST}}}?\n)?;;;[ \t]*(?:\n|\Z)", re.S)
_OPENS_TOML = re.compile(r"\+\+\+[ \t]*\n\s*(?:#.*\n\s*)*(?:\[?[\w.-]+\]?[ \t]*(?:=|\n))")
_OPENS_JSON = re.compile(r'\{\s*"[^"\n]{1,80}"\s*:')


@dataclass(frozen=True, slots=True)
class Split:
    """The fields that stand before a text, and the text."""

    fields: dict[str, Any]
    text: str


def begins_with_front_matter(file: SourceFile) -> bool:
    """Whether a file that is else read another way begins with front matter between lines of signs."""
    head = file.head().removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")[:_LONGEST].decode("utf-8", "replace")
    return any(form.match(head) for form in (_YAML, _TOML))


def split_front_matter(whole: str, file: SourceFile) -> Split | None:
    """The front matter and what follows it; ``None`` where the text begins at once.

    Raises:
        DocumentError: when it is damaged: says where, and what to do.
    """
    for opening, reads in _FORMS.items():
        if whole.startswith(opening):
            return reads(whole, file)
    return None


def _yaml(whole: str, file: SourceFile) -> Split | None:
    match = _YAML.match(whole)
    fields = _parse_yaml(match[1] or "", file) if match else None
    return None if match is None or fields is None else _split(fields, whole, match.end())


def _toml(whole: str, file: SourceFile) -> Split | None:
    match = _TOML.match(whole)
    if match is None:
        if _OPENS_TOML.match(whole):
            raise file.error("its front matter is never closed: end it with a line '+++'", 1)
        return None
    try:
        fields = tomllib.loads(match[1] or "")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        raise _invalid("TOML", str(error), "+++", file, int(line[1]) + 1 if line else None) from None
    return _split({key: _plain(key, value) for key, value in fields.items()}, whole, match.end())


def _json(whole: str, file: SourceFile) -> Split | None:
    """An object at the top that text follows; JSON alone, or several objects, is text as any other."""
    if not _OPENS_JSON.match(whole):
        return None
    try:
        fields, end = json.JSONDecoder().raw_decode(whole[:_LONGEST])
    except (ValueError, RecursionError) as error:
        if whole[1:2] != "\n":  # a line of something else
            return None
        line = getattr(error, "lineno", None)
        raise _invalid("JSON", getattr(error, "msg", str(error)), "{", file, line) from None
    rest = whole[end:].lstrip()
    if rest.startswith(("{", ",", "]")) or not (rest or file.is_markdown):
        return None
    return _split({key: _plain(key, value) for key, value in fields.items()}, whole, end)


def _semicolons(whole: str, file: SourceFile) -> Split | None:
    match = _SEMICOLONS.match(whole)
    if match is None:
        return None
    block = (match[1] or "").strip()
    try:
        fields = json.loads(block if block.startswith("{") else "{" + block + "}")
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise _invalid("JSON", getattr(error, "msg", str(error)), ";;;", file, line and line + 1) from None
    return _split({key: _plain(key, value) for key, value in fields.items()}, whole, match.end())


_FORMS = {"---": _yaml, "+++": _toml, ";;;": _semicolons, "{": _json}


def _split(fields: dict[str, Any], whole: str, end: int) -> Split:
    return Split(fields, whole[end:].lstrip("\n"))


def _invalid(form: str, problem: str, mark: str, file: SourceFile, line: int | None) -> Exception:
    remedy = f"mend it, or put an empty line before the first {mark!r}"
    return file.error(f"its front matter is not valid {form} ({problem}): {remedy}", line)


def _plain(key: str, value: Any) -> Any:
    """What the native form wants as text as that: a date as ISO text, a number as its digits."""
    if key in FIELDS and isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    if key in FIELDS and hasattr(value, "isoformat"):
        return value.isoformat()
    return [value] if key == "entities" and isinstance(value, str) else value


def _parse_yaml(block: str, file: SourceFile) -> dict[str, Any] | None:
    """The fields, or ``None`` when the block is prose between two rules.

    What the native form wants as text is taken as it is written: YAML would make 007 an octal number and 2024-03-05 a
    date.
    """
    import yaml

    try:
        node = yaml.compose(block, Loader=yaml.SafeLoader)
        if not isinstance(node, yaml.MappingNode):
            return {} if node is None else None
        loader = yaml.SafeLoader("")
        fields = {str(loader.construct_object(key, deep=True)): value for key, value in node.value}
        return {key: _yaml_value(key, value, loader) for key, value in fields.items()}
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else None
        raise _invalid("YAML", getattr(error, "problem", None) or str(error), "---", file, line) from None


def _yaml_value(key: str, node: Any, loader: Any) -> Any:
    is_scalar = isinstance(node.value, str)
    if key in FIELDS and is_scalar and node.tag == "tag:yaml.org,2002:null":
        return None
    if key == "entities" and is_scalar:
        return [node.value]
    if key == "entities" and isinstance(node.value, list):
        return [item.value if isinstance(getattr(item, "value", None), str) else None for item in node.value]
    if key in FIELDS and is_scalar:
        return node.value
    value = loader.construct_object(node, deep=True)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return node.value if is_number and str(value) != node.value else value  # 19:30 and 010 are no numbers to people
