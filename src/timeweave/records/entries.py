"""How the documents are called of a file that is read in parts, one for each day of its entries or messages."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from typing import Any

_OF_A_DAY = re.compile(r"(?P<file>.+)#\d{4}-\d\d-\d\d", re.DOTALL)
_KEY = "entry_of"  # of the metadata, by which parts are told from documents that users call so


def entry_id(file: str, day: dt.date) -> str:
    """The id of the part of one day: ``diary.md#2024-03-02``."""
    return f"{file}#{day}"


def entry_metadata(file: str) -> Mapping[str, str]:
    """What the metadata of a part say of its file, and those of what stands outside of its parts."""
    return {_KEY: file}


def is_entry(id_: str) -> bool:
    """Whether a document is called as the part of one day is."""
    return _OF_A_DAY.fullmatch(id_) is not None


def file_of(id_: str, metadata: Mapping[str, Any]) -> str | None:
    """The id of the file of which a document is the part of one day; ``None`` of any other document."""
    match = _OF_A_DAY.fullmatch(id_)
    return match["file"] if match is not None and metadata.get(_KEY) == match["file"] else None


def is_whole(id_: str, metadata: Mapping[str, Any]) -> bool:
    """Whether a document is no part of a file, nor what stands outside of the parts of one."""
    return file_of(id_, metadata) is None and metadata.get(_KEY) != id_
