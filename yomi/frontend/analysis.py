"""What a search thinks of a position of a game record: a table of moves and the board with ownership."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from yomi.errors import BadText
from yomi.games.go import sgf
from yomi.games.go.replay import replay
from yomi.games.go.text import COLUMNS, board_size, point
from yomi.games.position import Position
from yomi.games.shogi.formats import read_record
from yomi.games.shogi.record import positions as shogi_positions
from yomi.players.search import Search


def read_game(path: pathlib.Path, move: int | None = None) -> Position:
    """The position of a game record after `move` moves (all of them unless given)."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadText(f"cannot read {str(path)!r}: {error.strerror}") from None
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"("):
        positions = list(shogi_positions(read_record(data)))
        check_move(move, len(positions) - 1)
        return positions[-1 if move is None else move]
    record = sgf.read_record(data)
    check_move(move, len(record.moves))
    return replay(record, move)


def check_move(move: int | None, last: int) -> None:
    if move is not None and not 0 <= move <= last:
        raise BadText(f"move {move}: the game has moves 0 to {last}")


def table(search: Search, most: int = 10) -> Table:
    """The best moves with visits, win rate and line."""
    shown = Table(
        "move", "visits", "win rate", "line", title=f"{search.simulations:,} simulations in {search.seconds:.1f} s"
    )
    for candidate in search.candidates(most):
        rate = f"{candidate.value:.1%}" + (" proved" if candidate.proved else "")
        shown.add_row(candidate.text, f"{candidate.visits:,}", rate, " ".join(candidate.line[:10]))
    return shown


def ownership_board(state: np.record, owner: np.ndarray) -> str:
    """The stones beside a map of who will own each point."""
    size = board_size(state)
    lines = []
    for row in range(size):
        stones = " ".join(".XO"[int(state.colour[point(size, column, row)])] for column in range(size))
        shades = "".join(shade(float(owner[point(size, column, row)])) for column in range(size))
        lines.append(f"{size - row:2} {stones}   {shades}")
    letters = " ".join(COLUMNS[:size])
    lines.append(f"   {letters}    {letters}")
    return "\n".join(lines) + "\n   (right: X and O almost sure, x and o likely, · open)"


def shade(owner: float) -> str:
    strength = abs(owner)
    letter = "X" if owner > 0 else "O"
    return f" {letter if strength > 0.8 else letter.lower() if strength > 0.4 else '·'}"


def as_json(search: Search, owner: np.ndarray | None) -> dict[str, Any]:
    """The same for programs."""
    return {
        "simulations": search.simulations,
        "seconds": round(search.seconds, 3),
        "moves": [candidate._asdict() for candidate in search.candidates(1000)],
        "ownership": None if owner is None else [round(float(v), 3) for v in owner],
    }


def show(console: Console, position: Position, search: Search, owner: np.ndarray | None) -> None:
    """Print table and board, in Go with who owns what."""
    console.print(f"{position.game.title}, {position.game.sides[position.side]} to move")
    console.print(table(search))
    console.print(str(position) if owner is None else ownership_board(position.state, owner), highlight=False)
