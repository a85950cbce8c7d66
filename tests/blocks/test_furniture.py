"""What a site puts around the text of its pages is no text; what its authors wrote about such things is."""

from __future__ import annotations

import pytest

from timeweave.blocks import read_layout
from timeweave.blocks.furniture import find_furniture
from timeweave.records import Document, Markup

PAGE = """# Bridge opens

The bridge over the Ash was opened on Monday by the mayor, Ann Lee, who called it a long wait.

Advertisement - scroll to continue

It had been closed since the flood of 2015, and cost four million pounds to repair, the council said.

{behind}
"""
TERMS = "[© Ash Courier](https://ash.example/about/terms.html)\n\n### Using the Courier for work?\n\nJoin *Pro* today."


def words(text: str) -> str:
    return read_layout(Document("d", text, markup=Markup.MARKDOWN)).words(text)


@pytest.mark.parametrize(
    "behind",
    [
        TERMS,
        "Copyright 2020 Ash Courier. All rights reserved.\n\nFollow us.\n\n.box a:hover {color:#EC4438!important;}",
        "(c) 2020 Ash Courier\n\nHome | News | Sport",
    ],
)
def test_the_foot_of_a_page_and_what_stands_between_its_paragraphs_are_not_read(behind: str) -> None:
    read = words(PAGE.format(behind=behind))
    assert "opened on Monday" in read
    assert read.rstrip().endswith("the council said.")
    assert "Advertisement" not in read


@pytest.mark.parametrize(
    "written",
    [
        "Copyright law was the subject of the talk, and all members stayed for the questions that followed it.",
        "Advertisement rates go up in May for all who take a whole page in the journal, the board decided.",
        "© Jo Park took the picture above, which shows the new bridge on its first day.",
        "The rule `a:hover {color: red}` is gone from our pages.",
    ],
)
def test_what_is_written_about_such_things_is_read(written: str) -> None:
    assert words(PAGE.format(behind=written)).rstrip().endswith(written.replace("`", "")[-20:])


def test_a_notice_of_copyright_before_the_text_takes_nothing_away() -> None:
    told = "\n\n".join(f"Paragraph {n} tells of the bridge." for n in range(60))
    assert words(f"# Report\n\nCopyright 2020 Ash Council\n\n{told}").endswith(told)


def test_long_lines_of_braces_cost_little() -> None:
    assert find_furniture("a{" * 50_000) == []
    assert find_furniture("[" * 50_000 + "©") == []


@pytest.mark.parametrize(
    "written",
    [
        "(b) The hall is let.\n\n(c) The 2020 accounts were approved.\n\n(d) Ann Lee was elected chair.",
        "(b) HALL\n\n(c) 2020 BUDGET\n\nIt was agreed by all.",
        "Copyright holders sued the Courier in 2005.",
        "All rights reserved under the 1998 agreement were returned.",
        "[Copyright reform: what the vote means](https://ash.example/about/2019)",
        "# Advertisement Standards Board appoints Ann Lee",
        "Advertisement revenue fell in 2020.",
        "Back to top flight: Ash Rovers promoted",
        "Share this story, win a prize",
        "Like us on Sunday, Ash Rovers won",
        "Ann Lee {chair: Ash Growers}",
    ],
)
def test_words_like_those_of_a_site_are_read(written: str) -> None:
    assert words(PAGE.format(behind=written)).rstrip().endswith(written.lstrip("# ").split("](")[0].lstrip("[")[-12:])


def test_of_a_picture_only_its_credit_goes() -> None:
    read = words(
        PAGE.format(behind="© Ann Lee, 2019\n\nTom Pike was appointed keeper of the bridge in May. He likes it.")
    )
    assert "Tom Pike was appointed" in read
    assert "©" not in read


def test_a_style_sheet_in_a_fence_is_shown_as_code() -> None:
    text = PAGE.format(behind="Write this:\n\n```\n.box {color: red}\n\n.bar {color: blue}\n```\n\nThen save it.")
    assert all("color" not in text[span.start : span.end] for span in find_furniture(text))
