"""The PG expectation method: values and derivatives against the plain recursion, samples against the whole tree."""

import functools
from collections.abc import Iterator

import numpy as np
import pytest
from shogi_positions import random_game, turned

from yomi.errors import BadSpec, BadText, GameOver, IllegalMove
from yomi.games.catalog import start
from yomi.games.features import MOST, Features, features
from yomi.games.game import Game
from yomi.games.position import Position
from yomi.games.rules import RUNNING, key, moves, outcome, play, side
from yomi.kernel.record import blank, record
from yomi.kernel.verb import body
from yomi.learn.episode import write_features
from yomi.learn.expectation import FullTree, PgExpectation, add_eligibility, add_slope, expected_moves, grown
from yomi.learn.sampled import ByWeights, Sampling, Walks
from yomi.search.method import Method
from yomi.search.read import children
from yomi.search.simulate import new_control, simulate
from yomi.search.softmax import CERTAIN, Mcss
from yomi.search.threads import new_scratches
from yomi.search.tree import LOST, OPEN, new_tree

CELLS = 8
ROW = record(
    ("cells", "i1", CELLS),  # 1 the first player's, -1 the second's, 0 free
    ("turn", "i4"),  # 0 or 1
    ("left", "i4"),  # free cells
    ("won", "i4"),  # whether the last move made three in a row
)
COUNT = 2 * CELLS  # features: the tempo, the cells, neighbours of one player


@body(moves, ROW)
def row_moves(state, out):
    n = 0
    for k in range(CELLS):
        if state.cells[k] == 0:
            out[n] = k
            n += 1
    return n


@body(play, ROW)
def row_play(state, move):
    state.cells[move] = 1 if state.turn == 0 else -1
    state.left -= 1
    state.turn = 1 - state.turn
    for k in range(CELLS - 2):
        if abs(state.cells[k] + state.cells[k + 1] + state.cells[k + 2]) == 3:
            state.won = 1


@body(outcome, ROW)
def row_outcome(state):
    return -1 if state.won == 1 else (RUNNING if state.left > 0 else 0)


@body(side, ROW)
def row_side(state):
    return state.turn


@body(key, ROW)
def row_key(state):
    return 0


@body(features, ROW)
def row_features(state, whole, out):
    n = 0
    for k in range(CELLS):
        if state.cells[k] != 0:
            out[n] = state.cells[k] * (2 + k)
            n += 1
            if k > 0 and state.cells[k - 1] == state.cells[k]:
                out[n] = state.cells[k] * (1 + CELLS + k)
                n += 1
    return n


def row_start() -> np.ndarray:
    root = blank(ROW)
    root[0].left = CELLS
    return root


def weights(count: int, seed: int, size: float = 60.0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0.0, size, count)


GROUPS = Features({"tempo": range(1, 2), "cells": range(2, COUNT + 1)})
THREE = Game("three", "three in a row, on a row", ROW, row_start, CELLS, CELLS, features=GROUPS)


def three(*played: int) -> Position:
    return Position.start(THREE).play(*played)


OPENINGS = [(3, 1, 5), (0, 3), (1, 2, 6), (7, 2, 4)]  # of `three`, the learner being either player


def signed(position: Position) -> np.ndarray:
    """The features of a position, as numbers with a sign."""
    row = np.zeros(MOST, np.int32)
    write_features(position.state, row)
    return row[row != 0]


def phi(position: Position) -> np.ndarray:
    """What E, as the first player sees it, has for a gradient."""
    row, found = signed(position), np.zeros(position.game.features.count)
    np.add.at(found, np.abs(row) - 1, np.sign(row))
    return found


def softmax(values: np.ndarray, t: float) -> np.ndarray:
    powers = np.exp((values - values.max()) / t)
    return powers / powers.sum()


Case = tuple[PgExpectation, Position, np.ndarray, np.ndarray]  # settings, position, theta, theta_b


