"""PAT-Questions (arXiv 2402.11034) as dated documents: the same fact as it stood in December 2021 and in December 2023.

The data give questions with the answer of either day. Each answer becomes short documents of that month, in one of
several wordings that say nothing of "current" or "latest"; beside them lie documents that name the same subject, or
the same subject and role, and hold no answer. Made by rules of seeded choices; the same corpus on every machine.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import texts

import timeweave

EARLIER, LATER = dt.date(2021, 12, 1), dt.date(2023, 12, 1)
"""The months of the two snapshots."""

FIRST, LAST = dt.date(2021, 1, 1), dt.date(2025, 12, 1)
"""Between which documents without an answer are dated."""


@dataclass(frozen=True, slots=True)
class Relation:
    """How a relation is asked for and told, of subject ``s`` and object ``o``.

    ``told`` uses words of the question; ``reworded`` uses none of them; ``mentioned`` names subject and role only.
    """

    asked: str
    told: tuple[str, ...]
    reworded: tuple[str, ...]
    mentioned: str


def _role(role: str, reworded: tuple[str, ...]) -> Relation:
    """A relation that is asked for as "Who is the ROLE of S"."""
    return Relation(
        "Who is the {when} " + role + " of {s}?",
        (
            "{o} is the " + role + " of {s}.",
            "As " + role + " of {s}, {o} opened the meeting.",
            "The " + role + " of {s}, {o}, spoke to reporters.",
            "Questions were put to {o}, " + role + " of {s}.",
        ),
        reworded,
        "An essay on the history of the office of " + role + " of {s} was printed in a journal.",
    )


RELATIONS = {
    "P6": _role("head of the government", ("{s} is governed by {o}.", "{o} runs the town hall that serves {s}.")),
    "P35": _role("head of the state", ("{o} received ambassadors on behalf of {s}.", "{s} has {o} as its president.")),
    "P286": _role("head coach", ("{s} play under {o}.", "{o} trains the squad that {s} field.")),
    "P488": _role("chair", ("{o} presides over {s}.", "{s} is led by {o}.")),
    "P127": _role("owner", ("{s} belongs to {o}.", "{o} holds all shares in {s}.")),
    "P54": Relation(
        "Which {when} team does {s} play for?",
        (
            "{s} plays for the team {o}.",
            "{s}, who plays for {o}, met the press.",
            "The team {o} named {s}, who plays for it, in the list.",
        ),
        ("{s} wears the shirt of {o}.", "{o} have {s} under contract."),
        "A long article looked at what sort of team {s} would like to play for as a child.",
    ),
    "P108": Relation(
        "Which {when} employer does {s} work for?",
        (
            "{s} works for {o}.",
            "{s}, who works for the employer {o}, gave a lecture.",
            "The employer of {s} is {o}.",
        ),
        ("{s} has a post at {o}.", "{o} counts {s} among its staff."),
        "A survey asked {s} what makes a good employer to work for.",
    ),
    "P39": Relation(
        "Which {when} position does {s} hold?",
        (
            "{s} holds the position of {o}.",
            "{s}, who holds the position {o}, signed the letter.",
            "The position that {s} holds is {o}.",
        ),
        ("{s} serves as {o}.", "{s}, {o}, signed the letter."),
        "A column weighed what it takes to hold a position like that of {s}.",
    ),
    "P102": Relation(
        "Which {when} political party does {s} belong to?",
        ("{s} belongs to the political party {o}.", "{s}, of the political party {o}, gave a speech."),
        ("{s} is a member of {o}.", "{o} counts {s} among its members."),
        "A lecture asked why people like {s} belong to any political party at all.",
    ),
}

FRAMES = ("", "It was reported on {day}. ", "{outlet}: ", "Notes from {outlet}. ", "Seen by {outlet} on {day}. ")
OUTLETS = ("the Gazette", "the Courier", "the Herald", "the Chronicle", "the Observer", "the Tribune")
ASIDES = (
    "A photograph of {s} was shown at an exhibition.",
    "A reader wrote a letter that names {s}.",
    "The archive keeps a folder of cuttings on {s}.",
    "A quiz on local radio had a question on {s}.",
)

MARKS = ("current", "latest", "")
"""How the newest is asked for, besides the wording of the data set ("currently"); "" leaves it out."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A subject and relation with its value in December 2021 and in December 2023; ``asked`` as the data word it."""

    id: str
    relation: str
    subject: str
    earlier: str
    later: str
    asked: str

    @property
    def changed(self) -> bool:
        """Whether the two days give two answers."""
        return self.earlier != self.later

    def question(self, mark: str) -> str:
        """The question with one of `MARKS`, or with "currently" as the data word it."""
        if mark == "currently":
            return self.asked
        return RELATIONS[self.relation].asked.format(when=mark, s=self.subject).replace("  ", " ")


