"""What a prompt holds, read back as a model reads it."""

from __future__ import annotations

import re

_SECTION = re.compile(r"^<([a-z][a-z_]*)>\n(.*?)\n</\1>$", re.MULTILINE | re.DOTALL)


def parse_sections(user: str) -> dict[str, str]:
    """The sections of a user text and what stands in each, still fenced."""
    return {match[1]: match[2] for match in _SECTION.finditer(user)}
