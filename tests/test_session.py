"""Sessions and manners: undo, turns, resigning, and passing only where nothing is lost by it."""

import pytest

from yomi.errors import BadText, GameOver, IllegalMove
from yomi.games.go.game import go
from yomi.games.position import Position
from yomi.players.api import player
from yomi.players.clock import Absolute
from yomi.players.manners import choose
from yomi.players.session import Session

pytestmark = pytest.mark.jit


def session(size=5, spec="uct simulations=200", **options):
    return Session(go(size), player(spec), **options)


def test_undo_goes_back_to_the_start_and_no_further():
    game = session()
    before = str(game.position)
    game.play("C3")
    game.play("B2", 1)
    game.undo()
    game.undo()
    assert str(game.position) == before and game.moves == []
    with pytest.raises(IllegalMove, match="undo"):
        game.undo()


def test_a_refused_move_changes_nothing():
    game = session()
    game.play("C3")
    for move in ("C3", "Z9", "pas"):
        with pytest.raises((IllegalMove, BadText)):
            game.play(move)
    assert len(game.moves) == 1 and game.position.side == 1


def test_a_side_may_move_twice_in_a_row_in_go():
    game = session()
    game.play("C3", 0)
    game.play("B2", 0)
    assert [side for side, _ in game.moves] == [0, 0]
    assert game.position.state.colour[game.moves[0][1]] == game.position.state.colour[game.moves[1][1]] == 1


def test_a_player_with_a_clock_keeps_to_it():
    game = session(spec="uct simulations=1000000000")
    game.player.search(game.position, simulations=1)  # compiled before the clock runs
    game.set_clocks(Absolute(3.0))
    game.genmove()
    assert 0 < game.clocks[0].remaining < 3.0 and game.clocks[1].remaining == 3.0


def test_a_finished_game_asks_for_no_move():
    game = session()
    game.play("pass")
    game.play("pass")
    with pytest.raises(GameOver):
        game.player.search(game.position)


def test_it_passes_when_the_opponent_passed_and_the_stones_as_they_stand_win():
    position = Position.read(go(5), "..X../..X../XXXXX/...../..X.. w").play("pass")
    assert position.text(choose(player("uct simulations=50"), position).move) == "pass"


def test_it_does_not_pass_while_a_dead_stone_decides():
    # Black is ahead only once the white stone at B4, which cannot live, is off the board.
    position = Position.read(go(5), ".X.X./XO.XO/.XXXO/XXXOO/.XO.O b").altered(
        lambda state: setattr(state, "komi", 8.5)
    )
    before = position.with_side(1).play("pass")
    chosen = choose(player("uct simulations=2000 resign=0"), before)
    assert before.text(chosen.move) != "pass"


def test_it_resigns_a_lost_game_and_only_then():
    lost = Position.read(go(5), "OOOO./OOOOO/O.OOO/OOOO./OOO.X b")
    assert choose(player("uct simulations=500"), lost).move is None
    assert choose(player("uct simulations=500 resign=0"), lost).move is not None
    assert choose(player("uct simulations=500"), Position.start(go(5))).move is not None
