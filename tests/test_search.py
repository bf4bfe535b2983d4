"""Searches find solved values, keep exact counts between threads, reuse their tree, obey limits and formulas."""

import pathlib
import random
import threading
import time
from math import log, sqrt

import numba
import numpy as np
import pytest

from yomi.errors import BadText, GameOver, TreeFull
from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.kernel.rng import seeded
from yomi.kernel.trace import new_trace
from yomi.players.player import Player
from yomi.players.search import Search
from yomi.players.spec import parse
from yomi.search import read
from yomi.search.bandit import Greedy, Ucb1, Uct
from yomi.search.flat import Flat
from yomi.search.rule import absorb, choose, urgency
from yomi.search.tree import DRAWN, LOST, OPEN, WON, Tree, capacity_of, child_by_move, new_tree, reroot

RANDOM_TREE = pathlib.Path(__file__).with_name("random_tree.py")
MANY = 2_000 if not numba.config.DISABLE_JIT else 150  # simulations of Go


def search(spec: str, position: Position) -> Search:
    return Player(parse(spec + " memory=20")).search(position)


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
@pytest.mark.parametrize("rule", ["uct", "ucb1", "greedy"])
def test_tree_searches_find_and_prove_the_winning_nim_move(rule, heap):
    found = search(f"{rule} simulations=20000", start(f"nim(heap={heap})"))
    assert found.best == str(heap % 4)
    assert found.solved
    assert found.value == 1.0


@pytest.mark.parametrize("heap", [4, 8, 12])
def test_a_lost_heap_is_proved_lost(heap):
    found = search("uct simulations=20000", start(f"nim(heap={heap})"))
    assert found.solved
    assert found.value == 0.0
    assert found.best in ("1", "2", "3")


@pytest.mark.parametrize("heap", [5, 6, 7])
def test_flat_search_finds_the_nim_move_that_random_play_likes_best(heap):
    assert search("flat simulations=3000 early=no", start(f"nim(heap={heap})")).best == str(heap - 4)


@pytest.mark.parametrize("rule", ["uct", "ucb1", "greedy", "flat"])
@pytest.mark.parametrize("heap", [1, 2, 3])
def test_every_search_proves_a_win_in_one(rule, heap):
    found = search(f"{rule} simulations=1000", start(f"nim(heap={heap})"))
    assert found.best == str(heap)
    assert found.solved


def minimax(position: Position, known: dict[bytes, int] | None = None) -> int:
    """The value for the player to move, by trying everything, each position once."""
    known, record = {} if known is None else known, position.root.tobytes()
    if position.over:
        return position.result
    if record not in known:
        known[record] = max(-minimax(position.play(move), known) for move in position.legal)
    return known[record]


def move_values(position: Position) -> dict[int, int]:
    return {move: -minimax(position.play(move)) for move in position.legal}


@pytest.mark.jit
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_uct_values_tictactoe_as_the_draw_it_is(seed):
    found = search(f"uct simulations=200000 early=no seed={seed}", start("tictactoe"))
    assert found.value == pytest.approx(0.5, abs=0.05)


def test_uct_proves_a_draw_near_the_end_of_tictactoe():
    found = search("uct simulations=20000 early=no", start("tictactoe").play("B2", "A3", "A2", "C2", "B3", "B1"))
    assert found.solved
    assert found.value == 0.5


@pytest.mark.jit
@pytest.mark.parametrize("uct_plays", [0, 1])
def test_uct_never_loses_tictactoe_to_a_perfect_player(uct_plays):
    for seed in range(6):
        dice, player = random.Random(seed), Player(parse(f"uct simulations=3000 seed={seed} memory=20"))
        position = start("tictactoe").play("B2" if uct_plays else dice.choice(["A1", "A2", "B2"]))
        while not position.over:
            if position.side == uct_plays:
                move = player.search(position).best
            else:
                values = move_values(position)
                move = dice.choice([move for move in values if values[move] == max(values.values())])
            position = position.play(move)
        assert position.result == 0


@pytest.mark.parametrize("rule", ["uct", "ucb1"])
def test_a_win_in_one_at_connect_four_is_found_and_proved(rule):
    found = search(f"{rule} simulations=2000", start("connect4").play(*"DADBDA"))
    assert found.best == "D"
    assert found.solved
    assert found.value == 1.0


