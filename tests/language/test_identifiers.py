"""What looks like a name and is code or an address."""

import pytest

from timeweave.language.proper_nouns import is_identifier


@pytest.mark.parametrize(
    "code", ["Layout::align_to", "Vec<T>", "snake_Case", "Run()", "https://example.org", "a@b.org", "pl8Q1w7ff68"]
)
def test_code_and_addresses_are_no_names(code: str) -> None:
    assert is_identifier(code)


@pytest.mark.parametrize(
    "name", ["AT&K", "GNU/Linux", "H1N1", "Boeing 747-400ER", "KB5034441", "Yahoo!", "Acme Corp.", "3M"]
)
def test_names_with_figures_and_marks_stay(name: str) -> None:
    assert not is_identifier(name)
