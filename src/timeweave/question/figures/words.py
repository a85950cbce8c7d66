"""Words of questions for figures: those that say nothing of what is counted, measures, units, deeds done with money."""

from __future__ import annotations

from timeweave.language.terms import index_terms
from timeweave.lexicon.changes import CHANGING, FALLING, GAINING, RISING
from timeweave.lexicon.families import forms, words
from timeweave.lexicon.lazy import lazily

_COMMON = words("rise grow increase climb improve fall decline decrease drop shrink change")  # as verbs or nouns
MOVES = frozenset(index_terms(" ".join(forms(RISING, FALLING, GAINING, CHANGING))))
"""Of what rises or falls, where that is what is asked."""
SCAFFOLD = frozenset(
    index_terms(
        "how many much number total amount sum overall altogether together combined count figure level value size all "
        "what which who when where by according exactly actually approximately roughly about nearly only "
        "respectively officially eventually finally originally initially around precisely reported "
        "report record recorded register registered see saw state stated say said tell told give given there be have "
        "period time date time year month quarter week day season half first second third fourth end start beginning "
        "percent percentage share proportion fraction point points cent growth differ difference between "
        "from to than during over course "
        "whole entire take took place "
        "happen occur come came reach reached stand stood hold held make made get got per each every latest final "
        "restated revised corrected correct official published currently now still one ones people person persons more "
        "less fewer higher lower greater longer shorter faster slower heavier lighter taller quicker bigger "
        "smaller older "
        "younger cheaper dearer become separate separated relative terms per annum compare compared recent most "
        "last current past new "
        "together combined altogether respectively inclusive calendar full "
        "figures measure measured observed count counted according put find found experience experienced only just "
        "in total part high long large big low expected expect planned plan target targeted forecast forecasted "
        "projected "
        "project anticipated budgeted proposed propose will would scheduled actual real "
        + " ".join(forms(v for v in (*RISING, *FALLING, *CHANGING) if v.base in _COMMON))
    )
)


PEOPLE = frozenset(index_terms("people persons individuals"))


EVENTS = frozenset(
    index_terms(
        "race marathon match game final cup tournament championship election vote ballot referendum festival fair fete "
        "concert gala picnic vigil march rally parade ceremony wedding funeral show exhibition storm fire flood crash "
        "collision accident explosion earthquake eruption landslide meeting conference congress summit survey census "
        "sale auction raid strike anniversary jubilee bonfire regatta derby"
    )
)
"""What takes place once, so that a year tells which one is meant and not how long it went on: "the 2013 marathon"."""

LOCATIVE = frozenset(["in", "at", "on", "from", "near", "along", "across", "throughout"])
"""Prepositions of where."""


UNIT_TERMS = frozenset(
    index_terms(
        "points degrees percent litres hours seconds kilograms grams miles hectares acres megalitres gigalitres "
        "kilometres metres tonnes euros dollars pounds times minutes millimetres "
        "centimetres"
    )
)


EMPTY = frozenset(index_terms("people persons"))

SAYS_LITTLE = frozenset(
    index_terms("carry carried handle handled see saw serve served have had count counted record get got report do run")
)
"""What anybody does with what is counted: a text that gives the level alone need not say it."""


DONE_WITH_MONEY = frozenset([
    "receive", "received", "get", "got", "give", "given", "pay", "paid", "spend", "spent", "raise", "raised",
    "earn", "earned", "collect", "collected", "lose", "lost", "borrow", "borrowed", "owe", "owed", "donate",
    "donated", "win", "won", "contribute", "contributed", "grant", "granted", "lend", "lent", "save", "saved",
    "invest", "invested", "take", "taken", "make", "made", "claim", "claimed", "offer", "offered",
])  # fmt: skip


def names_measure(text: str) -> bool:
    """Whether a text, names aside, names something that is measured: a rate, a price, the turnout.

    By whole words: "occupation" is no occupancy.
    """
    words = {word.casefold() for word in _WORD.findall(text)}
    return not _MEASURES.isdisjoint(words | {word.removesuffix("s") for word in words})


_WORD = lazily(r"[^\W\d_]+")
_MEASURES = frozenset([
    "rate", "ratio", "average", "mean", "median", "balance", "attendance", "turnout", "population", "enrolment",
    "enrollment", "yield", "price", "cost", "temperature", "level", "height", "depth", "length", "weight", "speed",
    "volume", "output", "production", "consumption", "emissions", "revenue", "income", "profit", "loss", "losses",
    "surplus", "deficit", "budget", "debt", "number", "amount", "total", "sum", "percentage", "toll", "tally",
    "membership", "headcount", "workforce", "rent", "salary", "salaries", "wage", "fee", "rainfall", "snowfall",
    "precipitation", "harvest", "distance", "area", "density", "occupancy", "quota", "backlog", "turnover", "sales",
    "spending", "figure", "count", "expenditure", "difference", "circulation", "footfall", "mileage", "tonnage",
    "majority", "ridership", "taking", "receipts", "proceeds",
])  # fmt: skip
