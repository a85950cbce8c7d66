"""The figures of prose that is no report: whose each amount is and what of, as the clause that tells it says.

What the clause leaves open is left out: a figure without a bearer, of a part of something, in a condition or a
question, denied, or of a noun that alone says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.extraction.amounts import governors
from timeweave.extraction.amounts.counted import Figure
from timeweave.extraction.amounts.numbers import Amount
from timeweave.extraction.amounts.parsed import ParsedSentence, clauses_up
from timeweave.extraction.amounts.readings import Role
from timeweave.extraction.amounts.standing import Standing, standing_of
from timeweave.extraction.amounts.valued import FigureReader
from timeweave.lexicon.counting import CONDITIONAL, COUNTLESS
from timeweave.lexicon.families import of_one_word, word_set
from timeweave.lexicon.outlook import ESTIMATING, EXPECTING, GUIDING, INTENDING

if TYPE_CHECKING:
    from spacy.tokens import Token

_PART = re.compile(
    r"\b(?:of (?:whom|which|these|those|them)|including|among (?:them|these|those|whom)|of that)\b[^,;]*$",
    re.IGNORECASE,
)
_SOME_OF = re.compile(r"\b(?:half|most|some|many|few|none|any|majority)(?: of)? (?:the|its|their) $", re.IGNORECASE)
_RATE = re.compile(
    r"\b(per|each|every) (\w+)|\ban? (second|minute|hour|day|night|week|month|year|season|game|match)\b"
    r"(?! ago| earlier| later| before)",
    re.IGNORECASE,
)
_RATE_WITHIN = 80
_ENDS = re.compile(r"[;.:(](?:\s|$)|\b(?:who|which|while|but|after|before|when|until)\b", re.IGNORECASE)
_OF_TELLING = frozenset({"nsubj", "nsubjpass", "aux", "auxpass", "expl"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_AHEAD = of_one_word(EXPECTING, INTENDING, GUIDING, ESTIMATING) | {"set", "due", "scheduled"}
_COMPARED_WITH = re.compile(
    r"(?:\b(?:compared (?:to|with)|versus|against|(?:up|down) from)|\bvs\.?)(?: \w+){0,2} $", re.IGNORECASE
)
_MOVED_BY = re.compile(r"(?: [a-z]+){0,2}(?:,| \()(?: which (?:is|was))? ?(?:(up)|down)(?: by)? ", re.IGNORECASE)
_RATES = frozenset({"%", "pp", "bp"})
_WANTING = word_set("want wants wanted")
_HELPING = frozenset({"aux", "auxpass"})
_WILL = frozenset({"will", "'ll", "’ll", "shall"})


def figure_of(sentence: ParsedSentence, amount: Amount) -> Figure | None:
    """What the clause of an amount says that it is; ``None`` where that is left open."""
    before = sentence.text[: amount.start]
    if not amount.value or amount.text.lower() == "one" or _PART.search(before) or _SOME_OF.search(before):
        return None
    if sentence.is_in_name(amount.start, amount.end):
        return None
    standing = standing_of(sentence.text, amount)
    if standing in (Standing.DENIED, Standing.REPLACED) or _is_supposed(sentence, amount):
        return None
    found = FigureReader(sentence, amount, standing).read()
    if found is None or _is_aside(sentence, found) or not _is_telling(found) or _introduces(sentence, found):
        return None
    if standing is Standing.PLANNED and not _looks_ahead(found.verb):
        if found.verb is not None and any(c.tag_ == "TO" for c in found.verb.children):
            return None
        standing = Standing.STATED
    return replace(found, standing=standing, measure=found.measure + _rate(sentence, amount, found))


def _rate(sentence: ParsedSentence, amount: Amount, figure: Figure) -> str:
    """The unit of time or occasion in which as many are counted: "6.6 rebounds and 1.7 steals per game"."""
    match = _RATE.search(sentence.text, amount.end, amount.end + _RATE_WITHIN)
    if match is None or _ENDS.search(sentence.text, amount.end, match.start()):
        return ""
    if sentence.text[: match.start()].endswith(" in "):  # "had 81 yards in a game that she attended"
        return ""
    told = f" {match[1] or 'per'} {match[2] or match[3]}".lower()
    return "" if told in f" {figure.measure}" or "/" in amount.unit else told


def _is_aside(sentence: ParsedSentence, figure: Figure) -> bool:
    """Whether an amount stands in brackets or a cell, and what would tell it outside: "did so once (9 goals)"."""
    start = 0 if figure.verb is None else figure.verb.idx
    between = sentence.text[start : figure.amount.start]
    return "|" in between or between.rfind("(") > between.rfind(")")


def _introduces(sentence: ParsedSentence, figure: Figure) -> bool:
    """Whether a small number only counts the list that follows: "took three forms:"."""
    return figure.amount.small and ":" in sentence.text[figure.amount.end :]


def _looks_ahead(verb: Token | None) -> bool:
    """Whether what a verb says is expected or planned."""
    for above in () if verb is None else clauses_up(verb):
        wanted = above == verb and above.lower_ in _WANTING  # "33 % want it" is so as it is told
        if (above.lower_ in _AHEAD and not wanted) or any(
            c.lower_ in _WILL and c.dep_ == "aux" for c in above.children
        ):
            return True
        if above.dep_ in ("relcl", "acl", "advcl") or _stands_alone(above):
            return False
    return False


def _is_supposed(sentence: ParsedSentence, amount: Amount) -> bool:
    """Whether an amount stands in a question, in a condition, or in what only could be."""
    verb = governors.verb(sentence.doc, amount)
    if verb is None or not any(t.tag_ in _FINITE for v in clauses_up(verb) for t in (v, *v.children)):
        return True
    if re.match(r"[^.!]*\?", sentence.text[amount.end :]):
        return True
    if any(c.dep_ == "advcl" and any(m.lower_ in ("if", "unless") for m in c.children) for c in verb.children):
        return True
    for above in clauses_up(verb):
        if above.tag_ == "VB" and above.dep_ == "ccomp" and not any(c.dep_ in _HELPING for c in above.children):
            return True  # "demand that Ely provide"
        if above.dep_ == "ROOT" and above.tag_ == "VB" and not any(c.dep_ in _OF_TELLING for c in above.children):
            return True  # "Ensure that coverage is at least 90 %"
        if any(c.lower_ in CONDITIONAL and c.dep_ in ("mark", "aux") for c in above.children):
            return True
        if any(c.dep_ == "neg" or c.lower_ in ("never", "longer") for c in above.children):
            return True
        if _stands_alone(above):
            return False
    return False


def _stands_alone(verb: Token) -> bool:
    """Whether a clause is only joined to another: what denies or supposes that says nothing of it."""
    apart = ";" in verb.doc.text[min(verb.idx, verb.head.idx) : max(verb.idx, verb.head.idx)]
    joined = verb.dep_ in ("conj", "parataxis") and any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.children)
    return apart or joined


def _is_telling(figure: Figure) -> bool:
    words = figure.measure.split()
    if not words or words[-1] == "of":
        return False
    nouns = [w for w in words if w not in COUNTLESS]
    return bool(nouns) and words[0] not in COUNTLESS and not (len(words) < 3 and words[-1] in COUNTLESS)


def figures_in(sentence: ParsedSentence, amounts: Sequence[Amount]) -> Iterator[Figure]:
    """The figures of a sentence, in order; one that another is compared with follows it."""
    last: Figure | None = None
    for amount in amounts:
        change = _changed(sentence, amount, last)
        figure = change or figure_of(sentence, amount) or _compared(sentence, amount, last)
        if figure is not None:
            yield figure
            last = last if change is not None or figure.standing is Standing.COMPARED else figure


def _changed(sentence: ParsedSentence, amount: Amount, last: Figure | None) -> Figure | None:
    """Read "revenue of $8 million, up 2 %" as what the figure before it has changed by."""
    if last is None or amount.unit not in _RATES or last.role is not Role.VALUE:
        return None
    moved = _MOVED_BY.fullmatch(sentence.text, last.amount.end, amount.start)
    return None if moved is None else replace(last, amount=amount, role=Role.CHANGE, sign=1 if moved[1] else -1)


def _compared(sentence: ParsedSentence, amount: Amount, last: Figure | None) -> Figure | None:
    """Read "compared with 5 % in 2016" as the same figure at another time."""
    if last is None or last.amount.unit != amount.unit or last.role is not Role.VALUE:
        return None
    if standing_of(sentence.text, amount) is not Standing.COMPARED or _is_supposed(sentence, amount):
        return None
    if not _COMPARED_WITH.search(sentence.text, last.amount.end, amount.start):
        return None
    own = governors.noun(sentence.doc, amount)
    if own is not None and own.lower_ not in last.measure.split():
        return None
    return replace(last, amount=amount, standing=Standing.COMPARED)
