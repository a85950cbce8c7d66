"""Reports of time nodes, bottom-up, made again only where what they read has changed."""

from timeweave.reports.building import Progress
from timeweave.reports.comparing import Comparison, compare
from timeweave.reports.making import Reports, ReportsResult
from timeweave.reports.period import ChildReport, NodeReport, PeriodReport

__all__ = [
    "ChildReport",
    "Comparison",
    "NodeReport",
    "PeriodReport",
    "Progress",
    "Reports",
    "ReportsResult",
    "compare",
]