def test_a_threat_at_connect_four_is_blocked_and_all_else_is_proved_lost():
    found = search("uct simulations=3000 early=no", start("connect4").play(*"DADBD"))
    assert found.best == "D"
    proofs = {
        found.position.text(found.tree.move[child]): found.tree.proof[child] for child in read.children(found.tree)
    }
    assert proofs == {"D": OPEN} | dict.fromkeys("ABCEFG", LOST)


@pytest.mark.parametrize("results", [2, 3])
@pytest.mark.parametrize("rule", ["uct", "ucb1"])
def test_random_trees_are_solved_and_the_best_move_is_a_minimax_move(rule, results):
    for seed in range(10 if not numba.config.DISABLE_JIT else 2):
        text = f"{RANDOM_TREE}(seed={seed},branches=3,plies=5,results={results})"
        found = search(f"{rule} simulations=20000 early=no seed={seed}", start(text))
        values = move_values(start(text))
        assert values[found.best_move] == max(values.values())
        assert found.solved or max(values.values()) == 0  # a drawn move looks no worse the more often it is visited
        assert not found.solved or max(values.values()) == 2 * found.value - 1


@pytest.mark.jit
def test_a_deep_random_tree_gets_the_right_move_with_far_fewer_simulations_than_leaves():
    right = 0
    for seed in range(20):
        text = f"{RANDOM_TREE}(seed={seed},branches=4,plies=7)"  # 16,384 leaves
        found = search(f"uct simulations=4000 early=no seed={seed}", start(text))
        values = move_values(start(text))
        assert not found.solved or 2 * found.value - 1 == max(values.values())
        right += values[found.best_move] == max(values.values())
    assert right == 20


def test_a_bad_tree_is_refused_through_the_catalog():
    with pytest.raises(BadText, match="99 branches"):
        start(f"{RANDOM_TREE}(branches=99)")


def columns(tree: Tree) -> list[list]:
    return [column[: int(tree.size[0])].tolist() for column in tree]


def test_one_thread_with_one_seed_builds_one_tree():
    first, again, other = (search(f"uct simulations={MANY} seed={seed}", start("go5")) for seed in (1, 1, 2))
    assert columns(first.tree) == columns(again.tree)
    assert columns(first.tree) != columns(other.tree)


def test_the_search_chooses_the_most_visited_move():
    found = search(f"uct simulations={MANY}", start("go5"))
    assert found.visits[0] == max(found.visits)
    assert found.best_move == found.tree.move[1 + int(np.argmax(found.tree.visits[1:27]))]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_no_simulation_is_lost_between_threads(threads):
    found = search(f"uct simulations={2 * MANY} threads={threads} early=no", start("go5"))
    tree, used = found.tree, int(found.tree.size[0])
    assert found.simulations == 2 * MANY == tree.visits[0]
    assert not tree.pending[:used].any()
    for node in range(used):
        below = sum(int(tree.visits[child]) for child in read.children(tree, node))
        assert below <= tree.visits[node]
        assert 0.0 <= tree.reward[node] <= tree.visits[node]
    missing = int(tree.visits[0]) - sum(int(tree.visits[child]) for child in read.children(tree))
    assert 0 <= missing < threads  # while one thread gives the root its children, others evaluate the root
    check_shape(tree)


def check_shape(tree: Tree) -> None:
    """Children follow their parents, no node has two parents, siblings are different moves."""
    used, parents = int(tree.size[0]), np.zeros(int(tree.size[0]), np.int32)
    for node in range(used):
        found = read.children(tree, node)
        assert all(node < child < used for child in found)
        parents[list(found)] += 1
        assert len({int(tree.move[child]) for child in found}) == len(found)
    assert parents.tolist() == [0] + [1] * (used - 1)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_full_tree_goes_on_searching(threads):
    player = Player(parse(f"uct simulations={MANY} memory=0.01 early=no threads={threads}"))
    found = player.search(start("go5"))
    assert found.simulations == MANY == found.tree.visits[0]
    assert found.tree.size[0] <= capacity_of(0.01) < found.tree.size[0] + 26
    assert found.best in start("go5").moves
    check_shape(found.tree)
    assert player.search(start("go5").play("C3")).simulations == MANY


def test_a_tree_too_small_for_the_root_is_an_error_with_its_size():
    with pytest.raises(TreeFull, match=r"memory=0\.0005"):
        Player(parse("uct simulations=10 memory=0.0005")).search(start("go5"))


def frozen(tree: Tree) -> Tree:
    return Tree(*(column[: int(tree.size[0]) + 1].copy() for column in tree))


