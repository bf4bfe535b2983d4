"""Tuning as a person follows it: trials as they end, the best of them, and whether they confirm their score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from yomi.arena import report
from yomi.arena.tune import Goal, MakeWorkers, Trial, Tuned, tune

SHOWN = 10  # trials in the table


def follow(goal: Goal, out: Path, workers: MakeWorkers) -> Tuned:
    """Tune with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("first trial", total=goal.trials)

        def heard(trial: Trial, done: int) -> None:
            bar.update(task, completed=done, description=f"{trial.player}: {trial.score.percent()}")

        return tune(goal, out, workers, heard)


def show(goal: Goal, tuned: Tuned) -> None:
    """The best trials, and the match that confirms the best."""
    shown = Table("trial", "player", "score", "games", title=f"{goal.game}, against {goal.against}")
    for trial in tuned.trials[:SHOWN]:
        shown.add_row(str(trial.number + 1), trial.player, trial.score.percent(), str(trial.score.games))
    Console().print(shown)
    print(f"The best: {tuned.trials[0].player}")
    print(f"It confirms: {report.line(tuned.confirmed)}")


def as_dict(tuned: Tuned) -> dict[str, Any]:
    """All of it as plain values."""
    trials = [{"player": trial.player} | trial.score._asdict() for trial in tuned.trials]
    return {"best": tuned.trials[0].player, "trials": trials, "confirmed": report.as_dict(tuned.confirmed)}
