"""One game of self-play as learners see it: the features of each position and of the leaf its search ended in.

Everything is seen by the first player; a leaf is the position at the end of the principal variation, quiescence
included, whose static value is the value of the search [LEARN 4.2, note h].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.features import MOST, features
from yomi.games.hints import candidates
from yomi.games.position import Position
from yomi.games.rules import RUNNING, outcome, play, side
from yomi.kernel.rng import SIGNED, below
from yomi.search.alphabeta import AGE, LIMIT, PLIES, SURE, AlphaBeta, desk_dtype, search_root
from yomi.search.hashing import new_table
from yomi.value.quiescence import INFINITE, QuiescenceTables

LONGEST = 300  # moves of a game; a longer one is a draw
TABLE = 1.0  # megabytes


class Episode(NamedTuple):
    """A finished game."""

    roots: np.ndarray  # [length, MOST] signed features of the positions, 0 where there are no more
    leaves: np.ndarray  # [length, MOST] of the leaves
    values: np.ndarray  # [length] of the searches, in hundredths of a pawn, for the first player
    result: float  # 1: the first player won, 0: lost
    nodes: int  # of all searches

    @property
    def length(self) -> int:
        return len(self.values)


class Desk(NamedTuple):
    """The memory of a thread that plays."""

    boards: np.ndarray
    desk: np.ndarray
    table: np.ndarray
    control: np.ndarray
    roots: np.ndarray
    leaves: np.ndarray
    values: np.ndarray


def new_desk(position: Position, width: int) -> Desk:
    return Desk(
        np.zeros(PLIES, position.root.dtype),
        np.zeros(1, desk_dtype(width)),
        new_table(TABLE),
        np.zeros(4, np.int64),
        np.zeros((LONGEST, MOST), np.int32),
        np.zeros((LONGEST, MOST), np.int32),
        np.zeros(LONGEST, np.float64),
    )


@njit(cache=True)
def write_features(state, out):
    """The features of a position with that of having the move; the rest of the row is 0."""
    count = features(state, True, out)
    out[count] = 1 if side(state) == 0 else -1
    out[count + 1 :] = 0


@njit(cache=True, nogil=True)
def play_game(rule, leaf, root, depth, opening, at, rng):
    """Play a game by alpha-beta of a fixed depth after some random moves; how many moves were noted, and the result."""
    game, noted = root.copy(), 0
    for ply in range(opening + LONGEST):
        if outcome(game[0]) != RUNNING or noted == LONGEST:
            break
        at.boards[0] = game[0]
        count = candidates(game[0], at.desk[0].moves[0])
        if ply < opening:
            play(game[0], at.desk[0].moves[0, below(rng, count)])
            continue
        value = think(rule, leaf, at, count, depth)
        sign = 1 if side(game[0]) == 0 else -1
        write_features(game[0], at.roots[noted])
        follow_line(at)
        write_features(at.boards[0], at.leaves[noted])
        at.values[noted] = sign * value
        noted += 1
        play(game[0], at.desk[0].line[0, 0])
    ended = outcome(game[0])
    result = 0.0 if ended == RUNNING else (ended if side(game[0]) == 0 else -ended)
    return noted, 0.5 * result + 0.5


@njit(cache=True)
def think(rule, leaf, at, count, depth):
    """The value of the position for the player to move; the line is in the desk."""
    value = 0
    at.control[AGE] = (at.control[AGE] + 1) % 256
    for d in range(1, depth + 1):
        value = search_root(rule, leaf, at.boards, at.desk, at.table, at.control, count, SIGNED(d), -INFINITE, INFINITE)
        if abs(value) >= SURE:
            break
    return value


@njit(cache=True)
def follow_line(at):
    """Play the line on boards[0]."""
    for k in range(at.desk[0].length[0]):
        play(at.boards[0], at.desk[0].line[0, k])


def play_episode(
    rule: AlphaBeta, leaf: QuiescenceTables, start: Position, depth: int, opening: int, at: Desk, rng: np.ndarray
) -> Episode:
    """A game by players who value positions as `leaf` does."""
    at.desk.view(np.uint8)[:] = 0  # a game does not depend on those before it
    at.table[:] = 0
    at.control[:] = 0
    at.control[LIMIT] = 1 << 62
    count, result = play_game(rule, leaf, start.root, depth, opening, at, rng)
    most = max(1, widest(at.roots[:count]), widest(at.leaves[:count]))
    roots, leaves = at.roots[:count, :most].copy(), at.leaves[:count, :most].copy()
    return Episode(roots, leaves, at.values[:count].copy(), float(result), int(at.desk[0]["nodes"][0]))


def widest(rows: np.ndarray) -> int:
    """How many numbers the fullest row has."""
    return int((rows != 0).sum(axis=1).max(initial=0))
