"""Claims about shogi engines as opponents: what they are told, and that no misbehaviour goes unnoticed."""

import sys
from contextlib import closing
from pathlib import Path

import pytest
from arena_help import match

from yomi.errors import BadSpec
from yomi.games import catalog
from yomi.players.process import EngineFailed, Outsider
from yomi.players.usi_engine import Settings, UsiEngine, read_settings

FAKE = Path(__file__).with_name("fake_usi.py")
FAIRY = Path("/usr/games/fairy-stockfish")
QUICK = "uct playout=random simulations=50 memory=20"


def command(mode, *more):
    return " ".join([sys.executable, str(FAKE), mode, *map(str, more)])


def test_limits_and_options_are_read_from_one_text():
    text = "nodes=3000, option.Skill Level=0,UCI_Variant=minishogi,option.depth=4,timeout=2.5"
    options = (("Skill Level", "0"), ("UCI_Variant", "minishogi"), ("depth", "4"))
    assert read_settings(text) == Settings((("nodes", 3000),), options, 2.5)
    assert [read_settings(t).go() for t in ("", "nodes=5,depth=2", "movetime=50", "byoyomi=9")] == [
        "go btime 0 wtime 0 byoyomi 1000",
        "go nodes 5 depth 2",
        "go movetime 50",
        "go btime 0 wtime 0 byoyomi 9",
    ]


@pytest.mark.parametrize("text", ["nodes", "nodes=many", "depth=0", "=3", "timeout=never"])
def test_bad_limits_are_refused(text):
    with pytest.raises(BadSpec, match=r"usi\("):
        read_settings(text)


def test_an_engine_is_told_options_position_and_limits_and_stays_for_the_next_game(tmp_path):
    log = tmp_path / "log"
    start = catalog.start("shogi")
    with closing(UsiEngine(command("resign", log), read_settings("nodes=7,skill level=3"))) as engine:
        engine.start_game(start, seed=1)
        assert engine.choose(start.play("7g7f", "3c3d")) is None
        engine.start_game(start, seed=2)
        handicap = catalog.start("shogi(handicap=lance)")
        assert engine.choose(handicap) is None
    assert log.read_text().splitlines() == [
        "usi",
        "setoption name Skill Level value 3",
        "isready",
        "usinewgame",
        "position startpos moves 7g7f 3c3d",
        "go nodes 7",
        "isready",
        "usinewgame",
        "position sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "go nodes 7",
        "quit",
    ]


@pytest.mark.parametrize(
    "mode, words",
    [
        ("crash", "ended at 'go btime 0 wtime 0 byoyomi 1000': out of luck"),
        ("hang", "no answer to 'go .*' within 2 seconds"),
        ("none", "without a move"),
    ],
)
def test_a_failing_engine_is_reported_and_replaced(mode, words):
    start = catalog.start("shogi")
    with closing(Outsider(lambda: UsiEngine(command(mode), Settings(timeout=2)))) as player:
        for _ in range(2):
            player.begin(start, seed=1)
            with pytest.raises(EngineFailed, match=words):
                player.choose(start)


def test_an_option_the_engine_does_not_have_is_an_error():
    engine = UsiEngine(command("resign"), read_settings("Skil=3"))
    with closing(engine), pytest.raises(EngineFailed, match="has no option 'Skil': expected one of Skill Level"):
        engine.start_game(catalog.start("shogi"))


@pytest.mark.jit
@pytest.mark.parametrize(
    "mode, reason, detail",
    [("resign", "resignation", ""), ("illegal", "illegal move", "5i5a"), ("win", "illegal move", "win")],
)
def test_who_resigns_or_breaks_the_rules_loses(mode, reason, detail):
    result = match("shogi", f"usi(timeout=20):{command(mode)}", QUICK, 1)
    (game,) = result.played
    assert (game.winner, game.reason, game.moves) == (1, reason, []) and detail in game.detail


def test_such_engines_play_shogi_only():
    with pytest.raises(BadSpec, match="not nim"):
        match("nim", f"usi:{command('resign')}", QUICK, 1)


@pytest.mark.jit
@pytest.mark.skipif(not FAIRY.exists(), reason="needs Debian's fairy-stockfish")
@pytest.mark.parametrize("game, variant", [("minishogi(limit=24)", "minishogi"), ("shogi(limit=12)", "shogi")])
def test_a_match_against_fairy_stockfish_ends_by_the_rules(game, variant):
    opponent = f"usi(nodes=50,Skill Level=-20,UCI_Variant={variant}):fairy-stockfish"
    result = match(game, QUICK, opponent, 2)
    assert [played.colours[0] for played in result.played] == ["black", "white"]
    endings = [(played.reason, len(played.moves) > 0, played.detail) for played in result.played]
    assert all(ending in (("rules", True, ""), ("resignation", True, "")) for ending in endings), endings
