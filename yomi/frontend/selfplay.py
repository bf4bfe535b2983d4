"""Learning an evaluation as a person follows it: a progress bar, tables of what was learnt, and the curve."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from yomi.frontend.learning import follow
from yomi.games.shogi.pieces import LETTERS, PROMOTED
from yomi.learn import plan as plans
from yomi.learn.check import START, Checked, shown_against_start
from yomi.learn.plan import Plan
from yomi.learn.train import Run


def learn_by_plan(plan: Plan, out: Path, threads: int, console: Console) -> Run:
    """Play and learn what is missing; the run with its weights."""
    run = Run(plan, out, threads)
    began, before = time.monotonic(), run.games
    with follow("games", plan.games, console) as bar:

        def show(run: Run) -> None:
            speed = (run.games - before) / (time.monotonic() - began)
            stage, now = plan.stages[run.history[-1].stage], run.history[-1]
            bar(run.games, f", {stage.name}: {speed:.1f} a second, error {now.error:.4f}{strength(run.checks)}")

        bar(run.games)
        run.run(show)
    return run


def plans_table() -> Table:
    """The plans that come with Yomi."""
    table = Table("plan", "game", "start", "stages", "games", title="yomi learn PLAN")
    for name in plans.names():
        plan = plans.read(name)
        stages = ", ".join(f"{stage.name} ({stage.method})" for stage in plan.stages)
        table.add_row(name, plan.game, plan.start or "zero", stages, f"{plan.games:,}")
    return table


def strength(checks: list[Checked]) -> str:
    """The last result against the weights of the start."""
    last = [check for check in checks if check.against == START][-1:]
    return f", {last[0].score.elo_text()} against the start" if last else ""


def tables(run: Run) -> list[Table]:
    """What a run has reached."""
    found = [checks_table(run), groups_table(run), *style_tables(run)]
    return [*found, pieces_table(run)] if run.position.game.name in ("shogi", "minishogi") else found


def style_tables(run: Run) -> list[Table]:
    """How much of the wanted styles there is in games against the weights of the start."""
    styles = dict.fromkeys(stage.style for stage in run.plan.stages if stage.style)
    table = Table("style", "now", "at the start", title="Shown in a position, on average, playing against each other")
    for style in styles:
        now, before = shown_against_start(run, style)
        table.add_row(style, f"{now:.3f}", f"{before:.3f}")
    return [table] if styles else []


def checks_table(run: Run) -> Table:
    """The matches during a run."""
    check = run.plan.check
    table = Table("games", "against", "score", "Elo", title=f"Matches at depth {check.depth} after random openings")
    for found in run.checks:
        table.add_row(f"{found.games:,}", found.against, found.score.percent(), found.score.elo_text())
    return table


def groups_table(run: Run) -> Table:
    """How many weights of each group were learnt, and how large they are."""
    table = Table(
        "features", "weights", "not zero", "mean size", title=f"{run.position.game.title}: {run.games:,} games"
    )
    for name, numbers in run.features.groups.items():
        weights = run.theta[numbers.start - 1 : numbers.stop - 1]
        known = weights[weights != 0]
        size = f"{np.abs(known).mean():.1f}" if len(known) else "–"
        table.add_row(name, f"{len(weights):,}", f"{len(known):,}", size)
    return table


def pieces_table(run: Run) -> Table:
    """What pieces are worth on the board and in the hand, in hundredths of a pawn."""
    table = Table("piece", "on the board", "promoted", "in the hand", "to capture", title="Pieces")
    groups = run.features.groups
    board, hand = (run.theta[groups[name].start - 1 :][:16] for name in ("material", "hand"))
    for kind, letter in enumerate(LETTERS[:-1], 1):
        if board[kind] or hand[kind]:
            worths = (board[kind], board[kind + PROMOTED], hand[kind], board[kind] + hand[kind])
            table.add_row(letter, *(f"{worth:.0f}" for worth in worths))
    return table
