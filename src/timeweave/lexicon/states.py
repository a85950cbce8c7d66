"""States that somebody or something enters and leaves: belonging to a body, being in operation."""

from __future__ import annotations

from timeweave.lexicon.families import verbs, words

JOINING = verbs("join rejoin re-join")
LEAVING = verbs("leave:left depart quit:quit")
"""Verbs whose object is the body that somebody enters or leaves."""

PARTING_FROM = verbs(
    "retire resign depart withdraw:withdrew:withdrawn part leave:left step:stepped+down step:stepped+back"
    " step:stepped+away step:stepped+aside stand:stood:stood+down rotate+out rotate+off drop:dropped:dropped+out"
)
"""Verbs that name the body after "from", or none where it is plain."""

PUTTING_OUT = verbs("remove dismiss fire oust expel:expelled release sack suspend drop:dropped")
"""What is done to somebody whose belonging to a body ends."""

TAKING_IN = verbs("add appoint elect admit:admitted welcome recruit invite name promote")
"""What is done to somebody whose belonging to a body begins."""

GROUPS = words(
    "team group council board committee commission club crew squad choir orchestra ensemble band section department"
    " faculty panel union association society federation league party cabinet ministry jury staff subteam subcommittee"
    " taskforce unit division office guild cooperative collective consortium foundation"
)
"""What a body that people belong to is called by: "finance committee", "emergency department"."""

NO_NAME_OF_A_GROUP = words(
    "new whole entire same other first second third own current former old big small large great growing brand rest"
    " local wider full amazing fantastic original initial different various remaining"
    " the a an our its their his her this that these those my your any each every no some all both such one two"
    " as of on in to for and or with by from at is are was were been be has have"
)
"""Words before one of these that name none: "the whole team"."""

MEMBERSHIP = frozenset({"member of", "joined", "plays for", "works for", "part of"})
"""Relations of somebody to the body that he belongs to, of which many hold side by side."""

STATUS, ACTIVE, FOUNDED, DISSOLVED = "status", "active", "founded", "dissolved"
"""What becomes of things: each is a relation, but for "active", which is the status of what is in operation."""

OVER = {
    "archived": ("archived",),
    "dissolved": ("dissolved", "disbanded", "abolished", "wound up", "disestablished"),
    "discontinued": ("discontinued", "withdrawn", "retired", "phased out", "sunset", "dropped", "cancelled"),
    "shut down": ("shut down", "closed down", "turned off", "switched off", "taken offline", "decommissioned", "axed"),
    "ended": ("ended", "terminated", "stopped", "disabled"),
    "expired": ("expired",),
}
"""The statuses of what is no longer in operation, each with the participles that tell it."""

PARTED = frozenset(
    {
        *(form for verb in LEAVING for form in verb if form != verb.base),
        *(f"{form} from" for verb in PARTING_FROM for form in verb if form != verb.base),
        *(f"was {verb.participle} from" for verb in PUTTING_OUT),
        *(f"was {verb.participle} by" for verb in verbs("release fire dismiss sack")),
        "no longer member of",
        "parted ways with",
        "former member of",
    }
)
"""Relations that tell the end of every state between two: "left", "stepped down from"."""
