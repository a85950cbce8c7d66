"""The main part of an HTML page, as elements: what trafilatura finds says where it is, and what around it is not read.

Trafilatura tells a page's words from its menus best, but loses tables, code and levels of headings on the way: so the
words that it finds are looked up in the page, the element that holds them all is taken as it stands, and what in it is
made of links, or marked as furniture, goes where trafilatura left it out too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import lxml.html

_WORD = re.compile(r"\w+")
_RUN = 3  # words that make a run; single words are found everywhere
_SAME = 0.9  # of the words found lie in one element: that is the main part
_LINKED = 0.6  # of the letters of a block stand in links: it leads elsewhere
_LINKED_TABLE = 0.9  # the cells of a table of data are often links
_FEW_LINKS = 3
_FOUND = 0.3  # of a block's runs were found: it belongs to the text
_FURNITURE_TAGS = frozenset(("aside", "footer", "form", "nav", "dialog", "menu"))
_FURNITURE_ROLES = frozenset(
    ("navigation", "complementary", "search", "banner", "contentinfo", "menu", "toolbar", "dialog")
)
_FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|share|sharing|social|related|recommended|sidebar|cookies?"
    r"|newsletter|subscribe|promo|advert\w*|ads?|toc|pagination|pager|footer|skip|jump|toolbar|edit-?(?:section|links?|page)"
    r"|mw-editsection|headerlink|comments?|tags|catlinks|navbox|printfooter|noprint|printonly|interlanguage\w*)(?:$|[\s_-])",
    re.I,
)
_BLOCKS = frozenset(("div", "section", "ul", "ol", "dl", "p", "table", "header", "details", "span", "td", "li"))
_UNDIVIDED = frozenset(("p", "table", "ul", "ol", "dl", "pre", "blockquote"))
_UNSEEN = ("script", "style", "noscript", "template", "svg")
_KEPT = frozenset(("table", "pre"))


@dataclass(slots=True)
class _Measure:
    """What is inside an element: letters, those in links, links, runs of words, and runs that were found."""

    letters: int = 0
    linked: int = 0
    links: int = 0
    runs: int = 0
    found: int = 0

    def add(self, other: _Measure) -> None:
        self.letters += other.letters
        self.linked += other.linked
        self.links += other.links
        self.runs += other.runs
        self.found += other.found

    @property
    def share(self) -> float:
        """How much of it was found."""
        return self.found / self.runs if self.runs else 0.0


def main_part(html: str) -> Any:
    """The element of the page with its main text, what does not belong to it removed; ``None`` for an empty page."""
    if not html.strip():
        return None
    parser = lxml.html.HTMLParser(huge_tree=True, encoding="utf-8", remove_comments=True, remove_pis=True)
    page = lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser, ensure_head_body=True)
    body = page.find("body")
    for unseen in list(page.iter(*_UNSEEN)):
        if unseen.getparent() is not None:
            unseen.drop_tree()
    found = _runs(_WORD.findall(_found_in(html)))
    if body is None or not found:
        return body
    measures = _measured(body, found)
    root = _holding(body, measures)
    _prune(root, measures)
    return root


def _found_in(html: str) -> str:
    from trafilatura import extract

    return extract(html, include_comments=False, include_tables=True) or ""


def _measured(body: Any, found: set[tuple[str, ...]]) -> dict[Any, _Measure]:
    """The measures of every element, those of its children in them."""
    elements = [element for element in body.iter() if isinstance(element.tag, str)]
    measures = {element: _Measure() for element in elements}
    for element in elements:
        measure = measures[element]
        for text in (element.text, *(child.tail for child in element)):
            if text and (words := _WORD.findall(text)):
                runs = _runs(words)
                measure.letters += sum(map(len, words))
                measure.runs += len(runs)
                measure.found += len(runs & found)
    for element in reversed(elements):
        measure = measures[element]
        if element.tag == "a" and element.get("href"):
            measure.linked, measure.links = measure.letters, 1
        if element is not body:
            measures[element.getparent()].add(measure)
    return measures


def _holding(body: Any, measures: Mapping[Any, _Measure]) -> Any:
    """The innermost element with nearly all that was found."""
    whole = measures[body].found
    element = body
    while whole:
        best = max(
            (child for child in element if child in measures), key=lambda child: measures[child].found, default=None
        )
        if best is None or best.tag in _UNDIVIDED or measures[best].found < _SAME * whole:
            return element
        element = best
    return body


def _prune(root: Any, measures: Mapping[Any, _Measure]) -> None:
    """Removes furniture, and blocks that lead elsewhere, where little of them was found."""
    waiting = list(root)
    while waiting:
        element = waiting.pop()
        measure = measures.get(element)
        if measure is None:
            continue
        unwanted = _is_furniture(element) or (element.tag in _BLOCKS and _leads_elsewhere(element, measure))
        if unwanted and measure.share < _FOUND:
            element.drop_tree()
        elif element.tag not in _KEPT:
            waiting.extend(element)


def _is_furniture(element: Any) -> bool:
    if element.tag in _FURNITURE_TAGS or element.get("role") in _FURNITURE_ROLES:
        return True
    named = f"{element.get('class') or ''} {element.get('id') or ''}"
    return element.tag in _BLOCKS and element.tag not in _KEPT and bool(_FURNITURE.search(named))


def _leads_elsewhere(element: Any, measure: _Measure) -> bool:
    most = _LINKED_TABLE if element.tag == "table" else _LINKED
    return measure.links >= _FEW_LINKS and measure.linked >= most * measure.letters


def _runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1)}
