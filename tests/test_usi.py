"""Claims about USI: what programs send is answered as they expect, when they expect it, and nothing kills it."""

import inspect
import os
import pathlib
import re
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from usi_client import QUICK, Client, converse

from yomi.games import catalog
from yomi.players.player import Player

pytestmark = pytest.mark.jit

ROOT = pathlib.Path(__file__).parent.parent
ENTERED = "sfen RB1GKG1BR/2GSSSSG1/9/9/9/9/9/9/4k4 b - 1"  # 28 points
MATED = "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
MATE_IN_ONE = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
INFO = re.compile(
    r"info depth \d+ seldepth \d+ time \d+ nodes \d+ nps \d+ hashfull \d+ score (cp|mate) -?\d+ multipv \d+ pv \S+.*"
)


@pytest.fixture(scope="module")
def engine():
    """One engine, ready, for all tests that leave it as it was."""
    with Client() as client:
        client.ask("isready", "readyok")
        yield client


def best(lines):
    """The words after `bestmove` on the last of some lines."""
    assert lines[-1].startswith("bestmove ")
    return lines[-1].split()[1:]


def test_the_engine_says_who_it_is_and_what_can_be_set():
    lines = converse("usi", "quit")
    assert lines[0].startswith("id name Yomi") and lines[1].startswith("id author") and lines[-1] == "usiok"
    assert all(line.split()[3] == "type" for line in lines[2:-1])  # ShogiHome knows no names with spaces
    names = {line.split()[2] for line in lines[2:-1]}
    assert names == {"USI_Hash", "USI_Ponder", "Threads", "MultiPV", "ResignValue", "MaxMovesToDraw", "NetworkDelay",
                     "Search", "EnteringKingRule"}  # fmt: skip


def test_defaults_are_those_of_the_player():
    lines = converse("usi", spec="uct threads=3 memory=20.5")
    assert "option name Threads type spin default 3 min 1 max 256" in lines
    assert any(line.startswith("option name USI_Hash type spin default 21 ") for line in lines)


def test_nothing_heavy_is_loaded_before_usi_is_answered():
    program = "import sys, yomi.frontend.usi.__main__; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_a_script_is_answered_to_its_end():
    lines = converse(
        "usi", "isready", "usinewgame", "position startpos moves 7g7f", "go nodes 20", "go nodes 20", "quit"
    )
    assert "readyok" in lines and sum(line.startswith("bestmove") for line in lines) == 2
    assert catalog.start("shogi").play("7g7f", best(lines)[0])
    assert INFO.fullmatch(lines[-2])


def test_a_program_may_skip_usi_and_ask_for_the_side():  # Ayane
    lines = converse("setoption name USI_Hash value 16", "isready", "position startpos moves 7g7f", "side")
    assert lines == ["readyok", "white"]


def test_a_ponder_move_answers_the_best_move(engine):
    engine.send("position startpos")
    move, word, reply = best(engine.ask("go nodes 400", "bestmove"))
    assert word == "ponder" and catalog.start("shogi").play(move, reply)


def test_an_endless_search_ends_when_told(engine):
    engine.send("position startpos", "go infinite")
    assert engine.silent(0.3)
    began = time.monotonic()
    lines = engine.ask("stop", "bestmove")
    assert time.monotonic() - began < 1.0 and INFO.fullmatch(lines[-2])


def test_info_comes_while_it_thinks(engine):
    engine.send("position startpos", "go infinite")
    assert INFO.fullmatch(engine.until("info")[-1])
    engine.ask("stop", "bestmove")


def test_readiness_is_answered_during_a_search(engine):
    engine.send("go infinite")
    engine.until("info")
    engine.ask("isready", "readyok")
    assert engine.silent(0.1)
    engine.ask("stop", "bestmove")


@pytest.mark.parametrize("line", ["position startpos", "gameover", "gameover lose", "usinewgame"])
def test_a_search_that_was_forgotten_ends(engine, line):
    engine.send("go infinite")
    assert engine.silent(0.1)
    engine.ask(line, "bestmove")


