"""Curves of learning as PNG files; they need matplotlib, which is not installed with Yomi itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from yomi.frontend.comparison import Learner
from yomi.learn.check import Checked
from yomi.learn.train import Run

SMOOTH = 20  # batches in a mean of the error


def new_figure(width: float, height: float) -> Any:
    """An empty figure, None without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return None
    return Figure(figsize=(width, height), layout="constrained")


def draw_curve(run: Run, path: Path) -> bool:
    """Elo in the matches and the error of the learner against the games played; False without matplotlib."""
    figure = new_figure(9, 7)
    if figure is None:
        return False
    above, below = figure.subplots(2, 1, sharex=True)
    for name in dict.fromkeys(check.against for check in run.checks):
        draw_checks(above, [check for check in run.checks if check.against == name], name)
    games, errors = (np.array([getattr(now, name) for now in run.history]) for name in ("games", "error"))
    window = min(SMOOTH, max(1, len(errors)))
    below.plot(games[window - 1 :], np.convolve(errors, np.ones(window) / window, "valid"))
    above.set(title=f"{run.position.game.name}: {run.plan.name}", ylabel="Elo")
    below.set(
        xlabel="games of self-play", ylabel="error of a position", yscale="log" if (errors > 0).all() else "linear"
    )
    for axes in (above, below):
        axes.grid(alpha=0.3)
    if run.checks:
        above.legend()
    figure.savefig(path, dpi=110)
    return True


def draw_checks(axes, checks: list[Checked], name: str) -> None:  # type: ignore[no-untyped-def]
    """A line with 95% intervals; a match without a loss or a win has no finite Elo and is drawn at 800."""
    middle = np.clip([check.score.elo for check in checks], -800, 800)
    low, high = np.clip(np.transpose([check.score.elo_interval for check in checks]), -900, 900)
    axes.errorbar(
        [check.games for check in checks], middle, (middle - low, high - middle), capsize=3, label=f"against {name}"
    )


def draw_comparison(learners: list[Learner], against: str, path: Path) -> bool:
    """Elo against games and against processor time; False without matplotlib."""
    figure = new_figure(12, 5)
    if figure is None:
        return False
    left, right = figure.subplots(1, 2, sharey=True)
    for learner in learners:
        middle = np.clip([check.score.elo for check in learner.checks], -800, 800)
        left.plot([check.games for check in learner.checks], middle, marker="o", label=learner.method)
        right.plot(learner.seconds, middle, marker="o", label=learner.method)
    left.set(xlabel="games", ylabel=f"Elo against {against}", title="At equal games")
    right.set(xlabel="seconds of processor time", title="At equal time")
    for axes in (left, right):
        axes.grid(alpha=0.3)
    right.legend(fontsize=8)
    figure.savefig(path, dpi=110)
    return True
