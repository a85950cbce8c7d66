"""What a question for a figure says beside the figure: the sides that it sets against each other, the part that it
leaves out, what it takes from what, on which basis it counts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.language.parsing import parse
from timeweave.language.terms import index_terms
from timeweave.lexicon.changes import FELL, ROSE
from timeweave.lexicon.families import any_of, matching
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.telling import CORRECTED
from timeweave.question.figures.target import Form, TargetFigure

if TYPE_CHECKING:
    from spacy.tokens import Token

    from timeweave.question.question import Question

WITHOUT = r"excluding|excepting|leaving out|without|not (?:counting|including)|other than|apart from|net of"
WITH = r"including|counting|with"
WHAT = r"[^,;:.()?]+?(?=\s(?:in|for|during|on|at)\s|[,;:.()?]|$)"
"""Words that say on which basis something is counted, and what they are said of."""
_LED = lazily(rf"(?:^|[,(;]\s*)(?:(?P<no>{WITHOUT})|(?P<yes>{WITH}))\s+(?:the\s+)?(?P<what>{WHAT})", re.IGNORECASE)
FOLLOWED = lazily(
    r"(?:^|[,(;]\s*)(?:the\s+)?(?P<what>[^,;:.()?]+?)\s+(?:(?P<no>(?:not|n['’]t|never)\s+(?:counted|included)"
    r"|excluded|left out)|(?P<yes>included|counted))\s*(?=[,.;)?]|$)",
    re.IGNORECASE,
)
"""A basis told behind what it is told of: "contractors not included"."""

Basis = tuple[frozenset[str], bool]
"""The terms of what is counted or not, and whether it is."""


def set_apart(question: Question, target: TargetFigure) -> tuple[TargetFigure, Basis | None]:
    """What is asked for without the words that say on which basis, and the basis that they say."""
    for pattern in (_LED, FOLLOWED):
        for match in pattern.finditer(question.text):
            terms = frozenset(index_terms(match["what"]))
            if not terms or match["what"].split()[0].lower() in _NO_THING:
                continue
            drop = frozenset(index_terms(match[0]))
            left = replace(
                target, complement=False, terms=target.terms - drop, verbs=target.verbs - drop,
                statistic=frozenset(w for w in target.statistic if w not in match[0].lower()),
            )  # fmt: skip
            return left, (terms, bool(match["yes"]))
    return target, None


_NO_THING = frozenset(["how", "what", "which", "in", "on", "by", "from"])


_SIDES = lazily(
    r"\b(?:than|ahead of|behind|compared (?:to|with))\b|\b(?:separat|differ)\w*\b[^?]*?\bfrom\b", re.IGNORECASE
)


def sides(question: Question, level: TargetFigure) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The terms of what is said to be ahead and behind: the phrase behind "than", and each phrase before it."""
    match = _SIDES.search(question.text)
    if match is None:
        return
    start = match.end() if match[0].lower().startswith(("than", "ahead", "behind", "compared")) else match.start()
    doc = parse(question.text)
    phrases = [frozenset(index_terms(c.text)) & (level.terms | level.names) for c in doc.noun_chunks]
    places = [c.start_char for c in doc.noun_chunks]
    after = next((i for i, at in enumerate(places) if at >= match.end() and phrases[i]), None)
    if after is None:
        return
    behind = phrases[after]
    if after + 1 < len(phrases) and question.text[: places[after + 1]].rstrip().endswith(" and"):
        behind |= phrases[after + 1]  # "than the fleet and flights"
    for phrase, at in zip(phrases, places, strict=True):
        if (at < start or start == match.start()) and at < match.end() and phrase - behind and behind - phrase:
            yield phrase - behind, behind - phrase


_NOT = lazily(
    r"\b(?:not|n['’]t|never|(?:from )?outside|other than|except(?:ing)?|excluding|apart from)\b", re.IGNORECASE
)
OPPOSITES = (
    ("adults", "minors children kids"),
    ("women", "men"),
    ("girls", "boys"),
    ("females", "males"),
    ("survivors survived", "died dead killed"),
)
"""Parts of a whole of which one is what the other is not."""


def parts_meant(question: Question, target: TargetFigure) -> list[tuple[frozenset[str], TargetFigure]]:
    """The terms of the part that is told, and the whole that is meant, for each way to read a question."""
    found = []
    if target.complement and (match := _NOT.search(question.text)):
        terms = _run_after(question.text, match.end())
        if terms:
            left = replace(
                target, complement=False, terms=target.terms - terms, verbs=target.verbs - terms, form=Form.VALUE
            )
            found.append((terms, left))
    for one, other in (*OPPOSITES, *((b, a) for a, b in OPPOSITES)):
        asked, told = frozenset(index_terms(one)), frozenset(index_terms(other))
        if not target.complement and (asked & target.terms or asked & target.head):
            left = replace(
                target, terms=target.terms - asked, head=target.head - asked,
                any_head=target.any_head or bool(target.head & asked),
            )  # fmt: skip
            found += [(frozenset({t}), left) for t in told]
    return found


