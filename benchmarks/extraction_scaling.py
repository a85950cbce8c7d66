"""How extraction grows with a document that stands on one line: seconds by length, of prose and of hostile text.

    python benchmarks/extraction_scaling.py [--lengths 50000 100000 500000]

Seconds are the process's own, over all its threads. ``growth`` is the power of the length by which the last
step grows: 1 is linear, 2 the square.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import re
import time
from collections.abc import Callable, Iterator

import machine

from timeweave.extraction.pipeline import extract
from timeweave.records import Document

_WORDS = re.findall(
    r"\w+",
    "revenue margin company year people world number water market part place service system question government night "
    "point home room area money story fact month right study book eye job word business issue side kind head house",
)

Pieces = Callable[[random.Random], str]


def _word(chance: random.Random) -> str:
    return chance.choice(_WORDS)


def _name(chance: random.Random) -> str:
    return f"{chance.choice(_WORDS)}{chance.choice(_WORDS)}".capitalize()


SHAPES: dict[str, tuple[str, Pieces]] = {
    "sentences": (
        " ",
        lambda c: f"{_name(c)} said {_word(c)} grew {c.randint(1, 99)}% in {c.randint(1990, 2025)}.",
    ),
    "no_sentence_end": (" ", _word),
    "minified_json": (",", lambda c: f'{{"{_word(c)}":{c.randint(0, 10**6)},"{_word(c)}":["{_name(c)}",null]}}'),
    "comma_separated": (
        ",",
        lambda c: f"{_name(c)},{c.randint(1, 9999)},{c.randint(1990, 2025)}-03-19",
    ),
    "digits": ("", lambda c: str(c.randint(0, 9))),
    "percentages": (" ", lambda c: f"{c.randint(1, 99)}% {_word(c)}"),
    "open_quotes": (" ", lambda c: f"'{_word(c)}"),
    "capitalised_words": (" ", _name),
    "capitalised_words_joined": ("-", _name),
    "years": (" ", lambda c: str(c.randint(1900, 2025))),
}


def text_of(shape: str, length: int) -> str:
    """So many characters on one line, the same in every run."""
    between, piece = SHAPES[shape]

    def pieces() -> Iterator[str]:
        chance = random.Random(shape)
        while True:
            yield piece(chance)

    found, size = [], 0
    for part in pieces():
        found.append(part)
        size += len(part) + len(between)
        if size >= length:
            break
    return between.join(found)[:length]


def seconds(text: str) -> float:
    """Of this process, over all its threads."""
    started = time.process_time()
    extract(Document(id="d", text=text))
    return time.process_time() - started


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", type=int, nargs="+", default=[50_000, 100_000, 500_000])
    lengths = parser.parse_args().lengths
    seconds("Acme grew 5% in 2020.")
    figures = {}
    for shape in SHAPES:
        row = [round(seconds(text_of(shape, length)), 2) for length in lengths]
        (a, x), (b, y) = list(itertools.pairwise(zip(lengths, row, strict=True)))[-1]
        figures[shape] = {
            "seconds": {str(length): took for length, took in zip(lengths, row, strict=True)},
            "growth": round(math.log(max(y, 0.01) / max(x, 0.01)) / math.log(b / a), 2),
        }
        print(shape, json.dumps(figures[shape]), flush=True)
    print(machine.write("extraction_scaling", figures))


if __name__ == "__main__":
    main()
