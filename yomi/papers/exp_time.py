"""Strength against thinking time [MOGO table 5]."""

from itertools import combinations

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import order, unfinished

GNU_GO = "gtp:gnugo --mode gtp --level 10 --chinese-rules"
SPEED = 3500  # simulations of MoGo in a second: 20 s win as often as the 70,000 simulations of table 3
TABLE = {5: Published(26.0, 8.7, 100), 20: Published(41.8, 4.4, 500), 60: Published(51.5, 5.0, 400)}


def cells(size: Size) -> list[Cell]:
    return [
        Cell(
            "",
            seconds,
            f"uct playout=captures simulations={size.scaled(SPEED * seconds)}",
            GNU_GO,
            given,
        )
        for seconds, given in TABLE.items()
    ]


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, len(TABLE))) is not None:
        return early
    found = {cell.x: outcome for cell, outcome in outcomes.items()}
    worse = any(order(found[less], found[more]) for less, more in combinations(sorted(TABLE), 2))
    holds = False if worse else order(found[60], found[5])
    says = {True: "More time wins more", False: "More time does not win more", None: "It stays open"}[holds]
    numbers = ", ".join(f"{outcome.text} with {x}" for x, outcome in found.items())
    return Verdict(holds, f"{says}: {numbers} seconds of the document, in percent; it has 26, 41.8 and 51.5.")


EXPERIMENT = Experiment(
    id="exp-time",
    title="Strength against thinking time",
    source="MOGO table 5",
    finding="More time wins more: 26% with 5 seconds a move, 42% with 20, 52% with 60.",
    game="go9(komi=7.5)",
    cells=cells,
    judge=judge,
    full=Size(500),
    quick=Size(2, 0.02),
    time="10 hours",
    differences=(
        "Simulations in the place of seconds on a computer of 2006, 3500 for each: table 5 has 41.8% with 20 seconds, "
        "table 3 has 41.2% with 70,000 simulations, both of pure random playouts.",
        "GNU Go 3.8 at its default level 10, area scoring; the document has 3.6 in its default mode.",
        "500 games of each time; the document has 100, 500 and 400.",
    ),
    across="seconds a move in the document",
    logarithmic=True,
)
