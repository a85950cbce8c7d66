"""Headings of release notes: which version, of what, on which day; and what is no such heading, nor such a text."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.language.release_notes import day_of_release, release_of, releases_among, series_named


@pytest.mark.parametrize(
    ("heading", "series", "number", "day"),
    [
        ("## [1.2.0] - 2020-01-14", "", "1.2.0", "2020-01-14"),
        ("0.28.1 (6th December, 2024)", "", "0.28.1", "2024-12-06"),
        ("Version 8.1.3", "", "8.1.3", None),
        ("v0.24.0", "", "0.24.0", None),
        ("v3 (2024-05-01)", "", "3", "2024-05-01"),
        ("Atlas 4.2.3 (July 3, 2023)", "Atlas", "4.2.3", "2023-07-03"),
        ("What's new in Ferry 3.12", "Ferry", "3.12", None),
        ("Release 1.2 / 2019-03-02", "", "1.2", "2019-03-02"),
        ("5.0.0 (2023-01-01) [YANKED]", "", "5.0.0", "2023-01-01"),
        ('1.2.3 March 5, 2019 "Codename"', "", "1.2.3", "2019-03-05"),
        ('2.0.0 "Wick"', "", "2.0.0", None),
        ("v1.4.0 Latest", "", "1.4.0", None),
        ("2.0.0 (May 2024)", "", "2.0.0", None),
        ("[ferry-core-v1.3.0](https://ferry.example/1.3.0) (2024-03-02)", "ferry-core", "1.3.0", "2024-03-02"),
        ("ferry-core@1.2.0 (2024-01-02)", "ferry-core", "1.2.0", "2024-01-02"),
        ("@scope/pkg@1.2.3", "@scope/pkg", "1.2.3", None),
        ("2024.01.15", "", "2024.01.15", "2024-01-15"),
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
        "2.0 (not yet released)",
        "2.0 - YYYY-MM-DD",
        "Changelog",
        "Section 3.5",
        "Magnitude 6.1, 5 May 2020",
        "Sprint 24.1 (5 May 2020)",
        "1.1 Approval of minutes of 14 April 2020",
        "2.1 Siege of 11 December 1905",
        "3.1 Results",
        "Ferry 3.0 support ends 1 March 2026",
        "Acme raises dividend to 3.5 euros on 5 May 2020",
        "The bank cut rates to 3.5% on 5 May 2020.",
        "He ran 10.5 km on 5 May 2020.",
        "3.5 million homes without power",
        "2.5% pay rise for nurses",
        "14 January 2020",
        "01.02.2020",
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


@pytest.mark.parametrize(
    ("headings", "below", "called", "numbers"),
    [
        (["Changelog", "1.1.0", "1.0.0", "0.9"], ["", "", "", ""], "Changelog", ["1.1.0", "1.0.0", "0.9"]),
        (["1.1.0 (2020-05-03)", "1.0.0 (2019-01-02)"], ["", ""], "Ferry", ["1.1.0", "1.0.0"]),
        (["1.1", "Added", "1.0", "0.9"], ["", "", "", ""], "Ferry", ["1.1", "1.0", "0.9"]),
        (["Version 1.1", "Version 1.0"], ["Released 2020-05-03", "Released 2019-01-02"], "", ["1.1", "1.0"]),
        (["v2.0", "v1.1", "v1.0"], ["Unreleased", "", ""], "", []),
        (["v2.0", "v1.2", "v1.1", "v1.0"], ["Not yet released", "", "", ""], "", ["1.2", "1.1", "1.0"]),
        (["1.1", "1.2", "1.3", "2.1"], ["", "", "", ""], "Lease agreement", []),
        (["10.30", "11.15", "14.00"], ["", "", ""], "Programme of the conference", []),
    ],
)
def test_a_text_is_release_notes_by_all_its_headings(
    headings: list[str], below: list[str], called: str, numbers: list[str]
) -> None:
    """By what it is called, how it sorts changes, or days in the order of numbers; clauses and hours are none."""
    assert [r.number.text for r in releases_among(headings, below, called).values()] == numbers


@pytest.mark.parametrize(
    ("title", "path", "series"),
    [
        ("Changelog", "ferry-CHANGELOG.md", "ferry"),
        ("", "ferry-CHANGES.md", "ferry"),
        ("", "ferry-core-release-notes.md", "ferry-core"),
        ("Release History", "ferry/HISTORY.md", "ferry"),
        ("Ferry release notes", "x.txt", "Ferry"),
        ("Changelog of the Bank of Halden API", "x.md", "Bank of Halden API"),
        ("Node.js Changelog", "x.md", "Node.js"),
        ("Ferry", "docs/changelog.md", "Ferry"),
        ("Change log", "github.example/halden/quay/blob/main/CHANGELOG.md", "quay"),
        ("", "quay/1.x/CHANGELOG.md", "quay"),
        ("Changelog", "CHANGELOG.md", ""),
        ("", "docs/changes.md", ""),
    ],
)
def test_what_a_changelog_is_of(title: str, path: str, series: str) -> None:
    assert series_named(title, path) == series
