"""The main part of an HTML page, as elements: what trafilatura finds says where it is, and what around it is not read.

Trafilatura tells a page's words from its menus best, but loses tables, code and levels of headings on the way: so the
words that it finds are looked up in the page, the element that holds them all is taken as it stands, and what in it is
made of links, or marked as furniture, goes where trafilatura left it out too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import lxml.html

_WORD = re.compile(r"\w+")
_RUN = 4  # words that make a run; single words are found everywhere
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
_UNSEEN = ("script", "style", "noscript", "template", "svg")
_KEPT = frozenset(("table", "pre"))


def main_part(html: str) -> Any:
    """The element of the page with its main text, what does not belong to it removed; ``None`` for an empty page."""
    parser = lxml.html.HTMLParser(huge_tree=True, encoding="utf-8", remove_comments=True, remove_pis=True)
    page = lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser, ensure_head_body=True)
    body = page.find("body")
    for unseen in list(page.iter(*_UNSEEN)):
        if unseen.getparent() is not None:
            unseen.drop_tree()
    found = _runs(_WORD.findall(_found_in(html)))
    if body is None or not found:
        return body
    root = _holding(body, found)
    _prune(root, lambda element: _share(element, found))
    return root


def _found_in(html: str) -> str:
    from trafilatura import extract

    return extract(html, include_comments=False, include_tables=True) or ""


def _holding(body: Any, found: set[tuple[str, ...]]) -> Any:
    """The innermost element with nearly all that was found."""
    whole = _count(body, found)
    element = body
    while whole:
        best = max(element, key=lambda child: _count(child, found), default=None)
        if best is None or not isinstance(best.tag, str) or _count(best, found) < _SAME * whole:
            return element
        if best.tag in ("p", "table", "ul", "ol", "dl", "pre", "blockquote", "tbody"):
            return element
        element = best
    return body


def _prune(root: Any, share: Callable[[Any], float]) -> None:
    waiting = list(root)
    while waiting:
        element = waiting.pop()
        if not isinstance(element.tag, str):
            continue
        if _is_furniture(element):
            if share(element) < _FOUND:
                element.drop_tree()
                continue
        elif element.tag in _BLOCKS and _leads_elsewhere(element) and share(element) < _FOUND:
            element.drop_tree()
            continue
        if element.tag not in _KEPT:
            waiting.extend(element)


def _is_furniture(element: Any) -> bool:
    if element.tag in _FURNITURE_TAGS or element.get("role") in _FURNITURE_ROLES:
        return True
    named = f"{element.get('class') or ''} {element.get('id') or ''}"
    return element.tag in _BLOCKS and element.tag not in _KEPT and bool(_FURNITURE.search(named))


def _leads_elsewhere(element: Any) -> bool:
    links = [link for link in element.iter("a") if link.get("href")]
    if len(links) < _FEW_LINKS or any(True for _ in element.iter("pre")):
        return False
    return _letters(links) >= (_LINKED_TABLE if element.tag == "table" else _LINKED) * _letters([element])


def _letters(elements: list[Any]) -> int:
    return sum(len(_words(element)[1]) for element in elements)


def _words(element: Any) -> tuple[list[str], str]:
    words = _WORD.findall(" ".join(element.itertext()))
    return words, "".join(words)


def _runs(words: list[str]) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + _RUN]) for i in range(max(1, len(words) - _RUN + 1))} if words else set()


def _count(element: Any, found: set[tuple[str, ...]]) -> int:
    return len(_runs(_words(element)[0]) & found) if isinstance(element.tag, str) else 0


def _share(element: Any, found: set[tuple[str, ...]]) -> float:
    """How much of the element was found; of one too short for a run, nothing."""
    words = _words(element)[0]
    runs = _runs(words)
    return len(runs & found) / len(runs) if len(words) >= _RUN else 0.0