class Plain:
    """The recursion as the document writes it, from position to position; each answer is a value and its derivative,
    which is left empty unless asked for."""

    def __init__(self, case: Case, slopes: bool = False):
        self.settings, self.position, self.theta, self.theta_b = case
        self.slopes, self.sign = slopes, 1 if self.position.side == 0 else -1

    def static(self, position: Position, theta: np.ndarray) -> tuple[float, np.ndarray]:
        empty = np.zeros(len(theta) if self.slopes else 0)
        if position.over:
            mine = position.side == self.position.side
            return CERTAIN * (position.result if mine else -position.result), empty
        row = signed(position)
        value = float(np.sign(row) @ theta[np.abs(row) - 1])
        return self.sign * value, self.sign * phi(position) if self.slopes else empty

    def moves_of(self, u: Position, d: int) -> tuple[np.ndarray, np.ndarray]:
        """E*(a, u) and its derivative for all moves a."""
        values, slopes = zip(*(self.of_move(u.after(a), d) for a in u.legal), strict=True)
        return np.array(values), np.array(slopes)

    def of_move(self, v: Position, d: int) -> tuple[float, np.ndarray]:
        if v.over:
            return self.static(v, self.theta)
        after = [v.after(b) for b in v.legal]
        pi_b = softmax(np.array([-self.static(u, self.theta_b)[0] for u in after]), self.settings.t_b)
        values, slopes = zip(*(self.of_turn(u, d + 1) for u in after), strict=True)
        return pi_b @ np.array(values), pi_b @ np.array(slopes)  # [MCSS eqs. 16, 19, 22, 23]

    def of_turn(self, u: Position, d: int) -> tuple[float, np.ndarray]:
        if u.over or d == self.settings.depth:
            return self.static(u, self.theta)
        values, slopes = self.moves_of(u, d)
        return step(values, slopes, self.settings.t)

    def values(self) -> np.ndarray:
        return self.moves_of(self.position, 0)[0]


def step(values: np.ndarray, slopes: np.ndarray, t: float) -> tuple[float, np.ndarray]:
    """E*(u) and its derivative from those of its moves."""
    pi = softmax(values, t)
    e = (slopes - pi @ slopes) / t  # [MCSS eq. 21]
    return pi @ values, pi @ (e * values[:, None] + slopes)  # [MCSS eq. 19]


def small_cases() -> Iterator[Case]:
    for seed, played in enumerate(OPENINGS):
        for depth in (1, 2):
            settings = PgExpectation(t=50.0 + 30 * seed, depth=depth, t_b=120.0 - 20 * seed)
            theta = weights(COUNT, seed)
            yield settings, three(*played), theta, theta if seed < 2 else weights(COUNT, seed + 50)


def mini_cases() -> Iterator[Case]:
    mate, pawns = "4k/5/4P/5/K4 b G 1", "4k/4p/5/P4/K4 b - 1"
    count = start("minishogi").game.features.count
    late = [position for position in random_game("minishogi", 3) if len(position.moves) in range(2, 12)]
    for depth, position in [(1, start("minishogi", mate)), (1, start("minishogi", turned(mate))), (1, late[0])]:
        yield PgExpectation(depth=depth), position, weights(count, 1), weights(count, 2)
    yield PgExpectation(depth=2), start("minishogi", turned(pawns)), weights(count, 3), weights(count, 3)


def slopes_of(settings: PgExpectation, tree: FullTree, count: int = COUNT, add=add_slope) -> np.ndarray:
    """What `add` adds for each move of the root."""
    rows = np.zeros((int(tree.width[0]), count))
    for row, move in zip(rows, expected_moves(tree).moves, strict=True):
        add(settings, tree, int(move), 1.0, row)
    return rows


def directions(found: np.ndarray) -> Iterator[np.ndarray]:
    """Features that matter most, one by one, then all of them at once."""
    size = np.abs(found).max(axis=0)
    for feature in np.argsort(-size)[:6]:
        yield np.eye(1, len(size), feature)[0]
    yield np.random.default_rng(1).normal(0.0, 1.0, len(size))


def rises(case: Case, direction: np.ndarray, h: float = 1e-2) -> tuple[np.ndarray, np.ndarray]:
    """How E* and ln pi of the plain recursion change along a direction, by central differences; theta_b stays."""
    settings, position, theta, theta_b = case
    up, down = (Plain((settings, position, theta + k * direction, theta_b)).values() for k in (h, -h))
    surer = np.log(softmax(up, settings.t)) - np.log(softmax(down, settings.t))
    return (up - down) / (2 * h), surer / (2 * h)


