"""Whether a sentence tells of the time that is asked for, or only of one that adjoins it."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from timeweave.answering.extractive.clauses import count_words
from timeweave.answering.extractive.sentence_fit import Fitted, is_life
from timeweave.lexicon.lazy import lazily
from timeweave.temporal.interval import Interval

ENDING = lazily(
    r"\b(?:until|till|left|leaving|graduat\w+|retir\w+|resign\w+|ended|ceased|closed|dissol\w+|disband\w+|sold|renamed"
    r"|replac\w+|succeeded|successor|obtained|received|earned|degree|moved|defeated|died|death|expired|former\w*"
    r"|previous\w*|decommission\w*|merged?|last|before|completed|relieved|dismissed|sacked|stepped down)\b",
    re.IGNORECASE,
)
_ENTRY = 12  # words, in which a list tells of one thing and its years


class TimelinessWeights:
    """How well the time of a sentence must fit (`Fitted.timely`) to be of the time asked for: ``least`` by itself,
    ``ending`` where the sentence says that something ended, so that what it tells held until then.
    """

    least: float = 3.0
    ending: float = 2.5


def is_of_time(fitted: Fitted, periods: Sequence[Interval], asked_terms: Set[str]) -> bool:
    """Whether the line tells something of a period asked about.

    One told of only where the period ends speaks of the time before if it tells of an end ("graduated in 1964"), and
    of the time after else ("joined in 1964"). A stretch around the period speaks of all of it; a life, of nothing.
    What began before it lasts, if the page tells of no other time until it is over ("joined in 1964 … left in 1970").
    """
    line = fitted.line
    bears = not asked_terms.isdisjoint(line.terms)
    if fitted.timely >= TimelinessWeights.least or (fitted.lasting and bears):
        return True
    told = [t for t in line.times if not is_life(t)]
    if fitted.timely >= TimelinessWeights.ending and told and ENDING.search(line.text) is not None:
        return True
    tells = bears or count_words(line.text) <= _ENTRY
    return tells and any(t.is_bounded and t.contains(p) for t in told for p in periods)
