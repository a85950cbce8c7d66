"""Captions and transcripts of recordings (.vtt, .srt): who said what; their times within the recording are not dates.

They are read here rather than with webvtt-py, which refuses a whole file for one bad cue and joins nothing.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from timeweave.documents import markdown
from timeweave.documents.content import recognise
from timeweave.documents.conversation import Turn, conversation, joined_turns, speaker_name
from timeweave.documents.dates import date_in_name
from timeweave.documents.decoding import decode
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.records import Document, Markup

_TIMING = re.compile(r"\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]{1,200})>")
_TAG = re.compile(r"</?(?:c|i|b|u|v|ruby|rt|lang|font)\b[^>]{0,200}>|<\d[\d:.]{3,15}>|\{\\an?\d\}", re.I)
_NAMED = re.compile(r"(?:>>\s*)?([^\W\d_][^:<>\n]{0,40}?):\s+(?=\S)")
_DASH = re.compile(r"(?:^|(?<=[.!?…])\s+)[-–]\s*(?=\S)")
_FEW = 0.3  # of the cues name somebody: then names are names, and not words before a colon
_PARAGRAPH = 600  # characters, after which a sentence's end ends a paragraph


def read_captions(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of a file of captions: a conversation where speakers are named, else running text."""
    data = file.read()
    kind = recognise(data[:4096])
    text = "" if kind else decode(data, file)
    cues = list(_cues(text))
    if kind or not cues:
        kind = kind or ("nothing at all" if not text.strip() else "no line '00:00:01.000 --> 00:00:02.000'")
        raise file.error(f"is not a file of captions: it holds {kind}; give it the suffix of what it is, or remove it")
    turns = list(joined_turns(_turns(cues)))
    spoken = any(turn.speaker for turn in turns)
    whole = conversation(turns) if spoken else _running(" ".join(turn.words for turn in turns))
    if not whole.strip():
        raise file.error("has captions without words: there is nothing to read")
    name = printable(file.name)
    document = Document(
        id=name,
        text=whole,
        title=_title(text),
        metadata={"speakers": sorted({speaker_name(t.speaker) for t in turns})} if spoken else {},
        markup=Markup.CONVERSATION if spoken else Markup.MARKDOWN,
    )
    return iter([with_publication(document, date_in_name(name), period_name=name)])


def _cues(text: str) -> Iterator[str]:
    """The words of each cue; identifiers, notes and styles are none."""
    cue: list[str] | None = None
    for line in text.split("\n"):
        if _TIMING.match(line):
            if cue:
                yield "\n".join(cue)
            cue = []
        elif not line.strip():
            if cue:
                yield "\n".join(cue)
            cue = None
        elif cue is not None:
            cue.append(line)
    if cue:
        yield "\n".join(cue)


def _turns(cues: list[str]) -> Iterator[Turn]:
    voiced = any(_VOICE.search(cue) for cue in cues)
    plain = [_plain(cue) for cue in cues]
    named = not voiced and sum(bool(_NAMED.match(cue)) for cue in plain) > _FEW * len(cues)
    speaker, last = "", ""
    for cue, words in zip(cues, plain, strict=True):
        if voiced:
            for voice, said in _voices(cue):
                speaker = voice or speaker
                if _plain(said):
                    yield Turn(speaker, _plain(said))
            continue
        if named and (match := _NAMED.match(words)):
            speaker, words = match[1], words[match.end() :]
        if words and words != last:  # captions that roll say the last line again
            yield Turn(speaker, words)
            last = words


def _voices(cue: str) -> Iterator[tuple[str, str]]:
    first, *rest = _VOICE.split(cue)
    if first.strip():
        yield "", first
    for name, said in zip(rest[::2], rest[1::2], strict=True):
        yield html.unescape(name).strip(), said


def _plain(cue: str) -> str:
    return markdown.squeezed(html.unescape(_TAG.sub("", cue)))


def _running(words: str) -> str:
    """Running text in paragraphs of whole sentences."""
    blocks, whole = [], ""
    for sentence in re.split(r"(?<=[.!?…])\s+", _DASH.sub(" ", words)):
        whole = f"{whole} {sentence}".strip()
        if len(whole) >= _PARAGRAPH:
            blocks.append(markdown.paragraph(whole))
            whole = ""
    return markdown.joined([*blocks, markdown.paragraph(whole)])


def _title(text: str) -> str:
    """What stands beside the mark of a WebVTT file."""
    first = text.lstrip("\ufeff").partition("\n")[0]
    return first.removeprefix("WEBVTT").strip(" -–\t") if first.startswith("WEBVTT") else ""
