"""Pages of print in web pages: their numbers, and what stands at the head of each."""

from __future__ import annotations

from timeweave.documents.page_furniture import without_page_furniture


def printed(pages: int, *, head: str = "Fenbury Harbour Company") -> str:
    """A report of so many pages, each with its number, a way back and a head."""
    parts = [head]
    for number in range(1, pages + 1):
        parts += [f"On page {number} the piers are told of.", str(number), "Table of Contents", head]
    return "\n\n".join([*parts, "The end."])


def test_numbers_and_heads_of_pages_go() -> None:
    """What is said is left, and the first of the heads, which is a title."""
    told = without_page_furniture(printed(8))
    paragraphs = told.split("\n\n")
    assert paragraphs[0] == "Fenbury Harbour Company"
    assert paragraphs.count("Fenbury Harbour Company") == paragraphs.count("Table of Contents") == 1
    assert not any(p.isdigit() for p in paragraphs)
    assert sum("the piers are told of" in p for p in paragraphs) == 8


def test_what_only_looks_so_stays() -> None:
    """Few pages, numbers that do not follow one another, and a line said again far from any are text."""
    for text in (printed(3), "\n\n".join(["7", "a b", "12", "c d", "3", "e f", "44", "g h", "9"]), "Yes.\n\n" * 9):
        assert without_page_furniture(text) == text
    refrain = "\n\n".join(["Row the boat.", *"abcd"] * 9) + "\n\n" + printed(6)
    assert without_page_furniture(refrain).count("Row the boat.") == 9
