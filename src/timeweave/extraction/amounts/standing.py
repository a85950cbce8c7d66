"""How an amount stands in its sentence: stated, denied, taken back, planned, compared with, a change, or of a part.

A number is an answer only where the sentence vouches for it. What governs it is read from the parse; the classes of
words that deny, take back or look ahead are small and closed.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from timeweave.extraction.amounts.numbers import Amount
from timeweave.language.parsing import parse, tokens_within
from timeweave.lexicon.changes import FALLING, FALLS, GAINING, RISES, RISING
from timeweave.lexicon.families import any_of, forms, words
from timeweave.lexicon.hedging import HEDGED
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.outlook import EXPECTING, GOALS, GUIDANCE, INTENDING
from timeweave.lexicon.telling import ADJUSTING, CORRECTING, EARLIER, PUBLISHED

if TYPE_CHECKING:
    from spacy.tokens import Token


class Standing(enum.StrEnum):
    """What a sentence says of an amount; only what is ``stated`` holds at the sentence's own time."""

    STATED = "stated"
    DENIED = "denied"
    REPLACED = "replaced"
    PLANNED = "planned"
    COMPARED = "compared"
    CHANGE = "change"


_HEDGES = (
    rf"(?:(?:the|an?|its|their|{HEDGED}|only|just|exactly|estimated|originally|previously|reported|original|provisional|"
    r"initial|earlier|total|of|figure|number)\s+|['‘’“\"])*$"
)
_AT_LEAST = lazily(r"\b(?:no|not?)\s+(?:less|fewer|lower|more|higher|greater)\s+than\s*$|\bnot\s+only\b", re.I)
_NOT_BUT = lazily(
    rf"(?:\b(?:not|rather than|instead of|as opposed to|in place of|replac(?:es|ed|ing))\s+)(?:the\s+)?{_HEDGES}", re.I
)
_REPORTED_BEFORE = lazily(
    rf"\b(?:{any_of(EARLIER)}|wrongly|incorrectly|mistakenly|erroneously|at first)\s+"
    rf"(?:been\s+)?(?:{any_of(PUBLISHED)}|given|put|said|counted|estimated|recorded|printed)\b"
    rf"[^,;.]{{0,30}}$|\b(?:previous|original|initial|earlier|provisional|preliminary|first|wrong|incorrect"
    rf"|erroneous|old)"
    rf"\s+(?:figure|number|count|total|estimate|report|value|tally|reading)s?\s+(?:of|was|had been|as)\s+{_HEDGES}",
    re.I,
)
_AS_REPORTED_AFTER = lazily(
    r"[^,;.]{0,24}\bas\s+(?:we\s+|was\s+|had\s+been\s+|it\s+)?(?:\w+ly\s+)?"
    rf"(?:{any_of(PUBLISHED)}|given|printed|claimed)\b",
    re.I,
)
_FOR = lazily(r"\bfor\s+['\"‘“]?$", re.IGNORECASE)
_READ = lazily(r"[^.;]{0,40}\bread\b", re.IGNORECASE)
_DENYING = frozenset([
    "deny", "denied", "denies", "denying", "dispute", "disputed", "disputes", "reject", "rejected", "rejects",
    "dismiss", "dismissed", "dismisses", "refute", "refuted", "refutes", "contradict", "contradicted", "false",
    "untrue", "incorrect", "wrong", "mistaken", "erroneous", "unfounded", "inaccurate", "contrary", "rumour",
    "rumours", "rumor", "rumors", "misreported",
])  # fmt: skip
_REVISING = frozenset(forms(CORRECTING, ADJUSTING))
_NEGATIONS = frozenset({"not", "n't", "never", "no", "neither", "nor", "nobody", "none", "without", "hardly"})
_AHEAD = frozenset((*forms(EXPECTING, INTENDING), *GOALS, *GUIDANCE)).union(
    words("capacity designed scheduled slated approve approved authorised authorized allocate allocated"),
    words("limit cap likely due if unless accommodate"),
)
_COMPARED = lazily(
    r"\b(?:compared\s+(?:to|with)|versus|vs\.?|against|than|from(?:\s+\w+ing)?|instead\s+of"
    r"|(?<!look )(?<!looks )(?<!looked )(?<!looking )after|following|(?:up"
    r"|down)\s+(?:from|on)"
    r"|relative\s+to|beating|surpassing|exceeding|ahead\s+of|below|above|record\s+of)\s+" + _HEDGES,
    re.I,
)
_SET_AGAINST = lazily(
    r"(?<!look )(?<!looks )(?<!looked )(?<!looking )\b(?:after|compared\s+(?:to|with)|(?:up|down)\s+from)\s+" + _HEDGES,
    re.IGNORECASE,
)
_BUT = lazily(r"\bbut\s+(?:in\s+fact\s+)?" + _HEDGES, re.IGNORECASE)
_NEGATED = lazily(r"\b(?:not|never)\b|n['’]t\b", re.IGNORECASE)
_BOUND = lazily(
    r"\b(?:more|less|fewer|greater|higher|lower|rather|other)\s+than\s+(?:an?\s+|the\s+|some\s+|about\s+)*$"
    r"|\b(?:just|well|slightly|significantly)\s+(?:above|below)\s+$|\bbetween\s+$|\brang\w+\s+from\s+$",
    re.I,
)
_CHANGE_AFTER = lazily(
    r"(?:\s+[\w’'-]+){0,2}?\s+(?:more|fewer|less|higher|lower|extra|additional)\b(?:\s+than)?"
    rf"|(?:\s+(?:percent|per\s?cent))?\s+(?:{any_of(RISES, FALLS)}|gain|up|down)\b",
    re.I,
)
_CHANGE_BEFORE = lazily(
    r"\b(?:by|(?<!made )(?<!make )(?<!makes )(?<!making )up|down"
    rf"|additional|another|extra|further|{any_of(RISES, FALLS)}\s+of)\s+" + _HEDGES,
    re.I,
)
_AWAY = lazily(r"\b(?:up|down|additional|another|extra|further)\b[^,;]*$", re.IGNORECASE)
_ASKING = frozenset([
    "apply", "applies", "applied", "applying", "ask", "asks", "asked", "asking", "bid", "bids", "bidding", "call",
    "calls", "called", "calling", "press", "pressed", "plead", "pleaded", "campaign", "campaigned", "campaigning",
])  # fmt: skip
_COME_TRUE = frozenset([
    "manage", "managed", "manages", "go", "goes", "went", "gone", "going", "come", "comes", "came", "coming",
    "help", "helped", "helps", "begin", "began", "begun", "begins", "start", "started", "starts", "continue",
    "continued", "continues", "cease", "ceased", "prove", "proved", "proves", "turn", "turned", "used", "use",
    "allow", "allowed", "allows", "enable", "enabled", "enables", "lead", "led", "leads", "cause", "caused",
    "causes", "get", "got", "happen", "happened", "seem", "seems", "seemed", "appear", "appears", "appeared",
    "said", "reported", "thought", "believed", "estimated", "known", "found", "seen", "tend", "tends", "tended",
    "live", "lived", "combine", "combined", "combining", "serve", "served", "able", "was", "were", "is", "are",
    "be", "been",
])  # fmt: skip
MOVING = frozenset(forms(RISING, FALLING, GAINING)) | {"edge", "edged"}
_REACH = 60  # characters before an amount in which the words lie that say what it is to the rest


