"""Openings of a match: a file with the moves of one on each line, so that players without chance in them differ.

Each is played twice, with colours exchanged.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from yomi.errors import BadText, IllegalMove
from yomi.games.position import Position
from yomi.players.player import Player

SHIPPED = Path(__file__).parent / "balanced"
NONE, BALANCED = "", "balanced"  # the start position; what comes with Yomi
CHOICES = 6  # of the best moves at each step
CLOSE = 0.03  # in the chance to win: how much worse than the best a move may be
EVEN = 0.05  # how far from a half the chance may be at the end
DEEPER = 10  # times the simulations for that last look


def read(name: str, start: Position) -> list[Position]:
    """The positions after each opening of a file, or of the set that comes with Yomi."""
    if name == NONE:
        return [start]
    path = SHIPPED / f"{start.game.name}.txt" if name == BALANCED else Path(name)
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        expected = f"there is no balanced set for {start.game.name}" if name == BALANCED else str(error)
        raise BadText(f"openings {name!r}: {expected}") from None
    found = []
    for number, line in enumerate(lines, 1):
        if moves := line.partition("#")[0].split():
            try:
                found.append(start.play(*moves))
            except (BadText, IllegalMove) as error:
                raise BadText(f"openings {name!r}, line {number}: {error}") from None
            if found[-1].over:
                raise BadText(f"openings {name!r}, line {number}: the game is over after these moves")
    if not found:
        raise BadText(f"openings {name!r}: expected a line of moves for each opening")
    return found


def make(
    start: Position,
    player: Player,
    plies: int,
    count: int,
    seed: int,
    progress: Callable[[Position], None] | None = None,
) -> list[Position]:
    """Different openings of good moves, chosen by chance, after which neither side is ahead."""
    if plies < 1 or count < 1:
        raise BadText(f"{count} openings of {plies} moves: expected 1 or more of each")
    chance, tries = random.Random(seed), 0
    found: dict[int, Position] = {}
    while len(found) < count and tries < 20 * count:
        tries += 1
        position = start
        while len(position.history) < plies and not position.over:
            position = position.play(chance.choice(good_moves(player, position)))
        if position.key not in found and not position.over and is_even(player, position):
            found[position.key] = position
            if progress:
                progress(position)
    return list(found.values())


def good_moves(player: Player, position: Position) -> list[int]:
    """The moves about as good as the best."""
    player.lines = CHOICES
    best = player.search(position).candidates(CHOICES)
    return [found.move for found in best if found.value >= best[0].value - CLOSE]


def is_even(player: Player, position: Position) -> bool:
    """Whether a deeper look sees neither side ahead."""
    player.lines = 1
    found = player.search(position, simulations=DEEPER * (player.spec.budget.simulations or 1))
    return abs(found.value - 0.5) <= EVEN
