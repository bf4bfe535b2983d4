"""Claims about the parts of USI: the board, the words of `go`, the time for a move, scores."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomi.errors import IllegalMove
from yomi.frontend.usi import mate
from yomi.frontend.usi.board import Board
from yomi.frontend.usi.info import centipawns
from yomi.frontend.usi.limits import LEAST, Limits, read_go, thinking_time
from yomi.frontend.usi.wire import Out, read_order
from yomi.games import catalog


def test_a_game_that_goes_on_keeps_its_past():
    board = Board(catalog.game("shogi"))
    board.put("startpos", ["7g7f"], 0)
    before = board.position
    board.put("startpos", ["7g7f", "3c3d"], 0)
    assert board.position.origin is before.origin and len(board.position.history) == 2
    with pytest.raises(IllegalMove, match="7g7f"):
        board.put("startpos", ["7g7f", "7g7f"], 0)
    assert len(board.position.history) == 2
    board.put("startpos", ["2g2f"], 0)
    assert board.position.text(board.position.history[0]) == "2g2f" and len(board.position.history) == 1


def test_a_game_is_drawn_after_the_most_moves_counted_from_the_first():
    board = Board(catalog.game("shogi"))
    fourth = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 4"
    board.put(fourth, ["3c3d"], 5)
    assert not board.position.over
    board.put(fourth, ["3c3d", "2g2f"], 5)
    assert board.position.result == 0


TIME = st.integers(0, 10**7)


@given(TIME, TIME, TIME, st.integers(0, 1), st.integers(0, 10_000))
def test_no_thought_takes_longer_than_there_is(main, byoyomi, increment, side, delay):
    words = ["btime", main, "wtime", main, "byoyomi", byoyomi, "binc", increment, "winc", increment]
    seconds = thinking_time(read_go(list(map(str, words))), side, delay / 1000, 40)
    left = main + byoyomi + (increment if main < increment else 0)
    assert LEAST <= seconds <= max(LEAST, (left - delay) / 1000)


def test_all_words_of_go_are_read():
    line = "ponder btime 1000 wtime -5 nodes 7 searchmoves 7g7f 2g2f depth 3 infinite"
    assert read_go(line.split()) == Limits(
        btime=1.0, wtime=0.0, nodes=7, depth=3, infinite=True, ponder=True, searchmoves=("7g7f", "2g2f")
    )
    assert read_go(["mate", "infinite"]).mate == float("inf") and not read_go(["mate", "infinite"]).infinite
    assert thinking_time(Limits(nodes=3), 0, 0.1, 40) is None


def test_scores_are_log_odds():
    assert [centipawns(value) for value in (0, 0.5, 1)] == [-30000, 0, 30000]
    assert centipawns(0.75) == -centipawns(0.25) == 659


@pytest.mark.jit
@pytest.mark.parametrize(
    ("sfen", "stopped", "answer"),
    [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", False, "checkmate G*5b"),
        ("startpos", False, "checkmate nomate"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", True, "checkmate timeout"),
    ],
)
def test_a_mate_none_and_no_time_are_told_apart(sfen, stopped, answer):
    output, order = io.StringIO(), read_order(b"go mate infinite")
    if stopped:
        order.stopped.set()
    mate.go(Out(output), catalog.start("shogi", sfen), order)
    said = output.getvalue().splitlines()[-1]
    assert said == answer or (stopped and said == "checkmate G*5b")  # a short one may be found before the stop
