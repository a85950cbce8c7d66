"""Answers read off tables and lists: the cell whose row, column and time a question names, the list whose heading."""

from timeweave.answering.tabled.evidence import answer_tabled, quotes_other_row
from timeweave.answering.tabled.listed import answer_listed

__all__ = ["answer_listed", "answer_tabled", "quotes_other_row"]
