"""The body that brings a document out, as its title tells ("Alder Lane Housing Association: minutes"), or the head of
its minutes.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from timeweave.language.dictionary import is_word
from timeweave.language.name_types import may_be_a_person
from timeweave.language.names import canonical_key
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.bodies import ALSO_SURNAMES, LAST_OF_NAMES, SURE
from timeweave.lexicon.documents import GATHERED, GENERAL_MEETINGS, PUBLISHED_REGULARLY
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.numbers import DAYS, MONTHS, SHORT_MONTHS
from timeweave.lexicon.states import BODIES_AT_LARGE
from timeweave.records import EntityId

_LED = lazily(r"(?P<body>\w[^:–—|\n]{2,69}?) ?(?::| [–—|-]) ?(?P<rest>\w.*)", re.DOTALL)
_KINDS = frozenset((*GATHERED, *PUBLISHED_REGULARLY, "update", "blog"))
_BROUGHT_OUT = lazily(rf"(?:[\w-]+ ){{0,2}}?(?:{any_of((*GATHERED, *PUBLISHED_REGULARLY))}|letter to)\b", re.IGNORECASE)
_JOINING = frozenset(["of", "the", "and", "&", "for", "de", "la", "du", "der", "van", "von"])
_NO_NAME = STOP_WORDS.union(words("after before inside outside beyond within nobody everybody nothing")) - _JOINING
_ALL_MONTHS = frozenset((*MONTHS, *SHORT_MONTHS))
_BODY = lazily(rf"(?:{any_of((*BODIES_AT_LARGE, *LAST_OF_NAMES, *ALSO_SURNAMES))})s?", re.IGNORECASE)
_SURELY = lazily(rf"(?:{any_of(SURE)})s?", re.IGNORECASE)
_MONTH = any_of((*MONTHS, *SHORT_MONTHS))
_MET = lazily(  # "minutes of May", and neither "calls on" nor "30 minutes"
    rf"(?<![^\W_])(?<!\d )(?:{any_of((*GATHERED, *GENERAL_MEETINGS, 'minutes', 'agenda'))})s?(?![^\W_])"
    rf"(?=[\W_]*(?:$|\d|(?:minutes|notes|agenda|of|held|{_MONTH})\b|(?:on|for) (?:\d|{_MONTH}\b)|[-–—:,(#]))",
    re.IGNORECASE,
)
_NAMED_BODY = lazily(rf"(?:{any_of((*BODIES_AT_LARGE, *LAST_OF_NAMES))})s?", re.IGNORECASE)
_HAS_A_COMMITTEE = lazily(rf"(?=[A-Z])(?!Parish$)(?i:{any_of((*BODIES_AT_LARGE, *LAST_OF_NAMES))})")
_KINDS_OF_MEETINGS = frozenset(words("weekly monthly quarterly annual regular extraordinary emergency ordinary draft"))
# "Draft minutes of the annual meeting of Holt Parish Council", "Agenda for the July call of the Core Team"
_MINUTES_OF = lazily(
    r"^(?:[^\W\d][\w-]* ){0,3}?(?:minutes (?:of|to|for|from) (?:(?:the|a|an|our|their) )?"
    rf"(?:(?:[\w-]+ ){{0,3}}?(?:{any_of(GATHERED)}) of (?:the )?)?"
    rf"|(?:notes|record|agenda) (?:of|for|from) (?:the |a )?(?:[\w-]+ ){{0,4}}?(?:{any_of(GATHERED)}) of (?:the )?)"
    r"(?P<body>\w.*)",
    re.IGNORECASE,
)
_DAY = lazily(rf"(?:{_MONTH}|at|on|of|\d\S*)?", re.IGNORECASE)  # a word that tells when, or none
_WHO_CAME = lazily(
    rf"(?:(?:those|councillors|members|also) )?(?:present|attending|attendance|attendees|in attendance)"
    rf"(?=\W*$|\s*[:–—-]|\s+(?:{any_of(HONORIFICS)})\b)",
    re.IGNORECASE,
)
_YEARLY = lazily(
    rf"^annual |\bannual general |\bannual (?=(?:{any_of(BODIES_AT_LARGE)})(?: (?:{any_of(BODIES_AT_LARGE)}))*\W*$)",
    re.IGNORECASE,
)
_RELEASED = lazily(  # "Press Release: Holt Growers' Society", "Holt Growers media statement, 4 May 2020"
    r"^(?:(?:press|media|news) (?:release|statement|notice) ?(?:[:–—-]|by|issued by) ?(?P<body>[^\W\d].*)"
    r"|(?P<behind>[^\W\d][^:]*?) (?:press|media|news) (?:release|statement)\b[\W\d]*(?:[a-z]+[\W\d]*)?)$",
    re.IGNORECASE,
)
_LAST = rf"(?:{any_of(word.title() for word in LAST_OF_NAMES)})"
_NO_ISSUERS = frozenset((*MONTHS, *SHORT_MONTHS, *DAYS)).union(
    words("new please download view read contact media press news release statement embargoed immediate update")
)
_LONGEST_NAME = 80
_LONG_LINE = 60  # characters from which a line is a paragraph
_PARTED = lazily(r" [-–—|(]|, |–|\.$")
_MARKS = "#*_ \t"
_MOST_WORDS = 8
_MOST_OF_A_PART = 2  # words that say which part of a body it is
_LONGEST = 200  # characters of a title that are looked at
_OPENING = 400  # characters of lines that minutes begin with
_LOOKED_AT = 4000


class Issuer(NamedTuple):
    """A body with the name that the title gives it."""

    entity: EntityId
    surface: str
    label: str = ""
    """What a press release calls it in the line that says whose it is, where its text has a longer name."""


def issuer_of(title: str, text: str) -> Issuer | None:
    """The body that brings out the document of this ``title`` and ``text``; ``None`` where neither tells."""
    return issuing_body(title) or body_that_met(title, text) or _releasing_body(text)


def issuing_body(title: str) -> Issuer | None:
    """The body named before a colon or dash of a ``title``, where it is one by the noun that it ends with, or by what
    its documents are called ("Quiet Harbour devblog: …", "Harlow Line: results for 2010"); ``None`` where the title
    begins with something else.
    """
    led = _LED.match(" ".join(title[:_LONGEST].split()))
    named = [] if led is None else led["body"].split()
    kinds = 0
    while named and (named[-1].casefold() in _KINDS or named[-1].islower()) and named[-1] not in _JOINING:
        kinds += named[-1].casefold() in _KINDS
        named.pop()
    if led is None or not 1 < len(named) <= _MOST_WORDS or not all(_is_part(word) for word in named):
        return None
    if not named[-1][:1].isupper() or _MINUTES_OF.match(led["body"]):
        return None
    is_regular = kinds > 0 or _BROUGHT_OUT.match(led["rest"]) is not None
    may_be_a_body = _BODY.fullmatch(named[-1]) or all(is_word(word.casefold()) for word in named)
    if not (_SURELY.fullmatch(named[-1]) or (is_regular and may_be_a_body)):
        return None
    name = " ".join(named)
    return Issuer(canonical_key(name), name)


def _releasing_body(text: str) -> Issuer | None:
    """The body that a press release says in one of its first lines to be of, where its paragraphs name that again."""
    for line in _lines(text):
        said = _RELEASED.match(line)
        if said is None:
            continue
        name = _PARTED.split((said["body"] or said["behind"]).strip(), maxsplit=1)[0].strip()
        named = name.split()
        is_name = 0 < len(named) <= _MOST_WORDS and len(name) <= _LONGEST_NAME and all(map(_is_of_name, named))
        full = _in_full(named, text.partition(line)[2]) if is_name else ""
        if full and not may_be_a_person(full):
            return Issuer(canonical_key(full), full, name if name != full else "")
    return None


def _is_of_name(word: str) -> bool:
    return _is_part(word) and word.casefold() not in _NO_ISSUERS


def _in_full(named: Sequence[str], text: str) -> str:
    """A name as the paragraphs of ``text`` have it most often, with the capitalised words around it that may be of it;
    empty where they have it nowhere, or only as one of their lines.
    """
    words = r"[ -]".join(re.sub(r"['’]", "['’]", re.escape(word)) for word in named)
    whole = rf"(?<![^\W_])(?P<before>(?:[A-Z][\w-]* ){{0,3}}){words}(?P<behind>['’] {_LAST}\b| {_LAST}\b)?(?![\w’'-])"
    found: Counter[str] = Counter()
    for paragraph in text.splitlines():
        if len(paragraph) >= _LONG_LINE:
            for m in re.finditer(whole, paragraph):
                before = m["before"].split()
                kept = itertools.takewhile(lambda word: word == "New" or _is_of_name(word), reversed(before))
                found[" ".join([*reversed(list(kept)), m[0][len(m["before"]) :]])] += 1
    return found.most_common(1)[0][0] if found else ""


def is_of_meeting(title: str, opening: str = "") -> bool:
    """Whether a document of that ``title`` tells of a meeting: its minutes, its agenda, a transcript; a title that is
    but the name of a body leaves that to what the document begins with.
    """
    if _MET.search(title) or _in_minutes_of(title):
        return True
    return _titled(title) is not None and any(_MINUTES_OF.match(x) or _WHO_CAME.match(x) for x in _lines(opening))


def body_that_met(title: str, opening: str) -> Issuer | None:
    """The body whose meeting a document tells of by its ``title``: named there ("Core Team Meeting of 4 May", "Minutes
    of Holt Parish Council"), else in a line of its own in what the document begins with, or in that it is the minutes
    of it; ``None`` where it is of no meeting.
    """
    if not is_of_meeting(title, opening):
        return None
    lines = list(_lines(opening))
    above = itertools.takewhile(lambda line: ":" not in line and line[-1] not in ".!?", lines)
    met = _MET.search(title)
    before = None if met is None else _named_alone(title[: met.start()])
    told = (_titled(title), before, *map(_in_minutes_of, (title, *lines)), *map(_named_alone, above))
    bodies = [body for body in told if body is not None]
    own = (body for body in bodies if not _is_of_many(body))
    return next(own, bodies[0] if bodies else None)  # "Board of Education" below the name of the district


def _is_of_many(body: Issuer) -> bool:
    """Whether many have a body of that name: a board of education."""
    words = body.entity.split()
    return len(words) > 2 and words[1] == "of" and all(is_word(word) or word in _JOINING for word in words)


def _lines(opening: str) -> Iterator[str]:
    """The first lines that say something, whole, of which blanks do not count."""
    room = _OPENING
    for line in map(str.strip, opening[:_LOOKED_AT].splitlines()):
        room -= len(line) + 1
        if room < 0:
            return
        if said := line.strip(_MARKS):
            yield said


def _titled(title: str) -> Issuer | None:
    """The body that is all that a title names, but for when."""
    named = title[:_LONGEST].split()
    while named and _DAY.fullmatch(named[-1].strip(",.:;()[]–—-")):
        named.pop()
    return _named_alone(" ".join(named).rstrip(" ,.:;([–—-"))


def _in_minutes_of(line: str) -> Issuer | None:
    """The body of which a line says that minutes follow: "Minutes of Holt Parish Council Meeting held in the hall"."""
    told = _MINUTES_OF.match(line[:_LONGEST])
    named = [] if told is None else told["body"].split()[:_MOST_WORDS]
    ends = [number for number, word in enumerate(named, 1) if _NAMED_BODY.fullmatch(word.strip(",.:;"))]
    runs = [end for end in ends if end > 1 and end + 1 not in ends]
    last = runs[0] if runs else 0
    for end in runs[1:]:  # "Holt Council Planning Committee" is a part of it, "Holt Council and Dene Council" are two
        between = named[last : end - 1]
        if "and" in between or "&" in between:
            return None
        last = end if len(between) <= _MOST_OF_A_PART else last
    of_place = last and named[last - 1].casefold() == "parish"  # which meets, too, but is no body
    return None if not last or of_place else _named_alone(" ".join(named[:last]).strip(",.:;"))


def _named_alone(line: str) -> Issuer | None:
    """The body that is all that a line names, in capitals too."""
    named = _YEARLY.sub("", line).split()
    while named and named[0].casefold() in _KINDS_OF_MEETINGS:
        named = named[1:]
    if " ".join(named).isupper():
        named = [word.lower() if word.lower() in _JOINING else word.capitalize() for word in named]
    if len(named) > 2 and named[-1] in BODIES_AT_LARGE and _HAS_A_COMMITTEE.fullmatch(named[-2]):
        named.pop()  # "Holt Chess Club committee" meets for the club
    if not 1 < len(named) <= _MOST_WORDS or not all(map(_is_part, named)):
        return None
    ends_as_one = _NAMED_BODY.fullmatch(named[-1]) or (named[-1] == "District" and len(named) > 2)
    is_one_of = named[1] == "of" and _NAMED_BODY.fullmatch(named[0]) and not _MET.search(line)
    if not (ends_as_one or is_one_of):  # "Board of Education"
        return None
    own = [word for word in named if word.casefold() not in BODIES_AT_LARGE]
    if own and all(word.casefold() in _ALL_MONTHS for word in own):  # "February Parish Council"
        return None
    if named[0].casefold() in _KINDS:  # "Report of the Finance Committee"
        return None
    name = " ".join(named)
    return Issuer(canonical_key(name), name)


def _is_part(word: str) -> bool:
    if word in _JOINING or word in BODIES_AT_LARGE:  # "Holt parish Council"
        return True
    return word[:1].isupper() and not any(c.isdigit() for c in word) and word.casefold() not in _NO_NAME
