"""Results survive everything: no game is lost or counted twice, whoever is killed and whenever."""

import random
import sqlite3
import subprocess
import sys
import time

import pytest
from arena_help import FASTER, kept, nim_match, untimed

from yomi.arena.run import Standing
from yomi.arena.store import Store
from yomi.arena.workers import Here, Processes, WorkerLost
from yomi.errors import BadText

pytestmark = pytest.mark.jit


def count(path) -> int:
    try:
        with sqlite3.connect(path) as db:
            return int(db.execute("SELECT COUNT(*) FROM game").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_what_was_played_is_read_back(tmp_path):
    event = nim_match()
    standing = kept(tmp_path / "a.sqlite", event, 4)
    with Store(tmp_path / "a.sqlite", must_exist=True) as store:
        (entry,) = store.events()
        assert (entry.event, entry.games) == (event, 4)
        assert store.games(entry.id) == standing.played
    assert [game.fixture.number for game in standing.played] == [1, 2, 3, 4]


def test_an_event_goes_on_only_where_that_is_wanted(tmp_path):
    event, path = nim_match(), tmp_path / "a.sqlite"
    before = kept(path, event, 3).played
    with pytest.raises(BadText, match="holds 3 games of this event: --resume goes on"):
        kept(path, event, 7)
    seen: list[int] = []
    after = kept(path, event, 7, resume=True, progress=lambda standing: seen.append(len(standing.played)))
    assert after.played[:3] == before and seen == [3, 4, 5, 6, 7]
    assert untimed(after.played) == untimed(list(Here().play(event, event.fixtures(7))))
    assert len(kept(path, event, 2, resume=True).played) == 7, "nothing is taken away"


def test_one_file_holds_many_events(tmp_path):
    path = tmp_path / "a.sqlite"
    for seed in (1, 2):
        kept(path, nim_match(seed), 2)
    with Store(path) as store:
        assert [(entry.id, entry.event.seed, entry.games) for entry in store.events()] == [(1, 1, 2), (2, 2, 2)]


def test_an_event_ends_when_there_is_enough(tmp_path):
    def three(standing: Standing) -> bool:
        return len(standing.played) >= 3

    assert len(kept(tmp_path / "a.sqlite", nim_match(), 50, enough=three).played) == 3
    assert len(kept(tmp_path / "a.sqlite", nim_match(), 50, resume=True, enough=three).played) == 3


@pytest.mark.parametrize("content", [b"not a database at all, only text", b""])
def test_a_file_that_is_no_store_is_refused_and_kept(tmp_path, content):
    path = tmp_path / "a.sqlite"
    path.write_bytes(content)
    if content:
        with pytest.raises(BadText, match="not a database"):
            Store(path)
        assert path.read_bytes() == content
    else:
        Store(path).close()
    with pytest.raises(BadText, match="there is no such file"):
        Store(tmp_path / "none.sqlite", must_exist=True)
    with sqlite3.connect(tmp_path / "other.sqlite") as db:
        db.execute("CREATE TABLE mine (x)")
    with pytest.raises(BadText, match="not one of Yomi's files"):
        Store(tmp_path / "other.sqlite")


@pytest.mark.parametrize("games", [0, -1])
def test_an_event_has_games(tmp_path, games):
    with pytest.raises(BadText, match="expected 1 or more"):
        kept(tmp_path / "a.sqlite", nim_match(), games)


def test_processes_play_what_one_would(tmp_path):
    event = nim_match()
    together = kept(tmp_path / "a.sqlite", event, 12, workers=Processes(2)).played
    assert untimed(together) == untimed(list(Here().play(event, event.fixtures(12))))


def test_an_error_of_a_worker_is_told(tmp_path):
    with pytest.raises(BadText, match="No such file"):
        list(Processes(2).play(nim_match(openings=str(tmp_path / "none.txt")), nim_match().fixtures(2)))


def test_a_game_whose_worker_dies_again_and_again_is_given_up(monkeypatch):
    monkeypatch.setattr("yomi.arena.workers.serve", die)
    with pytest.raises(WorkerLost, match="died 3 times"):
        list(Processes(1).play(nim_match(), nim_match().fixtures(2)))


def die(event, line, parent) -> None:
    line.send(None)
    line.recv()
    sys.exit(1)


COMMAND = [sys.executable, "-m", "yomi", "match", "nim(heap=9)", "uct simulations=2000", FASTER, "--games", "4000",
           "--resume"]  # fmt: skip


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_killed_match_loses_no_game_and_counts_none_twice(tmp_path, workers):
    path, dice = tmp_path / "killed.sqlite", random.Random(1)
    event = nim_match(players=["uct simulations=2000", FASTER])
    for goal in (2, 30):
        process = subprocess.Popen([*COMMAND, "--workers", workers, "--out", str(path)], stderr=subprocess.DEVNULL)
        while process.poll() is None and count(path) < goal:
            time.sleep(0.01)
        time.sleep(0.05 * dice.random())
        if goal == 30:
            with pytest.raises(BadText, match="another process is playing event 1"):
                kept(path, event, 1, resume=True)
        process.kill()
        process.wait()
    games = count(path) + 5
    standing = kept(path, event, games, resume=True)
    assert untimed(standing.played) == untimed(list(Here().play(event, event.fixtures(games))))


@pytest.mark.slow
def test_twenty_kills_at_random_moments_leave_the_planned_games(tmp_path):
    path, dice, games = tmp_path / "killed.sqlite", random.Random(7), 2000
    event = nim_match(players=["uct simulations=2000", FASTER])
    command = [word if word != "4000" else str(games) for word in COMMAND]
    for _ in range(20):
        process = subprocess.Popen([*command, "--workers", "2", "--out", str(path)], stderr=subprocess.DEVNULL)
        early, before = dice.random() < 0.25, count(path)
        while not early and process.poll() is None and count(path) == before:
            time.sleep(0.01)
        time.sleep((3.0 if early else 0.7) * dice.random())
        process.kill()
        process.wait()
    before = count(path)
    standing = kept(path, event, games, resume=True, workers=Processes(2))
    assert 0 < before < games
    assert [game.fixture for game in standing.played] == list(event.fixtures(games))
