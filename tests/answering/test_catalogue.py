"""Questions about the documents themselves, and accounts of what a time was about."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave.errors import UndatedDocumentWarning
from timeweave.knowledge_base import KnowledgeBase
from timeweave.records import Document, Markup
from timeweave.temporal.interval import Granularity

POSTS = {
    "2021-02-03": ("Quillet moves to a new parser", "The parser of Quillet was written anew and is twice as fast."),
    "2021-06-14": ("A grant for the Quillet handbook", "We received a grant of $4,000 for the handbook of Quillet."),
    "2022-01-20": ("Typed templates have landed", "Quillet has typed templates now. Try them on your pages."),
    "2022-05-02": ("Meet the maintainers: Ada Lark", "Ada Lark has kept the Quillet installer alive since 2016."),
    "2022-09-30": ("Quillet at the printers' fair", "Quillet had a stand at the fair in Port Lorne."),
    "2023-03-08": ("Survey results are in", "In the Quillet survey 412 people took part."),
}  # fmt: skip


@pytest.fixture(scope="module")
def blog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("blog")) as kb:
        kb.add(
            Document(
                f"{day}.md",
                f"# {title}\n\n{text}\n",
                title=title,
                date=dt.date.fromisoformat(day),
                markup=Markup.MARKDOWN,
            )
            for day, (title, text) in POSTS.items()
        )
        yield kb


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    days = ("2021-12-02", "2022-01-13", "2022-01-27", "2022-02-10", "2023-01-12")
    with timeweave.open(tmp_path_factory.mktemp("calls")) as kb:
        kb.add(
            Document(
                f"{day}.md",
                f"# Printers' Call {number}\n\nModerator: {'Bo Stern' if number % 2 else 'Cy Mott'}\n\n"
                "Notes: Dee Lark\n\nInk was discussed at length.\n",
                title=f"Printers' Call {number}",
                date=dt.date.fromisoformat(day),
                markup=Markup.MARKDOWN,
            )
            for number, day in enumerate(days, 7)
        )
        yield kb


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("How many posts did the Quillet blog publish in 2022?", ["2022-01-20", "2022-05-02", "2022-09-30"]),
        ("How many of the documents in this collection are dated 2022?", ["2022-01-20", "2022-05-02", "2022-09-30"]),
        ("How many documents are from 2022?", ["2022-01-20", "2022-05-02", "2022-09-30"]),
        ("What was the first article of 2022?", ["2022-01-20"]),
        ("latest blog post", ["2023-03-08"]),
        ("Which posts came out between January and June 2022?", ["2022-01-20", "2022-05-02"]),
        ("What news did Quillet have in 2021?", ["2021-02-03", "2021-06-14"]),
    ],
)
def test_documents_are_counted_and_listed(blog: KnowledgeBase, question: str, days: list[str]) -> None:
    answer = blog.ask(question)
    assert [v.period for v in answer.values] == days
    assert answer.method == "computed"
    assert all(POSTS[day][0] in answer.answer for day in days)
    assert [c.document_id for c in answer.citations] == [f"{day}.md" for day in days]
    assert not question.startswith("How many") or answer.answer.startswith(f"{len(days)}: ")


def test_what_is_the_last_depends_on_the_day(blog: KnowledgeBase) -> None:
    assert [v.period for v in blog.ask("What is the latest post?", as_of="2022-06-01").values] == ["2022-05-02"]


@pytest.mark.parametrize(
    "question",
    [
        "How many stories does the printers' hall have?",
        "How many reports of damage were there in 2022?",
        "Who wrote the first post?",
        "Which posts mention the harbour in 2022?",
    ],
)
def test_what_titles_do_not_explain_is_no_count_of_documents(blog: KnowledgeBase, question: str) -> None:
    answer = blog.ask(question)
    assert answer.refused or answer.method != "computed"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many times did the group meet in January 2022?", "2: "),
        ("What was the first call of 2022?", "Printers' Call 8 (13 January 2022)"),
        ("last meeting of 2022", "Printers' Call 10 (10 February 2022)"),
    ],
)
def test_meetings_are_those_whose_minutes_there_are(calls: KnowledgeBase, question: str, told: str) -> None:
    assert calls.ask(question).answer.startswith(told)


def test_minutes_that_no_title_calls_so_are_told_by_their_rolls(tmp_path: Path) -> None:
    days = ("2022-03-12", "2022-04-09", "2023-01-14")
    roll = "## Present\n\n- Bo Stern\n- Cy Mott\n\n## Ink\n\nInk was discussed at length.\n"
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(
            Document(f"{day}.md", roll, title=day, date=dt.date.fromisoformat(day), markup=Markup.MARKDOWN)
            for day in days
        )
        assert kb.ask("How many meetings were held in 2022?").answer.startswith("2: 2022-03-12")
        assert kb.ask("Which was the last meeting in 2022?").answer.startswith("2022-04-09")


@pytest.mark.parametrize(
    ("question", "who"),
    [
        ("Who chaired the call on 13 January 2022?", "Cy Mott"),
        ("Who was in the chair on 2 December 2021?", "Bo Stern"),
        ("Who took the notes on 10 February 2022?", "Dee Lark"),
    ],
)
def test_who_chaired_and_who_wrote_is_read_off_the_labels(calls: KnowledgeBase, question: str, who: str) -> None:
    assert [v.text for v in calls.ask(question).values] == [who]


@pytest.mark.parametrize(
    "question",
    [
        "What kept the Quillet people busy in 2022?",
        "Sum up the main threads of work on Quillet in 2022.",
        "What were the themes of 2022?",
    ],
)
def test_an_account_of_a_year_of_posts_is_their_titles(blog: KnowledgeBase, question: str) -> None:
    answer = blog.ask(question)
    assert answer.answer == "; ".join(
        f"{POSTS[day][0]} ({when})"
        for day, when in (("2022-01-20", "20 January"), ("2022-05-02", "2 May"), ("2022-09-30", "30 September"))
    )
    assert {c.document_id for c in answer.citations} == {f"{d}.md" for d in POSTS if d.startswith("2022")}


def test_titles_that_differ_in_numbers_alone_are_no_account(calls: KnowledgeBase) -> None:
    assert "Printers' Call 8 (" not in calls.ask("What were the themes of 2022?").answer


def test_a_month_is_told_as_a_month_and_an_unknown_day_not_at_all(tmp_path: Path) -> None:
    mill = Document("a", "The Quillet mill burned down.", date=dt.date(2020, 5, 1), date_precision=Granularity.MONTH)
    bridge = Document("b", "The Quillet bridge was painted green.")
    with timeweave.open(tmp_path / "kb") as kb:
        with pytest.warns(UndatedDocumentWarning):
            kb.add([mill, bridge])
        assert kb.ask("What happened to the Quillet mill?").answer == "The Quillet mill burned down. (May 2020)"
        assert kb.ask("What colour was the Quillet bridge painted?").answer == "The Quillet bridge was painted green."


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    texts = {
        "2020-03-01": ("Ada Lark, Head of Presses", "The new press", "I shall be the first to run the new press."),
        "2020-09-09": ("Ada Lark", "Paper is dear", "Paper has become dear since the mill closed."),
        "2021-04-30": ("Bo Stern and Cy Mott", "Ink from oak galls", "Ink from oak galls keeps its colour."),
    }  # fmt: skip
    with timeweave.open(tmp_path_factory.mktemp("letters")) as kb:
        kb.add(
            Document(f"{day}.md", text, title=title, date=dt.date.fromisoformat(day), metadata={"author": author})
            for day, (author, title, text) in texts.items()
        )
        yield kb


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which letters did Ada Lark write?", "The new press (1 March 2020); Paper is dear (9 September 2020)"),
        ("How many posts has Ada Lark written?",
         "2: The new press (1 March 2020); Paper is dear (9 September 2020)"),
        ("What was the last article by Ada Lark?", "Paper is dear (9 September 2020)"),
        ("When did Ada Lark first write?", "The new press (1 March 2020)"),
        ("When has Ada Lark last published for the paper?", "Paper is dear (9 September 2020)"),
        ("When did Ada Lark write for the first time?", "The new press (1 March 2020)"),
        ("Who wrote the most letters?", "Ada Lark (2 of 3)"),
        ("Which author has written most often?", "Ada Lark (2 of 3)"),
        ("Who published most often in 2021?", "Bo Stern, Cy Mott (1 of 1)"),
        ("Who wrote the piece on ink from oak galls?", "Bo Stern, Cy Mott (Ink from oak galls, 30 April 2021)"),
    ],
)  # fmt: skip
def test_documents_are_found_by_those_who_wrote_them(letters: KnowledgeBase, question: str, answer: str) -> None:
    assert letters.ask(question).answer == answer


def test_as_of_an_earlier_day_an_author_has_written_less(letters: KnowledgeBase) -> None:
    asked = "How many posts has Ada Lark written?"
    assert letters.ask(asked, as_of="2020-06-01").answer == "1: The new press (1 March 2020)"


def test_an_author_is_no_unknown_name_and_one_who_wrote_nothing_is(letters: KnowledgeBase) -> None:
    assert not any("unknown name" in w for w in letters.ask("What does Ada Lark say of paper?").warnings)
    assert any("unknown name 'Dee Finch'" in w for w in letters.ask("What does Dee Finch say of paper?").warnings)


def test_a_quotation_in_the_first_person_names_who_wrote_it(letters: KnowledgeBase) -> None:
    answer = letters.ask("Who is to run the new press?", min_confidence=0.0)
    assert "(The new press, Ada Lark, 1 March 2020)" in answer.answer or "(Ada Lark, 1 March 2020)" in answer.answer


TALKS = {
    "2019-05-04": ("Paper mills of the north", "speakers:\n  - Giulia Moor", "My topic is the mill at Varde."),
    "2020-09-11": ("Inks without lead", "speaker: Orla Venn", "I tried forty inks, and eleven of them faded."),
    "2021-02-20": ("Mills in winter", "author: GiuliaMoor", "Ice stops a wheel for nine weeks a year."),
    "2022-03-03": ("2021 Fire review", "author: dee-lark", "The fire of 2021 took the roof of the hall."),
}  # fmt: skip


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("talks")
    for day, (title, by, text) in TALKS.items():
        (folder / f"{day}.md").write_text(f"---\ntitle: {title}\n{by}\ndate: {day}\n---\n\n{text}\n")
    with timeweave.open(tmp_path_factory.mktemp("kb")) as kb:
        kb.add(folder)
        yield kb


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many talks did Giulia Moor give?", "2: Paper mills of the north (4 May 2019); Mills in winter"),
        ("What was the most recent Giulia Moor talk on file?", "Mills in winter (20 February 2021)"),
        ("Who gave the talk on inks without lead?", "Orla Venn (Inks without lead, 11 September 2020)"),
        ("Who wrote the most recent post?", "dee-lark (2021 Fire review, 3 March 2022)"),
        ("Who wrote the post on the 2021 fire review?", "dee-lark (2021 Fire review, 3 March 2022)"),
        ("Who wrote about inks?", "Orla Venn (Inks without lead, 11 September 2020)"),
    ],
)
def test_who_speaks_in_a_document_or_signs_it_with_a_handle_is_its_author(
    talks: KnowledgeBase, question: str, told: str
) -> None:
    assert talks.ask(question).answer.startswith(told)


def test_whom_only_front_matter_names_is_known(talks: KnowledgeBase) -> None:
    """A question that names the speaker of a talk is asked of what he says, and no question on a stranger."""
    found = talks.search("What became of the inks of Orla Venn?")
    assert found.evidence[0].document_id == "2020-09-11.md"
    assert not [w for w in found.warnings if "Orla Venn" in w]
    assert any("Zed Zorn" in w for w in talks.search("What became of the inks of Zed Zorn?").warnings)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When was the handbook first mentioned?", "2021-06-14 (A grant for the Quillet handbook)"),
        ("What is the latest post that mentions Quillet?", "2023-03-08 (Survey results are in)"),
        ("How many posts mention the installer?", "1: Meet the maintainers: Ada Lark (2 May 2022)"),
        ("Which posts discuss templates?", "Typed templates have landed (20 January 2022)"),
        ("When was the first mention of Port Lorne?", "2022-09-30 (Quillet at the printers' fair)"),
        ("When was the last time somebody wrote about the parser?", "2021-02-03 (Quillet moves to a new parser)"),
    ],
)
def test_the_documents_that_mention_something_are_found_by_its_words(
    blog: KnowledgeBase, question: str, told: str
) -> None:
    """All words in one statement; by the day of publication, as of any day."""
    answer = blog.ask(question)
    assert (answer.answer, answer.method) == (told, "computed")
    assert blog.ask(question, as_of="2021-01-01").refused


def test_what_was_done_first_is_no_mention(tmp_path: Path) -> None:
    """Whoever appeared or was named somewhere first did so on the day that is told."""
    texts = {
        "2020-03-01": "The sprinter Eva Dorn first appeared for Ulm in 2003. Ulm was first mentioned in 854 in a deed.",
        "2021-05-01": "Eva Dorn retired in 2011.",
    }
    with timeweave.open(tmp_path) as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in texts.items())
        for question in ("When did Eva Dorn first appear for Ulm?", "When was Ulm first mentioned in a deed?"):
            assert kb.ask(question).answer.partition(" ")[0] not in ("2020-03-01", "2021-05-01")


def test_who_wrote_on_something_in_a_time_wrote_in_it(talks: KnowledgeBase) -> None:
    assert "Orla Venn" not in talks.ask("Who wrote about inks in 1999?").answer
    assert talks.ask("Who wrote the last post on mills?").answer.startswith("Giulia Moor (Mills in winter")


def test_what_no_document_mentions_is_not_told(blog: KnowledgeBase) -> None:
    assert blog.ask("When was the lighthouse first mentioned?").refused


@pytest.mark.parametrize(
    "question",
    [
        "Who has the most of the votes in 2020?",
        "Who had the most in 2020?",
        "When did Ada Lark last publish a poem on boats?",
    ],
)
def test_who_has_most_of_something_else_is_no_author(letters: KnowledgeBase, question: str) -> None:
    answer = letters.ask(question)
    assert answer.refused or answer.method != "computed"
