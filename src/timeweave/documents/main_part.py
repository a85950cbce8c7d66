"""The main part of an HTML page, as elements: what trafilatura finds says where it is, and what around it is not read.

Trafilatura tells a page's words from its menus best, but loses tables, code and levels of headings on the way: so the
words that it finds are looked up in the page, the element that holds them all is taken as it stands, and what in it is
made of links, or marked as furniture, goes where trafilatura left it out too.

Two kinds of pages are no articles, and most of their text would go so. Minutes made of a chat call each line a
"comment": such parts stay where headings and other parts stand between them, as they do not between the comments of
readers. A digest is lists of links: those that bear titles and stand between what was found stay where they are much
of it. In 470 pages of sixteen sites, such pages kept at most 0.45 of their letters without these rules and articles at
least 0.65; with them such pages keep nearly all, and no article has changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import lxml.html

_HEADING = re.compile(r"h[1-6]")
_TELLING = 5  # words
_WORD = re.compile(r"\w+")
_RUN = 3  # words that make a run; single words are found everywhere
_SAME = 0.9  # of the words found lie in one element: that is the main part
_LINKED = 0.6  # of the letters of a block stand in links: it leads elsewhere
_LINKED_TABLE = 0.9  # the cells of a table of data are often links
_FEW_LINKS = 3
_FOUND = 0.3  # of a block's runs were found: it belongs to the text
_TITLES = 15  # letters of a link: the title of what it leads to, not the name of a section
_MANY_LINKS = 10  # an article names fewer others in its midst
_DIGEST = 0.3  # as many letters as of all else are in lists of titles
_FURNITURE_TAGS = frozenset(("aside", "footer", "form", "nav", "dialog", "menu"))
_FURNITURE_ROLES = frozenset(
    ("navigation", "complementary", "search", "banner", "contentinfo", "menu", "toolbar", "dialog")
)
_FURNITURE = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|breadcrumbs?|share|sharing|social|related|recommended|sidebar|cookies?"
    r"|newsletter|subscribe|promo|advert\w*|ads?|toc|pagination|pager|footer|skip|jump|toolbar|edit-?(?:section|links?|page)"
    r"|mw-editsection|headerlink|tags|catlinks|navbox|printfooter|noprint|printonly|interlanguage\w*)(?:$|[\s_-])",
    re.I,
)
_COMMENTS = re.compile(r"(?:^|[\s_-])comments?(?:$|[\s_-])", re.I)
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
    own: bool = False
    """Whether something of the text right in it was found."""

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
    unwanted = _unwanted(root, measures, _spoken(body))
    for element in _without_digests(root, unwanted, measures):
        element.drop_tree()
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
                measure.own = measure.found > 0
    for element in reversed(elements):
        measure = measures[element]
        if element.tag == "a" and element.get("href") and not measure.links:  # links in it: it is never closed
            measure.linked, measure.links = measure.letters, 1
        elif element.tag == "dl" and measure.linked < _LINKED_TABLE * measure.letters:  # its terms are none
            measure.linked = measure.links = 0
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


def _unwanted(root: Any, measures: Mapping[Any, _Measure], spoken: set[Any]) -> list[Any]:
    """Furniture, and blocks that lead elsewhere, where little of them was found; the outermost ones, in their order."""
    unwanted = []
    waiting = list(reversed(root))
    while waiting:
        element = waiting.pop()
        measure = measures.get(element)
        if measure is None:
            continue
        goes = _is_furniture(element, spoken) or (element.tag in _BLOCKS and _leads_elsewhere(element, measure))
        if goes and measure.share < _FOUND:
            unwanted.append(element)
        elif element.tag not in _KEPT:
            waiting.extend(reversed(element))
    return unwanted


def _letters(elements: Sequence[Any], measures: Mapping[Any, _Measure]) -> int:
    return sum(measures[element].letters for element in elements)


def _is_furniture(element: Any, spoken: set[Any]) -> bool:
    if element.tag in _FURNITURE_TAGS or element.get("role") in _FURNITURE_ROLES:
        return True
    if element.tag not in _BLOCKS or element.tag in _KEPT:
        return False
    named = _named(element)
    return bool(_FURNITURE.search(named) or (_COMMENTS.search(named) and element not in spoken))


def _named(element: Any) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _spoken(body: Any) -> set[Any]:
    """The elements called comments that are lines of minutes: headings, or other text, stand between them."""
    spoken: set[Any] = set()
    for parent in {element.getparent() for element in body.iter(*_BLOCKS) if _COMMENTS.search(_named(element))}:
        called = [isinstance(child.tag, str) and bool(_COMMENTS.search(_named(child))) for child in parent]
        lines = [place for place, is_called in enumerate(called) if is_called]
        between = (parent[place] for place in range(lines[0], lines[-1]) if not called[place])
        if any(_is_of_its_own(element) for element in between):
            spoken.update(parent[place] for place in lines)
    return spoken


def _is_of_its_own(element: Any) -> bool:
    """Whether an element is a heading or tells something, and not what is said in comments below it, as a button that
    answers one does.
    """
    words = _WORD.findall("".join(element.itertext())) if isinstance(element.tag, str) else []
    least = 1 if isinstance(element.tag, str) and _HEADING.fullmatch(element.tag) else _TELLING
    if len(words) < least or any(below.tag == "a" for below in element.iterdescendants()):
        return False
    return not any(
        isinstance(below.tag, str) and _COMMENTS.search(_named(below)) for below in element.iterdescendants()
    )


def _without_digests(root: Any, unwanted: Sequence[Any], measures: Mapping[Any, _Measure]) -> list[Any]:
    """``unwanted`` without the lists of titles that are much of the text."""
    lists = [element for element in unwanted if _is_of_titles(element, measures[element])]
    within = _between_found(root, lists, measures)
    kept = measures[root].letters - _letters(unwanted, measures)
    if sum(measures[e].links for e in within) < _MANY_LINKS or _letters(within, measures) < _DIGEST * kept:
        return list(unwanted)
    stay = set(lists)
    return [element for element in unwanted if element not in stay]


def _is_of_titles(element: Any, measure: _Measure) -> bool:
    lists = element.tag in ("ul", "ol", "li") and not _is_furniture(element, set())
    return lists and measure.linked >= _TITLES * measure.links


def _between_found(root: Any, elements: Sequence[Any], measures: Mapping[Any, _Measure]) -> list[Any]:
    """Those of ``elements`` before and after which something was found."""
    places = {element: place for place, element in enumerate(root.iter())}
    found = [places[e] for e in places if e in measures and measures[e].own]
    return [element for element in elements if found and found[0] < places[element] < found[-1]]


def _leads_elsewhere(element: Any, measure: _Measure) -> bool:
    most = _LINKED_TABLE if element.tag == "table" else _LINKED
    return measure.links >= _FEW_LINKS and measure.linked >= most * measure.letters


def _runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1)}
