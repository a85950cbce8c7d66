"""A small file of each format that is read, made with the standard library alone."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path


def write_samples(folder: Path) -> dict[str, str]:
    """Writes them below ``folder``; the place that each speaks of, which no other does, by its suffix."""
    folder.mkdir()
    names = _PLACES.split()
    places: dict[str, str] = {}
    for suffix, make in _MAKERS.items():
        place = names[len(places)]
        places[suffix] = place
        (folder / f"file{len(places)}{suffix}").write_bytes(make(place, f"The harbour of {place} opened in May 2023."))
    return places


_PLACES = (
    "Aldermoor Brixholm Corvale Dunwick Eastmere Fenbury Galloway Harrowgate Ilminster Jarrowfield Kelmscott Larkhill "
    "Merrivale Northolt Oakhampton Pendlebury Quorndon Ravensworth Saltburn Thornbury"
)


def _text(place: str, words: str) -> bytes:
    return f"{words}\n".encode()


def _markdown(place: str, words: str) -> bytes:
    return f"---\ntitle: News of {place}\ndate: 2023-06-01\n---\n# News\n\n{words}\n".encode()


def _html(place: str, words: str) -> bytes:
    return f"""<!doctype html><html lang="en"><head><title>News of {place}</title>
<meta property="article:published_time" content="2023-06-01T09:00:00Z"></head>
<body><nav>Home</nav><article><h1>News</h1><p>{words}</p></article></body></html>""".encode()


def _pdf(place: str, words: str) -> bytes:
    stream = zlib.compress(f"BT /F1 11 Tf 60 780 Td ({words}) Tj ET".encode())
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
        b"/Contents 5 0 R >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(stream), stream),
    ]
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    out += f"xref\n0 6\n0000000000 65535 f \n{table}trailer << /Size 6 /Root 1 0 R >>\n".encode()
    return bytes(out) + f"startxref\n{out.index(b'xref')}\n%%EOF".encode()


def _json_line(place: str, words: str) -> bytes:
    return f'{{"id": "{place}", "text": "{words}", "date": "2023-06-01"}}\n'.encode()


def _csv(place: str, words: str) -> bytes:
    return f'id,text,date\n{place},"{words}",2023-06-01\n'.encode()


def _triples(place: str, words: str) -> bytes:
    return f"{place}\tmayor\tIrma Holt\t2021-03-01\t2023-05-31\n".encode()


def _rss(place: str, words: str) -> bytes:
    item = f"<item><title>News</title><guid>{place}</guid><description>{words}</description></item>"
    return f'<rss version="2.0"><channel><title>News</title>{item}</channel></rss>'.encode()


def _atom(place: str, words: str) -> bytes:
    entry = f"<entry><title>News</title><id>{place}</id><summary>{words}</summary></entry>"
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>{entry}</feed>'.encode()


def _packed(place: str, words: str) -> bytes:
    return gzip.compress(_json_line(place, words))


_MAKERS = {
    "": _text, ".txt": _text, ".text": _text, ".rst": _text, ".md": _markdown, ".markdown": _markdown,
    ".html": _html, ".htm": _html, ".xhtml": _html, ".pdf": _pdf, ".jsonl": _json_line, ".ndjson": _json_line,
    ".json": _json_line, ".jsonl.gz": _packed, ".csv": _csv, ".tsv": _triples, ".xml": _rss, ".rss": _rss,
    ".atom": _atom,
}  # fmt: skip
