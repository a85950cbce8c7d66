"""What kind of answer a question wants, read from its words alone."""

from __future__ import annotations

import enum
import re

from timeweave.language.sentences import sentence_spans
from timeweave.lexicon.aggregates import MEANS, SUMMED
from timeweave.lexicon.changes import CHANGES, CHANGING, DEVELOPING, FALLS, MOVED, RISES, WAVERING
from timeweave.lexicon.comparing import LEAST, LESS, MORE, MOST
from timeweave.lexicon.families import any_of, asked_by, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import OFFICE_ASKED
from timeweave.question.conditions import Ranking, find_condition, find_place
from timeweave.records import Span


class Kind(enum.StrEnum):
    """The kinds of answer.

    ``total`` and ``average`` are over periods. ``nth`` is a place of a ranking (`conditions.find_place`), ``select``
    the periods or entities that meet a condition
    (`conditions.find_condition`), ``count`` how many do or are, ``comparison`` how far figures lie apart, ``trend`` a
    course over time in words and figures.
    """

    VALUE = "value"
    EACH = "each"
    TOTAL = "total"
    AVERAGE = "average"
    HIGHEST = "highest"
    LOWEST = "lowest"
    NTH = "nth"
    FIRST = "first"
    LAST = "last"
    CHANGE = "change"
    COMPARISON = "comparison"
    TREND = "trend"
    SELECT = "select"
    COUNT = "count"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    YES_NO = "yes/no"
    OPEN = "open"


_SUPERLATIVE, _DIMINUTIVE, _MORE, _LESS = any_of(MOST), any_of(LEAST), any_of(MORE), any_of(LESS)
_EITHER = rf"\b(?:which|who|whose)\b(?=.*\bor (?!{_MORE}|{_LESS}))"
_CELLS = r"(?:quarters?|years?|months?|compan(?:y|ies)|firms?|banks?)"
_COUNTABLE = r"(?:quarters|companies|firms|banks|ceos|chief executives|presidents|chairs)"
_WHOLE = r"(?:different |distinct |consecutive |straight |successive |fiscal )*"

# A superlative or "first" ranks what is asked for where it is said of the cells asked for, or of the value itself;
# elsewhere it describes ("who hosted the largest rugby competition", "which firm launched its first car").
_OWN = r"(?:[^,?]*?['’]s?\s+)?(?:the\s+|its\s+|their\s+)?"
_NTH = r"(?:(?:second|third|fourth|fifth|2nd|3rd|4th|5th|two|three|four|five)[-\s]+)?"
_IS = r"(?:was|were|is|are)"
_HAD = rf"(?:{_IS}|had|has|have|reported|recorded|achieved|posted|saw)"
_RANKED = (
    rf"(?:\b(?:which|what)\s+(?:of\s+the\s+)?(?:[\w-]+\s+){{0,2}}?{_CELLS}\b.*"
    r"|\b(?:during|in)\s+(?:which|what)\s+period\b.*"
    rf"|\bwhich\s+of\b.*\b{_HAD}\s+{_OWN}{_NTH}"
    rf"|^\W*(?:which|who)\b(?:\s+[\w-]+){{0,3}}?\s+{_HAD}\s+{_OWN}{_NTH}"
    rf"|\b(?:what|how\s+(?:much|high|low|large))\s+{_IS}\s+{_OWN}{_NTH})(?<!at )\b"
)
_MOVED = rf"(?:{MOVED}|{any_of(asked_by(DEVELOPING))}|differ)"

_SPANNED = r"\b(?:from\b.*\bto|between\b.*\band)\b"
_ORDER = r"(?:please )?(?:tell me|give me|show|list|state|report|provide|calculate|compute|find|work out)\b"
# A figure worked out of those of several times, of whatever measure: "combined ratio" and "average wait" are measures.
_AMOUNT_ASKED = rf"^\W*(?:[^,?]*,\s*)?(?:what\b|how (?:much|many)\b|{_ORDER}).*"
_NOT_EACH = r"(?!.*\b(?:each|every)\b)"
_TIMES = r"(?:fiscal |calendar )?(?:quarters|years|months|weeks|days|halves)"
_OVER_TIMES = (
    rf"(?:{_SPANNED}|\b(?:over|across|in|during|of|for|throughout) (?:[\w’'-]+ ){{0,4}}?{_TIMES}\b"
    r"|\bQ[1-4]\b.*\band\b.*\bQ[1-4]\b|\b[12]\d{3}(?:-Q[1-4])? and [12]\d{3}\b)"
)


def _rule(kind: Kind, pattern: str, *needed: str) -> tuple[Kind, re.Pattern[str]]:
    return kind, lazily(pattern, re.IGNORECASE, needed)


