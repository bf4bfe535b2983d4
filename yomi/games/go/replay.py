"""Game records as positions, and games as records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from yomi.errors import BadText, IllegalMove
from yomi.games.go.board import BLACK, EMPTY, WHITE
from yomi.games.go.game import fixed_handicap, go, rule_name, rules_of
from yomi.games.go.sgf import Record
from yomi.games.go.text import board_size, points, read_vertex, setup, vertex
from yomi.games.position import Position

RU = {"aga": "AGA", "new-zealand": "NZ", "tromp-taylor": "Tromp-Taylor"}  # as the standard writes them


def setup_of(record: Record) -> list[tuple[int, int]]:
    """The stones (point, colour) before the first move; a handicap without stones is on the usual points."""
    if record.handicap > 1 and not record.setup and not (record.moves and record.moves[0][0] == "b"):
        return [(p, int(BLACK)) for p in fixed_handicap(record.size, record.handicap)]
    colours = {"b": int(BLACK), "w": int(WHITE), "empty": int(EMPTY)}
    final = {read_vertex(record.size, word): colours[colour] for colour, word in record.setup}
    return [(p, colour) for p, colour in final.items() if colour != EMPTY]


def first_side(record: Record) -> int:
    """Who is to move before the first move."""
    if record.first is not None:
        return int(record.first == "w")
    if record.moves:
        return int(record.moves[0][0] == "w")
    return int(record.handicap > 1)


def steps_of(record: Record) -> list[tuple[int, int]]:
    """The (side, move) pairs of a record."""
    return [(int(colour == "w"), read_vertex(record.size, word)) for colour, word in record.moves]


def with_setup(empty: Position, stones: list[tuple[int, int]], side: int) -> Position:
    """An empty board with stones put on it and a side to move; every chain needs a liberty."""

    def change(state: np.record) -> None:
        state.turn = side + 1
        setup(state, stones)

    start = empty.altered(change)
    if len(start.state.empty) - start.state.free != len(stones):
        raise BadText("a chain of the stones set up has no liberty")
    return start


def start_of(record: Record) -> Position:
    """The position a record begins with: size, komi, rules and stones; what it does not say is as usual."""
    options: dict[str, Any] = {}
    if rule_name(record.rules) is not None:
        options["rules"] = record.rules
    if record.komi is not None:
        options["komi"] = record.komi
    return with_setup(Position.start(go(record.size), **options), setup_of(record), first_side(record))


def replay(record: Record, moves: int | None = None) -> Position:
    """The position after so many moves of a record (all of them unless given)."""
    position = start_of(record)
    for number, (side, move) in enumerate(steps_of(record)[:moves], 1):
        try:
            position = position.with_side(side).play(vertex(record.size, move))
        except IllegalMove as error:
            raise BadText(f"move {number} of the game: {error}") from None
    return position


def record_of(start: Position, steps: Iterable[tuple[int, int]], **about: Any) -> Record:
    """A game from a start position by (side, move) steps; `about` are further fields of the record."""
    state, size = start.state, board_size(start.state)
    stones = [("bw"[state.colour[p] - 1], vertex(size, p)) for p in points(size) if state.colour[p] != EMPTY]
    handicap = len(stones) > 1 and start.side == 1 and all(colour == "b" for colour, _ in stones)
    rules = rules_of(state) or ("japanese" if state.territory else "")  # who reads it must count alike
    return Record(
        size=size,
        komi=float(state.komi),
        rules=RU.get(rules, rules.capitalize()),
        handicap=len(stones) if handicap else 0,
        setup=stones,
        moves=[("bw"[side], vertex(size, move)) for side, move in steps],
        first="bw"[start.side] if stones else None,
        **about,
    )
