"""A game whose tree is random: a position is a hash of the moves that led to it, and a hash decides who won."""

import numpy as np

from yomi.errors import BadText
from yomi.games.encode import action
from yomi.games.game import Game
from yomi.games.hints import random_move
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.kernel.record import blank, record
from yomi.kernel.rng import U, below
from yomi.kernel.verb import body

WIDTH = 8  # branches at the most

TREE = record(
    ("path", "u8"),  # hash of the seed and the moves played
    ("depth", "i4"),  # moves played
    ("branches", "i4"),  # legal moves of every position
    ("plies", "i4"),  # length of every game
    ("results", "i4"),  # 2: games are lost or won; 3: or drawn
    ("fixed", "i4"),  # whether a hash decides playouts, and not chance
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


@body(random_move, TREE)
def tree_random_move(state, out, rng):
    return int((state.path >> U(40)) % U(state.branches)) if state.fixed else int(below(rng, state.branches))


@body(action, TREE)
def tree_action(state, move):
    return move


def start(seed: int = 1, branches: int = 4, plies: int = 6, results: int = 2, fixed: int = 0) -> np.ndarray:
    if not (1 <= branches <= WIDTH and 1 <= plies <= 16 and results in (2, 3)):
        raise BadText(f"a tree of {branches} branches, {plies} plies and {results} results")
    root = blank(TREE)
    state = root[0]
    state.path, state.branches, state.plies, state.results, state.fixed = seed, branches, plies, results, fixed
    return root


def spread(path: int, k: int) -> float:
    """A number from 0 to 1, a multiple of 1/4096, by the hash of a position and a number."""
    x = (int(path) ^ (k + 1) * 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    return (((x ^ x >> 31) * 0x94D049BB133111EB >> 35) % 4097) / 4096


class Hashed:
    """A network of a kind: hashes say how likely moves are and who wins."""

    def __init__(self, depth: int = 1, sharp: float = 4.0):
        self.depth, self.sharp = depth, sharp

    def __call__(self, past: np.ndarray, moves: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        paths = [int(path) for path in past["path"][:, 0]]
        logits = [[self.sharp * (spread(path, k) + k / 65536) for k in range(WIDTH)] for path in paths]  # no two alike
        return np.array(logits, np.float32), np.array([spread(path, -1) for path in paths], np.float32)


GAME = Game(
    name="random_tree",
    title="A random tree",
    dtype=TREE,
    start=start,
    width=WIDTH,
    length=16,
    options={
        "seed": "of the tree",
        "branches": "of a position",
        "plies": "of a game",
        "results": "2, or 3 with draws",
        "fixed": "1: playouts without chance",
    },
)
