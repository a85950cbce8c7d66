"""Near-duplicates: what counts as said again, and what never does."""

from __future__ import annotations

from timeweave.retrieval.kernels.near_duplicates import Seen, resemblance

SENTENCE = "The Harbour Museum in Port Alden opens its doors on Friday after two years of building, the city said."


def test_resemblance_is_the_share_in_common():
    """NE-04, Jaccard: two of four trigrams in common make a half; nothing resembles nothing."""
    a, b, c, d = (("a",), ("b",), ("c",), ("d",))
    assert resemblance(frozenset([a, b, c]), frozenset([b, c, d])) == 0.5
    assert resemblance(frozenset(), frozenset()) == 1.0
    assert resemblance(frozenset(), frozenset([a])) == resemblance(frozenset([a]), frozenset()) == 0.0


def test_eight_tenths_in_common_are_enough():
    """Of eleven words, nine trigrams, moved on by one, eight are common of ten in all: 0.8. Of ten words it is seven of
    nine.
    """
    words = ["a", "bare", "cold", "dark", "east", "fine", "grey", "hard", "iron", "just", "kept", "long"]
    seen = Seen()
    assert not seen.repeats(" ".join(words[:11]))
    assert seen.repeats(" ".join(words[1:]))
    seen = Seen()
    assert not seen.repeats(" ".join(words[:10]))
    assert not seen.repeats(" ".join(words[1:11]))


def test_the_second_of_two_copies_repeats():
    """A sentence, and one that differs in its punctuation and one word at its end, are said once."""
    seen = Seen()
    assert not seen.repeats(SENTENCE)
    assert seen.repeats(SENTENCE)
    assert seen.repeats(SENTENCE.replace(" said.", " says"))


def test_another_number_or_name_is_another_statement():
    """NE-04: however long the sentence, one number or one name that differs makes it say something else."""
    seen = Seen()
    long = "Revenue of the segment rose to 12.5 million, which the company explains by new shops and by higher prices."
    assert not seen.repeats(long)
    assert not seen.repeats(long.replace("12.5", "12.6"))
    assert not seen.repeats(SENTENCE)
    assert not seen.repeats(SENTENCE.replace("Friday", "Sunday"))
    # 18 of 20 trigrams in common, and another name at the end
    assert not seen.repeats(SENTENCE.replace("said.", "said in Ostra."))
    assert not seen.repeats(SENTENCE.replace("said.", "said in Vell."))


def test_ordinals_are_numbers_and_the_first_word_no_name():
    """NE-04: a number may begin the sentence, or end in letters; a first word has the capital of any sentence."""
    seen = Seen()
    assert not seen.repeats(SENTENCE.replace("on Friday", "on the 3rd"))
    assert not seen.repeats(SENTENCE.replace("on Friday", "on the 4th"))
    assert not seen.repeats(SENTENCE.replace("The", "3", 1))
    assert not seen.repeats(SENTENCE.replace("The", "4", 1))
    assert not seen.repeats(SENTENCE)
    assert seen.repeats(SENTENCE.replace("The", "This", 1))


def test_the_same_words_of_something_else_are_no_copy():
    """The same sentence about another period is kept, and compared only with its like."""
    seen = Seen()
    assert not seen.repeats(SENTENCE, "2023-Q1")
    assert not seen.repeats(SENTENCE, "2023-Q2")
    assert seen.repeats(SENTENCE, "2023-Q1")
