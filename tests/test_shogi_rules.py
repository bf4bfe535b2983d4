"""How shogi pieces move, by positions: promotion, drops, pawn-drop mate, checks."""

import numpy as np
import pytest
from shogi_positions import mini, shogi, text, turned, turned_move

from yomi.errors import IllegalMove
from yomi.games.catalog import start
from yomi.games.hints import candidates
from yomi.games.position import Position


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


def test_in_a_tree_pawns_bishops_and_rooks_promote_where_they_can():
    position = start("shogi", "4k4/9/9/4P4/9/9/1B5R1/9/4K4 b S 1")
    out = np.empty(position.game.width, np.int32)
    texts = {position.text(move) for move in out[: candidates(position.root.copy()[0], out)]}
    assert "5d5c+" in texts and "5d5c" not in texts and "5d5c" in position.moves
    assert "2g2c+" in texts and "2g2c" not in texts and "2g2d" in texts
    assert set(texts) <= set(position.moves)
