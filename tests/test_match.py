"""Claims about games of an event: who plays what, who wins, and that every game comes to an end."""

import json
from pathlib import Path

import pytest
from arena_help import FAST, fake, match, nim_match, replayed, untimed

from yomi.arena import report
from yomi.arena.event import GAUNTLET, MATCH, ROUND_ROBIN, new_event
from yomi.errors import BadSpec, BadText
from yomi.games import catalog
from yomi.games.go import sgf
from yomi.games.shogi import csa, kif
from yomi.players.ending import Ending, finished
from yomi.players.process import EngineFailed
from yomi.players.records import write_game
from yomi.players.referee import judge

pytestmark = pytest.mark.jit


def nim(games, **changes):
    return match("nim(heap=9)", FAST, "flat simulations=20", games, **changes)


def sgf_of(standing, game):
    names = [standing.event.players[game.fixture.who()[side]] for side in (0, 1)]
    winner = None if game.winner is None else game.fixture.who()[game.winner]
    ending = Ending(winner, game.result, game.reason, game.detail)
    return sgf.read_record(write_game(replayed(standing.event, game), names, ending, "sgf"))


def test_the_moves_of_a_game_can_be_played_again():
    standing = nim(4)
    for game in standing.played:
        assert replayed(standing.event, game).over == (game.reason == "rules")
        assert len(game.times) == len(game.moves) + (game.reason == "resignation")


def test_colours_alternate():
    assert [game.colours[0] for game in nim(4).played] == ["first", "second", "first", "second"]


def test_whoever_begins_wins_nim_that_both_can_solve():
    standing = match("nim(heap=5)", "uct simulations=500", "uct simulations=500", 4)
    assert [game.winner for game in standing.played] == [0, 1, 0, 1]
    assert report.line(standing).startswith("50.0% ±35.0 (2 wins, 0 draws, 2 losses of 4), +0 Elo (")
    assert report.line(standing).endswith("as first 2 of 2, as second 0 of 2")


def test_tictactoe_well_played_is_drawn():
    standing = match("tictactoe", "uct simulations=3000", "uct simulations=3000", 2)
    score = report.score_of(standing.played)
    assert (score.draws, score.points, standing.played[0].result) == (2, 1.0, "draw")


def test_one_seed_gives_one_match_of_different_games():
    one, same, other = nim(8), nim(8), nim(8, seed=2)
    assert untimed(one.played) == untimed(same.played)
    seeds = {seed for standing in (one, other) for game in standing.played for seed in game.seeds}
    assert len(seeds) == 2 * 8 * 2
    assert len({tuple(game.moves) for game in one.played}) > 2


def test_equal_events_have_one_key():
    one = new_event(MATCH, "go9( komi=5.5 )", ["uct simulations=10", "uct"])
    assert one.key == new_event(MATCH, "go9(komi=5.5)", ["uct playout=random simulations=10 seed=9", "uct"]).key
    others = [{"seed": 2}, {"openings": "balanced"}, {"clock": "5m"}, {"limit": 9}]
    assert len({one.key, *(one._replace(**change).key for change in others)}) == 5


@pytest.mark.parametrize(
    ("kind", "players", "pairings"),
    [(ROUND_ROBIN, 4, 6), (GAUNTLET, 4, 3), (MATCH, 2, 1)],
)
def test_everybody_meets_whom_they_should_with_both_colours(kind, players, pairings):
    event = new_event(kind, "nim", [f"uct simulations={k + 1}" for k in range(players)])
    fixtures = list(event.fixtures(6))
    assert len(event.pairings()) == pairings and len(set(fixtures)) == len(fixtures) == 6 * pairings
    assert all(fixture.first == 0 for fixture in fixtures) or kind != GAUNTLET
    begun = [fixture.who()[0] for fixture in fixtures]
    assert begun.count(0) == begun.count(1)
    assert [fixture.opening(2) for fixture in fixtures if fixture[:2] == (0, 1)] == [0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("knockout", "nim", ["uct", "flat"]), "kind 'knockout': expected match"),
        ((MATCH, "nim", ["uct"]), "1 players: expected 2"),
        ((ROUND_ROBIN, "nim", ["uct", "flat", "uct"]), "is named twice"),
        ((MATCH, "chess", ["uct", "flat"]), "chess"),
        ((MATCH, "nim", ["uct", "luck"]), "luck"),
    ],
)
def test_an_event_that_cannot_be_played_is_refused(words, complaint):
    with pytest.raises((BadText, BadSpec), match=complaint):
        new_event(*words)
    with pytest.raises(BadText, match="time settings 'soon'"):
        nim_match(clock="soon")
    with pytest.raises(BadText, match="limit -1"):
        nim_match(limit=-1)


