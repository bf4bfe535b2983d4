"""Learning an evaluation from self-play as a person follows it: a progress bar, and what pieces came to be worth."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from yomi.frontend.learning import follow
from yomi.games.shogi.pieces import LETTERS, PROMOTED
from yomi.learn.bootstrap import RootStrap
from yomi.learn.td import Td, TdLeaf, TdTrace
from yomi.learn.train import Plan, Progress, Run

METHODS: dict[str, type] = {cls.__name__.lower(): cls for cls in (TdLeaf, Td, TdTrace, RootStrap)}


def learn_by_self_play(plan: Plan, out: Path, console: Console) -> Run:
    """Play and learn what is missing; the run with its weights."""
    run = Run(plan, out)
    began, before = time.monotonic(), run.done
    with follow("games", plan.games, console) as bar:

        def show(progress: Progress) -> None:
            speed = (progress.games - before) / (time.monotonic() - began)
            bar(progress.games, f", {speed:.1f} a second, error {progress.error:.4f}")

        bar(run.done)
        run.run(show)
    return run


def groups_table(run: Run) -> Table:
    """How many weights of each group were learnt, and how large they are."""
    table = Table(
        "features", "weights", "not zero", "mean size", title=f"{run.position.game.title}: {run.done:,} games"
    )
    for name, numbers in run.features.groups.items():
        weights = run.theta[numbers.start - 1 : numbers.stop - 1]
        known = weights[weights != 0]
        size = f"{np.abs(known).mean():.1f}" if len(known) else "–"
        table.add_row(name, f"{len(weights):,}", f"{len(known):,}", size)
    return table


def pieces_table(run: Run) -> Table:
    """What pieces are worth on the board and in the hand, in hundredths of a pawn."""
    table = Table("piece", "on the board", "promoted", "in the hand", title="Pieces")
    groups = run.features.groups
    board, hand = (run.theta[groups[name].start - 1 :][:16] for name in ("material", "hand"))
    for kind, letter in enumerate(LETTERS[:-1], 1):
        if board[kind] or hand[kind]:
            table.add_row(letter, *(f"{worth:.0f}" for worth in (board[kind], board[kind + PROMOTED], hand[kind])))
    return table
