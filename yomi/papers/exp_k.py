"""MC-RAVE against its equivalence parameter k [RAVE figure 5]."""

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import best, order, together, unfinished

GNU_GO = "gtp:gnugo --mode gtp --level 10 --chinese-rules"
UCT, RAVE, PRINTED = "UCT without RAVE", "MC-RAVE", "MC-RAVE, eq. 19 as printed"
K, K_PRINTED = (10, 100, 300, 1000, 3000, 10_000), (100, 1000, 10_000)
ENOUGH = 1000  # from here on the document has its maximum


def cells(size: Size) -> list[Cell]:
    end = f"playout=mogo simulations={size.scaled(3000)}"
    return [
        Cell(UCT, 0, f"uct(fpu=1.1) {end} prior=order", GNU_GO, Published(24.0, games=2300)),
        *(Cell(RAVE, k, f"mcrave(k={k},each=1) {end}", GNU_GO, highest(k)) for k in K),
        *(Cell(PRINTED, k, f"mcrave(k={k}) {end}", GNU_GO) for k in K_PRINTED),
    ]


def highest(k: int) -> Published | None:
    """The text has 50 to 60% for all k, 1000 being the first with the maximum; other points are in the figure only."""
    return Published(60.0, games=2300) if k == ENOUGH else None


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, 1 + len(K) + len(K_PRINTED))) is not None:
        return early
    _, uct = best(outcomes, UCT)
    top, height = best({cell: outcome for cell, outcome in outcomes.items() if float(cell.x) >= ENOUGH}, RAVE)
    small = {cell.x: outcome for cell, outcome in outcomes.items() if cell.series == RAVE and float(cell.x) < ENOUGH}
    beaten = any(order(outcome, height) for outcome in small.values())
    parts = [order(height, uct), False if beaten else order(height, small[min(K)])]
    holds = together(parts)
    more = {True: "MC-RAVE wins more than UCT", False: "MC-RAVE wins less than UCT", None: "MC-RAVE may equal UCT"}
    most = {True: "is best", False: "is not best", None: "may be best"}
    numbers = f"{height.text} percent at k = {top.x}, {uct.text} without, {small[min(K)].text} at k = {min(K)}"
    says = f"{more[parts[0]]}, and k of 1000 or more {most[parts[1]]}"
    return Verdict(holds, f"{says}: {numbers}; the document has 60, 24, and from 50 on.")


EXPERIMENT = Experiment(
    id="exp-k",
    title="MC-RAVE against the equivalence parameter k",
    source="RAVE figure 5",
    finding="MC-RAVE wins 50 to 60% for every k, most with 1000 or more; UCT wins 24%.",
    game="go9(komi=7.5)",
    cells=cells,
    judge=judge,
    full=Size(2300),
    quick=Size(2, 0.05),
    time="55 hours",
    differences=(
        "GNU Go 3.8 level 10; the document has 3.7.10 level 10. Komi 7.5 and area scoring: it does not name them.",
        "MC-RAVE counts simulations of the move where eq. 19 prints those of the node; the printed form is beside it.",
        "The figure's points are not in the text, which has only the range, the place of the maximum and UCT's figure; "
        "these k are ours.",
        "The playouts are those of the report that the document refers to, for UCT too.",
    ),
    across="k (0: UCT)",
    logarithmic=True,
)
