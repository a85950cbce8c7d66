"""The container: what is read is what was committed, or it is an error."""

from __future__ import annotations

import contextlib
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as some

from timeweave.errors import IndexDamagedError, StoreFullError, StoreReadOnlyError
from timeweave.indexes import segment_file
from timeweave.indexes.segment_file import SegmentFile, write_segment

ARRAYS = {
    "numbers": np.arange(100_000, dtype=np.int32),
    "empty": np.empty((0, 3), np.float32),
    "table": np.random.default_rng(1).standard_normal((5_000, 48)).astype(np.float32),
}


@pytest.fixture(params=["small", "large"])
def written(tmp_path, request):
    """A file that is read at once, and one that is mapped and verified as far as it is read."""
    arrays = ARRAYS if request.param == "large" else {name: a[:50] for name, a in ARRAYS.items()}
    return arrays, write_segment(tmp_path, "statements", 7, arrays, {"classes": [0, 1]}), tmp_path


def test_arrays_come_back(written):
    """Whole, in part and scattered, with the facts beside them."""
    arrays, ref, folder = written
    file = SegmentFile(folder, ref)
    assert file.facts == {"classes": [0, 1]}
    assert (folder / ref.name).stat().st_size == ref.bytes
    for name, array in arrays.items():
        assert np.array_equal(file.part(name), array)
        assert file.part(name).dtype == array.dtype
    assert np.array_equal(file.part("table", 10, 20), arrays["table"][10:20])
    rows = np.array([40, 3, 3])
    assert np.array_equal(SegmentFile(folder, ref).take("table", rows), arrays["table"][rows])


@given(
    some.arrays(st.sampled_from([np.int32, np.uint8, np.float32, np.int64]), some.array_shapes(max_dims=2, min_side=0))
)
def test_any_array_comes_back(tmp_path_factory, array):
    """Empty ones and odd sizes too."""
    folder = tmp_path_factory.mktemp("any")
    ref = write_segment(folder, "k", 1, {"a": array, "b": np.arange(3)}, {})
    assert SegmentFile(folder, ref).part("a").tobytes() == array.tobytes()
    assert SegmentFile(folder, ref).part("b").tolist() == [0, 1, 2]


def test_a_flipped_bit_is_never_read(written):
    """Wherever one bit of the file flips, reading the bytes it lies in is an error that names file and remedy."""
    arrays, ref, folder = written
    path = folder / ref.name
    good = path.read_bytes()
    chance = random.Random(3)
    for _ in range(150):
        position, bit = chance.randrange(len(good)), chance.randrange(8)
        path.write_bytes(good[:position] + bytes([good[position] ^ 1 << bit]) + good[position + 1 :])
        with pytest.raises(IndexDamagedError, match="timeweave check --repair") as caught:
            SegmentFile(folder, ref).verify()
        assert caught.value.path == str(path)
        assert ref.name in str(caught.value)
        assert not read_wrongly(folder, ref, arrays)


def read_wrongly(folder, ref, arrays) -> bool:
    """Whether any array of a damaged file can be read, and differs."""
    try:
        file = SegmentFile(folder, ref)
    except IndexDamagedError:
        return False
    for name, array in arrays.items():
        with contextlib.suppress(IndexDamagedError):
            if not np.array_equal(file.part(name), array):
                return True
    return False


def test_scattered_rows_are_verified_too(tmp_path):
    """The rows that a re-ranking picks out lie in blocks that nothing else has read."""
    ref = write_segment(tmp_path, "k", 1, ARRAYS, {})
    path = tmp_path / ref.name
    damaged = bytearray(path.read_bytes())
    damaged[-100] ^= 1
    path.write_bytes(damaged)
    file = SegmentFile(tmp_path, ref)
    assert np.array_equal(file.take("table", np.array([0, 1])), ARRAYS["table"][:2])
    with pytest.raises(IndexDamagedError, match="is damaged between bytes"):
        file.take("table", np.array([4_999]))
    with pytest.raises(IndexDamagedError):
        file.verify()


@pytest.mark.parametrize("size", [0, 3, 100, -1])
def test_a_truncated_file_is_not_opened(written, size):
    """Its length is not the one that was committed."""
    _, ref, folder = written
    path = folder / ref.name
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(IndexDamagedError, match="bytes instead of"):
        SegmentFile(folder, ref)


def test_another_segment_in_its_place_is_not_opened(tmp_path):
    """A valid file of the same length that is not the committed one."""
    a, b = (write_segment(tmp_path, "k", 1, {"a": np.full(8, n)}, {}) for n in (1, 2))
    (tmp_path / a.name).write_bytes((tmp_path / b.name).read_bytes())
    with pytest.raises(IndexDamagedError, match="is not the one that was committed"):
        SegmentFile(tmp_path, a)


def test_a_missing_file_is_named(written):
    """With the remedy, for the store in whose folder it lies."""
    _, ref, folder = written
    (folder / ref.name).unlink()
    with pytest.raises(IndexDamagedError, match=rf"is missing: `timeweave check --repair --kb {folder.parent}`"):
        SegmentFile(folder, ref)


@pytest.mark.parametrize(
    ("number", "error"), [(28, StoreFullError), (30, StoreReadOnlyError), (13, StoreReadOnlyError)]
)
def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch, number, error):
    """What the system says about writing is said in Timeweave's words, and the half-written file is gone."""

    def refuse(_: int) -> None:
        raise OSError(number, "refused")

    monkeypatch.setattr(segment_file.os, "fsync", refuse)
    with pytest.raises(error):
        write_segment(tmp_path, "k", 1, ARRAYS, {})
    assert list(tmp_path.iterdir()) == []
