"""Connect Four: the solver knows what is published of the game, and judges what was learned from zero."""

import functools
from typing import NamedTuple

import numpy as np
import pytest
from connect4_solver import DRAW, LOSS, WIN, Solver, careful

from yomi.games import catalog
from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.spec import parse

pytestmark = [pytest.mark.slow, pytest.mark.jit]
CHANCES = (0.0, 0.1, 0.3)  # shares of moves by chance in the games of opponents
SOLVED = 8  # stones from which on the solver is quick


@pytest.fixture(scope="module")
def solver():
    return Solver()


def after(digits: str) -> Position:
    """The position after moves in columns 1 to 7."""
    return start("connect4").play(*(int(digit) - 1 for digit in digits))


@functools.cache
def tried(position: Position) -> int:
    """The value for the player to move, by trying everything."""
    if position.over:
        return position.result
    return max(-tried(position.play(move)) for move in position.legal)


def drawn(rng: np.random.Generator, stones: int) -> Position:
    """A position after so many moves by chance; in some the game is over."""
    position = start("connect4")
    while len(position.history) < stones and not position.over:
        position = position.play(int(rng.choice(position.legal)))
    return position


@pytest.mark.parametrize(
    "digits, value",
    [
        ("2252576253462244111563365343671351441", LOSS),  # Pons, Test_L3_R1
        ("7422341735647741166133573473242566", WIN),
        ("23163416124767223154467471272416755633", DRAW),
        ("12514726155174536522772517671", LOSS),
        ("43745416472735", LOSS),
        ("45461667", WIN),  # Tromp, Fhourstones
    ],
)
def test_published_values(solver, digits, value):
    assert solver.value(after(digits)) == value


def test_the_solver_agrees_with_the_rules_of_the_game(solver):
    rng, seen = np.random.default_rng(1), {LOSS: 0, DRAW: 0, WIN: 0}
    while sum(seen.values()) < 40:
        position = drawn(rng, 34)
        if not position.over:
            values = {move: -tried(position.play(move)) for move in position.legal}
            assert solver.values(position) == values
            assert solver.value(position) == max(values.values())
            assert solver.keeping(position) == [move for move in values if values[move] == max(values.values())]
            seen[max(values.values())] += 1
    assert min(seen.values()) > 0, "all values are met"


class Judged(NamedTuple):
    """A game against the solution."""

    opened: bool  # whether the player who began has won within eight moves, or wins from there
    moves: int  # of the judged player with eight stones or more, where there was something to lose
    mistakes: int  # of these that threw away a win or a draw


def reply(solver: Solver, position: Position, chance: float, rng: np.random.Generator) -> Position:
    """Eight moves that do not lose at once; then some by chance, and perfect ones that lose late if they lose."""
    wary = rng.permutation(careful(position)).tolist()
    if len(position.history) < SOLVED:
        return position.play(wary[0])
    if rng.random() < chance:
        return position.play(int(rng.choice(position.legal)))
    value = solver.value(position)
    return next(after for after in map(position.play, wary) if solver.value(after) == -value)


def judged(player: Player, solver: Solver, side: int, seed: int) -> Judged:
    """Let the player play one side against perfect play, in two games of three mixed with chance."""
    position, rng, opened, moves, mistakes = start("connect4"), np.random.default_rng(seed), False, 0, 0
    while not position.over:
        stones = len(position.history)
        if stones == SOLVED:
            opened = solver.value(position) == WIN
        if position.side != side:
            position = reply(solver, position, CHANCES[seed % 3], rng)
            continue
        value = solver.value(position) if stones >= SOLVED else LOSS
        position = position.play(player.search(position).best)
        if value > LOSS:
            moves, mistakes = moves + 1, mistakes + (-solver.value(position) < value)
    return Judged(opened or (len(position.history) < SOLVED and position.winner == 0), moves, mistakes)


def test_connect4_is_learned_from_zero_in_minutes(solver, tmp_path):
    """It begins in the centre and in nine games of ten never lets go of the win; this is not yet perfect play."""
    settings = pytest.importorskip("yomi.learn.zero.settings")  # needs torch
    run = pytest.importorskip("yomi.learn.zero.run")
    run.Zero(settings.settings_for(catalog.game("connect4"), "connect4", {}), tmp_path, "cpu", 1).run()
    player = Player(parse(f"puct network={tmp_path / run.NETWORK} simulations=200 reuse=no memory=20"))
    assert player.search(start("connect4")).best == "D"
    games = [judged(player, solver, 0, seed) for seed in range(60)]
    kept = sum(game.opened and game.mistakes == 0 for game in games)
    wrong = sum(game.mistakes for game in games) / sum(game.moves for game in games)
    assert kept >= 54, f"{kept} of 60 games without a move that lets go of the win, {wrong:.1%} of moves"