def check_case(case: Case) -> None:
    settings, position = case[:2]
    tree = grown(*case)
    found = expected_moves(tree)
    values, slopes = Plain(case, slopes=True).moves_of(position, 0)
    assert found.moves.tolist() == position.legal
    np.testing.assert_allclose(found.values, values, rtol=1e-9)
    np.testing.assert_allclose(found.policy, softmax(values, settings.t), rtol=1e-7)
    ours, eligible = (slopes_of(settings, tree, len(case[2]), add) for add in (add_slope, add_eligibility))
    np.testing.assert_allclose(ours, slopes, rtol=1e-9, atol=1e-12)  # eq. 29 is eq. 19
    np.testing.assert_allclose(found.policy @ eligible, 0.0, atol=1e-12)
    assert np.abs(ours).max() > 0.1
    for direction in directions(ours):
        better, surer = rises(case, direction)
        close(ours @ direction, better)
        close(eligible @ direction, surer)


def close(found: np.ndarray, wanted: np.ndarray) -> None:
    assert np.abs(found - wanted).max() <= 1e-5 * np.abs(wanted).max() + 1e-10


@pytest.mark.parametrize("case", list(small_cases()), ids=lambda case: f"D={case[0].depth}, {case[1].history}")
def test_values_and_derivatives_are_those_of_the_plain_recursion(case):
    check_case(case)


@pytest.mark.jit
def test_they_are_in_minishogi_too():
    for case in mini_cases():
        check_case(case)


def test_the_end_of_the_game_has_a_fixed_value_and_no_derivative():
    settings, position = PgExpectation(), three(2, 0, 3)  # the first player will have three in a row
    tree = grown(settings, position, weights(COUNT, 1), weights(COUNT, 1))
    found = expected_moves(tree)
    assert tree.fixed.any() and found.values.max() < -CERTAIN / 2
    tree = grown(settings, three(2, 0, 3, 6), weights(COUNT, 1), weights(COUNT, 1))
    found = expected_moves(tree)
    assert found.moves.tolist() == [1, 4, 5, 7] and (found.values[:2] == CERTAIN).all()
    assert found.policy[:2] == pytest.approx([0.5, 0.5])
    assert not slopes_of(settings, tree)[:2].any() and slopes_of(settings, tree)[2].any()


def test_too_large_a_tree_is_refused():
    position, theta = three(), weights(COUNT, 1)
    assert len(grown(PgExpectation(limit=65), position, theta, theta).move) == 1 + 8 + 8 * 7
    with pytest.raises(BadText, match="depth 1: the tree needs at least 65 nodes, expected at most 64"):
        grown(PgExpectation(limit=64), position, theta, theta)


def test_what_cannot_be_computed_is_refused():
    settings, theta = PgExpectation(), weights(COUNT, 1)
    with pytest.raises(BadSpec, match="above 0"):
        grown(PgExpectation(t=0.0), three(), theta, theta)
    with pytest.raises(BadText, match="expected 16 numbers"):
        grown(settings, three(), theta[1:], theta)
    with pytest.raises(BadText, match="no features"):
        grown(settings, start("go19"), theta, theta)
    with pytest.raises(GameOver):
        grown(settings, three(0, 3, 1, 4, 2), theta, theta)
    with pytest.raises(IllegalMove, match="illegal move 3"):
        add_slope(settings, grown(settings, three(3), theta, theta), 3, 1.0, theta)
    with pytest.raises(BadText, match="without moves"):
        Walks(Mcss(), new_tree(10), three())


