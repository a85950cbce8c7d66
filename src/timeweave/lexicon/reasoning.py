"""How a question says which of several dated facts is meant: first, last, before or after another, how many."""

from __future__ import annotations

from timeweave.lexicon.families import words

FIRST = (
    "first",
    "earliest",
    "initial",
    "initially",
    "originally",
    "oldest",
    "first-ever",
    "before all others",
    "since when",
)
LAST = (
    "last",
    "latest",
    "most recent",
    "most recently",
    "final",
    "finally",
    "newest",
    "lastly",
    "last-ever",
    "after all others",
)
SOONEST = ("right after", "immediately after", "directly after", "just after", "soonest after", "next after", "next")
NEAREST = ("right before", "immediately before", "directly before", "just before")

BEFORE = (
    "before",
    "by the time",
    "prior to",
    "ahead of",
    "preceding",
    "earlier than",
    "up until",
    "until",
    "sooner than",
    "in advance of",
)
AFTER = ("after", "following", "subsequent to", "later than", "once", "in the wake of", "since", "succeeding")
SAME = ("as", "that", "when", "in which", "on which", "of")
"""What follows "the same month"."""
DURING = ("while", "when", "during", "at the time")

COUNT = (
    "how many times",
    "how often",
    "how many",
    "number of times",
    "number of",
    "how frequently",
    "how many occasions",
    "count of",
    "count the times",
    "count how often",
)
TIMES_COUNTED = (
    "how many times",
    "how often",
    "number of times",
    "how frequently",
    "how many occasions",
    "how often",
    "times",
)
DURATION = ("how long", "for how long", "how many years", "how many days", "how many months")

UNITS = {
    "day": "day",
    "days": "day",
    "date": "day",
    "dates": "day",
    "month": "month",
    "months": "month",
    "year": "year",
    "years": "year",
    "quarter": "quarter",
    "quarters": "quarter",
}

ENDING = words("end ended stop stopped cease ceased finish finished leave left quit resign resigned divorce divorced")
STARTING = words("start started begin began begun commence commenced join joined become became")

SUBJECT_NOUNS = words(
    "country nation state person people individual politician leader actor party one ones group organization "
    "organisation body entity side who whom someone anybody anyone name names those"
)
"""Words for what is asked for that tell nothing of the deed."""

FRAMES = (
    r"(?:please\s+|kindly\s+)?(?:can|could|would|will)\s+you\s+(?:please\s+)?",
    r"(?:please\s+|kindly\s+)?(?:tell|give|show|list|name|state|find|say|let|identify|mention|specify)(?:\s+(?:me|us))?"
    r"(?:\s+(?:know|out|all))?\b",
    r"count\s+(?:how often|the (?:number of )?times)(?:\s+that)?",
    r"i(?:'d| would) like to know",
    r"do you (?:happen to )?know",
)
"""How a request is put before what is asked."""
CLEFTS = (r"\b(?:was|is|were|are)\s+(?:it|they)\s+(?:that|who|whom|which)\b", r"\b(?:was|is)\s+it\b(?=\s+(?:that|who))")
"""Words that only bring out what is asked: "who was it that"."""

SCAFFOLD = words(
    "who whom whose which what when where how much many name names list give tell show find time times date point "
    "start end same did does was were is are that this in of the a an currently current now today during while"
)
"""Words that ask, and that no fact needs to tell."""

TIME_NAMES = (
    *(
        "point in time",
        "start time",
        "end time",
        "start date",
        "end date",
        "date",
        "time",
        "earliest date",
        "latest date",
    ),
    *("publication date", "release date", "inception", "date of birth", "date of death", "date of official opening"),
    *(
        "dissolved, abolished or demolished date",
        "work period (start)",
        "work period (end)",
        "date of first performance",
    ),
    *("time of discovery or invention", "service entry", "first flight", "date founded", "founded", "opening date"),
)
"""What graphs call the time of a thing itself: dates of the thing, and never who or what is asked for."""
OWN_DATES = (
    *("point in time", "publication date", "release date", "start time", "inception", "date of first performance"),
    *("date of official opening", "first flight", "service entry", "date", "founded", "time of discovery or invention"),
)
"""Those of them by which a thing is placed among others of its kind."""

OF_PEOPLE = frozenset(
    (
        *("spouse", "given name", "family name", "occupation", "educated at", "position held", "place of birth"),
        *(
            "place of death",
            "country of citizenship",
            "member of political party",
            "sex or gender",
            "employer",
            "child",
        ),
        *("father", "mother", "noble title", "residence", "military rank", "religion", "nominated for", "sibling"),
        *("married", "works for", "born in", "unmarried partner", "member of sports team", "replaces", "replaced by"),
    )
)
"""Relations whose subjects are people, nearly always."""
LIVED = frozenset(("date of birth", "date of death", "birth", "death"))
"""Events of a life."""
WHO = ("who", "whom", "whose")

CLAUSE_SCAFFOLD = words(
    "who whom whose which what when where how many much often frequently time times occasion occasions number please "
    "list tell give name find out show me us the a an of be do have will first last earliest latest recent recently "
    "final finally initial initially most ever very same on in one other than total all count by directly immediately "
    "right just next else anyone anybody anything others latest early late"
)
"""Words of a clause that tell nothing of its deed."""
