"""Local shapes: numbers that symmetries share, gains that equal the difference, learning that finds who wins."""

import itertools

import numpy as np
import pytest

from yomi.errors import BadSpec, BadText
from yomi.games.catalog import game, start
from yomi.games.go.game import go
from yomi.games.go.windows import SIDES, anywhere_count, collect, numbered, total_weight, windows
from yomi.games.hints import after_values
from yomi.games.position import Position
from yomi.learn.shapes import TdShapes, learn_shapes
from yomi.search.method import Method
from yomi.search.rave import EvenRave
from yomi.search.shape import Shape, ShapeTables, compare
from yomi.search.simulate import new_control, simulate
from yomi.search.threads import new_scratches
from yomi.search.tree import new_tree
from yomi.value import linear
from yomi.value.localshape import ShapeValues, load, mirrored, save
from yomi.value.playout import Random

BOARD = "..XO./.XXO./.OXO./..O../...X. b"


def noisy(size: int, seed: int = 1) -> ShapeValues:
    """Values with random weights."""
    squares, count = windows(size)
    return ShapeValues(squares, mirrored(np.random.default_rng(seed).normal(0, 0.1, count)), 0.2)


def total(values: ShapeValues, position: Position) -> float:
    found = np.zeros(6 * 81, np.int32)
    return float(total_weight(values.weights, found, collect(position.root[0], values.squares, found)))


def transformed(board: str, turn) -> Position:
    """A position with its board turned by a function of the rows."""
    text, side = board.split()
    square = np.array([list(row) for row in text.split("/")])
    return Position.read(go(len(square)), "/".join("".join(row) for row in turn(square)) + f" {side}")


def test_symmetric_positions_have_one_value_and_exchanged_colours_its_negative():
    values = noisy(5)
    expected = total(values, Position.read(go(5), BOARD))
    for turn in (np.rot90, np.flipud, np.fliplr, np.transpose, lambda b: np.rot90(b, 2), lambda b: np.rot90(b, 3)):
        assert total(values, transformed(BOARD, turn)) == pytest.approx(expected, abs=1e-5)
    swapped = BOARD.replace("X", "%").replace("O", "X").replace("%", "O")
    assert total(values, Position.read(go(5), swapped)) == pytest.approx(-expected, abs=1e-5)


@pytest.mark.parametrize("side", SIDES)
def test_every_number_is_used_and_the_empty_square_has_none(side):
    number, count = numbered(4 - side + 1, side)
    assert set(np.abs(number).ravel().tolist()) == set(range(count + 1))
    assert (number[:, 0] == 0).all()


def test_the_number_of_weights_of_four_points_is_that_of_a_plain_count():
    """Contents that a symmetry or the exchange of colours turns into each other are one; its own opposite is none."""
    kinds = set()
    for cells in itertools.product((0, 1, -1), repeat=4):
        square = np.array(cells).reshape(2, 2)
        turned = {tuple(np.rot90(kind, k).ravel().tolist()) for kind in (square, square.T) for k in range(4)}
        opposite = {tuple(-x for x in kind) for kind in turned}
        if not turned & opposite:
            kinds.add(frozenset(turned | opposite))
    assert numbered(1, 1)[1] == 1 and numbered(1, 2)[1] == len(kinds)


@pytest.mark.parametrize("board", [BOARD, ".XO../XO.../.XX../...../..... b", "X..../OXO../.O.../...../..... w"])
def test_values_after_moves_are_those_of_the_positions_after_them(board):
    """Captures included: on the third board of two chains at once."""
    values, position = noisy(5), Position.read(go(5), board)
    moves = np.array(position.legal, np.int32)
    chance, state = np.zeros(len(moves), np.float32), position.root.copy()[0]
    after_values(state, values, moves, chance)
    assert (state.colour == position.root[0].colour).all()
    sign = 1 if board.endswith("b") else -1
    for move, value in zip(moves, chance, strict=True):
        logit = sign * (values.bias + total(values, position.play(int(move))))
        assert value == pytest.approx(1 / (1 + np.exp(-logit)), abs=1e-5)


