"""Games of lines on a small grid: tic-tac-toe (a draw) and Connect Four (won by the player who begins)."""

import functools

import numpy as np
from numba import njit

from yomi.errors import BadText
from yomi.games.encode import action, encode
from yomi.games.features import features
from yomi.games.game import Game
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.games.toy.encode import CONNECT4_VIEW, TICTACTOE_VIEW, write_cells
from yomi.games.toy.features import features_of, grid_of, write_grid
from yomi.kernel.hashing import grid_hash
from yomi.kernel.record import blank, record
from yomi.kernel.verb import body

TICTACTOE = record(
    ("cells", "i1", (3, 3)),  # 0 empty, 1 the first player, 2 the second; row 0 at the top
    ("turn", "i4"),  # 0 or 1
    ("count", "i4"),  # moves played
    ("won", "i4"),  # whether the last move made a line
)
CONNECT4 = record(
    ("cells", "i1", (6, 7)),  # as above; row 0 at the top
    ("turn", "i4"),  # 0 or 1
    ("count", "i4"),  # moves played
    ("won", "i4"),  # whether the last move made a line
)
TICTACTOE_GRID = grid_of(3, 3, 3, turns=True)
CONNECT4_GRID = grid_of(6, 7, 4, turns=False)


@njit(cache=True)
def run_length(cells, row, column, down, right):
    """How many more cells of one colour follow in a direction."""
    rows, columns = cells.shape
    n, r, c = 0, row + down, column + right
    while 0 <= r < rows and 0 <= c < columns and cells[r, c] == cells[row, column]:
        n, r, c = n + 1, r + down, c + right
    return n


@njit(cache=True)
def mark(state, row, column, wanted):
    """Put the mover's mark on a cell and notice a line of `wanted`."""
    cells = state.cells
    cells[row, column] = state.turn + 1
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        if run_length(cells, row, column, down, right) + run_length(cells, row, column, -down, -right) + 1 >= wanted:
            state.won = 1
    state.count += 1
    state.turn = 1 - state.turn


@body(moves, TICTACTOE)
def tictactoe_moves(state, out):
    n = 0
    for k in range(9):
        if state.cells[k // 3, k % 3] == 0:
            out[n] = k
            n += 1
    return n


@body(moves, CONNECT4)
def connect4_moves(state, out):
    n = 0
    for column in range(7):
        if state.cells[0, column] == 0:
            out[n] = column
            n += 1
    return n


@body(play, TICTACTOE)
def tictactoe_play(state, move):
    mark(state, move // 3, move % 3, 3)


@body(play, CONNECT4)
def connect4_play(state, move):
    mark(state, landing(state, move), move, 4)


@njit(cache=True)
def landing(state, column):
    """The row to which a stone falls."""
    row = 5
    while state.cells[row, column] != 0:
        row -= 1
    return row


@body(outcome, TICTACTOE, CONNECT4)
def lines_outcome(state):
    if state.won:
        return -1
    return 0 if state.count == state.cells.size else RUNNING


@body(side, TICTACTOE, CONNECT4)
def lines_side(state):
    return state.turn


@body(key, TICTACTOE, CONNECT4)
def lines_key(state):
    return grid_hash(state.cells, state.turn)


@body(features, TICTACTOE)
def tictactoe_features(state, whole, out):
    return write_grid(state, TICTACTOE_GRID, out)


@body(features, CONNECT4)
def connect4_features(state, whole, out):
    return write_grid(state, CONNECT4_GRID, out)


@body(encode, TICTACTOE, CONNECT4)
def lines_encode(state, planes, numbers):
    write_cells(state, planes)


@body(action, TICTACTOE)
def tictactoe_action(state, move):
    return move


@body(action, CONNECT4)
def connect4_action(state, move):
    return landing(state, move) * 7 + move


def start(dtype: np.dtype) -> np.ndarray:
    return blank(dtype)


def draw(state: np.record) -> str:
    columns = " ".join("ABCDEFG"[: state.cells.shape[1]])
    rows = [f"{len(state.cells) - k} " + " ".join(".XO"[cell] for cell in row) for k, row in enumerate(state.cells)]
    return "\n".join([*rows, "  " + columns])


def position_text(state: np.record) -> str:
    """The rows from the top, and who is to move: `X../.O./... first`."""
    rows = "/".join("".join(".XO"[cell] for cell in row) for row in state.cells)
    return f"{rows} {'first' if state.turn == 0 else 'second'}"


def read_position(dtype: np.dtype, wanted: int, text: str) -> np.ndarray:
    board, _, turn = text.strip().partition(" ")
    rows, root = board.split("/"), blank(dtype)
    state = root[0]
    height, width = state.cells.shape
    if (
        len(rows) != height
        or any(len(r) != width or set(r) - set(".XO") for r in rows)
        or turn not in ("first", "second")
    ):
        raise BadText(f"position {text!r}: expected {height} rows of {width} of '.XO', then 'first' or 'second'")
    state.cells[:] = [[".XO".index(cell) for cell in row] for row in rows]
    state.count = int((state.cells != 0).sum())
    state.turn = int(turn == "second")
    state.won = int(any(has_line(state.cells, r, c, wanted) for r in range(height) for c in range(width)))
    return root


def has_line(cells: np.ndarray, row: int, column: int, wanted: int) -> bool:
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    return cells[row, column] != 0 and any(run_length(cells, row, column, d, r) + 1 >= wanted for d, r in steps)


def cell_text(state: np.record, move: int) -> str:
    """`B2`: a column letter and a row from the bottom."""
    return f"{'ABC'[move % 3]}{3 - move // 3}"


def read_cell(state: np.record, text: str) -> int:
    word = text.strip().upper()
    if len(word) != 2 or word[0] not in "ABC" or word[1] not in "123":
        raise BadText(f"move {text!r}: expected A1 to C3")
    return (3 - int(word[1])) * 3 + "ABC".index(word[0])


def column_text(state: np.record, move: int) -> str:
    return "ABCDEFG"[move]


def read_column(state: np.record, text: str) -> int:
    word = text.strip().upper()
    if len(word) != 1 or word not in "ABCDEFG":
        raise BadText(f"move {text!r}: expected a column A to G")
    return "ABCDEFG".index(word)


TICTACTOE_GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe",
    dtype=TICTACTOE,
    start=functools.partial(start, TICTACTOE),
    width=9,
    length=9,
    move_text=cell_text,
    read_move=read_cell,
    draw=draw,
    position_text=position_text,
    read_position=functools.partial(read_position, TICTACTOE, 3),
    features=features_of(TICTACTOE_GRID),
    view=TICTACTOE_VIEW,
)
CONNECT4_GAME = Game(
    name="connect4",
    title="Connect Four, 7 columns of 6",
    dtype=CONNECT4,
    start=functools.partial(start, CONNECT4),
    width=7,
    length=42,
    move_text=column_text,
    read_move=read_column,
    draw=draw,
    position_text=position_text,
    read_position=functools.partial(read_position, CONNECT4, 4),
    features=features_of(CONNECT4_GRID),
    view=CONNECT4_VIEW,
)
