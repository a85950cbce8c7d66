"""Captions, transcripts and chats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.errors import AmbiguousTimeWarning
from timeweave.records import DateSource, Document, Markup

Write = Callable[[str, str | bytes], Path]
Only = Callable[[Path], Document]
VOICES = """WEBVTT - Board meeting

NOTE made by a program

1
00:00:01.000 --> 00:00:04.000
<v Ann Lee>Good morning. The fee</v>

2
00:00:04.000 --> 00:00:06.000 align:start
<v Ann Lee>stays at <c.yellow>12</c> crowns &amp; more.</v>

3
00:00:06.500 --> 00:00:09.000
<v Bob>Agreed.</v>
"""


def test_voices_are_speakers(write: Write, only: Only) -> None:
    """Cues of one speaker are joined; marks, notes and times are no words."""
    document = only(write("2024-03-05 board.vtt", VOICES))
    assert document.text == "Ann Lee: Good morning. The fee stays at 12 crowns & more.\nBob: Agreed."
    assert (document.markup, document.title) == (Markup.CONVERSATION, "Board meeting")
    assert (str(document.date), document.date_source) == ("2024-03-05", DateSource.FILE_NAME)
    assert document.metadata["speakers"] == ["Ann Lee", "Bob"]


def test_names_before_colons_are_speakers(write: Write, only: Only) -> None:
    """Transcripts of Zoom name the speaker in the words; the next cue without a name is theirs."""
    text = (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nAnn Lee: Shall we\n\n2\n00:00:02.000 --> 00:00:03.000\nbegin?\n\n"
    )
    text += "3\n00:00:03.000 --> 00:00:04.000\nBob: Yes: now.\n"
    assert only(write("a.vtt", text)).text == "Ann Lee: Shall we begin?\nBob: Yes: now."


def test_captions_without_speakers_are_running_text(write: Write, only: Only) -> None:
    """Lines of cues are sentences again; a line that rolls on is said once."""
    cues = ("<i>The pier was\r\nbuilt</i>", "in 1911.", "in 1911.", "It burnt.")
    text = "".join(f"{n}\r\n00:00:0{n},000 --> 00:00:0{n},900\r\n{words}\r\n\r\n" for n, words in enumerate(cues, 1))
    document = only(write("a.srt", text))
    assert (document.text, document.markup) == ("The pier was built in 1911. It burnt.", Markup.MARKDOWN)


def test_what_is_no_caption_file_is_named(write: Write, fails: Callable[[Path], str]) -> None:
    """A file of captions has timings."""
    assert "no line '00:00:01.000" in fails(write("a.vtt", "just words"))
    assert "holds a PDF" in fails(write("a.srt", b"%PDF-1.4"))


IPHONE = """[13/03/2024, 14:02:11] Harbour crew: \u200eMessages and calls are end-to-end encrypted.
[13/03/2024, 14:02:15] Ann Lee: The boat is late
and full
[13/03/2024, 14:03:00] ~\u202fBob: \u200eimage omitted
[14/03/2024, 09:00:00] ~\u202fBob: It: came \u200e<This message was edited>
"""
ANDROID = """3/13/24, 2:02\u202fPM - Messages and calls are end-to-end encrypted.
3/13/24, 2:02\u202fPM - Ann Lee: The boat is late
3/13/24, 2:05\u202fPM - Bob: <Media omitted>
3/13/24, 11:05\u202fPM - Bob: Too bad
"""


def test_a_chat_is_a_document_for_each_day(write: Write) -> None:
    """Each turn is a line with its moment; what the program says and media left out are no turns."""
    first, second = read(write("WhatsApp Chat - Crew.txt", IPHONE))
    assert isinstance(first, Document)
    assert isinstance(second, Document)
    assert first.text == "[2024-03-13 14:02] Ann Lee: The boat is late and full"
    assert second.text == "[2024-03-14 09:00] Bob: It: came"
    assert (first.id, str(first.date)) == ("WhatsApp Chat - Crew.txt#2024-03-13", "2024-03-13")
    assert (first.markup, first.date_source) == (Markup.CONVERSATION, DateSource.METADATA)


def test_month_first_is_told_from_the_whole_file(write: Write, only: Only) -> None:
    """A day that can be no month decides it for all."""
    document = only(write("a.txt", ANDROID))
    assert document.text == "[2024-03-13 14:02] Ann Lee: The boat is late\n[2024-03-13 23:05] Bob: Too bad"
    assert str(document.date) == "2024-03-13"


def test_the_order_of_days_decides_too(write: Write) -> None:
    """Turns stand in order of time: where one reading goes back, the other is meant."""
    text = "".join(f"[{day}, 10:00] Ann: Word\n" for day in ("03/01/2024", "05/01/2024", "02/02/2024", "01/03/2024"))
    days = [str(item.date) for item in read(write("a.txt", text)) if isinstance(item, Document)]
    assert days == ["2024-01-03", "2024-01-05", "2024-02-02", "2024-03-01"]


def test_an_open_order_is_said_once(write: Write) -> None:
    """Where nothing decides, the guess is announced."""
    path = write("a.txt", "[03/04/2024, 10:00] Ann: One\n[04/05/2024, 10:00] Bob: Two\n")
    with pytest.warns(AmbiguousTimeWarning, match="which is a guess") as said:
        first, _ = read(path)
    assert len(said) == 1
    assert str(first.date) == "2024-04-03"  # type: ignore[union-attr]


def test_prose_is_no_chat(write: Write, only: Only) -> None:
    """Colons, dates and times in a text do not make it one."""
    text = "On 13/03/2024, 14:02 was the time: the boat came.\nAnn: she was late.\nThe meeting 10:30\nwas long.\n"
    assert only(write("a.txt", text)).text == text
    agenda = "09:00 Opening\n09:30 Report of the board\n10:30 Break\n11:00 End\n"
    assert only(write("b.txt", agenda)).text == agenda


def test_saved_chats_and_transcripts_of_meetings(write: Write, only: Only) -> None:
    """Zoom's saved chat, and speakers with times above or before their words."""
    zoom = "14:02:11 From Ann Lee to Everyone: Hello\n14:02:40 From Bob Ray to Everyone:\n\tGood\n\tday\n"
    assert only(write("a.txt", zoom)).text == "Ann Lee: Hello\nBob Ray: Good day"
    above = "Ann Lee  0:03\nGood morning.\n\nBob Ray  0:07\nShall we?\nIt is late.\n"
    assert only(write("b.txt", above)).text == "Ann Lee: Good morning.\nBob Ray: Shall we? It is late."
    before = "[00:00:03] Ann Lee: Good morning.\n[00:00:07] Bob Ray: Shall we?\n"
    assert only(write("c.txt", before)).text == "Ann Lee: Good morning.\nBob Ray: Shall we?"


