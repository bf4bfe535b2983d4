"""SFEN is read and refused with reasons; what holds in every game of shogi."""

import re

import pytest
from shogi_positions import KINGS, random_game, text, turned, turned_move

from yomi.errors import BadText, IllegalMove
from yomi.games.catalog import start
from yomi.games.shogi.board import BLACK
from yomi.games.shogi.pieces import BORDER, KING, PAWN


@pytest.mark.parametrize(
    ("sfen", "reason"),
    [
        ("4k4/9/9/9/9/9/9/4K4 b - 1", "expected 9 rows, found 8"),
        ("4k4/9/9/9/8/9/9/9/4K4 b - 1", "expected 9 squares, found 8"),
        ("4k4/9/9/9/4PPPPPP/9/9/9/4K4 b - 1", "expected 9 squares, found 10"),
        ("4k4/9/9/9/4X4/9/9/9/4K4 b - 1", "piece 'X'"),
        ("4k4/9/9/9/4*4/9/9/9/4K4 b - 1", "expected a piece or a number"),
        ("4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "does not promote"),
        ("4k4/9/9/9/RRR6/9/9/9/4K4 b - 1", "3 pieces R, there are 2"),
        ("4k4/9/9/9/R8/9/9/9/4K4 b Rr 1", "3 pieces R, there are 2"),
        ("4k4/9/9/9/+P8/9/9/9/4K4 b 18P 1", "19 pieces P, there are 18"),
        ("4k4/9/4P4/9/4P4/9/9/9/4K4 b - 1", "two pawns of one side in column 5"),
        ("9/9/9/9/9/9/9/9/4K4 b - 1", "white has 0 kings"),
        ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", "black has 2 kings"),
        ("4k3P/9/9/9/9/9/9/9/4K4 b - 1", "a P on a row from which it can never move"),
        ("4k4/9/9/9/9/9/9/9/4K3l b - 1", "a L on a row"),
        ("4k4/8N/9/9/9/9/9/9/4K4 b - 1", "a N on a row"),
        ("4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "not to move is in check"),
        ("4k4/4K4/9/9/9/9/9/9/9 b - 1", "not to move is in check"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 2 1", "hands '2'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b K 1", "piece 'K' in hands"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "expected 1 to 18"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "expected 1 to 18"),
        ("4k4/9/9/9/9/9/9/9/4K4 x - 1", "side 'x'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - one", "move number 'one'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - -1", "move number '-1'"),
        ("4k4/9/9/9/9/9/9/9/4K4 b", "expected SFEN such as"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1 2", "expected SFEN such as"),
        ("", "expected SFEN such as"),
    ],
)
def test_a_wrong_sfen_is_refused_with_the_reason(sfen, reason):
    with pytest.raises(BadText, match=re.escape(reason)):
        start("shogi", sfen)


@pytest.mark.parametrize(
    ("sfen", "reason"),
    [
        ("4k/5/2N2/5/K4 b - 1", "piece 'N'"),
        ("4k/5/5/5/K4 b L 1", "piece 'L' in hands"),
        ("4k/5/5/5/K4 b 3P 1", "3 pieces P, there are 2"),
        ("rbsgk/4p/5/P4/KGSBR/5 b - 1", "expected 5 rows, found 6"),
    ],
)
def test_the_small_board_has_fewer_pieces(sfen, reason):
    with pytest.raises(BadText, match=re.escape(reason)):
        start("minishogi", sfen)


@pytest.mark.parametrize("sfen", ["4k4/9/9/9/{}/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b {}P 1", f"{KINGS[:-1]}{{}}"])
def test_a_number_of_many_digits_is_refused_as_text(sfen):
    with pytest.raises(BadText):
        start("shogi", sfen.format("1" * 5000))


def test_empty_squares_may_be_counted_in_parts():
    assert text(start("shogi", "4k4/9/9/45/9/9/9/9/4K4 b - 1")) == KINGS


@pytest.mark.parametrize("words", ["startpos", "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -"])
def test_the_words_of_usi_are_read(words):
    assert text(start("shogi", words)) == text(start("shogi"))


@pytest.mark.parametrize("move", ["7g7f+", "P*5e", "7g7e", "3c3d", "5i5i"])
def test_an_illegal_move_is_refused(move):
    with pytest.raises(IllegalMove, match=re.escape(move)):
        start("shogi").play(move)


@pytest.mark.parametrize("move", ["", "7g", "7g7", "0a1a", "7j7i", "K*5e", "P*5e+", "7g7f++"])
def test_what_is_no_move_is_refused(move):
    with pytest.raises(BadText):
        start("shogi").play(move)


# What holds in every game


@pytest.mark.jit
@pytest.mark.parametrize("game", ["shogi", "minishogi"])
@pytest.mark.parametrize("seed", range(3))
def test_sfen_round_trips_with_hash_and_moves(game, seed):
    for position in random_game(game, seed):
        again = start(game, text(position))
        assert text(again) == text(position)
        assert again.key == position.key
        assert sorted(again.legal) == sorted(position.legal)


@pytest.mark.jit
@pytest.mark.parametrize("game", ["shogi", "minishogi"])
@pytest.mark.parametrize("seed", range(3))
def test_kings_pawns_and_pieces_equal_a_recount(game, seed):
    for position in random_game(game, seed):
        state, width = position.state, 10 if game == "shogi" else 6
        for side in (0, 1):
            colour = BLACK << side
            squares = [at for at, code in enumerate(state.board.tolist()) if code & colour and code != BORDER]
            set_bits = sum(1 << at for at in squares)
            pawns = {at % width for at in squares if state.board[at] == PAWN | colour}
            assert [int(word) for word in state.pieces[2 * side : 2 * side + 2]] == [set_bits % 2**64, set_bits >> 64]
            assert int(state.pawns[side]) == sum(1 << file for file in pawns)
            assert state.board[state.king[side]] == KING | colour
        board = state.board[state.board != BORDER]
        assert int((board != 0).sum() + state.hand.sum()) == (40 if game == "shogi" else 12)


@pytest.mark.jit
@pytest.mark.parametrize("game", ["shogi(entering=0)", "minishogi"])
@pytest.mark.parametrize("seed", range(3))
def test_the_rules_are_the_same_for_both_sides(game, seed):
    size = 5 if game == "minishogi" else 9
    for position in random_game(game, seed):
        other = start(game, turned(text(position)))
        same = start(game, text(position))
        assert sorted(other.moves) == sorted(turned_move(move, size) for move in same.moves)
        assert other.result == same.result
