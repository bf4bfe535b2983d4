"""Shogi moves as numbers: where to (7 bits), where from (7 bits; for a drop the kind of the piece), promotion (1)."""

from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

PROMOTE = 1 << 14
DROPS = 8  # a number below this stands for the kind of a dropped piece, not for a square


@inlined
def target(move):
    return U(move) & U(127)


@inlined
def origin(move):
    return (U(move) >> U(7)) & U(127)


@inlined
def promotes(move):
    return U(move) >= U(PROMOTE)


@inlined
def is_drop(move):
    return origin(move) < U(DROPS)


@inlined
def coded(start, end):
    return (start << U(7)) | end
