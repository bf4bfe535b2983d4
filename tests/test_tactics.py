"""Tactics that playouts and priors use: liberties, ataris, ladders, vital points, and what each rule finds."""

import numpy as np
import pytest

from yomi.games.go.board import in_atari
from yomi.games.go.fate import FAR, distances
from yomi.games.go.game import go
from yomi.games.go.ladder import is_caught, runs_free
from yomi.games.go.liberties import first_liberties, is_self_atari, last_liberty, liberties_after
from yomi.games.go.text import board_size, points
from yomi.games.hints import (
    blunder,
    capture_move,
    earlier_pattern_move,
    escape_move,
    nakade_move,
    open_move,
    pattern_move,
    pressing_move,
    punish_move,
    random_move_inside,
    survey,
    watch,
)
from yomi.games.position import Position
from yomi.kernel.rng import U, seeded
from yomi.kernel.trace import new_trace
from yomi.value.mogo import Mogo
from yomi.value.playout import Random, playout


def read(board: str, turn: str = "b", size: int = 5) -> Position:
    return Position.read(go(size), f"{board} {turn}")


def found(rule, position: Position, times: int = 30) -> set[str]:
    """The moves a rule finds, -1 for none."""
    state, out, rng = position.root.copy()[0], np.empty(position.game.width, np.int32), seeded(1)
    survey(state)
    moves = {int(rule(state, out, rng)) for _ in range(times)}
    return {position.text(move) if move >= 0 else "none" for move in moves}


def all_liberties(position: Position, p: int) -> set[int]:
    """The liberties of a chain, by looking at the board."""
    state, row = position.state, board_size(position.state) + 1
    chain = {q for q in points(row - 1) if state.colour[q] and state.chain[q] == state.chain[p]}
    around = {q + step for q in chain for step in (-row, -1, 1, row)}
    return {q for q in around if state.colour[q] == 0}


@pytest.mark.parametrize("seed", range(3))
def test_few_liberties_are_counted_exactly(seed):
    dice, position = np.random.default_rng(seed), Position.start(go(5))
    for _ in range(40):
        if position.over:
            break
        for p in points(5):
            if position.state.colour[p]:
                true = all_liberties(position, p)
                n, a, b = first_liberties(position.root[0], U(position.state.chain[p]))
                assert n == min(len(true), 3)
                assert n > 2 or {int(a), int(b)} - {0} == true
                packed = position.state.liberties[position.state.chain[p]]
                assert bool(in_atari(packed)) == (len(true) == 1)
                assert len(true) != 1 or {int(last_liberty(packed))} == true
        for move in position.legal:
            if move:
                check_liberties_after(position, move)
        position = position.play(int(dice.choice(position.legal)))


def check_liberties_after(position: Position, move: int) -> None:
    """What `liberties_after` foretells is what playing shows; several stones taken at once count as room enough."""
    after = position.play(move)
    taken = int(after.state.captured.sum() - position.state.captured.sum())
    foretold = liberties_after(position.root[0], U(move), U(position.state.turn), 3)
    if taken < 2:
        assert foretold == min(3, len(all_liberties(after, move)))
        assert bool(is_self_atari(position.root[0], U(move), U(position.state.turn))) == (foretold < 2)


LADDER = "........./........./...XX..../..XO...../...X...../........./........./........./........."


def point(vertex: str, size: int = 9) -> np.uint64:
    return U(Position.start(go(size)).number(vertex))


def chain_at(position: Position, vertex: str) -> tuple[np.record, np.uint64]:
    """A copy of the position, and the head of the chain at a vertex."""
    state = position.root.copy()[0]
    return state, U(state.chain[point(vertex, board_size(state))])


def test_a_ladder_catches_what_runs_to_the_edge():
    state, head = chain_at(read(LADDER, "w", 9), "D6")
    before = state.colour.copy()
    assert not runs_free(state, head, U(last_liberty(state.liberties[head])))
    assert (state.colour == before).all()


@pytest.mark.parametrize("breaker", ["........./......O../.........", "........./.......O./........."])
def test_a_stone_in_the_way_breaks_a_ladder(breaker):
    board = LADDER.rsplit("/", 3)[0] + "/" + breaker
    state, head = chain_at(read(board, "w", 9), "D6")
    assert runs_free(state, head, U(last_liberty(state.liberties[head])))


def test_an_atari_catches_only_from_the_right_side():
    position = read(LADDER.replace("...XX....", "....X....").replace("/.........", "/.O.......", 1), "b", 9)
    state, head = chain_at(position, "D6")
    assert is_caught(state, head, point("D7"), point("E6"))
    assert not is_caught(state, head, point("E6"), point("D7"))


def test_a_chain_in_atari_is_saved_by_extension_or_by_capture():
    position = read("...../..O../.OX../...../.....", "w").play("D3")  # black's C3 has one liberty left
    assert found(escape_move, position) == {"C2"}
    position = read(".XX../XO.X./OX.../O.O../.....", "w").play("C3")  # B3 can only be saved by taking B4
    assert found(escape_move, position) == {"C4"}


def test_a_stone_that_would_stay_in_atari_is_not_extended():
    position = read(".O.../OX.../...../O..../.....", "w").play("C4")
    assert found(escape_move, position) == {"B3"}
    lost = read(".O.../OX.../O.O../...../.....", "w").play("C4")
    assert found(escape_move, lost) == {"none"}


def test_the_last_stone_is_taken_when_it_put_itself_into_atari():
    position = read("..X../.X.X./...../...../.....", "w")
    assert found(punish_move, position.play("C4")) == {"C3"}
    assert found(punish_move, position.play("E1")) == {"none"}


