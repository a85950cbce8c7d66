"""TF-IDF and truncated SVD (TW-02) against scikit-learn's, and where a corpus is too small for 128 dimensions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from matrices import sparse

from timeweave.indexes.chunks import semantic
from timeweave.indexes.chunks.semantic import fit
from timeweave.records.sparse import SparseRows


def counted(texts: Sequence[str]) -> tuple[SparseRows, list[str]]:
    """How often each text holds each of its words."""
    held = [Counter(text.split()) for text in texts]
    words = sorted({word for counts in held for word in counts})
    table = [[counts[word] for word in words] for counts in held]
    return sparse(np.asarray(table, np.int32).reshape(len(texts), len(words))), words


def made_up(rows: int, words: int, seed: int) -> list[str]:
    """Texts of words that are as unevenly frequent as those of a language; the first is in every text."""
    rng = np.random.default_rng(seed)
    share = 1 / np.arange(1, words + 1)
    drawn = [rng.choice(words, size=rng.integers(5, 60), p=share / share.sum()) for _ in range(rows)]
    return [" ".join(["all", *(f"w{n}" for n in row)]) for row in drawn]


def by_scikit_learn(texts: Sequence[str], question: str) -> np.ndarray:
    """The same by the library that the paper names, by the same exact algorithm."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics.pairwise import cosine_similarity

    vectorizer = TfidfVectorizer(analyzer=str.split, max_features=100_000, min_df=2, max_df=0.9)
    matrix = vectorizer.fit_transform(texts)
    svd = TruncatedSVD(128, algorithm="arpack", random_state=3)
    return np.asarray(cosine_similarity(svd.fit_transform(matrix), svd.transform(vectorizer.transform([question]))))[
        :, 0
    ]


def test_cosines_are_those_of_scikit_learn():
    """TW-02: min_df 2, max_df 0.9, 128 dimensions, cosine of U Σ and TF-IDF(q) V."""
    texts = made_up(400, 700, seed=1)
    space = fit(*counted(texts))
    assert space.rows.shape == (400, 128)
    for question in ("w3 w17 w17 w250 unheard", "w1 w2", "w40"):
        expected = by_scikit_learn(texts, question)
        assert space.cosines(Counter(question.split())) == pytest.approx(expected, abs=1e-8)


def test_the_most_frequent_terms_are_kept(monkeypatch):
    """max_features: by how often the rows say them in all, 5, 4 and 3 times; of those that tie the first by name."""
    texts = ["a a a b c d", "a b b c c d d", "a b", "z"]
    for limit, kept in ((1, ["a"]), (2, ["a", "b"]), (3, ["a", "b", "c"])):
        monkeypatch.setattr(semantic, "MAX_TERMS", limit)
        assert list(fit(*counted(texts)).columns) == kept


def test_terms_in_too_few_or_too_many_rows_say_nothing():
    """min_df 2 and max_df 0.9 of 10 rows: "rare" is in one, "all" in ten; "most" in nine, which is no more than 0.9."""
    texts = ["all most rare"] + ["all most"] * 8 + ["all other"]
    space = fit(*counted(texts))
    assert list(space.columns) == ["most"]
    assert space.cosines({"rare": 1, "all": 3, "other": 1}).tolist() == [0.0] * 10
    # one term: every row that holds it points the same way as the question
    assert space.cosines({"most": 1}).tolist() == [1.0] * 9 + [0.0]


def test_two_topics_by_hand():
    """Rows a b, a b, c, c: Σ has one direction of a and b alike, one of c, so that "a" also finds b and never c."""
    space = fit(*counted(["a b x", "a b y", "c v", "c w", "z"]))
    # idf(a) = idf(b) = idf(c) = ln(6 / 3) + 1; both rows of a and b are (√½, √½, 0), of c (0, 0, 1)
    assert space.idf == pytest.approx([math.log(2) + 1] * 3)
    assert np.abs(space.loadings).max(axis=1) == pytest.approx([math.sqrt(0.5), math.sqrt(0.5), 1.0])
    assert space.cosines({"a": 1}) == pytest.approx([1, 1, 0, 0, 0])
    # q = (1, 0, 1) · idf: √½ along a and b, 1 along c, of length √1.5
    assert space.cosines({"a": 1, "c": 1}) == pytest.approx([math.sqrt(0.5 / 1.5)] * 2 + [math.sqrt(1 / 1.5)] * 2 + [0])


@pytest.mark.parametrize("rows", [0, 1, 2, 5, 128, 129, 130])
def test_small_corpora_have_as_many_dimensions_as_there_are(rows):
    """TW-02: with fewer than 129 rows or terms nothing is cut off, and the cosine is that of the projected TF-IDF."""
    texts = made_up(rows, 60, seed=rows)
    space = fit(*counted(texts))
    assert space.rows.shape[1] <= min(128, rows, len(space.columns))
    question = {"w1": 1, "w5": 2}
    assert space.cosines(question) == pytest.approx(projected(texts, space.columns, space.idf, question), abs=1e-8)


def projected(texts: Sequence[str], columns: Mapping[str, int], idf: np.ndarray, question: Mapping[str, int]):
    """Cosine of each row of TF-IDF to the question, projected upon what the rows span."""
    held = [Counter(text.split()) for text in texts]
    table = np.asarray([[h[word] for word in columns] for h in held], float).reshape(len(texts), len(columns)) * idf
    query = np.asarray([question.get(word, 0) for word in columns], float) * idf
    if not table.any():
        return np.zeros(len(texts))
    _, s, vt = np.linalg.svd(table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-300))
    spanned = vt[: np.count_nonzero(s > 1e-9)]
    query = spanned.T @ (spanned @ query)
    lengths = np.linalg.norm(table, axis=1) * np.linalg.norm(query)
    return np.divide(table @ query, lengths, out=np.zeros(len(texts)), where=lengths > 1e-12)
