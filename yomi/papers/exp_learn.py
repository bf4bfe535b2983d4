"""Learning curves of all learners on 5x5 shogi, from random weights by self-play alone [LEARN 2.1, 3.5, 5; MCSS 5]."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from yomi.games import catalog
from yomi.learn import plan as plans
from yomi.learn.check import Checked, check_weights
from yomi.learn.plan import Plan
from yomi.learn.train import Run
from yomi.papers.experiment import Cell, Experiment, Heard, Outcome, Outcomes, Point, Size, Verdict
from yomi.papers.verdicts import averaged, order, surely_above, unfinished
from yomi.players.rating import elo, signed
from yomi.value import linear

VALUES = ("td", "tdleaf", "tdmoves", "rootstrap", "treestrap")  # learn what a position is worth
POLICIES = ("reinforce", "kl(winner=true)", "pgexpectation", "pgsample")  # learn which move is played
BOTH = ("vaps",)
FIRST = "tdleaf, pieces first"
LEARNERS = {name: name for name in (*VALUES, *BOTH, *POLICIES)} | {FIRST: "tdleaf"}
PIECES = ("tempo", "material", "hand")
RANDOM = 10.0  # deviation of the weights at the beginning, in hundredths of a pawn
CHECKS = 5  # matches on the way
MATCH = 200  # games of each
AGAINST = "material"


def cells(size: Size) -> list[Cell]:
    return [Cell(series, size.games, method, AGAINST) for series, method in LEARNERS.items()]


def plan_of(cell: Cell, size: Size, start: Path) -> Plan:
    """The plan by which methods are compared, with the weights of a file to begin with."""
    base = plans.changed(plans.read("methods"), size.games, cell.player, -1)
    stage = base.stages[0]._replace(batch=min(base.stages[0].batch, max(1, size.games // CHECKS)))
    half = size.games // 2
    parts = (stage._replace(games=half, groups=PIECES), stage._replace(games=size.games - half))
    matches = max(2, round(MATCH * size.scale))
    check = base.check._replace(every=max(1, size.games // CHECKS), games=matches, against=(AGAINST,))
    stages = parts if cell.series == FIRST and half else (stage,)
    return base._replace(start=str(start), check=check, stages=stages)


def measure(cell: Cell, size: Size, heard: Heard) -> Outcome:
    """Elo against material before the first game and on the way."""
    game = catalog.game("minishogi")
    assert game.features is not None
    with TemporaryDirectory() as folder:
        start = Path(folder) / "random.npz"
        linear.save(np.random.default_rng(1).normal(0.0, RANDOM, game.features.count), game, {}, start)
        run = Run(plan_of(cell, size, start), Path(folder) / "run.npz")
        first = check_weights(run, AGAINST)
        run.run(lambda now: heard(f"{cell.series}, {now.games} of {size.games} games"))
    points = tuple(map(point, [first, *run.checks]))
    last = points[-1]
    return Outcome(points, run.games, f"{signed(last.y)} ({signed(last.low)} to {signed(last.high)})")


def point(check: Checked) -> Point:
    """Elo with its interval; where all games are won or lost, as if half a game were not."""
    score = check.score
    least = 0.5 / (score.games + 1)
    shares = (score.mean, *score.interval)
    return Point(check.games, *(round(elo(min(max(share, least), 1 - least)), 1) for share in shares))


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, len(LEARNERS))) is not None:
        return early
    found = {cell.series: outcome for cell, outcome in outcomes.items()}
    gains = {name: order(one, one._replace(points=one.points[:1])) for name, one in found.items()}
    grown = [name for name, gain in gains.items() if gain]
    others = [name for name in found if name not in grown]
    values, policies = (averaged([found[name] for name in names]) for names in (VALUES, POLICIES))
    slower = False if surely_above(policies, values) else surely_above(values, policies) or None
    value, policy = (max(names, key=lambda name: found[name].value) for names in (VALUES, POLICIES))
    holds = False if False in (slower, *gains.values()) else True if all(gains.values()) else None
    start = found[FIRST].points[0]  # the same for all
    texts = [
        f"{len(grown)} of {len(found)} learners are clearly stronger than their random weights ({signed(start.y)} Elo)",
        f"those of values end at {signed(values.y)} on average, the best is {value} with {found[value].text}; those of "
        f"policies at {signed(policies.y)}, the best is {policy} with {found[policy].text}"
        f"{' (open which are better)' if slower is None else ''}",
        f"tdleaf reaches {found['tdleaf'].text}, with the pieces first {found[FIRST].text}",
    ]
    return Verdict(holds, "; ".join(texts + ([f"not clearly stronger: {', '.join(others)}"] if others else [])) + ".")


EXPERIMENT = Experiment(
    id="exp-learn",
    title="Learning from random weights",
    source="LEARN 2.1, 3.5, 5; MCSS 5",
    finding="It measures nothing, but proposes that each of these methods makes an evaluation stronger without records "
    "of professionals, from random weights too (as RootStrap and TreeStrap did in chess), and expects that methods of "
    "policies may learn more slowly than those of values.",
    game="minishogi",
    cells=cells,
    judge=judge,
    full=Size(3200),
    quick=Size(24, 0.1),
    time="1.5 hours",
    differences=(
        "5x5 shogi; the document speaks of shogi and has no figures of its own, so there are none beside ours.",
        "Weights begin as random numbers of deviation 0.1 pawn, the same for all learners.",
        "3200 games at depth 2 with random openings; the 5x5 program of MCSS 4.1 learnt from 570,000 games.",
        "One run of each method with its default settings and the steps of the plan `methods`: intervals are those of "
        "200 games against `material` at depth 2, not of other runs.",
        "Self-play only: the document's later stages, games against others and style, are left out.",
    ),
    across="games of self-play",
    up="Elo against material alone",
    measure=measure,
)
