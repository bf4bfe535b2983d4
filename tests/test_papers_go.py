"""The documents' experiments in Go: small runs of each, their figures, and what is made of outcomes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from yomi.arena.event import MATCH, new_event
from yomi.arena.workers import Here
from yomi.papers.experiment import Cell, Outcome, Outcomes, Point, Size
from yomi.papers.run import run

pytestmark = pytest.mark.jit

NAMES = ("random", "groups", "time", "p", "fpu", "k", "heuristic", "scale")
EXPERIMENTS = [import_module(f"yomi.papers.exp_{name}").EXPERIMENT for name in NAMES]
TINY = Size(2, 0.002)
RANGES = {  # lowest and highest figure of the document, and how many it has
    "exp-random": (41.2, 80.0, 2),
    "exp-groups": (27.0, 64.3, 4),
    "exp-time": (26.0, 51.5, 3),
    "exp-p": (3.0, 42.0, 9),
    "exp-fpu": (36.0, 45.0, 7),
    "exp-k": (24.0, 60.0, 2),
    "exp-heuristic": (60.0, 69.0, 2),
    "exp-scale": (64.0, 97.0, 8),
}
QUICKLY_COMPILED = ("exp-p",)  # of players that other tests have too
each = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.id)


def invented(experiment, height, margin=0.5) -> Outcomes:
    """Outcomes of all cells, their heights made from the document's; a point that it does not have is 55."""
    made: Outcomes = {}
    for cell in experiment.cells(experiment.full):
        y = height(cell.published.value if cell.published else 55.0)
        made[cell] = Outcome((Point(cell.x, y, y - margin, y + margin),), 100, f"{y:.1f}")
    return made


@pytest.mark.skipif(not Path("/usr/games/gnugo").exists(), reason="needs Debian's gnugo")
@pytest.mark.parametrize(
    "experiment",
    [pytest.param(one, id=one.id, marks=() if one.id in QUICKLY_COMPILED else pytest.mark.slow) for one in EXPERIMENTS],
)
def test_the_first_cells_are_played_and_written_down(experiment, tmp_path):
    short = experiment._replace(
        cells=lambda size: quickened(experiment.cells(size)[:2]), game="go9(komi=7.5)", limit=12
    )
    made = run(short, TINY, tmp_path, lambda event: Here(), "as a test")
    for outcome in made.outcomes.values():
        assert outcome.games == 2 and 0 <= outcome.points[0].low <= outcome.value <= outcome.points[0].high
    assert len(made.outcomes) == 2 and made.verdict.sentence and (tmp_path / f"{experiment.id}.json").exists()


def quickened(cells: list[Cell]) -> list[Cell]:
    return [cell._replace(opponent=cell.opponent.replace("--level 10", "--level 0")) for cell in cells]


@each
def test_every_player_of_every_size_can_be_read(experiment):
    for size in (experiment.full, experiment.quick, TINY):
        cells = experiment.cells(size)
        assert len({(cell.series, cell.x) for cell in cells}) == len(cells)
        for cell in cells:
            new_event(MATCH, cell.game or experiment.game, [cell.player, cell.opponent])


@pytest.mark.parametrize(("name", "experiment"), list(zip(NAMES, EXPERIMENTS, strict=True)), ids=NAMES)
def test_an_experiment_has_the_name_of_its_file_and_the_documents_figures(name, experiment):
    low, high, count = RANGES[experiment.id]
    figures = [cell.published.value for cell in experiment.cells(experiment.full) if cell.published]
    assert experiment.id == f"exp-{name}"
    assert (min(figures), max(figures), len(figures)) == (low, high, count)
    assert experiment.source.startswith(("MOGO table", "RAVE figure", "RAVE table"))


@each
def test_outcomes_like_the_documents_agree_with_it(experiment):
    verdict = experiment.judge(invented(experiment, lambda value: value))
    assert verdict.holds is True, verdict.sentence


@each
def test_outcomes_the_other_way_round_contradict_it(experiment):
    verdict = experiment.judge(invented(experiment, lambda value: 100 - value))
    assert verdict.holds is False, verdict.sentence


@each
def test_few_games_leave_it_open(experiment):
    level = invented(experiment, lambda value: 50.0, margin=40.0)
    assert experiment.judge(level).holds is None
    for count in range(1, len(level)):
        part = dict(list(level.items())[:count])
        assert experiment.judge(part).holds is None


@each
def test_games_that_are_all_won_or_lost_can_be_judged(experiment):
    for height in (0.0, 100.0):
        assert experiment.judge(invented(experiment, lambda value, height=height: height)).sentence.endswith(".")
