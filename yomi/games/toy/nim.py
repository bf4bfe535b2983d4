"""One-heap Nim: take 1 to 3 stones, whoever takes the last wins; lost for the player to move if 4 divides the heap."""

import numpy as np

from yomi.errors import BadText
from yomi.games.encode import action, encode
from yomi.games.features import Features, features
from yomi.games.game import Game
from yomi.games.options import whole_number
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.games.toy.encode import NIM_VIEW, write_heap
from yomi.kernel.record import blank, record
from yomi.kernel.rng import U
from yomi.kernel.verb import body

NIM = record(
    ("heap", "i4"),  # stones left
    ("turn", "i4"),  # 0 or 1
)
LARGEST = 1000  # heap at the start
FEATURES = Features({"tempo": range(1, 2), "heap": range(2, LARGEST + 2)})


@body(moves, NIM)
def nim_moves(state, out):
    n = min(3, state.heap)
    for k in range(n):
        out[k] = k + 1
    return n


@body(play, NIM)
def nim_play(state, move):
    state.heap -= move
    state.turn = 1 - state.turn


@body(outcome, NIM)
def nim_outcome(state):
    return RUNNING if state.heap > 0 else -1


@body(side, NIM)
def nim_side(state):
    return state.turn


@body(key, NIM)
def nim_key(state):
    return U(2 * state.heap + state.turn)


@body(features, NIM)
def nim_features(state, whole, out):
    """The heap belongs to the player to move."""
    if state.heap < 1 or state.heap > LARGEST:
        return 0
    out[0] = state.heap + 1 if state.turn == 0 else -state.heap - 1
    return 1


@body(encode, NIM)
def nim_encode(state, planes, numbers):
    write_heap(state.heap, planes)


@body(action, NIM)
def nim_action(state, move):
    return move - 1


def start(heap: object = 21) -> np.ndarray:
    """A heap of stones."""
    root = blank(NIM)
    root[0].heap = whole_number("heap", heap, 1, LARGEST)
    return root


def draw(state: np.record) -> str:
    return f"{state.heap} stones: {'|' * min(int(state.heap), 60)}"


def position_text(state: np.record) -> str:
    return f"{state.heap} {'first' if state.turn == 0 else 'second'}"


def read_position(text: str, heap: object = 0) -> np.ndarray:
    """`7 first`: seven stones left, the first player to move; how many there were at the start says nothing."""
    left, _, turn = text.strip().partition(" ")
    if not left.isdecimal() or turn not in ("first", "second", ""):
        raise BadText(f"position {text!r}: expected a number of stones, then 'first' or 'second'")
    root = blank(NIM)
    root[0].heap, root[0].turn = int(left), int(turn == "second")
    return root


GAME = Game(
    name="nim",
    title="Nim, one heap, take 1 to 3, the last stone wins",
    dtype=NIM,
    start=start,
    width=3,
    length=1000,
    options={"heap": "stones at the start"},
    draw=draw,
    position_text=position_text,
    read_position=read_position,
    features=FEATURES,
    view=NIM_VIEW,
)
