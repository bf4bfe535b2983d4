"""Go positions and moves as text: vertices such as D4, diagrams, and a one-line form."""

import numpy as np

from yomi.errors import BadText
from yomi.games.go.board import BLACK, EMPTY, PASS, WHITE
from yomi.games.go.rules import put
from yomi.games.go.sgf import COLUMNS
from yomi.games.go.superko import situation
from yomi.kernel.rng import U

SYMBOLS = ".XO"


def board_size(state: np.record) -> int:
    return int(len(state.empty) ** 0.5 + 0.5)


def point(size: int, column: int, row: int) -> int:
    """The point in a column and a row, both counted from 0, row 0 at the top."""
    return (row + 1) * (size + 1) + column + 1


def column_row(size: int, p: int) -> tuple[int, int]:
    return p % (size + 1) - 1, p // (size + 1) - 1


def points(size: int) -> list[int]:
    """All points, row by row from the top."""
    return [point(size, column, row) for row in range(size) for column in range(size)]


def vertex(size: int, p: int) -> str:
    """`D4`, or `pass`; rows are counted from the bottom."""
    if p == PASS:
        return "pass"
    column, row = column_row(size, p)
    return f"{COLUMNS[column]}{size - row}"


def read_vertex(size: int, text: str) -> int:
    word = text.strip().upper() if text.isascii() else ""
    if word == "PASS":
        return PASS
    readable = word.isascii() and word[1:].isdecimal() and len(word) <= 3
    column, row = (COLUMNS.find(word[0]), int(word[1:])) if readable else (-1, 0)
    if not (0 <= column < size and 1 <= row <= size):
        raise BadText(f"vertex {text!r}: expected A1 to {COLUMNS[size - 1]}{size} or pass")
    return point(size, column, size - row)


def move_text(state: np.record, move: int) -> str:
    return vertex(board_size(state), move)


def read_move(state: np.record, text: str) -> int:
    return read_vertex(board_size(state), text)


def stars(size: int) -> list[int]:
    """The star points, in the order in which handicap stones are put on them, the centre last."""
    if size < 7:
        return []
    near, far, middle = (2, size - 3, size // 2) if size < 13 else (3, size - 4, size // 2)
    corners = [(near, far), (far, near), (near, near), (far, far)]
    sides = [(near, middle), (far, middle), (middle, near), (middle, far)] if size % 2 else []
    centre = [(middle, middle)] if size % 2 else []
    return [point(size, column, row) for column, row in corners + sides + centre]


def draw(state: np.record, marks: dict[int, str] | None = None) -> str:
    """The board with coordinates; the last move stands in brackets; `marks` replace what is drawn at a point."""
    size, marks = board_size(state), marks or {}
    header = "   " + " ".join(COLUMNS[:size])
    star = set(stars(size))
    lines = [header]
    for row in range(size):
        cells = []
        for column in range(size):
            p = point(size, column, row)
            shown = "+" if state.colour[p] == EMPTY and p in star else SYMBOLS[int(state.colour[p])]
            cells.append(marks.get(p, shown))
        line = " " + " ".join(cells) + " "
        if state.last != PASS and column_row(size, int(state.last))[1] == row:
            at = 2 * column_row(size, int(state.last))[0]
            line = line[:at] + "(" + line[at + 1] + ")" + line[at + 3 :]
        lines.append(f"{size - row:2}{line}{size - row}")
    lines.append(header)
    return "\n".join(lines)


def position_text(state: np.record) -> str:
    """The stones row by row from the top, and who is to move: `.X./.../..O b`."""
    size = board_size(state)
    rows = ["".join(SYMBOLS[int(state.colour[point(size, c, r)])] for c in range(size)) for r in range(size)]
    return "/".join(rows) + (" b" if state.turn == BLACK else " w")


def put_position(state: np.record, text: str) -> None:
    """Put what such a line describes on an empty board; every chain needs a liberty."""
    size = board_size(state)
    board, _, turn = text.strip().partition(" ")
    rows = board.split("/")
    fits = len(rows) == size and all(len(row) == size and not set(row) - set(SYMBOLS) for row in rows)
    if not fits or turn not in ("b", "w", ""):
        raise BadText(f"position {text!r}: expected {size} rows of {size} of '.XO' joined by '/', then 'b' or 'w'")
    stones = [(p, SYMBOLS.index(c)) for p, c in zip(points(size), "".join(rows), strict=True) if c != "."]
    state.turn = WHITE if turn == "w" else BLACK
    setup(state, stones)
    if len(state.empty) - state.free != len(stones):
        raise BadText(f"position {text!r}: a chain has no liberty")


def setup(state: np.record, stones: list[tuple[int, int]]) -> None:
    """Put stones (point, colour) on an empty board as no move would."""
    for p, colour in stones:
        put(state, U(p), U(colour))
    state.captured[:] = 0
    state.ko = PASS
    state.history[0] = situation(state, state.hash, U(state.turn))