_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    _rule(
        Kind.YES_NO,
        r"^\s*(?:did|does|do|is|are|was|were|has|have|had|will|would|can|could|should)(?:n['’]t)?\b"
        r"(?! you\b)(?!.*\b(?:which|what|who|whom)\b)",
    ),
    _rule(
        Kind.COMPARISON,
        r"\bhow (?:did|does|do|has|have)\b.*\bcompared?\b|\bdifference (?:between|in)\b|^\W*(?:compare|rank)\b"
        rf"|^\W*how (?:much|many) (?:\w+ )?(?:{_MORE}|{_LESS})\b.*\bthan\b",
        *("how", "difference", "compare", "rank"),
    ),
    _rule(
        Kind.AVERAGE,
        rf"{_AMOUNT_ASKED}(?:\b(?:the|its|their)|['’]s?) (?:[\w-]+ )?{any_of(MEANS)} "
        rf"(?:quarterly |(?={_NOT_EACH}.*{_OVER_TIMES}))(?!.* per (?!quarter|year))",
        *MEANS,
    ),
    _rule(
        Kind.TOTAL,
        rf"{_AMOUNT_ASKED}\b(?:sum of (?!money\b)|{any_of(SUMMED)} (?!(?:\w+ ){{0,2}}ratio\b)){_NOT_EACH}"
        rf"|{_AMOUNT_ASKED}\btotal of (?={_NOT_EACH}.*{_OVER_TIMES})"
        rf"|{_AMOUNT_ASKED}\btotal (?={_NOT_EACH}.*\b(?:over|across) (?:\w+ ){{0,3}}{_TIMES}\b)",
        *("sum of", "total", *SUMMED),
    ),
    _rule(
        Kind.CHANGE,
        r"\bhow (?:much )?(?:did|has|have)\b.*\b(?:change|develop|evolve)d?\b.*\b(?:from|between|since)\b"
        rf"|\b(?:how much|what percentage) (?:did|has|have)\b.*\b{_MOVED}\b"
        rf"(?!.*\b(?:each|quarter by)\b).*{_SPANNED}"
        rf"|^\W*what (?:was|is) the (?:percentage |total |overall )?"
        rf"{any_of(RISES, FALLS, CHANGES)} (?:in|of)\b(?!.*\beach\b).*{_SPANNED}",
        *("how", "what"),
    ),
    _rule(
        Kind.TREND,
        rf"\bhow (?:did|has|have)\b.*\b{any_of(asked_by(CHANGING, DEVELOPING, WAVERING))}\b"
        rf"|\bhow (?:did|has|have)\b.*\b{MOVED}.*\b(?:from|between|since|over)\b"
        r"|\bwhat (?:was|is|were) the (?:\w+ )?(?:trend|trajectory|course|evolution) (?:in|of|for)\b"
        rf"|^\W*what (?:happened|became|has become) (?:to|with|of)\b.*{_SPANNED}",
        *("how", "what"),
    ),
    _rule(Kind.OPEN, r"^\s*(?:why|how (?!much|many|high|low|large|big|long|old|often))\b"),
    _rule(
        Kind.COUNT,
        rf"\bhow many {_WHOLE}{_COUNTABLE}\b|\b(?:in|during|for) how many {_WHOLE}(?:years|months)\b"
        r"|\bhow many (?:consecutive|straight|successive) (?:years|months)\b"
        r"|^\W*how often (?:did|has|have|was|were)\b",
        "how",
    ),
    _rule(Kind.HIGHEST, rf"{_EITHER}.*\b{_MORE}\b(?! than (?:\$|\d))", *MORE),
    _rule(Kind.LOWEST, rf"{_EITHER}.*\b{_LESS}\b(?! than (?:\$|\d))", *LESS),
    _rule(Kind.LOWEST, rf"{_RANKED}{_DIMINUTIVE}\b", *LEAST),
    _rule(Kind.HIGHEST, rf"{_RANKED}{_SUPERLATIVE}\b(?! recent| of\b)", *MOST),
    _rule(
        Kind.EACH,
        r"\b(?:each|every) (?:of |fiscal |calendar )*(?:the )?(?:quarter|year|month|day|week)"
        r"|\b(quarter|year|month) by \1\b",
    ),
    _rule(
        Kind.FIRST,
        rf"^\W*who\s+(?:{_IS}|became)\s+{_OWN}(?:first|earliest|original|founding)\b"
        r"(?! (?:fiscal )?(?:quarter|half|year|month|week|day|time))",
    ),
    _rule(Kind.WHO, r"^\W*(?:(?:in|on|at|by|as of|during|since|until)\b[^,]*,\s*)?(?:who|whom|whose)\b"),
    _rule(Kind.WHERE, r"^\W*(?:in|on|at)?\W*(?:where|(?:in )?(?:which|what) (?:city|country|place|state|town))\b"),
    _rule(
        Kind.WHEN,
        r"^\W*(?:(?:(?:since|until|till|from) )?when\b"
        r"|(?:on|in|at|since|until|till|by|before|after)? ?(?:which|what) (?:date|day|month|year|quarter)\b)",
    ),
    _rule(
        Kind.FIRST,
        rf"\b(?:what|which|when)\s+{_IS}\s+{_OWN}(?:first|earliest|initial|original)\b"
        r"(?! (?:fiscal |\w+ )?(?:quarters?|half|months?|years?)\b)|^\W*(?:what|which)\b.*\boriginally\b",
    ),
    _rule(Kind.LAST, r"\b(?:latest|most recent(?:ly)?|current(?:ly)?|newest)\b"),
)
_INSIDE: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, lazily(pattern, re.IGNORECASE))
    for kind, pattern in (
        (Kind.WHERE, r"\bwhere\b\W*$|\b(?:in|at|to|from|near) where\b"),
        (Kind.WHO, r"\b(?:by|to|of|with|for|from|under|succeeded|replaced|married) whom?\b|\bwhom?\b\W*$"),
        (Kind.WHERE, r"\b(?:which|what) (?:city|country|place|state|town)\b"),
        (Kind.VALUE, r"\b(?:what|which|how (?:much|many|high|low|large|big|long|old|often))\b"),
        (Kind.WHO, r"\b(?:whom?|whose)\b"),
        (Kind.WHERE, r"\bwhere\b"),
    )
)
"""For questions that name what is asked for late ("the town was named after whom"); the first that fits decides."""
_ORDERS = lazily(rf"^\W*{_ORDER}(?!.*\b(?:who|when|where|why|how)\b)", re.IGNORECASE)
_SENTENCE = lazily(r"\b(?:what|which|who(?:m|se)?|when|where|why|how)\b|[.:?!…]\W*$", re.IGNORECASE)
_CLOSING = " \t\n\"'’”)"
_MODAL = any_of(words("was were is are did does do has have had will would can could should shall may might must"))
_WHEN_CLAUSE = lazily(  # "When Ann Lee left, who became chair?" asks for no time
    rf"^\W*(?:when|once|after|before) (?!{_MODAL}\b)[^?]{{2,160}},\s+(?=(?:who(?:m|se)?|what|which|where|how)\b[^,]*$)",
    re.IGNORECASE,
)
BY_NUMBERS = frozenset({Kind.YES_NO, Kind.COUNT, Kind.CHANGE})
HOW_MUCH = lazily(r"\bhow (?:much|many|high|low|large|big|long|old|often)\b", re.IGNORECASE)
ASKS_TIME = lazily(r"\b(?:when|since when|(?:what|which) (?:day|date|year|month)s?)\b", re.IGNORECASE)
_ASKING_WORD = lazily(r"\b(?:what|which|who(?:m|se)?|where|why|how)\b", re.IGNORECASE)
_DATE_ASKED = lazily(
    r"^\W*(?:the )?(?:exact |full )?(?:date|day|month|year)\b(?! of the\b)"
    r"|(?<!of the )\b(?:date|day|month|year|when|since|as of|until|on)\W*$",
    re.IGNORECASE,
)
"""A question without a verb that asks for a time: "Lang ousted date", "date of the ruling", "code moved – day"."""
ASKS_WHY = lazily(
    r"^\W*(?:why|what (?:was |is |were )?the (?:reason|cause)|how come|(?:the )?(?:reason|cause|explanation)s?\b)"
    r"|\bwhy\b|\b(?:reason|cause|explanation)s?\W*$",
    re.IGNORECASE,
)
_PICKED = lazily(rf"\b(?:which|what)\s+(?:\w+\s+){{0,2}}?{_CELLS}\b", re.IGNORECASE)
_PLAIN = frozenset({Kind.YES_NO, Kind.COUNT, Kind.OPEN, Kind.COMPARISON, Kind.CHANGE, Kind.TREND})