def standing_of(sentence: str, amount: Amount) -> Standing:
    """How ``amount`` stands in ``sentence``."""
    before = sentence[max(0, amount.start - _REACH) : amount.start]
    after = sentence[amount.end : amount.end + _REACH]
    if _AS_REPORTED_AFTER.match(after) and re.search(r"\bnot\s+" + _HEDGES, before, re.I):
        return Standing.REPLACED
    if _NOT_BUT.search(before) and not _AT_LEAST.search(before):
        return Standing.REPLACED
    if _REPORTED_BEFORE.search(before) or (_FOR.search(before) and _READ.match(after)):
        return Standing.REPLACED
    governors = list(_governors(sentence, amount))
    words = [t.lower_ for t in governors]
    if _is_revised_from(before, words):
        return Standing.REPLACED
    if _is_goal(governors):
        return Standing.PLANNED
    if _is_denied(governors, before) and not _is_put_instead(sentence[: amount.start]):
        return Standing.DENIED
    if _SET_AGAINST.search(before):
        return Standing.COMPARED
    if _is_ahead(governors):
        return Standing.PLANNED
    if _is_change(governors, before, after, amount):
        return Standing.CHANGE
    if _COMPARED.search(before) and not _BOUND.search(before):
        return Standing.COMPARED
    return Standing.STATED


def verb_told(verb: Token) -> str:
    """A verb, with the particle that makes it one of moving: "went up"."""
    phrasal = (f"{verb.lower_} {c.lower_}" for c in verb.children if c.dep_ in ("prt", "advmod"))
    return next((words for words in phrasal if words in MOVING), verb.lower_)


def _is_put_instead(before: str) -> bool:
    """Whether an amount follows the "but" that answers a "not": "did not plant 300 trees but 250"."""
    return _BUT.search(before) is not None and _NEGATED.search(before) is not None


