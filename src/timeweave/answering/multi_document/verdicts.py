"""A verdict on several reports, and how much they must say for one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.answering.context.reading import Line
from timeweave.answering.multi_document.reports import ReportMatch


class VerdictWeights:
    """The shares of its words that must be borne out of every claim (``claim``), of each clause in it (``clause``), of
    what it says beside names (``what``), and of all claims on average (``mean``); of a claim whose contrary is found
    (``contrary``); of reports that are compared (``report``) or put in order (``order``).

    Reports have one subject from the share ``subject`` of the words in which they are compared. They speak of different
    things where the one with fewer words shares at most ``alike`` of them. A source alone says what is asked where it
    says at least ``surely`` of it, and the next at most ``clearly`` of that.
    """

    claim: float = 0.35
    mean: float = 0.5
    clause: float = 0.2
    what: float = 0.45
    contrary: float = 0.4
    report: float = 0.25
    order: float = 0.45
    subject: float = 0.12
    alike: float = 0.05
    surely: float = 0.35
    clearly: float = 0.6


@dataclass(frozen=True, slots=True)
class Verdict:
    """A short answer with the lines it rests on, and why."""

    text: str
    lines: tuple[Line, ...]
    why: str


def lines_of(matches: Sequence[ReportMatch]) -> tuple[Line, ...]:
    """The lines of ``matches``, each once."""
    return tuple(dict.fromkeys(t.line for t in matches if t.line is not None))
