"""How a question says which of several dated facts is meant: first, last, before or after another, how many."""

from __future__ import annotations

import re

from timeweave.lexicon.families import phrases, words
from timeweave.lexicon.lazy import lazily


def _beyond_others(*orders: str) -> tuple[str, ...]:
    """All others as what is come before or after: "before anyone else"."""
    others = (
        "anyone else",
        "anybody else",
        "everyone else",
        "everybody else",
        "all others",
        "all the others",
        "any other",
    )
    return tuple(f"{order} {other}" for order in orders for other in others)


def _dates_that_are(sooner: str) -> tuple[str, ...]:
    """The times of a comparison: "at an earlier date"."""
    article = "an" if sooner[0] in "aeiou" else "a"
    return tuple(f"{at} {article} {sooner} {noun}" for at in ("at", "on") for noun in ("date", "day", "time", "point"))


FIRST = (
    *phrases(
        "first, earliest, initial, initially, originally, oldest, quickest, first-ever, before all others, since when"
    ),
    *_beyond_others("before", "ahead of", "earlier than"),
)
LAST = (
    *phrases(
        "last, latest, how recently, most recent, most recently, final, finally, newest, lastly, last-ever, "
        "after all others"
    ),
    *_beyond_others("after", "later than"),
)
BEFORE = (
    *phrases(
        "before, by the time, prior to, ahead of, preceding, earlier than, previous to, anterior to, up until, "
        "until, sooner than, in advance of"
    ),
    *(f"{when} than" for when in _dates_that_are("earlier")),
)
AFTER = (
    *phrases(
        "after, following, subsequent to, subsequently to, later than, posterior to, once, in the wake of, since, "
        "succeeding"
    ),
    *(f"{when} than" for when in _dates_that_are("later")),
)
_CLOSELY = ("right", "immediately", "directly", "just", "shortly", "straight")
NEAREST = tuple(f"{near} {order}" for near in _CLOSELY for order in ("before", "prior to", "ahead of", "preceding"))
SOONEST = (
    *phrases("soonest after, next after, next"),
    *(f"{near} {order}" for near in _CLOSELY for order in ("after", "following", "subsequent to")),
)
SAME = ("as", "that", "when", "in which", "on which", "of")
"""What follows "the same month"."""

DURING = phrases("during, throughout, amid, at the time of, in the time of, in the course of, while")
"""What stands before a thing in whose own time something was: "during the war"."""

DEFINITE = words("the this that these those which what whose")
"""What stands before a noun that means one thing of its kind."""

CURRENT = words("current currently present presently now today")
PREVIOUS = words("previous previously former formerly prior preceding")
"""Which of several that followed one another: "the previous mayor"."""

OTHERS = phrases(
    "same, other, others, another, also, else, too, both, together, fellow, teammate, teammates, colleague, "
    "colleagues, classmate, classmates, shared, shares, share, in common"
)
"""Words by which those are asked for that have something in common with whom a question names."""

COUNT = phrases(
    "how many times, how often, how many, number of times, number of, how frequently, how many occasions, count of, "
    "count the times, count how often"
)
TIMES_COUNTED = phrases(
    "how many times, how often, number of times, how frequently, how many occasions, how often, times"
)
DURATION = phrases("how long, for how long, how many years, how many days, how many months")

STANDS_FOR_A_KIND = words("name names kind type sort form number list one ones example title set")
"""Nouns that are asked for in the place of another: "what is the name of the team", "what kind of government"."""
OF_PLACES = frozenset(
    words(
        "place location located residence country city capital headquarters burial venue district state territorial "
        "area region town shares border continent territory"
    )
)
"""Words of relations at whose ends places are."""

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

UNITS = {word: word.removesuffix("s") for word in words("day days month months year years quarter quarters")}
UNITS |= dict.fromkeys(("date", "dates"), "day")

TIME_NOUNS = phrases("time, times, timeframe, time frame, timespan, time span, period")
"""What may be asked for where no unit of time is named: "what was the time frame of"."""

