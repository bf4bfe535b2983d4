"""Playouts: uniform, without filling eyes, truncated on demand, preferring captures on demand."""

import numpy as np
import pytest

from yomi.games.go.game import go
from yomi.games.hints import capture_move, random_move, survey
from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.kernel.trace import new_trace
from yomi.value.ownership import ownership
from yomi.value.playout import Captures, Random, playout


def scratch(game, seed=1):
    return new_trace(game.length), np.empty(game.width, np.int32), seeded(seed)


def drawn(position, count=400, seed=1):
    """How often each vertex is drawn."""
    out, rng, found = np.empty(position.game.width, np.int32), seeded(seed), {}
    for _ in range(count):
        move = position.text(int(random_move(position.root.copy()[0], out, rng)))
        found[move] = found.get(move, 0) + 1
    return found


def test_an_eye_is_never_filled():
    position = Position.read(go(3), ".XX/XX./XX. b")
    assert set(drawn(position, 50)) == {"C1", "C2"}


def test_a_false_eye_may_be_filled():
    position = Position.read(go(5), "...../.OXO./.X.X./..X../..... b")
    assert "C3" in drawn(position)


def test_a_suicide_is_never_drawn():
    position = Position.read(go(3), ".O./O.O/XXX w")
    assert "A3" not in drawn(position.with_side(0))


def test_a_playout_passes_when_only_eyes_are_left():
    position = Position.read(go(2), "X./.X b")
    assert set(drawn(position, 10)) == {"pass"}


@pytest.mark.jit
def test_random_moves_are_uniform():
    counts = drawn(Position.start(go(3)), 9000)
    assert len(counts) == 9
    chi_square = sum((n - 1000) ** 2 / 1000 for n in counts.values())
    assert chi_square < 26.1  # 8 degrees of freedom, p = 0.001


@pytest.mark.jit
def test_random_moves_stay_uniform_where_some_are_refused():
    position = Position.read(go(3), ".X./X../... w")  # A3 is an eye of black: suicide for white
    counts = drawn(position, 6000)
    assert "A3" not in counts and len(counts) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5  # 5 degrees of freedom


def test_a_capture_is_found_and_a_ko_is_not_taken_back():
    position = Position.read(go(3), ".X./XO./... b")
    out, rng = np.empty(10, np.int32), seeded(1)
    survey(position.root[0])
    assert int(capture_move(position.root[0], out, rng)) == -1
    position = position.play("B1", "C1")
    survey(position.root[0])
    assert position.text(int(capture_move(position.root[0], out, rng))) == "C2"


def test_a_truncated_playout_estimates():
    game = go(3)
    position = Position.read(game, "XXX/XXX/X.. b")
    assert playout(Random(depth=1), position.root.copy()[0], *scratch(game)) == 1.0


@pytest.mark.parametrize("lead", [9, 20])
def test_mercy_ends_a_playout_at_a_lead_in_stones(lead):
    """The game stops with the capture that makes the lead larger than allowed, and the leader has won."""
    position, ends = Position.start(go(9)), 0
    for seed in range(12):
        trace, out, rng = scratch(position.game, seed)
        state = position.root.copy()[0]
        policy = Random(mercy=lead / 81)
        result = playout(policy, state, trace, out, rng)
        black, white = (int((state.colour == colour).sum()) for colour in (1, 2))
        if state.passes < 2:
            ends += 1
            assert abs(black - white) > lead and (result == 1.0) == (black > white)
        else:
            assert trace.length[1] > 80
    assert ends > 3


def test_the_result_is_for_the_player_to_move():
    game = go(3)
    for turn, expected in (("b", 1.0), ("w", 0.0)):
        position = Position.read(game, f"XX./XX./.XX {turn}")
        results = {playout(policy, position.root.copy()[0], *scratch(game)) for policy in (Random(), Captures())}
        assert results == {expected}


def test_ownership_is_certain_where_nothing_can_change():
    game = go(3)
    position = Position.read(game, "XX./XX./.XX b")
    owner = ownership(Random(), position.root, 20, *scratch(game))
    assert float(np.sum(owner)) == 9.0


def test_games_without_points_have_no_ownership():
    from yomi.games.toy import nim

    assert len(ownership(Random(), nim.start(5), 3, *scratch(nim.GAME))) == 0
