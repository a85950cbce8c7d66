"""What a user writes, in a form and of a length that rules are made for."""

from __future__ import annotations

from timeweave.errors import UsageError
from timeweave.lexicon.lazy import lazily

MOST_CHARACTERS = 4_000
"""Of a question, a name or a period: a long page."""

QUOTED = 60
"""Characters of a text that a message about its length quotes."""

_GAP = lazily(r"\s{9,}")


def readable(text: str, what: str) -> str:
    """``text`` without gaps, which no rule expects to be long; ``what`` is its name in the message.

    Half characters, which a terminal gives for bytes that it cannot read, are replaced.

    Raises:
        UsageError: it is empty or has more than `MOST_CHARACTERS`.
    """
    if not text.strip():
        raise UsageError(f"the {what} {text[:QUOTED]!r} is empty: say something")
    if len(text) > MOST_CHARACTERS:
        raise UsageError(
            f"the {what} that begins {text[:QUOTED]!r} has {len(text):,} characters, and at most {MOST_CHARACTERS:,} "
            "are read: say it in fewer"
        )
    return _GAP.sub(" ", text.encode("utf-8", "replace").decode("utf-8"))
