"""The rules of shogi and 5x5 shogi by positions: promotion, drops, checks, and the end of the game."""

import numpy as np
import pytest
from shogi_positions import KINGS, text, turned, turned_move

from yomi.errors import BadText, IllegalMove
from yomi.games.catalog import start
from yomi.games.hints import candidates
from yomi.games.position import Position
from yomi.games.shogi.board import TOP

CHASE = "4k4/9/9/9/5R3/9/9/9/4K4 b - 1"  # a rook that can follow the king for ever
CHASED = "4k4/9/9/9/4R4/9/9/9/4K4 w - 1"
ROUND = ("4e5e", "5a4a", "5e4e", "4a5a")
ENTERED = "GGGGKSSSS/+P+P7/9/9/9/9/9/9/8k b {} 1"  # ten pieces beside the king, ten points


def shogi(sfen: str, **options: object) -> Position:
    return start(f"shogi({','.join(f'{name}={value}' for name, value in options.items())})", sfen)


def mini(sfen: str, **options: object) -> Position:
    return start(f"minishogi({','.join(f'{name}={value}' for name, value in options.items())})", sfen)


def moves(position: Position, begin: str) -> set[str]:
    """Where the moves that begin so lead: `moves(position, "5e")`, `moves(position, "P*")`."""
    return {move[2:] for move in position.moves if move.startswith(begin)}


def column(file: int, rows: str) -> set[str]:
    return {f"{file}{row}" for row in rows}


# Promotion


def test_a_piece_that_could_never_move_again_must_promote():
    position = shogi("4k4/1P7/2L4N1/3N5/9/9/9/9/4K4 b - 1")
    assert moves(position, "8b") == {"8a+"}
    assert moves(position, "7c") == {"7b", "7b+", "7a+"}
    assert moves(position, "6d") == {"5b+", "7b+"}
    assert moves(position, "2c") == {"1a+", "3a+"}


def test_elsewhere_in_the_zone_the_player_chooses():
    position = shogi("8k/9/6+P2/P1L6/4N4/8G/9/9/4K4 b - 1")
    assert moves(position, "9d") == {"9c", "9c+"}
    assert moves(position, "7d") == {"7c", "7c+", "7b", "7b+", "7a+"}
    assert moves(position, "5e") == {"4c", "4c+", "6c", "6c+"}
    assert moves(position, "3c") == {"2b", "3b", "4b", "2c", "4c", "3d"}
    assert moves(shogi("8k/9/9/9/P8/9/9/9/4K4 b - 1"), "9e") == {"9d"}


@pytest.mark.parametrize(
    ("piece", "free"),
    [("S", {"4d", "4d+", "6d", "6d+"}), ("G", {"5d"}), ("+S", {"5d"}), ("K", {"4d", "5d", "6d"})],
    ids=["silver", "gold", "promoted silver", "king"],
)
def test_leaving_the_zone_promotes_what_can(piece, free):
    position = shogi(f"8k/9/4{piece}4/9/9/9/9/9/{'9' if piece == 'K' else '4K4'} b - 1")
    assert {end for end in moves(position, "5c") if end[1] == "d"} == free


def test_a_promoted_piece_stays_promoted_and_is_captured_plain():
    position = shogi("8k/9/4+P4/4r4/9/9/9/9/3K5 w - 1").play("5d5c")
    assert text(position) == "8k/9/4r4/9/9/9/9/9/3K5 b p 2"


def test_on_the_small_board_only_the_last_row_promotes():
    position = mini("4k/PS3/2S2/1R3/K4 b - 1")
    assert moves(position, "5b") == {"5a+"}
    assert {"3a", "3a+", "4a", "4a+", "5a", "5a+"} <= moves(position, "4b")
    assert not any("+" in end for end in moves(position, "3c") | moves(position, "4d"))


def test_on_the_small_board_leaving_the_last_row_promotes():
    assert {"4e", "4e+", "4b", "4b+"} <= moves(mini("1R3/4k/5/5/K4 b - 1"), "4a")