ENDING = words(
    "end ends ended ending stop stopped cease ceased finish finished complete completed leave leaves leaving left quit "
    "resign resigned divorce divorced"
)
STARTING = words(
    "start starts started starting begin begins beginning began begun commence commenced join joined become became"
)

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
_ASKED = r"\b(who|what|when|where|which|how)['’]"
_UNIT = rf"({'|'.join(dict.fromkeys(UNITS.values()))})"
_ELSE = (
    r"\s*[,;.]\s*(?:(?:and|but)\s+)?(?:who|which(?:\s+\w+)?)\s+(?:else|others?)\s+(?:did|had|has|was)"
    r"(?:\s+(?:so|it|that(?!\s+(?:very|same))))?\s+"
)
REPHRASED = (
    (rf"{_ASKED}s(?=\s+(?:been|had|\w+ed)\b)", r"\1 has"),
    (rf"{_ASKED}s\b", r"\1 is"),
    (rf"{_ASKED}d(?=\s+(?:already|just|been|\w+ed)\b)", r"\1 had"),
    (rf"{_ASKED}d\b", r"\1 did"),
    (
        rf"^({{name}}.+?){_ELSE}(?:on |in )?(?:the|that)\s+(?:very\s+)?same\s+{_UNIT}\W*$",
        r"in the same \2 that \1, who else did so?",
    ),
    (
        rf"^({{name}}.+?){_ELSE}(?:it |so )?(?:earlier|before|beforehand|sooner|previously)(?:\s+on)?\W*$",
        r"before \1, who else did so?",
    ),
    (
        rf"^({{name}}.+?){_ELSE}(?:it |so )?(?:later|after|afterwards?|thereafter)(?:\s+on)?\W*$",
        r"after \1, who else did so?",
    ),
    (
        r"^\W*of\s+(?:all\s+)?(?:the\s+|those\s+)?(?:\w+\s+)?(?:that|who|which)\s+(.+?),\s*(?:which|who)"
        r"(?:\s+(?:one|of them))?\s+(?:was|is)\s+(?:the\s+)?(\w+)\s+(?:(?:one|of them|of all)\s+)?to\s+do\s+"
        r"(?:so|it|that)\W*$",
        r"who \2 \1?",
    ),
    (r"^\W*(?:was|is|were)\s+there\s+(?:any|some)(?:one|body)\s+(who\s+.+?),?\s+and\s+(?:if so,?\s+)?who\W*$", r"\1?"),
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
    (
        rf"\b(?:(?:most\s+closely|immediately|directly)\s+)?preceded\s+({{name}})\s+(?:in|at)\s+{_OBJECT}",
        r"\2 just before \1",
    ),
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

_TIME_NAME = lazily(
    r"^(?:(?:start|end|first|last|earliest|latest|release|publication|opening|closing) )?(?:date|time)$"
    r"|^(?:point in time|inception|(?:date )?founded)$|^date of \w|\w+ed date$"
)
_OF_AN_END = frozenset(words("end latest birth death dissolved abolished demolished closed work"))


def names_a_time(name: str) -> bool:
    """Whether a graph calls the time of a thing itself so: "date of birth", "start time"; never who or what is asked
    for.
    """
    return _TIME_NAME.search(name) is not None


def names_own_date(name: str) -> bool:
    """Whether it is a time by which a thing is placed among others of its kind: when it began, was made or happened."""
    return names_a_time(name) and _OF_AN_END.isdisjoint(re.findall(r"\w+", name))


OF_PEOPLE = frozenset(
    words(
        "spouse married wife husband occupation profession educated born birth died death citizenship nationality "
        "gender religion employer works child father mother sibling brother sister residence nominated"
    )
)
"""Words of relations whose subjects are people, nearly always."""
KIND_RELATIONS = ("instance of", "subclass of", "is a", "type", "kind", "class")
"""Relations by which a graph says what kind of thing something is."""
MEMBERS = frozenset(words("member part has participant instance subclass contains located capital owner operator"))
"""First words of relations that lead to what is told behind them: "member of sports team" to a team."""
WHAT_SOMEBODY_IS = ("occupation", "position held")
"""Relations by which it says what somebody is."""
WHO = ("who", "whom", "whose")
WHICH = ("which", "what")
ASKING = (*WHO, *WHICH, "where", "when", "why", "how")

CLAUSE_SCAFFOLD = words(
    "who whom whose which what when where how many much often frequently time times occasion occasions number please "
    "list tell give name find out show me us the a an of be do have will first last earliest latest recent recently "
    "final finally initial initially most ever very same on in one other than total all count by directly immediately "
    "right just next else anyone anybody anything something others latest early late or and also "
    "immediately shortly straight soon already longer longest shorter shortest earlier sooner later more less least "
    "fewer fewest"
)
"""Words of a clause that tell nothing of its deed."""
