"""Runs of learning: plans, what is kept of a run, and that one that was killed goes on as if it had not been."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from typer.testing import CliRunner

from yomi.cli import app
from yomi.errors import BadSpec, BadText
from yomi.games.catalog import game
from yomi.learn import plan as plans
from yomi.learn.descent import Adam
from yomi.learn.plan import METHODS, Check, Plan, Stage
from yomi.learn.train import Run
from yomi.players.spec import setting
from yomi.value import linear

QUIET = Check(every=0)
STAGE = Stage("first", games=6, depth=1, batch=3, opening=6, longest=40)
QUICK = Plan("minishogi", (STAGE,), start="equal", check=QUIET)


class Killed(Exception):
    """In the middle of a run."""


def kill(run: Run) -> None:
    raise Killed


def test_adam_climbs_a_hill():
    theta, adam = np.array([3.0, -2.0, 0.0]), Adam(3)
    for _ in range(2000):
        adam.step(theta, np.array([1.0, 5.0, 0.0]) - theta * [1.0, 1.0, 0.0], 0.05)
    np.testing.assert_allclose(theta, [1.0, 5.0, 0.0], atol=1e-2)


@pytest.mark.jit
def test_a_run_stopped_in_the_middle_ends_as_one_that_was_not(tmp_path):
    plan = QUICK._replace(stages=(STAGE, STAGE._replace(name="second", games=3, groups=("hand",))))
    whole = Run(plan, tmp_path / "whole.npz", threads=1).run()
    for _ in range(2):
        with pytest.raises(Killed):
            Run(plan, tmp_path / "cut.npz", threads=2).run(kill)
    resumed = Run(plan, tmp_path / "cut.npz", threads=2)
    assert (resumed.stage, resumed.done) in ((0, 6), (1, 0))
    np.testing.assert_array_equal(resumed.run(), whole)
    assert [progress.games for progress in resumed.history] == [3, 6, 9]
    assert np.abs(whole - resumed.first).max() > 0


@pytest.mark.jit
def test_a_killed_process_loses_and_repeats_nothing(tmp_path):
    """kill -9 at some moment of a run, as often as it takes; the games are those of a run in peace."""
    plan = tmp_path / "quick.toml"
    plan.write_text(
        'game = "minishogi"\nstart = "equal"\n[check]\nevery = 0\n'
        "[[stage]]\nname = 'one'\ngames = 60\nbatch = 4\ndepth = 2\nlongest = 60\n"
    )
    out = tmp_path / "cut.npz"
    words = [sys.executable, "-m", "yomi", "learn", str(plan), "--out", str(out), "--threads", "1"]
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 300
    while not out.exists() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    killed = Run(plans.read(str(plan)), out, threads=1)
    assert 0 < killed.games < 60
    whole = Run(plans.read(str(plan)), tmp_path / "whole.npz", threads=2)
    np.testing.assert_array_equal(killed.run(), whole.run())
    assert [now.games for now in killed.history] == [now.games for now in whole.history] == list(range(4, 64, 4))


@pytest.mark.jit
def test_only_the_groups_of_a_stage_learn(tmp_path):
    run = Run(QUICK._replace(stages=(STAGE._replace(groups=("material",)),)), tmp_path / "some.npz")
    change = np.abs(run.run() - run.first)
    numbers = run.features.groups["material"]
    learnt = change[numbers.start - 1 : numbers.stop - 1]
    assert learnt.max() > 0
    assert change.sum() == pytest.approx(learnt.sum())


@pytest.mark.jit
def test_weights_know_their_history(tmp_path):
    parent = tmp_path / "parent.npz"
    Run(QUICK._replace(name="quick", check=Check(6, 4, ("start", "material"), 1)), parent).run()
    child = Run(QUICK._replace(start=str(parent), seed=5), tmp_path / "child.npz")
    child.run()
    _, made = linear.load(tmp_path / "child.npz", game("minishogi"))
    assert (made["seed"], made["games"], made["parent"]["weights"]) == (5, 6, "parent.npz")
    assert made["parent"]["made"]["games"] == 6 and made["date"] and made["plan"]["game"] == "minishogi"
    checks = linear.load(parent, game("minishogi"))[1]["checks"]
    assert [(check["against"], check["games"]) for check in checks] == [("start", 6), ("material", 6)]
    assert all(check["wins"] + check["draws"] + check["losses"] == 4 for check in checks)


def test_a_file_of_another_plan_or_none_at_all_is_refused(tmp_path):
    path = tmp_path / "run.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(BadText, match="not a file of weights"):
        Run(QUICK, path)
    path.unlink()
    run = Run(QUICK, path)
    run.keep()
    with pytest.raises(BadText, match=r"run\.npz was made by another plan"):
        Run(QUICK._replace(seed=2), path)
    linear.save(run.theta, game("minishogi"), {}, path)
    with pytest.raises(BadText, match="no run that could go on"):
        Run(QUICK, path)
    for change, message in (
        ({"groups": ("castle",)}, "features 'castle': expected some of tempo"),
        ({"style": "wild"}, "style 'wild': expected one of"),
        ({"method": "magic"}, "method 'magic': expected one of tdleaf"),
    ):
        with pytest.raises((BadText, BadSpec), match=message):
            Run(QUICK._replace(stages=(STAGE._replace(**change),)), tmp_path / "new.npz")
    with pytest.raises((BadText, BadSpec), match="weights 'nowhere'"):
        Run(QUICK._replace(start="nowhere"), tmp_path / "new.npz")


@pytest.mark.parametrize("name", plans.names())
def test_plans_that_come_with_yomi_can_be_read(name):
    plan = plans.read(name)
    assert plan.name == name and plan.games > 0


@pytest.mark.parametrize(
    "text, message",
    [
        ("game = 'shogi'", r"at least one \[\[stage\]\]"),
        ("game = 'shogi'\n[[stage]]\nspeed = 3", "stage 1: 'speed' is not a setting"),
        ("game = 'shogi'\n[[stage]]\ndepth = 'deep'", "depth = 'deep': expected something like 3"),
        ("game = 'shogi'\n[[stage]]\ngames = 0", "games, batch, depth"),
        ("[[stage]]\ngames = 1", "'game' is missing"),
        ("game = ", "not a TOML file"),
        ("game = 'shogi'\ncheck = 3\n[[stage]]\ngames = 1", "expected settings by name, not 3"),
    ],
)
def test_a_bad_plan_is_refused_with_the_reason(tmp_path, text, message):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(BadText, match=message):
        plans.read(str(path))


def test_an_unknown_plan_is_named():
    with pytest.raises(BadText, match="plan 'castles': expected a TOML file or one of"):
        plans.read("castles")


@pytest.mark.jit
def test_the_command_learns_and_says_what_came_of_it(tmp_path):
    out = tmp_path / "mine.npz"
    plan = tmp_path / "quick.toml"
    plan.write_text(
        'game = "minishogi"\nstart = "equal"\n[check]\nevery = 20\ngames = 4\ndepth = 1\n'
        "[[stage]]\nname = 'one'\ndepth = 1\nlongest = 40\ngroups = ['material', 'hand']\n"
    )
    told = CliRunner().invoke(app, ["learn", str(plan), "--out", str(out), "--games", "20"])
    assert told.exit_code == 0, told.output
    assert "Pieces" in told.output and "20 games" in told.output and "start" in told.output
    theta, made = linear.load(out, game("minishogi"))
    assert made["games"] == 20 and np.abs(theta).max() > 0
    assert (tmp_path / "mine.png").read_bytes()[:4] == b"\x89PNG"
    assert CliRunner().invoke(app, ["learn", "plans"]).exit_code == 0
    small = tmp_path / "small.npz"
    told = CliRunner().invoke(app, ["learn", "export", str(out), "--out", str(small)])
    assert told.exit_code == 0 and small.stat().st_size < out.stat().st_size
    exported, kept = linear.load(small, game("minishogi"))
    np.testing.assert_allclose(exported, theta, atol=1e-4)
    assert kept == made


@pytest.mark.jit
def test_the_moves_of_principal_variations_teach_as_well(tmp_path):
    """That every method learns is shown in tests/test_learn_nim.py."""
    look = STAGE._replace(method="kl(own=0,line=1)", games=4, batch=4, depth=3, opening=2)
    run = Run(Plan("nim", (look,), check=QUIET), tmp_path / "run.npz", threads=1)
    assert np.abs(run.run()).max() > 0


@pytest.mark.jit
def test_the_same_learner_drives_go(tmp_path):
    plan = Plan("go5", (STAGE._replace(games=12, batch=4, stray=0.2, longest=60),), check=QUIET)
    assert np.abs(Run(plan, tmp_path / "run.npz", threads=1).run()).max() > 0


@pytest.mark.jit
def test_a_run_is_checked_against_any_player_and_any_weights(tmp_path):
    first = tmp_path / "first.npz"
    stage = STAGE._replace(games=10, batch=10, opening=2)
    Run(Plan("nim", (stage,), check=QUIET), first, threads=1).run()
    against = ("start", "previous", str(first), "alphabeta(depth=1)")
    run = Run(Plan("nim", (stage,), check=Check(10, 2, against, 1, 2)), tmp_path / "run.npz", threads=1)
    run.run()
    assert [(check.against, check.score.games) for check in run.checks] == [(name, 2) for name in against]


@pytest.mark.jit
def test_methods_are_compared_at_equal_games_and_at_equal_time(tmp_path):
    plan = tmp_path / "small.toml"
    plan.write_text('game = "nim"\n[check]\nevery = 20\ngames = 4\ndepth = 1\n[[stage]]\ndepth = 1\nbatch = 10\n')
    words = ["learn", "compare", str(plan), "--out", str(tmp_path / "runs"), "--methods", "td(decay=0);tdleaf"]
    told = CliRunner().invoke(app, [*words, "--games", "40"])
    assert told.exit_code == 0, told.output
    assert "td(decay=0)" in told.output and "Elo at the end" in told.output
    assert (tmp_path / "runs" / "curves.png").exists() and (tmp_path / "runs" / "td_decay=0.npz").exists()


@pytest.mark.jit
def test_games_against_another_player_teach_as_well(tmp_path):
    against = STAGE._replace(method="kl(own=0)", opponent="alphabeta(depth=1)", games=2, batch=2, longest=10, opening=2)
    run = Run(Plan("nim", (against,), check=QUIET), tmp_path / "run.npz", threads=1)
    assert np.abs(run.run() - run.first).max() > 0
    assert all(0 <= now.first <= 1 for now in run.history)


def test_an_unknown_method_is_named():
    with pytest.raises(BadSpec, match="method 'magic': expected one of tdleaf"):
        setting("magic", METHODS, "method")


@pytest.mark.parametrize("name", ["shogi", "minishogi"])
def test_shipped_weights_say_how_they_were_made(name):
    made = linear.load(linear.path_of(name, game(name)), game(name))[1]
    plan = plans.read(name)
    assert made["command"] == f"yomi learn {name}" and made["parent"]["weights"].startswith("equal")
    assert made["games"] == plan.games and made["plan"]["stages"][0]["method"] == plan.stages[0].method


def test_shipped_weights_know_the_order_of_pieces():
    groups = game("shogi").features.groups
    theta = linear.theta_of(game("shogi"), "shogi")
    board, hand = (theta[groups[group].start - 1 :][:16] for group in ("material", "hand"))
    pawn, lance, knight, silver, bishop, rook, gold = (board + hand)[1:8]  # what a capture changes
    assert pawn < min(lance, knight) and max(lance, knight) < min(silver, gold)
    assert max(silver, gold) < bishop < rook
    assert board[5 + 8] > board[5] and board[6 + 8] > board[6]