# Drops


def test_two_pawns_in_a_column_are_forbidden():
    assert not column(5, "bcdfgh") & moves(shogi("8k/9/9/9/4P4/9/9/9/4K4 b P 1"), "P*")
    assert column(4, "bcdefghi") <= moves(shogi("8k/9/9/9/4P4/9/9/9/4K4 b P 1"), "P*")


@pytest.mark.parametrize("other", ["+P", "p", "+p", "L"])
def test_a_promoted_pawn_or_another_piece_does_not_fill_the_column(other):
    position = shogi(f"8k/9/9/9/4{other}4/9/9/9/3K5 b P 1")
    assert moves(position, "P*") >= column(5, "bcdfghi")


def test_the_column_is_free_again_when_the_pawn_is_captured_or_promotes():
    position = shogi("8k/9/9/4P4/4r4/9/9/9/3K5 w - 1").play("5e5d")
    assert text(position) == "8k/9/9/4r4/9/9/9/9/3K5 b p 2"
    assert int(position.state.pawns[0]) == 0
    position = shogi("8k/9/9/4P4/9/9/9/9/3K5 b P 1")
    assert not moves(position.play("5d5c", "1a2a"), "P*") & column(5, "bdefghi")
    assert moves(position.play("5d5c+", "1a2a"), "P*") >= column(5, "bdefghi")


@pytest.mark.parametrize(("piece", "first"), [("P", "b"), ("L", "b"), ("N", "c"), ("S", "a"), ("G", "a"), ("R", "a")])
def test_no_piece_is_dropped_where_it_could_never_move(piece, first):
    position = shogi(f"8k/9/9/9/9/9/9/9/K8 b {piece} 1")
    assert {end[1] for end in moves(position, f"{piece}*")} == set("abcdefghi"["abcdefghi".index(first) :])
    position = shogi(turned(f"8k/9/9/9/9/9/9/9/K8 b {piece} 1"))
    assert max(end[1] for end in moves(position, f"{piece}*")) == turned_move("1" + first, 9)[1]


def test_on_the_small_board_a_pawn_is_not_dropped_on_the_last_row():
    assert {end[1] for end in moves(mini("4k/5/5/5/K4 b P 1"), "P*")} == set("bcde")
    assert {end[1] for end in moves(mini("4k/5/5/5/K4 w p 1"), "P*")} == set("abcd")


def test_a_captured_piece_changes_hands():
    assert text(mini("4k/5/2p2/2R2/K4 b - 1").play("3d3c")) == "4k/5/2R2/5/K4 w P 2"


# Mate by a dropped pawn


@pytest.mark.parametrize(
    "sfen",
    ["8k/6S2/8G/9/9/9/9/9/4K4 b P 1", "7lk/7l1/8G/9/9/9/9/9/4K4 b P 1", "6Rgk/9/8G/9/9/9/9/9/4K4 b P 1"],
    ids=["every square is attacked", "its own pieces are in the way", "the gold that could capture is pinned"],
)
def test_mate_by_a_dropped_pawn_is_illegal(sfen):
    assert "1c" in moves(shogi(sfen.replace("8G", "7G1")), "P*")
    assert "1b" not in moves(shogi(sfen), "P*")
    assert "9h" not in moves(shogi(turned(sfen)), "P*")
    with pytest.raises(IllegalMove, match=r"P\*1b"):
        shogi(sfen).play("P*1b")


@pytest.mark.parametrize(
    ("sfen", "answer"),
    [
        ("8k/9/8G/9/9/9/9/9/4K4 b P 1", "1a2a"),
        ("8k/6S2/9/9/9/9/9/9/4K4 b P 1", "1a1b"),
        ("7bk/6S2/8G/9/9/9/9/9/4K4 b P 1", "2a1b"),
        ("7gk/9/8G/9/9/9/9/9/4K4 b P 1", "2a1b"),
    ],
    ids=["the king escapes", "the king captures", "a bishop captures", "a gold captures"],
)
def test_a_dropped_pawn_that_is_no_mate_is_legal(sfen, answer):
    assert answer in shogi(sfen).play("P*1b").moves
    assert turned_move(answer, 9) in shogi(turned(sfen)).play("P*9h").moves


