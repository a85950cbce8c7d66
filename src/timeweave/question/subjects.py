"""What documents are about, and which of it a question means without writing its name as the document does.

"Joseph Moisevich Chaikov" or "Milan's Metro Line 2" hold every word of a page's title; "Father Heße" and "the U-38" are
its last words. Only what visible documents are about is named so: a title is a claim of its document, a mention is not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from timeweave.extraction.amounts.measures import normal_measure
from timeweave.extraction.relations.offices import is_office
from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.records import DocumentInfo, EntityId, EntityInfo

_NUMBER = lazily(r"^\d\w*\s+(?=\D)")
_NOTE = lazily(r"\s*\([^)]*\)\s*$")
_RANKS = frozenset(
    re.findall(
        r"\w+",
        "father brother sister bishop archbishop cardinal pope king queen prince princess duke duchess count countess "
        "baron baroness lord lady saint president chancellor minister senator governor mayor judge justice ambassador "
        "captain major colonel general admiral commander lieutenant sergeant coach manager doctor dr mr mrs ms miss "
        "sir dame prof professor rev",
    )
)
_CONCENTRATED = 0.15  # of the statements that hold a short form, in the one document that it may stand for
_INTRODUCED = 0.3  # of the statements on a name, in the one document that introduces its subject with it
_ACRONYMS = lazily(r"[A-Z]{2,}s")  # "PCs"
_LONG = 6  # letters from which a word may be misspelt by one
_MISSPELT = ((9, 2), (5, 1))  # letters of a name's word, and how many of them may be wrong


@dataclass(frozen=True, slots=True)
class Subject:
    """What documents near a text are about; ``share`` is their share of the statements that are near."""

    info: EntityInfo
    share: float


def subject_names(document: DocumentInfo) -> tuple[EntityId, ...]:
    """The keys of what a document is mainly about, the likeliest first: the first entity that it was given, else its
    title, whole, without a place behind a comma, or without a number before it.
    """
    if document.entities:
        return document.entities[:1]
    title = _NOTE.sub("", document.title)
    forms = (title, title.split(", ")[0], _NUMBER.sub("", title))
    return tuple(dict.fromkeys(key for form in forms if (key := canonical_key(form))))


def counted(documents: Iterable[DocumentInfo]) -> list[tuple[DocumentInfo, float]]:
    """Each of ``documents`` once with its share of them all, the most frequent first, then by id."""
    infos: dict[str, DocumentInfo] = {}
    counts: Counter[str] = Counter()
    for document in documents:
        infos[document.id] = document
        counts[document.id] += 1
    total = sum(counts.values())
    return [(infos[id_], n / total) for id_, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def spelt_out(question: str, subjects: Sequence[Subject]) -> list[Subject]:
    """The subjects whose every word stands in ``question``, in any order, a long word perhaps misspelt by a letter;
    without those whose words are only some of another's.
    """
    asked = frozenset(index_terms(question))
    found: list[tuple[frozenset[str], Subject]] = []
    for subject in subjects:
        terms = frozenset(index_terms(subject.info.id))
        if terms and all(has_term(asked, term) for term in terms) and _says_enough(subject.info.id):
            found.append((terms, subject))
    return [s for terms, s in found if not any(terms < other for other, _ in found)]


def has_term(terms: Set[str], wanted: str) -> bool:
    """Whether ``wanted`` is among ``terms``; of long words, one letter may differ, lack or be too much."""
    if wanted in terms:
        return True
    return len(wanted) >= _LONG and any(_is_misspelt(term, wanted, 1) for term in terms)


def short_for(text: str, subjects: Sequence[Subject]) -> list[Subject]:
    """The one subject that ``text`` is a part of ("Sarri", "the Yankees", "Borsod Chem" for BorsodChem), if a good part
    of the statements in which it stands are of its document.
    """
    words = canonical_key(text).split()
    while len(words) > 1 and words[0] in _RANKS:
        words = words[1:]
    if not words or not _says_enough(" ".join(words)):
        return []
    fitting = [s for s in subjects if s.share >= _CONCENTRATED and _is_part(words, s.info.id.split())]
    return fitting if len({s.info.id for s in fitting}) == 1 else []


def introduced(votes: Iterable[Sequence[Subject]]) -> list[Subject]:
    """The subject whose documents most introduce with the names that vote; none where two are level."""
    totals: dict[EntityId, float] = {}
    known: dict[EntityId, Subject] = {}
    for subjects in votes:
        for subject in subjects:
            known[subject.info.id] = subject
            totals[subject.info.id] = totals.get(subject.info.id, 0.0) + subject.share
    best = sorted(totals.items(), key=lambda item: (-item[1], item[0]))[:2]
    if not best or best[0][1] < _INTRODUCED or (len(best) > 1 and best[0][1] == best[1][1]):
        return []
    return [known[best[0][0]]]


def nearly_called(text: str, entities: Iterable[EntityInfo]) -> list[EntityInfo]:
    """Those of ``entities`` whose name, or the beginning of it, ``text`` is but for a letter or two of long words."""
    words = canonical_key(text).split()
    return [e for e in entities if e.id != " ".join(words) and _is_nearly(words, e.id.split()[: len(words)])]


def _is_nearly(words: Sequence[str], name: Sequence[str]) -> bool:
    return bool(words) and len(words) == len(name) and all(map(_may_be, words, name))


def _may_be(word: str, name: str) -> bool:
    if word == name:
        return True
    least = min(len(word) + 1, len(name))
    allowed = next((edits for length, edits in _MISSPELT if least >= length), 0)
    return allowed > 0 and _is_misspelt(word, name, allowed)


def _is_misspelt(word: str, name: str, letters: int) -> bool:
    """Whether up to ``letters`` after the first are changed, added, left out, or swapped with the next."""
    if word[0] != name[0] or word.isdigit() or name.isdigit():
        return False
    from rapidfuzz.distance import OSA  # loaded where a word may be misspelt, not for every question

    return OSA.distance(word, name, score_cutoff=letters) <= letters


def _is_part(words: Sequence[str], name: Sequence[str]) -> bool:
    if "".join(words) == "".join(name):
        return True
    within = [i for i in range(len(name) - len(words) + 1) if name[i : i + len(words)] == list(words)]
    return len(words) < len(name) and any(len(words) > 1 or i in (0, len(name) - 1) for i in within)


def _says_enough(name: str) -> bool:
    return any(len(word) >= 4 or any(c.isdigit() for c in word) for word in name.split())


def is_common(text: str) -> bool:
    """Whether capitals name an office, several of a kind ("PCs") or, by its short form, a measure ("GAAP EPS"), which
    need not be mentioned.
    """
    name = normal_measure(text)
    spelt_out = name.name != text.casefold() and bool(name.name)
    return (
        is_office(text)
        or _ACRONYMS.fullmatch(text) is not None
        or (spelt_out and all(w.isupper() for w in re.findall(r"[A-Za-z]+", text)))
    )
