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
from timeweave.errors import DecodingWarning
from timeweave.warned import warn

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
_WESTERN = re.compile(
    "(?<=[A-Za-z])[À-ÖØ-öø-ÿŠšŽžŒœŸ]|[À-ÖØ-öø-ÿŠšŽžŒœŸ](?=[A-Za-z])|[‘’“”‚„‹›–—…•€£¥§©®™°«»¡¿·\xa0½¼¾²³]"
)
_MOSTLY = 0.9
_COHERENT = 0.5  # how well the letters agree with those of a language, as charset-normalizer has it
_ENOUGH = 20  # bytes beyond ASCII, below which letters agree with some language by chance
_FEW, _FEW_OF = 3, 0.001  # bytes, or of all bytes, that may be damage in a file of ASCII
_NO_CHARSETS = {
    "idna",
    "punycode",
    "unicode-escape",
    "raw-unicode-escape",
    "unicode_escape",
    "raw_unicode_escape",
    "utf-7",
}
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

    Where neither a mark nor the bytes say it, it is guessed with a `DecodingWarning`; a poor guess is
    refused, for letters of the wrong alphabet look like text to all that comes after.

    Raises:
        DocumentError: when it is not text, or nobody can tell in which encoding.
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
        guess = _guess_encoding(sample, error.start)
        if guess is None:
            raise file.error(
                f"is not UTF-8 (byte {error.start} does not fit) nor text in an encoding that can be told: {_REMEDY}, "
                "or remove it"
            ) from None
        if guess != "utf-8":
            _warn(file, error.start, f"read as {guess}, which is a guess")
        return guess
    return "utf-8"


def decode(data: bytes, file: SourceFile, *, declared: str | None = None) -> str:
    """``data`` as text in the form that is stored.

    ``declared`` is an encoding that the content itself names; it is believed where the bytes are not UTF-8. Stray bytes
    in text that is otherwise UTF-8 become U+FFFD, with a `DecodingWarning`.

    Raises:
        DocumentError: when it is not text.
    """
    encoding = _known(data, declared, file) if declared else detect_encoding(data, file, whole=True)
    try:
        return clean(data.decode(encoding))
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            reason = f"its byte {error.start} does not fit {error.encoding}"
            raise file.error(f"cannot be decoded: {reason}; {_REMEDY}") from None
        stray = len(_STRAY.findall(data.decode(encoding, "surrogateescape")))
        _warn(file, error.start, f"{stray} such byte{'s' * (stray > 1)} became U+FFFD")
        return clean(data.decode(encoding, "replace"))


def _known(data: bytes, declared: str, file: SourceFile) -> str:
    """UTF-8 where the bytes are, else the declared encoding."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        try:
            encoding = codecs.lookup(declared).name
            b"a".decode(encoding)
        except (LookupError, UnicodeError):
            encoding = ""
        if not encoding or encoding in _NO_CHARSETS:
            message = f"declares the unknown encoding {declared!r}, and is not UTF-8: {_REMEDY}"
            raise file.error(message) from None
        return encoding
    return "utf-8"


def _warn(file: SourceFile, first: int, how: str) -> None:
    message = f"{file.label!r} is not all UTF-8 (byte {first} does not fit): {how}; {_REMEDY}"
    warn(message, DecodingWarning, stacklevel=4)


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


def _guess_encoding(data: bytes, first: int) -> str | None:
    """The likely encoding of bytes that are not UTF-8 from ``first`` on; ``None`` where there is none."""
    text = data.decode("utf-8", "surrogateescape")
    stray = len(_STRAY.findall(text))
    if stray < len(_BEYOND_ASCII.findall(text)) - stray:
        return "utf-8"  # another code page yields next to no sound characters
    sample = data[max(0, first - _GUESS // 2) :][:_GUESS]
    if _is_western(sample):
        return "cp1252"
    import charset_normalizer

    for match in sorted(charset_normalizer.from_bytes(sample), key=lambda m: (m.chaos, -m.coherence)):
        if match.coherence >= _COHERENT and stray >= _ENOUGH:
            return str(match.encoding)
    return "utf-8" if stray <= max(_FEW, _FEW_OF * len(data)) else None


def _is_western(sample: bytes) -> bool:
    """Whether nearly all beyond ASCII are letters at a letter of ASCII, or signs of typography, in Windows-1252."""
    try:
        text = sample.decode("cp1252")
    except UnicodeDecodeError:
        return False
    beyond = len(_BEYOND_ASCII.findall(text))
    return len(_WESTERN.findall(text)) >= _MOSTLY * beyond


def _replacement(match: re.Match[str]) -> str:
    if match[0] in ("\r\n", "\r"):
        return "\n"
    return "" if match[0] == "\0" else "\ufffd"
