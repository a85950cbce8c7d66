"""Names with a number behind them, as versions and the like have: which of them a store has never heard of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set

from timeweave.lexicon.lazy import lazily

_DESIGNATION = lazily(r".*\s(\d+(?:\.\d+)+|\d{2,4})")  # a version, or a number of its kind; one digit is everywhere


def unheard_of(names: Iterable[str], mentioned: Callable[[str], bool]) -> Set[str]:
    """Those of ``names`` that have a number ("Python 3.20"), where ``mentioned`` knows none of their numbers."""
    numbers = {name: match[1] for name in names if (match := _DESIGNATION.fullmatch(name)) is not None}
    if any(mentioned(form) for number in numbers.values() for form in _forms(number)):
        return frozenset()
    return numbers.keys()


def _forms(number: str) -> Iterator[str]:
    """How texts may write the number of a version."""
    yield from (number, f"{number}.0", f"v{number}")
    if number.endswith(".0"):
        yield number.removesuffix(".0")