def _run_after(question: str, start: int) -> frozenset[str]:
    """The terms of the words that a negation is of: those right behind it."""
    words: list[str] = []
    for token in parse(question):
        if token.idx < start or token.dep_ == "case":
            continue
        if token.pos_ in ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "PART") and token.lower_ not in ("did", "do", "does"):
            words.append(token.text)
        elif words or token.pos_ not in ("DET", "AUX"):
            break
    return frozenset(index_terms(" ".join(words)))


_MINUS = lazily(r"\b(\w+) (?:minus|less|over) (\w+)\b", re.IGNORECASE)
_MORE_THAN = lazily(r"\bhow many (?:more|fewer) (\w+) than (\w+)\b", re.IGNORECASE)
_GOAL_DIFFERENCE = lazily(r"\bgoal difference\b", re.IGNORECASE)


def taken_from(question: Question) -> tuple[str, str, frozenset[str]] | None:
    """What is to be taken from what ("births minus deaths", "more cats than dogs"), and the terms of what that is
    called, which no figure has.
    """
    match = _MINUS.search(question.text) or _MORE_THAN.search(question.text)
    if match is None:
        return None
    called = re.search(r"([\w' ]+)\(\s*$", question.text[: match.start()])
    words = [] if called is None else [t.text for t in parse(called[1]) if t.dep_ not in ("poss", "pobj")]
    return match[1], match[2], frozenset(index_terms(" ".join(words)))


def asks_goal_difference(question: Question) -> bool:
    """Whether goals scored less goals conceded are asked for."""
    return _GOAL_DIFFERENCE.search(question.text) is not None


_AGAINST_PLAN = lazily(
    r"\b(?:miss\w*|exceed\w*|overr[au]n\w*|overshoot|overshot|short of|below|above|beat\w*|surpass\w*|over|under)\b"
    r".{0,40}?\b(targets?|budgets?|plans?|goals?|quotas?|forecasts?|estimates?)\b",
    re.IGNORECASE,
)


def against_plan_terms(question: Question) -> frozenset[str]:
    """The terms by which it asks how far something missed or beat a plan; none where it does not."""
    match = _AGAINST_PLAN.search(question.text)
    return frozenset[str]() if match is None else frozenset(index_terms(match[0]))


_BEFORE = lazily(r"\b(?:before|prior to|ahead of)\b(.*)$", re.IGNORECASE)
_YEAR_BEFORE = lazily(r"\bthe (?:year|season|quarter|month) before(?=\s+(?:\w+\s+)?\d{4}|\W*$)", re.IGNORECASE)


def said_before(question: Question) -> str | None:
    """What it asks for the level before: "before the rise"; ``None`` where it asks for none."""
    clause = _BEFORE.search(_YEAR_BEFORE.sub(" ", question.text))
    return None if clause is None else clause[1]


def conjoined(question: Question, target: TargetFigure) -> Iterator[tuple[list[frozenset[str]], list[frozenset[str]]]]:
    """The terms of each member of each list of names or nouns in a question that restrict what is asked for, and
    those of the nouns alone.
    """
    for first in parse(question.text):
        if first.dep_ == "conj" or first.pos_ not in ("NOUN", "PROPN"):
            continue
        tokens = [first, *itertools.chain.from_iterable(_joined(first))]
        if len(tokens) < 2:
            continue
        spans = []
        for token in tokens:
            others = {t.i for other in tokens if other is not token and other in token.subtree for t in other.subtree}
            words = [t for t in token.subtree if t.i not in others and t.pos_ in ("NOUN", "PROPN", "ADJ", "X", "NUM")]
            near = [t for t in words if abs(t.i - token.i) < 5]
            meant = target.terms | target.names | target.head
            spans.append(frozenset(index_terms(" ".join(t.text for t in near))) & meant)
        alone = [s - frozenset[str]().union(*(o for o in spans if o is not s)) for s in spans]
        if all(alone):
            yield alone, [frozenset(index_terms(t.text)) for t in tokens]


def _joined(token: Token) -> Iterator[list[Token]]:
    children = [c for c in token.children if c.dep_ == "conj" and c.pos_ in ("NOUN", "PROPN")]
    for child in children:
        yield [child]
        yield from _joined(child)


_EITHER_WAY = lazily(rf"\b(?:or {any_of(ROSE, FELL)}|up or down)\b", re.IGNORECASE)


def asks_either_way(question: Question) -> bool:
    """Whether it asks which way something went: "rise or fall"."""
    return _EITHER_WAY.search(question.text) is not None


def numbers_said(question: Question) -> frozenset[str]:
    """The numbers that it says, but those of its times."""
    times = [(e.start, e.end) for e in question.scope.expressions]
    bare = "".join(" " if any(a <= i < b for a, b in times) else c for i, c in enumerate(question.text))
    return frozenset(re.findall(r"\b\d+\b", bare))


def events_dated(question: Question) -> frozenset[str]:
    """The terms of the events that name a time with its date: "the May 2018 election"."""
    ends = [e.end for e in question.scope.expressions if e.interval is not None]
    words = [m[1] for end in ends if (m := re.match(r"\s([a-z]+)\b(?=\s*[?,]|\s*$)", question.text[end:]))]
    return frozenset(index_terms(" ".join(words)))


_CORRECTED = matching(CORRECTED)


def asks_corrected(question: Question) -> bool:
    """Whether it asks for a figure as it was corrected."""
    return _CORRECTED.search(question.text) is not None