def test_a_prior_gives_new_moves_the_values_of_the_positions_after_them():
    position, values = start("go5"), noisy(5)
    tree, scratch = new_tree(2000, shared=True), new_scratches(1, position.game.width, position.game.length, 1)[0]
    method = Method(EvenRave(), Random(), ShapeTables(values, 50.0, 7.0, 0.0))
    simulate(method, tree, position.root, new_control(0, False), *scratch)
    first, width = int(tree.first[0]), int(tree.width[0])
    chance = np.zeros(width, np.float32)
    after_values(position.root.copy()[0], values, tree.move[first : first + width].astype(np.int32), chance)
    assert tree.amaf_reward[first : first + width] == pytest.approx(50 * chance)  # [RAVE eqs.50, 51]
    assert tree.prior_reward[first : first + width] == pytest.approx(7 * chance)  # [RAVE eqs.48, 49]
    assert set(tree.prior_visits[first : first + width]) == {7.0}
    assert set(tree.amaf_visits[first : first + width]) == {50.0}


@pytest.mark.jit
def test_learning_finds_that_the_centre_is_better_than_the_corner():
    position = start("go5")
    values = learn_shapes(position, 3000, TdShapes(epsilon=0.3), 1, lambda done, said: None)
    moves = np.array([position.number(vertex) for vertex in ("C3", "A1")], np.int32)
    chance = np.zeros(2, np.float32)
    after_values(position.root.copy()[0], values, moves, chance)
    assert chance[0] > 0.6 > chance[1]


def test_files_are_kept_checked_and_serve_other_boards(tmp_path):
    path, values = tmp_path / "w.npz", noisy(5)
    save(values, 5, {"games": 1}, path)
    assert load(str(path), 5).weights == pytest.approx(values.weights, abs=1e-3)
    other = load(str(path), 6)
    middle = len(other.weights) // 2
    known = other.weights[middle + 1 : middle + 1 + anywhere_count()]
    assert known == pytest.approx(values.weights[len(values.weights) // 2 + 1 :][: anywhere_count()], abs=1e-3)
    assert not other.weights[middle + 1 + anywhere_count() :].any()
    path.write_text("nonsense")
    with pytest.raises(BadText, match="not a file of local shapes"):
        load(str(path), 5)
    with pytest.raises(BadSpec, match=r"weights 'none\.npz': expected .*shapes.* or the path"):
        load("none.npz", 5)


def test_the_shipped_weights_prefer_the_centre_and_other_games_are_even():
    position = start("go9")
    tables = Shape().prepared(position)
    moves = np.array([position.number(vertex) for vertex in ("E5", "A1")], np.int32)
    chance = np.zeros(2, np.float32)
    after_values(position.root.copy()[0], tables.values, moves, chance)
    assert chance[0] > chance[1]
    toy = start("tictactoe")
    after_values(toy.root.copy()[0], Shape().prepared(toy).values, moves, chance)
    assert set(chance) == {0.5}


def test_with_a_gain_only_the_differences_between_moves_count():
    chance = np.array([0.6, 0.7, 0.8], np.float32)
    logits = np.log(chance / (1 - chance))
    wanted = 1 / (1 + np.exp(-2 * (logits - logits.mean())))
    compare(chance, 2.0)
    assert chance == pytest.approx(wanted, abs=1e-6)


def test_weights_learnt_by_a_plan_serve_as_a_prior(tmp_path):
    path, count = tmp_path / "plan.npz", game("go5").features.count
    linear.save(np.arange(count) * 0.01, game("go5"), {}, path)
    weights = load(str(path), 5).weights
    assert weights[len(weights) // 2 + 1 :] == pytest.approx(np.arange(1, count) * 0.01 / 600, rel=1e-4)
