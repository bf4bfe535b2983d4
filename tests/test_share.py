"""Searchers that share the shallow part of their trees: everything arrives once, and nothing comes back."""

import numpy as np
import pytest

from yomi.games.catalog import start
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search import read
from yomi.search.share import News, Shallow

pytestmark = pytest.mark.jit
SPEC = "uct(p=1) simulations=100 early=no seed="


def searchers(count: int = 2) -> list[Player]:
    return [Player(parse(f"{SPEC}{seed + 1}")) for seed in range(count)]


def think(player: Player, position, shallow: Shallow | None = None) -> Shallow:
    """A hundred more simulations of the same tree."""
    tree = player.search(position).tree
    return shallow or Shallow(tree, 3, 0.0, fresh=True)


def test_what_one_finds_the_other_has_once():
    position, (ann, bob) = start("go5"), searchers()
    first, second = think(ann, position), think(bob, position)
    for _ in range(3):
        ours, theirs = first.news(), second.news()
        first.hear(theirs)
        second.hear(ours)
        think(ann, position, first)
        think(bob, position, second)
    for shallow in (first, second):
        assert shallow.tree.visits[0] == 400 + 300 and shallow.heard == 300
        kept = [int(shallow.tree.visits[child]) for child in read.children(shallow.tree)]
        assert sum(kept) == pytest.approx(700, abs=8), "all results are those of moves"


def test_nothing_new_is_no_news():
    position, (ann, bob) = start("go5"), searchers()
    first, second = think(ann, position), think(bob, position)
    first.hear(second.news())
    told = first.news()
    assert {entry.path: entry.own[0] for entry in told}[()] == 100, "only its own work"
    assert first.news() == []


def test_only_nodes_that_matter_are_told():
    shallow = think(searchers(1)[0], start("go5"))
    shallow.depth, shallow.share = 2, 0.05
    told = shallow.news()
    assert told[0].path == () and all(len(entry.path) <= 1 for entry in told)
    visits = dict(zip(told[0].moves.tolist(), told[0].gains[0].tolist(), strict=True))
    assert all(visits[entry.path[0]] >= 5 for entry in told[1:])


def test_a_tree_of_an_earlier_search_is_no_news():
    player, position = searchers(1)[0], start("go5")
    old = think(player, position)
    again = Shallow(old.tree, 3, 0.0, fresh=False)
    assert again.news() == []
    think(player, position, again)
    assert again.news()[0].own[0] == 100


def test_nodes_that_are_not_there_are_left_out():
    shallow = think(searchers(1)[0], start("go5"))
    before = shallow.tree.visits.copy()
    for path, moves in (((99,), [7]), ((0, 1, 2, 3, 4), [7]), ((), [99])):
        shallow.hear([News(path, (0, 0.0), np.array(moves), np.ones((2, 1)))])
    assert (shallow.tree.visits == before).all()


def test_moves_are_told_with_their_amaf_values():
    ann, bob = (Player(parse(f"mcrave simulations=100 early=no seed={seed}")) for seed in (1, 2))
    position = start("go5")
    first, second = think(ann, position), think(bob, position)
    before = {int(m): float(n) for m, n in amaf(first)}
    gained = {int(m): float(n) for m, n in amaf(second)}
    first.hear(second.news())
    assert {int(m): float(n) for m, n in amaf(first)} == {move: before[move] + gained[move] for move in before}
    assert sum(gained.values()) > 300, "most of what is known comes from moves played later"


def amaf(shallow: Shallow):
    """The moves of the root with the number of their AMAF results."""
    nodes = list(read.children(shallow.tree))
    return zip(shallow.tree.move[nodes], shallow.tree.amaf_visits[nodes], strict=True)
