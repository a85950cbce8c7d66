"""Packing to a token budget."""

import itertools
import re

from hypothesis import given
from hypothesis import strategies as st

from timeweave.records import Span
from timeweave.retrieval.kernels.packing import Candidate, pack, share_evenly

TEXTS = ["alpha beta. gamma delta epsilon. zeta. eta theta iota kappa lambda.", "one two  three\nfour five six seven"]
APART = f"one{8 * ' '}two{9 * ' '}three"


def text_of(source, span):
    return TEXTS[source][span.start : span.end]


def count(text):
    return len(re.findall(r"\w+", text))


def at(source, words, score=1.0):
    start = TEXTS[source].index(words)
    return Candidate(source, Span(start, start + len(words)), score)


def pack_words(candidates, budget, **options):
    return [(p.source, p.text) for p in pack(candidates, budget, text_of=text_of, count=count, **options)]


def test_takes_in_order_and_passes_over_what_does_not_fit():
    """TG-13: 2 + 3 words fit into 6, the next 5 do not, the 1 after them does."""
    order = [at(0, "alpha beta."), at(1, "three\nfour five"), at(0, "eta theta iota kappa lambda."), at(0, "zeta.")]
    assert pack_words(order, 6) == [(0, "alpha beta."), (1, "three\nfour five"), (0, "zeta.")]


def test_neighbours_become_one_span():
    """Spans with only white space between them are returned as one, where the first of them stood."""
    order = [at(0, "zeta."), at(1, "seven"), at(0, "gamma delta epsilon.")]
    assert pack_words(order, 9) == [(0, "gamma delta epsilon. zeta."), (1, "seven")]


def test_overlap_is_paid_once():
    """Two spans that share a word cost their union: 3 + 3 words with one in common fit into 5."""
    order = [at(1, "one two  three"), at(1, "three\nfour five")]
    assert pack_words(order, 5) == [(1, "one two  three\nfour five")]


def test_limit_counts_spans():
    """A further span is refused at the limit; one that grows a span is not."""
    order = [at(0, "alpha beta."), at(1, "seven"), at(0, "gamma delta epsilon.")]
    assert pack_words(order, 99, limit=1) == [(0, "alpha beta. gamma delta epsilon.")]
    order = [at(0, "alpha beta."), at(0, "gamma delta epsilon."), at(1, "seven"), at(1, "one")]
    assert pack_words(order, 99, limit=2) == [(0, "alpha beta. gamma delta epsilon."), (1, "seven")]
    order = [at(0, "alpha beta."), at(0, "zeta."), at(0, "kappa lambda.")]
    assert pack_words(order, 99, limit=2) == [(0, "alpha beta."), (0, "zeta.")]


def test_what_lies_apart_stays_apart():
    """A span before others of its source takes in neither what lies between them nor them."""
    order = [at(0, "eta theta"), at(0, "kappa lambda."), at(0, "alpha beta.")]
    assert pack_words(order, 99) == [(0, "eta theta"), (0, "kappa lambda."), (0, "alpha beta.")]
    order = [at(0, "kappa lambda."), at(0, "zeta."), at(0, "gamma delta epsilon.")]
    assert pack_words(order, 99) == [(0, "kappa lambda."), (0, "gamma delta epsilon. zeta.")]
    order = [Candidate(0, Span(0, 4), 1.0), Candidate(0, Span(5, 10), 1.0)]
    assert pack_words(order, 99) == [(0, "alph"), (0, " beta")]


def test_eight_blanks_are_bridged_and_nine_are_not():
    """Words in a table belong together, but not across its width."""
    words = [Candidate(0, Span(APART.index(w), APART.index(w) + len(w)), 1.0) for w in ("one", "two", "three")]
    packed = pack(words, 99, text_of=lambda _, span: APART[span.start : span.end], count=count)
    assert [p.text for p in packed] == [APART[:14], "three"]


def test_it_gives_up_after_some_forty_that_do_not_fit():
    """One of 1 word is taken after 40 of 5 words that do not fit into 2, and no longer after 41."""
    long, short = at(0, "eta theta iota kappa lambda."), at(0, "zeta.")
    assert pack_words([*[long] * 40, short], 2) == [(0, "zeta.")]
    assert pack_words([*[long] * 41, short], 2) == []
    assert pack_words([short, *[long] * 40, at(1, "seven")], 2) == [(0, "zeta."), (1, "seven")]


@given(
    spans=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 60), st.integers(1, 25)), max_size=20),
    budget=st.integers(0, 30),
    limit=st.none() | st.integers(1, 4),
)
def test_never_above_the_budget(spans, budget, limit):
    """Whatever the candidates, the texts returned hold at most ``budget`` tokens, are disjoint, and are spans of
    their source.
    """
    candidates = [Candidate(s, Span(a, min(a + n, len(TEXTS[s]))), 1.0) for s, a, n in spans if a < len(TEXTS[s])]
    packed = pack(candidates, budget, text_of=text_of, count=count, limit=limit)
    assert sum(count(p.text) for p in packed) <= budget
    assert all(p.tokens == count(p.text) and p.text == text_of(p.source, p.span) for p in packed)
    assert limit is None or len(packed) <= limit
    for source in (0, 1):
        row = sorted((p.span.start, p.span.end) for p in packed if p.source == source)
        assert all(a[1] < b[0] or a[1] == b[0] for a, b in itertools.pairwise(row))


def test_share_evenly_by_tokens():
    """A group of long items gets fewer of them: costs 3+3 against 1+1+1+1."""
    groups = [["xxx", "yyy", "zzz"], ["a", "b", "c", "d"]]
    assert list(share_evenly(groups, len)) == ["xxx", "a", "b", "c", "yyy", "d", "zzz"]


def test_share_evenly_gives_once():
    """What one group gave is not given again by another, and costs that one nothing."""
    assert list(share_evenly([["a", "b"], ["a", "c"]], len)) == ["a", "c", "b"]
