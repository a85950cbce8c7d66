"""The sources that a question names ("according to The Verge", "a Bloomberg article"), and documents by their title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.language.job_titles import is_job_title
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import NO_LONGER, OFFICES
from timeweave.records import DocumentInfo, Span

_WORD = lazily(r"\w+")
_DIVIDED = lazily(r"\s+[-|–—:]\s+")
_NEXT = lazily(r"\s*[,;&]\s*|\s+and\s+")  # between two authors
_NAME_WORDS = 5
_ASIDE = lazily(r"\([^()]*\)")
_IN_HANDLE = lazily(r"(?:Mc|Mac|De|Di|La|Le|Van|Von|Fitz|O['’])?[A-Z][a-z]+")
_OF_OFFICE = lazily(r"\b(?:of|for|at|in)\b")
_ARTICLE = lazily(r"^the\s+", re.IGNORECASE)
_QUALIFIED = lazily(r"\s*\([^()]*\)\s*$")
_NAME = r"(?:(?:[A-Z]|\d+[a-z])[\w.&’'-]*)(?:\s(?:[A-Z0-9&][\w.&’'-]*|of(?=\s[A-Z]))){0,12}"
_REPORT = r"(?:articles?|reports?|pieces?|stor(?:y|ies)|coverage|columns?|dispatch(?:es)?|bulletins?)"
_BEFORE = lazily(rf"(?<![\w.&’'-])(?P<name>{_NAME})['’]?s?['’]?\s+(?:news\s+)?{_REPORT}\b")
_LISTED = rf"['‘\"“]?(?:[Tt]he\s)?(?P<name>{_NAME})(?:['’\"”]|\b)"
_AFTER = lazily(
    rf"\b(?:{_REPORT}\s+(?:from|by|in|of)|(?:reported|covered|discussed|mentioned|highlighted|described|noted|told)\s+by"
    rf"|(?:[Aa]ccording\s+to|[Aa]s\s+per))\s+"
    rf"(?:both\s+|either\s+)?{_LISTED}"
)
_ANOTHER = lazily(
    rf"\s*,?\s+(?:and|or)\s+(?:also\s+)?(?:by\s+|from\s+|another\s+(?:by|from|in)\s+|an?\s+{_REPORT}\s+(?:by|in|from)\s+)?"
    rf"{_LISTED}"
)
_ASKING = lazily(r"(?:Did|Does|Do|Is|Are|Was|Were|Has|Have|Had|Will|Would|Can|Could|Which|What|When)\s+(?:The\s+)?")
_DETERMINERS = "the a an this that these those both other another what which who its their his her"
_NO_SOURCES = frozenset(_DETERMINERS.split())


@dataclass(frozen=True, slots=True)
class NamedSource:
    """A place at which a question names a source; ``sources`` are the documents' sources of that name, if any."""

    span: Span
    text: str
    sources: frozenset[str]


def named_sources(question: str, sources: Iterable[str]) -> tuple[NamedSource, ...]:
    """Where ``question`` names one of ``sources``, or gives an article or report a source that is none of them."""
    sources = sorted(set(sources))
    known = _known(question, sources)
    found = list(known)
    for match in _cued(question):
        start = match.start("name") + len(m[0] if (m := _ASKING.match(match["name"])) else "")
        span = Span(start, match.end("name"))
        text = question[span.start : span.end]
        words = [w.casefold() for w in _WORD.findall(text)]
        free = all(span.end <= k.span.start or k.span.end <= span.start for k in found)
        if free and words and not _NO_SOURCES.issuperset(words):
            found.append(NamedSource(span, text, _beginning_with(words, sources)))
    return tuple(sorted(found, key=lambda f: f.span.start))


def _beginning_with(words: Sequence[str], sources: Iterable[str]) -> frozenset[str]:
    """The sources whose names begin with ``words``: "BBC" of BBC News."""
    bare = {s: [w.casefold() for w in _WORD.findall(_ARTICLE.sub("", s))] for s in sources}
    return frozenset(s for s, parts in bare.items() if parts[: len(words)] == list(words))


