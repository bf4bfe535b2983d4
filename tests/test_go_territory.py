"""Territory scoring: prisoners, dead stones, seki and handicap, the manners it asks for, and a bonus for the margin."""

import pathlib
import random
import subprocess

import numpy as np
import pytest
import reference_go
from arena_help import match, replayed

from yomi.errors import BadText
from yomi.games.catalog import start
from yomi.games.go import count
from yomi.games.go.game import go, rules_of
from yomi.games.go.replay import record_of, start_of
from yomi.games.go.sgf import read_record, write_record
from yomi.games.go.text import point, points, read_vertex
from yomi.games.hints import margin
from yomi.games.position import Position
from yomi.games.toy import nim
from yomi.kernel.rng import seeded
from yomi.kernel.trace import new_trace
from yomi.players.api import player
from yomi.players.ending import finished
from yomi.players.manners import choose
from yomi.players.referee import judge
from yomi.value.playout import Captures, Random, playout

GNU_GO = pathlib.Path("/usr/games/gnugo")
SMALL = ".XXO./X.XO./O.XOO/XXXO./..XO."  # the white stone on A3 is dead
FINISHED = "..X.XO.../..X.XO.O./XXX.XO.../....XO.O./.O..XOOOO/XXXXXO.../....XO.X./..X.XOOOO/....XO..."  # B5 and H3
UNFINISHED = FINISHED.removesuffix("....XO...") + ".....O..."  # and the corner is open at E1
TWO_SHARED = ".O.OX..../.O.OX..../.O.OX..../.O.OX..../.O.OX..../.OOOX..../.OXXOX.../.OX.OX.../.OX.OX..."
ONE_EYE_EACH = ".OX....../.OX..X.../OOX...X../.OX..X.../.OX....../.OX....../OOXXXXX../XXOOOOX../.X.O.OX.."
EYE_AGAINST_NONE = ".X.OXXXXO/XOOOXXOOO/X.OXXOO../OOOOXXOO./XOOOXXXO./XXXXXXO../.X.XXOO../..XXO..../..XOOO..."
NAKADE = ".X.XO..../X.XXO..O./XXXOO..../OOOO..O../........./OOOOOOO../XXXXXXO../XXXXXXO../.O.XXXO.."
BIG_EYE = "........./.OO...OO./........./OOOOOOO../XXXXXXO../X....XO../X.OO.XO../X....XO../XXXXXXO.."
OPEN_RACE = "O.OXX..../XOOOXX..X/X.OX.O.../XOOXO.O../XOOXXXXXX/OOOOXXOXO/OOXXXOOOO/XX.XOX.../.....O..."


def board(text: str, turn: str = "b", rules: str = "japanese", komi: float = 0.5) -> Position:
    return Position.read(go(text.count("/") + 1), f"{text} {turn}", rules=rules, komi=komi)


def vertices(position: Position, found) -> list[str]:
    return sorted(position.text(p) for p in found)


def counted(text: str, rules: str, *dead: str) -> float:
    """The score of a drawn board with these stones dead, komi apart."""
    position = board(text, rules=rules, komi=0)
    return count.score(position.root, [read_vertex(len(text.split("/")), vertex) for vertex in dead])


# The count.


def test_a_dead_stone_is_a_prisoner_and_its_point_territory():
    assert counted(SMALL, "japanese", "A3") == (6 + 1) - 4
    assert counted(SMALL, "chinese", "A3") == (6 + 9) - (4 + 6)


def test_a_stone_in_the_own_territory_costs_a_point_only_where_territory_counts():
    filled = SMALL.replace("O.XOO", ".XXOO")
    assert counted(filled, "japanese") == 5 - 4
    assert counted(filled, "chinese") == (5 + 10) - (4 + 6)


def test_neutral_points_count_nothing():
    assert counted(".X.O./.X.O./.X.O./.X.O./.X.O.", "japanese") == 0
    assert counted("..X.O/..X.O/..X.O/..X.O/..X.O", "japanese") == 10


def test_stones_captured_in_play_are_prisoners():
    position = Position.start(go(5), rules="japanese", komi=0).play("B1", "A1", "A2", "pass")
    assert count.score(position.root, []) == (25 - 2) + 1


@pytest.mark.parametrize("seed", range(4))
def test_territory_and_prisoners_are_those_of_the_reference(seed):
    dice, position = random.Random(seed), Position.start(go(5), rules="japanese", komi=0)
    game = reference_go.Game(5, 5, "simple")
    for _ in range(60):
        move = dice.choice([*game.legal(), reference_go.PASS])
        if game.passes == 1 and move is reference_go.PASS:
            break
        game.play(move)
        position = position.play(0 if move is None else point(5, *move))
        stones = "".join(game.board.values())
        territory = reference_go.area(game.board) - stones.count("X") + stones.count("O")
        assert count.score(position.root, []) == territory + game.captured["X"] - game.captured["O"]
    assert sum(game.captured.values()) > 0


