"""Bytes to documents: files, folders, JSON Lines, tables, feeds and dated triples, a module per format."""

from timeweave.documents.jsonl import write_jsonl
from timeweave.documents.native import document_from_json, document_to_json
from timeweave.documents.reading import read

__all__ = ["document_from_json", "document_to_json", "read", "write_jsonl"]
