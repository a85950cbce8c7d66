"""Headings of release notes: which version, of what, on which day; and what is no such heading."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.language.release_notes import day_of_release, is_bare_release, release_of, says_unreleased, series_named


@pytest.mark.parametrize(
    ("heading", "series", "number", "day"),
    [
        ("## [1.2.0] - 2020-01-14", "", "1.2.0", "2020-01-14"),
        ("0.28.1 (6th December, 2024)", "", "0.28.1", "2024-12-06"),
        ("Version 8.1.3", "", "8.1.3", None),
        ("v0.24.0", "", "0.24.0", None),
        ("Atlas 4.2.3 (July 3, 2023)", "Atlas", "4.2.3", "2023-07-03"),
        ("What's new in Ferry 3.12", "Ferry", "3.12", None),
        ("Release 1.2 / 2019-03-02", "", "1.2", "2019-03-02"),
        ("5.0.0 (2023-01-01) [YANKED]", "", "5.0.0", "2023-01-01"),
        ('1.2.3 March 5, 2019 "Codename"', "", "1.2.3", "2019-03-05"),
    ],
)
def test_headings_of_versions(heading: str, series: str, number: str, day: str | None) -> None:
    release = release_of(heading)
    assert release is not None
    assert (release.series, release.number.text, release.day) == (series, number, day and dt.date.fromisoformat(day))
    assert not release.number.early


@pytest.mark.parametrize(
    "heading",
    [
        "[Unreleased]",
        "2.0 (unreleased)",
        "Changelog",
        "Section 3.5 The board met",
        "Agenda item 2.3 on 5 May 2020",
        "14 January 2020",
        "1.2 is the version that nearly nobody who used the ferry simulator in those years will remember at all",
    ],
)
def test_other_headings(heading: str) -> None:
    assert release_of(heading) is None


@pytest.mark.parametrize("heading", ["1.0.0rc1 (2020-01-02)", "v1.0.0-beta.2 - 2021-03-04", "20.8b0", "2.0a1"])
def test_what_comes_before_a_version_is_early(heading: str) -> None:
    release = release_of(heading)
    assert release is not None
    assert release.number.early


def test_a_section_with_its_title_is_no_version_alone() -> None:
    """The number of a section is told from a version by the words behind it."""
    assert [r.alone for h in ("3.1 Results", "3.1", "3.1 (2020-02-03)") if (r := release_of(h))] == [False, True, True]
    assert is_bare_release("Version 8.5.0")
    assert not is_bare_release("Atlas 4.2 release notes")


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Released 2022-04-28", "2022-04-28"),
        ("Release date: 3 May 2019", "2019-05-03"),
        ("*2023-04-05*", "2023-04-05"),
        ("Released on May 5 2019, codename Night Ferry", "2019-05-05"),
        ("Unreleased", None),
        ("On 3 May 2019 the old pier was measured again.", None),
        ("Released without a day", None),
    ],
)
def test_the_day_below_a_heading(line: str, day: str | None) -> None:
    assert day_of_release(line) == (day and dt.date.fromisoformat(day))


def test_what_is_not_out_says_so() -> None:
    assert says_unreleased("Unreleased")
    assert not says_unreleased("Released 2022-04-28")


@pytest.mark.parametrize(
    ("title", "path", "series"),
    [
        ("Changelog", "ferry-CHANGELOG.md", "ferry"),
        ("", "ferry-CHANGES.md", "ferry"),
        ("Release History", "ferry/HISTORY.md", "ferry"),
        ("Ferry release notes", "x.txt", "Ferry"),
        ("Ferry", "docs/changelog.md", "Ferry"),
        ("Changelog", "CHANGELOG.md", ""),
        ("", "docs/changes.md", ""),
    ],
)
def test_what_a_changelog_is_of(title: str, path: str, series: str) -> None:
    assert series_named(title, path) == series
