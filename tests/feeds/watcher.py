"""Follows feeds by a clock that is a file: `python watcher.py FOLDER CLOCK ROUNDS FEED…`, a line for each round."""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

import timeweave
from timeweave.feeds import Visitor
from timeweave.feeds.guard import Guard


class FileClock:
    """Time passes where it is slept through, and stands still while nobody runs."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def now(self) -> dt.datetime:
        return dt.datetime.fromisoformat(self._path.read_text())

    def sleep(self, seconds: float) -> None:
        later = self._path.with_suffix(".new")
        later.write_text((self.now() + dt.timedelta(seconds=seconds)).isoformat())
        later.replace(self._path)


def main() -> None:
    folder, clock, end, *feeds = sys.argv[1:]
    time = FileClock(Path(clock))
    with timeweave.open(folder) as kb:
        visitor = Visitor(Guard(("127.0.0.1",)), clock=time)
        for done in kb.follow(feeds, visitor=visitor, every=dt.timedelta(minutes=5)).rounds():
            sys.stdout.write(f"{done.added.added}\n")
            sys.stdout.flush()
            if time.now() >= dt.datetime.fromisoformat(end):
                return


if __name__ == "__main__":
    main()