def test_a_resigning_player_loses():
    standing = match("go5", "uct simulations=100", fake("resign"), 2)
    assert [(game.winner, game.reason) for game in standing.played] == [(0, "resignation")] * 2
    assert [game.result for game in standing.played] == ["B+R", "W+R"]


def test_an_engine_plays_go_and_the_game_is_an_sgf_file():
    standing = match("go5(komi=0.5)", "uct simulations=100 resign=0", fake("good"), 2)
    for game in standing.played:
        record = sgf_of(standing, game)
        black_first = game.colours[0] == "black"
        assert (record.size, record.komi, record.result, len(record.moves)) == (5, 0.5, game.result, len(game.moves))
        assert (record.white if black_first else record.black).startswith("gtp(timeout=20):")
        assert game.simulations[1] == 0 < game.simulations[0]
        assert game.reason == "count" and record.moves[-1][1] == "pass"


def test_white_begins_a_handicap_game():
    standing = match("go9(handicap=2)", "uct simulations=30", fake("pass"), 2)
    record = sgf_of(standing, standing.played[0])
    assert (record.handicap, record.setup, record.moves[0]) == (2, [("b", "G7"), ("b", "C3")], ("w", "pass"))
    assert standing.played[0].colours == ["black", "white"]


@pytest.mark.parametrize(("form", "read"), [("kif", kif.read_kif), ("csa", csa.read_csa)])
def test_a_game_of_shogi_is_a_kif_or_csa_file(form, read):
    standing = match("shogi", "alphabeta(depth=1)", "alphabeta(depth=1)", 1, limit=6)
    position = replayed(standing.event, standing.played[0])
    record = read(write_game(position, ["a", "b"], Ending(None, "draw", "move limit"), form).decode())
    assert (record.black, record.white, record.moves) == ("a", "b", list(position.history))
    assert record.ending in ("move limit", "impasse")
    with pytest.raises(BadText, match="expected kif or csa or txt for shogi"):
        write_game(position, ["a", "b"], Ending(None, "draw", "rules"), "sgf")


@pytest.mark.parametrize(
    "mode, reason, detail",
    [
        ("occupied", "illegal move", "the point is occupied"),
        ("off-board", "illegal move", "vertex 'Z99'"),
        ("crash", "engine failed", "out of luck"),
        ("hang", "engine failed", "no answer to 'genmove"),
        ("garbage", "engine failed", "Segmentation fault"),
        ("refuse", "engine failed", "no idea"),
    ],
)
def test_an_engine_that_breaks_the_rules_loses_and_plays_the_next_game(mode, reason, detail):
    standing = match("go5", fake(mode, timeout=1), "uct simulations=20 resign=0", 2)
    assert [(game.winner, game.reason, game.result) for game in standing.played] == [
        (1, reason, "W+F"),
        (1, reason, "B+F"),
    ]
    assert all(detail in game.detail and len(game.moves) >= 2 for game in standing.played)
    assert report.line(standing).endswith(f"; 2 ended by {reason}")
    assert detail in str(sgf_of(standing, standing.played[0]).comments)


