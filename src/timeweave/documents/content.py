"""What a file really holds, whatever its name says."""

from __future__ import annotations

import re

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"PK\x03\x04", "a ZIP archive (or an Office file or a book, which is one)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file"),
    (b"\x1f\x8b\x08", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstandard data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"PAR1", "a Parquet table"),
    (b"\x7fELF", "a program"),
    (b"{\\rtf", "an RTF document"),
)
_HTML = re.compile(rb"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,2000}?-->\s*)?<(?:!doctype\s+html|html)\b", re.I | re.S)
_FEED = re.compile(rb"<(?:rss|feed|rdf:RDF)\b", re.I)


def recognise(head: bytes) -> str | None:
    """The kind of content that begins with ``head``, in words with their article; ``None`` for text and the unknown."""
    for signature, kind in _SIGNATURES:
        if head.startswith(signature):
            return kind
    body = head[:4096].removeprefix(b"\xef\xbb\xbf")
    return "an HTML page" if _HTML.match(body) else None


def is_whole_page(data: bytes) -> bool:
    """Whether an HTML page is all that a file holds: no text that begins with one, or speaks of its tags."""
    return recognise(data[:4096]) == "an HTML page" and data[-4096:].rstrip().lower().endswith(b"</html>")


def looks_like_feed(head: bytes) -> bool:
    """Whether the first elements are those of an RSS or Atom feed."""
    return _FEED.search(head[:4096].replace(b"\x00", b"")) is not None
