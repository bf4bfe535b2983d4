"""What every game of the catalog promises, checked by random play; a new game joins by joining the catalog."""

import os
import random

import numpy as np
import pytest

from yomi.errors import BadText, IllegalMove
from yomi.games.catalog import GAMES
from yomi.games.game import Game
from yomi.games.hints import candidates, capture_move, estimate, owners, play_out, random_move
from yomi.games.position import Position
from yomi.games.rules import RUNNING, outcome
from yomi.kernel.rng import seeded
from yomi.kernel.trace import new_trace
from yomi.value.playout import Captures, Random

CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
QUICK = ("go2", "go5", "go9")  # each board size is compiled anew: the other sizes are checked by -m slow


def marks_of(game: Game) -> list[pytest.MarkDecorator]:
    """go9 and shogi are slow without the compiler, the sizes that are not in QUICK are slow with it.

    With bounds checks everything is compiled once more: go5 and 5x5 shogi stand for the larger boards there.
    """
    if CHECKED and game.name in ("go2", "go9", "shogi"):
        return [pytest.mark.slow]
    if not is_go(game) or game.name in QUICK:
        return [pytest.mark.jit] if game.name in ("go9", "shogi") else []
    return [pytest.mark.slow, pytest.mark.jit]


def is_go(game: Game) -> bool:
    return game.name.startswith("go")


@pytest.fixture(params=[pytest.param(game, marks=marks_of(game), id=game.name) for game in GAMES.values()])
def game(request) -> Game:
    return request.param


def random_game(game: Game, seed: int, most: int = 60) -> list[Position]:
    """The positions of a random game, at most so many moves of it."""
    dice, passed = random.Random(seed), [Position.start(game)]
    while not passed[-1].over and len(passed) <= most:
        passed.append(passed[-1].play(dice.choice(passed[-1].legal)))
    return passed


def running(game: Game) -> list[Position]:
    """The positions of a few random games in which a move is to be made."""
    return [position for seed in range(3) for position in random_game(game, seed) if not position.over]


def scratch(game: Game) -> np.ndarray:
    return np.empty(game.width, np.int32)


def test_legal_moves_are_different_numbers_in_range_and_at_most_the_width(game):
    for position in running(game):
        assert 1 <= len(position.legal) <= game.width
        assert len(set(position.legal)) == len(position.legal)
        assert all(0 <= move <= 32767 for move in position.legal)


def test_playing_leaves_the_old_position_as_it_was(game):
    for position in running(game):
        before = position.root.tobytes()
        for move in position.legal:
            position.play(move)
        assert position.root.tobytes() == before


def test_a_record_copied_is_the_same_position(game):
    for position in running(game):
        twin = Position.of(game, position.root.copy())
        assert (twin.key, twin.side, twin.legal, str(twin)) == (
            position.key,
            position.side,
            position.legal,
            str(position),
        )


def test_sides_alternate(game):
    sides = [position.side for position in random_game(game, seed=1)]
    assert sides == [k % 2 for k in range(len(sides))]


def test_a_finished_game_has_a_result_and_its_winner_is_the_side_it_favours(game):
    ended = 0
    for seed in range(6):
        last = random_game(game, seed, most=game.length)[-1]
        assert last.over
        assert last.result in (-1, 0, 1)
        assert last.winner == {1: last.side, 0: None, -1: 1 - last.side}[last.result]
        assert last.moves == []
        ended += last.result != 0
    assert ended > 0


def test_a_game_ends_within_the_length_of_the_game(game):
    for seed in range(6):
        assert random_game(game, seed, most=game.length + 1)[-1].over


def test_move_text_is_read_back(game):
    for position in running(game):
        texts = [position.text(move) for move in position.legal]
        assert [game.read_move(position.state, text) for text in texts] == position.legal
        assert position.moves == texts