class Searched:
    """A tree of softmax search, some of whose nodes are proved, and its derivatives written plainly."""

    def __init__(self, simulations: int):
        self.position, self.theta, self.t = three(5), weights(COUNT, 7), 92.0
        self.tree = new_tree(4000)
        method = Method(Mcss(t=80.0), ByWeights(self.theta, np.zeros(MOST, np.int32)))
        scratch = new_scratches(1, CELLS, CELLS, seed=1)[0]
        simulate(method, self.tree, self.position.root, new_control(simulations, False), *scratch)
        self.moves = {int(self.tree.move[child]): child for child in children(self.tree)}
        self.slopes = {move: self.of_move(move, self.theta)[1] for move in self.moves}

    def of_move(self, move: int, theta: np.ndarray) -> tuple[float, np.ndarray]:
        """E*(a, u) of a move of the root and its derivative."""
        return self.at(self.moves[move], self.position.after(move), 1, theta)

    def at(self, node: int, position: Position, depth: int, theta: np.ndarray) -> tuple[float, np.ndarray]:
        """The value of a node for the player at the root, by these weights, and its derivative."""
        tree, sign = self.tree, 1 if self.position.side == 0 else -1
        if tree.proof[node] != OPEN:
            return (-1) ** (depth + 1) * float(tree.square[node]), np.zeros(COUNT)
        if tree.first[node] <= 0:
            return sign * float(phi(position) @ theta), sign * phi(position)
        below = [child for child in children(tree, node) if tree.proof[child] != LOST]
        found = [self.at(child, position.after(int(tree.move[child])), depth + 1, theta) for child in below]
        values, slopes = (np.array(column) for column in zip(*found, strict=True))
        if depth % 2 == 0:
            return step(values, slopes, self.t)
        pi_b = softmax(tree.square[below], self.t)
        return pi_b @ values, pi_b @ slopes

    def walks(self, threads: int = 1) -> Walks:
        return Walks(Mcss(t=80.0), self.tree, self.position, threads)


@functools.cache
def searched() -> Searched:
    return Searched(simulations=40)


@pytest.mark.jit
def test_the_tree_of_a_search_has_these_values_and_derivatives():
    found = searched()
    assert found.tree.proof[0] == OPEN and (found.tree.proof[: found.tree.size[0]] != OPEN).any()
    for move, child in found.moves.items():
        assert found.tree.square[child] == pytest.approx(found.of_move(move, found.theta)[0])
        for direction in directions(found.slopes[move][None, :]):
            up, down = (found.of_move(move, found.theta + k * direction)[0] for k in (0.01, -0.01))
            close(found.slopes[move] @ direction, (up - down) / 0.02)


@pytest.mark.jit
def test_the_error_of_samples_falls_by_the_root_of_their_number():
    walks, slopes = searched().walks(), searched().slopes
    move = max(slopes, key=lambda move: np.abs(slopes[move]).sum())

    def mean_error(count: int) -> float:
        found = [walks.slope(move, Sampling(count, 1, seed)) for seed in range(30)]
        return float(np.mean([np.linalg.norm(each - slopes[move]) for each in found]))

    assert 2.5 < mean_error(100) / mean_error(1600) < 6.5
    assert mean_error(20_000) < 0.03 * np.linalg.norm(slopes[move])


@pytest.mark.jit
def test_the_eligibility_of_samples_is_that_of_the_whole_tree():
    found, walks = searched(), searched().walks()
    pi = {move: float(walks.policy.chance[child]) for move, child in found.moves.items()}
    assert sum(pi.values()) == pytest.approx(1.0)
    mean = sum(pi[move] * slope for move, slope in found.slopes.items())
    for move, slope in found.slopes.items():
        error = walks.eligibility(move, Sampling(20_000, 2, 1)) - (slope - mean) / found.t
        assert np.linalg.norm(error) < 0.03 / found.t


@pytest.mark.jit
def test_threads_do_not_change_the_estimate():
    one, two = searched().walks(1), searched().walks(2)
    move, sampling = 2, Sampling(walks=500, streams=5, seed=3)
    np.testing.assert_array_equal(one.slope(move, sampling), two.slope(move, sampling))
    np.testing.assert_array_equal(one.eligibility(move, sampling), two.eligibility(move, sampling))
    assert np.abs(one.slope(move, sampling) - one.slope(move, sampling._replace(seed=4))).max() > 0


@pytest.mark.jit
def test_where_all_moves_are_lost_nothing_can_be_learnt():
    found = Searched(simulations=5)
    found.tree.proof[list(found.moves.values())] = LOST
    assert not found.walks().policy.chance[list(found.moves.values())].any()
    for move in found.moves:
        assert not found.walks().eligibility(move, Sampling(walks=10)).any()
    with pytest.raises(IllegalMove, match="illegal move 5"):
        found.walks().slope(5, Sampling())
