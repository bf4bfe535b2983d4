"""Commands that count: the score and the state of every point, with dead stones judged by playouts."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import SYNTAX, exactly
from yomi.games.go import count
from yomi.games.go.board import BLACK, EMPTY
from yomi.games.go.rules import region_owners
from yomi.games.go.text import points, vertex
from yomi.players.manners import OWNERSHIP_PLAYOUTS

STONES = ("alive", "dead", "seki")
AREAS = ("white_territory", "black_territory", "dame")
SURE = 0.9  # stones that stay on the board this often have not to fear for their life: no seki


class Verdict(NamedTuple):
    """A counted position."""

    score: float  # black's points less white's
    status: dict[int, str]  # of every point


def final_score(desk: Desk, call: Call) -> str:
    return count.score_text(verdict(desk).score)


def final_status_list(desk: Desk, call: Call) -> str:
    (wanted,) = exactly(call.words, 1)
    if wanted not in STONES + AREAS:
        raise Refusal(SYNTAX)
    found = [p for p, status in verdict(desk).status.items() if status == wanted]
    if wanted in AREAS:
        return " ".join(vertex(desk.size, p) for p in found)
    return "\n".join(line_of(desk, chain) for chain in count.chains(desk.position.state).values() if chain[0] in found)


def line_of(desk: Desk, chain: Iterable[int]) -> str:
    return " ".join(vertex(desk.size, p) for p in chain)


def verdict(desk: Desk) -> Verdict:
    """The count of the position; the playouts are the same every time, so asking again changes nothing."""
    position = desk.position
    owner = desk.owner(position, OWNERSHIP_PLAYOUTS)
    dead = count.dead_stones(position.state, owner)
    cleared = count.without(position.root, dead)
    area = np.zeros(len(owner), np.int8)
    region_owners(cleared[0], area)
    status = {p: area_name(int(area[p])) for p in points(desk.size)}
    for chain in count.chains(position.state).values():
        status |= dict.fromkeys(chain, stone_status(position.state, chain, owner, area, dead))
    return Verdict(count.score(position.root, dead), status)


def area_name(owner: int) -> str:
    return "dame" if owner == 0 else "black_territory" if owner > 0 else "white_territory"


def stone_status(state: np.record, chain: list[int], owner: np.ndarray, area: np.ndarray, dead: list[int]) -> str:
    """Dead, alive, or alive in seki: in danger, and beside no point that is its own."""
    if chain[0] in dead:
        return "dead"
    sign = 1 if state.colour[chain[0]] == BLACK else -1
    row = int(len(state.empty) ** 0.5 + 0.5) + 1
    beside = {p + step for p in chain for step in (-row, -1, 1, row)}
    own = any(area[p] == sign and (state.colour[p] == EMPTY or p in dead) for p in beside)
    return "alive" if own or sign * float(np.mean(owner[chain])) >= SURE else "seki"
