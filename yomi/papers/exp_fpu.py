"""First-play urgency: the value of a move that was not tried yet [MOGO table 7]."""

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import best, order, unfinished

GNU_GO = "gtp:gnugo --mode gtp --level 10 --chinese-rules"
NONE = "inf"  # every move is tried once before any is tried again
TABLE = {
    "0.8": Published(36.0, 9.6, 100),
    "0.9": Published(40.0, 5.6, 300),
    "1.0": Published(45.0, 4.0, 600),
    "1.1": Published(43.4, 4.4, 500),
    "1.2": Published(41.0, 7.0, 200),
    "1.4": Published(37.5, 7.0, 200),
    NONE: Published(39.0, 5.6, 300),  # table 6, p = 1
}


def cells(size: Size) -> list[Cell]:
    simulations = size.scaled(70_000)
    return [
        Cell("", fpu, f"uct(fpu={fpu}) playout=captures simulations={simulations}", GNU_GO, published)
        for fpu, published in TABLE.items()
    ]


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, len(TABLE))) is not None:
        return early
    found = {cell.x: outcome for cell, outcome in outcomes.items()}
    top, height = best({cell: outcome for cell, outcome in outcomes.items() if cell.x in ("1.0", "1.1")}, "")
    beaten = any(order(found[x], height) for x in ("0.8", "1.4", NONE))
    holds = False if beaten else order(height, found[NONE])
    says = {
        True: "An urgency near 1 helps",
        False: "An urgency near 1 is not best",
        None: "It stays open whether it helps",
    }
    numbers = f"FPU {top.x} wins {height.text} percent, 1.4 {found['1.4'].text}, none {found[NONE].text}"
    return Verdict(holds, f"{says[holds]}: {numbers}; the document has 45 at 1.0, 37.5 at 1.4 and 39 without.")


EXPERIMENT = Experiment(
    id="exp-fpu",
    title="First-play urgency",
    source="MOGO table 7",
    finding="A first-play urgency near 1 wins most: 45% at 1.0, 37.5% at 1.4, 36% at 0.8.",
    game="go9(komi=7.5)",
    cells=cells,
    judge=judge,
    full=Size(600),
    quick=Size(2, 0.02),
    time="22 hours",
    differences=(
        "Pure random playouts: table 7 does not name them, but wins as often as tables 5 and 6, which do.",
        "Infinite urgency, the document's default, is added; its figure is that of table 6 with p = 1.",
        "GNU Go 3.8 at its default level 10, area scoring; the document has 3.6 in its default mode.",
        "600 games of each value; the document has 100 to 600.",
    ),
    across="first-play urgency",
)
