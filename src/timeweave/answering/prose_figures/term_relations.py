"""What words and units have in common: forms of one deed, what a unit measures, verbs of who counts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

from timeweave.answering.context.units import is_currency
from timeweave.language.terms import index_terms

_FAMILIES = (
    "toll death die dying dead kill fatality", "birth born", "injure injury hurt wound", "emission emit",
    "produce product production output generate generation", "consume consumption use usage",
    "sale sell sold", "buy bought purchase", "spend spent pay paid payment cost expenditure budget",
    "attendance attend watch spectator crowd audience came turnstile draw drew drawn attract bring brought",
    "enter entry entrant compete competitor participate participant contestant draw drew drawn attract bring brought",
    "turnout vote ballot",
    "workforce headcount staff employ work", "population inhabitant live", "build built construct",
    "lose lost loss",
    "grow grew grown growth", "win won victory",
    "steal stole stolen theft", "write wrote written", "catch caught", "teach taught",
    "drive drove driven", "choose chose chosen choice", "send sent", "bring brought", "shoot shot",
    "strike struck", "sink sank sunk", "ride rode ridden", "fly flew flown flight", "marry marriage wed",
    "receive reception receipt get got", "give gave given gift award grant", "take took taken",
    "lend lent loan", "dig dug",
    "weigh weight", "high height tall", "long length", "deep depth", "wide width", "hot heat", "know knew known",
    "rainfall rain", "snowfall snow", "pupil student", "soldier troop", "automobile car", "physician doctor",
    "bike bicycle", "permit permission", "arrive arrival", "depart departure", "harvest crop yield",
    "convert conversion", "admit admission", "collide collision crash", "sign signature", "calf calv",
    "decide decision", "leave left", "hold held", "sow sown", "swim swam swum", "run ran", "drink drank drunk",
    "eat ate eaten", "throw threw thrown", "wear wore worn", "break broke broken", "breed bred", "lay laid",
    "feed fed", "lead led", "keep kept", "meet met", "rise rose risen raise", "fall fell fallen", "shut close",
    "tonnage tonne", "fee charge price", "vacancy vacant", "visit visitor", "train trainee",
)  # fmt: skip
"""Words of one deed or thing whose forms do not begin alike: what is sold are sales, who was killed died."""


def _members() -> Iterator[tuple[str, int]]:
    for number, words in enumerate(_FAMILIES):
        for term in index_terms(words):
            yield term, number


_FAMILY: Mapping[str, frozenset[int]] = {
    term: frozenset(number for _, number in found)
    for term, found in itertools.groupby(sorted(_members()), key=lambda member: member[0])
}
"""The families of a term, which may be several: what draws a crowd draws entrants, too."""
_NONE: frozenset[int] = frozenset()
_LEAST_STEM = 4
_MOST_ENDING = 5

COUNTING = frozenset([
    "count", "counts", "counted", "record", "records", "recorded", "register", "registered", "registers", "report",
    "reported", "reports", "measure", "measured", "log", "logged", "observe", "observed", "say", "said", "says",
    "show", "showed", "shows", "note", "noted", "find", "found", "estimate", "estimated", "put", "tally", "tallied",
    "confirm", "confirmed", "see", "saw",
])  # fmt: skip
"""Verbs of who counts or tells, not of who has what is counted."""

_DIMENSIONS = (
    ("%", "rate share percentage proportion portion level fraction"),
    ("degrees °c °f c f", "temperature"),
    ("kwh mwh gwh twh kw mw gw", "energy electricity power"),
    ("people", "population"),
    ("m metres meters km kilometres kilometers miles feet yards cm", "length distance stretch"),
    ("mm millimetres millimeters", "length rain rainfall precipitation"),
    ("tonnes tons kg kilograms g grams kilotonnes megatonnes lbs", "weight mass tonnage"),
    ("litres liters hectolitres megalitres gigalitres kilolitres gallons", "volume quantity water"),
    ("cubic", "volume quantity"),
    ("hectares acres km² square", "area surface"),
    ("minutes hours seconds", "time duration length journey wait"),
    ("money", "money cost price sum bill amount value"),
)
_DIMENSION = {unit: frozenset(index_terms(words)) for units, words in _DIMENSIONS for unit in units.split()}


def holds(terms: Iterable[str], term: str) -> bool:
    """Whether an index term or a word of its family is among ``terms``: "visitor" of "visit"."""
    return any(_akin(term, other) for other in terms)


def _akin(one: str, other: str) -> bool:
    if one == other or not _FAMILY.get(one, _NONE).isdisjoint(_FAMILY.get(other, _NONE)):
        return True
    short, long = sorted((one, other), key=len)
    return len(short) >= _LEAST_STEM and long.startswith(short) and len(long) - len(short) <= _MOST_ENDING


def dimension(unit: str) -> frozenset[str]:
    """The terms of what a unit measures, which a sentence need not say beside it: a figure in degrees is a
    temperature.
    """
    base = unit.partition("/")[0]
    return _DIMENSION.get("money" if is_currency(base) else base.partition(" ")[0], frozenset())
