"""How games of shogi begin and end: stalemate, limit, handicap, repetition, the declaration of an entered king."""

import numpy as np
import pytest
from shogi_positions import KINGS, mini, shogi, text, turned, turned_move

from yomi.errors import BadText
from yomi.games.catalog import start
from yomi.games.shogi.board import TOP

CHASE = "4k4/9/9/9/5R3/9/9/9/4K4 b - 1"  # a rook that can follow the king for ever
CHASED = "4k4/9/9/9/4R4/9/9/9/4K4 w - 1"
ROUND = ("4e5e", "5a4a", "5e4e", "4a5a")
ENTERED = "GGGGKSSSS/+P+P7/9/9/9/9/9/9/8k b {} 1"  # ten pieces beside the king, ten points


# Stalemate, limit, handicap


def test_a_player_without_a_legal_move_has_lost():
    stalemate = "1r2k/5/s4/5/K4 b {} 1"
    position = mini(stalemate.format("-"))
    assert (position.result, position.winner, position.moves) == (-1, 1, [])
    assert mini(turned(stalemate.format("-"))).winner == 0
    assert mini(stalemate.format("P")).result is None


def test_the_game_is_drawn_after_so_many_moves():
    position = start("shogi(limit=2)").play("7g7f")
    assert position.result is None
    assert position.play("3c3d").result == 0


def test_mate_with_the_last_move_counts():
    assert shogi("8k/6S2/7GP/9/9/9/9/9/4K4 b - 1", limit=1).play("1c1b").winner == 0


@pytest.mark.parametrize("limit", ["0", "513", "many"])
def test_a_limit_that_cannot_be_is_refused(limit):
    with pytest.raises(BadText, match="limit"):
        start(f"shogi(limit={limit})")


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("lance", "1a"),
        ("bishop", "2b"),
        ("rook", "8b"),
        ("rook-lance", "8b 1a"),
        ("two", "8b 2b"),
        ("four", "8b 2b 1a 9a"),
        ("six", "8b 2b 1a 9a 2a 8a"),
        ("eight", "8b 2b 1a 9a 2a 8a 3a 7a"),
    ],
)
def test_white_gives_a_handicap_and_moves_first(name, without):
    even, position = start("shogi"), start(f"shogi(handicap={name})")
    gone = np.flatnonzero(even.state.board != position.state.board)
    assert {f"{9 - at % 10}{'abcdefghi'[at // 10 - TOP]}" for at in map(int, gone)} == set(without.split())
    assert position.side == 1
    assert position.result is None
    assert all(move[1] in "abc" for move in position.moves)


def test_an_unknown_handicap_is_refused():
    with pytest.raises(BadText, match="expected one of lance, bishop"):
        start("shogi(handicap=queen)")
    with pytest.raises(BadText, match="handicap"):
        start("minishogi(handicap=rook)")


# Repetition


def test_the_fourth_time_is_a_draw():
    there_and_back = ("5i5h", "5a5b", "5h5i", "5b5a")
    position = shogi(KINGS).play(*there_and_back * 2, *there_and_back[:3])
    assert position.result is None
    assert position.play("5b5a").result == 0
    assert position.play("5b5a").winner is None


def test_other_moves_may_come_between_the_repetitions():
    position = shogi(KINGS)
    for aside, back in (("5i5h", "5h5i"), ("5i4h", "4h5i"), ("5i6h", "6h5i")):
        assert position.result is None
        position = position.play(aside, "5a5b", back, "5b5a")
    assert position.result == 0


def test_a_position_with_other_hands_is_another():
    position = shogi("4k4/9/9/9/9/9/9/9/4K4 b 5P 1")
    for _ in range(5):
        position = position.play("P*5b", "5a5b", "5i5h", "5b4a", "5h5i", "4a5a")
    assert text(position) == "4k4/9/9/9/9/9/9/9/4K4 b 5p 31"
    assert position.result is None


def test_a_position_with_the_other_side_to_move_is_another():
    lost, regained = ("5i5h", "5a5b", "5h4i", "5b5a", "4i5i"), ("5a5b", "5i5h", "5b4a", "5h5i", "4a5a")
    position = shogi(KINGS).play(*lost, *regained, *lost, *regained, *lost)
    assert text(position).startswith("4k4/9/9/9/9/9/9/9/4K4 w")
    assert position.result is None
    assert position.play(*regained).result == 0


@pytest.mark.parametrize("look", [str, turned], ids=["black", "white"])
def test_perpetual_check_loses_when_the_checker_is_to_move(look):
    checker = "bw".index(look(CHASE).split()[1])
    moves = [move if look is str else turned_move(move, 9) for move in ROUND * 3]
    position = shogi(look(CHASE)).play(*moves[:-1])
    assert position.result is None
    position = position.play(moves[-1])
    assert (position.side, position.result, position.winner) == (checker, -1, 1 - checker)


