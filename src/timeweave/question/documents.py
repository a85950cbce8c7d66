"""Questions about the documents themselves: how many posts came out, the first meeting of a year, what there was.

All words of such a question but those of documents, of publishing or meeting, of time and order are the names of the
body or outlet, or of a topic; who knows the documents says whether they fit (`answering.catalogue`).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.language.terms import STOP_WORDS, index_terms
from timeweave.lexicon.documents import (
    ACCOUNTED,
    AUTHORING,
    AUTHORS,
    BODIES,
    GATHERED,
    GATHERING,
    OCCUPIED,
    OUTLETS,
    PUBLISHING,
    SPEAKING,
    SPOKEN,
    SUMMED_UP,
    WRITTEN,
)
from timeweave.lexicon.families import any_of, forms, words
from timeweave.lexicon.lazy import lazily
from timeweave.question.sought import POSITION
from timeweave.temporal.expressions import TimeExpression


class Wanted(enum.StrEnum):
    """What is asked of documents."""

    COUNT = "count"
    FIRST = "first"
    LAST = "last"
    ALL = "all"
    AUTHOR = "author"
    MOST_FREQUENT_AUTHOR = "most frequent author"


@dataclass(frozen=True, slots=True)
class DocumentsQuestion:
    """``gathered``: minutes and transcripts are meant; ``terms`` are those that only names or a topic explain; ``end``
    is which of those found it is whose author is asked for; ``by_author``: the terms are the name of who wrote them;
    ``held``: of minutes the day of the meeting counts, not that of their publication.
    """

    wanted: Wanted
    gathered: bool
    terms: frozenset[str]
    end: Wanted | None = None
    by_author: bool = False
    held: bool = False


_MEETING = any_of((f"{noun}s" for noun in GATHERED), GATHERED, ["assemblies"])
_WORKS = (*WRITTEN, *SPOKEN)
_WRITING = any_of((f"{noun}s" for noun in _WORKS), _WORKS, ["entries", "stories", "speeches"])
_NOUN = rf"(?:{_MEETING}|{_WRITING})"
_QUALIFIED = r"(?:(?:(?-i:[A-Z])[\w’'-]* (?:(?:of|and|for) )?){1,7}|(?:[\w’'-]+ ){0,2}?)"
_COUNT = lazily(
    rf"\b(?:how many|number of(?! the (?:first|last|latest)\b)) {_QUALIFIED}(?:blog )?{_NOUN}\b"
    rf"|\bhow (?:many times|often) (?:did|has|have|had)\b.*\b{any_of(forms(GATHERING))}\b",
    re.IGNORECASE,
    ("how", "number"),
)
_FIRST = lazily(
    rf"\b(?:first|earliest|opening) {_QUALIFIED}(?:blog )?{_NOUN}\b", re.IGNORECASE, words("first earliest opening")
)
_LAST = lazily(
    rf"\b(?:last|final|latest|newest|most recent) {_QUALIFIED}(?:blog )?{_NOUN}\b",
    re.IGNORECASE,
    words("last final latest newest recent"),
)
_LIST = r"(?:please )?(?:list|name|show|give)(?: me)?(?: all| every)?(?: of)?"
_ALL = lazily(
    rf"^\W*(?:{_LIST}|which|what(?: (?:are|were))?(?: all)?)(?: the| of the)? {_QUALIFIED}(?:blog )?{_NOUN}\b",
    re.IGNORECASE,
    words("list name show give which what"),
)
_AUTHOR = lazily(
    rf"^\W*(?:by whom\b|who\b|which (?:author|person|colleague)s?\b)"
    rf".*\b{any_of(forms(PUBLISHING, SPEAKING))}\b.*\b{_WRITING}\b"
    rf"|^\W*(?:who (?:is|was|are|were) the authors?|name the authors?) of\b.*\b{_WRITING}\b"
    r"|^\W*who (?:wrote|blogged|posted|spoke|talked|reported) (?:about|on)\b",
    re.IGNORECASE,
    (*forms(PUBLISHING, SPEAKING), *words("author wrote blogged posted spoke talked reported")),
)
_WROTE = any_of(forms(PUBLISHING, SPEAKING))
_WORKS_WRITTEN = any_of((f"{noun}s" for noun in _WORKS), ["entries", "stories", "speeches"])
_MOST_FREQUENT = lazily(
    rf"^\W*(?:who|which {any_of(AUTHORS)}s?)\b.{{0,80}}?"
    rf"\b(?:{_WROTE}\b.{{0,20}}?\b(?:the most (?:blog )?{_WORKS_WRITTEN}|most often)"
    rf"|(?:has|have|had) the most (?:blog )?{_WORKS_WRITTEN})"
    r"\W*(?:$|\b(?:in|on|for|of|by|between|during|since|about)\b)",
    re.IGNORECASE,
    ("most",),
)
_WRITES = any_of(forms(AUTHORING))
_FIRST_WRITTEN, _LAST_WRITTEN = (
    lazily(
        rf"^\W*when (?:did|has|had)\b.{{0,80}}?\b{end} (?:time )?{_WRITES}\W*(?:$|\b(?:in|for|on|about|at|with)\b)"
        rf"|^\W*when (?:did|has|had)\b.{{0,80}}?\b{_WRITES}\b.{{0,40}}?\bfor the {end} time\W*$",
        re.IGNORECASE,
        ("when",),
    )
    for end in ("first", "(?:last|most recently)")
)
_FIRST_MET, _LAST_MET = (
    lazily(rf"^\W*when (?:did|has|had)\b.{{0,80}}?\b{end} {any_of(forms(GATHERING))}\W*$", re.IGNORECASE)
    for end in ("first", "(?:last|most recently)")
)
_OTHERWISE = lazily(
    r"^\W*(?:who|whose|whom|why|where|how(?! (?:many|often))|was|were|is|are|do|does|did)\b", re.IGNORECASE
)
_PUBLISHED = lazily(rf"\b{any_of(forms(PUBLISHING))}\b", re.IGNORECASE)
_RULES = (
    (Wanted.COUNT, _COUNT),
    (Wanted.FIRST, _FIRST),
    (Wanted.LAST, _LAST),
    (Wanted.FIRST, _FIRST_MET),
    (Wanted.LAST, _LAST_MET),
    (Wanted.ALL, _ALL),
)
_GATHERS = lazily(rf"\b(?:{_MEETING}|{any_of(forms(GATHERING))})\b", re.IGNORECASE)
_ORDERING = """
    first earliest opening last final latest newest most recent many number numbers times time often list name names
    show give please all every date dates day days title titles there held hold take took place took took between from
    through until during since before after within start end beginning middle half year month week out blog come came
    get got file record recorded minuted dated collection archive folder here exist