def test_mate_by_a_pawn_that_moves_is_legal():
    position = shogi("8k/6S2/7GP/9/9/9/9/9/4K4 b - 1").play("1c1b")
    assert position.result == -1
    assert position.winner == 0


def test_mate_by_another_dropped_piece_is_legal():
    assert shogi("8k/6S2/8G/9/9/9/9/9/4K4 b L 1").play("L*1b").winner == 0


def test_on_the_small_board_mate_by_a_dropped_pawn_is_illegal():
    assert "1b" not in moves(mini("4k/2S2/4G/5/K4 b P 1"), "P*")
    assert "1b" in moves(mini("4k/5/4G/5/K4 b P 1"), "P*")


# Check


@pytest.mark.parametrize(
    ("piece", "free"),
    [("S", {"5d"}), ("G", {"5d", "5f"}), ("L", {"5d", "5c", "5c+", "5b", "5b+"}), ("B", set()), ("N", set())],
    ids=["silver", "gold", "lance", "bishop", "knight"],
)
def test_a_pinned_piece_stays_on_the_line_of_the_pin(piece, free):
    assert moves(shogi(f"7k1/4r4/9/9/4{piece}4/9/9/9/4K4 b - 1"), "5e") == free


def test_a_piece_is_pinned_on_a_diagonal():
    assert moves(shogi("8k/9/9/1b7/9/9/4B4/5K3/9 b - 1"), "5g") == {"6f", "7e", "8d"}
    assert moves(shogi("8k/9/9/1b7/9/9/4R4/5K3/9 b - 1"), "5g") == set()


def test_a_double_check_is_answered_by_the_king_alone():
    one_check = shogi("8k/9/9/9/9/7b1/9/9/4K1G2 b R 1")
    assert moves(one_check, "3i") == {"4h"}
    assert moves(one_check, "R*") == {"4h", "3g"}
    two_checks = shogi("8k/9/9/9/4r4/7b1/9/9/4K1G2 b R 1")
    assert two_checks.moves
    assert all(move.startswith("5i") for move in two_checks.moves)


def test_a_check_from_afar_is_answered_by_a_drop_between():
    position = shogi("8k/9/9/9/4r4/9/9/9/4K4 b GP 1")
    assert moves(position, "G*") == {"5f", "5g", "5h"}
    assert moves(position, "P*") == {"5f", "5g", "5h"}
    assert moves(position, "5i") == {"4h", "4i", "6h", "6i"}


@pytest.mark.parametrize("sfen", ["8k/9/9/9/9/9/3n5/9/4K4 b RG 1", "8k/9/9/9/9/9/9/4r4/4K4 b RG 1"])
def test_nothing_comes_between_a_neighbour_or_a_knight(sfen):
    assert not any("*" in move for move in shogi(sfen).moves)


def test_the_king_does_not_hide_squares_behind_it_from_a_rook():
    assert "5i" not in moves(shogi("8k/9/9/9/4r4/9/9/4K4/9 b - 1"), "5h")


def test_the_king_does_not_capture_what_is_protected():
    assert moves(mini("k4/5/5/4g/4K b - 1"), "1e") == {"1d"}
    assert moves(mini("k4/5/3s1/4g/4K b - 1"), "1e") == set()


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


def test_in_a_tree_pawns_bishops_and_rooks_promote_where_they_can():
    position = start("shogi", "4k4/9/9/4P4/9/9/1B5R1/9/4K4 b S 1")
    out = np.empty(position.game.width, np.int32)
    texts = {position.text(move) for move in out[: candidates(position.root.copy()[0], out)]}
    assert "5d5c+" in texts and "5d5c" not in texts and "5d5c" in position.moves
    assert "2g2c+" in texts and "2g2c" not in texts and "2g2d" in texts
    assert set(texts) <= set(position.moves)