@pytest.mark.parametrize("look", [str, turned], ids=["black", "white"])
def test_perpetual_check_loses_when_the_evader_is_to_move(look):
    evader = "bw".index(look(CHASED).split()[1])
    moves = [move if look is str else turned_move(move, 9) for move in (*ROUND[1:], ROUND[0]) * 3]
    position = shogi(look(CHASED)).play(*moves[:-1])
    assert position.result is None
    position = position.play(moves[-1])
    assert (position.side, position.result, position.winner) == (evader, 1, evader)


def test_one_quiet_move_among_the_checks_makes_it_a_draw():
    quiet = ("4e3e", "5a4a", "3e4e", "4a5a")
    assert shogi(CHASE).play(*ROUND, *quiet, *ROUND).result == 0


def test_a_quiet_move_before_the_repetition_does_not_help_the_checker():
    position = shogi("3k5/9/9/9/5R3/9/9/4K4/9 b - 1").play("5h5i", "6a5a", *ROUND * 3)
    assert position.result == -1


def test_with_first_loses_black_loses_a_repetition():
    there_and_back = ("5e4e", "1a2a", "4e5e", "2a1a")
    kings = "4k/5/5/5/K4 b - 1"
    assert mini(kings).play(*there_and_back * 3).result == 0
    assert mini(kings, repetition="first-loses").play(*there_and_back * 3).winner == 1
    moved = mini("4k/5/5/5/K4 w - 1", repetition="first-loses")
    assert moved.play(*("1a2a", "5e4e", "2a1a", "4e5e") * 3).winner == 1


def test_with_first_loses_perpetual_check_still_loses_for_the_checker():
    moves = [turned_move(move, 9) for move in ROUND * 3]
    assert shogi(turned(CHASE), repetition="first-loses").play(*moves).winner == 0


def test_an_unknown_repetition_is_refused():
    with pytest.raises(BadText, match="expected one of draw, first-loses"):
        start("shogi(repetition=win)")


# The declaration of an entered king


@pytest.mark.parametrize(
    ("look", "hand", "result"), [(str, "2RB2P", None), (str, "2RB3P", 1), (turned, "2RBP", None), (turned, "2RB2P", 1)]
)
def test_black_declares_with_28_points_and_white_with_27(look, hand, result):
    assert shogi(look(ENTERED.format(hand))).result == result


@pytest.mark.parametrize(
    "sfen",
    [
        "GGGGKSSSS/+P8/9/+P8/9/9/9/9/8k b 2R2B5P 1",
        "GGGG1SSSS/+P+P7/9/4K4/9/9/9/9/8k b 2R2B5P 1",
        "GGGGKSSSS/+P+P7/9/9/9/4r4/9/9/8k b R2B5P 1",
        "GGGGKSSSS/+P+P7/9/BBRR5/9/9/9/9/8k b 2P 1",
        "GGGGKSSSS/+P+P7/9/9/9/9/9/9/8k w 2R2B5P 1",
    ],
    ids=["nine pieces inside", "king outside", "in check", "points outside", "the other side to move"],
)
def test_without_all_conditions_there_is_no_declaration(sfen):
    assert shogi(sfen).result is None
    assert shogi(sfen, entering=24).result is None


def test_rooks_and_bishops_inside_count_five_points_promoted_or_not():
    assert shogi("GGGGKSSSS/R+RB6/9/9/9/9/9/9/8k b 4P 1").result is None
    assert shogi("GGGGKSSSS/R+RB6/9/9/9/9/9/9/8k b 5P 1").result == 1


@pytest.mark.parametrize(
    ("hand", "result"), [("2R3P", None), ("2R4P", 0), ("2R2B", 0), ("2R2BP", 1)], ids=["23", "24", "30", "31"]
)
def test_by_the_24_point_rule_31_points_win_and_24_draw(hand, result):
    assert shogi(ENTERED.format(hand), entering=24).result == result
    assert shogi(turned(ENTERED.format(hand)), entering=24).result == result


def test_the_declaration_can_be_switched_off():
    assert shogi(ENTERED.format("2R2B8P"), entering=0).result is None


def test_other_declarations_are_refused_and_the_small_board_has_none():
    with pytest.raises(BadText, match="expected 27, 24 or 0"):
        start("shogi(entering=30)")
    with pytest.raises(BadText, match="no option 'entering'"):
        start("minishogi(entering=27)")
