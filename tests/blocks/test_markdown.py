"""Markdown as blocks: what is words, what is mark-up, what is read with what."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.blocks import alone, in_context, label_of, read_layout, row_in_words
from timeweave.records import Block, BlockKind, Document, Layout, Markup, Span

POST = """# Kernel *requirements*

We raise the **minimum** [requirements](https://example.org/a?b=c "why"). As of 1.64.0
they are:

* Linux `3.2`, with
  older headers
* glibc 2.17
  - or musl &amp; friends

![the chart of usage](usage.png)

| Target | Old | New |
|--------|:---:|----:|
| x86_64 | 2.11 | **2.17** |
| s390x  | 2.12 |  |

> Nobody uses these
> any more.

```rust
let x = 5; // code is no sentence
```

See [the plan][plan] and the note[^1]. ~~It was cancelled.~~ {{ a(id="pl8q1w7ff68") }}{{ b({ c: "cut" }) }}

[plan]: https://example.org/plan
[^1]: The note has **words** of its own.

<figure><img src="a.png" alt="hidden"><figcaption>Fish &amp; chips</figcaption></figure>
"""


def layout_of(text: str, markup: Markup | None = Markup.MARKDOWN) -> Layout:
    return read_layout(Document("d", text, markup=markup))


def words(text: str, block: Block, layout: Layout) -> str:
    return layout.words(text[block.span.start : block.span.end], block.span.start).strip()


def blocks(text: str) -> list[tuple[str, str]]:
    layout = layout_of(text)
    return [(b.kind.name, words(text, b, layout)) for b in layout.blocks]


def test_a_post_is_its_blocks_without_mark_up() -> None:
    assert blocks(POST) == [
        ("HEADING", "Kernel requirements"),
        ("PARAGRAPH", "We raise the minimum requirements. As of 1.64.0 they are:"),
        ("ITEM", "Linux 3.2, with older headers"),
        ("ITEM", "glibc 2.17"),
        ("ITEM", "or musl & friends"),
        ("HEADER_ROW", "Target | Old | New"),
        ("ROW", "x86_64 | 2.11 | 2.17"),
        ("ROW", "s390x | 2.12"),
        ("QUOTATION", "Nobody uses these any more."),
        ("CODE", ""),
        ("PARAGRAPH", "See the plan and the note."),
        ("FOOTNOTE", "The note has words of its own."),
        ("PARAGRAPH", "Fish & chips"),
    ]


@pytest.mark.parametrize(
    "unseen",
    ["https", "usage.png", "the chart", "let x", "cancelled", "youtube", "pl8q1w7ff68", "figure", "hidden", "`", "*"],
)
def test_what_nobody_sees_is_not_in_the_clean_text(unseen: str) -> None:
    assert unseen not in layout_of(POST).clean(POST).text


def test_items_rows_and_footnotes_know_what_introduces_them() -> None:
    layout = layout_of(POST)
    lead = {words(POST, b, layout): b.lead for b in layout.blocks}
    assert lead["Linux 3.2, with older headers"] == 1
    assert lead["or musl & friends"] == 3
    assert lead["x86_64 | 2.11 | 2.17"] == 5
    assert lead["The note has words of its own."] == 10
    assert lead["Fish & chips"] is None


def test_an_item_is_read_with_its_lead_in_and_a_row_with_its_header() -> None:
    layout = layout_of(POST)
    item, row = layout.blocks[4], layout.blocks[6]
    assert in_context(layout, POST, item.span) == (
        "Kernel requirements: As of 1.64.0 they are: glibc 2.17 or musl & friends"
    )
    assert in_context(layout, POST, row.span) == "Kernel requirements: Target: x86_64; Old: 2.11; New: 2.17"


def test_lines_below_a_colon_and_a_line_in_capitals_stand_alone() -> None:
    """In a paragraph that is wrapped: a list without marks, and the heading of minutes."""
    text = (
        "HOLT VALLEY COUNCIL\nMinutes of 4 May. They met and\nspoke of roads.\nElected were:\n"
        "Ann Lee - Chair\nBo Ek - Clerk\n\n"
        "AS IT IS, WITH NO\nWARRANTY\n\n- one that goes\n  on below\n"
    )
    assert [line for b in layout_of(text).blocks for line in words(text, b, layout_of(text)).split("\n")] == [
        "HOLT VALLEY COUNCIL",
        "Minutes of 4 May. They met and spoke of roads. Elected were:",
        "Ann Lee - Chair",
        "Bo Ek - Clerk",
        "AS IT IS, WITH NO WARRANTY",
        "one that goes on below",
    ]


def test_a_heading_that_announces_has_one_colon() -> None:
    text = "# Decisions:\n\n- Merge it.\n"
    layout = layout_of(text)
    item = next(b for b in layout.blocks if b.kind is BlockKind.ITEM)
    assert in_context(layout, text, item.span) == "Decisions: Merge it."


def test_a_few_words_in_bold_over_others_are_a_heading() -> None:
    text = (
        "## Minutes\n\n**Present**\n\n* Ada\n\n**Action items:**\n\n* Bo will ask\n\n**The crane is sold.**\n\n"
        "* A\n\n**Cy Mott left**\n\nHe did.\n\n"
        "**A note** on it\n\n**The end**\n"
    )
    layout = layout_of(text)
    headings = [words(text, b, layout) for b in layout.blocks if b.kind is BlockKind.HEADING]
    assert headings == ["Minutes", "Present", "Action items:"]
    under = {words(text, b, layout): words(text, layout.blocks[b.heading], layout) for b in layout.blocks if b.heading}
    assert under["Ada"] == "Present"
    assert under["Bo will ask"] == "Action items:"


def test_headings_hold_for_what_stands_below() -> None:
    text = "# A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n\n## D\n\nfour\n"
    layout = layout_of(text)
    under = {
        words(text, b, layout): None if b.heading is None else words(text, layout.blocks[b.heading], layout)
        for b in layout.blocks
    }
    assert under == {"A": None, "one": "A", "B": "A", "two": "B", "C": "B", "three": "C", "D": "A", "four": "D"}


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("See [the notes](https://example.org/a_(b)) for *all* of `it`.", "See the notes for all of it."),
        ("* **1.2.0** came <em>late</em>", "1.2.0 came late"),
        ("snake_case and 2 * 3 * 4 stay", "snake_case and 2 * 3 * 4 stay"),
        ("The population was 5,000[1][2] then.", "The population was 5,000[1][2] then."),
        ("It returns `Result<T, E>` from `__init__`.", "It returns Result<T, E> from __init__."),
        ("Write to <help@ferrite.example> or https://ferrite.example now.",
         "Write to help@ferrite.example or https://ferrite.example now."),
        ("- 40 degrees and matrix[i][j] in ferrite", "40 degrees and matrix[i][j] in ferrite"),
        ("![](https://example.org/logo.png)", ""),
    ],
)  # fmt: skip
def test_marks_are_no_words(marked: str, plain: str) -> None:
    assert layout_of(marked).clean(marked).text == plain


def test_a_hard_break_ends_a_line_and_a_soft_one_does_not() -> None:
    assert layout_of("One\ntwo  \nthree<br>four").clean("One\ntwo  \nthree<br>four").text == "One two\nthree\nfour"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "Board Reports (L)\nMs. Vorn reported that she toured the training center of the workers, and\nleft.",
            2,
        ),
        ("**Roll Call**\nAnn Lee was there.", 2),
        ("We heard in Sarn that the prize of the year was won by\n**Beta Press**\nLtd in 2019.", 1),
        ("We went to the Old Town\nHall of Arts in the morning, and to the river in the evening, where it rained.", 1),
        ("She had been born in New York\nCity.", 1),
        ("Present:\nAnn Lee, president\nBo Ek, clerk\nAbsent:\nCy Mott, member", 5),
        ("Harlow Line\nBoard of Trade\n12 Quay Street, Sarn 95608\n\nWords.", 3),
        ("Mayor Ann Lee of Port Lorne and Mayor Bo Ek of Sarn City\nCouncil met.", 1),
        ("Visit the Old Mill on a\nSunday in spring, when it is open to everybody who comes by boat or on foot.", 1),
        ("All who came had a look at it in the hall.\nHarlow Line\nThe ferry was shown to everybody who had come.", 1),
    ],
)
def test_a_title_on_a_line_of_its_own_ends_there(text: str, lines: int) -> None:
    """Where it is in bold, or is the first of a paragraph and the next word would have had room on it."""
    assert len(layout_of(text).clean(text).text.split("\n\n")[0].split("\n")) == lines


@pytest.mark.parametrize(
    "text",
    [
        "The price of 3 * 4 * 5 units; see note 1) and [sic] (2019).\n\n- not a sign of mark-up\n1. nor is this",
        "Operator\n--\nGood morning. #1 in the market.\n\nRevenue was $5 million [inaudible] in snake_case_words.",
        "Title\n=====\n\nplain words with a_b and c*d",
    ],
)
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert not layout_of(text, None)


@pytest.mark.parametrize(
    "text",
    [
        "Words with a [link](https://example.org).",
        "# Title\n\nwords",
        "```\ncode\n```\nwords",
        "It is **so**.",
        "a | b\n--|--\n1 | 2",
    ],
)
def test_markdown_is_recognised_by_what_plain_text_does_not_have(text: str) -> None:
    assert layout_of(text, None)


def test_indented_lines_are_code_only_where_the_text_is_declared_as_markdown() -> None:
    text = "He wrote **this**:\n\n    Dear friend, we leave on 3 May.\n"
    assert "Dear friend" in layout_of(text, None).clean(text).text
    assert "Dear friend" not in layout_of(text).clean(text).text


@pytest.mark.parametrize(
    ("indented", "is_read"),
    [
        ("The roof will be mended by Ann Lee in the spring.\n    She asked for $460.", True),
        ('"As a club we stand against the closing of the pool, and will say so."', True),
        ("git clone the repository of the club and run it for a while:", False),  # begins as no sentence does
        ("For each of the members in the list print the name of it", False),  # ends as none does
        ("If the count of the members is larger than n == 3 print the name of it.", False),  # has what code has
        ("Dear friend, we leave on 3 May.", False),  # few words
        ("Ann Lee, Bob Ray, Cy Oda, Dee Orr, Ed Poe, Flo Quin.", False),  # none of a sentence
        ("The values are 1.2 3.4 5.6 7.8 9.1 2.3 4.5 6.7 8.9 of the set in the table.", False),  # mostly figures
    ],
)
def test_indented_sentences_are_no_code(indented: str, is_read: bool) -> None:
    """They are words although the text is declared as Markdown; other indented lines are code."""
    text = f"Reported:\n\n    {indented}\n"
    assert (indented.split()[0] in layout_of(text).clean(text).text) is is_read


@pytest.mark.parametrize(
    ("indented", "items"),
    [
        (
            "  * Pool (Ann, Bob)\n        * went well\n          and cost $310\n\n      * Shed",
            ["Pool (Ann, Bob)", "went well and cost $310", "Shed"],
        ),
        ("-Ann mends it\n    -Bob has keys\n    1. Cy will ask", ["Ann mends it", "Bob has keys", "Cy will ask"]),
        ("- name: shed\n    - keys: two of them", None),
        ("- run shed() for us all now\n    - and stop it then", None),
        ("* pool {open} for all\n    * and the shed too", None),
        ("the pool of the club\n    * and the shed", None),
        ("* the pool at 12 13 14 15 16\n    * and 16 17 18 19", None),
        ("* one\n    * two", None),
        ("- the limit is five of them\n    + the limit is ten of them", None),
        ("- the server of the team needs\n      1.5 GB of memory", ["the server of the team needs 1.5 GB of memory"]),
        ("* one\n    two three four\n    five six seven\n    eight nine ten", None),
    ],
)
def test_indented_lists_are_no_code(indented: str, items: list[str] | None) -> None:
    """Each line with a mark is an item, with what introduces them all; settings, calls and figures stay code."""
    text = f"Reported:\n\n    {indented}\n\nWe met.\n"
    found = blocks(text)
    if items is None:
        assert [kind for kind, _ in found] == ["PARAGRAPH", "CODE", "PARAGRAPH"]
    else:
        assert found == [("PARAGRAPH", "Reported:"), *(("ITEM", item) for item in items), ("PARAGRAPH", "We met.")]
        assert {block.lead for block in layout_of(text).blocks[1:-1]} == {0}
        assert layout_of(f"{text}\n- Done\n").blocks[-1].level == 1


def test_words_between_fences_are_no_code() -> None:
    """Sentences and lists, as web pages have them, too, where no language is said."""
    prose, items = (
        "The roof was mended by\nAnn Lee for us, and\nit was well done.",
        "* Ann mends it\n* Bob has the keys",
    )
    told = [("PARAGRAPH", "The roof was mended by Ann Lee for us, and it was well done.")]
    assert blocks(f"```\n{prose}\n```\n") == told
    assert blocks(f"```\n{items}\n```\n\nDone.\n") == [
        ("ITEM", "Ann mends it"),
        ("ITEM", "Bob has the keys"),
        ("PARAGRAPH", "Done."),
    ]
    assert [kind for kind, _ in blocks(f"```text\n{prose}\n```\n\n```\nx = 1\n```\n\n```\n```\n")] == ["CODE", "CODE"]


def test_words_far_behind_the_mark_of_an_item_are_no_code() -> None:
    assert blocks("*   \tUplift residents\n\n1.      Ask Bob\n") == [("ITEM", "Uplift residents"), ("ITEM", "Ask Bob")]
    assert blocks("1.     x = foo(y)\n") == [("CODE", "")]


def test_only_what_stands_first_is_front_matter() -> None:
    """Rules between sections hide none of them."""
    text = "---\ntitle: Pool\n---\n\nWe met.\n\n---\n## Pool\n\nAnn mends it.\n\n---\n## Shed\n\nBob has keys.\n"
    told = [("PARAGRAPH", "We met."), ("HEADING", "Pool"), ("PARAGRAPH", "Ann mends it.")]
    assert blocks(text)[:3] == told
    assert blocks(text.partition("\n\n")[2])[:3] == told
    assert blocks("---\n\nWe met.\n\n---\n\n") == [("PARAGRAPH", "We met.")]
    text = "---\ntitle: Übersicht äöü\n---\n\nAnn Lee leads it.\n"
    (block,) = layout_of(text).blocks
    assert text[block.span.start : block.span.end] == "Ann Lee leads it."
    assert blocks('+++\ntitle = "Pool"\n+++\nWe met.\n') == [("PARAGRAPH", "We met.")]


def test_indented_lines_go_on_up_to_a_blank_one() -> None:
    text = "Reported:\n\n    The roof was mended by\n    Ann Lee.\n\n    It was a lot of work for her.\n"
    assert blocks(text)[1:] == [("PARAGRAPH", "The roof was mended by Ann Lee.\n\nIt was a lot of work for her.")]


def test_lists_may_have_letters_and_roman_numerals() -> None:
    """What is set in below such an item belongs to it, and is no code; in a quotation, too."""
    for text in (
        "1. Reports\n\n    a. Pool\n\n        1. Ann mends it.\n\n    b) Shed\n\n        Bob has keys.\n",
        "1. Reports\n\n    i. Pool\n\n        1. Ann mends it.\n\n    ii. Shed\n\n        Bob has keys.\n",
        "> 1. Reports\n>\n>     f. Pool\n>\n>         1. Ann mends it.\n>\n>     g. Shed\n>\n>         Bob has keys.\n",
    ):
        items = ["Reports", "Pool", "Ann mends it.", "Shed", "Bob has keys."]
        assert blocks(text) == [("ITEM", item) for item in items]


def test_a_letter_alone_begins_no_list() -> None:
    """Initials and wrapped lines are words."""
    text = "We met\na. in the hall, where\nx. was absent.\n"
    assert blocks(text) == [("PARAGRAPH", "We met a. in the hall, where x. was absent.")]
    assert blocks("There are two,\nb) to stay and\nc) to go.\n") == [
        ("PARAGRAPH", "There are two, b) to stay and c) to go.")
    ]
    assert [kind for kind, _ in blocks("Points:\ni. Ann leads it\nii. Bob left it\n")] == ["PARAGRAPH", "ITEM", "ITEM"]


_MARKS = st.sampled_from(
    ["*", "**", "_", "`", "```", "\n", "\n\n", "# ", "- ", "1. ", "> ", "[a](b)", "![", "](", "|", "|-|\n", "&amp;",
     "<b>", "</div>", "<!--", "{{", "}}", "~~", "[^1]", "[^1]: ", "    ", "é", "😀", "\\*", "+++\n", "---\n", "<br>"]
)  # fmt: skip
_TEXTS = st.lists(st.one_of(_MARKS, st.text(st.characters(exclude_categories=["Cs"]), max_size=6)), max_size=30)


@settings(max_examples=300, deadline=None)
@given(_TEXTS)
def test_every_clean_word_stands_in_the_stored_text(parts: list[str]) -> None:
    """Whatever the text: offsets go there and back, and what is not edited stands there verbatim."""
    text = "".join(parts).replace("\0", "")
    layout = layout_of(text)
    clean = layout.clean(text)
    edited = [(e.start, e.end) for e in layout.edits]
    assert edited == sorted(edited)
    for at, character in enumerate(clean.text):
        place = clean.stored(Span(at, at + 1))
        assert 0 <= place.start < place.end <= len(text)
        inside = any(a <= place.start and place.end <= b for a, b in edited)
        assert inside or text[place.start : place.end] == character
    for block in layout.blocks:
        assert 0 <= block.span.start < block.span.end <= len(text)
        assert block.lead is None or layout.blocks[block.lead]
    starts = [b.span.start for b in layout.blocks]
    assert starts == sorted(starts)


@settings(max_examples=100, deadline=None)
@given(_TEXTS, st.integers(0, 200), st.integers(0, 200))
def test_a_part_reads_as_it_does_in_the_whole(parts: list[str], a: int, b: int) -> None:
    text = "".join(parts).replace("\0", "")
    layout = layout_of(text)
    whole = layout.clean(text)
    start, end = sorted((min(a, len(whole.text)), min(b, len(whole.text))))
    place = whole.stored(Span(start, end))
    part = layout.clean(text[place.start : place.end], place.start)
    assert whole.text[start:end].strip() in part.text


def test_the_cells_of_a_row_of_html_are_read_together() -> None:
    text = "<table>\n<tr><td>Point of contact</td><td>Ed <b>Page</b></td></tr>\n<tr><td>Team</td></tr>\n</table>\n"
    assert blocks(text)[0][1] == "Point of contact | Ed Page"


def test_a_table_of_contents_says_nothing() -> None:
    assert blocks("- [First part](#first)\n- [Second part](#second)\n- [The plan](https://example.org)\n") == [
        ("ITEM", "The plan")
    ]


def test_a_heading_introduces_the_list_below_it() -> None:
    text = "## Stabilised\n\n- `File::set_times`\n- the old one\n"
    layout = layout_of(text)
    assert in_context(layout, text, layout.blocks[1].span) == "Stabilised: File::set_times"


def test_a_link_whose_target_a_generator_fills_in_is_its_words() -> None:
    text = "[Back in May]({{ '/2023/05/é (1)/' | url }}), and [now]({% link now.md %}) again. See [here](x.md) {{ y }}."
    assert blocks(text) == [("PARAGRAPH", "Back in May, and now again. See here .")]


def test_words_in_angle_brackets_that_are_no_element_are_words() -> None:
    """Agencies set names so; what is an element stays hidden."""
    text = "Shares of <Halden Optics Plc> rose <b>much</b> <x-note>today</x-note> <br> <Img src=a>."
    layout = read_layout(Document("a", text, markup=Markup.MARKDOWN))
    assert " ".join(layout.clean(text).text.split()) == "Shares of <Halden Optics Plc> rose much today ."


@pytest.mark.parametrize(
    ("paragraph", "label"),
    [
        ("USD 191,776.00", "Balance: "),
        ("191,776 (not audited)", "Balance: "),
        ("It was read aloud.", ""),
        ("The treasurer read the balance of all accounts of the year", ""),
        ("- USD 191,776", ""),
    ],
)
def test_a_value_alone_is_labelled_by_its_heading(paragraph: str, label: str) -> None:
    """Minutes and reports have "### Balance" over a figure; what is a sentence, or an item, has its own words."""
    text = f"# Minutes\n\n### Balance\n\n{paragraph}\n"
    layout = layout_of(text)
    block = layout.blocks[-1]
    assert label_of(layout, lambda span: layout.words(text[span.start : span.end], span.start), block.span) == label


def test_the_counts_of_a_vote_are_read_together_under_what_was_voted_on() -> None:
    """Lines and items of counts are one block; a caption above a tally or a table of one row says what it is of."""
    text = (
        "## Tails\n\nPoll: Move the tails to phase 3\n\nFor: 13\nAgainst: 6\nAbstained: 3\n\nNoted, and what now?\n\n"
        "* Yes: 25 + 3 in chat\n* No: 16\n\nPoll for the hybrid:\n\n|SF|F|\n|-|-|\n|8|23|\n\n"
        "POLL: the hybrid to phase 4\nFor: 2\nAgainst: 24\n\nVote:\nAye: 3\nNay: 1\n\n"
        "|Year|Sales|\n|-|-|\n|2020|5|\n|2021|6|\n\n* Ferries: 4\n* Boats: 2, of which one is leaking badly astern\n"
    )
    layout = read_layout(Document("a", text, markup=Markup.MARKDOWN))

    def words(place: Span) -> str:
        return layout.words(text[place.start : place.end], place.start)

    read = [
        alone(words(b.span), label_of(layout, words, b.span), row_in_words(layout, words, b.span))
        for b in layout.blocks
    ]
    assert "Poll: Move the tails to phase 3: For: 13; Against: 6; Abstained: 3" in read
    assert "Noted, and what now?: Yes: 25 + 3 in chat; No: 16" in read
    assert "Poll for the hybrid: SF: 8; F: 23" in read
    assert "POLL: the hybrid to phase 4: For: 2; Against: 24" in read
    assert "Vote: Aye: 3; Nay: 1" in [line.removeprefix("Tails: ") for line in read]
    assert "Year: 2020; Sales: 5" in read
    assert "Ferries: 4" in read
    tally = next(b.span for b in layout.blocks if words(b.span).startswith("For"))
    assert (
        in_context(layout, text, tally) == "Tails: Poll: Move the tails to phase 3: For: 13; Against: 6; Abstained: 3"
    )


@pytest.mark.parametrize(
    "listed",
    [
        "Key dates:\n\n- Alpha: 12 March 2020\n- Beta: 3 June 2020",
        "Acme results for 2023:\n\n- Revenue: 120 million USD\n- Employees: 3,400",
        "# Vela\n\n- Members: 12\n- Budget: 3",
        "Born: 12 May 1950\nDied: 3 June 2001",
    ],
)
def test_what_is_no_vote_stays_a_list(listed: str) -> None:
    layout = read_layout(Document("a", listed, markup=Markup.MARKDOWN))
    read = [layout.words(listed[b.span.start : b.span.end], b.span.start) for b in layout.blocks]
    assert not any(";" in words for words in read)
