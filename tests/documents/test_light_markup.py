"""AsciiDoc, Org, wikitext, Gemtext, contents of Lektor and logs of IRC: their blocks, their fields, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import DateSource, Document, Markup

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]

FILES = Path(__file__).parent / "files"
TABLE = "| Year | Boats |\n| --- | --- |\n| 2019 | 12 |\n| 2020 | 14 |"
NUMBERED = "1. first\n2. second"


@pytest.mark.parametrize("name", ["pier.adoc", "pier.org", "pier.mediawiki"])
def test_blocks_and_fields(only: Only, name: str) -> None:
    """Title, author, date and tags are fields; tables, lists, code and notes are blocks."""
    document = only(FILES / name)
    assert (document.title, str(document.date)) == ("The ferries of Ulmish", "2021-05-04")
    assert (document.date_source, document.markup) == (DateSource.FRONT_MATTER, Markup.MARKDOWN)
    assert document.metadata["author"] in ("Ann Lee, Bo Stern", "Ann Lee")
    assert TABLE in document.text
    assert NUMBERED in document.text
    assert "- one pier\n  - a quay of it" in document.text
    assert "- Skipper: Pablo Moor" in document.text
    assert "```ruby\n# code stays" in document.text
    assert "sail(:quay)\n```" in document.text
    assert "[^1]: Counted in 2019." in document.text
    assert "`fare(n)` tells how much" in document.text
    assert "the page of the quay" in document.text


@pytest.mark.parametrize(
    ("name", "unread"),
    [
        ("pier.adoc", "include:: {office} nobody toc jbake image :: x.example <1> [[ |=== ==== ____ v1.2 Stern"),
        ("pier.org", "#+ nobody CUSTOM_ID :END: CLOSED Nor Not Plans DONE [#A] [X] :work: [[ x.example <20 TBLFM"),
        ("pier.mediawiki", "Infobox PAGENAME nobody File thumb [[ {| |- class= ''' NOTOC Category x.example <ref"),
    ],
)
def test_mark_up_is_no_text(only: Only, name: str, unread: str) -> None:
    """Neither are comments, properties, templates, targets of links, nor what is not meant to be shown."""
    text = only(FILES / name).text.replace("# code stays '''code'''", "")
    assert [word for word in unread.split() if word in text] == []


def test_what_asciidoc_says_about_its_blocks(only: Only) -> None:
    """Admonitions are named, attributes stand for their value, quotations are followed by whose they are."""
    document = only(FILES / "pier.adoc")
    assert document.metadata["tags"] == ["ferries", "the pier"]
    assert "the harbour office runs the ferry — see the page of the quay, below and another page." in document.text
    assert "It costs 12 crowns" in document.text
    assert "Note: The pier shuts on 3 June 2022." in document.text
    assert "Warning: Mind the gap." in document.text
    assert "> The sea is wide.\n\n— Pablo Moor, Memoirs" in document.text
    assert "  - a quay of it\n\n    with a second paragraph\n- two piers" in document.text
    assert "Boats by year\n\n| Year" in document.text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "|===\n2+|both |c\n\n.2+|a |1 |2\n|3 |4\n|===",
            "| both |  | c |\n| --- | --- | --- |\n| a | 1 | 2 |\n| a | 3 | 4 |",
        ),
        ('[%header,format=csv]\n|===\na,b\n1,"2, 3"\n|===', "| a | b |\n| --- | --- |\n| 1 | 2, 3 |"),
        (",===\na,b\n,===", "|  |  |\n| --- | --- |\n| a | b |"),
        ("Boats\n-----\n\nText.", "## Boats\n\nText."),
        ("a line +\nBelow it", "a line\n\nBelow it"),
        (":v: 1\n\nfee {v} {unknown} {cpp} &#8364; *b*c**d** \\*e*", "fee 1 {unknown} C++ € \\*b\\*cd \\*e\\*"),
        ("....\n* no list\n....", "```\n* no list\n```"),
        ("++++\n<p>From <b>HTML</b></p>\n++++", "From HTML"),
        (" indented code", "```\n indented code\n```"),
        ("----\nnever closed", "```\nnever closed\n```"),
    ],
)  # fmt: skip
def test_blocks_of_asciidoc(write: Write, only: Only, text: str, written: str) -> None:
    """Spans of cells, comma-separated values, underlined headings, breaks, attributes, code in every form."""
    assert only(write("a.adoc", f"{text}\n")).text.strip() == written


def test_a_header_without_an_author(write: Write, only: Only) -> None:
    """A date may stand right below the title, and attributes of sites say more; front matter goes before them."""
    text = "= The pier\n2021-05-04\n:jbake-type: event\n\nIt opens.\n"
    document = only(write("a.adoc", text))
    assert (str(document.date), document.text) == ("2021-05-04", "# The pier\n\nIt opens.")
    document = only(write("b.adoc", f"---\ndate: 2020-01-02\n---\n{text}"))
    assert (document.title, str(document.date), document.text) == ("The pier", "2020-01-02", "# The pier\n\nIt opens.")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("| a | b |\n| 1 | 2 |", "|  |  |\n| --- | --- |\n| a | b |\n| 1 | 2 |"),
        (": fixed\n: text", "```\nfixed\ntext\n```"),
        ("at <2020-05-04 Mon 10:00-11:00 +1w> or +never+", "at 2020-05-04 10:00-11:00 or"),
        ("a_b and 3*4*5 in /usr/lib/ are *bold*.", "a_b and 3\\*4\\*5 in /usr/lib/ are bold."),
        ("#+begin_src sh\n,* no headline\n#+end_src", "```sh\n* no headline\n```"),
        ("#+begin_export html\n<p>From <b>HTML</b></p><!-- x -->\n#+end_export", "From HTML"),
        ("#+begin_export html\n<!-- nothing -->\n#+end_export\nText.", "Text."),
        ("#+begin_quote\nnever closed", "> never closed"),
        ("- a\n\n  more of it\n- b", "- a\n\n  more of it\n- b"),
        ("SCHEDULED: <2024-03-05> the board meets.", "SCHEDULED: 2024-03-05 the board meets."),
        ("* T\nCLOSED: [2024-03-05 Tue] DEADLINE: <2024-03-06>\nCLOCK: [a]--[b] =>  1:20\nText.", "# T\n\nText."),
        ("* COMMENTS FROM THE BOARD\nIt met.\n* COMMENT\nHidden.", "# COMMENTS FROM THE BOARD\n\nIt met."),
        ("J. Smith came in\n2024. He left.", "J. Smith came in 2024. He left."),
        ("3. c\n4. d\n2024. e", "3. c\n4. d\n2024. e"),
        ("[2024-03-05 Board meeting in Oslo] [2024-03-05 mar.]", "[2024-03-05 Board meeting in Oslo] 2024-03-05"),
        ("costs +5% and costs -3+ x", "costs +5% and costs -3+ x"),
        (
            "* NEXT STEPS\n* HOLD ON\n* DONE\n* DONE It\n* Done it",
            "# NEXT STEPS\n\n# HOLD ON\n\n# DONE\n\n# It\n\n# Done it",
        ),
        ("#+TODO: TODO(t) NEXT(n!) | HELD\n* NEXT [#A] Steps\n* HELD On", "# Steps\n\n# On"),
        ("CLOSED:[a]" * 20 + "x" * 101, "CLOSED:[a]" * 20 + "x" * 101),
    ],
)
def test_blocks_of_org(write: Write, only: Only, text: str, written: str) -> None:
    """Tables without a head, times, emphasis at the edges of words alone, code, HTML, items of several blocks."""
    assert only(write("a.org", f"{text}\n")).text.strip() == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("{|\n! rowspan=2 | a || b\n|-\n| c\n|}", "| a | b |\n| --- | --- |\n| a | c |"),
        (" code of it\n more", "```\ncode of it\nmore\n```"),
        ("<nowiki>''as it is''</nowiki> &amp; <b>bold</b><br>Below", "''as it is'' & bold\n\nBelow"),
        ("Before\n{|\n| a\n== Boats ==\nText.", "Before\n\n|  |\n| --- |\n| a |\n\n## Boats\n\nText."),
        ("{|\n\nText.\n\nMore.", "Text.\n\nMore."),
        ("{|\n| a\n{|\n| b || c\n|-\n| d\n|} e\n|-\n| f\n|} Behind.",
         "|  |\n| --- |\n| a; b, c; d; e |\n| f |\n\nBehind."),
        ("=== a ==\n=a\n=b=", "## = a\n\n=a\n\n# b"),
        ('It<ref name="a/b">Note</ref> sails<ref name=c/>.', "It[^1] sails.\n\n[^1]: Note"),
        (
            "{{nowrap|5 percent}}, {{Convert|5|to|10|km|mi}}, {{cvt|3|kg|abbr=on}}, "
            "{{nowrap|1=[[Oslo|the city]]}}{{a|b}}",
            "5 percent, 5 to 10 km, 3 kg, the city",
        ),
        (":said\n::in turn", "said\n- in turn"),
        (f"{'*' * 20} a", f"{'- ' * 20}a"),
        ("[http://x.example] and http://y.example, [[#Boats]], [[Quay|]]", "and http://y.example, Boats, Quay"),
        ("<pre>never closed\n\nText.", "never closed\n\nText."),
    ],
)  # fmt: skip
def test_blocks_of_wikitext(write: Write, only: Only, text: str, written: str) -> None:
    """Cells over rows, indented code, words without mark-up, discussions, links with and without words."""
    assert only(write("a.wiki", f"{text}\n")).text.strip() == written


def test_gemtext_and_lektor(only: Only, write: Write) -> None:
    """Each line of Gemtext is a block; of Lektor's fields those with Markdown are the text."""
    document = only(FILES / "pier.gmi")
    links = "- The page of the quay\n- one pier\n- two piers"
    assert document.text == (
        f"# The ferries of Ulmish\n\n2021-05-04\n\nThe harbour office runs the \\*ferry\\*.\n\n{links}\n\n"
        "> The sea is wide.\n\n```\nsail(:quay)\n```"
    )
    assert (document.title, str(document.date)) == ("The ferries of Ulmish", "2021-05-04")
    document = only(FILES / "contents.lr")
    assert (document.title, str(document.date)) == ("The ferries of Ulmish", "2021-05-04")
    assert document.text == "The *harbour office* runs the ferry.\n\n## Boats\n\nTwo piers."
    assert document.metadata["tags"] == ["ferries", "the pier"]
    (passed,) = read(write("contents.lr", "_model: redirect\n---\ntarget: /piers/\n"))
    assert isinstance(passed, PassedOver)
    flow = "title: A\n---\nbody:\n\n#### text ####\ntext:\n\nThe pier opens.\n----\nclass: wide\n"
    assert only(write("flow/contents.lr", flow)).text == "The pier opens."


