"""Short names of states and unions of states, with the full names that graphs have them under."""

from __future__ import annotations

_TABLE = """
    us, usa, u s, u s a, america: united states of america, united states
    uk, u k, britain, great britain: united kingdom, united kingdom of great britain and northern ireland, great britain
    nz: new zealand
    uae, emirates: united arab emirates
    ussr, soviets: soviet union, union of soviet socialist republics
    prc, china: peoples republic of china, china
    gdr, east germany: german democratic republic, east germany
    drc: democratic republic of the congo
    dprk, north korea: north korea, democratic peoples republic of korea
    rok, south korea: south korea, republic of korea
    holland: netherlands, kingdom of the netherlands
    burma: myanmar
    eu: european union
    un: united nations
    nato: north atlantic treaty organization, nato
    ww1, wwi, world war 1, first world war: world war i, first world war
    ww2, wwii, world war 2, second world war: world war ii, second world war
    nyc: new york city
"""
SHORT_NAMES: dict[str, tuple[str, ...]] = {
    short.strip(): tuple(full.strip() for full in fulls.split(","))
    for shorts, _, fulls in (row.partition(":") for row in _TABLE.strip().splitlines())
    for short in shorts.split(",")
}
"""By the key of the short name, the keys of the full ones."""
PRONOUN = "us"
"""The short name that is a pronoun, too."""

WITHIN_NAMES = {
    "NZ": "New Zealand",
    "UK": "United Kingdom",
    "US": "United States",
    "USA": "United States",
    "EU": "European Union",
    "UN": "United Nations",
    "UAE": "United Arab Emirates",
}
"""By what stands in capitals in a name of several words for a country, or for several, what other documents write in
its place: "Harriers NZ" are Harriers New Zealand.
"""
