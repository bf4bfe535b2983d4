"""Features of the small games and of Go: symmetric, owned by a side, and for Go the local shapes that priors know."""

import itertools

import numpy as np
import pytest

import yomi
from yomi.games.catalog import game, start
from yomi.games.features import MOST, UNKNOWN, changes, features
from yomi.games.go.windows import collect, total_weight, windows
from yomi.games.position import Position
from yomi.value import linear
from yomi.value.localshape import ShapeValues, mirrored

WEIGHTS = game("go9").features.count + 1


def features_of(position: Position) -> list[int]:
    out = np.zeros(MOST, np.int32)
    return sorted(int(number) for number in out[: features(position.root[0], True, out)])


def random_game(name: str, seed: int, most: int = 200) -> list[Position]:
    """The positions of a game of random moves that are no passes."""
    dice, position, found = np.random.default_rng(seed), start(name), []
    while not position.over and len(found) < most:
        found.append(position)
        moves = [move for move in position.legal if move or not name.startswith("go")] or position.legal
        position = position.after(int(dice.choice(moves)))
    return [*found, position]


def redrawn(position: Position, change) -> Position:
    """The position with its rows changed, the same side to move."""
    board, side = position.game.position_text(position.state).split(" ")
    rows = np.array([list(row) for row in board.split("/")])
    return Position.read(position.game, "/".join("".join(row) for row in change(rows)) + f" {side}")


def exchanged(position: Position) -> Position:
    """The position with the sides exchanged."""
    text = position.game.position_text(position.state).translate(str.maketrans("XO", "OX"))
    names = ("first", "second") if text.endswith("first") else ("second", "first")
    return Position.read(position.game, text.replace(*names))


def test_a_heap_belongs_to_the_player_to_move():
    assert features_of(start("nim(heap=7)")) == [8]
    assert features_of(start("nim(heap=7)").play(3)) == [-5]
    assert game("nim").features.count == 1001


@pytest.mark.parametrize("seed", range(3))
def test_tictactoe_turned_or_mirrored_has_the_same_features(seed):
    for position in random_game("tictactoe", seed):
        for change in (np.rot90, np.flipud, np.fliplr, np.transpose):
            assert features_of(redrawn(position, change)) == features_of(position)


def test_connect_four_has_the_same_features_in_a_mirror_only():
    played = random_game("connect4", 1)
    for position in played[::4]:
        assert features_of(redrawn(position, np.fliplr)) == features_of(position)
    assert features_of(redrawn(played[1], np.flipud)) != features_of(played[1])


@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_exchanged_sides_have_the_opposite_features(name):
    for position in random_game(name, 2)[::3]:
        assert features_of(exchanged(position)) == sorted(-number for number in features_of(position))


def test_lines_count_while_one_side_can_complete_them():
    lines = game("tictactoe").features.groups["line"]
    found = features_of(Position.read(game("tictactoe"), "X../.O./..X second"))
    assert sum(number in lines for number in found) == 4 and sum(-number in lines for number in found) == 3


@pytest.mark.parametrize("name", ["nim", "tictactoe", "connect4", "go9"])
def test_numbers_are_known_and_leave_the_tempo_to_the_evaluation(name):
    known = game(name).features
    for position in random_game(name, 3)[::5]:
        assert all(2 <= abs(number) <= known.count for number in features_of(position))


@pytest.mark.parametrize("size", range(2, 11))
def test_every_small_board_of_go_has_as_many_features_as_windows(size):
    assert game(f"go{size}").features.count == windows(size)[1] + 1


def test_large_boards_have_no_features():
    assert game("go11").features is None and game("go19").features is None


def test_shapes_of_go_are_those_of_the_windows():
    squares, _ = windows(9)
    for position in random_game("go9", 4, 90)[::9]:
        found = np.zeros(6 * 81, np.int32)
        shapes = found[: collect(position.root[0], squares, found)]
        assert features_of(position) == sorted(int(k + np.sign(k)) for k in shapes if k != 0)


def test_the_sum_of_features_is_the_value_of_local_shapes():
    squares, count = windows(9)
    theta = np.random.default_rng(1).normal(0, 0.1, count)
    values, found = ShapeValues(squares, mirrored(theta), 0.0), np.zeros(6 * 81, np.int32)
    for position in random_game("go9", 5, 90)[::9]:
        shapes = total_weight(values.weights, found, collect(position.root[0], values.squares, found))
        total = sum(float(np.sign(k) * theta[abs(k) - 2]) for k in features_of(position))
        assert total == pytest.approx(shapes, abs=1e-4)


def test_what_a_move_changes_in_go_leads_to_the_features_after_it():
    out, counted = np.zeros(MOST, np.int32), 0
    played = random_game("go9", 6, 120)
    for before, position in itertools.pairwise(played):
        count = changes(before.root[0], position.history[-1], position.root[0], True, out)
        if count != UNKNOWN:  # a capture
            counted += 1
            net = np.bincount(np.abs(out[:count]), np.sign(out[:count]), minlength=WEIGHTS).astype(np.float64)
            for where, sign in ((before, 1), (position, -1)):
                numbers = np.array(features_of(where), np.int64)
                net += sign * np.bincount(np.abs(numbers), np.sign(numbers), minlength=WEIGHTS)
            assert not net.any()
    assert 80 < counted < 120


@pytest.mark.jit
def test_alphabeta_plays_by_a_file_of_weights(tmp_path):
    known, path = game("tictactoe"), tmp_path / "lines.npz"
    theta, lines = np.zeros(known.features.count), known.features.groups["line"]
    two = np.arange(lines.start + 2, lines.stop, 6)  # two stones on a line, whose owner has the move; then waits
    theta[two - 1], theta[two] = 900.0, 100.0
    linear.save(theta, known, {}, path)
    player = yomi.player(f"alphabeta(depth=1) playout=quiescence(value={path})")
    assert player.search(Position.read(known, "XX./.O./... second")).best == "C3"
