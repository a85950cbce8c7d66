"""How a question says which of several dated facts is meant: first, last, before or after another, how many."""

from __future__ import annotations

from timeweave.lexicon.families import words


def _beyond_others(*orders: str) -> tuple[str, ...]:
    """All others as what is come before or after: "before anyone else"."""
    others = ("anyone else", "anybody else", "everyone else", "everybody else", "all the others", "any other")
    return tuple(f"{order} {other}" for order in orders for other in others)


def _dates_that_are(sooner: str) -> tuple[str, ...]:
    """The times of a comparison: "at an earlier date"."""
    article = "an" if sooner[0] in "aeiou" else "a"
    return tuple(f"{at} {article} {sooner} {noun}" for at in ("at", "on") for noun in ("date", "day", "time", "point"))


FIRST = (
    "first",
    "earliest",
    "initial",
    "initially",
    "originally",
    "oldest",
    "first-ever",
    "before all others",
    *_beyond_others("before", "ahead of", "earlier than"),
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
    *_beyond_others("after", "later than"),
)
BEFORE = (
    "before",
    "by the time",
    "prior to",
    "ahead of",
    "preceding",
    "earlier than",
    *(f"{when} than" for when in _dates_that_are("earlier")),
    "previous to",
    "anterior to",
    "up until",
    "until",
    "sooner than",
    "in advance of",
)
AFTER = (
    "after",
    "following",
    "subsequent to",
    "subsequently to",
    "later than",
    *(f"{when} than" for when in _dates_that_are("later")),
    "posterior to",
    "once",
    "in the wake of",
    "since",
    "succeeding",
)
_CLOSELY = ("right", "immediately", "directly", "just", "shortly", "straight")
NEAREST = tuple(f"{near} {order}" for near in _CLOSELY for order in ("before", "prior to", "ahead of", "preceding"))
SOONEST = (
    *(f"{near} {order}" for near in _CLOSELY for order in ("after", "following", "subsequent to")),
    "soonest after",
    "next after",
    "next",
)
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

LONGEST = ("longer", "longest", "for the longest time", "for a longer time")
SHORTEST = ("shorter", "shortest", "for the shortest time", "for a shorter time", "less long")
MOST = ("more often", "most often", "more times", "most times", "more frequently", "most frequently")
FEWEST = ("less often", "least often", "fewer times", "fewest times", "less frequently", "least frequently")
EARLIER = ("earlier", "sooner")
LATER = ("later", "more recently")
"""Which of several that a question names is meant: comparatives of first and last."""
COMPARATIVE_TAGS = frozenset(("JJR", "RBR", "JJS", "RBS"))
"""Tags of comparatives and superlatives, in Penn Treebank's names."""
DENYING = ("not", "cannot", "never", "no longer", "neither", "nor")
"""What turns a question to what did not happen; "n't" is read apart."""

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
    "organisation body entity side actor who whom someone anybody anyone name names those"
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
CLEFTS = (
    r"\b(?:was|is|were|are)\s+(?:it|they)\s+(?:that|who|whom|which)\b",
    r"\b(?:was|is)\s+it\b(?=\s+(?:that|who))",
    r"\b(?:is|are|was|were)\s+(?:\w+ly\s+)?(?:said|reported|known|believed|recorded|thought)\s+to\s+have\b",
    r"\b(?:seen|found|observed)\b(?=\s+\w+ing\b)",
    r"\b(?:marks|marked)\b(?=\s+the\b)",
    r"\bdo\s+we\s+know\b",
    r"\b(?:went|go|goes)\s+on\s+to\b",
)
"""Words that only bring out what is asked: "who was it that", "which day marks the"."""
_OBJECT = r"(\w+ing\b[^?.]*)"
REPHRASED = (
    (r"^(.+?)\s*[:;,]\s*(when|(?:on|in)\s+(?:what|which)\s+\w+)\s+(?:was|did)\s+(?:that|it)(?:\s+\w+)?\W*$", r"\2 \1?"),
    (r"\b(which|what)\s+(?!(?:of|day|date|month|year)\b)(?:\w+\s+){1,2}or\s+\w+", r"\1"),
    (r"\bled\s+the\s+way\s+in\s+(?=\w+ing\b)", r"first "),
    (r"\balready\b(.*?)\bwhen\s+({name})\s+(did|had|was)\b", r"\1before \2 \3"),
    (r"\b(?:saw|witnessed)(?=\s+{name})", r"did"),
    (r"^\W*(?:did|does|do|has|have|had|was|were|is|are)\s+({name})\s+or\s+({name})\s+(.*?)\W*$", r"who \3, \1 or \2?"),
    (r"^\W*(?:which|who|what)\s+of\s+({name})\s+(?:and|or)\s+({name})\s+", r"of \1 and \2, who "),
    (r"\b(first|last|next)\s+(after|before)\s+({name})\s+to\s+([^?.]*)", r"\1 to \4 \2 \3"),
    (rf"\b(?:(?:came|was|is)\s+)?(?:the\s+)?next\s+after\s+({{name}})\s+(?:in|at)\s+{_OBJECT}", r"next \2 after \1"),
    (rf"\bfollow(?:ed|s)?\s+({{name}})\s+(?:in|at)\s+{_OBJECT}", r"next \2 after \1"),
    (r"\bfollow(?:ed|s)?\s+({name})\s+as\s+(the\s+next\b[^?.]*)", r"was \2 after \1"),
    (rf"\bpreceded\s+({{name}})\s+(?:in|at)\s+{_OBJECT}", r"\2 just before \1"),
)
"""Orders of words with what they stand for; ``{name}`` is a name: "Ann Lee visited Southland: when was that?", "which
person or body visited", "did Ann Lee or Tom Pike visit it", "which month saw Ann Lee visit", "who followed Ann Lee in
visiting Southland".
"""

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
    "right just next else anyone anybody anything something others latest early late or and also "
    "immediately shortly straight soon already longer longest shorter shortest earlier sooner later more less least "
    "fewer fewest"
)
"""Words of a clause that tell nothing of its deed."""
