"""Priors: the numbers of new children equal the paper's, features see what is drawn, order comes from before."""

import numpy as np
import pytest

from yomi.games.catalog import start
from yomi.games.go.game import go
from yomi.games.hints import describe
from yomi.games.marks import (
    BLUNDER,
    CAPTURE,
    CAPTURE_MANY,
    ESCAPE,
    INSIDE,
    LINE_1,
    LINE_2,
    LINE_3,
    LINE_4,
    LOCAL,
    NEAR_1,
    NEAR_2,
    OPEN,
    OPEN_EDGE,
    OPEN_LINE_3,
    PATTERN,
)
from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.kernel.trace import new_trace
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search.method import furnish
from yomi.search.prior import Even, Expert, Grandfather, Handcrafted, Order
from yomi.search.tree import Tree, claim, new_tree, publish


def features(position: Position, vertex: str) -> int:
    """What is known of a move."""
    moves, marks = np.array([position.number(vertex)], np.int16), np.zeros(1, np.int32)
    describe(position.root.copy()[0], moves, marks)
    return int(marks[0])


def grown(prior, position: Position, trace=None) -> tuple[Tree, range]:
    """A tree whose root has just got children with this prior."""
    tree, out = new_tree(2000, shared=True), np.zeros(position.game.width, np.int32)
    out[: len(position.legal)] = position.legal
    first = claim(tree, 0, out, len(position.legal), seeded(1))
    furnish(prior, tree, first, len(position.legal), position.root.copy()[0], trace or new_trace(10), out)
    publish(tree, 0, first, len(position.legal))
    return tree, range(first, first + len(position.legal))


def numbers(tree: Tree, child: int) -> tuple[float, float, float, float]:
    """H as Q, C as N, and their AMAF twins."""
    q = tree.prior_reward[child] / tree.prior_visits[child]
    amaf = tree.amaf_reward[child] / tree.amaf_visits[child]
    return float(q), float(tree.prior_visits[child]), float(amaf), float(tree.amaf_visits[child])


def test_even_prior_is_one_half_with_the_given_experience():
    tree, children = grown(Even(m=50.0, n=20.0), start("go5"))
    for child in children:
        assert numbers(tree, child) == (0.5, 20.0, 0.5, 50.0)  # [RAVE eqs.48-51]
    n = tree.visits[children.start : children.stop] + tree.prior_visits[children.start : children.stop]
    assert n.sum() == 20.0 * len(children)  # N(s) is the sum of N(s, a) [RAVE eq.52]


def test_handcrafted_prior_is_one_for_the_playouts_moves_and_zero_for_blunders():
    position = Position.read(go(5), "OX.../...../...../.O.../O.... b")
    tree, children = grown(Handcrafted(m=40.0, n=10.0), position)
    values = {position.text(int(tree.move[child])): numbers(tree, child) for child in children}
    assert values["A4"] == (1.0, 10.0, 1.0, 40.0)  # takes a stone
    assert values["B1"] == values["A2"] == (0.0, 10.0, 0.0, 40.0)  # self-atari
    assert {h for vertex, (h, *_) in values.items() if vertex not in ("A4", "B1", "A2")} == {0.5}


def test_grandfather_prior_is_the_value_of_two_moves_before():
    tree, trace = new_tree(100, shared=True), new_trace(10)
    moves = np.arange(8, dtype=np.int32)
    grandparent = claim(tree, 0, moves, 4, seeded(1))
    publish(tree, 0, grandparent, 4)
    parent = claim(tree, grandparent, moves, 4, seeded(2))
    publish(tree, grandparent, parent, 4)
    trace.nodes[:3], trace.length[0] = (0, grandparent, parent), 2
    for child in range(grandparent, grandparent + 4):
        tree.visits[child], tree.reward[child] = 10, int(tree.move[child])
    start_of = claim(tree, parent, moves, 5, seeded(3))
    furnish(Grandfather(m=30.0, n=2.0), tree, start_of, 5, start("go5").root[0], trace, moves.copy())
    for child in range(start_of, start_of + 5):
        move = int(tree.move[child])
        expected = move / 10 if move < 4 else 0.5  # move 4 was not there
        assert numbers(tree, child) == pytest.approx((expected, 2.0, expected, 30.0))
    assert not trace.slot.any()


