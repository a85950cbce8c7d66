"""Patterns that are compiled when they are first used: no command waits for those that its texts never meet."""

from __future__ import annotations

import re
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


def lazily(source: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, put off until the pattern is used."""
    return cast("re.Pattern[str]", Lazy(source, flags))
