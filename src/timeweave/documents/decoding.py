r"""Bytes to text: which encoding, and the one form of text that the store keeps.

Text is normalised here once, so that character offsets always point into what is stored: line ends become ``\n``,
NULs go, lone surrogates become U+FFFD. Nothing else changes.
"""

from __future__ import annotations

import bisect
import codecs
import re
from collections.abc import Callable

from timeweave.documents.source_file import SourceFile

_BOMS = (  # UTF-32 first, for its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNSTORABLE = re.compile("\r\n|[\r\0\ud800-\udfff]")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_STRAY = re.compile("[\udc80-\udcff]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_MOST_CONTROL = 0.02  # of all bytes; text has next to none, compressed or machine data has about a tenth
_GUESS = 1 << 16
_REMEDY = "save it as UTF-8 text"


def clean(text: str) -> str:
    """``text`` in the form that is stored."""
    if text.isascii() and "\r" not in text and "\0" not in text:  # far faster than the pattern, and the usual case
        return text
    return _UNSTORABLE.sub(_replacement, text)


def offsets_after_cleaning(text: str) -> Callable[[int], int]:
    """A function from offsets in ``text`` to offsets in ``clean(text)``."""
    removed = [m.start() for m in _UNSTORABLE.finditer(text) if m[0] in ("\r\n", "\0")]
    return lambda offset: offset - bisect.bisect_left(removed, offset)


def detect_encoding(sample: bytes, file: SourceFile, *, whole: bool) -> str:
    """The encoding of a file that begins with ``sample``; ``whole`` says that the sample is all of it.

    Raises:
        DocumentError: when it is not text.
    """
    for mark, encoding in _BOMS:
        if sample.startswith(mark):
            return encoding
    wide = _wide_encoding(sample)
    if wide:
        return wide
    if len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample):
        raise file.error(f"holds binary data, not text: {_REMEDY}, or remove it")
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample, final=whole)
    except UnicodeDecodeError as error:
        if not _is_damaged_utf_8(sample):
            return _guess_encoding(sample[max(0, error.start - _GUESS // 2) :][:_GUESS], file)
    return "utf-8"


def decode(data: bytes, file: SourceFile, *, declared: str | None = None) -> str:
    """``data`` as text in the form that is stored.

    ``declared`` is an encoding that the content itself names; it is believed where the bytes are not UTF-8. Stray bytes
    in text that is otherwise UTF-8 become U+FFFD.

    Raises:
        DocumentError: when it is not text.
    """
    encoding = _known(data, declared) if declared else detect_encoding(data, file, whole=True)
    try:
        return clean(data.decode(encoding, "replace" if encoding == "utf-8" else "strict"))
    except UnicodeDecodeError as error:
        reason = f"its byte {error.start} does not fit {error.encoding}"
        raise file.error(f"cannot be decoded: {reason}; {_REMEDY}") from None


def _known(data: bytes, declared: str) -> str:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return declared
    return "utf-8"


def _is_damaged_utf_8(sample: bytes) -> bool:
    """Whether more characters beyond ASCII are sound UTF-8 than are not: another code page yields next to none."""
    text = sample.decode("utf-8", "surrogateescape")
    stray = len(_STRAY.findall(text))
    return 0 < stray < len(_BEYOND_ASCII.findall(text)) - stray


def _wide_encoding(sample: bytes) -> str | None:
    """UTF-16 without its mark: of mostly Latin text every other byte is NUL, and hardly any of those between."""
    half = len(sample) // 2
    if half < 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.4 * half and even < 0.02 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.02 * half:
        return "utf-16-be"
    return None


def _guess_encoding(sample: bytes, file: SourceFile) -> str:
    import charset_normalizer

    matches = list(charset_normalizer.from_bytes(sample))
    if not matches:
        raise file.error(f"is not text in any known encoding: {_REMEDY}, or remove it")
    best = min(m.chaos for m in matches)
    likely = [m for m in matches if m.chaos == best]
    # Short texts fit many code pages equally well; the Western one is by far the most common in English corpora.
    if any(encoding in ("cp1252", "latin_1") for m in likely for encoding in m.could_be_from_charset):
        try:
            sample.decode("cp1252")
        except UnicodeDecodeError:
            return "latin-1"
        return "cp1252"
    return likely[0].encoding


def _replacement(match: re.Match[str]) -> str:
    if match[0] in ("\r\n", "\r"):
        return "\n"
    return "" if match[0] == "\0" else "\ufffd"
