"""Learning the weights of playouts: known gammas are found, gradients are right, the bias of playouts falls."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from yomi.cli import app
from yomi.errors import BadSpec, BadText
from yomi.games.catalog import start
from yomi.games.go.game import go
from yomi.games.go.shapes import shape_of, shapes
from yomi.games.go.weighted import FEATURES
from yomi.games.hints import survey, traits
from yomi.games.marks import MARKS
from yomi.games.position import Position
from yomi.learn.balance import (
    Balance,
    Balancer,
    Example,
    add_phi,
    gradient,
    learn_values,
    new_notes,
    noted_playout,
    weigh,
)
from yomi.learn.games import Judged, Source, Store, judged_positions, self_play
from yomi.learn.minorise import KINDS, Competitions, competitions, learn_moves, likelihood, strengths
from yomi.players.spec import parse
from yomi.search.learned import Learned
from yomi.value import gammas
from yomi.value.evaluate import mean_value
from yomi.value.softmax import SoftmaxTables

ALL = len(gammas.even().theta)


def synthetic(count, teams, rng):
    """Competitions between random teams, won by chance as the gammas say; and those gammas."""
    shape_gamma, feature_gamma = np.array([1.0, 0.5, 2.0, 4.0]), np.array([3.0, 0.4])
    shape = rng.integers(0, 4, (count, teams))
    features = rng.random((count, teams, 2)) < 0.3
    strength = shape_gamma[shape] * np.prod(np.where(features, feature_gamma, 1.0), axis=2)
    ticket = rng.random((count, 1)) * strength.sum(axis=1, keepdims=True)
    winner = (np.cumsum(strength, axis=1) > ticket).argmax(axis=1)
    won = np.arange(teams) == winner[:, None]
    data = Competitions(np.repeat(np.arange(count), teams), won.ravel(), shape.ravel(), features.reshape(-1, 2))
    return data, shape_gamma, feature_gamma


def test_known_gammas_are_recovered():
    data, shape_gamma, feature_gamma = synthetic(6000, 8, np.random.default_rng(1))
    shape, feature = strengths(data, 4, sweeps=40)
    assert np.allclose(shape / shape[0], shape_gamma, rtol=0.15)
    assert np.allclose(feature, feature_gamma, rtol=0.15)


def test_every_sweep_makes_the_winners_more_likely():
    data, *_ = synthetic(300, 5, np.random.default_rng(2))
    found = [likelihood(data, *strengths(data, 4, sweeps)) for sweeps in (0, 1, 3, 10)]
    assert found == sorted(found) and found[-1] > found[0]


def test_a_feature_that_never_wins_keeps_a_strength():
    data, *_ = synthetic(50, 3, np.random.default_rng(3))
    data = data._replace(features=data.features & ~data.won[:, None])
    _, feature = strengths(data, 4)
    assert np.all((feature > 0) & (feature < 0.5))


def test_games_become_competitions():
    start = Position.start(go(5))
    moves = [start.number("C3"), start.number("C2"), 0]
    data = competitions("go5", [moves, moves], KINDS["playout"])
    assert np.bincount(data.number).tolist() == [25, 24, 25, 24]  # the pass is no sensible move
    assert np.bincount(data.number, data.won).tolist() == [1, 1, 1, 1]
    assert data.shape[data.won][1] == shape_of("... ... .O.")
    assert data.features[data.won][1].tolist() == [name == "next" for name in FEATURES]
    with pytest.raises(BadText, match="without a single choice"):
        competitions("go5", [[0]], KINDS["playout"])


def prepared_notes(place):
    notes, root = new_notes(place.game, ALL), place.root.copy()
    survey(root[0])
    return notes, traits(root[0], shapes().of, notes.out, notes.shape, notes.features)


def test_psi_is_the_gradient_of_the_logarithm_of_the_probability():
    place = Position.read(go(5), "...../.XO../XOX../...../..... b").play("E1", "D3")
    theta = np.random.default_rng(4).normal(0, 0.5, ALL)
    notes, count = prepared_notes(place)
    weigh(theta, notes, count)
    chosen, before = count // 2, notes.chance.copy()
    for k in range(count):
        add_phi(notes, k, -before[k])
    add_phi(notes, chosen, 1.0)
    touched = {*notes.shape[:count].tolist(), *range(ALL - len(FEATURES), ALL)}
    for j in touched:
        ends = []
        for change in (1e-5, -1e-5):
            moved = theta.copy()
            moved[j] += change
            weigh(moved, notes, count)
            ends.append(np.log(notes.chance[chosen]))
        assert notes.psi[j] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-6)
    assert abs(before[:count].sum() - 1) < 1e-12


@pytest.mark.jit
def test_the_gradient_of_the_value_agrees_with_finite_differences():
    place = Position.read(go(5), "XXXXX/X.X.X/XX..O/XXX.O/OOOOO b", komi=0.5)
    theta, j = gammas.even().theta, ALL - len(FEATURES) + list(FEATURES).index("next")
    learner = Balancer(place.game, theta, Balance(), seed=1)
    g, _ = gradient(theta, place.root, 60_000, 0.5, shapes().of, learner.notes, learner.rng)
    ends = []
    for change in (0.3, -0.3):
        learner.theta = theta.copy()
        learner.theta[j] += change
        ends.append(mean_value(learner.policy(), place.root, 60_000, learner.trace, learner.notes.out, learner.rng))
    assert g[j] == pytest.approx((ends[0] - ends[1]) / 0.6, abs=0.02)


@pytest.mark.jit
def test_noted_playouts_and_quick_ones_have_the_same_mean():
    place = Position.read(go(5), "...../.XO../XOX../...../..... b")
    weights = gammas.from_theta(np.random.default_rng(5).normal(0, 0.8, ALL))
    weights.features[-1] = -1.0
    learner = Balancer(place.game, weights.theta, Balance(), seed=1)
    quick = mean_value(learner.policy(), place.root, 20_000, learner.trace, learner.notes.out, learner.rng)
    boards = (place.root.copy()[0] for _ in range(20_000))
    noted = [noted_playout(weights.theta, board, shapes().of, learner.notes, learner.rng) for board in boards]
    assert quick == pytest.approx(np.mean(noted), abs=0.02)


@pytest.mark.jit
def test_balancing_reduces_the_squared_bias():
    teacher = gammas.even()
    teacher.features[:] = [1.0, 0.5, 2.0, 1.0, 1.0, 2.0, 0.0, -2.0]
    tables = SoftmaxTables(*gammas.tables_of(teacher), 0)
    learner = Balancer(go(5), gammas.even().theta, Balance(epochs=10, batch=10, step=60.0), seed=1)
    texts = ("...../.XO../XOX../...../.....", "..O../.XO../.XO../.XO../.....", ".O.../OXO../.X.../...../.....")
    examples = []
    for text in texts:
        for turn in "bw":
            place = Position.read(go(5), f"{text} {turn}", komi=2.5)
            value = mean_value(tables, place.root, 4000, learner.trace, learner.notes.out, learner.rng)
            examples += [Example(place.root, value)] * 5
    before = learner.error(examples)
    learner.run(examples, lambda done, error: None)
    assert before > 0.004
    assert learner.error(examples) < 0.4 * before


def test_settings_of_zero_are_refused():
    with pytest.raises(BadSpec, match="batch=0"):
        learn_values(Source("go5", parse("uct"), 1, 1), [], gammas.even(), Balance(batch=0), lambda done, error: None)


def test_only_go_has_something_to_learn(tmp_path):
    with pytest.raises(BadText, match="expected a Go board"):
        self_play(Source("tictactoe", parse("uct"), 1, 1), tmp_path / "a.jsonl", lambda done: None)


def test_a_store_goes_on_and_refuses_other_settings(tmp_path):
    path = tmp_path / "games.jsonl"
    Store(path, {"seed": 1}).add([1, 2])
    with path.open("a") as file:
        file.write("[3, 4")  # a run killed here
    store = Store(path, {"seed": 1})
    store.add([5])
    assert Store(path, {"seed": 1}).items == [[1, 2], [5]]
    with pytest.raises(BadText, match="was made with"):
        Store(path, {"seed": 2})
    path.write_text("nonsense\n")
    with pytest.raises(BadText, match="not a file of games"):
        Store(path, {"seed": 1})


@pytest.mark.jit
def test_self_play_goes_on_where_it_ended(tmp_path):
    source = Source("go5", parse("uct simulations=30"), 2, 1)
    first = self_play(source, tmp_path / "a.jsonl", lambda done: None)
    more = self_play(source._replace(wanted=3), tmp_path / "a.jsonl", lambda done: None)
    assert more[:2] == first and len(more) == 3
    assert self_play(source._replace(wanted=3), tmp_path / "b.jsonl", lambda done: None) == more
    weights = learn_moves(source, more, KINDS["playout"], 5, lambda done: None)
    assert weights.made["games"] == 3 and np.all(np.isfinite(weights.theta))


@pytest.mark.jit
def test_positions_are_judged_by_a_search(tmp_path):
    source = Source("go5", parse("uct simulations=100"), 3, 1)
    found = judged_positions(source, tmp_path / "a.jsonl", lambda done: None)
    assert len(found) == 3 and all(isinstance(one, Judged) and 0 <= one.value <= 1 for one in found)


@pytest.mark.jit
@pytest.mark.parametrize(
    "method, options", [("mm", ["--games", "2"]), ("balance", ["--positions", "3", "--settings", "balance(epochs=1)"])]
)
def test_the_commands_write_weights(tmp_path, method, options):
    out = tmp_path / "w.json"
    said = CliRunner().invoke(
        app, ["learn", method, "--out", str(out), "--game", "go5", "--player", "uct simulations=30", *options]
    )
    assert said.exit_code == 0, said.output
    assert "Strongest shapes" in said.output and "gamma" in said.output
    assert json.loads(out.read_text())["made"]["game"] == "go5"
    assert gammas.load(str(out)).made["seed"] == 1


@pytest.mark.jit
def test_a_prior_is_learnt_from_the_same_games_with_other_features(tmp_path):
    source = Source("go5", parse("uct simulations=40"), 6, 1)
    records = self_play(source, tmp_path / "games.jsonl", lambda done: None)
    weights = learn_moves(source, records, KINDS["prior"], 5, lambda done: None)
    assert weights.names == tuple(MARKS) and np.isfinite(weights.theta).all()
    gammas.save(weights, tmp_path / "prior.json")
    tables = Learned(weights=str(tmp_path / "prior.json")).prepared(start("go5"))
    assert tables.feature == pytest.approx(weights.features, abs=1e-4)
