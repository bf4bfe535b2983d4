"""Claims about other engines over GTP: what they are told, and that no misbehaviour goes unnoticed."""

import gc
import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from yomi.errors import YomiError
from yomi.games import catalog
from yomi.players.engine import EngineRefused, GtpEngine
from yomi.players.process import EngineFailed, Outsider

FAKE = Path(__file__).with_name("fake_gtp.py")
GNUGO = Path("/usr/games/gnugo")


def command(mode, *more):
    return " ".join([sys.executable, str(FAKE), mode, *map(str, more)])


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def told(tmp_path, position, known=0):
    """The commands an engine gets at the start of a game from `position`."""
    log = tmp_path / "log"
    with closing(GtpEngine(command("good", log))) as engine:
        engine.start_game(position, seed=7)
    return log.read_text().splitlines()[:-1]  # the last one is quit


def test_an_engine_is_told_size_komi_seed_and_moves(tmp_path):
    position = catalog.start("go9(komi=0.5)").play("E5", "pass", "C3")
    assert told(tmp_path, position) == [
        "boardsize 9",
        "clear_board",
        "komi 0.5",
        "known_command set_random_seed",
        "set_random_seed 7",
        "play b E5",
        "play w pass",
        "play b C3",
    ]


def test_handicap_stones_come_before_the_moves(tmp_path):
    position = catalog.start("go9(handicap=2)").play("E5")
    assert told(tmp_path, position)[-2:] == ["set_free_handicap G7 C3", "play w E5"]


def test_stones_of_both_colours_are_played_one_by_one(tmp_path):
    position = catalog.Position.read(catalog.game("go2"), "X./.O b")
    assert told(tmp_path, position)[-2:] == ["play b A2", "play w B1"]


def test_an_engine_answers_with_a_move():
    with closing(GtpEngine(command("good"))) as engine:
        start = catalog.start("go5")
        engine.start_game(start, seed=1)
        assert start.play(engine.genmove(0)).history


def test_one_seed_gives_one_game():
    position = catalog.start("go5")
    moves = []
    with closing(Outsider(lambda: GtpEngine(command("good")))) as player:
        for seed in (1, 1, 2, 3, 4, 5):
            player.begin(position, seed)
            moves.append(player.choose(position)[0])
    assert moves[0] == moves[1] and len(set(moves)) > 1


@pytest.mark.parametrize(
    "mode, words",
    [
        ("crash", "ended at 'genmove b': out of luck"),
        ("hang", "no answer to 'genmove b' within 1 seconds"),
        ("garbage", "expected '= ...'"),
        ("flood", "genmove"),
    ],
)
def test_a_failing_engine_is_reported_and_ended(mode, words):
    engine = GtpEngine(command(mode), timeout=1)
    pid = engine._process.pid
    engine.start_game(catalog.start("go5"))
    engine.genmove(0)
    with pytest.raises(EngineFailed, match=words):
        engine.genmove(0)
    assert not engine.alive and not is_running(pid)
    with pytest.raises(EngineFailed):
        engine.send("name")
    engine.close()


def test_a_refused_command_is_an_error_after_which_the_engine_goes_on():
    with closing(GtpEngine(command("refuse"))) as engine:
        engine.start_game(catalog.start("go5"))
        engine.genmove(0)
        with pytest.raises(EngineRefused, match="refuses 'genmove b': no idea"):
            engine.genmove(0)
        assert engine.alive and engine.genmove(0)


def test_words_before_the_first_command_are_no_gtp():
    with closing(GtpEngine(command("banner"))) as engine, pytest.raises(EngineFailed, match="Welcome"):
        engine.send("name")


@pytest.mark.parametrize("text", ["/no/such/program", "no-such-program --mode gtp", "", "'unclosed", str(FAKE.parent)])
def test_what_cannot_be_started_is_an_error_at_once(text):
    with pytest.raises(YomiError, match="command"):
        GtpEngine(text)


def test_an_engine_that_cannot_begin_a_game_is_tried_twice_then_an_error(tmp_path):
    log = tmp_path / "log"
    player = Outsider(lambda: GtpEngine(command("no-games", log)))
    with closing(player), pytest.raises(EngineFailed, match="unacceptable size"):
        player.begin(catalog.start("go5"), seed=1)
    assert log.read_text().split("\n").count("boardsize 5") == 2


def test_a_forgotten_engine_ends():
    engine = GtpEngine(command("good"))
    pid = engine._process.pid
    del engine
    gc.collect()
    assert not is_running(pid)


def test_engines_end_with_python():
    program = f"from yomi.players.engine import GtpEngine; e = GtpEngine({command('good')!r}); print(e._process.pid)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not is_running(int(done.stdout))


def test_closing_a_deaf_engine_takes_a_second_or_two():
    engine = GtpEngine(f"{sys.executable} -c 'import time; time.sleep(1000)'")
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < 5 and not engine.alive


@pytest.mark.skipif(not GNUGO.exists(), reason="needs Debian's gnugo")
def test_gnugo_is_found_where_debian_keeps_it():
    with closing(GtpEngine("gnugo --mode gtp")) as engine:
        assert engine.send("name") == "GNU Go"