@pytest.mark.parametrize(
    "go, hit",
    [
        ("go ponder btime 0 wtime 0 byoyomi 300", "ponderhit"),  # cshogi
        ("go ponder", "ponderhit btime 0 wtime 0 byoyomi 300"),  # ShogiHome
    ],
)
def test_pondering_ends_in_time_after_a_hit(engine, go, hit):
    engine.send("position startpos moves 7g7f 3c3d", go)
    assert engine.silent(0.4)
    began = time.monotonic()
    engine.ask(hit, "bestmove")
    assert time.monotonic() - began < 2.0


def test_pondering_ends_when_told(engine):
    engine.send("go ponder")
    assert engine.silent(0.2)
    engine.ask("stop", "bestmove")


def test_a_solved_position_is_thought_about_until_told(engine):
    engine.send(f"position {MATE_IN_ONE}", "go infinite")
    assert engine.silent(0.5)
    assert best(engine.ask("stop", "bestmove")) == ["G*5b"]


def test_a_mate_is_announced(engine):
    engine.send(f"position {MATE_IN_ONE}")
    lines = engine.ask("go nodes 3000", "bestmove")
    assert best(lines) == ["G*5b"] and " score mate 1 " in lines[-2]


def test_a_mated_side_resigns_and_an_entered_king_wins(engine):
    engine.send(f"position {MATED}")
    assert best(engine.ask("go byoyomi 100", "bestmove")) == ["resign"]
    engine.send(f"position {ENTERED}")
    assert best(engine.ask("go byoyomi 100", "bestmove")) == ["win"]
    engine.send("setoption name EnteringKingRule value NoEnteringKing", f"position {ENTERED}")
    assert best(engine.ask("go nodes 20", "bestmove"))[0] not in ("win", "resign")
    engine.send("setoption name EnteringKingRule value CSARule27")


def test_a_hopeless_side_resigns_where_it_is_allowed_to(engine):
    engine.send("position sfen 4k4/9/9/9/9/9/9/9/R3K2R1 w 2G 1")
    assert best(engine.ask("go nodes 100", "bestmove")) != ["resign"]
    engine.send("setoption name ResignValue value 100")
    assert best(engine.ask("go nodes 100", "bestmove")) == ["resign"]
    engine.send("setoption name ResignValue value 99999")


def test_the_program_decides_when_a_game_is_over(engine):
    shuffle = "2h3h 8b7b 3h2h 7b8b " * 3
    engine.send(f"position startpos moves {shuffle}")
    assert best(engine.ask("go nodes 20", "bestmove"))[0] != "resign"


def test_several_moves_are_shown_in_order(engine):
    engine.send("setoption name MultiPV value 3", "position startpos")
    lines = engine.ask("go nodes 300", "bestmove")[-4:-1]
    assert [re.search(r"multipv (\d)", line)[1] for line in lines] == ["1", "2", "3"]
    engine.send("setoption name MultiPV value 1")


def test_mates_are_looked_for(engine):
    engine.send(f"position {MATE_IN_ONE}")
    assert engine.ask("go mate 1000", "checkmate")[-1].split()[1] == "G*5b"


@pytest.mark.parametrize(
    "line, value, expected",
    [
        ("dance", "'dance'", "position"),
        ("setoption", "''", "name NAME value VALUE"),
        ("setoption name Colour value red", "'Colour'", "USI_Hash"),
        ("setoption name Threads value many", "'many'", "1 to 256"),
        ("setoption name USI_Hash value 0", "'0'", "1 to"),
        ("setoption name USI_Ponder value perhaps", "'perhaps'", "true or false"),
        ("setoption name EnteringKingRule value mine", "'mine'", "CSARule27"),
        ("setoption name Search value alphago", "'alphago'", "uct"),
        ("position", "''", "startpos"),
        ("position sfen rubbish b - 1", "rubbish", "9 rows"),
        ("position startpos moves 7g7f 7g7f", "'7g7f'", "legal"),
        ("position startpos moves hello", "'hello'", "7g7f"),
        ("go btime soon nodes 5", "'soon'", "whole number"),
        ("go quickly nodes 5", "'quickly'", "nodes"),
    ],
)
def test_bad_input_is_one_sentence(engine, line, value, expected):
    engine.send("position startpos", line, "side")
    lines = engine.until("black")
    said = [text for text in lines if text.startswith("info string")]
    assert len(said) == 1 and value in said[0] and expected in said[0]
    assert any(text.startswith("bestmove") for text in lines) == line.startswith("go")


