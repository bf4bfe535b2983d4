"""Pure random against sequence-like playouts [MOGO table 3]."""

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import order, unfinished

GNU_GO = "gtp:gnugo --mode gtp --level 10 --chinese-rules"
PURE, SEQUENCES = "pure random", "sequence-like"
TABLE = {
    PURE: ("uct playout=captures", Published(41.2, 4.4, 500)),
    SEQUENCES: ("uct playout=mogo", Published(80.0, 2.8, 800)),
}


def cells(size: Size) -> list[Cell]:
    simulations = size.scaled(70_000)
    return [
        Cell("", mode, f"{player} simulations={simulations}", GNU_GO, published)
        for mode, (player, published) in TABLE.items()
    ]


def judge(outcomes: Outcomes) -> Verdict:
    found = {cell.x: outcome for cell, outcome in outcomes.items()}
    if (early := unfinished(outcomes, len(TABLE))) is not None:
        return early
    holds = order(found[SEQUENCES], found[PURE])
    says = {True: "Sequence-like playouts win more", False: "Pure random playouts win more", None: "It stays open"}
    numbers = f"{found[SEQUENCES].text} percent against {found[PURE].text}"
    return Verdict(holds, f"{says[holds]}: {numbers}; the document has 80 against 41.2.")


EXPERIMENT = Experiment(
    id="exp-random",
    title="Random and sequence-like playouts",
    source="MOGO table 3",
    finding="Playouts that answer locally by patterns win 80% against GNU Go, purely random ones 41%.",
    game="go9(komi=7.5)",
    cells=cells,
    judge=judge,
    full=Size(800),
    quick=Size(4, 0.02),
    time="10 hours",
    differences=(
        "GNU Go 3.8 at its default level 10, area scoring; the document has 3.6 in its default mode.",
        "800 games of each mode; the document has 500 and 800.",
        "Both modes search with plain UCB1-TUNED; the document does not say whether its first-play urgency was on.",
        "Our playouts are what the report describes; MoGo's had more rules written by hand, which it does not name.",
    ),
    across="playouts",
)
