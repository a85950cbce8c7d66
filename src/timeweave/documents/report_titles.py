"""What the title of a report says of it: "Acme Corp Q1 2024 earnings call" is by Acme Corp, on the first quarter."""

from __future__ import annotations

import dataclasses
import re

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import ORDINALS
from timeweave.records import Document
from timeweave.temporal.interval import Interval

_LONGEST = 120  # characters of a title
_PERIOD = (
    r"(?:(?:fiscal(?: year)? |FY ?)?(?P<year>20\d\d)[ -]?Q(?P<quarter>[1-4])"
    r"|(?:fiscal )?(?:Q(?P<number>[1-4])|(?P<ordinal>first|second|third|fourth)[ -]quarter),? (?:of )?"
    r"(?:fiscal(?: year)? |FY ?)?(?P<of>20\d\d))"
)
_KIND = (
    r"(?:(?:earnings|(?:financial )?results)(?: conference)? call|earnings conference|quarterly report|10-Q)"
    r"(?: transcript)?"
)
_NAME = r"(?P<name>[A-Z0-9][^\n|]{1,70}?)(?: ?\([^()]{1,20}\))?(?:['’]s?)?"
_FORMS = tuple(
    lazily(form, re.IGNORECASE)
    for form in (
        rf"{_NAME}[,:]? (?:[-–—|] )?{_PERIOD},? {_KIND}",
        rf"{_NAME}[,:]? (?:[-–—|] )?{_KIND}[,:]? (?:[-–—|] |for |\()?(?:the )?{_PERIOD}\)?",
        rf"{_PERIOD} {_NAME} {_KIND}",
    )
)
_IN_A_NAME = lazily(r"(?:[A-Z0-9&(][^\s]*|of|and|de|von|van|plc|ag|se|nv|&|-)(?:\s+|$)")


def with_title_read(document: Document) -> Document:
    """``document`` with the subject and the period that its title names, or its first line where it has no title;
    what it says itself of either stands.
    """
    if document.entities and document.period is not None:
        return document
    read = read_title(document.title or document.text[: _LONGEST + 1].partition("\n")[0])
    if read is None:
        return document
    name, period = read
    return dataclasses.replace(document, entities=document.entities or (name,), period=document.period or period)


def read_title(title: str) -> tuple[str, Interval] | None:
    """Whose report on which quarter ``title`` heads; ``None`` unless it says that and nothing else."""
    title = " ".join(title.split())
    match = next((m for form in _FORMS if (m := form.fullmatch(title))), None) if len(title) <= _LONGEST else None
    if match is None:
        return None
    name = match["name"].rstrip(" ,:-–—")
    if not re.fullmatch(rf"(?:{_IN_A_NAME.pattern})+", name.removeprefix("the ")):
        return None
    number = match["quarter"] or match["number"] or ORDINALS[match["ordinal"].lower()]
    return name, Interval.parse(f"{match['year'] or match['of']}-Q{number}")
