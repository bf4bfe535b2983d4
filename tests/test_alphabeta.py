"""Alpha-beta finds what plain minimax finds, with and without each of its ideas."""

import random

import numpy as np
import pytest

import yomi
from yomi.games.catalog import start
from yomi.games.features import MOST
from yomi.games.hints import candidates
from yomi.games.position import Position
from yomi.games.rules import moves
from yomi.games.tactics import exchange, gain, is_checked, noisy
from yomi.kernel.rng import U
from yomi.players.deepening import chance
from yomi.players.spec import parse
from yomi.search.alphabeta import MATE, AlphaBeta
from yomi.search.hashing import EXACT, entry_depth, entry_move, entry_value, new_table, probe, store
from yomi.value.linear import settle, values_of, worth

OFF = [name for name in AlphaBeta._fields if name != "depth"]
PLAIN = f"alphabeta({','.join(f'{name}=0' for name in OFF)})"


def minimax(position: Position, depth: int, ply: int = 0) -> int:
    """The value for the player to move, written plainly."""
    if position.over and ply > 0:
        return 0 if position.result == 0 else (MATE - ply) * position.result
    if depth == 0:
        return standing(position)
    return max(-minimax(position.after(move), depth - 1, ply + 1) for move in sensible(position))


def standing(position: Position) -> int:
    """The static value."""
    values, state = values_of(position.game, "plain"), position.root.copy()[0]
    return int(worth(values, settle(values, state, np.empty(MOST, np.int32)), state))


def sensible(position: Position) -> list[int]:
    """The moves that deserve a place in a tree."""
    out = np.empty(position.game.width, np.int32)
    return out[: candidates(position.root.copy()[0], out)].tolist()


def value(spec: str, position: Position, depth: int) -> float:
    return yomi.player(spec).search(position, depth=depth).values[0]


def random_position(game: str, seed: int, plies: int) -> Position:
    dice, position = random.Random(seed), start(game)
    for _ in range(plies):
        after = position.play(dice.choice(position.legal))
        if after.over:
            break
        position = after
    return position


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "extra", ["", "table=1", "table=1,scout=1,killers=1,history=1,replies=1,window=30", "nearest=1"]
)
def test_without_pruning_it_is_minimax(seed, extra):
    position = random_position("minishogi", seed, 4 + 3 * seed)
    spec = PLAIN
    for word in filter(None, extra.split(",")):
        name = word.partition("=")[0]
        spec = spec.replace(f"{name}=0", word)
    assert value(spec, position, 3) == pytest.approx(chance(minimax(position, 3)))


@pytest.mark.jit
def test_a_solved_game_is_solved():
    position = yomi.position("nim").play("1", "1", "2")  # 17 stones: take one
    found = yomi.player("alphabeta(depth=20)").search(position)
    assert (found.best, found.solved, found.value) == ("1", True, 1.0)


@pytest.mark.jit
@pytest.mark.parametrize(
    ("sfen", "line"),
    [
        ("8k/9/7GP/9/9/9/9/9/K8 b G 1", 1),
        ("4r2s1/3gk1sb1/1p1s1p1Pn/3P2P2/l3pnpGl/1P2PP2P/g2p+blS1L/R8/3K1N1N1 w 4Pg2p 134", 3),
        ("3k3n1/l4g2l/prn1p1+Bsp/s1gp1pgR1/1Pp6/1p1KGP1PP/L1S1P3L/1+p+b3p2/1N1PS2N1 w P2p 100", 5),
    ],
)
def test_mates_are_found_with_their_length(sfen, line):
    found = yomi.player("alphabeta").search(start("shogi", sfen), simulations=400_000)
    assert found.solved
    assert found.value == 1.0
    assert len(found.line) <= line
    assert start("shogi", sfen).play(*found.line).over


@pytest.mark.jit
def test_several_lines_are_in_order_and_begin_with_different_moves():
    player = yomi.player("alphabeta")
    player.lines = 4
    found = player.search(start("minishogi"), depth=4)
    assert found.values == sorted(found.values, reverse=True)
    assert len(set(found.moves)) == 4


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(8))
def test_the_line_leads_to_the_position_that_is_valued(seed):
    position = random_position("minishogi", seed, 6 + 3 * seed)
    found = yomi.player("alphabeta mate=false").search(position, depth=3)
    leaf = position.play(*found.line)
    if not found.solved and not leaf.over:
        assert found.value == pytest.approx(chance(standing(leaf) * (1 if len(found.line) % 2 == 0 else -1)))


@pytest.mark.jit
def test_only_named_moves_are_chosen_from():
    position = start("minishogi")
    wanted = position.number(position.moves[3])
    assert yomi.player("alphabeta").search(position, depth=3, only=[wanted]).best_move == wanted


@pytest.mark.jit
def test_a_search_stopped_at_once_still_names_a_legal_move_and_is_not_lost():
    player = yomi.player("alphabeta")
    player.search(start("minishogi"), depth=4)
    after = start("minishogi").play("3e4d", "3a2b")
    found = player.search(after, simulations=1)
    assert found.best in after.moves
    assert found.value > 0.2


@pytest.mark.jit
def test_threads_share_the_work_and_answer_once():
    found = yomi.player("alphabeta threads=2").search(start("minishogi"), depth=5)
    assert found.depth == 5
    assert found.best in start("minishogi").moves


@pytest.mark.jit
@pytest.mark.parametrize("game", ["nim", "go5"])
def test_it_plays_other_games(game):
    position = start(game)
    assert yomi.player("alphabeta").search(position, simulations=2000).best in position.moves


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", ["shogi", "minishogi"])
def test_noisy_moves_are_the_legal_ones_that_change_the_balance(game, seed):
    position = random_position(game, seed, 30)
    state, out = position.root.copy()[0], np.empty(position.game.width, np.int32)
    found = set(out[: noisy(state, False, out)].tolist())
    legal = set(position.legal)
    if is_checked(state):
        assert found == legal
    else:
        legal = set(sensible(position))
        assert found == {move for move in legal if gain(state, move) > 0 or move >> 14}
        checking = {move for move in legal if is_checked(position.after(move).state)}
        assert set(out[: noisy(state, True, out)].tolist()) == found | checking
    assert moves(state, out) == len(position.legal)


@pytest.mark.parametrize(
    ("sfen", "move", "won"),
    [
        ("4k4/9/4p4/4r4/9/4R4/9/9/4K4 b - 1", "5f5d", 1950 - 1950),  # a rook for a rook
        ("4k4/9/9/4r4/9/4R4/9/9/4K4 b - 1", "5f5d", 1950),  # nothing takes back
        ("4k4/9/4s4/4p4/9/4R4/9/9/4K4 b - 1", "5f5d", 215 - 1950),
        ("4k4/9/4s4/4p4/9/4L4/4R4/9/4K4 b - 1", "5f5d", 215),  # whoever takes back is taken
    ],
)
def test_exchanges_are_counted_to_their_end(sfen, move, won):
    position = start("shogi", sfen)
    assert exchange(position.root.copy()[0], position.number(move)) == won


def test_the_table_gives_back_what_it_was_given():
    table = new_table(0.1)
    store(table, U(12345), 678, -321, 9, EXACT, 3)
    found = probe(table, U(12345))
    assert (entry_move(found), entry_value(found), entry_depth(found)) == (678, -321, 9)
    assert probe(table, U(12345 + (1 << 40))) == U(0)


def test_settings_are_read_from_text():
    assert parse("alphabeta(null=0) seconds=1").search == AlphaBeta(null=0)