def test_order_sorts_new_moves_by_the_values_of_two_moves_before():
    tree, trace = new_tree(100), new_trace(10)
    moves = np.arange(8, dtype=np.int32)
    grandparent = claim(tree, 0, moves, 8, seeded(1))
    publish(tree, 0, grandparent, 8)
    trace.nodes[:3], trace.length[0] = (0, grandparent, grandparent + 1), 2
    for child in range(grandparent, grandparent + 8):
        tree.visits[child], tree.reward[child] = 10, int(tree.move[child])
    children = claim(tree, grandparent + 1, moves, 8, seeded(3))
    furnish(Order(), tree, children, 8, start("go5").root[0], trace, moves.copy())
    assert tree.move[children : children + 8].tolist() == list(range(7, -1, -1))


def test_expert_prior_adds_up_the_features_of_a_move():
    position = Position.read(go(5), "OX.../...../..X../...../..... b")
    prior = Expert(mc=1.0, amaf=2.0)
    tree, children = grown(prior, position)
    child = next(child for child in children if position.text(int(tree.move[child])) == "A4")
    wins = 0.5 * prior.even + prior.capture + prior.pattern  # takes a stone, and a pattern of the side
    total = wins + 0.5 * prior.even
    assert numbers(tree, child) == pytest.approx((wins / total, total, wins / total, 2 * total))


@pytest.mark.parametrize(
    "board, vertex, expected",
    [
        ("OX.../...../...../...../..... b", "A4", CAPTURE),
        ("OOX../X..../...../...../..... b", "B4", CAPTURE_MANY),
        (".XO../XO.../.X.../...../..... w", "C4", ESCAPE),
        ("...../.O.../O..../...../..... b", "A4", BLUNDER),
        ("...../.X.../.OX../..O../..... b", "B2", PATTERN),
    ],
)
def test_features_see_what_is_drawn(board, vertex, expected):
    assert features(Position.read(go(5), board), vertex) & expected


def test_running_in_a_ladder_is_a_blunder_and_starting_one_a_capture():
    ladder = "........./........./...XX..../..XO...../...X...../........./........./........./........."
    assert features(Position.read(go(9), ladder + " w"), "E6") & BLUNDER
    assert features(Position.read(go(9), ladder.replace("...XX....", "....X....") + " b"), "D7") & CAPTURE
    broken = ladder.replace("......../........./.........", "......../......O../.........")
    assert features(Position.read(go(9), broken + " w"), "E6") & ESCAPE


def test_places_on_the_board():
    empty = Position.start(go(9))
    for vertex, line in (("A5", LINE_1 | OPEN_EDGE), ("B5", LINE_2 | OPEN_EDGE), ("C5", LINE_3 | OPEN_LINE_3)):
        assert features(empty, vertex) == line | OPEN
    assert features(empty, "D5") == LINE_4 | OPEN and features(empty, "E5") == INSIDE | OPEN
    played = empty.play("E5")
    assert not features(played, "E7") & OPEN and features(played, "B2") & OPEN


def test_nearness_is_counted_on_the_common_fate_graph():
    position = Position.read(go(5), "XXXX./...../...../...../..... b").play("A1", "E1").play("E5")
    assert features(position, "E4") & NEAR_1  # next to the stone
    assert features(position, "A4") & NEAR_1  # next to its chain, however long
    assert features(position, "A3") & NEAR_2


def test_answers_of_the_playout_are_flagged():
    position = Position.read(go(5), "...../.XO../..X../...../..... w").play("B5")  # threatens nothing
    flagged = {position.text(m) for m in position.legal if m and features(position, position.text(m)) & LOCAL}
    near = {"A5", "C5", "A4", "B4", "C4"}
    assert flagged and flagged <= near  # patterns round the last move


@pytest.mark.parametrize("prior", ["even", "grandfather", "handcrafted", "shape", "expert", "learned", "order"])
@pytest.mark.parametrize("game", ["tictactoe", "connect4", "nim"])
def test_every_prior_works_on_every_game(prior, game):
    found = Player(parse(f"evenrave playout=mogo prior={prior} simulations=200 memory=20")).search(start(game))
    assert found.simulations > 0


def test_only_order_goes_with_a_search_without_amaf_values():
    from yomi.errors import BadSpec

    assert parse("uct prior=order").prior == Order()
    with pytest.raises(BadSpec, match="rave"):
        parse("uct prior=even")