def assert_same_below(old: Tree, one: int, new: Tree, other: int) -> int:
    """Compare two subtrees node by node; how many nodes they have."""
    todo, count = [(one, other)], 0
    while todo:
        a, b = todo.pop()
        count += 1
        for name in ("proof", "visits", "pending", "reward", "square", "width"):
            assert getattr(old, name)[a] == getattr(new, name)[b], name
        assert [old.move[c] for c in read.children(old, a)] == [new.move[c] for c in read.children(new, b)]
        todo += zip(read.children(old, a), read.children(new, b), strict=True)
    return count


def test_a_new_root_keeps_every_statistic_of_its_subtree():
    tree = search(f"uct simulations={2 * MANY} early=no", start("go5")).tree
    for child in read.ranked(tree)[:5]:
        old, new = frozen(tree), frozen(tree)
        reroot(new, child)
        assert assert_same_below(old, child, new, 0) == new.size[0]
        check_shape(new)
        assert not any(column[int(new.size[0]) :].any() for column in new[1:])


def test_a_player_goes_on_from_the_tree_below_the_moves_played():
    player = Player(parse(f"uct simulations={2 * MANY} early=no memory=20"))
    position = start("go5")
    found = player.search(position)
    child = read.ranked(found.tree)[0]
    reply = read.ranked(found.tree, child)[0]
    old = frozen(found.tree)
    following = position.play(int(old.move[child]), int(old.move[reply]))
    again = player.search(following, simulations=1)
    assert again.tree.visits[0] == old.visits[reply] + 1
    assert again.simulations == 1
    for move in (int(old.move[c]) for c in read.children(old, reply)):
        before, after = child_by_move(old, reply, move), child_by_move(again.tree, 0, move)
        assert 0 <= again.tree.visits[after] - old.visits[before] <= 1


def test_a_player_starts_afresh_without_reuse_and_in_another_game():
    player = Player(parse(f"uct simulations={MANY} early=no reuse=no memory=20"))
    position = start("go5")
    assert player.search(position).tree.visits[0] == MANY
    assert player.search(position.play("C3")).tree.visits[0] == MANY
    assert player.search(start("nim(heap=5)")).best == "1"


def test_a_finished_game_is_refused():
    with pytest.raises(GameOver):
        Player(parse("uct")).search(start("go5").play("pass", "pass"))


@pytest.mark.jit
def test_stop_from_another_thread_ends_the_search_at_once():
    player = Player(parse("uct seconds=60 memory=20"))
    player.search(start("go5"), simulations=10)
    stopped = []
    timer = threading.Timer(0.3, lambda: (stopped.append(time.monotonic()), player.stop()))
    timer.start()
    found = player.search(start("go5").play("C3"), seconds=60)
    assert time.monotonic() - stopped[0] < 0.2
    assert found.simulations > 0
    assert player.search(start("go5"), simulations=100).simulations == 100, "a stop ends one search, not the next"


@pytest.mark.jit
def test_a_time_limit_is_obeyed():
    player = Player(parse("uct early=no memory=100"))
    player.search(start("go5"), simulations=10)
    began = time.monotonic()
    found = player.search(start("go5"), seconds=0.3)
    assert 0.29 < time.monotonic() - began < 3
    assert found.simulations > 100


@pytest.mark.jit
def test_stopping_early_saves_simulations_and_changes_nothing():
    position, saved = start("go5").play("C3", "C2"), 0
    for seed in range(5):
        early, full = (search(f"uct simulations=6000 early={word} seed={seed}", position) for word in ("yes", "no"))
        assert early.best == full.best and full.simulations == 6000
        saved += full.simulations - early.simulations
    assert saved > 0


def hand_made(rewards: list[float], visits: list[int], proofs: list[int] | None = None) -> Tree:
    """A root with children of these statistics; results are 0 or 1."""
    tree, n = new_tree(len(visits) + 1), len(visits)
    tree.size[0], tree.first[0], tree.width[0] = n + 1, 1, n
    tree.visits[1:], tree.reward[1:], tree.square[1:], tree.move[1:] = visits, rewards, rewards, range(n)
    tree.visits[0] = sum(visits)
    tree.proof[1:] = proofs or [OPEN] * n
    return tree


