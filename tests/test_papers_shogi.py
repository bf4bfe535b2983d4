"""The documents' experiments in shogi: small runs of each, and what is made of outcomes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from yomi.arena.workers import Here
from yomi.games import catalog
from yomi.learn import plan as plans
from yomi.papers import exp_depth, exp_learn, exp_temp
from yomi.papers.experiment import Cell, Experiment, Outcome, Outcomes, Point, Size
from yomi.papers.run import Report, run
from yomi.players.contestant import plain

pytestmark = pytest.mark.jit

EXPERIMENTS = [module.EXPERIMENT for module in (exp_temp, exp_depth, exp_learn)]
TINY = Size(2, 0.002)
each = pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda experiment: experiment.id)
FAIRY = pytest.mark.skipif(not Path("/usr/games/fairy-stockfish").exists(), reason="needs Debian's fairy-stockfish")


def tried(experiment: Experiment, wanted: list[str], folder: Path) -> Report:
    """A tiny run of the cells of some series."""

    def cells(size: Size) -> list[Cell]:
        first = {cell.series: cell for cell in reversed(experiment.cells(size))}
        return [first[series] for series in wanted]

    return run(experiment._replace(cells=cells), TINY, folder, lambda event: Here(), "as a test")


def invented(experiment: Experiment, height: dict[str, float]) -> Outcomes:
    """Outcomes of all cells: as in the document, 50 where it has nothing, or as high as is said for a series."""
    made: Outcomes = {}
    for cell in experiment.cells(experiment.full):
        y = height.get(cell.series, cell.published.value if cell.published else 50.0)
        made[cell] = Outcome((Point(cell.x, y, y - 1, y + 1),), 300, f"{y:g}")
    return made


@pytest.mark.parametrize(
    "series",
    [
        pytest.param(exp_temp.SHOGI, marks=pytest.mark.slow),
        pytest.param(exp_temp.SHOGI_THREADS, marks=pytest.mark.slow),
        exp_temp.MINI_OWN,
        pytest.param(exp_temp.MINI, marks=FAIRY),
        pytest.param(exp_temp.MINI_THREADS, marks=FAIRY),
        pytest.param(exp_temp.MINI_DEPTH, marks=FAIRY),
    ],
)
def test_temperatures_are_played(series, tmp_path):
    made = tried(exp_temp.EXPERIMENT, [series], tmp_path)
    (outcome,) = made.outcomes.values()
    assert outcome.games == 2 and 0 <= outcome.points[0].low <= outcome.value <= outcome.points[0].high
    assert made.verdict.holds is None and (tmp_path / "exp-temp.json").exists()


def test_trees_are_measured_once(tmp_path, monkeypatch):
    series = ["5x5, T = 120", "5x5, T = 20"]
    made = tried(exp_depth.EXPERIMENT, series, tmp_path)
    for outcome in made.outcomes.values():
        assert [point.x for point in outcome.points] == list(range(1, len(outcome.points) + 1))
        assert all(0 <= point.low <= point.y <= point.high for point in outcome.points)
        assert outcome.text.startswith("mean depth")
    monkeypatch.setattr(exp_depth, "positions", None)
    assert tried(exp_depth.EXPERIMENT, series, tmp_path).outcomes == made.outcomes


def test_positions_are_those_with_softmax_search_to_move():
    found = exp_depth.positions("minishogi", TINY)
    first = [len(position.history) for position in found]
    assert len(found) > 10 and all(not position.over for position in found)
    assert all(after == before + 2 or after < before for before, after in pairwise(first))


def test_learners_are_measured_once(tmp_path, monkeypatch):
    series = ["td", exp_learn.FIRST]
    made = tried(exp_learn.EXPERIMENT, series, tmp_path)
    for outcome in made.outcomes.values():
        assert [point.x for point in outcome.points] == [0, 1, 2] and outcome.games == 2
        assert all(-1000 < point.low <= point.y <= point.high < 1000 for point in outcome.points)
    monkeypatch.setattr(exp_learn, "Run", None)
    assert tried(exp_learn.EXPERIMENT, series, tmp_path).outcomes == made.outcomes


def test_matches_are_not_played_again(tmp_path, monkeypatch):
    made = tried(exp_temp.EXPERIMENT, [exp_temp.MINI_OWN], tmp_path)
    monkeypatch.setattr("yomi.arena.workers.Table.play", None)
    assert tried(exp_temp.EXPERIMENT, [exp_temp.MINI_OWN], tmp_path).outcomes == made.outcomes


@each
def test_every_player_of_every_size_can_be_read(experiment):
    for size in (experiment.full, experiment.quick, TINY):
        for cell in experiment.cells(size):
            if experiment is exp_learn.EXPERIMENT:
                assert plans.Stage("", cell.player).learner()
            else:
                assert plain(cell.player, catalog.game(cell.game))


@each
def test_a_part_of_the_cells_decides_nothing(experiment):
    cell, *_ = experiment.cells(TINY)
    part = {cell: Outcome((Point(1, 50.0, 40.0, 60.0),), 2, "50")}
    assert experiment.judge({}).holds is None and experiment.judge(part).holds is None


def test_the_document_s_tables_hold_and_equal_threads_leave_it_open():
    own = {exp_temp.SHOGI: 40.0, exp_temp.SHOGI_THREADS: 40.0}
    outcomes = invented(exp_temp.EXPERIMENT, {})
    for cell, outcome in outcomes.items():  # the row that the document does not have
        if cell.series == exp_temp.MINI_OWN:
            y = 60.0 if cell.x == 60 else 50.0
            outcomes[cell] = outcome._replace(points=(Point(cell.x, y, y - 1, y + 1),))
    verdict = exp_temp.judge(outcomes)
    assert verdict.holds is True and "shogi, 1 thread best at T = 80 with 42%" in verdict.sentence
    assert exp_temp.judge(invented(exp_temp.EXPERIMENT, own)).holds is None
    assert exp_temp.judge(invented(exp_temp.EXPERIMENT, {exp_temp.SHOGI_THREADS: 10.0})).holds is False


def test_the_hottest_temperature_as_the_best_contradicts():
    outcomes = invented(exp_temp.EXPERIMENT, {})
    hottest = next(cell for cell in outcomes if cell.series == exp_temp.SHOGI and cell.x == 120)
    outcomes[hottest] = Outcome((Point(120, 90.0, 89.0, 91.0),), 300, "90")
    assert exp_temp.judge(outcomes).holds is False


@pytest.mark.parametrize("step, holds", [(1, True), (0, None), (-1, False)])
def test_colder_trees_must_be_deeper(step, holds):
    outcomes: Outcomes = {}
    for number, cell in enumerate(exp_depth.cells(TINY)):
        heights = [100.0 if depth == 20 + step * number else 1.0 for depth in range(1, 41)]
        points = tuple(Point(depth, y, 0.9 * y, 1.1 * y) for depth, y in enumerate(heights, 1))
        outcomes[cell] = Outcome(points, 2, "")
    assert exp_depth.judge(outcomes).holds is holds


@pytest.mark.parametrize("ends, holds", [({}, True), ({"vaps": -500.0}, None), ({"pgsample": 300.0}, False)])
def test_learners_must_grow_and_those_of_values_not_be_behind(ends, holds):
    outcomes: Outcomes = {}
    for cell in exp_learn.cells(TINY):
        end = ends.get(cell.series, 0.0)
        points = tuple(Point(x, y, y - 50, y + 50) for x, y in ((0, -500.0), (2, end)))
        outcomes[cell] = Outcome(points, 2, f"{end:+.0f}")
    verdict = exp_learn.judge(outcomes)
    assert verdict.holds is holds and f"{len(outcomes) - ('vaps' in ends)} of {len(outcomes)}" in verdict.sentence