def test_white_gets_nothing_for_handicap_stones():
    handicap = start("go9(rules=japanese, komi=0.5, handicap=3)")
    assert count.score(handicap.root, []) == 81 - 3 - 0.5


def test_scoring_is_an_option_of_its_own():
    assert start("go5(scoring=territory)").state.territory == 1
    assert start("go5(rules=japanese, scoring=area)").state.territory == 0
    with pytest.raises(BadText, match="expected one of area, territory"):
        start("go5(scoring=stones)")


def test_a_record_says_how_to_count():
    for text, name in [
        ("go5(rules=japanese)", "Japanese"),
        ("go5", "Chinese"),
        ("go5(scoring=territory)", "Japanese"),  # with another ko rule, but no other name says territory
        ("go5(rules=japanese, scoring=area)", ""),
    ]:
        record = read_record(write_record(record_of(start(text), [])))
        assert record.rules == name
        assert start_of(record).state.territory == start(text).state.territory
    assert rules_of(start("go5(rules=korean, komi=0.5)").state) == "japanese"


# Dead stones and seki, by the referee.


@pytest.mark.jit
@pytest.mark.parametrize("rules, score", [("japanese", 22 + 1 - 15 - 1), ("chinese", 22 + 20 - 15 - 18)])
def test_a_finished_board_is_counted(rules, score):
    verdict = judge(board(FINISHED, rules=rules, komi=0))
    assert vertices(board(FINISHED), verdict.dead) == ["B5", "H3"]
    assert verdict.score == score
    assert not verdict.open


@pytest.mark.jit
@pytest.mark.parametrize(
    "text, seki, eyes",
    [
        (TWO_SHARED, "C1 C2 C3 D3 E1 E2 E3", ""),
        (ONE_EYE_EACH, "A2 B1 B2 C2 D1 D2 E2 F1 F2", "A1 E1"),
        (EYE_AGAINST_NONE, "A6 A7 A8 B5 B6 B8 B9 C5 C6 C7 C8 D5 D6 D8 D9", "A9"),
    ],
)
def test_eyes_in_seki_are_nobodys_where_territory_counts(text, seki, eyes):
    by_territory, by_area = judge(board(text)), judge(board(text, rules="chinese"))
    assert vertices(board(text), by_territory.seki) == vertices(board(text), by_area.seki) == seki.split()
    assert not by_territory.dead
    changed = {p for p in by_area.status if by_area.status[p] != by_territory.status[p]}
    assert vertices(board(text), changed) == eyes.split()
    assert {by_territory.status[p] for p in changed} <= {"dame"}


@pytest.mark.jit
@pytest.mark.parametrize(
    "text, dead",
    [
        (NAKADE, "A2 A3 B2 B3 C2 C3 D1 D2 D3 E1 E2 E3 F1 F2 F3"),  # three points with a white stone between them
        (BIG_EYE, "C3 D3"),  # white stones in a space that is large enough to live
    ],
)
def test_a_dead_group_and_dead_stones_in_a_living_one_are_no_seki(text, dead):
    verdict = judge(board(text))
    assert not verdict.seki
    assert vertices(board(text), verdict.dead) == dead.split()


@pytest.mark.jit
def test_a_fight_that_the_first_move_decides_is_no_seki():
    verdict = judge(board(OPEN_RACE, "w"))
    assert not verdict.seki
    assert verdict.open >= {read_vertex(9, vertex) for vertex in ("A9", "B9", "B7", "A7", "C7")}


