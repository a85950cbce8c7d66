"""Patterns that are compiled when they are first used: no command waits for those that its texts never meet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any, cast


class Lazy:
    """A pattern by its source; whatever else is asked of it is asked of the compiled one."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself."""
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what copying asks of every object is none of the pattern's
            raise AttributeError(name)
        value = getattr(self.compiled, name)
        setattr(self, name, value)  # found there from now on
        return value

    def __reduce__(self) -> tuple[Any, ...]:
        return lazily, (self.pattern, self._flags)


class Sparing(Lazy):
    """One of whose words of need every text has one that it is found in: for others it is not compiled."""

    def __init__(self, source: str, flags: int, needed: Iterable[str]) -> None:
        super().__init__(source, flags)
        self.needed = tuple(word.casefold() for word in needed)

    def search(self, text: str, *within: int) -> re.Match[str] | None:
        """As the compiled pattern has it."""
        return self.compiled.search(text, *within) if self._may_fit(text) else None

    def match(self, text: str, *within: int) -> re.Match[str] | None:
        """As the compiled pattern has it."""
        return self.compiled.match(text, *within) if self._may_fit(text) else None

    def _may_fit(self, text: str) -> bool:
        if "compiled" in vars(self):
            return True
        folded = text.casefold().replace("ı", "i")  # which are one letter without regard to case
        return any(word in folded for word in self.needed)

    def __reduce__(self) -> tuple[Any, ...]:
        return lazily, (self.pattern, self._flags, self.needed)


def lazily(source: str, flags: int = 0, needed: Iterable[str] = ()) -> re.Pattern[str]:
    """`re.compile`, put off until the pattern is used; of the words ``needed`` all that it fits has one or more."""
    words = tuple(needed)
    return cast("re.Pattern[str]", Sparing(source, flags, words) if words else Lazy(source, flags))