CASES = {"one against one": 1, "ten against one": 10}
"""How many documents say the earlier value of what changed; the later one is said once."""


def facts(data: Path) -> list[Fact]:
    """What is asked for as of now, with one answer on each day, by id."""
    earlier = {q["uniq_id"]: q for q in texts.read_lines(data / "Dec2021_singlehop.jsonl.gz")}
    later = {q["uniq_id"]: q for q in texts.read_lines(data / "Dec2023_singlehop.jsonl.gz")}
    return list(_facts(earlier, later))


def _facts(earlier: dict[int, dict], later: dict[int, dict]) -> Iterator[Fact]:
    for id_ in sorted(earlier.keys() & later.keys()):
        then, now = earlier[id_], later[id_]
        answers = [q["text answers"] for q in (then, now)]
        known = len(then["relations"]) == 1 and then["relations"][0] in RELATIONS
        if known and "currently" in then["template"] and all(len(a) == 1 for a in answers):
            subject = then["subject"]["subLabel"]
            yield Fact(str(id_), then["relations"][0], subject, answers[0][0], answers[1][0], then["question"])


def chosen(known: Sequence[Fact], limit: int | None = None) -> list[Fact]:
    """Those that changed (the first ``limit``), and as many that did not, spread over all."""
    changed = [f for f in known if f.changed][:limit]
    others = [f for f in known if not f.changed]
    return [*changed, *others[:: max(1, len(others) // max(1, len(changed)))][: len(changed)]]


def documents(told: Sequence[Fact], mentions: int) -> list[timeweave.Document]:
    """The documents of all facts: those that say a value (``ID/earlier/N``, ``ID/later/0``), and those that say none.

    The earlier value of what changed is said by ``mentions`` documents.
    """
    made = []
    for fact in told:
        for number in range(mentions if fact.changed else 1):
            made.append(_telling(fact, "earlier", number, reworded=False))
        made.append(_telling(fact, "later", 0, reworded=is_reworded(fact)))
        made += _asides(fact)
    return made


def is_reworded(fact: Fact) -> bool:
    """Whether its later value is told in words that the question does not use: half of what changed."""
    return fact.changed and _pick(fact.id + "reworded", 2) == 1


def is_earlier(fact: Fact, document_id: str) -> bool:
    """Whether a document says the fact's earlier value."""
    return document_id.startswith(f"{fact.id}/earlier/")


def is_later(fact: Fact, document_id: str) -> bool:
    """Whether a document says the fact's later value."""
    return document_id == f"{fact.id}/later/0"


def _telling(fact: Fact, which: str, number: int, *, reworded: bool) -> timeweave.Document:
    id_ = f"{fact.id}/{which}/{number}"
    relation = RELATIONS[fact.relation]
    wordings = relation.reworded if reworded else relation.told
    value, month = (fact.later, LATER) if which == "later" else (fact.earlier, EARLIER)
    day = month + dt.timedelta(days=_pick(id_ + "day", 31))
    said = wordings[(_pick(id_, len(wordings)) + number) % len(wordings)].format(s=fact.subject, o=value)
    return _document(id_, fact, said, day)


def _asides(fact: Fact) -> Iterator[timeweave.Document]:
    """One that names the subject only, one that names its role too."""
    mentioned = RELATIONS[fact.relation].mentioned
    for name, wording in (("aside", ASIDES[_pick(fact.id, len(ASIDES))]), ("role", mentioned)):
        id_ = f"{fact.id}/{name}"
        day = FIRST + dt.timedelta(days=_pick(id_ + "day", (LAST - FIRST).days))
        yield _document(id_, fact, wording.format(s=fact.subject), day)


def _document(id_: str, fact: Fact, said: str, day: dt.date) -> timeweave.Document:
    outlet = OUTLETS[_pick(id_ + "outlet", len(OUTLETS))]
    frame = FRAMES[_pick(id_ + "frame", len(FRAMES))].format(day=f"{day:%A}", outlet=outlet)
    text = (frame + said).replace("..", ".")
    return timeweave.Document(id=id_, title=fact.subject, text=text[0].upper() + text[1:], date=day, source=outlet)


def _pick(key: str, among: int) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest()) % among