@pytest.mark.jit
@pytest.mark.skipif(not GNU_GO.exists(), reason="GNU Go is not installed: apt-get install gnugo")
@pytest.mark.parametrize("text", [FINISHED, TWO_SHARED, ONE_EYE_EACH, EYE_AGAINST_NONE, NAKADE, BIG_EYE])
def test_gnu_go_counts_alike(text):
    position = board(text)
    stones = [p for p in points(9) if position.state.colour[p]]
    played = [f"play {'-bw'[position.state.colour[p]]} {position.text(p)}" for p in stones]
    script = ["boardsize 9", "komi 0.5", *played]
    said = subprocess.run(
        [GNU_GO, "--mode", "gtp", "--japanese-rules"],
        input="\n".join([*script, "final_score"]),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert said.stdout.split() == ["="] * (len(script) + 1) + [count.score_text(judge(position).score)]


# Manners.


def answer(position: Position, simulations: int = 300) -> str:
    move = choose(player(f"uct simulations={simulations} resign=0"), position).move
    return position.text(move)


@pytest.mark.jit
@pytest.mark.parametrize("turn", ["b", "w"])
@pytest.mark.parametrize("text", [SMALL, FINISHED])
def test_it_passes_when_nothing_is_in_doubt_and_leaves_dead_stones_alone(text, turn):
    assert answer(board(text, turn)) == "pass"


@pytest.mark.jit
@pytest.mark.parametrize("turn", ["b", "w"])
def test_it_answers_a_pass_with_a_pass(turn):
    assert answer(board(FINISHED, "w" if turn == "b" else "b").play("pass")) == "pass"


@pytest.mark.jit
def test_it_takes_dead_stones_where_area_counts():
    before = board(FINISHED, "w", rules="chinese", komi=7.5).play("pass")  # as the stones stand white wins
    assert answer(before, 2000) != "pass"


@pytest.mark.jit
def test_it_closes_its_territory_before_it_passes():
    assert answer(board(UNFINISHED, "w").play("pass"), 2000) == "E1"


@pytest.mark.jit
def test_it_does_not_end_a_game_that_only_its_dead_stones_would_win():
    before = board(UNFINISHED.replace(".O..XOOOO", "....XOOOO"), "w").play("pass")
    assert count.standing_winner(before.root) == 0 and judge(before.play("pass")).leader == 1  # H3 is dead
    assert answer(before, 2000) == "E1"


@pytest.mark.jit
def test_it_plays_on_where_a_doubtful_stone_decides():
    doubtful = "/".join(["....XO..."] * 4 + [".O..XO..."] + ["....XO..."] * 4)
    assert answer(board(doubtful, "w").play("pass")) != "pass"


@pytest.mark.jit
def test_a_lead_that_no_doubt_can_turn_needs_no_search():
    for position in (board(FINISHED, "w"), Position.start(go(5), rules="japanese", komi=0.5).play("C3")):
        assert choose(player("uct simulations=300"), position.play("pass")) == (0, None)


@pytest.mark.jit
def test_it_plays_where_points_are_in_doubt_and_not_in_its_territory():
    neutral = FINISHED.removesuffix("..X.XOOOO/....XO...") + "..X.X.OOO/....X.O.."
    assert answer(board(neutral), 1000) in ("F1", "F2")


@pytest.mark.jit
def test_it_does_not_resign_a_game_that_the_agreed_count_wins():
    gloomy = player("uct simulations=300 resign=1")  # takes every search for a lost one
    assert choose(gloomy, board(FINISHED, komi=6.5)).move == 0
    assert choose(gloomy, board(FINISHED, komi=7.5)).move is None


@pytest.mark.jit
def test_players_end_a_game_by_passing_and_the_referee_counts_it():
    quick = "uct simulations=60 resign=0"
    standing = match("go5(rules=japanese)", quick, quick, 3)
    for game in standing.played:
        assert game.moves[-2:] == ["pass", "pass"]
        verdict = judge(replayed(standing.event, game))
        assert game.reason == "count" and game.result == count.score_text(verdict.score)


@pytest.mark.jit
def test_dead_stones_come_off_at_the_end_of_our_own_games_too():
    ended = board(SMALL, komi=2.5).play("pass", "pass")
    assert finished(ended, outsiders=False) == (0, "B+0.5", "count", "dead: A3")
    by_area = board(SMALL, rules="chinese", komi=2.5).play("pass", "pass")
    assert finished(by_area, outsiders=False) == (1, "W+1.5", "rules", "")


# The bonus.

FULL = "XX./XX./.XX"  # all nine points are black's


def result(policy, position: Position, seed: int = 1) -> float:
    game = position.game
    scratch = new_trace(game.length), np.empty(game.width, np.int32), seeded(seed)
    return playout(policy, position.root.copy()[0], *scratch)


def test_the_margin_is_a_part_of_the_board_and_no_more_than_all_of_it():
    assert margin(board(FULL, rules="chinese", komi=7.5).state) == pytest.approx(1.5 / 9)
    assert margin(board(FULL, "w", rules="chinese", komi=7.5).state) == pytest.approx(-1.5 / 9)
    assert [margin(board(FULL, turn, komi=-400).state) for turn in "bw"] == [1.0, -1.0]
    assert margin(nim.start(5)[0]) == 0.0


@pytest.mark.parametrize("policy", [Random, Captures])
def test_a_bonus_mixes_the_result_with_the_margin(policy):
    won, lost = (board(FULL, turn, rules="chinese", komi=7.5) for turn in "bw")
    assert (result(policy(), won), result(policy(), lost)) == (1.0, 0.0)
    assert result(policy(bonus=0.2), won) == pytest.approx(0.8 + 0.2 * (0.5 + 1.5 / 18))
    assert result(policy(bonus=0.2), lost) == pytest.approx(0.2 * (0.5 - 1.5 / 18))


@pytest.mark.parametrize("bonus", [0.1, 1.0, 7.0])
def test_a_result_stays_a_chance_whatever_the_bonus(bonus):
    for komi in (-400, -3, 0, 3, 400):
        position = board(".../.X./...", rules="chinese", komi=komi)
        assert all(0 <= result(Random(bonus=bonus), position, seed) <= 1 for seed in range(5))


def test_without_a_bonus_playouts_are_won_or_lost():
    results = {result(Random(), board(".../.X./...", rules="chinese", komi=2.5), seed) for seed in range(20)}
    assert results == {0.0, 1.0}