def _is_goal(governors: list[Token]) -> bool:
    """Whether an amount is the value of what is aimed at: "a target of 300"."""
    words = governors[1:3]
    return len(words) == 2 and words[0].lower_ == "of" and words[1].pos_ == "NOUN" and words[1].lower_ in _AHEAD


def _governors(sentence: str, amount: Amount) -> Iterator[Token]:
    """The words that govern an amount, from its noun to the root of the sentence."""
    inside = tokens_within(parse(sentence), amount.start, amount.end)
    tops = [t for t in inside if t.head not in inside or t.head == t]
    if not tops:
        return
    token = tops[-1]
    yield token
    while token.head != token:
        token = token.head
        yield token


def _is_revised_from(before: str, governors: list[str]) -> bool:
    return bool(re.search(r"\bfrom\s+" + _HEDGES, before, re.I)) and any(w in _REVISING for w in governors)


def _is_denied(governors: list[Token], before: str) -> bool:
    """Whether a word that governs the amount in its clause is negated before it, or denies."""
    if _AT_LEAST.search(before) or not governors:
        return False
    place = governors[0].i
    for token in governors:
        if token.lower_ in _DENYING or any(_denies(child, place) for child in token.children):
            return True
        if _ends_clause(token):
            return False
    return False


def _denies(child: Token, place: int) -> bool:
    if child.lower_ in _DENYING:
        return child.dep_ in ("advcl", "prep", "amod", "advmod", "acomp", "attr", "nsubj", "nsubjpass")
    if child.lower_ == "longer" and child.i and child.nbor(-1).lower_ == "no":
        return child.i < place
    negates = child.dep_ == "neg" or (child.lower_ in _NEGATIONS and child.dep_ in ("det", "advmod", "preconj", "cc"))
    return negates and child.i < place


def _ends_clause(token: Token) -> bool:
    """Whether what governs ``token`` says nothing of it: another sentence joined to it, or what it describes."""
    if token.dep_ == "ccomp":
        return token.head.lower_ not in _DENYING | _AHEAD and not any(c.dep_ == "neg" for c in token.head.children)
    return token.dep_ in ("conj", "relcl", "parataxis") and token.pos_ in ("VERB", "AUX")


def _is_ahead(governors: list[Token]) -> bool:
    """Whether a word that governs the amount, or an auxiliary of one, looks ahead: what is expected, meant, allowed."""
    for token in governors:
        counted = token.lower_ in ("goal", "goals") and any(c.dep_ == "nummod" for c in token.children)
        counted = counted or (token.lower_ == "planning" and token.dep_ == "compound")  # a kind of application
        asked = token.lower_ == "for" and token.head.lower_ in _ASKING
        if (token.lower_ in _AHEAD and not counted) or asked or _is_only_meant(token):  # "38 goals" were scored
            return True
        for child in token.children:
            if child.dep_ == "aux" and child.tag_ == "MD" and child.is_lower and not _is_to_be_read(child):
                return True
            if child.lower_ == "planning" and child.dep_ == "amod":
                continue  # a kind of thing: planning applications
            if child.lower_ in _AHEAD and child.dep_ in ("nsubj", "nsubjpass", "amod", "mark", "acomp"):
                return True
        if _ends_clause(token):
            return False
    return False


def _is_only_meant(verb: Token) -> bool:
    """Whether a verb tells what somebody was to do, not what was done: "set out to plant"; "managed to plant" is not
    such.
    """
    to = any(c.tag_ == "TO" for c in verb.children)
    perfect = any(c.lower_ == "have" and c.dep_ == "aux" for c in verb.children)
    told = verb_told(verb.head) in _COME_TRUE | MOVING
    return to and not perfect and verb.dep_ in ("xcomp", "advcl") and not told


def _is_to_be_read(modal: Token) -> bool:
    """Whether a "should" corrects what is written: "should read 212", "should have been 40"."""
    told = modal.head
    return modal.lower_ == "should" and (told.lower_ in ("read", "say", "state", "show") or told.lower_ == "been")


def _is_change(governors: list[Token], before: str, after: str, amount: Amount) -> bool:
    seen_by = any(t.dep_ == "agent" and verb_told(t.head) not in MOVING | _REVISING for t in governors[:4])
    stepped = _CHANGE_BEFORE.search(before) and (_AWAY.search(before) or not seen_by)  # "was seen by 900 people"
    if _CHANGE_AFTER.match(after) or stepped or amount.unit in ("pp", "bp"):
        return True
    direct = [verb_told(t) for t in governors[1:3] if t.pos_ == "VERB"][:1]
    return not MOVING.isdisjoint(direct) and not re.search(r"\b(?:to|at|from)\s+" + _HEDGES, before, re.I)
