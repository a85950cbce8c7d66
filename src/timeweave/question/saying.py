"""What the words of a question say outright: a pattern that stands in them or does not."""

from __future__ import annotations

import re
from typing import Any


class Says:
    """An attribute that tells whether a pattern is found in a text of its owner."""

    def __init__(self, pattern: re.Pattern[str], text: str = "text") -> None:
        self._pattern, self._text = pattern, text

    def __get__(self, owner: Any, owners: type) -> bool:
        return self._pattern.search(getattr(owner, self._text)) is not None
