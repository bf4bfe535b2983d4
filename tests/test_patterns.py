"""MoGo's patterns: each drawing matches in all symmetries and both colours, and its near misses do not."""

import numpy as np
import pytest

from yomi.games.go.board import BLACK, WHITE
from yomi.games.go.game import go
from yomi.games.go.patterns import MOGO, pattern_table, plays_pattern
from yomi.games.position import Position
from yomi.kernel.rng import U

TABLES = {pattern.name: pattern_table((pattern,)) for pattern in MOGO}
EXAMPLES = {  # a neighbourhood that matches, with who may play there; then near misses of the same pattern
    "hane1": ("XOX ... .X.", "XO", ["XOX X.. ...", "XO. X.. ...", "X.X ... ..."]),
    "hane2": ("XO. ... X.O", "XO", ["XO. ..X ...", "XO. ... .X.", ".O. ... ..."]),
    "hane3": ("XO. X.. O.X", "XO", ["XO. X.O ...", "XO. X.. .O.", "XO. O.. ..."]),
    "hane4": ("XOO ... X.O", "X", ["XOO X.. ...", "XOO ... .O.", "OOO ... ..."]),
    "cut1": ("XO. O.X .O.", "XO", ["XO. O.O ...", "XO. O.. .O.", "X.. O.X ..."]),
    "cut2": (".X. O.O .X.", "XO", [".X. O.O .O.", ".X. O.O O..", ".X. O.. ..."]),
    "side1": ("X.O O.X ###", "XO", ["XX. O.. ###", "X.. X.. ###", "X.. O.. ..."]),
    "side2": (".X. O.O ###", "XO", [".X. X.O ###", "... O.O ###", ".O. O.. ###"]),
    "side3": (".XO O.O ###", "X", [".X. O.O ###", ".OO O.O ###", ".XO O.O ..."]),
    "side4": (".XO X.. ###", "O", [".XO X.X ###", ".X. X.. ###", "..O X.. ###"]),
    "side5": ("OXO O.X ###", "O", ["OXO O.O ###", "OXO X.X ###", "OX. O.X ###"]),
}


def boards(drawing: str, swap: bool):
    """The eight symmetries of a 3x3 drawing as positions on 5x5 with the point to play, in one colouring."""
    square = np.array(list(drawing.replace(" ", ""))).reshape(3, 3)
    if swap:
        square = np.vectorize(lambda stone: {"X": "O", "O": "X"}.get(stone, stone))(square)
    for turned in [np.rot90(kind, k) for kind in (square, square.T) for k in range(4)]:
        yield placed(turned)


def placed(square: np.ndarray) -> tuple[Position, int]:
    """A drawing in the middle of 5x5, or at the edge its `#` ask for, with the point in its middle."""
    row, column = {None: (1, 1), (0, 1): (-1, 1), (2, 1): (3, 1), (1, 0): (1, -1), (1, 2): (1, 3)}[edge(square)]
    board = np.full((5, 5), ".")
    for r in range(3):
        for c in range(3):
            if square[r, c] != "#":
                board[row + r, column + c] = square[r, c]
    position = Position.read(go(5), "/".join("".join(line) for line in board) + " b")
    return position, (row + 2) * 6 + column + 2


def edge(square: np.ndarray) -> tuple[int, int] | None:
    """The middle of the side that lies outside the board, if one does."""
    return next(((r, c) for r, c in ((0, 1), (1, 0), (1, 2), (2, 1)) if square[r, c] == "#"), None)


def players(table: np.ndarray, position: Position, point: int) -> set[str]:
    """Who may play the pattern there."""
    found = int(table[position.state.code[point]])
    return {name for name, colour in (("X", BLACK), ("O", WHITE)) if found & int(colour)}


def playable(position: Position, point: int) -> set[str]:
    """Who may play any pattern there."""
    code = U(position.state.code[point])
    return {name for name, colour in (("X", BLACK), ("O", WHITE)) if plays_pattern(code, colour)}


def swapped(names: str) -> set[str]:
    return {{"X": "O", "O": "X"}[name] for name in names}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_pattern_matches_in_all_symmetries_and_both_colours(name):
    drawing, who, _ = EXAMPLES[name]
    for swap in (False, True):
        for position, point in boards(drawing, swap):
            expected = swapped(who) if swap else set(who)
            assert players(TABLES[name], position, point) == expected, position
            assert playable(position, point) >= expected


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_near_miss_of_a_pattern_does_not_match(name):
    for drawing in EXAMPLES[name][2]:
        for swap in (False, True):
            for position, point in boards(drawing, swap):
                assert players(TABLES[name], position, point) == set(), position


def test_every_pattern_has_an_example():
    assert set(EXAMPLES) == {pattern.name for pattern in MOGO}


def test_nothing_matches_on_an_empty_board_or_in_a_corner():
    position = Position.start(go(5))
    assert not any(playable(position, p) for p in position.legal if p)
    cornered = Position.read(go(5), ".X.../O..../...../...../..... b")
    assert not playable(cornered, cornered.number("A5"))
