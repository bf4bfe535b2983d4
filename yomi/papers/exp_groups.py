"""Moves in the tree limited to groups, and not, on 13x13 [MOGO table 4]."""

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import order, together, unfinished

WITHOUT, WITH = "without groups", "with groups"
PLAYERS = {WITHOUT: "mogo-2006", WITH: "mogo-2006 moves=groups"}
TABLE = {  # level of GNU Go and mode
    (0, WITHOUT): Published(52.0, 4.8, 432),
    (0, WITH): Published(64.3, 7.5, 160),
    (8, WITHOUT): Published(27.0, 3.6, 600),
    (8, WITH): Published(56.0, 5.5, 320),
}


def cells(size: Size) -> list[Cell]:
    simulations = size.scaled(70_000)
    return [
        Cell(
            f"GNU Go level {level}",
            mode,
            f"{PLAYERS[mode]} simulations={simulations}",
            f"gtp:gnugo --mode gtp --level {level} --chinese-rules",
            published,
        )
        for (level, mode), published in TABLE.items()
    ]


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, len(TABLE))) is not None:
        return early
    found = {(cell.series, cell.x): outcome for cell, outcome in outcomes.items()}
    parts, sentences = [], []
    for level in dict.fromkeys(series for series, _ in found):
        on, off = found[level, WITH], found[level, WITHOUT]
        parts.append(order(on, off))
        says = {True: "groups win more", False: "groups win less", None: "it stays open"}[parts[-1]]
        sentences.append(f"against {level} {says}, {on.text} percent with and {off.text} without")
    holds = together(parts)
    sentence = "; ".join(sentences)
    return Verdict(holds, f"{sentence[0].upper()}{sentence[1:]}. The document has 64.3 and 52, 56 and 27.")


EXPERIMENT = Experiment(
    id="exp-groups",
    title="Groups on and off, 13x13",
    source="MOGO table 4",
    finding="Only moves in groups round the last moves: 56% instead of 27% against GNU Go level 8, 64% instead of 52% "
    "against level 0.",
    game="go13(komi=7.5)",
    cells=cells,
    judge=judge,
    full=Size(400),
    quick=Size(2, 0.01),
    time="37 hours",
    differences=(
        "GNU Go 3.8, area scoring; the document has 3.6.",
        "400 games of each cell; the document has 160 to 600.",
        "How MoGo forms groups is said in words only; ours are chains close to each other on the common fate graph.",
        "The player is MoGo as on the server, with FPU 1.1; the document does not say which version it was. No zones, "
        "which its authors gave up themselves.",
    ),
    across="moves in the tree",
)
