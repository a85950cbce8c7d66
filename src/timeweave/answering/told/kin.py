"""Words of one deed whose forms do not begin alike: what is sold are sales, who was killed died."""

from __future__ import annotations

from timeweave.language.terms import index_terms

_FAMILIES = (
    "death deaths die died dies dead dying killed kill kills fatal fatality",
    "emission emissions emit emits emitted",
    "output production produce produces produced product generated generates generate",
    "consumption consume consumes consumed use uses used",
    "sale sales sell sells sold",
    "loss losses lose loses lost",
    "growth grow grew grown",
    "purchase purchases buy buys bought",
    "expenditure spending spend spends spent",
    "birth births born",
    "gift gifts give gives gave given",
    "theft thefts steal stole stolen",
    "choice choose chose chosen",
    "flight flights fly flew flown",
    "payment pay pays paid",
    "win wins won",
    "vote votes voted voting ballot ballots",
    "height high",
    "length long",
    "depth deep",
    "width wide",
    "harvest crop yield",
    "reception receive receives received receipt",
    "arrival arrive arrives arrived",
    "conversion convert converts converted",
    "admission admit admits admitted",
)
_FAMILY = {term: number for number, words in enumerate(_FAMILIES) for term in index_terms(words)}

COUNTING = frozenset(
    [
        "count",
        "counts",
        "counted",
        "record",
        "records",
        "recorded",
        "register",
        "registered",
        "registers",
        "report",
        "reported",
        "reports",
        "measure",
        "measured",
        "log",
        "logged",
        "observe",
        "observed",
        "say",
        "said",
        "says",
        "show",
        "showed",
        "shows",
        "note",
        "noted",
        "find",
        "found",
        "estimate",
        "estimated",
        "put",
        "tally",
        "tallied",
        "confirm",
        "confirmed",
        "see",
        "saw",
    ]
)
"""Verbs of who counts or tells, not of who has what is counted."""

_DIMENSIONS = {
    "%": "rate share percentage proportion level fraction",
    "degrees": "temperature",
    "kwh": "energy electricity power",
    "people": "population",
}


def are_kin(one: str, other: str) -> bool:
    """Whether two index terms are forms of the same deed or measure."""
    family = _FAMILY.get(one)
    return family is not None and family == _FAMILY.get(other)


def dimension(unit: str) -> frozenset[str]:
    """The terms of what a unit measures, which a sentence need not say beside it: a figure in degrees is a
    temperature.
    """
    kind = "kwh" if unit in ("kwh", "mwh", "gwh", "twh") else unit
    return frozenset(index_terms(_DIMENSIONS.get(kind, "")))