def test_position_text_is_read_back(game):
    if game.position_text is None:
        pytest.skip("this game writes no positions")
    for position in running(game):
        text = game.position_text(position.state)
        twin = Position.read(game, text)
        assert game.position_text(twin.state) == text
        assert twin.side == position.side
        if not is_go(game):  # of Go the text has the stones, not the ko or the past
            assert (twin.legal, twin.key, twin.result) == (position.legal, position.key, position.result)


def test_equal_positions_have_equal_keys_and_a_move_changes_the_key(game):
    for position in running(game):
        keys = [position.play(move).key for move in position.legal]
        assert keys == [position.play(move).key for move in position.legal]
        assert position.key not in keys
        assert len(set(keys)) == len(keys)


def test_candidates_are_legal_moves_and_there_is_one(game):
    for position in running(game):
        out = scratch(game)
        found = out[: candidates(position.root.copy()[0], out)].tolist()
        assert len(found) >= 1
        assert set(found) <= set(position.legal)
        assert len(set(found)) == len(found)


def test_random_moves_and_captures_are_legal(game):
    rng = seeded(1)
    for position in random_game_by_simple_rules(game):
        for _ in range(5):
            state = position.root.copy()[0]
            assert random_move(state, scratch(game), rng) in position.legal
            captured = capture_move(state, scratch(game), rng)
            assert captured == -1 or captured in position.legal


def random_game_by_simple_rules(game: Game) -> list[Position]:
    """A random game; in Go without superko, which playouts do not ask for."""
    dice = random.Random(1)
    passed = [Position.start(game, superko="simple") if is_go(game) else Position.start(game)]
    while not passed[-1].over and len(passed) < 60:
        passed.append(passed[-1].play(dice.choice(passed[-1].legal[:-1] or passed[-1].legal)))
    return [position for position in passed if not position.over]


@pytest.mark.parametrize("policy", [Random(), Captures()], ids=["random", "captures"])
def test_a_playout_ends_the_game_and_notes_its_moves(game, policy):
    rng = seeded(2)
    for position in running(game)[::4]:
        state, trace = position.root.copy()[0], new_trace(game.length)
        played = play_out(state, policy, 1 << 30, 0.0, trace, scratch(game), rng)
        assert outcome(state) != RUNNING
        assert played == trace.length[1]
        assert played <= game.length


def test_a_truncated_playout_stops_where_it_is_told(game):
    for plies in (0, 1, 3):
        position = Position.start(game)
        state, trace = position.root.copy()[0], new_trace(game.length)
        assert play_out(state, Random(), plies, 0.0, trace, scratch(game), seeded(3)) == plies
        assert trace.moves[: trace.length[1]].shape == (plies,)


def test_estimates_are_chances(game):
    for position in running(game):
        assert 0.0 <= estimate(position.state) <= 1.0


def test_owners_are_signs_and_no_more_of_them_are_written_than_there_are_points(game):
    for position in running(game):
        out = np.full(1024, 9, np.int8)
        count = owners(position.state, out)
        assert set(out[:count].tolist()) <= {-1, 0, 1}
        assert (out[count:] == 9).all()


def test_a_drawing_is_text_of_several_characters(game):
    for position in running(game)[::5]:
        assert isinstance(str(position), str)
        assert len(str(position)) > 3


@pytest.mark.parametrize("text", ["", " ", "?", "no such move", "A999", "-1", "é", "１2345678901"])
def test_a_bad_move_text_is_refused(game, text):
    with pytest.raises((BadText, IllegalMove)):
        Position.start(game).play(text)
    if text in ("", " ", "?", "no such move"):
        with pytest.raises(BadText):
            game.read_move(Position.start(game).state, text)


def test_an_illegal_number_is_refused(game):
    with pytest.raises(IllegalMove):
        Position.start(game).play(32767)


def test_an_unknown_option_is_refused_by_its_name(game):
    with pytest.raises(BadText, match="colour_of_the_table"):
        Position.start(game, colour_of_the_table="red")


def test_a_bad_position_text_is_refused(game):
    for text in ("", "nonsense", "1/2/3 first"):
        with pytest.raises(BadText):
            Position.read(game, text)
