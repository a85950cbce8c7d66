"""What every result file says of where and when it was measured."""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
from pathlib import Path

RESULTS = Path(__file__).parent / "results"


def describe() -> dict:
    """Processor, cores, memory, Python and the day."""
    described = Path("/proc/cpuinfo").read_text().splitlines()
    names = (line.split(":", 1)[1].strip() for line in described if line.startswith("model name"))
    cpu = next(names, platform.processor())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "date": dt.date.today().isoformat(),
        "cpu": cpu,
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": round(memory / 2**30, 1),
        "python": platform.python_version(),
    }


def write(name: str, figures: dict, *, sample: int | None = None) -> Path:
    """Write ``results/NAME.json``; of a sample of questions, ``NAME.sample.json``, which is not kept."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / (f"{name}.json" if sample is None else f"{name}.sample.json")
    path.write_text(json.dumps({"machine": describe(), **figures}, indent=2) + "\n")
    return path