def _cued(question: str) -> Iterable[re.Match[str]]:
    yield from _BEFORE.finditer(question)
    for match in _AFTER.finditer(question):
        yield match
        following = _ANOTHER.match(question, match.end())
        while following:
            yield following
            following = _ANOTHER.match(question, following.end())


def documents_called(question: str, infos: Mapping[int, DocumentInfo]) -> tuple[frozenset[int], frozenset[int]]:
    """The documents (ordinals) whose source, or author by the full name, ``question`` names, and those whose title it
    holds; of a title what stands in brackets at its end may be missing.
    """
    words = _Words(question)
    called = {source for source in {i.source for i in infos.values()} if words.of_source(source)}
    written = {name for name in {n for i in infos.values() for n in authors_of(i)} if words.places(name)}
    by_title = (o for o, i in infos.items() if words.places(_QUALIFIED.sub("", i.title)))
    by_source = (o for o, i in infos.items() if i.source in called or not written.isdisjoint(authors_of(i)))
    return frozenset(by_source), frozenset(by_title)


def authors_of(info: DocumentInfo) -> tuple[str, ...]:
    """The names of those who wrote a document or speak in it, as it gives them, or the handle of one; without what
    stands beside them, where that is one word or an office: "Ann Lee, Design", "Bo Stern, Policy Advisor".
    """
    given = info.metadata.get("author")
    bare = [part.strip() for part in _NEXT.split(_ASIDE.sub("", given))] if isinstance(given, str) else []
    names = [_spelt(part) for number, part in enumerate(bare) if not _is_office(part, alone=number == 0)]
    return tuple(
        name
        for name in names
        if (" " in name or len(names) == 1) and 0 < len(name.split()) <= _NAME_WORDS and not _OF_OFFICE.search(name)
    )


def _is_office(part: str, *, alone: bool) -> bool:
    """Whether what is given as an author is an office; what stands first is only where it can be nothing else."""
    words = part.casefold().split()
    if alone:
        return len(words) == 1 + (words[:1] == ["the"]) and words[-1] in OFFICES
    return is_job_title(part) or any(word in NO_LONGER for word in words)


def _spelt(name: str) -> str:
    """A name that is written as a handle in its words: "MikeMcQuaid" is Mike McQuaid."""
    plain = name.removeprefix("@")
    parts = _IN_HANDLE.findall(plain)
    return " ".join(parts) if len(parts) > 1 and "".join(parts) == plain else plain


class _Words:
    """Where a question writes a name, its first letter not a small one; an article before it counts for nothing."""

    def __init__(self, question: str) -> None:
        self._words = list(_WORD.finditer(question))
        self._folded = [w[0].casefold() for w in self._words]
        self._starts: dict[str, list[int]] = {}
        for place, word in enumerate(self._words):
            if not word[0][0].islower():
                self._starts.setdefault(self._folded[place], []).append(place)

    def places(self, name: str) -> list[tuple[int, int]]:
        """The bounds of each mention."""
        wanted = [w.casefold() for w in _WORD.findall(_ARTICLE.sub("", name))]
        starts = self._starts.get(wanted[0], ()) if wanted else ()
        found = (s for s in starts if self._folded[s : s + len(wanted)] == wanted)
        return [(self._words[s].start(), self._words[s + len(wanted) - 1].end()) for s in found]

    def of_source(self, source: str) -> list[tuple[int, int]]:
        """Those of a source; of one in parts ("The Independent - Life and Style") the first is enough."""
        return [*self.places(source), *self.places(_DIVIDED.split(source)[0])]


def _known(question: str, sources: Sequence[str]) -> list[NamedSource]:
    words = _Words(question)
    places: dict[tuple[int, int], set[str]] = {}
    for source in sources:
        for bounds in words.of_source(source):
            places.setdefault(bounds, set()).add(source)
    whole = [
        (start, end)
        for start, end in places
        if not any((a <= start and end <= b) and (a, b) != (start, end) for a, b in places)
    ]
    return [NamedSource(Span(a, b), question[a:b], frozenset(places[a, b])) for a, b in sorted(whole)]
