"""Linear evaluations: sums kept from move to move equal fresh ones, mirror images are worth the same."""

import json
import re

import numpy as np
import pytest
from numba import njit
from shogi_positions import random_game, text, turned

from yomi.errors import BadSpec, BadText
from yomi.games import catalog
from yomi.games.catalog import start
from yomi.games.features import MOST, features
from yomi.games.rules import RUNNING, moves, outcome, play
from yomi.games.shogi.worth import BOARD_WORTH, HAND_WORTH, NEAR, TEMPO
from yomi.kernel.rng import below, seeded
from yomi.value import linear
from yomi.value.linear import advance, settle, worth

GAMES = ("shogi", "minishogi")


@njit(cache=True)
def walk(values, boards, steps, out, moves_out, rng):
    """Play and take back at random; how often the sum that was kept differs from a fresh one."""
    sums, ply, wrong = np.zeros(len(boards), np.int64), 0, 0
    sums[0] = settle(values, boards[0], out)
    for _ in range(steps):
        if ply + 1 == len(boards) or outcome(boards[ply]) != RUNNING or (ply > 0 and below(rng, 3) == 0):
            ply -= 1
            continue
        move = moves_out[below(rng, moves(boards[ply], moves_out))]
        boards[ply + 1] = boards[ply]
        play(boards[ply + 1], move)
        sums[ply + 1] = advance(values, sums[ply], boards[ply], move, boards[ply + 1], out)
        ply += 1
        wrong += sums[ply] != settle(values, boards[ply], out)
    return wrong


def random_values(name: str) -> linear.Linear:
    game = catalog.game(name)
    return linear.prepared(np.random.default_rng(5).normal(0, 100, game.features.count), game)


@pytest.mark.parametrize("name", GAMES)
def test_sums_kept_while_moves_are_played_and_taken_back_equal_fresh_ones(name):
    position = start(name)
    boards = np.repeat(position.root, 120)
    out, legal = np.zeros(MOST, np.int32), np.zeros(position.game.width, np.int32)
    values = random_values(name)
    assert values.whole
    assert walk(values, boards, 6000, out, legal, seeded(3)) == 0
    assert walk(linear.values_of(position.game, "plain"), boards, 2000, out, legal, seeded(4)) == 0


def features_of(position) -> list[int]:
    out = np.zeros(MOST, np.int32)
    return sorted(int(number) for number in out[: features(position.root[0], True, out)])


@pytest.mark.parametrize("name", GAMES)
def test_the_board_turned_round_has_the_features_of_the_other_side(name):
    for position in list(random_game(name, 7))[::6]:
        assert features_of(start(name, turned(text(position)))) == sorted(-number for number in features_of(position))


@pytest.mark.parametrize("name", GAMES)
def test_the_board_in_a_mirror_has_the_same_features(name):
    for position in list(random_game(name, 7))[::6]:
        rows, *rest = text(position).split(" ")
        mirrored = "/".join(mirrored_row(row) for row in rows.split("/"))
        assert features_of(start(name, " ".join([mirrored, *rest]))) == features_of(position)


def mirrored_row(row: str) -> str:
    return "".join(reversed(re.findall(r"\+?[A-Za-z]|\d", row)))


@pytest.mark.parametrize("name", GAMES)
def test_numbers_of_features_lie_in_their_groups(name):
    known = catalog.game(name).features
    for position in list(random_game(name, 7))[::6]:
        numbers = [abs(number) for number in features_of(position)]
        pieces = sum(letter.isalpha() for letter in text(position).split(" ")[0])
        assert sum(number in known.groups["place"] for number in numbers) == pieces
        assert sum(number in known.groups["material"] for number in numbers) == pieces - 2
        assert all(1 < number <= known.count for number in numbers)


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_value_is_material_and_the_nearness_to_kings(name):
    values, out = linear.values_of(catalog.game(name), "plain"), np.zeros(MOST, np.int32)
    for position in list(random_game(name, 7))[::6]:
        state = position.root[0]
        assert worth(values, settle(values, state, out), state) == plainly(state) + TEMPO


def plainly(state) -> int:
    """The same, written as one would explain it."""
    width, near = (10 if len(state.board) > 100 else 6), {kind: worths for kind, *worths in NEAR}
    total = 0
    for square, code in enumerate(state.board):
        kind, side = int(code) & 15, int(code) >> 5
        if int(code) & 48 in (16, 32) and kind != 8:
            worths = int(BOARD_WORTH[kind])
            for which, king in ((0, state.king[side]), (1, state.king[1 - side])):
                apart = max(abs(a - b) for a, b in zip(divmod(square, width), divmod(int(king), width), strict=True))
                worths += near[kind][which] * max(0, 5 - apart) // 4
            total += worths if side == state.turn else -worths
    for side in range(2):
        held = sum(int(HAND_WORTH[kind]) * int(state.hand[8 * side + kind]) for kind in range(8))
        total += held if side == state.turn else -held
    return total


def test_weights_come_back_from_a_file_with_their_history(tmp_path):
    game, path = catalog.game("minishogi"), tmp_path / "some.npz"
    theta = np.random.default_rng(1).normal(0, 50, game.features.count)
    linear.save(theta, game, {"plan": "none"}, path)
    found, made = linear.load(path, game)
    np.testing.assert_allclose(found, theta, rtol=1e-6)
    assert made == {"plan": "none"}
    assert linear.values_of(game, str(path)).weights[-1] == round(theta[-1] * linear.FINE)


def test_a_file_that_is_none_of_weights_is_refused(tmp_path):
    game, path = catalog.game("minishogi"), tmp_path / "some.npz"
    path.write_bytes(b"not weights")
    with pytest.raises(BadText, match="not a file of weights"):
        linear.load(path, game)
    np.savez(path, theta=np.array([{}], dtype=object), game="minishogi", made=json.dumps({}))
    with pytest.raises(BadText, match="not a file of weights"):
        linear.load(path, game)
    linear.save(np.zeros(game.features.count), catalog.game("shogi"), {}, path)
    with pytest.raises(BadText, match="made for shogi, not for minishogi"):
        linear.load(path, game)
    linear.save(np.zeros(3), game, {}, path)
    with pytest.raises(BadText, match=r"expected .* numbers"):
        linear.load(path, game)


def test_weights_of_a_game_without_features_are_refused():
    with pytest.raises(BadSpec, match="go19 has no features"):
        linear.values_of(catalog.game("go19"), "some")
    with pytest.raises(BadSpec, match=r"'some': expected .*plain, material"):
        linear.values_of(catalog.game("shogi"), "some")
