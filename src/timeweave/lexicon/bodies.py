"""The nouns with which the names of bodies end: "Harrow Sound Line", "Ropewalk Food Bank"."""

from __future__ import annotations

from timeweave.lexicon.families import words

LAST_OF_NAMES = words(
    "university universidad universidade institute college school academy ministry department council committee"
    " commission foundation trust association federation society party union league club orchestra philharmonic choir"
    " ensemble theatre museum gallery library observatory hospital clinic surgery brewery distillery bakery cooperative"
    " co-operative collective agency authority corporation company inc ltd plc gmbh ag llc airline airlines railway"
    " railways line lines ferries grid network studio studios laboratory laboratories archive archives brigade guild"
    " board bureau office charity group partners partnership holdings bank consortium alliance chamber court parliament"
    " senate assembly tribunal"
)
"""Without those that are surnames as often: "Hall", "Park", "Church"."""