def test_a_move_proved_lost_comes_last_and_one_proved_won_first():
    tree = hand_made([90, 1, 5, 0], [100, 10, 10, 0], [LOST, WON, DRAWN, OPEN])
    assert [int(tree.move[child]) for child in read.ranked(tree)] == [1, 2, 3, 0]
    assert [read.value(tree, child) for child in range(1, 5)] == [0.0, 1.0, 0.5, 0.5]


@pytest.mark.parametrize("rule", [Uct(), Ucb1(), Greedy(), Flat()])
def test_a_move_proved_lost_is_never_visited_and_minus_one_says_that_all_are(rule):
    tree = hand_made([90, 1, 1], [100, 10, 20], [LOST, OPEN, LOST])
    assert choose(rule, tree, 0, 0, seeded(1)) == 2
    tree.proof[2] = LOST
    assert choose(rule, tree, 0, 0, seeded(1)) == -1


def ucb1_tuned(results: list[float], n: int, p: float) -> float:
    """The formula of the paper, from the results themselves [MOGO 2.2, eq.1]."""
    s = len(results)
    mean = sum(results) / s
    v = sum(x * x for x in results) / s - mean**2 + sqrt(2 * log(n) / s)
    return mean + p * sqrt(log(n) / s * min(1 / 4, v))


def ucb1(results: list[float], n: int) -> float:
    """The formula of the paper, from the results themselves [MOGO alg.1]."""
    return sum(results) / len(results) + sqrt(2 * log(n) / len(results))


@pytest.mark.parametrize("seed", range(20))
def test_urgencies_are_the_formulas_of_the_paper(seed):
    dice = random.Random(seed)
    results = [dice.choice([0.0, 0.5, 1.0]) for _ in range(dice.choice([1, 5, 500, 5000]))]
    n, s = len(results) + dice.randrange(1, 5000), len(results)
    tree = hand_made([sum(results)], [s])
    tree.square[1] = sum(x * x for x in results)
    q, p = sum(results) / s, dice.choice([0.1, 1.0, 1.4])
    assert urgency(Uct(p=p), tree, 1, log(n), s, q) == pytest.approx(ucb1_tuned(results, n, p))
    assert urgency(Ucb1(), tree, 1, log(n), s, q) == pytest.approx(ucb1(results, n))
    assert urgency(Greedy(), tree, 1, log(n), s, q) == q


@pytest.mark.parametrize("fpu, chosen", [(float("inf"), 3), (10.0, 3), (0.2, 1)])
def test_first_play_urgency_stands_in_for_a_move_never_tried(fpu, chosen):
    assert choose(Uct(fpu=fpu), hand_made([80, 20, 0], [100, 50, 0]), 0, 0, seeded(1)) == chosen


def test_a_pending_simulation_counts_as_a_loss():
    tree = hand_made([50, 49], [100, 100])
    assert choose(Ucb1(), tree, 0, 0, seeded(1)) == 1
    tree.pending[0] = tree.pending[1] = 20
    assert choose(Ucb1(), tree, 0, 0, seeded(1)) == 2


@pytest.mark.parametrize("seed", range(5))
def test_progressive_pruning_drops_an_inferior_move_and_never_the_best(seed):
    chances, dice = [0.2, 0.5, 0.8], random.Random(seed)
    tree, trace = hand_made([0, 0, 0], [0, 0, 0]), new_trace(2)
    rule, rng = Flat(prune=3.0, least=30), seeded(seed)
    for _ in range(3000):
        child = int(choose(rule, tree, 0, 0, rng))
        trace.nodes[:2], trace.length[0] = (0, child), 1
        won = dice.random() < chances[child - 1]
        absorb(rule, tree, trace, 0.0 if won else 1.0)  # as the player to move at the leaf sees it
    assert tree.visits[0] == 3000 == tree.visits[1:].sum()
    assert 30 <= tree.visits[1] < 200
    assert tree.visits[3] > 2000
    assert read.ranked(tree)[0] == 3


def test_sums_go_on_counting_after_sixteen_million_visits():
    tree, trace = hand_made([2**24], [2**24]), new_trace(2)  # 2**24 + 1 is no 32-bit float
    trace.nodes[:2], trace.length[0] = (0, 1), 1
    absorb(Uct(), tree, trace, 0.0)
    assert [float(column[1]) for column in (tree.visits, tree.reward, tree.square)] == [2**24 + 1] * 3


def test_without_pruning_flat_search_tries_every_move_equally_often():
    found = search("flat(prune=0) simulations=300 early=no", start("nim(heap=20)"))
    assert found.visits == [100, 100, 100]
