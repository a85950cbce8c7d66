"""What is worked out of several figures: sums and means, and the words that say that a figure is one."""

from __future__ import annotations

from timeweave.lexicon.families import words

SUMMED = words("combined cumulative aggregate")
"""Before what is summed."""
TOGETHER = ("together", "combined", "altogether", "jointly", "between them", "in all", "in total", "in one sum")
"""Behind it."""
TOTALS = (*words("total sum overall entire whole cumulative"), "as a whole")
MEANS = words("average averages mean median")
"""Of what is a mean already no total is made, and no other mean."""
EXTREMES = words("maximum minimum peak highest lowest record")
PACES = words("daily weekly monthly yearly annual annually quarterly hourly")
ONE_EACH = (
    *words("per each every apiece"),
    *(f"{a} {unit}" for a in ("a", "an") for unit in words("day week month hour night head person")),
)
