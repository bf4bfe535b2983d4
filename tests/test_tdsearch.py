"""Temporal-difference search: weights move as the equations say, small games are played as they are solved."""

import functools
import pathlib

import numpy as np
import pytest

import yomi
from yomi.errors import BadSpec
from yomi.games.catalog import game, start
from yomi.games.position import Position
from yomi.games.tactics import SCALE
from yomi.kernel.rng import seeded
from yomi.players.spec import Budget, parse
from yomi.players.temporal import Temporal
from yomi.search.tdsearch import TdSearch
from yomi.value import linear
from yomi.value.online import Online, choose, learn_online, new_notes, write_row

BREAKTHROUGH = str(pathlib.Path(__file__).parent.parent / "examples" / "breakthrough.py")


def gradient_of(position: Position) -> np.ndarray:
    """How often the first player has each feature, less how often the second has."""
    row = np.zeros(512, np.int32)
    numbers = row[: write_row(position.root[0], row)]
    return np.bincount(np.abs(numbers) - 1, np.sign(numbers), minlength=position.game.features.count)


def plainly(position: Position, theta: np.ndarray, settings: Online, rng: np.ndarray) -> int:
    """A game as the equations have it, with every trace kept; how many moves it had."""
    trace, notes, moves = np.zeros(len(theta)), new_notes(position.game), 0
    while not position.over:
        total = float(theta @ gradient_of(position))
        p = 1 / (1 + np.exp(-total / settings.tau))
        trace = settings.decay * trace + gradient_of(position) * p * (1 - p) / settings.tau  # [LEARN eqs. 25, 32]
        write_row(position.root[0], notes.row)
        board, after = position.root.copy(), position.root.copy()
        position = position.after(int(choose(theta, total, board, after, settings.epsilon, notes, rng)))
        if position.over:
            won = {None: 0.5, 0: 1.0, 1: 0.0}[position.winner]
        else:
            won = 1 / (1 + np.exp(-float(theta @ gradient_of(position)) / settings.tau))
        theta += settings.step * (won - p) * trace  # [LEARN eqs. 24, 26]
        moves += 1
    return moves


@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
@pytest.mark.parametrize("tau, step", [(1.0, 2.0), (600.0, 1e5)])
@pytest.mark.parametrize("name", ["nim(heap=9)", "tictactoe"])
def test_weights_move_after_each_move_as_the_equations_say(name, tau, step, decay):
    position, settings = start(name), Online(step, 1.0, decay, 1, tau)
    theta = np.random.default_rng(1).normal(0, 0.3 * tau, position.game.features.count)
    wanted, notes, rng, same = theta.copy(), new_notes(position.game), seeded(4), seeded(4)
    for _ in range(3):
        _, moves, _ = learn_online(position.root, theta, notes, settings, rng)
        assert moves == plainly(position, wanted, settings, same)
    np.testing.assert_allclose(theta, wanted, atol=1e-4 * tau)
    assert rng[0] == same[0]


def test_a_game_says_who_won_and_features_share_the_step():
    position, settings = start("nim(heap=1)"), Online(step=0.4)
    theta = np.zeros(position.game.features.count)
    assert learn_online(position.root, theta, new_notes(position.game), settings, seeded(1)) == (0.25, 1, 1.0)
    assert theta[[0, 1]] == pytest.approx(0.4 * 0.5 / 2)  # the tempo, a heap of one


@pytest.mark.parametrize("heap", [5, 6, 7, 10, 11])
def test_the_winning_move_is_found_in_nim(heap):
    found = yomi.player("tdsearch simulations=400").search(start(f"nim(heap={heap})"))
    assert found.best_move == heap % 4
    assert found.value > 0.5 and sum(found.visits) == found.simulations == 400


@functools.cache
def solved(text: str) -> int:
    position = Position.read(game("tictactoe"), text)
    return position.result if position.over else max(-solved(after) for after in following(position))


def following(position: Position) -> list[str]:
    return [position.game.position_text(position.after(move).state) for move in position.legal]


