"""Answers read off tables: the cell whose row, column and time the question names, or the extreme or change of such."""

from timeweave.answering.tabled.answering import answer_tabled, quotes_other_row

__all__ = ["answer_tabled", "quotes_other_row"]
