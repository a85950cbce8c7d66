"""What the fields of a file or record change about the document that a reader has made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from timeweave.documents.mapping import renamed
from timeweave.documents.native import OWN_KEY, document_from_json, document_to_json
from timeweave.documents.stated import published, updated
from timeweave.documents.text import with_publication
from timeweave.records import DateSource, Document


def dated_by_fields(document: Document, fields: Mapping[str, Any]) -> Document:
    """``document`` with the date that another field of its record is, where it states none itself."""
    if document.date is not None or OWN_KEY in fields:
        return document
    found = published(fields, DateSource.METADATA) or updated(fields, DateSource.METADATA)
    return document if found is None else with_publication(document, found)


def overridden(document: Document, fields: Mapping[str, Any], mapping: Mapping[str, str], source: str) -> Document:
    """``document`` with what ``mapping`` takes from the ``fields`` that its file has about it.

    Raises:
        DocumentError: when a value is not what its target wants.
    """
    if not mapping:
        return document
    given = renamed(fields, mapping)
    taken = {target: given[target] for target in mapping if target in given and given[target] not in (None, "")}
    taken = {target: value for target, value in taken.items() if target not in fields or value != fields[target]}
    whole = document_to_json(document)
    metadata = {key: value for key, value in document.metadata.items() if key not in taken}
    if "date" in taken:
        whole[OWN_KEY] = {**whole[OWN_KEY], "date_source": DateSource.METADATA.value}
        whole[OWN_KEY].pop("date_precision", None)
    return document_from_json({**whole, "metadata": metadata, **taken}, source)
