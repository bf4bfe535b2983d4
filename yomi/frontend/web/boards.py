"""Positions as the page draws them: stones, pieces and hands, or a plain grid."""

from __future__ import annotations

from typing import Any

import numpy as np

from yomi.games.catalog import is_go
from yomi.games.game import Game
from yomi.games.go import count
from yomi.games.go.board import PASS, in_atari
from yomi.games.go.text import board_size, point, vertex
from yomi.games.position import Position
from yomi.games.shogi.attack import in_check
from yomi.games.shogi.board import TOP, rows, stride
from yomi.games.shogi.game import square_text
from yomi.games.shogi.kif import move_name
from yomi.games.shogi.moves import DROPS
from yomi.games.shogi.pieces import LETTERS
from yomi.games.shogi.sfen import HANDS, piece_text
from yomi.kernel.rng import U
from yomi.players.records import SHOGI

GO, SHOGI_KIND, PLAIN = "go", "shogi", "plain"
SIGN = {0: 0, 1: 1, 2: -1}  # of a stone: none, black, white
MARKS = ("", "X", "O")  # of the cells of a plain grid
TRIANGLES = "▲△"


def kind_of(game: Game) -> str:
    """Which of the page's boards a game needs."""
    return GO if is_go(game) else SHOGI_KIND if game.name in SHOGI else PLAIN


def board(position: Position) -> dict[str, Any]:
    """A position as the page draws it."""
    return {GO: go_board, SHOGI_KIND: shogi_board, PLAIN: plain_board}[kind_of(position.game)](position)


def go_board(position: Position) -> dict[str, Any]:
    """Stones by rows from the top, the last move, chains in atari."""
    state, size = position.state, board_size(position.state)
    stones = [[SIGN[int(state.colour[point(size, c, r)])] for c in range(size)] for r in range(size)]
    atari = [p for head, chain in count.chains(state).items() if in_atari(U(state.liberties[head])) for p in chain]
    return {
        "kind": GO,
        "size": size,
        "stones": stones,
        "last": vertex(size, position.history[-1]) if position.history else None,
        "atari": [vertex(size, p) for p in atari],
        "ko": None if state.ko == PASS else vertex(size, int(state.ko)),
        "captures": state.captured.tolist(),
    }


def shogi_board(position: Position) -> dict[str, Any]:
    """Pieces by rows from the top, hands, the last move, a king in check."""
    state = position.state
    size, width = int(rows(state)), int(stride(state))
    starts = [(row + TOP) * width for row in range(size)]
    king = square_text(state, int(state.king[state.turn])) if in_check(state) else None
    return {
        "kind": SHOGI_KIND,
        "size": size,
        "cells": [[piece_text(int(code)) for code in state.board[start : start + size]] for start in starts],
        "hands": [hand(state, side) for side in (0, 1)],
        "last": last_squares(position),
        "check": king,
    }


def hand(state: np.record, side: int) -> dict[str, int]:
    """The pieces a side holds, by their letters."""
    held = {letter: int(state.hand[8 * side + LETTERS.index(letter) + 1]) for letter in HANDS}
    return {letter: number for letter, number in held.items() if number}


def last_squares(position: Position) -> dict[str, str | None] | None:
    """Where the last move came from and went to."""
    if not position.history:
        return None
    move, state = position.history[-1], position.state
    origin = (move >> 7) & 127
    return {"from": None if origin < DROPS else square_text(state, origin), "to": square_text(state, move & 127)}


def plain_board(position: Position) -> dict[str, Any]:
    """A grid where the game's record has one named `cells`, and the board as the terminal shows it."""
    state, cells = position.state, None
    if "cells" in (position.root.dtype.names or ()) and state.cells.ndim == 2:
        cells = [[MARKS[int(cell)] if int(cell) < len(MARKS) else str(cell) for cell in row] for row in state.cells]
    return {"kind": PLAIN, "cells": cells, "text": str(position)}


def label(before: Position, move: int) -> str:
    """A move as people of the game write it: `D4`, `▲７六歩`."""
    if kind_of(before.game) != SHOGI_KIND:
        return before.text(move)
    last = before.history[-1] & 127 if before.history else -1
    return TRIANGLES[before.side] + move_name(before, move, last).partition("(")[0]