def test_captures_are_found_anywhere_on_the_board():
    position = read("OX.../...../...../...../.X.O.", "w").play("E5").play("C5")
    assert found(capture_move, position.with_side(0)) == {"A4"}


def test_ataris_are_noted_as_they_arise():
    position = read(".X.../XO.../.X.../...../.....", "b")
    state, out, rng = position.root.copy()[0], np.empty(26, np.int32), seeded(1)
    survey(state)
    assert int(capture_move(state, out, rng)) == position.number("C4")
    quiet = read(".X.../XO.../...../...../.....", "b")
    state = quiet.root.copy()[0]
    survey(state)
    assert int(capture_move(state, out, rng)) == -1
    after = quiet.play("B3", "E1")
    state = after.root.copy()[0]
    state.last = quiet.number("B3")
    watch(state)
    assert int(capture_move(state, out, rng)) == quiet.number("C4")


def test_patterns_are_played_round_the_last_move_and_the_one_before():
    position = read("...../.XO../...../...../.....", "b").play("E1", "C3")
    near = {"B2", "C2", "D2", "B3", "D3", "D4"}
    assert found(pattern_move, position) <= near | {"none"} and found(pattern_move, position) != {"none"}
    later = position.play("pass")
    assert found(pattern_move, later) == {"none"}
    assert found(earlier_pattern_move, later) <= near


@pytest.mark.parametrize(
    "board, vital",
    [
        ("...*./OOOO./...../...../.....", "B5"),  # three in a row
        ("..*../.OO../OO.../...../.....", "A5"),  # a bent three
        ("O.O../...*./OOO../...../.....", "B4"),  # a pyramid
        ("O.O../...*./O.O../.O.../.....", "B4"),  # a cross
        ("..*../..O../.OO../OO.../.....", "A4"),  # a bulky five: the point with three neighbours
        ("....*/OOOOO/...../...../.....", "none"),  # four in a row live
        ("..*../..O../OOO../...../.....", "none"),  # a square is dead as it is
        ("...*./OOXO./...../...../.....", "none"),  # not closed by one colour
    ],
)
def test_the_vital_point_of_a_small_space_is_played(board, vital):
    """White has just closed the space by the stone `*`."""
    row, column = next((r, line.index("*")) for r, line in enumerate(board.split("/")) if "*" in line)
    position = read(board.replace("*", "."), "w").play(f"{'ABCDE'[column]}{5 - row}")
    assert found(nakade_move, position) == {vital}


def test_two_liberties_call_for_an_atari_that_catches():
    board = LADDER.replace("...XX....", "....X....").replace("/.........", "/.O.......", 1)
    position = read(board.replace("..XO", "..X."), "w", 9).play("D6")
    assert found(pressing_move, position) == {"D7"}  # from E6 white would get away


PRESSED = "........./........./........./..OX...../....O..../........./........./........./........."


def test_an_own_chain_about_to_be_caught_gets_room():
    position = read(PRESSED, "w", 9).play("D5")  # next D7 would catch D6 in a ladder
    assert found(pressing_move, position) == {"D7", "E6"}
    assert found(pressing_move, read(PRESSED, "w", 9).play("E7")) == {"none"}  # touches nothing of black's
    broken = read(PRESSED.replace("........./", "......X../", 1), "w", 9).play("D5")  # a stone where the ladder goes
    assert found(pressing_move, broken) == {"none"}


def test_a_move_in_the_open_has_nothing_round_it():
    position = read("........./........./........./........./........./........./........./........./X........", "w", 9)
    state, rng = position.root.copy()[0], seeded(1)
    found_ = {position.text(int(open_move(state, 5, rng))) for _ in range(200)}
    assert not found_ & {"A1", "A2", "B1", "B2"}


def test_a_self_atari_is_a_blunder():
    position = read("...../...../...../.O.../O....", "b")
    assert blunder(position.root.copy()[0], position.number("B1"))
    assert not blunder(position.root.copy()[0], position.number("C3"))
    assert not blunder(position.root.copy()[0], 0)


def test_distance_on_the_common_fate_graph_counts_chains_as_one():
    position = read("XXXX./...../...../...../.....", "b")
    far = distances(position.root[0], point("A5", 5), 2)
    assert [int(far[position.number(vertex)]) for vertex in ("D4", "E5", "D3", "E4")] == [1, 1, 2, 2]
    assert int(far[position.number("C1")]) == FAR


def test_random_moves_stay_inside_a_zone():
    position, inside = Position.start(go(5)), np.zeros(64, np.uint8)
    inside[[position.number(vertex) for vertex in ("A1", "B3")]] = 1
    assert {position.text(int(random_move_inside(position.root.copy()[0], inside, np.empty(26, np.int32), rng)))
            for rng in (seeded(k) for k in range(20))} == {"A1", "B3"}  # fmt: skip


def outcome_and_moves(policy, position, seed):
    """One playout: its result and the moves it played."""
    trace = new_trace(200)
    result = playout(policy, position.root.copy()[0], trace, np.empty(26, np.int32), seeded(seed))
    return result, trace.moves[: trace.length[1]].tolist()


OFF = Mogo(*(type(default)(0) for default in Mogo._field_defaults.values()))


@pytest.mark.parametrize("seed", range(5))
def test_with_all_rules_off_a_playout_is_random(seed):
    position = Position.start(go(5))
    assert outcome_and_moves(OFF, position, seed) == outcome_and_moves(Random(), position, seed)


@pytest.mark.parametrize("rule", [name for name in Mogo._fields if name not in ("depth", "bonus", "mercy")])
def test_every_rule_changes_playouts(rule):
    position = Position.start(go(5))
    on = OFF._replace(**{rule: type(Mogo._field_defaults[rule])(1)})
    assert any(outcome_and_moves(on, position, k) != outcome_and_moves(OFF, position, k) for k in range(20))
