"""Following feeds for an hour, killed in between: no story is lost, and none is there twice."""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import timeweave

from .conftest import Reply, Site

START = dt.datetime(2024, 5, 6, 12, tzinfo=dt.UTC)
_WATCHER = str(Path(__file__).with_name("watcher.py"))
_WINDOW = 4  # stories that a feed holds at once


def _stories(feed: int, until: dt.datetime) -> list[tuple[str, dt.datetime, str]]:
    """What feed number ``feed`` has told by then: a story of its own each twenty minutes or so, and one of an agency
    that every fifth feed carries under the agency's id.
    """
    told = []
    for number, minute in enumerate(range(feed % 20, 60, 20)):
        at = START + dt.timedelta(minutes=minute)
        told.append(
            (f"tag:{feed}-{number}", at, f"Council {feed} of Port Lorne approved plan {number} for the harbour.")
        )
    if feed % 5 == 0:
        told.append(
            ("tag:agency", START + dt.timedelta(minutes=30), "The ministry closed the Corrin bridge to lorries.")
        )
    return sorted((t for t in told if t[1] <= until), key=lambda t: t[1])


def _feed(feed: int, now: dt.datetime) -> Reply:
    items = "".join(
        f"<item><guid>{guid}</guid><title>{guid}</title><pubDate>{at:%a, %d %b %Y %H:%M:%S} GMT</pubDate>"
        f"<description>{text}</description></item>"
        for guid, at, text in _stories(feed, now)[-_WINDOW:]
    )
    body = f'<rss version="2.0"><channel><title>F{feed}</title>{items}</channel></rss>'.encode()
    return Reply(body, headers={"etag": f'"{hash(body)}"'})


@pytest.mark.parametrize(("feeds", "kills"), [(6, 2), pytest.param(50, 3, marks=pytest.mark.slow)])
def test_no_story_is_lost_or_doubled(site: Site, tmp_path: Path, feeds: int, kills: int) -> None:
    """NE-01: A process that is killed while it takes stories in goes on where it was, as if nothing had been."""
    clock = tmp_path / "clock"
    clock.write_text(START.isoformat())
    for number in range(feeds):
        site.pages[f"/{number}"] = lambda n=number: _feed(n, dt.datetime.fromisoformat(clock.read_text()))
    end = START + dt.timedelta(hours=1)
    command = [sys.executable, _WATCHER, str(tmp_path / "kb"), str(clock), end.isoformat()]
    command += [site.url(f"/{number}") for number in range(feeds)]
    for kill in range(kills):
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert running.stdout is not None
        before = len(site.requests)
        if kill:
            assert running.stdout.readline()
        while len(site.requests) < before + feeds:  # now it takes in what it has read
            time.sleep(0.01)
        time.sleep(0.2 * kill)
        os.kill(running.pid, signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
        running.stdout.close()
    ended = subprocess.run(command, capture_output=True, text=True, timeout=500)
    assert ended.returncode == 0, ended.stderr
    assert clock.read_text() >= end.isoformat()
    wanted = {guid for number in range(feeds) for guid, _, _ in _stories(number, end)}
    with timeweave.open(tmp_path / "kb", create=False) as kb:
        documents = kb.documents()
        assert sorted(d.id for d in documents) == sorted(wanted)
        assert kb.check() == []
        assert not [c for c in kb.changes() if c.kind != "add"]
        assert len(kb.changes()) == len(wanted)
