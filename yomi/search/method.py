"""What a search is made of, and the verbs for how a node grows: which moves it gets and what is known of them."""

from typing import Any, NamedTuple

from yomi.games.hints import local_moves
from yomi.kernel.verb import body, verb


class Everything(NamedTuple):
    """Every sensible move gets a place in the tree."""


class Groups(NamedTuple):
    """Only moves in the groups round the last two moves; for large boards [MOGO 3.3]."""

    distance: int = 2  # how far empty points of a group are from its chains; chains next to those belong to it


class Nothing(NamedTuple):
    """Nothing is known of a move before it is tried."""


class Method(NamedTuple):
    """The parts of a search, each a setting; the loop asks them, and names none."""

    rule: Any  # how children are chosen and results stored
    playout: Any  # how a leaf is evaluated
    prior: Any = Nothing()  # what is known of new children
    moves: Any = Everything()  # which moves become children


@verb
def narrow(moves, state, out, count):
    """Keep those of the `count` moves in `out` that deserve a place in the tree; return how many, at least one."""


@verb
def furnish(prior, tree, start, count, state, trace, out):
    """Write what is known about `count` new children from `start` on; they may be put into another order."""


@body(narrow, Everything)
def keep_all(moves, state, out, count):
    return count


@body(narrow, Groups)
def keep_groups(moves, state, out, count):
    return local_moves(state, moves.distance, out, count)


@body(furnish, Nothing)
def know_nothing(prior, tree, start, count, state, trace, out):
    pass
