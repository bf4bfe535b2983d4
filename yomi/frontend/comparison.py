"""Methods of learning side by side: the same plan with each of them, at equal games and at equal processor time."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from yomi.errors import BadText
from yomi.frontend.selfplay import learn_by_plan
from yomi.learn.check import Checked
from yomi.learn.plan import Plan, changed


class Learner(NamedTuple):
    """What became of a method."""

    method: str
    checks: list[Checked]  # against the opponent of the comparison
    seconds: np.ndarray  # of processor time at each check


def compare(plan: Plan, methods: list[str], games: int, folder: Path, console: Console) -> list[Learner]:
    """Learn with each method what is missing in the folder, one after the other."""
    if not plan.check.every or not plan.check.against:
        raise BadText(f"plan {plan.name!r}: expected checks, by which methods are compared")
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for number, method in enumerate(methods, 1):
        console.print(f"{number} of {len(methods)}: {method}")
        run = learn_by_plan(changed(plan, games, method, -1), folder / f"{file_name(method)}.npz", 0, console)
        spent = {now.games: now.seconds for now in run.history}
        checks = [check for check in run.checks if check.against == plan.check.against[0]]
        found.append(Learner(method, checks, np.array([spent[check.games] for check in checks])))
    return found


def file_name(method: str) -> str:
    return "".join(letter if letter.isalnum() or letter in ".=-" else "_" for letter in method).strip("_")


def comparison_table(learners: list[Learner], against: str) -> Table:
    """The Elo of each method at the end, and after as much processor time as the quickest took in all."""
    least = min(float(learner.seconds[-1]) for learner in learners)
    table = Table(
        "method",
        "games",
        "CPU seconds",
        "Elo at the end",
        f"Elo after {least:.0f} CPU seconds",
        title=f"Against {against}",
    )
    for learner in sorted(learners, key=lambda one: -one.checks[-1].score.mean):
        last, soon = learner.checks[-1], int(np.searchsorted(learner.seconds, least * 1.0001)) - 1
        early = learner.checks[soon].score.elo_text() if soon >= 0 else "–"
        table.add_row(learner.method, f"{last.games:,}", f"{learner.seconds[-1]:.0f}", last.score.elo_text(), early)
    return table
