"""reStructuredText: its blocks as Markdown, by docutils.

Files of Sphinx have roles and directives that docutils does not know. Of a role the words are kept, of a directive what
stands below it; but not of those that only say what a page is made of.
"""

from __future__ import annotations

import re
from threading import Lock
from typing import Any

from docutils import nodes
from docutils.core import publish_doctree, publish_from_doctree
from docutils.parsers.rst import Directive, directives, languages, roles

from timeweave.documents.elements import page_to_markdown
from timeweave.documents.header_block import Header, split_header

_SETTINGS = {
    "report_level": 3,
    "halt_level": 6,
    "warning_stream": False,
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "doctitle_xform": False,
    "embed_stylesheet": False,
    "stylesheet_path": "",
    "math_output": "LaTeX",
    "syntax_highlight": "none",
}
_LONGEST, _LONGEST_BLOCK = 500_000, 8_000  # characters: what docutils takes grows with the square of a block
_BLOCK = re.compile(r"\n[ \t]*\n")
_ROLE = re.compile(r":([A-Za-z][\w+.:-]{0,60}?):(?=`)")
_DIRECTIVE = re.compile(r"^[ \t]*\.\. (?:\|[^|\n]+\| )?([A-Za-z][\w+.:-]{0,60}?)::", re.MULTILINE)
_OF_OTHERS = re.compile(r"^[ \t]*\.\. \|[^|\n]+\| replace::.*\|.*$", re.MULTILINE)
_FROM_ELSEWHERE = re.compile(r"\s*\.\. (?:raw|include)::")
_MARKED = re.compile(r"^[ \t]*(?:\.\. [\w+.:-]+::|:[\w-]+:).*$", re.MULTILINE)
_TARGET = re.compile(r"(?s)^[!~]?(.*?)\s*<[^<>]*>$")
_PRINTED = re.compile(r'<span class="(?:colon|fn-bracket)">[^<]*</span>')
"""Marks that docutils writes around the names of fields and the labels of footnotes."""

_MADE_OF = frozenset(
    """toctree index tabularcolumns currentmodule module highlight autosummary automodule autoclass autofunction
    automethod autoattribute literalinclude graphviz plot""".split()  # noqa: SIM905
)
_SINCE = {
    "versionadded": "New in version",
    "versionchanged": "Changed in version",
    "versionremoved": "Removed in version",
    "deprecated": "Deprecated since version",
}
_parsing = Lock()  # what docutils knows of roles is of the whole process, and files define their own
_ENGLISH: Any = languages.get_language("en")


def to_markdown(text: str) -> str:
    """The blocks of ``text``; ``text`` itself where docutils makes nothing of it, or would take minutes."""
    if len(text) > _LONGEST or any(len(block) > _LONGEST_BLOCK for block in _BLOCK.split(text)):
        return text
    text = _OF_OTHERS.sub("", text)  # what stands for others that stand for others grows beyond all bounds
    with _parsing:
        page = _page(text)
    return text if page is None else page_to_markdown(_PRINTED.sub("", page[page.find("<main") :]).encode()) or text


def header(whole: str) -> Header | None:
    """The fields under the title or before it, or those of a message."""
    return split_header(whole, restructured=True)


def _page(text: str) -> str | None:
    """The page that docutils makes of ``text``; ``None`` where it stumbles."""
    own = dict(roles._roles)
    try:
        for name in {match[1] for match in _ROLE.finditer(text)}:
            _know_role(name.casefold())
        for name in {match[1] for match in _DIRECTIVE.finditer(text)}:
            _know_directive(name.casefold())
        tree = publish_doctree(text, settings_overrides=_SETTINGS)
        _keep_what_failed(tree)
        return str(publish_from_doctree(tree, writer="html5", settings_overrides=_SETTINGS).decode())
    except Exception:  # noqa: BLE001  docutils stumbles over what it was not written for in any way
        return None
    finally:
        roles._roles.clear()
        roles._roles.update(own)


def _keep_what_failed(tree: nodes.document) -> None:
    """Put the words of a directive or table that docutils refused in place of its complaint."""
    for message in list(tree.findall(nodes.system_message)):
        blocks = (block.astext() for block in message.findall(nodes.literal_block))
        refused = [text for text in blocks if not _FROM_ELSEWHERE.match(text)]
        parts = [part for text in refused for part in _BLOCK.split(_MARKED.sub("", text)) if part.strip()]
        if message.parent is not None:
            message.parent.replace(message, [nodes.paragraph("", part) for part in parts])


def _know_role(name: str) -> None:
    if name not in _ENGLISH.roles and name not in roles._roles and name not in roles._role_registry:
        roles.register_local_role(name, _worded)


def _worded(name: str, source: str, words: str, *_: Any, **__: Any) -> tuple[list[nodes.Node], list[nodes.Node]]:  # noqa: ARG001
    """The words of a role: of "title <target>" the title."""
    titled = _TARGET.match(nodes.unescape(words))
    return [nodes.inline(source, titled[1] if titled else nodes.unescape(words).lstrip("!~"))], []


def _know_directive(name: str) -> None:
    known = name in _ENGLISH.directives or name in directives._directives or name in directives._directive_registry
    if not known:
        directives.register_directive(name, _Unread if name in _MADE_OF else _Passage)


class _Passage(Directive):  # type: ignore[misc]
    """A directive whose argument and content are text."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Its argument as a paragraph, then its content."""
        box = nodes.container()
        if self.arguments and self.name != "only":
            argument = " ".join(filter(None, (_SINCE.get(self.name), self.arguments[0])))
            parsed, messages = self.state.inline_text(argument, self.lineno)
            box += [nodes.paragraph("", "", *parsed), *messages]
        self.state.nested_parse(self.content, self.content_offset, box)
        return list(box.children)


class _Unread(_Passage):
    """A directive that says what a page is made of."""

    def run(self) -> list[nodes.Node]:
        """Nothing."""
        return []
