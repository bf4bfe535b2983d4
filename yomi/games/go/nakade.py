"""Vital points of small spaces: where one stone more makes an eye shape alive or dead [RAVE 6]."""

from numba import njit

from yomi.games.go.board import EMPTY, ONE, ZERO, stride, where
from yomi.games.go.liberties import how_many
from yomi.kernel.rng import U

LARGEST = 6


@njit(cache=True)
def vital_point(state, p, hostile, out):
    """The vital point of the space round the empty point `p` if no stone of colour `hostile` touches it, else 0."""
    w = stride(state)
    out[0] = p
    size, done = 1, 0
    while done < size:
        q = U(out[done])
        done += 1
        if where(U(state.code[q]), hostile) != ZERO:
            return ZERO
        for r in (q - w, q - ONE, q + ONE, q + w):
            if state.colour[r] == EMPTY:
                known = False
                for k in range(size):
                    known |= U(out[k]) == r
                if not known:
                    if size == LARGEST:
                        return ZERO
                    out[size] = r
                    size += 1
    return ZERO if size < 3 else key_of_shape(state, size, out)


@njit(cache=True)
def key_of_shape(state, size, out):
    """Shapes are told apart by how many neighbours inside each point has: the vital point has the most."""
    key, most, squares = ZERO, 0, 0
    for k in range(size):
        q = U(out[k])
        n = how_many(where(U(state.code[q]), EMPTY))
        squares += n * n
        if n > most:
            key, most = q, n
    dead = (
        size == 3
        or (size == 4 and squares == 12)  # a pyramid
        or (size == 5 and (squares == 20 or squares == 22))  # a cross; a bulky five
        or (size == 6 and squares == 30)  # a rabbity six
    )
    return key if dead else ZERO
