"""Softmax playouts: shapes and their symmetries, drawing by weights, features, files of weights, any game."""

import json

import numpy as np
import pytest

from yomi.errors import BadSpec, BadText
from yomi.games.go.board import BLACK, is_eye
from yomi.games.go.game import go
from yomi.games.go.patterns import symmetries
from yomi.games.go.shapes import CODES, drawing, shape_of, shapes, swapped, turned
from yomi.games.go.weighted import FEATURES
from yomi.games.hints import survey, traits, weighted_move
from yomi.games.position import Position
from yomi.games.toy import lines
from yomi.kernel.rng import U, seeded
from yomi.kernel.trace import new_trace
from yomi.players.api import player, position
from yomi.players.spec import parse
from yomi.value import gammas
from yomi.value.evaluate import evaluate
from yomi.value.softmax import Softmax, SoftmaxTables

EVEN = SoftmaxTables(*gammas.tables_of(gammas.even()), 0)


def known(place):
    """{vertex: (shape, names of its features)} of all moves a playout may draw."""
    width = place.game.width
    out, shape, marks = (np.zeros(width, np.int32) for _ in range(3))
    root = place.root.copy()
    survey(root[0])
    count = traits(root[0], shapes().of, out, shape, marks)
    names = list(FEATURES)
    return {
        place.text(int(out[k])): (int(shape[k]), {names[f] for f in range(len(names)) if marks[k] >> f & 1})
        for k in range(count)
    }


def drawn(place, tables, count, seed=1):
    """How often each vertex is drawn."""
    out, rng, found = np.empty(place.game.width, np.int32), seeded(seed), {}
    for _ in range(count):
        root = place.root.copy()
        survey(root[0])
        move = place.text(int(weighted_move(root[0], tables, out, rng)))
        found[move] = found.get(move, 0) + 1
    return found


def test_there_are_1107_shapes_and_one_class_for_what_cannot_occur():
    # by Burnside's lemma 954 inside, (243 + 27) / 2 on a side, (27 + 9) / 2 in a corner
    assert len(shapes().example) == 1 + 954 + 135 + 18
    assert len(np.unique(shapes().of)) == 1108


def test_symmetries_and_exchanged_colours_do_not_change_the_class():
    codes = np.arange(CODES)
    for other in turned(codes):
        assert np.array_equal(shapes().of[0][other], shapes().of[0])
    assert np.array_equal(shapes().of[1][swapped(codes)], shapes().of[0])
    assert np.array_equal(swapped(swapped(codes)), codes)


def test_a_drawing_names_its_class_in_every_symmetry():
    for shape in range(1, len(shapes().example)):
        assert shape_of(drawing(shape)) == shape
    assert {shape_of(kind) for kind in symmetries("XO# ..# .X#")} == {shape_of("XO# ..# .X#")}
    assert shape_of("XOX .X. ...") == shape_of("#.. ... ...") == shape_of("XO") == 0


def test_both_colours_see_the_same_shapes():
    black, white = (
        Position.read(go(5), text) for text in (".XO../.X.../...O./..X../..... b", ".OX../.O.../...X./..O../..... w")
    )
    assert known(black) == known(white)


def test_eyes_weigh_nothing():
    assert shapes().eye.sum() > 10
    for shape in np.flatnonzero(shapes().eye):
        assert is_eye(U(int(shapes().example[shape])), BLACK)
    place = Position.read(go(5), ".XXXX/XXXXX/XXXXX/XXXX./XXXX. b")
    assert set(drawn(place, EVEN, 50)) == {"E1", "E2"}


@pytest.mark.jit
@pytest.mark.parametrize("temperature", [1.0, 2.0])
def test_moves_are_drawn_in_proportion_to_their_weights(temperature):
    place = Position.read(go(5), "...../.XO../.OX../...../..... b").play("D3", "D2")
    weights = gammas.even()
    weights.shapes[:] = np.random.default_rng(1).normal(0, 0.7, len(weights.shapes))
    weights.features[:] = np.linspace(1.5, -1.5, len(FEATURES))
    marks = known(place)
    power = {
        v: weights.shapes[s] + sum(weights.features[list(FEATURES).index(f)] for f in fs)
        for v, (s, fs) in marks.items()
    }
    gamma = {v: np.exp(p / temperature) for v, p in power.items()}
    count = 40_000
    counts = drawn(place, SoftmaxTables(*gammas.tables_of(weights, temperature), 0), count)
    expected = {v: count * g / sum(gamma.values()) for v, g in gamma.items()}
    chi_square = sum((counts.get(v, 0) - e) ** 2 / e for v, e in expected.items())
    assert set(counts) <= set(expected) and len(expected) > 15
    assert chi_square < len(expected) + 4 * np.sqrt(2 * len(expected))