def test_logs_of_irc(only: Only, write: Write) -> None:
    """A document a day, past midnight too; who comes and goes says nothing; other logs are text."""
    first, second = read(FILES / "2021-05-04.log")
    assert isinstance(first, Document)
    assert isinstance(second, Document)
    assert first.text == "[2021-05-04 22:59] Ann Lee: The pier opens tomorrow.\n[2021-05-04 23:00] bo: At what time?"
    assert second.text == "[2021-05-05 00:02] Ann Lee: At ten: <b>sharp</b>\n[2021-05-05 00:03] bo: nods"
    assert (str(second.date), second.markup) == ("2021-05-05", Markup.CONVERSATION)
    stamped = "[2023-02-28T16:58:56.204Z]\t<Bo_Ek_(he/him)>\tpresent+\n2023-02-28T17:00:00 <cy> hello\n"
    document = only(write("a.log", stamped))
    assert document.text == "[2023-02-28 16:58] Bo Ek (he/him): present+\n[2023-02-28 17:00] cy: hello"
    document = only(write("b.txt", "--- Log opened Tue May 04 2021\n10:00 < bo> hello\n10:01 <@cy> hi\n"))
    assert document.text == "[2021-05-04 10:00] bo: hello\n[2021-05-04 10:01] cy: hi"
    document = only(write("c.log", "10:00 <bo> hello\n10:01 <bo> again\n"))
    assert (document.text, document.date) == ("bo: hello\nbo: again", None)
    (passed,) = read(write("d.log", "10:00 * bo has joined #quay\n10:01 * bo has quit\n"))
    assert isinstance(passed, PassedOver)
    assert only(write("e.log", "The pier opened.\n\nIt was full.\n")).text.startswith("The pier opened.")