def test_an_engine_that_hangs_is_ended_when_its_flag_has_fallen():
    standing = match("go5", fake("hang", timeout=60), "uct simulations=20 resign=0", 1, clock="0.5s")
    (game,) = standing.played
    assert (game.winner, game.reason, game.result) == (1, "time", "W+T")
    assert 0.5 < game.seconds[0] < 5


def test_our_players_keep_within_their_time():
    standing = match("go5", "uct seconds=100", "flat seconds=100", 2, clock="1s", limit=12)
    assert [game.reason for game in standing.played] == ["move limit"] * 2
    assert all(max(game.seconds) < 1 for game in standing.played)


def test_a_game_that_is_long_enough_is_counted():
    go, heap = match("go5", FAST, FAST, 1, limit=10).played[0], nim(1, limit=1).played[0]
    assert (go.reason, len(go.moves), go.winner in (0, 1)) == ("move limit", 10, True)
    assert (heap.reason, heap.winner, heap.result) == ("move limit", None, "draw")


def test_cpu_time_of_each_side_is_known():
    ours, other = match("go5", "uct simulations=3000 resign=0", fake("good"), 1).played[0].cpu
    assert ours > 0.01 and other >= 0.0


def test_an_engine_that_cannot_start_ends_the_match_without_a_game():
    with pytest.raises(EngineFailed, match="no such program"):
        match("go5", "uct", "gtp:no-such-program", 2)


def test_other_engines_play_go_only():
    with pytest.raises(BadSpec, match="Go only, not nim"):
        match("nim", FAST, "gtp:gnugo --mode gtp", 1)


DEAD_CORNER = "OO.X./..XX./XXX../...../..... w"  # two white stones that cannot live


def test_dead_stones_come_off_where_another_engine_played():
    position = catalog.Position.read(catalog.game("go5"), DEAD_CORNER, komi=0).play("pass", "pass")
    assert [position.text(p) for p in judge(position).dead] == ["A5", "B5"]
    assert finished(position, outsiders=True)[:3] == (0, "B+25", "count")
    assert finished(position, outsiders=False)[:3] == (0, "B+18", "rules")  # the corner is nobody's


OWN_GAME = """
from yomi.games.game import Game
from yomi.games.toy.nim import GAME as NIM
GAME = Game("heap", "Nim by another name", NIM.dtype, NIM.start, width=3, length=50, sides=("ann", "bob"))
"""


def test_a_game_of_ones_own_is_played_by_the_path_of_its_file(tmp_path):
    path = tmp_path / "heap.py"
    path.write_text(OWN_GAME)
    assert set(report.by_colour(match(str(path), FAST, FAST, 2).played)) == {"ann", "bob"}


@pytest.mark.parametrize("name", ["go5", "tictactoe", "nim"])
def test_every_kind_of_game_can_be_matched(name):
    assert len(match(name, "uct simulations=8", "flat simulations=8", 2).played) == 2


def test_a_result_is_a_table_and_json():
    standing = nim(4)
    rows = report.rows(standing)
    assert rows[0][:2] == ("", "games") and [row[:2] for row in rows[1:]] == [
        ("all games", "4"),
        ("as first", "2"),
        ("as second", "2"),
    ]
    assert all(len(row) == len(rows[0]) for row in rows)
    plain = json.loads(json.dumps(report.as_dict(standing), allow_nan=False))
    (pairing,) = plain["pairings"]
    assert plain["played"] == 4 and pairing["wins"] == report.score_of(standing.played).wins
    assert set(pairing["by_colour"]) == {"first", "second"}


@pytest.mark.skipif(not Path("/usr/games/gnugo").exists(), reason="needs Debian's gnugo")
def test_gnugo_plays_a_whole_game_and_one_seed_repeats_it():
    engine = "gtp:gnugo --mode gtp --level 1 --chinese-rules"
    one, same = (match("go9", "uct simulations=100 resign=0", engine, 1).played for _ in (1, 2))
    assert one[0].reason in ("count", "resignation") and len(one[0].moves) > 10
    assert one[0].cpu[1] > 0.0
    assert untimed(one) == untimed(same)
