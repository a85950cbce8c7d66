"""Reading data sets, and the ways in which the benchmarks compare texts."""

from __future__ import annotations

import collections
import gzip
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

Stretch = tuple[int, int, str]
"""Where a returned text starts and ends in its document, and the text."""

SHARE = 0.85  # of the words of an evidence sentence that must stand in one stretch


def read_lines(path: Path) -> Iterator[dict]:
    """The objects of a JSON Lines file, compressed or not."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in lines:
            yield json.loads(line)


def plain(text: str) -> str:
    """Words of letters and digits, without case, accents and punctuation."""
    ascii_only = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join(re.findall(r"[a-z0-9]+", ascii_only))


def holds_any(answer: str, gold: Iterable[str], *, longest: int | None = None) -> bool:
    """Whether a gold answer stands in ``answer``, which must not have more words than ``longest``."""
    said = plain(answer)
    if longest is not None and len(said.split()) > longest:
        return False
    return any(wanted in said for wanted in map(plain, gold) if wanted)


def words(text: str) -> list[str]:
    """The words by which evidence is compared; figures keep their points, signs and percents."""
    return re.findall(r"[a-z0-9.$%]+", text.lower().replace(",", ""))


def is_found(evidence: str, stretches: Sequence[Stretch]) -> bool:
    """Whether 85 % of the words of ``evidence`` stand in one contiguous stretch; neighbours are put together first."""
    gold = collections.Counter(words(evidence))
    needed = SHARE * sum(gold.values())
    merged: list[tuple[str, int]] = []
    for start, end, text in sorted(stretches):
        if merged and start - merged[-1][1] <= 3:
            merged[-1] = (merged[-1][0] + " " + text, end)
        else:
            merged.append((text, end))
    return any(sum((gold & collections.Counter(words(text))).values()) >= needed for text, _ in merged)
