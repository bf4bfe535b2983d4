"""The coefficient p, which balances exploration and exploitation [MOGO table 6]."""

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import best, order, unfinished

GNU_GO = "gtp:gnugo --mode gtp --level 10 --chinese-rules"
TABLE = {
    0.05: Published(3.0, 3.4, 100),
    0.55: Published(33.0, 9.4, 100),
    0.8: Published(36.0, 6.7, 200),
    1.0: Published(39.0, 5.6, 300),
    1.1: Published(40.0, 5.6, 300),
    1.2: Published(42.0, 5.7, 300),
    1.5: Published(28.0, 9.0, 100),
    3.0: Published(30.0, 9.0, 100),
    6.0: Published(20.0, 8.0, 100),
}
NEAR = (0.8, 1.2)  # what "near 1" means


def cells(size: Size) -> list[Cell]:
    simulations = size.scaled(70_000)
    return [
        Cell("", p, f"uct(p={p}) playout=captures simulations={simulations}", GNU_GO, published)
        for p, published in TABLE.items()
    ]


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, len(TABLE))) is not None:
        return early
    near = {cell: outcome for cell, outcome in outcomes.items() if NEAR[0] <= float(cell.x) <= NEAR[1]}
    far = {float(cell.x): outcome for cell, outcome in outcomes.items() if cell not in near}
    top, height = best(near, "")
    beaten = any(order(outcome, height) for outcome in far.values())
    ends = [order(height, far[min(far)]), order(height, far[max(far)])]
    holds = False if beaten or False in ends else None if None in ends else True
    says = {True: "A p near 1 is best", False: "A p near 1 is not best", None: "It stays open whether p near 1 is best"}
    numbers = (
        f"p = {top.x} wins {height.text} percent, {min(far)} {far[min(far)].text}, {max(far)} {far[max(far)].text}"
    )
    return Verdict(holds, f"{says[holds]}: {numbers}; the document has 42 at 1.2, 3 at 0.05 and 20 at 6.")


EXPERIMENT = Experiment(
    id="exp-p",
    title="Coefficient p of UCB1-TUNED",
    source="MOGO table 6",
    finding="UCB1-TUNED is almost optimal as it is: p near 1 wins most, 39 to 42%, and both less and more exploration "
    "win less.",
    game="go9(komi=7.5)",
    cells=cells,
    judge=judge,
    full=Size(300),
    quick=Size(2, 0.02),
    time="14 hours",
    differences=(
        "70,000 simulations a move as in tables 3 and 7; table 6 does not say how many it had.",
        "GNU Go 3.8 at its default level 10, area scoring; the document has 3.6 in its default mode.",
        "300 games of each p; the document has 100 to 300.",
    ),
    across="p",
    logarithmic=True,
)
