"""Footnotes of an HTML tree: the marks in its text, and the elements that they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPE = "{http://www.idpf.org/2007/ops}type"
_MARK = re.compile(r"\[?\(?(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|note \d+|nb \d+|[*†‡§¶]{1,3})\)?\]?", re.I)
_BACK = re.compile(r"[\s↩︎↑^⏎⤴←\[\]a-z]{0,4}|back|return|go back", re.I)
_TARGETS = frozenset(("li", "p", "div", "aside", "section", "dd", "td", "span", "tr"))


class Notes:
    """The footnotes of a tree, numbered as they are first named."""

    def __init__(self, root: Any) -> None:
        self._labels: dict[Any, str] = {}
        self._numbers: dict[Any, str] = {}
        by_id = {element.get("id"): element for element in root.iter() if element.get("id")} if _has_links(root) else {}
        for link in root.iter("a"):
            target = by_id.get((link.get("href") or "").rpartition("#")[2]) if "#" in (link.get("href") or "") else None
            if target is None or target is root or not _is_mark(link):
                continue
            if not _is_note(target, link) or any(above in self._numbers for above in link.iterancestors()):
                continue
            number = self._numbers.setdefault(target, str(len(self._numbers) + 1))
            self._labels[_outermost(link)] = number
        for target in self._numbers:
            _without_way_back(target)

    def label(self, element: Any) -> str:
        """The label of the footnote that an element is the mark of; else empty."""
        return self._labels.get(element, "")

    def is_target(self, element: Any) -> bool:
        """Whether the element is a footnote's words."""
        return element in self._numbers

    def targets(self) -> Iterator[tuple[str, Any]]:
        """Each label and the element with its words."""
        for target, number in self._numbers.items():
            yield number, target


def _has_links(root: Any) -> bool:
    return any(True for _ in root.iter("a"))


def _is_mark(link: Any) -> bool:
    kinds = {link.get("role"), *(link.get(_TYPE) or link.get("epub:type") or "").split()}
    if kinds & {"doc-noteref", "noteref"}:
        return True
    text = "".join(link.itertext()).strip()
    raised = (link.getparent() is not None and link.getparent().tag == "sup") or any(True for _ in link.iter("sup"))
    return bool(_MARK.fullmatch(text)) and (raised or text.startswith("["))


def _is_note(target: Any, link: Any) -> bool:
    """Whether it stands by itself, and does not hold the mark: a mark in the note leads back into the text."""
    if target.tag not in _TARGETS or any(above is target for above in link.iterancestors()):
        return False
    text = "".join(target.itertext()).strip()
    return bool(text) and not _BACK.fullmatch(text) and not _MARK.fullmatch(text)


def _outermost(link: Any) -> Any:
    """The link with the raised text that is nothing but it."""
    above = link.getparent()
    return (
        above
        if above is not None and above.tag == "sup" and len(above) == 1 and not (above.text or "").strip()
        else link
    )


def _without_way_back(target: Any) -> None:
    """Removes what leads from the note back to its mark, and the mark repeated before it."""
    for link in list(target.iter("a")):
        text = "".join(link.itertext()).strip()
        if "#" in (link.get("href") or "") and (_BACK.fullmatch(text) or _MARK.fullmatch(text)):
            tail, above, before = link.tail or "", link.getparent(), link.getprevious()
            if before is not None:
                before.tail = (before.tail or "") + tail
            else:
                above.text = (above.text or "") + tail
            above.remove(link)
