"""Claims about matches: who plays what, who wins, and that nothing on disk is lost or counted twice."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from yomi.errors import BadSpec, BadText
from yomi.games import catalog
from yomi.games.go import sgf
from yomi.players.archive import Played, Settings
from yomi.players.match import finished, play_match
from yomi.players.process import EngineFailed
from yomi.players.referee import judge

pytestmark = pytest.mark.jit

FAKE = Path(__file__).with_name("fake_gtp.py")
FAST, FASTER = "uct simulations=30", "flat simulations=20"


def fake(mode, timeout=20):
    return f"gtp(timeout={timeout}):{sys.executable} {FAKE} {mode}"


def lines(folder):
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def untimed(games):
    return [game | {"seconds": None} for game in games]


def nim(folder, games, seed=1, **changes):
    players = {"game_text": "nim(heap=9)", "first": FAST, "second": FASTER} | changes
    return play_match(games=games, seed=seed, folder=folder, **players)


def test_every_game_leaves_a_line_and_its_moves(tmp_path):
    result = nim(tmp_path, 4)
    assert [game["game"] for game in lines(tmp_path)] == [1, 2, 3, 4]
    assert [Played(**line) for line in lines(tmp_path)] == result.played
    assert sorted(path.name for path in (tmp_path / "moves").iterdir()) == [f"000{k}.txt" for k in (1, 2, 3, 4)]


def test_the_moves_of_a_game_can_be_played_again(tmp_path):
    for game in nim(tmp_path, 4).played:
        text = (tmp_path / "moves" / f"{game.game:04}.txt").read_text().splitlines()
        position = catalog.start("nim(heap=9)").play(*(line for line in text if not line.startswith("#")))
        assert len(position.history) == game.plies
        assert position.over == (game.reason == "rules")


def test_colours_alternate(tmp_path):
    assert [game.colours[0] for game in nim(tmp_path, 4).played] == ["first", "second", "first", "second"]


def test_whoever_begins_wins_nim_that_both_can_solve(tmp_path):
    result = nim(tmp_path, 4, game_text="nim(heap=5)", first="uct simulations=500", second="uct simulations=500")
    assert [game.winner for game in result.played] == [0, 1, 0, 1]
    assert result.line() == (
        "50.0% ±35.0 (2 wins, 0 draws, 2 losses of 4), +0 Elo (-301 to +301); as first 2 of 2, as second 0 of 2"
    )


def test_tictactoe_well_played_is_drawn(tmp_path):
    strong = "uct simulations=3000"
    result = play_match("tictactoe", strong, strong, games=2, seed=1, folder=tmp_path)
    assert (result.score.draws, result.score.points, result.played[0].result) == (2, 1.0, "draw")


def test_one_seed_gives_one_match_of_different_games(tmp_path):
    one, same, other = (nim(tmp_path / name, 8, seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert untimed(lines(tmp_path / "a")) == untimed(lines(tmp_path / "b"))
    seeds = {seed for result in (one, other) for game in result.played for seed in game.seeds}
    assert len(seeds) == 2 * 8 * 2
    assert len({(tmp_path / "a" / "moves" / f"000{k}.txt").read_text() for k in range(1, 9)}) > 2
    assert one.score == same.score


def test_a_match_goes_on_where_it_stopped(tmp_path):
    nim(tmp_path / "parts", 3)
    before = lines(tmp_path / "parts")
    seen = []
    result = nim(tmp_path / "parts", 7, progress=lambda result: seen.append(len(result.played)))
    assert lines(tmp_path / "parts")[:3] == before and seen == [3, 4, 5, 6, 7]
    nim(tmp_path / "whole", 7)
    assert untimed(lines(tmp_path / "parts")) == untimed(lines(tmp_path / "whole"))
    assert result.score == nim(tmp_path / "parts", 7).score == nim(tmp_path / "parts", 2).score


@pytest.mark.parametrize("cut", [1, 2, 40, 90])
def test_a_line_cut_off_by_a_crash_is_played_again(tmp_path, cut):
    nim(tmp_path, 5)
    path, before = tmp_path / "games.jsonl", lines(tmp_path)
    path.write_bytes(path.read_bytes()[:-cut])
    assert [game.game for game in nim(tmp_path, 5).played] == [1, 2, 3, 4, 5]
    assert untimed(lines(tmp_path)) == untimed(before)


def test_a_spoilt_line_in_the_middle_is_an_error(tmp_path):
    nim(tmp_path, 3)
    path = tmp_path / "games.jsonl"
    path.write_text(path.read_text().replace('{"game": 2', '{"game" 2'))
    with pytest.raises(BadText, match=r"games\.jsonl, line 2"):
        nim(tmp_path, 3)


@pytest.mark.parametrize("changes", [{"game_text": "nim"}, {"first": "uct simulations=31"}, {"second": FAST}])
def test_a_folder_holds_one_match_only(tmp_path, changes):
    nim(tmp_path, 1)
    with pytest.raises(BadText, match="holds another match"):
        nim(tmp_path, 2, **changes)
    with pytest.raises(BadText, match="seed 1, not 2"):
        nim(tmp_path, 2, seed=2)
    assert len(lines(tmp_path)) == 1


def test_the_same_player_in_other_words_is_the_same_player(tmp_path):
    nim(tmp_path, 1)
    assert len(nim(tmp_path, 2, first="uct  playout=random simulations=30 seed=9").played) == 2


def test_the_folder_of_a_match_follows_from_its_settings():
    one = Settings.of("go9( komi=5.5 )", "uct simulations=10", "uct", 1)
    assert one.folder() == Settings.of("go9(komi=5.5)", "uct playout=random simulations=10", "uct", 1).folder()
    assert one.folder() != one._replace(seed=2).folder()
    assert one.folder().parent == Path("matches") and one.folder().name.startswith("go9-")


SCRIPT = """
import pathlib, sys
from yomi.players.match import play_match
play_match("nim(heap=9)", {first!r}, {second!r}, games=100_000, seed=1, folder=pathlib.Path(sys.argv[1]))
"""


def test_killing_a_match_loses_no_game_and_counts_none_twice(tmp_path):
    folder = tmp_path / "killed"
    script = SCRIPT.format(first=FAST, second=FASTER)
    for goal in (5, 30):
        process = subprocess.Popen([sys.executable, "-c", script, str(folder)])
        path = folder / "games.jsonl"
        while process.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") >= goal):
            time.sleep(0.01)
        if goal == 30:
            with pytest.raises(BadText, match="another process"):
                nim(folder, 1)
        process.kill()
        process.wait()
    games = path.read_bytes().count(b"\n") + 5
    nim(folder, games)
    nim(tmp_path / "whole", games)
    assert untimed(lines(folder)) == untimed(lines(tmp_path / "whole"))
    assert sorted(p.name for p in (folder / "moves").iterdir())[:games] == [f"{k:04}.txt" for k in range(1, games + 1)]


def test_a_resigning_player_loses(tmp_path):
    result = play_match("go5", "uct simulations=100", fake("resign"), games=2, seed=1, folder=tmp_path)
    assert [(game.winner, game.reason) for game in result.played] == [(0, "resignation")] * 2
    assert [game.result for game in result.played] == ["B+R", "W+R"]


def test_an_engine_plays_go_and_the_game_is_an_sgf_file(tmp_path):
    player = "uct simulations=100 resign=0"
    result = play_match("go5(komi=0.5)", player, fake("good"), games=2, seed=1, folder=tmp_path)
    for game in result.played:
        record = sgf.read_record((tmp_path / "sgf" / f"{game.game:04}.sgf").read_bytes())
        black_first = game.colours[0] == "black"
        assert (record.size, record.komi, record.result, len(record.moves)) == (5, 0.5, game.result, game.plies)
        assert (record.white if black_first else record.black).startswith("gtp(timeout=20):")
        assert game.simulations[1] == 0 < game.simulations[0]
        assert game.reason == "count" and record.moves[-1][1] == "pass"


def test_white_begins_a_handicap_game(tmp_path):
    result = play_match("go9(handicap=2)", "uct simulations=30", fake("pass"), games=2, seed=1, folder=tmp_path)
    record = sgf.read_record((tmp_path / "sgf" / "0001.sgf").read_bytes())
    assert (record.handicap, record.setup, record.moves[0]) == (2, [("b", "G7"), ("b", "C3")], ("w", "pass"))
    assert result.played[0].colours == ["black", "white"]


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
def test_an_engine_that_breaks_the_rules_loses_and_plays_the_next_game(tmp_path, mode, reason, detail):
    player = "uct simulations=20 resign=0"
    result = play_match("go5", fake(mode, timeout=1), player, games=2, seed=1, folder=tmp_path)
    assert [(game.winner, game.reason, game.result) for game in result.played] == [
        (1, reason, "W+F"),
        (1, reason, "B+F"),
    ]
    assert all(detail in game.detail and game.plies >= 2 for game in result.played)
    assert result.line().endswith(f"; 2 ended by {reason}")
    assert detail in (tmp_path / "sgf" / "0001.sgf").read_text()


def test_an_engine_that_cannot_start_ends_the_match_without_a_game(tmp_path):
    with pytest.raises(EngineFailed, match="no such program"):
        play_match("go5", "uct", "gtp:no-such-program", games=2, seed=1, folder=tmp_path)
    assert not (tmp_path / "games.jsonl").exists()


def test_other_engines_play_go_only(tmp_path):
    with pytest.raises(BadSpec, match="Go only, not nim"):
        nim(tmp_path, 1, second="gtp:gnugo --mode gtp")


@pytest.mark.parametrize("games", [0, -1])
def test_a_match_has_games(tmp_path, games):
    with pytest.raises(BadText, match="expected 1 or more"):
        nim(tmp_path, games)


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
    result = nim(tmp_path / "match", 2, game_text=str(path))
    assert set(result.by_colour()) == {"ann", "bob"} and result.settings.folder().name.startswith("heap-")


@pytest.mark.parametrize("name", ["go5", "tictactoe", "connect4", "nim"])
def test_every_kind_of_game_can_be_matched(tmp_path, name):
    result = play_match(name, "uct simulations=8", "flat simulations=8", games=2, seed=1, folder=tmp_path)
    assert result.score.games == 2


def test_a_result_is_a_table_and_json(tmp_path):
    result = nim(tmp_path, 4)
    rows = result.rows()
    assert rows[0][:2] == ("", "games") and [row[:2] for row in rows[1:]] == [
        ("all games", "4"),
        ("as first", "2"),
        ("as second", "2"),
    ]
    assert all(len(row) == len(rows[0]) for row in rows)
    plain = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert (
        plain["played"] == 4 and plain["wins"] == result.score.wins and set(plain["by_colour"]) == {"first", "second"}
    )


@pytest.mark.skipif(not Path("/usr/games/gnugo").exists(), reason="needs Debian's gnugo")
def test_gnugo_plays_a_whole_game_and_one_seed_repeats_it(tmp_path):
    engine = "gtp:gnugo --mode gtp --level 1 --chinese-rules"
    for folder in (tmp_path / "a", tmp_path / "b"):
        play_match("go9", "uct simulations=100 resign=0", engine, games=1, seed=1, folder=folder)
    first = lines(tmp_path / "a")[0]
    assert first["reason"] in ("count", "resignation") and first["plies"] > 10
    assert untimed(lines(tmp_path / "a")) == untimed(lines(tmp_path / "b"))
