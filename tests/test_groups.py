"""Large boards: the tree looks at the groups round the last moves, playouts stay in a zone whose score is adjusted."""

import numpy as np
import pytest

from yomi.games.catalog import start
from yomi.games.go.game import go
from yomi.games.hints import local_moves, local_points, pick, play_out
from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.kernel.trace import new_trace
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.value.evaluate import evaluate
from yomi.value.mogo import Mogo
from yomi.value.zone import Zone, ZonePlayout, adjusted_rest

APART = "X......../........./........./........./........./........./........./........./........O"


def group(position: Position, distance: int) -> set[str]:
    """The empty vertices of the groups round the last two moves."""
    inside = np.zeros(512, np.uint8)
    local_points(position.root.copy()[0], distance, inside)
    empty = [p for p in np.flatnonzero(inside) if position.state.colour[p] == 0]
    return {position.text(int(p)) for p in empty}


def test_a_group_is_the_empty_points_near_its_stones():
    position = Position.start(go(9)).play("A9", "pass")
    assert group(position, 1) == {"A8", "B9"}
    assert group(position, 2) == {"A8", "B9", "A7", "B8", "C9"}


def test_stones_close_to_each_other_are_one_group():
    position = Position.start(go(9)).play("D9", "B9", "pass")  # two apart: B9 and D9 share C9
    assert group(position, 1) >= {"C9", "E9", "D8", "A9", "B8"}


def test_stones_far_from_each_other_are_two_groups_of_the_last_two_moves():
    position = Position.read(go(9), APART.replace("X", ".").replace("O", ".") + " b").play("A9", "J1")
    assert group(position, 1) == {"A8", "B9", "J2", "H1"}
    older = position.play("E5", "E6")
    assert group(older, 1) == {"D5", "F5", "E4", "D6", "F6", "E7"}


def test_the_tree_keeps_moves_of_the_groups_and_the_pass():
    position = Position.start(go(9)).play("E5", "E6")
    out = np.zeros(82, np.int32)
    out[: len(position.legal)] = position.legal
    kept = local_moves(position.root.copy()[0], 2, out, len(position.legal))
    assert {position.text(int(move)) for move in out[:kept]} == group(position, 2) | {"pass"}


def test_too_few_moves_are_no_choice():
    position = Position.start(go(9)).play("A9", "J1")
    out = np.zeros(82, np.int32)
    out[: len(position.legal)] = position.legal
    assert local_moves(position.root.copy()[0], 1, out, len(position.legal)) == len(position.legal)


def test_a_search_with_groups_has_fewer_moves():
    position = start("go9").play("C3", "G7", "C4")
    everywhere, near = (
        Player(parse(f"evenrave {words} simulations=30 memory=20")).search(position)
        for words in ("moves=everything", "moves=groups(distance=2)")
    )
    assert 10 < len(near.moves) < len(everywhere.moves)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_the_rest_of_the_board_is_adjusted_by_the_formula(alpha):
    """With s0 as expected the whole is worth alpha times the true lead, komi included [MOGO eq.2]."""
    zone, rest, komi = 11.0, 4.5, 7.5
    assert zone + adjusted_rest(alpha, zone, rest, komi) - komi == pytest.approx(alpha * (zone + rest - komi))


def test_playouts_stay_inside_the_zone():
    position = start("go5").play("C3", "C4")
    inside = np.zeros(64, np.uint8)
    inside[[position.number(vertex) for vertex in ("A1", "B1", "B2", "A2", "D5")]] = 1
    zone, trace = ZonePlayout(Mogo(), inside, 0.0), new_trace(400)
    state = position.root.copy()[0]
    play_out(state, zone, 1 << 30, 0.0, trace, np.empty(26, np.int32), seeded(3))
    played = set(trace.moves[: trace.length[1]].tolist())
    assert played <= set(np.flatnonzero(inside).tolist()) | {0}
    assert int(pick(zone, position.root.copy()[0], np.empty(26, np.int32), seeded(1))) in played | set(
        np.flatnonzero(inside)
    )


def test_a_zone_is_won_by_what_is_needed():
    """All of a finished board is black's: 25 points are enough if 24 are needed, not if 26 are."""
    position = Position.read(go(5), "XXXXX/X.X.X/XXXXX/X.X.X/XXXXX b")
    inside = np.ones(64, np.uint8)
    for needed, black_wins in ((24.0, 1.0), (26.0, 0.0), (25.0, 0.5)):
        zone = ZonePlayout(Mogo(), inside, needed)
        for side, expected in ((0, black_wins), (1, 1.0 - black_wins)):
            state = position.with_side(side).root.copy()[0]
            assert evaluate(zone, state, new_trace(200), np.empty(26, np.int32), seeded(1)) == expected


def test_a_zone_is_prepared_from_the_position_and_games_without_points_have_none():
    assert isinstance(Zone(estimates=10).prepared(start("go5").play("C3")), ZonePlayout)
    assert Zone().prepared(start("go5")) == Mogo()
    assert Zone().prepared(start("tictactoe")) == Mogo()
    found = Player(parse("uct playout=zone(estimates=20) simulations=30 memory=20")).search(
        start("go5").play("C3", "C2")
    )
    assert found.simulations == 30
