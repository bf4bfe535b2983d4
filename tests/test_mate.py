"""Mates by checks: found where another program finds them, denied only where there is none."""

import random

import pytest

import yomi
from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.search.mate import Glance, solve

pytestmark = pytest.mark.jit

KNOWN = [  # the length of the shortest mate, by cshogi
    (1, "8k/9/7GP/9/9/9/9/9/K8 b G 1"),
    (3, "4r2s1/3gk1sb1/1p1s1p1Pn/3P2P2/l3pnpGl/1P2PP2P/g2p+blS1L/R8/3K1N1N1 w 4Pg2p 134"),
    (5, "3k3n1/l4g2l/prn1p1+Bsp/s1gp1pgR1/1Pp6/1p1KGP1PP/L1S1P3L/1+p+b3p2/1N1PS2N1 w P2p 100"),
    (7, "3k3n1/l4g2l/pr4+Bsp/sPgppp1+b1/2Pn3g1/1p1K1P1PP/L1S1P3L/1+p2S1p2/1N1P3N1 w Prg2p 110"),
]


def mated(position: Position, line: list[int]) -> bool:
    """Whether the line is one of checks and ends in mate."""
    for k, move in enumerate(line):
        position = position.play(move)
        if k % 2 == 0 and not position.state.checked[position.state.count]:
            return False
    return not position.legal


@pytest.mark.parametrize(("plies", "sfen"), KNOWN)
def test_known_mates_are_found(plies, sfen):
    position = start("shogi", sfen)
    line = solve(position)
    assert line is not None
    assert len(line) >= plies and len(line) % 2 == 1
    assert mated(position, line)


def test_no_mate_is_said_where_there_is_no_check():
    assert solve(start("shogi")) == []
    assert solve(start("minishogi")) == []


def test_a_king_that_runs_in_circles_is_not_mated():
    assert not solve(start("shogi", "4k4/9/9/9/9/9/9/9/4K3R b - 1"), seconds=2.0)


@pytest.mark.parametrize("seed", range(12))
def test_answers_agree_with_cshogi(seed):
    cshogi = pytest.importorskip("cshogi")
    dice, board = random.Random(seed), cshogi.Board()
    for _ in range(150):
        legal = list(board.legal_moves)
        if not legal or board.is_game_over():
            break
        board.push(dice.choice(legal))
        if board.is_check() or board.is_game_over():
            continue
        theirs = board.mate_move_in_1ply() or board.mate_move(5)
        position = start("shogi", board.sfen())
        ours = solve(position, seconds=1.0)
        if theirs:
            assert ours
        if ours:
            assert mated(position, ours)
        if ours == []:
            assert not theirs


@pytest.mark.parametrize("spec", ["mcss", "alphabeta", "uct"])
def test_every_player_looks_for_a_mate_before_it_searches(spec):
    position = start("shogi", KNOWN[2][1])
    found = yomi.player(f"{spec} simulations=50000").search(position)
    assert found.solved and found.value == 1.0 and found.simulations > 1
    line, after = [], position
    for text in found.line:
        line.append(after.number(text))
        after = after.play(text)
    assert mated(position, line)


def test_a_short_look_finds_short_mates_only():
    position = start("shogi", KNOWN[2][1])
    glance = Glance(position)
    assert glance.look(position, 1).line is None
    assert mated(position, glance.look(position, 20_000).line)
    assert glance.look(start("shogi"), 20_000).line is None
