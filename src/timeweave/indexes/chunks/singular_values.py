"""The largest singular values of a sparse matrix and what belongs to them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from timeweave.records.sparse import SparseRows

_ROOM = 2.5  # directions held for each value asked for, before the best of them are kept and the others found anew
_CONVERGED = 1e-13  # of the largest square: what a direction may still be off by
_ROUNDED = 1e-14  # of the largest square: what lies below is rounding, where the rank is less than is asked for
_ROUNDS = 200


def truncated_svd(matrix: SparseRows, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """U (rows × k), Σ (k, descending) and Vᵀ (k × columns) of the k = min(``count``, rows, columns) largest.

    The eigenvectors of AᵀA, or of AAᵀ where that is smaller, are one side; A times them is the other. Values below
    10⁻⁷ of the largest count as 0, and their columns of the other side are 0 then.
    """
    if min(matrix.shape) <= count:
        u, s, vt = np.linalg.svd(matrix.dense(), full_matrices=False)
        return u, s, vt
    is_tall = matrix.shape[0] > matrix.shape[1]
    onward, back = (matrix.times, matrix.transposed_times) if is_tall else (matrix.transposed_times, matrix.times)
    squares, near = _largest_eigenvectors(lambda vector: back(onward(vector)), min(matrix.shape), count)
    values = np.sqrt(np.where(squares > _ROUNDED * squares.max(initial=0.0), squares, 0.0))
    far = np.column_stack([onward(column) for column in near.T])
    far = np.divide(far, values, out=np.zeros_like(far), where=values > 0.0)
    return (far, values, near.T) if is_tall else (near, values, far.T)


def _largest_eigenvectors(
    image: Callable[[np.ndarray], np.ndarray], size: int, count: int
) -> tuple[np.ndarray, np.ndarray]:
    """The ``count`` largest eigenvalues of a symmetric matrix, descending, and their vectors as columns.

    Lanczos' iteration with thick restarts (Wu and Simon 2000): when the room is full, the best directions that the held
    ones span are kept, and the search goes on from what is left of the last image. Each new direction is made
    orthogonal to all held. Where nothing is left, as where eigenvalues are equal, it goes on from a new start. All
    starts are the same in every run.
    """
    room = min(size, int(_ROOM * count))
    random = np.random.default_rng(0)
    basis, within = np.zeros((room, size)), np.zeros((room, room))
    held, left, length = 0, random.uniform(-1, 1, size), 1.0
    for _ in range(_ROUNDS):
        while held < room:
            if length <= _CONVERGED * np.abs(within).max():
                left = _orthogonal(random.uniform(-1, 1, size), basis[:held])
            basis[held] = left / np.linalg.norm(left)
            reached = image(basis[held])
            within[held, : held + 1] = within[: held + 1, held] = basis[: held + 1] @ reached
            held += 1
            left = _orthogonal(reached, basis[:held])
            length = float(np.linalg.norm(left))
        squares, weights = np.linalg.eigh(within)
        squares, weights = squares[::-1], weights[:, ::-1]
        off = length * np.abs(weights[-1, :count])
        if room == size or (off <= _CONVERGED * squares[0]).all():
            break
        held = (count + room) // 2
        basis[:held] = weights[:, :held].T @ basis
        within = np.zeros((room, room))
        within[:held, :held] = np.diag(squares[:held])
    return squares[:count], basis.T @ weights[:, :count]


def _orthogonal(vector: np.ndarray, known: np.ndarray) -> np.ndarray:
    """What of ``vector`` no row of ``known`` holds; taken out twice, since rounding leaves some the first time."""
    for _ in range(2):
        vector = vector - known.T @ (known @ vector)
    return vector