@pytest.mark.parametrize("line", ["", "   ", "\x00\x01", "stop", "ponderhit", "gameover win", "gameover"])
def test_what_means_nothing_now_says_nothing(engine, line):
    engine.send("position startpos", line)
    assert engine.ask("side", "black") == ["black"]


COMMANDS = ["usi", "isready", "setoption name", "position", "position startpos moves", "go", "go nodes 9", "go ponder",
            "stop", "ponderhit", "gameover", "usinewgame", "go mate", "go infinite", "moves", "?"]  # fmt: skip
WORDS = ["name", "value", "USI_Hash", "MultiPV", "3", "-1", "9" * 30, "startpos", "sfen", "moves", "7g7f", "P*5e",
         "lnsgkgsnl/9", "b", "-", "nodes", "movetime", "btime", "byoyomi", "infinite", "ponder", "mate", "searchmoves",
         "win", "将棋", "<empty>", "(", "%s"]  # fmt: skip
LINE = st.tuples(st.sampled_from(COMMANDS), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)).map(" ".join)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINE, min_size=1, max_size=6))
def test_no_words_kill_it_and_every_go_is_answered_once(engine, lines):
    engine.send(
        *lines, "position startpos", "setoption name MultiPV value 1", "setoption name USI_Hash value 20", "side"
    )
    answers = [line for line in engine.until("black") if line.startswith(("bestmove", "checkmate"))]
    assert len(answers) == sum(line.split()[0] == "go" for line in lines)


PARAMETERS = inspect.signature(Player.search).parameters


@pytest.mark.skipif("only" not in PARAMETERS, reason="the search cannot be restricted yet")
def test_only_some_moves_are_looked_at(engine):
    engine.send("position startpos")
    assert best(engine.ask("go nodes 50 searchmoves 9g9f", "bestmove"))[0] == "9g9f"


@pytest.mark.skipif("depth" not in PARAMETERS, reason="the search knows no depth yet")
def test_a_depth_ends_a_search(engine):
    engine.send("position startpos")
    assert best(engine.ask("go depth 1", "bestmove"))


def test_the_small_game_is_played_too():
    with Client("minishogi") as client:
        assert not any("EnteringKingRule" in line for line in client.ask("usi", "usiok"))
        client.ask("isready", "readyok")
        client.send("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 2e3d")
        move = best(client.ask("go btime 1000 wtime 1000 binc 100 winc 100", "bestmove"))[0]
        assert catalog.start("minishogi").play("2e3d", move)
        client.send("position startpos moves 2e3d")
        assert best(client.ask("go", "bestmove"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_cshogi_plays_a_game_with_it(tmp_path):
    cshogi = pytest.importorskip("cshogi")
    from cshogi.usi import Engine

    script = tmp_path / "yomi"
    script.write_text(f'#!/bin/sh\ncd {ROOT}\nexec {sys.executable} -m yomi usi --player "{QUICK}"\n')
    os.chmod(script, 0o755)
    engine, board, moves = Engine(str(script)), cshogi.Board(), []
    assert engine.name.startswith("Yomi")
    engine.setoption("USI_Ponder", "true")
    engine.isready()
    engine.usinewgame()
    for number in range(6):
        engine.position(moves)
        limits = ({"byoyomi": 200}, {"btime": 9000, "wtime": 9000, "binc": 50, "winc": 50}, {"nodes": 30})[number % 3]
        move, _ = engine.go(**limits)
        assert board.push_usi(move)
        moves.append(move)
    process = engine.proc
    engine.gameover()
    engine.quit()
    assert process.wait(20) == 0