def features_after(diagram, *moves):
    """The features of each vertex that has some."""
    return {vertex: marks for vertex, (_, marks) in known(Position.read(go(5), diagram).play(*moves)).items() if marks}


def test_features_round_the_last_move():
    marks = features_after("...../...../.OX../...../..... b", "E1", "C4")
    assert {vertex for vertex in marks if "next" in marks[vertex]} == {"B4", "D4", "C5"}
    assert {vertex for vertex in marks if "diagonal" in marks[vertex]} == {"B5", "D5", "D3"}


def test_features_of_chains_in_atari():
    marks = features_after("...../.XO../XOX../...../..... b", "E1", "D3")
    assert marks["B2"] == {"capture", "rescue"}
    assert marks["C2"] == {"extend", "diagonal"}
    marks = features_after("XX.../OO.../XX.../...../..... b", "E1", "E2")
    assert marks["C4"] == {"capture", "captures"}


def test_a_stone_with_two_liberties_can_be_put_into_atari():
    marks = features_after("...../...../...../...../..... b", "E1", "A5")
    assert marks["A4"] == marks["B5"] == {"next", "atari"}


def test_a_blunder_is_a_self_atari():
    place = Position.read(go(5), ".O.../O..../...../...../..... b")
    marks = known(place)
    assert "A5" not in marks and "blunder" not in marks["C3"][1]
    place = Position.read(go(5), ".O.../...../...../...../..... b")
    assert known(place)["A5"][1] == {"blunder"}


def test_a_pass_where_no_move_is_left():
    place = Position.read(go(5), ".XXXX/XXXXX/XXXXX/XXXXX/XXXX. b")
    assert set(drawn(place, EVEN, 5)) == {"pass"}
    assert set(known(place)) == {"pass"}


def test_weights_survive_a_file(tmp_path):
    weights = gammas.from_theta(np.random.default_rng(2).normal(0, 1, len(gammas.even().theta)), by="test")
    weights.shapes[0] = 0.0
    gammas.save(weights, tmp_path / "w.json")
    found = gammas.load(str(tmp_path / "w.json"))
    assert np.allclose(found.theta, weights.theta, atol=1e-4) and found.made == {"by": "test"}
    assert [file.name for file in tmp_path.iterdir()] == ["w.json"]


def test_a_changed_file_is_read_again(tmp_path):
    path, weights = tmp_path / "w.json", gammas.even()
    gammas.save(weights, path)
    before = gammas.tables(str(path), 1.0)[1]
    weights.features[0] = 1.0
    gammas.save(weights, path)
    assert gammas.tables(str(path), 1.0)[1][0] > before[0] == 1.0


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[1]",
        '{"made": {}, "features": {"no": 1}, "shapes": {}}',
        '{"made": {}, "features": {}, "shapes": {"XO": 1}}',
        '{"made": {}, "features": {"next": 99}, "shapes": {}}',
        '{"made": {}, "features": {"next": "x"}, "shapes": {}}',
    ],
)
def test_a_corrupt_file_is_refused(tmp_path, content):
    (tmp_path / "w.json").write_text(content)
    with pytest.raises(BadText, match=r"w\.json"):
        gammas.load(str(tmp_path / "w.json"))


def test_missing_weights_are_refused():
    with pytest.raises(BadSpec, match="nowhere"):
        Softmax(weights="nowhere").prepared(position("go5"))
    with pytest.raises(BadSpec, match="temperature"):
        Softmax(temperature=0.0).prepared(position("go5"))


def test_the_shipped_weights_say_how_they_were_made():
    for path in gammas.SHIPPED.glob("*.json"):
        made = json.loads(path.read_text())["made"]
        assert made["method"] and made["player"], path
    assert gammas.load("yomi").made["commands"]


def test_a_spec_names_weights():
    spec = parse("uct playout=softmax(weights=mine.json,temperature=2)")
    assert spec.playout == Softmax("mine.json", 2.0)
    assert parse(str(spec)) == spec


@pytest.mark.parametrize("game, best", [("tictactoe", "B2"), ("nim", None)])
def test_other_games_play_random_moves(game, best):
    found = player("uct playout=softmax simulations=300").search(position(game))
    assert sum(found.visits) > 0 and (best is None or found.best == best)


def test_traits_of_another_game_are_its_moves():
    place = Position.start(lines.TICTACTOE_GAME)
    assert list(known(place)) == place.moves


@pytest.mark.jit
def test_a_playout_ends_with_a_result():
    place = Position.start(go(5))
    trace, out, rng = new_trace(place.game.length), np.empty(place.game.width, np.int32), seeded(1)
    tables = Softmax().prepared(place)
    results = [evaluate(tables, place.root.copy()[0], trace, out, rng) for _ in range(50)]
    assert set(results) == {0.0, 1.0}
