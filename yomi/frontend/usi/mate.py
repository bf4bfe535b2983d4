"""`go mate`: answers whether the side to move can mate by checks alone."""

from __future__ import annotations

from math import inf

from yomi.frontend.usi.wire import Order, Out
from yomi.games.position import Position
from yomi.players.deepening import texts
from yomi.search.mate import solve


def go(out: Out, position: Position, order: Order, seconds: float = inf) -> None:
    """Say a line of moves, `nomate`, or `timeout` where it was not found out."""
    line = solve(position, seconds, order.stopped.is_set)
    if line is None:
        out.lines("checkmate timeout")
    else:
        out.lines(f"checkmate {' '.join(texts(position, line)) or 'nomate'}")