def lost(position: Position, side: int, choice) -> int:
    """How many games the search loses as `side`, whichever best moves the other plays."""
    if position.over:
        return int(position.winner == 1 - side)
    after = dict(zip(position.legal, following(position), strict=True))
    best = min(solved(text) for text in after.values())
    moves = [choice(position)] if position.side == side else [m for m, text in after.items() if solved(text) == best]
    return sum(lost(position.after(move), side, choice) for move in moves)


@pytest.mark.jit
@pytest.mark.parametrize("side", [0, 1])
def test_no_game_of_tictactoe_is_lost_to_a_perfect_player(side):
    player, known = yomi.player("tdsearch simulations=3000"), {}

    def choice(position: Position) -> int:
        text = position.game.position_text(position.state)
        if text not in known:
            player.reset()
            known[text] = player.search(Position.read(position.game, text)).best_move
        return known[text]

    assert lost(start("tictactoe"), side, choice) == 0


@pytest.mark.jit
@pytest.mark.parametrize("name", ["go9", pytest.param("minishogi", marks=pytest.mark.slow)])
def test_a_move_is_found_in_larger_games(name):
    position = start(name)
    found = yomi.player("tdsearch simulations=60 mate=false").search(position)
    assert found.best in position.moves and sum(found.visits) == 60
    assert found.values == sorted(found.values, reverse=True)
    shown = found.candidates(3)
    assert [candidate.text for candidate in shown] == found.moves[:3]
    assert shown[0].line == found.line and position.play(*found.line)


@pytest.mark.jit
def test_a_search_ends_in_time_when_told_to_and_keeps_to_some_moves():
    position, player = start("connect4"), yomi.player("tdsearch threads=2")
    assert player.search(position, simulations=300).simulations == 300
    assert player.search(position, seconds=0.2).seconds < 2
    assert player.search(position, simulations=10**9, until=lambda: True).seconds < 2
    assert player.search(position, simulations=50, only=[0, 6]).best_move in (0, 6)
    heard = []
    player.search(position, seconds=0.3, report=heard.append, every=0.1)
    assert heard and all(search.best in position.moves for search in heard)


def test_weights_stay_in_one_game_unless_they_shall_not():
    position, rule = start("tictactoe"), TdSearch()
    kept = Temporal(rule, position, Budget())
    kept.theta[:] = 5.0
    assert (kept.begin(position.play("B2")).theta == 5.0).all()
    assert not kept.begin(start("tictactoe")).theta.any()
    fresh = Temporal(rule, position, Budget(reuse=False))
    fresh.theta[:] = 5.0
    assert not fresh.begin(position.play("B2")).theta.any()


def test_a_search_may_begin_with_weights_of_a_file(tmp_path):
    known, path = game("tictactoe"), tmp_path / "some.npz"
    theta = np.random.default_rng(1).normal(0, 300, known.features.count)
    linear.save(theta, known, {}, path)
    found = yomi.player(f"tdsearch(step=0,value={path}) simulations=1").search(start("tictactoe"))
    np.testing.assert_allclose(found.theta, theta / SCALE)


@pytest.mark.parametrize(
    "text, part",
    [
        ("tdsearch(epsilon=1.5)", "epsilon=1.5 in tdsearch: expected 0 to 1"),
        ("tdsearch(decay=-1)", "decay=-1.0 in tdsearch: expected 0 to 1"),
        ("tdsearch(step=inf)", "step=inf in tdsearch"),
        ("tdsearch(step=fast)", "expected a number"),
        ("tdsearch playout=captures", "expected no playout with tdsearch"),
        ("tdsearch moves=groups", "expected no moves with tdsearch"),
    ],
)
def test_bad_settings_are_refused(text, part):
    with pytest.raises(BadSpec, match=part):
        parse(text)
    assert parse(str(parse("tdsearch(step=0.1) simulations=9"))) == parse("tdsearch(step=0.1) simulations=9")


def test_a_game_without_features_or_a_file_that_is_not_there_is_refused():
    with pytest.raises(BadSpec, match="tdsearch: breakthrough has no features"):
        yomi.player("tdsearch simulations=5").search(start(BREAKTHROUGH))
    with pytest.raises(BadSpec, match=r"weights 'none\.npz': expected"):
        yomi.player("tdsearch(value=none.npz) simulations=5").search(start("nim"))