def asking_span(question: str) -> Span:
    """Where the sentence stands that asks: of several, the last that ends in a question mark, else all of them."""
    asked = [s for s in sentence_spans(question) if question[s.start : s.end].rstrip(_CLOSING).endswith(("?", "？"))]
    return asked[-1] if asked else Span(0, len(question))


def kind_of(question: str) -> Kind:
    """The kind of answer that ``question`` wants; of several sentences, the last that asks counts."""
    text = _WHEN_CLAUSE.sub("", question[asking_span(question).start :])
    kind = next((kind for kind, pattern in _RULES if pattern.search(text)), None)
    if kind in (None, Kind.LAST) and OFFICE_ASKED.match(text):
        return Kind.WHO
    if kind in _PLAIN:
        return kind
    place = find_place(text)
    if place is not None and (place.several or place.ranking is Ranking.FIRST or kind in (Kind.HIGHEST, Kind.LOWEST)):
        return Kind.NTH
    if kind in (None, Kind.WHEN) and _PICKED.search(text) and find_condition(text) is not None:
        return Kind.SELECT
    if kind is not None:
        return kind
    if _DATE_ASKED.search(text) and not _ASKING_WORD.search(text):
        return Kind.WHEN
    if _ORDERS.match(text) or not _SENTENCE.search(text):  # "list Acme's sales in 2024.", "Acme sales Q2 2024"
        return Kind.VALUE
    return next((kind for kind, pattern in _INSIDE if pattern.search(text)), Kind.OPEN)
