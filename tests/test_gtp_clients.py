"""Conversations as Sabaki, gtp2ogs, GoGui and ringmaster hold them, and how the process starts and ends."""

import re
import signal
import subprocess
import time
from subprocess import PIPE

import pytest
from gtp_client import QUICK, Controller, command

pytestmark = pytest.mark.jit

LONG = "uct seconds=1000 memory=20"


def test_sabaki():
    """Its start, a game through `kata-genmove_analyze`, an analysis ended by `protocol_version`, `undo`."""
    with Controller.thread(QUICK) as engine:
        assert engine.ask("1 name") == "=1 Yomi"
        assert engine.ask("2 version")[:3] == "=2 "
        assert engine.ask("3 protocol_version") == "=3 2"
        assert "kata-genmove_analyze" in engine.ask("4 list_commands").split("\n")
        for number, line in enumerate(("komi 6.5", "boardsize 9", "clear_board", "play B E5"), 5):
            assert engine.ask(f"{number} {line}") == f"={number} "
        assert re.search(r"\nplay \S+$", engine.ask("9 kata-genmove_analyze W 50"))
        engine.send("10 kata-analyze B 50")
        assert engine.line() == "=10" and engine.line().startswith("info move ")
        engine.send("11 protocol_version")
        engine.reply()
        assert engine.reply() == "=11 2"
        assert engine.ask("12 undo") == "=12 "
        assert engine.ask("13 get_komi") == "=13 6.5"
        assert engine.ask("14 quit") == "=14 "


def test_gtp2ogs():
    """CR LF, full colour names, clocks before every move, a board that is not square, the score at the end."""
    with Controller.thread(QUICK) as engine:
        commands = engine.ask("list_commands\r").removeprefix("= ").split("\n")
        assert {"kgs-time_settings", "kata-time_settings", "kata-list_time_settings"} <= set(commands)
        assert "fischer-capped" in engine.ask("kata-list_time_settings\r").split()
        assert engine.ask("boardsize 9 13\r") == "? unacceptable size"
        assert engine.ask("boardsize 9\r") == "= "
        assert engine.ask("clear_board\r") == "= "
        assert engine.ask("komi 7.5\r") == "= "
        settings = ("kgs-time_settings byoyomi 60 10 5", "kgs-time_settings canadian 60 30 5")
        for line in (*settings, "kata-time_settings fischer-capped 60 5 120 30", "time_settings 60 30 5"):
            assert engine.ask(f"{line}\r") == "= "
            assert engine.ask("time_left black 55 0\r") == "= "
            assert engine.ask("time_left white 8.5 3\r") == "= "
            assert engine.ask("genmove black\r")[0] == "="
            assert engine.ask("play white pass\r") == "= "
        assert engine.ask("play black pass\r") == "= "
        assert re.fullmatch(r"= (?:[BW]\+\d+(?:\.5)?|0)", engine.ask("final_score\r"))


def test_gogui():
    """Analyze commands, setup, sequences, an interrupt in a comment, dead stones when scoring."""
    with Controller.thread(LONG) as engine:
        for line in ("time_settings 600 30 5", "gogui-setup b E5 w C3", "gogui-setup_player b", "time_left b 600 0"):
            assert engine.ask(line) == "= "
        assert "/yomi-ownership" in engine.ask("gogui-analyze_commands")
        engine.send("genmove b")
        time.sleep(0.2)
        engine.send("# interrupt")
        assert engine.reply()[0] == "="
        assert engine.ask("gogui-play_sequence w D4 b D5 w E4") == "= "
        assert engine.ask("gg-undo 4") == "= "
        assert engine.ask("final_status_list dead")[0] == "="


def test_gogui_twogtp_and_ringmaster():
    """One `time_settings`, no `time_left`, both players asked for the score, gomill's commands where known."""
    with Controller.thread(QUICK) as black, Controller.thread(QUICK + " seed=2") as white:
        for engine in (black, white):
            for line in ("boardsize 5", "komi 6.5", "time_settings 60 0 0", "clear_board"):
                assert engine.ask(line) == "= "
            for name in ("final_score", "gomill-cpu_time", "gomill-describe_engine", "gomill-explain_last_move"):
                assert engine.ask(f"known_command {name}") == "= true"
            assert engine.ask("gomill-describe_engine").startswith("= Yomi ")
        players, passes = [(black, white, "b"), (white, black, "w")], 0
        for turn in range(100):
            mover, other, colour = players[turn % 2]
            move = mover.ask(f"genmove {colour}").removeprefix("= ")
            passes = passes + 1 if move == "pass" else 0
            if move == "resign" or passes == 2:
                break
            assert other.ask(f"play {colour} {move}") == "= "
            mover.ask("gomill-explain_last_move")
        assert turn < 99
        if move != "resign":
            other.ask(f"play {colour} pass")
            assert black.ask("final_score")[:3] == white.ask("final_score")[:3]
        assert float(black.ask("gomill-cpu_time")[2:]) > 0


# The process.


def test_a_process_says_its_name_and_goes_when_told():
    with Controller.spawn(QUICK) as engine:
        assert engine.ask("name") == "= Yomi"
        assert engine.ask("genmove b")[0] == "="
        assert engine.ask("quit") == "= "
        assert engine.finish() == 0


@pytest.mark.parametrize("farewell", ["quit", None])
@pytest.mark.parametrize("asked", ["genmove b", "lz-analyze b 10", "kata-genmove_analyze b 10"])
def test_the_end_in_the_middle_of_a_search_is_clean(asked, farewell):
    """The open reply is finished, nothing is complained about, and the status is 0."""
    with Controller.spawn(LONG, stderr=subprocess.STDOUT) as engine:
        assert engine.ask("play w c3") == "= "
        engine.send(asked)
        time.sleep(1.5)
        began = time.monotonic()
        if farewell:
            engine.send(farewell)
        else:
            engine.hang_up()
        reply = engine.reply()
        assert reply[0] == "=" and "Traceback" not in reply
        if farewell:
            assert engine.reply() == "= "
        assert engine.finish() == 0 and time.monotonic() - began < 60


def test_commands_from_a_file_are_all_carried_out():
    """The end of the input comes at once, but nothing is cut short by it."""
    lines = b"genmove b\ngomill-explain_last_move\nquit\n"
    done = subprocess.run(
        command("uct simulations=500 early=no memory=20"), input=lines, capture_output=True, check=False, timeout=120
    )
    assert done.returncode == 0 and done.stderr == b"" and b"(500 new" in done.stdout


def test_a_quick_end_does_not_wait_for_the_engine():
    done = subprocess.run(command(QUICK), input=b"name\nquit\n", capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= Yomi\n\n= \n\n", b"")


def test_a_broken_pipe_is_no_error():
    with subprocess.Popen(command(QUICK), stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        process.stdout.close()
        process.stdin.write(b"name\nname\n")
        process.stdin.flush()
        assert process.wait(60) == 0 and process.stderr.read() == b""


def test_a_player_that_cannot_be_made_is_said_so():
    lines = b"name\ngenmove b\nname\n"
    done = subprocess.run(command("nonsense"), input=lines, capture_output=True, check=False, timeout=120)
    assert done.returncode == 2 and done.stdout.startswith(b"= Yomi\n\n?")
    assert b"nonsense" in done.stderr and b"Traceback" not in done.stderr


def test_control_c_ends_it():
    with subprocess.Popen(command(QUICK), stdin=PIPE, stdout=PIPE, stderr=PIPE) as process:
        process.stdin.write(b"genmove b\n")
        process.stdin.flush()
        assert process.stdout.readline()[:1] == b"="
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and b"Traceback" not in errors