"""
_EXPLAINED = frozenset(
    term
    for word in (
        *_ORDERING.split(),
        *_WORKS, *GATHERED, *OUTLETS, *BODIES, "stories", "entries", "assemblies", "speeches",
        *(part for form in forms(GATHERING, PUBLISHING, SPEAKING) for part in form.split()),
    )
    for term in index_terms(word)
)  # fmt: skip


ORDERING_TERMS = frozenset(term for word in _ORDERING.split() for term in index_terms(word))
"""Of words that put in order, count or ask; no name of anything."""
_OF_AUTHORS = index_terms(" ".join((*AUTHORS, "authors whom blogged spoke talked reported recently"))).keys()
_MOSTLY = r"(?:mostly|mainly|chiefly|largely|primarily|generally)"
_ACCOUNT = lazily(
    rf"\bsum(?:med|ming)? (?:\w+ ){{0,2}}?up\b"
    rf"|\b(?:what|which)\b(?: \w+){{0,4}}? {any_of(ACCOUNTED)}\b"
    rf"|\bwhat\b.*\b{any_of(OCCUPIED)}\b"
    rf"|\bwhat (?:did|do|does|was|were|has|have)\b.*\b{_MOSTLY}\b"
    rf"|\bwhat (?:was|were)\b.*\babout\W*$",
    re.IGNORECASE,
    ("sum", "wh"),
)
_GENERAL = _EXPLAINED | index_terms(" ".join((*SUMMED_UP, *ACCOUNTED, *OCCUPIED))).keys()


def read_account(text: str, expressions: Sequence[TimeExpression], *, is_abstract: bool) -> frozenset[str] | None:
    """The terms of what ``text`` wants an account of, beside words of any account; ``None`` where it wants none.

    ``is_abstract``: it asks for a summary by words that say so.
    """
    if not is_abstract and not _ACCOUNT.search(text):
        return None
    return terms_left(text, expressions) - _GENERAL


def read_documents(text: str, expressions: Sequence[TimeExpression]) -> DocumentsQuestion | None:
    """``text`` as a question about documents; ``None`` where it asks for something else."""
    if _MOST_FREQUENT.search(text):
        left = terms_left(text, expressions) - _EXPLAINED - _OF_AUTHORS
        return DocumentsQuestion(Wanted.MOST_FREQUENT_AUTHOR, False, left)
    if _AUTHOR.search(text):
        ends = ((Wanted.FIRST, _FIRST), (Wanted.LAST, _LAST))
        end = next((wanted for wanted, pattern in ends if pattern.search(text)), None)
        return DocumentsQuestion(Wanted.AUTHOR, False, terms_left(text, expressions) - _EXPLAINED - _OF_AUTHORS, end)
    written = ((Wanted.FIRST, _FIRST_WRITTEN), (Wanted.LAST, _LAST_WRITTEN))
    end = next((wanted for wanted, pattern in written if pattern.search(text)), None)
    if end is not None:
        left = terms_left(text, expressions) - _EXPLAINED - _OF_AUTHORS
        return DocumentsQuestion(end, False, left, by_author=True) if left else None
    wanted = next((wanted for wanted, pattern in _RULES if pattern.search(text)), None)
    if wanted is None or _OTHERWISE.search(text) or POSITION.search(text):
        return None
    gathered = _GATHERS.search(text) is not None
    held = gathered and not _PUBLISHED.search(text)
    return DocumentsQuestion(wanted, gathered, terms_left(text, expressions) - _EXPLAINED, held=held)


def terms_left(text: str, expressions: Sequence[TimeExpression]) -> frozenset[str]:
    """The terms of ``text`` that are no time."""
    bare = list(text)
    for e in expressions:
        bare[e.start : e.end] = " " * (e.end - e.start)
    words = re.findall(r"[\w’'-]+", "".join(bare))
    return frozenset(index_terms(" ".join(word for word in words if word.casefold() not in STOP_WORDS)))
