"""Reports cut to a share of the budget."""

from __future__ import annotations

from timeweave.records import EXTRACTIVE, FactId, Report, ReportSentence
from timeweave.retrieval.tgrag.report_share import cut_reports


def report(node: str, *sentences: str) -> Report:
    told = tuple(ReportSentence(s, (FactId("f"),)) for s in sentences)
    return Report(node, EXTRACTIVE, "digest/1", node, told, (), (), (), ())


def words(text: str) -> int:
    return len(text.split())


ONE = report("2022-Q1", "A long first one.", "Nothing to see here.", "Margins fell in spring.")
TWO = report("2022-Q2", "Another first one.", "Prices rose in summer.")


def test_whole_sentences_of_every_report() -> None:
    """TG-15: the first sentences, then those with the question's words, in the order of the report."""
    cut, tokens = cut_reports([ONE, TWO], ["margin"], budget=15, count=words)
    assert [r.text for r in cut] == ["A long first one. Margins fell in spring.", TWO.text]  # 4 + 4 and 3 + 4 words
    assert tokens == 15
    assert cut[0].sentences == (ONE.sentences[0], ONE.sentences[2])


def test_what_fits_is_left_as_it_is() -> None:
    """A report that fits is the very same."""
    cut, tokens = cut_reports([ONE, TWO], [], budget=100, count=words)
    assert cut == (ONE, TWO)
    assert tokens == 19


def test_a_report_of_which_nothing_fits_is_left_out() -> None:
    """No budget, no report; never half a sentence."""
    assert cut_reports([ONE], [], budget=3, count=words) == ((), 0)
