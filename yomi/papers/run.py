"""Runs an experiment, cell by cell; what is finished stays in a folder, so that it goes on and grows.

Games are in one file of results for all experiments; what was measured otherwise is in the experiment's own JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from yomi.arena import report
from yomi.arena.event import MATCH, Event, new_event
from yomi.arena.run import Standing, play_event
from yomi.arena.store import Store
from yomi.arena.workers import Workers
from yomi.papers.experiment import Cell, Experiment, Outcome, Outcomes, Point, Size, Verdict
from yomi.players.records import write

GAMES = "games.sqlite"
Heard = Callable[[Cell, str], None]  # hears which cell is worked on, and how it stands
MakeWorkers = Callable[[Event], Workers]


class Report(NamedTuple):
    """An experiment that was run."""

    experiment: Experiment
    size: Size
    command: str
    outcomes: Outcomes
    verdict: Verdict
    made: str  # date


def run(
    experiment: Experiment, size: Size, folder: Path, workers: MakeWorkers, command: str, heard: Heard | None = None
) -> Report:
    """Run what is missing, and write down how everything stands after each cell."""
    folder.mkdir(parents=True, exist_ok=True)
    outcomes: Outcomes = {}
    kept = measured(folder / f"{experiment.id}.json", size)
    for cell in experiment.cells(size):
        hear = partial(heard, cell) if heard else silent
        if experiment.measure is None:
            outcomes[cell] = match(experiment, cell, size, folder, workers, hear)
        else:
            outcomes[cell] = kept.get(key(cell)) or experiment.measure(cell, size, hear)
        made = Report(experiment, size, command, outcomes, experiment.judge(outcomes), date.today().isoformat())
        write(folder / f"{experiment.id}.json", json.dumps(as_dict(made), indent=1) + "\n")
    return made


def match(
    experiment: Experiment, cell: Cell, size: Size, folder: Path, workers: MakeWorkers, heard: Callable[[str], None]
) -> Outcome:
    """The games of a cell; those that were played before count too."""
    players = [cell.player, cell.opponent]
    rules = {"openings": experiment.openings, "limit": experiment.limit}
    event = new_event(MATCH, cell.game or experiment.game, players, **rules)  # type: ignore[arg-type]
    with Store(folder / GAMES) as store:

        def show(standing: Standing) -> None:
            heard(f"{len(standing.played)} of {size.games} games, {report.score_of(standing.played).percent()}")

        standing = play_event(event, size.games, store, workers(event), True, show, name=experiment.id)
    games = standing.played
    pairs, score = report.pairs_of(games), report.score_of(games)
    low, high = pairs.interval if 2 * pairs.pairs >= len(games) - 1 and pairs.pairs > 1 else score.interval
    point = Point(cell.x, *(round(100 * part, 2) for part in (score.mean, low, high)))
    return Outcome((point,), len(games), f"{point.y:.1f} ({point.low:.1f} to {point.high:.1f})")


def silent(_: str) -> None:
    """Nobody listens."""


def key(cell: Cell) -> str:
    return json.dumps(cell)


def measured(path: Path, size: Size) -> dict[str, Outcome]:
    """Outcomes of an earlier run of the same size."""
    if not path.exists():
        return {}
    kept = json.loads(path.read_text())
    if Size(**kept["size"]) != size:
        return {}
    return {json.dumps(row["cell"]): outcome_of(row["outcome"]) for row in kept["cells"]}


def outcome_of(plain: dict[str, Any]) -> Outcome:
    return Outcome(tuple(Point(*point) for point in plain["points"]), plain["games"], plain["text"])


def as_dict(made: Report) -> dict[str, Any]:
    """A report as plain values."""
    experiment = made.experiment
    about = {name: getattr(experiment, name) for name in ("id", "title", "source", "finding", "game", "differences")}
    cells = [{"cell": cell, "outcome": outcome._asdict()} for cell, outcome in made.outcomes.items()]
    return about | {
        "size": made.size._asdict(),
        "command": made.command,
        "made": made.made,
        "verdict": made.verdict._asdict(),
        "cells": cells,
    }
