"""Whether somebody did what a clause says of a level: decided it, and did not propose, deny, ask or wish for it.

"The board agreed to raise the fee" sets it, "agreed to ask the members to raise the fee" does not; of one member's vote
nothing follows, of a motion what became of it.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable

from timeweave.extraction.relations.patterns import is_conditional, is_supposed
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.levels import CARRIED, DECIDING, DECISIONS, DEFEATED, ENACTING, KEEPING, PROPOSING
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.numbers import MONTHS
from timeweave.records import Span

_DECIDES = any_of(f for v in DECIDING for f in (v.third, v.past, v.participle, v.base))
_TOLD = rf"(?:{any_of(f for v in DECIDING for f in (v.third, v.past, v.participle))})"
_DECIDED = lazily(rf"\b(?:{_DECIDES}|(?P<motion>{any_of(DECISIONS)}))\b(?P<how>[^.;]{{0,60}}) to$", re.IGNORECASE)
_DECIDED_THAT = lazily(rf"\b{_TOLD}\b(?P<how>[^.;]{{0,60}}?) that\b", re.IGNORECASE)
_OTHER_DEED = lazily(  # "agreed to ask the board to", "voted to authorise a strike to", "agreed in principle to"
    r"(?<!\d )\bto\b|\ban? (?!majority|vote|margin|unanimous|meeting|show|special|regular)|\bin principle\b"
    rf"|\b(?:{_DECIDES})\b",
    re.IGNORECASE,
)
_VOTES = lazily(r"\b(\d+) ?(?:-|–|to) ?(\d+)\b")
_ENACTED = lazily(
    rf"\b(?:{_TOLD}|{any_of(f for v in ENACTING for f in (v.third, v.past, v.participle))})(?: \w+ly| today)?$",
    re.IGNORECASE,
)
_UNDECIDED = lazily(rf"\b(?:{any_of(PROPOSING)}|(?-i:may)|\w+n['’]t)\b", re.IGNORECASE)  # May is a month
_CLAUSE = lazily(r"[;:]\s|,\s(?:but|and|while|although|though)\s|,\s(?=(?:who|which)\s)|\.\s")
_QUESTION = lazily(r"\?[\"”’')\]]*\s*$")
_RELATIVE = lazily(r"\b(?:that|which|who|whom)(?: (?:has|have))?\W*$", re.IGNORECASE)
_ONE_MEMBER = lazily(
    r"\b(?:(?i:who|those|members?|only \w+|alone)"
    rf"|(?:{any_of(HONORIFICS, ('Messrs', 'Governor', 'Governors'))})\.? [A-Z][\w’'-]+)\W*$"
)
_OUTVOTED = lazily(r"\b(?:lost|in the minority|dissent\w*|vot(?:ed|ing) against)\b", re.IGNORECASE)
_CARRIED = lazily(rf"\b{any_of(CARRIED)}\b", re.IGNORECASE)
_DEFEATED = lazily(rf"\b{any_of(DEFEATED)}\b", re.IGNORECASE)
_OPEN = lazily(
    r"\b(?:pending|subject to|yet to|awaits?|unless|provided"
    r"|(?:but|and)(?: \w+){0,2} (?:reversed|rescinded|withdrew))\b",
    re.IGNORECASE,
)
_ELSEWHERE = lazily(r"\b(?:another|neighbou?ring|elsewhere|other (?:towns?|cities|clubs?|countries))\b", re.IGNORECASE)
_END = lazily(r"[.;]")
_WILL, _TO, _WE = (lazily(pattern, re.IGNORECASE) for pattern in (r"\bwill$", r"\bto$", r"\b(?:we|they|you|i)\W*$"))
_FROM = lazily(
    r"(?: an? \w+| per \w+)?,? (?:from|effective|starting|beginning|as of|with effect from"
    rf"|(?:on|in)(?= (?:\d|{any_of(MONTHS)})))\b(?! (?:immediately|at once|today|now)\b)",
    re.IGNORECASE,
)
_KEEPS = frozenset(forms(KEEPING))


class Deed(enum.Enum):
    """What became of a level that a clause tells."""

    DONE = "done"
    AHEAD = "ahead"


def deed_of(
    words: str,
    match: re.Match[str],
    thing: Span,
    people: Iterable[int],
    bases: frozenset[str],
    present: frozenset[str],
    *,
    noun: bool,
) -> Deed | None:
    """What became of the level that ``match`` finds in ``words``; ``None`` where nobody set it.

    It is that of what stands at ``thing``. ``people`` are where names of people end, ``bases`` the verbs that are no
    past as they are, ``present`` those of the level itself that tell what is to come where a day follows; a ``noun``
    tells what somebody did to it.
    """
    clause = max((m.end() for m in _CLAUSE.finditer(words, 0, match.start())), default=0)
    before = words[clause : match.start("v")].rstrip()
    governing = words[clause : match.start()].rstrip()
    if _QUESTION.search(words) or is_conditional(words) or is_supposed(words, match.start()):
        return None
    if _OPEN.search(words, match.end("new")) or _ELSEWHERE.search(before):
        return None
    be, verb = (match.groupdict().get("be") or "").strip().casefold(), match["v"].casefold()
    if noun:
        return Deed.DONE if _ENACTED.search(governing) and not _UNDECIDED.search(governing) else None
    if be == "be" or be.startswith(("be ", "would")):
        that = _DECIDED_THAT.search(governing)
        if that is None or _OTHER_DEED.search(that["how"]) or _UNDECIDED.search(governing):
            return None
        return Deed.AHEAD if says_from(words, match.end("new")) else Deed.DONE
    if not be and _TO.search(before):
        return Deed.DONE if _is_decided(words, match, before, clause, people) else None
    beside = (
        f"{words[clause : thing.start]} {words[thing.end : match.start('v')]}"
        if thing.end < match.start("v")
        else before
    )
    if _UNDECIDED.search(beside) or _RELATIVE.search(before):
        return None
    if be.startswith("will") or verb.startswith("will") or _WILL.search(before):
        return Deed.DONE if verb in _KEEPS or "remain" in verb else Deed.AHEAD
    if verb in present and says_from(words, match.end("new")):
        return Deed.AHEAD
    is_no_deed = be == "being" or be.startswith("had ") or verb.endswith("ing")
    if is_no_deed or (not be and verb in bases and not _WE.search(before)):
        return None
    return Deed.DONE


def says_from(words: str, at: int) -> bool:
    """Whether a day from which on follows at a place: "effective 1 July", "from April"."""
    return _FROM.match(words, at) is not None


def _is_decided(words: str, match: re.Match[str], before: str, clause: int, people: Iterable[int]) -> bool:
    """Whether "to raise" hangs on a decision of a body, or on a motion that was carried."""
    decided = _DECIDED.search(before)
    if decided is None or _OTHER_DEED.search(decided["how"]) or _OUTVOTED.search(words):
        return False
    votes = _VOTES.search(decided["how"])
    if (votes and int(votes[1]) <= int(votes[2])) or _UNDECIDED.search(before.rpartition(", ")[2]):
        return False
    end = _END.search(words, match.end("new"))
    tail = words[match.end("new") : end.start() if end is not None else len(words)]
    if decided["motion"]:
        return _CARRIED.search(tail) is not None and _DEFEATED.search(tail) is None
    who = before[: decided.start()].rstrip()
    return _ONE_MEMBER.search(who) is None and clause + len(who) not in set(people)
