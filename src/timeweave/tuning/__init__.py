"""Weights of mode ``hybrid`` learned from labelled questions (TW-11)."""

from timeweave.tuning.gathering import Gathering
from timeweave.tuning.judging import Quality
from timeweave.tuning.labelled import LabelledQuestion, read_labelled
from timeweave.tuning.learning import Fold, Learned, Steps
from timeweave.tuning.settings_table import write_weights
from timeweave.tuning.tuned import Tuned, tune
from timeweave.tuning.weights import Weights

__all__ = [
    "Fold",
    "Gathering",
    "LabelledQuestion",
    "Learned",
    "Quality",
    "Steps",
    "Tuned",
    "Weights",
    "read_labelled",
    "tune",
    "write_weights",
]
