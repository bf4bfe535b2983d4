"""The small games have the values that are known of them, found by trying everything through the verbs of the rules."""

import functools

import numpy as np
import pytest
from numba import njit

from yomi.errors import BadText
from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.games.rules import RUNNING, moves, outcome, play


def solver(game_name: str):
    """Minimax over texts of positions: the value for the player to move, -1, 0 or +1."""
    game = start(game_name).game

    @functools.cache
    def value(text: str) -> int:
        position = Position.read(game, text)
        if position.over:
            return position.result
        return max(-value(text_of(position.play(move))) for move in position.legal)

    return value


def text_of(position: Position) -> str:
    return position.game.position_text(position.state)


def test_a_heap_is_lost_if_and_only_if_four_divides_it():
    value = solver("nim")
    assert [heap for heap in range(1, 41) if value(f"{heap} first") == -1] == list(range(4, 41, 4))


@pytest.mark.parametrize("heap", ["0", "1001", "-1", "x", "2.5", "inf"])
def test_a_bad_heap_is_refused_by_its_value(heap):
    with pytest.raises(BadText, match=heap.replace(".", r"\.")):
        start(f"nim(heap={heap})")


def test_tictactoe_is_a_draw():
    assert solver("tictactoe")(".../.../... first") == 0


def test_the_number_of_games_and_positions_of_tictactoe():
    seen: dict[str, Position] = {}

    @functools.cache
    def games(text: str) -> int:
        position = seen[text]
        if position.over:
            return 1
        following = [position.play(move) for move in position.legal]
        seen.update((text_of(after), after) for after in following)
        return sum(games(text_of(after)) for after in following)

    seen[text_of(start("tictactoe"))] = start("tictactoe")
    assert games(text_of(start("tictactoe"))) == 255_168
    assert len(seen) == 5_478
    assert len({position.key for position in seen.values()}) == 5_478, "no two positions share a key"


@pytest.mark.parametrize(
    "line, result",
    [("A1 A2 B1 B2 C1", -1), ("A1 A2 B2 A3 C3", -1), ("A3 A1 B2 B1 C1", -1), ("A1 B1 A2 B2 C3 B3", -1)],
)
def test_three_in_a_row_column_or_diagonal_win(line, result):
    position = start("tictactoe").play(*line.split())
    assert position.result == result


def test_four_in_connect_four_win_in_every_direction():
    for line in ("ABABABA", "AABBCCD", "ABBCCDCDDAD", "GFFEEDEDDGD"):
        position = start("connect4").play(*line)
        assert position.winner == 0
        assert all(start("connect4").play(*line[:k]).result is None for k in range(len(line)))


def test_a_full_column_takes_no_more():
    assert start("connect4").play(*"AAAAAA").moves == list("BCDEFG")


CONNECT4_PERFT = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]  # Tromp's count of move sequences


@pytest.mark.parametrize("depth", [1, 2, 3, *(pytest.param(d, marks=pytest.mark.jit) for d in (6, 7, 8))])
def test_connect_four_perft(depth):
    assert perft(start("connect4").root, depth) == CONNECT4_PERFT[depth - 1]


@pytest.mark.jit
def test_tictactoe_perft():
    root = start("tictactoe").root  # nine plies: 127,872 games that fill the board
    assert [perft(root, depth) for depth in range(1, 10)] == [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def perft(root: np.ndarray, depth: int) -> int:
    boards = np.concatenate([root] * (depth + 1))
    return int(count_leaves(boards, depth, np.zeros((depth + 1, 9), np.int32), np.zeros(depth + 1, np.int64)))


@njit(cache=True)
def count_leaves(boards, depth, out, left):
    """How many ways there are to play `depth` moves from boards[0]."""
    leaves = ply = 0
    left[0] = moves(boards[0], out[0])
    while ply >= 0:
        if left[ply] == 0:
            ply -= 1
            continue
        left[ply] -= 1
        boards[ply + 1] = boards[ply]
        play(boards[ply + 1], out[ply, left[ply]])
        if ply + 1 == depth:
            leaves += 1
        elif outcome(boards[ply + 1]) == RUNNING:
            ply += 1
            left[ply] = moves(boards[ply], out[ply])
    return leaves
