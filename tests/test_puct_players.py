"""Players that search by PUCT: their text, the moves they may choose, noise once for each move, proofs."""

import numpy as np
import pytest
from puct_help import assert_sound

from yomi.games.catalog import start
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search import read
from yomi.search.puct import Puct
from yomi.search.tree import Tree, child_by_move


def root_priors(tree: Tree) -> dict[int, float]:
    return {int(tree.move[child]): float(tree.prior[child]) for child in read.children(tree)}


def test_a_root_is_stirred_once():
    player = Player(parse("puct(noise=0.5,alpha=0.3) playout=random simulations=60 early=no memory=1"))
    position = start("nim(heap=40)")
    first = root_priors(player.search(position).tree)
    assert len(set(first.values())) == 3 and sum(first.values()) == pytest.approx(1, abs=1e-5)
    found = player.search(position)
    assert root_priors(found.tree) == first and found.tree.visits[0] == 120
    child = child_by_move(found.tree, 0, found.best_move)
    assert {float(found.tree.prior[one]) for one in read.children(found.tree, child)} == {float(np.float32(1 / 3))}
    later = root_priors(player.search(position.after(found.best_move)).tree)
    assert len(set(later.values())) == 3 and sum(later.values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("heap", [1, 2, 3, 5, 6, 7, 9, 10, 11])
@pytest.mark.parametrize("spec", ["puct", "puct(noise=0.25,temperature=1.0)", "puct(lcb=2.0)", "gumbel"])
def test_players_prove_the_winning_nim_move(spec, heap):
    found = Player(parse(f"{spec} playout=random simulations=5000 memory=5")).search(start(f"nim(heap={heap})"))
    assert found.best == str(heap % 4) and found.solved and found.value == 1.0


def test_a_win_in_one_at_tictactoe_is_found_and_proved():
    player = Player(parse("puct playout=random simulations=300 memory=5"))
    found = player.search(start("tictactoe").play("B2", "A1", "A2", "B1"))
    assert found.best == "C2" and found.solved and found.value == 1.0


@pytest.mark.jit
@pytest.mark.slow  # a minute to compile
def test_puct_with_quiescence_finds_a_legal_move_at_minishogi():
    position = start("minishogi")
    found = Player(parse("puct playout=quiescence simulations=200 early=no memory=20")).search(position)
    assert found.best in position.moves and found.simulations == 200 == found.tree.visits[0]
    assert_sound(found.tree)


@pytest.mark.parametrize("text", ["puct playout=random", "puct(c=1.5,loss=3,noise=0.25) playout=quiescence threads=2"])
def test_the_text_of_a_player_says_what_it_is(text):
    assert str(parse(text)) == text and parse(str(parse(text))) == parse(text)
    assert parse(text).policy and isinstance(parse(text).search, Puct)


@pytest.mark.parametrize("spec", ["puct", "puct(noise=0.25)", "gumbel"])
def test_a_player_chooses_among_the_moves_it_may(spec):
    player, position = Player(parse(f"{spec} simulations=200 memory=5 early=no")), start("nim(heap=40)")
    for only in (["1", "3"], ["2"]):
        found = player.search(position, only=[position.number(text) for text in only])
        assert sorted(found.moves) == sorted(only) and found.best in only
        assert sum(root_priors(found.tree).values()) == pytest.approx(1, abs=1e-5)
    assert len(player.search(position).moves) == 3


def test_a_choice_among_some_moves_has_as_many_simulations_as_any():
    player, position = Player(parse("puct simulations=200 memory=5 early=no")), start("nim(heap=40)")
    assert player.search(position).simulations == 200
    found = player.search(position, only=[1, 2])
    assert found.simulations == 200 == found.tree.visits[0]