@pytest.mark.parametrize("kind", ["adoc", "asciidoc", "org", "mediawiki", "wiki", "gmi", "lr", "log"])
def test_hostile_files(write: Write, kind: str) -> None:
    """What no parser should meet is read, or one line says why not."""
    deep = "".join(f"{'*' * n} a\n" for n in range(1, 60)) + "====\n" * 50 + "#+begin_quote\n" * 300 + "{|\n" * 300
    nested = "".join(f"{' ' * n}- a\n" for n in range(400)) + f"{'*' * 20} a\n" * 400
    parted = f"=a{' ' * 60_000}b\n" + "{|\n\na\n" * 9_999
    signs = (
        nested,
        parted,
        "<ref>" * 5_000,
        "[[" * 5_000,
        "{{" * 5_000,
        "`" * 9_999,
        "'''" * 3_000,
        "|" * 9_999,
        deep,
        "a:: " * 2_000,
    )
    for number, content in enumerate(("", "\x00", *signs)):
        (item,) = read(write(f"{number}.{kind}", content))
        assert isinstance(item, (Document, PassedOver, Failure))
        assert not isinstance(item, Failure) or "\n" not in item.error
        assert not isinstance(item, Failure) or "damaged" not in item.error
    (item,) = read(write(f"a.{kind}", "%PDF-1.4 x"))
    assert isinstance(item, Failure)
    assert "holds a PDF, not text" in item.error
