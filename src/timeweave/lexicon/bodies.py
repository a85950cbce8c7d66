"""The nouns with which the names of bodies end: "Harlow Housing Association", "Norwick Museum"."""

from __future__ import annotations

from timeweave.lexicon.families import words

SURE = words(
    "university universidad universidade institute college school academy ministry department council committee"
    " commission foundation trust association federation society union club orchestra philharmonic choir theatre museum"
    " gallery library observatory hospital clinic brewery distillery cooperative co-operative co-op agency authority"
    " corporation company inc ltd plc gmbh ag llc railway brigade guild charity consortium alliance"
)
"""Those that end the name of nothing else."""

LAST_OF_NAMES = (
    *SURE,
    *words(
        "party league ensemble surgery bakery collective airline airlines railways line lines ferries grid network"
        " studio studios laboratory laboratories archive archives board bureau partnership chamber parliament senate"
        " assembly tribunal"
    ),
)
"""With those that may end another's, as a line and a party do, but none that is a surname as often."""

PLACES = words("road street avenue drive terrace footpath fen common square crescent")
"""Last words of names of places in a town, none of them a surname as often."""

IN_THE_LAND = words(
    "bay beach canyon cove creek estuary falls fjord glacier gulf harbor harbour inlet island islands lagoon mountain"
    " mountains ocean peninsula reef reservoir river sea strait valley volcano"
)
"""Last words of names of land and water, with which few bodies are called."""

ALSO_SURNAMES = words("bank court group hall house park church studios press line lines office partners holdings works")
"""Those that are, with which a body is named where its documents are such as bodies bring out."""

NAMED_FOR = words(
    "children women men people worker farmer teacher student veteran parent citizen writer artist lawyer nurse miner"
    " king queen"
)
"""Whose a body is by its name: "Children's Hospital", "Farmers' Union"."""
