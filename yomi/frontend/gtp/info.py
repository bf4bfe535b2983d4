"""What an analysis command asks for, and the lines that answer it in the manner of Leela Zero and KataGo."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from yomi.frontend.gtp.wire import Refusal
from yomi.frontend.gtp.words import SYNTAX, is_side, move_of, number_of, side_of, whole_of
from yomi.games.go.text import points
from yomi.players.search import Candidate, Search

FLAGS = (
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "rootInfo",
    "noResultValue",
)
MOST_MOVES = 30  # shown where nothing else was asked for
LEAST_INTERVAL = 0.1  # seconds
LCB_ERRORS = 1.96  # standard errors from a win rate to its lower bound


class Order(NamedTuple):
    """An analysis as it was asked for."""

    side: int | None = None
    interval: float = 1.0  # seconds between reports
    least: int = 0  # moves to show
    most: int = MOST_MOVES
    flags: frozenset[str] = frozenset()
    avoid: frozenset[int] = frozenset()  # moves not to show
    allow: frozenset[int] | None = None  # moves to show, where given

    def wants(self, move: int) -> bool:
        return move not in self.avoid and (self.allow is None or move in self.allow)


class Estimate(NamedTuple):
    """What playouts from the root say, from the view of the side to move."""

    lead: float
    owner: Sequence[float]  # of each point, by rows from the top


def read_order(words: Sequence[str], size: int) -> Order:
    """The order that `[COLOUR] [INTERVAL] KEY VALUE ...` describes."""
    rest, order = list(words), Order()
    if rest and is_side(rest[0]):
        order = order._replace(side=side_of(rest.pop(0)))
    if rest and rest[0][0].isdigit():
        rest.insert(0, "interval")
    while rest:
        key = rest.pop(0)
        count = 3 if key in ("avoid", "allow") else 1
        values, rest = rest[:count], rest[count:]
        if len(values) < count:
            raise Refusal(SYNTAX)
        order = with_key(order, key, values, size)
    return order


def with_key(order: Order, key: str, values: list[str], size: int) -> Order:
    """The order with one more key."""
    match key:
        case "interval":
            return order._replace(interval=max(LEAST_INTERVAL, number_of(values[0]) / 100))
        case "minmoves":
            return order._replace(least=whole_of(values[0]))
        case "maxmoves":
            return order._replace(most=max(1, whole_of(values[0])))
        case "avoid" | "allow":
            side_of(values[0], SYNTAX)
            whole_of(values[2])
            moves = frozenset(move_of(size, word) for word in values[1].split(",") if word)
            if key == "avoid":
                return order._replace(avoid=order.avoid | moves)
            return order._replace(allow=moves | (order.allow or frozenset()))
        case _ if key in FLAGS and values[0].lower() in ("true", "false"):
            return order._replace(flags=order.flags | {key} if values[0].lower() == "true" else order.flags - {key})
    raise Refusal(SYNTAX)


def lz_line(search: Search, order: Order, estimate: Estimate | None) -> str:
    """Leela Zero's line: parts of 10000."""
    prior = 1 / max(1, len(search.position.legal))
    return " ".join(
        f"info move {c.text} visits {c.visits} winrate {parts(c.value)} prior {parts(prior)} lcb {parts(lower(c))} "
        f"order {k} pv {' '.join(c.line)}"
        for k, c in enumerate(shown(search, order))
    )


def kata_line(search: Search, order: Order, estimate: Estimate | None) -> str:
    """KataGo's line: fractions, and on demand the root and the owner of each point."""
    lead = estimate.lead if estimate else 0.0
    score = f"scoreMean {lead:.3f} scoreStdev 0 scoreLead {lead:.3f} scoreSelfplay {lead:.3f}"
    prior = 1 / max(1, len(search.position.legal))
    segments = [
        f"info move {c.text} visits {c.visits} utility {2 * c.value - 1:.6f} winrate {c.value:.6f} {score} "
        f"prior {prior:.6f} lcb {lower(c):.6f} utilityLcb {2 * lower(c) - 1:.6f} order {k} pv {' '.join(c.line)}"
        for k, c in enumerate(shown(search, order))
    ]
    if "rootInfo" in order.flags:
        value, visits = search.value, search.total
        segments.append(f"rootInfo visits {visits} utility {2 * value - 1:.6f} winrate {value:.6f} {score}")
    if "ownership" in order.flags and estimate:
        segments.append("ownership " + " ".join(f"{owner:.4f}" for owner in estimate.owner))
    return " ".join(segments)


def shown(search: Search, order: Order) -> list[Candidate]:
    """The moves to report, best first."""
    filtered = order.allow is not None or order.avoid
    most = search.position.game.width if filtered else max(order.most, min(order.least, MOST_MOVES))
    return [c for c in search.candidates(most) if order.wants(c.move)][: order.most]


def estimate_of(search: Search, owner: np.ndarray, size: int) -> Estimate:
    """The view of the side to move on black's owner map; by territory a stone played counts against its side."""
    sign, state = -1 if search.position.side else 1, search.position.state
    view = [sign * float(owner[p]) for p in points(size)]
    given = float(state.komi) + (int(state.balance) if state.territory else 0)
    return Estimate(sum(view) - sign * given, view)


def parts(fraction: float) -> int:
    return round(10000 * fraction)


def lower(candidate: Candidate) -> float:
    """The lower bound of the win rate that so many visits justify."""
    q = candidate.value
    return max(0.0, q - LCB_ERRORS * sqrt(max(0.0, q * (1 - q)) / max(1, candidate.visits)))
