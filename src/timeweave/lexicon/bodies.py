"""The nouns with which the names of bodies end: "Harlow Housing Association", "Norwick Museum"."""

from __future__ import annotations

from timeweave.lexicon.families import words

LAST_OF_NAMES = words(
    "university universidad universidade institute college school academy ministry department council committee"
    " commission foundation trust association federation society party union league club orchestra philharmonic choir"
    " ensemble theatre museum gallery library observatory hospital clinic surgery brewery distillery bakery cooperative"
    " co-operative collective agency authority corporation company inc ltd plc gmbh ag llc airline airlines railway"
    " railways line lines ferries grid network studio studios laboratory laboratories archive archives brigade guild"
    " board bureau charity partnership consortium alliance chamber parliament senate assembly tribunal"
)
"""Without those that are surnames as often ("Hall", "Bank", "Church")."""

ALSO_SURNAMES = words("bank court group hall house park church studios press line lines office partners holdings works")
"""Those that are, with which a body is named where its documents are such as bodies bring out."""

OWNERS = words(
    "children women men people worker farmer teacher student veteran parent citizen writer artist lawyer nurse miner"
    " king queen"
)
"""Whose a body is by its name: "Children's Hospital", "Farmers' Union"."""

SURE = words(
    "university universidad universidade institute college school academy ministry department council committee"
    " commission foundation trust association federation society union club orchestra philharmonic choir theatre museum"
    " gallery library observatory hospital clinic brewery distillery cooperative co-operative co-op agency authority"
    " corporation company inc ltd plc gmbh ag llc railway brigade guild charity consortium alliance"
)
"""Of these those that end the name of nothing else, as a network and a party may be."""
