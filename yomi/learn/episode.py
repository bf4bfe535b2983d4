"""One game as learners see it: the features of each position and of the leaf its search ended in.

Everything is seen by the first player; a leaf is the position at the end of the principal variation, quiescence
included, whose static value is the value of the search [LEARN 4.2, note h].
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.games.features import MOST, features
from yomi.games.hints import candidates
from yomi.games.position import Position
from yomi.games.rules import RUNNING, outcome, play, side
from yomi.games.tactics import recurrence
from yomi.kernel.inline import apart
from yomi.kernel.rng import SIGNED, below, uniform
from yomi.kernel.verb import body, verb
from yomi.learn.notes import Notes, copied, new_book
from yomi.search.alphabeta import AGE, LIMIT, PLIES, SURE, desk_dtype, search_root
from yomi.search.hashing import new_table
from yomi.value.quiescence import INFINITE

LONGEST = 512  # moves a desk has room for
TABLE = 1.0  # megabytes


class Episode(NamedTuple):
    """A finished game."""

    roots: np.ndarray  # [length, most] signed features of the positions, 0 where there are no more
    leaves: np.ndarray  # [length, most] of the leaves
    values: np.ndarray  # [length] of the searches, in hundredths of a pawn, for the first player
    stray: np.ndarray  # [length] whether a random move was played instead of the best one
    result: float  # 1: the first player won, 0: lost
    nodes: int  # of all searches
    rewards: np.ndarray  # [2] what each player is rewarded with for the whole game
    returns: np.ndarray  # [length] rewards on the way that follow each position, for who moves there
    notes: Notes
    score: float = 0.5  # of the first player, or of the learner where it plays against others
    style: float = 0.0  # how much of a wanted style there was
    pushes: np.ndarray = np.zeros((2, 0))  # [2, features] sum of e(t) over each player's moves, where that was noted

    @property
    def length(self) -> int:
        return len(self.values)


class Manner(NamedTuple):
    """How a game is played."""

    noting: Any  # what is noted of a position, and so how a move is chosen: a NamedTuple with a body of `decide`
    depth: int = 3  # of the searches
    opening: int = 8  # random moves at the beginning
    longest: int = 256  # moves after these; a longer game is a draw
    stray: float = 0.0  # chance of a random move; where it is not 0, a repeated position gets one too


class BestMove(NamedTuple):
    """The move of the search is played, and nothing noted."""

    unused: int = 0


SHEET = np.dtype(  # what is noted of every game, one record: passing it on costs one pointer
    [
        ("roots", "i4", (LONGEST, MOST)),
        ("leaves", "i4", (LONGEST, MOST)),
        ("values", "f8", LONGEST),
        ("stray", "i1", LONGEST),
        ("line", "i4", PLIES + 1),
    ],
    align=True,
)


class Desk(NamedTuple):
    """The memory of a thread that plays."""

    boards: np.ndarray  # of the search
    desk: np.ndarray
    tables: np.ndarray  # [players, entries, 2]
    control: np.ndarray
    walk: np.ndarray  # positions of a tree that is walked
    legal: np.ndarray  # moves of a position
    sheet: np.ndarray
    book: np.ndarray


def new_desk(position: Position, width: int, players: int = 1) -> Desk:
    """Two players who value positions in different ways need a table each."""
    return Desk(
        np.zeros(PLIES, position.root.dtype),
        np.zeros(1, desk_dtype(width)),
        np.stack([new_table(TABLE)] * players),
        np.zeros(4, np.int64),
        np.zeros(PLIES, position.root.dtype),
        np.zeros(width, np.int32),
        np.zeros(1, SHEET),
        new_book(),
    )


@verb
def decide(noting, rule, leaf, table, game, manner, at, noted, rng):
    """Think about game[0], write what learners want to know to line `noted` of the sheet, and choose a move."""


@verb
def watch(noting, rule, leaf, table, game, manner, move, at, noted):
    """Note what learners want to know of a position in which another player chose a move."""


@apart
def write_features(state, out):
    """The features of a position with that of having the move; the rest of the row is 0."""
    count = features(state, True, out)
    out[count] = 1 if side(state) == 0 else -1
    out[count + 1 :] = 0


@njit(cache=True, nogil=True)
def play_game(rule, leaves, root, manner, at, rng):
    """Play a game after some random moves, each player by his own leaf; how many moves were noted, and the result."""
    game, noted = root.copy(), SIGNED(0)
    for ply in range(manner.opening + manner.longest):
        if outcome(game[0]) != RUNNING or noted == LONGEST:
            break
        if ply < manner.opening:
            count = candidates(game[0], at.legal)
            play(game[0], at.legal[below(rng, count)])
            continue
        play(game[0], take_turn(rule, leaves, game, manner, at, noted, rng))
        noted += SIGNED(1)
    return noted, final_result(game)


@njit(cache=True)
def final_result(game):
    """1: the first player has won, 0.5: nobody (yet), 0: the second player."""
    ended = outcome(game[0])
    result = 0.0 if ended == RUNNING else (ended if side(game[0]) == 0 else -ended)
    return 0.5 * result + 0.5


@apart
def take_turn(rule, leaves, game, manner, at, noted, rng):
    """Note a position and choose a move; now and then, and where the game repeats itself, a random one."""
    mover = side(game[0])
    table = at.tables[mover % at.tables.shape[0]]
    write_features(game[0], at.sheet[0].roots[noted])
    move = decide(manner.noting, rule, leaves[mover], table, game, manner, at, noted, rng)
    strays = manner.stray > 0.0 and (uniform(rng) < manner.stray or recurrence(game[0]) != RUNNING)
    at.sheet[0].stray[noted] = strays
    if strays:
        count = candidates(game[0], at.legal)
        move = at.legal[below(rng, count)]
    return move


@apart
def watch_turn(rule, leaves, game, manner, move, at, noted):
    """Note a position in which another player chose a move."""
    mover = side(game[0])
    table = at.tables[mover % at.tables.shape[0]]
    write_features(game[0], at.sheet[0].roots[noted])
    at.sheet[0].stray[noted] = 0
    think_and_note(rule, leaves[mover], table, game, manner.depth, at, noted)
    watch(manner.noting, rule, leaves[mover], table, game, manner, move, at, noted)


@body(decide, BestMove)
def decide_best(noting, rule, leaf, table, game, manner, at, noted, rng):
    think_and_note(rule, leaf, table, game, manner.depth, at, noted)
    return at.sheet[0].line[0]


@body(watch, BestMove)
def watch_nothing(noting, rule, leaf, table, game, manner, move, at, noted):
    return


@apart
def think_and_note(rule, leaf, table, game, depth, at, noted):
    """Search a position; note its value and its leaf; how long the line is."""
    at.boards[0] = game[0]
    value = think(rule, leaf, table, at, depth)
    at.sheet[0].values[noted] = value if side(game[0]) == 0 else -value
    length = follow_line(at)
    write_features(at.boards[0], at.sheet[0].leaves[noted])
    return length


@apart
def think(rule, leaf, table, at, depth):
    """The value of boards[0] for the player to move; the line is in the desk."""
    value = 0
    at.control[AGE] = (at.control[AGE] + 1) % 256
    count = candidates(at.boards[0], at.desk[0].moves[0])
    for d in range(1, depth + 1):
        value = search_root(rule, leaf, at.boards, at.desk, table, at.control, count, SIGNED(d), -INFINITE, INFINITE)
        if abs(value) >= SURE:
            break
    return value


@njit(cache=True)
def follow_line(at):
    """Play the line on boards[0], and keep its moves; its length."""
    length, line = at.desk[0].length[0], at.sheet[0].line
    for k in range(length):
        line[k] = at.desk[0].line[0, k]
        play(at.boards[0], line[k])
    return length


def clear(at: Desk) -> None:
    """A game does not depend on those before it."""
    at.desk.view(np.uint8)[:] = 0
    at.tables[:] = 0
    at.control[:] = 0
    at.control[LIMIT] = 1 << 62
    at.book["groups"] = at.book["rows"] = 0


def finished(at: Desk, count: int, result: float) -> Episode:
    """The episode on a desk."""
    sheet = at.sheet[0]
    most = max(1, widest(sheet["roots"][:count]), widest(sheet["leaves"][:count]))
    roots, leaves = sheet["roots"][:count, :most].copy(), sheet["leaves"][:count, :most].copy()
    values, stray = sheet["values"][:count].copy(), sheet["stray"][:count].astype(np.bool_)
    nodes, rewards, returns = int(at.desk[0]["nodes"][0]), np.array([result, 1.0 - result]), np.zeros(count)
    return Episode(roots, leaves, values, stray, result, nodes, rewards, returns, copied(at.book), result)


def widest(rows: np.ndarray) -> int:
    """How many numbers the fullest row has."""
    return int((rows != 0).sum(axis=1).max(initial=0))
