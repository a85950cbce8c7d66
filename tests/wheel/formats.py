"""A small file of each format that is read, made with the standard library alone."""

from __future__ import annotations

import gzip
import io
import zipfile
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
    "Merrivale Northolt Oakhampton Pendlebury Quorndon Ravensworth Saltburn Thornbury Ullesmere Ventford Wexcombe "
    "Yarnscombe Zealbury Ashwater Bramdean Coldharbour Dewsford Ellerby Farnhill Glenmoor Hartswood Ibberton Jevington "
    "Kirkdale Lowmoor Marlbrook Netherfold Oxenhope Pinmoor Quenby Ryhill Stanmarsh Tolbury Upwick Vowchurch"
)


def _text(place: str, words: str) -> bytes:
    return f"{words}\n".encode()


def _markdown(place: str, words: str) -> bytes:
    return f"---\ntitle: News of {place}\ndate: 2023-06-01\n---\n# News\n\n{words}\n".encode()


def _lektor(place: str, words: str) -> bytes:
    return f"title: News of {place}\n---\nbody:\n\n{words}\n".encode()


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


def _graphml(place: str, words: str) -> bytes:
    key = '<key id="r" for="edge" attr.name="relation" attr.type="string"/>'
    edge = f'<edge source="{place}" target="Irma Holt"><data key="r">mayor</data></edge>'
    return f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{key}<graph>{edge}</graph></graphml>'.encode()


def _rss(place: str, words: str) -> bytes:
    item = f"<item><title>News</title><guid>{place}</guid><description>{words}</description></item>"
    return f'<rss version="2.0"><channel><title>News</title>{item}</channel></rss>'.encode()


def _atom(place: str, words: str) -> bytes:
    entry = f"<entry><title>News</title><id>{place}</id><summary>{words}</summary></entry>"
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>{entry}</feed>'.encode()


def _packed(place: str, words: str) -> bytes:
    return gzip.compress(_json_line(place, words))


def _zipped(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


_OFFICE = "http://schemas.openxmlformats.org"
_RELATED = f"{_OFFICE}/officeDocument/2006/relationships"


def _package(main: str, kind: str, parts: dict[str, str], below: str = "") -> bytes:
    """A package of Office Open XML; ``below`` are the relations of its main part."""
    folder, _, last = main.rpartition("/")
    relations = f'<Relationships xmlns="{_OFFICE}/package/2006/relationships">%s</Relationships>'
    types = "".join(
        f'<Override PartName="/{name}" ContentType="{kind_of}"/>' for name, kind_of in _types(main, kind, parts)
    )
    return _zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{_OFFICE}/package/2006/content-types">'
            f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
            "_rels/.rels": relations % f'<Relationship Id="r1" Type="{_RELATED}/officeDocument" Target="{main}"/>',
            f"{folder}/_rels/{last}.rels": relations % below,
            **parts,
        }
    )


def _types(main: str, kind: str, parts: dict[str, str]) -> list[tuple[str, str]]:
    base = "application/vnd.openxmlformats-officedocument."
    return [
        (name, f"{base}{kind}.main+xml" if name == main else f"{base}spreadsheetml.worksheet+xml") for name in parts
    ]


def _docx(place: str, words: str) -> bytes:
    body = f"<w:body><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:body>"
    document = f'<w:document xmlns:w="{_OFFICE}/wordprocessingml/2006/main">{body}</w:document>'
    return _package("word/document.xml", "wordprocessingml.document", {"word/document.xml": document})


def _xlsx(place: str, words: str) -> bytes:
    main = f"{_OFFICE}/spreadsheetml/2006/main"
    sheets = '<sheets><sheet name="News" sheetId="1" r:id="r1"/></sheets>'
    cell = f'<c r="A1" t="inlineStr"><is><t>{words}</t></is></c>'
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{_RELATED}">{sheets}</workbook>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData><row r="1">{cell}</row></sheetData>'
        "</worksheet>",
    }
    below = f'<Relationship Id="r1" Type="{_RELATED}/worksheet" Target="worksheets/sheet1.xml"/>'
    return _package("xl/workbook.xml", "spreadsheetml.sheet", parts, below)


def _pptx(place: str, words: str) -> bytes:
    names = f'xmlns:p="{_OFFICE}/presentationml/2006/main" xmlns:a="{_OFFICE}/drawingml/2006/main" xmlns:r="{_RELATED}"'
    shape = f"<p:sp><p:txBody><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>"
    parts = {
        "ppt/presentation.xml": f'<p:presentation {names}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst>'
        "</p:presentation>",
        "ppt/slides/slide1.xml": f"<p:sld {names}><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>",
    }
    below = f'<Relationship Id="r1" Type="{_RELATED}/slide" Target="slides/slide1.xml"/>'
    return _package("ppt/presentation.xml", "presentationml.presentation", parts, below)


def _odf(inner: str) -> bytes:
    spaces = {"office": "office", "text": "text", "table": "table", "draw": "drawing"}
    names = " ".join(f'xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{v}:1.0"' for k, v in spaces.items())
    content = f"<office:document-content {names}><office:body>{inner}</office:body></office:document-content>"
    return _zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def _odt(place: str, words: str) -> bytes:
    return _odf(f"<office:text><text:p>{words}</text:p></office:text>")


def _ods(place: str, words: str) -> bytes:
    cell = f"<table:table-cell><text:p>{words}</text:p></table:table-cell>"
    table = f'<table:table table:name="News"><table:table-row>{cell}</table:table-row></table:table>'
    return _odf(f"<office:spreadsheet>{table}</office:spreadsheet>")


def _epub(place: str, words: str) -> bytes:
    book = '<package><metadata/><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
    container = '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>'
    return _zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "a.opf": f'{book}<spine><itemref idref="a"/></spine></package>',
            "a.xhtml": f"<html><body><p>{words}</p></body></html>",
        }
    )


def _rtf(place: str, words: str) -> bytes:
    return rf"{{\rtf1\ansi {words}\par}}".encode()


def _eml(place: str, words: str) -> bytes:
    return f"Subject: News of {place}\nDate: Thu, 01 Jun 2023 09:00:00 +0000\n\n{words}\n".encode()


def _mbox(place: str, words: str) -> bytes:
    return b"From a@x.example Thu Jun  1 09:00:00 2023\n" + _eml(place, words)


def _captions(place: str, words: str) -> bytes:
    return f"WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n{words}\n".encode()


_MAKERS = {
    "": _text, ".txt": _text, ".text": _text, ".rst": _text, ".md": _markdown, ".markdown": _markdown,
    ".log": _text, ".adoc": _text, ".asciidoc": _text, ".asc": _text, ".org": _text, ".mediawiki": _text,
    ".wiki": _text, ".gmi": _text, ".gemini": _text, ".lr": _lektor,
    ".mdx": _markdown, ".rmd": _markdown, ".qmd": _markdown,
    ".html": _html, ".htm": _html, ".xhtml": _html, ".pdf": _pdf, ".jsonl": _json_line, ".ndjson": _json_line,
    ".graphml": _graphml,
    ".json": _json_line, ".jsonl.gz": _packed, ".csv": _csv, ".tsv": _triples, ".xml": _rss, ".rss": _rss,
    ".atom": _atom, ".docx": _docx, ".docm": _docx, ".xlsx": _xlsx, ".xlsm": _xlsx, ".pptx": _pptx, ".odt": _odt,
    ".odp": _odt, ".ods": _ods, ".epub": _epub, ".rtf": _rtf, ".eml": _eml, ".mbox": _mbox, ".vtt": _captions,
    ".srt": _captions,
}  # fmt: skip
