"""Legal moves in random games against two other programs, and published perft numbers."""

import random

import pytest
from shogi_positions import lively

from yomi.games.catalog import start
from yomi.games.perft import perft
from yomi.games.position import Position

pytestmark = pytest.mark.jit
MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"


@pytest.mark.parametrize(
    ("game", "sfen", "counts"),
    [
        ("shogi", None, [30, 900, 25_470, 719_731, 19_861_490]),
        ("minishogi", None, [14, 181, 2_512, 35_401, 533_203, 8_276_188]),
        ("shogi", MATSURI, [207, 28_684, 4_809_015]),
        ("shogi", MOST_MOVES, [593, 105_677]),
    ],
    ids=["shogi", "minishogi", "matsuri", "593"],
)
def test_perft_is_as_published(game, sfen, counts):
    position = start(f"{game}(entering=0)" if game == "shogi" else game, sfen)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("seed", range(30))
def test_legal_moves_are_those_of_cshogi(seed):
    cshogi = pytest.importorskip("cshogi")
    dice, position, board = random.Random(seed), start("shogi(entering=0)"), cshogi.Board()
    while not position.over:
        theirs = sorted(cshogi.move_to_usi(move) for move in board.legal_moves)
        assert sorted(position.moves) == theirs
        assert position.game.position_text(position.state) == board.sfen()
        assert bool(position.state.checked[position.state.count]) == board.is_check()
        move = lively(dice, position)
        position = position.play(move)
        board.push_usi(move)
    if position.result == -1 and position.state.count < 512:
        assert board.is_game_over() or board.is_draw() != 0


@pytest.mark.parametrize("game", ["shogi", "minishogi"])
@pytest.mark.parametrize("seed", range(15))
def test_legal_moves_are_those_of_pyffish(game, seed):
    pyffish = pytest.importorskip("pyffish")
    fen, played = pyffish.start_fen(game), []
    dice, position = random.Random(seed), start(f"{game}(entering=0)" if game == "shogi" else game)
    while not position.over and len(played) < 200:
        ours = {western(position, move): move for move in position.moves}
        theirs = set(pyffish.legal_moves(game, fen, played))
        assert set(ours) <= theirs
        for extra in theirs - set(ours):  # it allows mate by a dropped pawn, the rules do not
            assert extra.startswith("P@")
            assert not pyffish.legal_moves(game, fen, [*played, extra])
        move = lively(dice, position)
        played.append(western(position, move))
        position = position.play(move)


def western(position: Position, move: str) -> str:
    """A move as pyffish writes it: files as letters from the left, rows as numbers from below."""
    size = 9 if position.game.name == "shogi" else 5

    def square(text: str) -> str:
        return f"{chr(ord('a') + size - int(text[0]))}{size - (ord(text[1]) - ord('a'))}"

    if "*" in move:
        return f"{move[0]}@{square(move[2:])}"
    return square(move[:2]) + square(move[2:4]) + move[4:]
