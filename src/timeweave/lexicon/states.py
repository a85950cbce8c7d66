"""States that somebody or something enters and leaves: belonging to a body, being in operation."""

from __future__ import annotations

from timeweave.lexicon.families import verbs, words

JOINING = verbs("join rejoin re-join")
LEAVING = verbs("leave:left depart quit:quit")
"""Verbs whose object is the body that somebody enters or leaves."""

PARTING_FROM = verbs(
    "retire resign depart withdraw:withdrew:withdrawn part step:stepped+down step:stepped+back"
    " step:stepped+away step:stepped+aside stand:stood:stood+down rotate+out rotate+off"
)
"""Verbs that name the body after "from", or none where it is plain."""

BECOMING = verbs("become:became:become take:took:taken+over take:took:taken+up take:took:taken+on start assume succeed")
"""Verbs whose object is an office that somebody enters upon."""

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

BODIES_AT_LARGE = frozenset(
    (
        *GROUPS,
        *words(
            "organisation organization project company agency institute charity firm body community"
            " trust academy school church parish"
        ),
    )
)
"""What the one body of all documents is called without its name: "the foundation's treasurer"."""

NO_NAME_OF_A_GROUP = words(
    "new whole entire same other first second third own current former old big small large great growing brand rest"
    " local wider full amazing fantastic original initial different various remaining another"
    " long-time longtime full-time"
    " welcome meet update updates changes the a an our its their his her my your this that these those each"
    " every no some all both"
)
"""Words before one of these that name none: "the whole team"."""

NO_PART_OF_A_GROUP = words(
    "as of on in to for and or with by from at is are was were been be has have me us him them who which that when if"
    " i we he she they you"
)
"""Words that stand in no name of one, but before it."""

MEMBERSHIP = frozenset({"member of", "joined", "plays for", "works for", "part of"})
"""Relations of somebody to the body that he belongs to, of which many hold side by side."""

STATUS, ACTIVE, DISSOLVED = "status", "active", "dissolved"
"""What becomes of things: each is a relation, but for "active", which is the status of what is in operation."""

OVER = {
    "archived": ("archived",),
    "dissolved": ("dissolved", "disbanded", "abolished", "wound up", "disestablished"),
    "discontinued": ("discontinued", "withdrawn", "retired", "phased out", "sunset", "dropped", "cancelled"),
    "shut down": ("shut down", "closed down", "turned off", "switched off", "taken offline", "decommissioned", "axed"),
    "ended": ("ended", "terminated", "disabled"),
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

LEADING_A_GROUP = verbs("lead:led co-lead:co-led head chair co-chair run:ran:run")
SHARED_OFFICES = words("lead co-lead colead leads co-leads representative delegate spokesperson liaison")
"""Offices in a group that several may hold, beside those of `lexicon.offices`."""

BEFORE_SHARED = words("new junior senior next current second first full interim acting former outgoing incoming team")

A_WHILE = (
    r"\b(?:temporarily|briefly|for now|for a while|for (?:a|an|one|two|three|four|six|\d+|several|some|a few|the next"
    r"(?: \w+)?) (?:hours?|days?|weeks?|months?))\b"
)
"""An expression for what says that somebody is only away."""

ENDING = verbs("end expire terminate discontinue retire sunset archive disband dissolve abolish decommission cancel")
STOPPING = verbs("stop:stopped cease discontinue end")
OFFERING = verbs("offer provide support maintain operate publish issue serve sell:sold accept run:ran:run produce")
ENDING_APART = verbs("shut:shut+down close+down turn+off switch+off phase+out wind:wound+up drop:dropped+support+for")
"""What somebody does to a thing of his that ends."""

BEGINNING, MAKING = verbs("launch found establish form"), verbs("create inaugurate")
NO_LONGER_SO = words("available supported maintained offered provided active operational running accepted in+use sold")

THINGS = words(
    "service services program programme project product profile support plan tool library agency line branch website"
    " site feature scheme series newsletter channel repository certificate certificates log logs server servers system"
    " network platform portal app application store shop plant factory mine ward clinic school route fund award prize"
    " organisation organization initiative institute company firm brand edition standard protocol api endpoint target"
    " forum archive observatory museum theatre festival magazine newspaper mission responder responders emails chain"
    " contract licence license permit mandate lease patent treaty agreement moratorium ban downloads"
    " extension signature signatures"
    " cross-signature guarantee warranty subscription offer deal root key"
)
"""What can be said to be in operation or in force."""

BEFORE_THINGS = words(
    "the our its their this these those that a an all his her your my new brand old former current existing"
)
NO_THING = words("that which who and but when because as while so if said announced after before since until where")
"""Words at which the name of a thing begins anew."""
BESIDE_THINGS = words("on in at from by to since during via with under")
"""Words at which it is another thing that is named."""
AFTER_THINGS = words(
    "on in as by because after at for to from with and but when since until that which who of via is are was were"
    " will entirely completely altogether permanently today tomorrow this next last immediately over due"
)
"""Words at which it is over."""

A_TIME_AGO = (
    r" for (?:\w+ ){0,2}?(?:an?|\d+|two|three|four|five|several|some|many) (?:days?|weeks?|months?|years?|decades?)"
)
"""An expression for how long something has been so, after its verb."""

HONOURED = words("alumni alumnus alumna emeritus emerita")
"""What former members are called."""