def test_an_export_of_slack(write: Write, tmp_path: Path) -> None:
    """Days of a channel are documents; users have their names, mentions and links their words."""
    user = {"id": "U1", "name": "ann", "profile": {"real_name": "Ann Lee", "display_name": ""}}
    write("in/users.json", json.dumps([user], indent=1))
    write("in/channels.json", json.dumps([{"id": "C1", "name": "general"}]))
    turns = [
        {"type": "message", "subtype": "channel_join", "user": "U1", "text": "joined", "ts": "1710338500.000100"},
        {"type": "message", "user": "U1", "text": "Hi <@U2>, see <https://x.example|the plan> &amp; <!here>",
         "ts": "1710338531.000100"},
        {"type": "message", "user": "U2", "user_profile": {"real_name": "Bob Ray"}, "text": "Fine\nby me",
         "ts": "1710338571.000200"},
    ]  # fmt: skip
    write("in/general/2024-03-13.json", json.dumps(turns, indent=2))
    (document,) = read(tmp_path / "in")
    assert isinstance(document, Document)
    assert document.text == (
        "[2024-03-13 14:02] Ann Lee: Hi @Bob Ray, see the plan & @here\n[2024-03-13 14:02] Bob Ray: Fine by me"
    )
    assert (document.title, str(document.date)) == ("#general", "2024-03-13")
    assert document.metadata["channel"] == "general"


def test_exports_of_telegram_and_discord(write: Write, only: Only) -> None:
    """Messages are turns; service messages are none, and parts of a text are joined."""
    telegram = {
        "name": "Crew", "type": "private_group", "id": 1,
        "messages": [
            {"id": 1, "type": "service", "date": "2024-03-13T14:00:00", "actor": "Ann", "action": "create_group"},
            {"id": 2, "type": "message", "date": "2024-03-13T14:02:11", "from": "Ann Lee",
             "text": ["See ", {"type": "link", "text": "this"}, " now"]},
        ],
    }  # fmt: skip
    document = only(write("result.json", json.dumps(telegram, indent=1)))
    assert (document.text, document.title) == ("[2024-03-13 14:02] Ann Lee: See this now", "Crew")
    discord = {
        "guild": {"id": "1", "name": "Port"}, "channel": {"id": "2", "type": "GuildTextChat", "name": "crew"},
        "messages": [
            {"id": "3", "type": "Default", "timestamp": "2024-03-13T14:02:11.5+01:00", "content": "Hello",
             "author": {"name": "ann1", "nickname": "Ann"}},
            {"id": "4", "type": "ChannelPinnedMessage", "timestamp": "2024-03-13T14:03:00+01:00", "content": "Pinned",
             "author": {"name": "ann1"}},
        ],
    }  # fmt: skip
    document = only(write("chat.json", json.dumps(discord, indent=2)))
    assert (document.text, document.title) == ("[2024-03-13 14:02] Ann: Hello", "#crew")
    assert document.metadata["server"] == "Port"


def test_broken_exports(write: Write, fails: Callable[[Path], str]) -> None:
    """An export cut off is named."""
    assert "is not valid JSON" in fails(write("r.json", '{"name": "x", "type": "a", "messages": [{"id": 1,'))
    deep = '{"type": "a", "messages": [' + "[" * 200_000
    assert "is not valid JSON" in fails(write("s.json", deep))
