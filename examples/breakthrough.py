"""Breakthrough on 6x6: pawns step forward, straight or diagonally, capture diagonally; reach the last row to win.

A worked example for docs/add-a-game.md. Try: yomi play examples/breakthrough.py
"""

import numpy as np

from yomi.errors import BadText
from yomi.games.encode import View, action, encode
from yomi.games.game import Game
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.kernel.hashing import grid_hash
from yomi.kernel.record import blank, record
from yomi.kernel.verb import body

SIZE = 6
BREAKTHROUGH = record(
    ("cells", "i1", (SIZE, SIZE)),  # 0 empty, 1 the first player (moves up), 2 the second; row 0 at the top
    ("pawns", "i4", 2),  # pawns left of each side
    ("turn", "i4"),  # 0 or 1
    ("won", "i4"),  # whether the last move won
)


@body(moves, BREAKTHROUGH)
def breakthrough_moves(state, out):
    """A move is (row * SIZE + column) * 3 + direction, the direction being 0 left, 1 straight, 2 right."""
    step = -1 if state.turn == 0 else 1
    count = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if state.cells[row, column] != state.turn + 1:
                continue
            for direction in range(3):
                to = column + direction - 1
                if 0 <= to < SIZE and 0 <= row + step < SIZE:
                    target = state.cells[row + step, to]
                    if target == 0 or (direction != 1 and target == 2 - state.turn):
                        out[count] = (row * SIZE + column) * 3 + direction
                        count += 1
    return count


@body(play, BREAKTHROUGH)
def breakthrough_play(state, move):
    row, column, direction = move // 3 // SIZE, move // 3 % SIZE, move % 3
    target_row, target_column = row + (-1 if state.turn == 0 else 1), column + direction - 1
    if state.cells[target_row, target_column] != 0:
        state.pawns[1 - state.turn] -= 1
    state.cells[target_row, target_column] = state.turn + 1
    state.cells[row, column] = 0
    state.won = target_row == 0 or target_row == SIZE - 1 or state.pawns[1 - state.turn] == 0
    state.turn = 1 - state.turn


@body(outcome, BREAKTHROUGH)
def breakthrough_outcome(state):
    return -1 if state.won else RUNNING


@body(side, BREAKTHROUGH)
def breakthrough_side(state):
    return state.turn


@body(key, BREAKTHROUGH)
def breakthrough_key(state):
    return grid_hash(state.cells, state.turn)


@body(encode, BREAKTHROUGH)
def breakthrough_encode(state, planes, numbers):
    for row in range(SIZE):  # empty cells, own pawns, the other's; turned so that one's own go up
        for column in range(SIZE):
            cell = state.cells[row if state.turn == 0 else SIZE - 1 - row, column]
            planes[0 if cell == 0 else (1 if cell == state.turn + 1 else 2), row, column] = 1


@body(action, BREAKTHROUGH)
def breakthrough_action(state, move):
    row, column = move // 3 // SIZE, move // 3 % SIZE
    return (move % 3 * SIZE + (row if state.turn == 0 else SIZE - 1 - row)) * SIZE + column


def start() -> np.ndarray:
    root = blank(BREAKTHROUGH)
    root[0].cells[:2], root[0].cells[-2:], root[0].pawns[:] = 2, 1, 2 * SIZE
    return root


def draw(state: np.record) -> str:
    rows = [f"{SIZE - k} " + " ".join(".XO"[cell] for cell in row) for k, row in enumerate(state.cells)]
    return "\n".join([*rows, "  " + " ".join("ABCDEF")])


def move_text(state: np.record, move: int) -> str:
    """`b2c3`: from, to."""
    cells = (move // 3, move // 3 + (-SIZE if state.turn == 0 else SIZE) + move % 3 - 1)
    return "".join(f"{'abcdef'[cell % SIZE]}{SIZE - cell // SIZE}" for cell in cells)


def read_move(state: np.record, text: str) -> int:
    candidates = {move_text(state, move): move for move in range(SIZE * SIZE * 3)}
    if text.strip().lower() not in candidates:
        raise BadText(f"move {text!r}: expected from and to, such as b2c3")
    return candidates[text.strip().lower()]


GAME = Game("breakthrough", "Breakthrough, 6x6", BREAKTHROUGH, start, width=36, length=200,
            move_text=move_text, read_move=read_move, draw=draw, view=View(3, SIZE, SIZE, kinds=3))  # fmt: skip
