"""A game whose tree is random: a position is a hash of the moves that led to it, and a hash decides who won."""

import numpy as np

from yomi.errors import BadText
from yomi.games.game import Game
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.kernel.record import blank, record
from yomi.kernel.rng import U
from yomi.kernel.verb import body

TREE = record(
    ("path", "u8"),  # hash of the seed and the moves played
    ("depth", "i4"),  # moves played
    ("branches", "i4"),  # legal moves of every position
    ("plies", "i4"),  # length of every game
    ("results", "i4"),  # 2: games are lost or won; 3: or drawn
)


@body(moves, TREE)
def tree_moves(state, out):
    for k in range(state.branches):
        out[k] = k
    return state.branches


@body(play, TREE)
def tree_play(state, move):
    x = (state.path + U(move) + U(1)) * U(0x9E3779B97F4A7C15)
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    state.path = x ^ (x >> U(27))
    state.depth += 1


@body(outcome, TREE)
def tree_outcome(state):
    if state.depth < state.plies:
        return RUNNING
    drawn = int((state.path >> U(33)) % U(state.results))  # 0, 1 or, with three results, 2
    return -1 if drawn == 0 else (1 if drawn == 1 else 0)


@body(side, TREE)
def tree_side(state):
    return state.depth % 2


@body(key, TREE)
def tree_key(state):
    return state.path


def start(seed: int = 1, branches: int = 4, plies: int = 6, results: int = 2) -> np.ndarray:
    if not (1 <= branches <= 8 and 1 <= plies <= 16 and results in (2, 3)):
        raise BadText(f"a tree of {branches} branches, {plies} plies and {results} results")
    root = blank(TREE)
    state = root[0]
    state.path, state.branches, state.plies, state.results = seed, branches, plies, results
    return root


GAME = Game(
    name="random_tree",
    title="A random tree",
    dtype=TREE,
    start=start,
    width=8,
    length=16,
    options={"seed": "of the tree", "branches": "of a position", "plies": "of a game", "results": "2, or 3 with draws"},
)
