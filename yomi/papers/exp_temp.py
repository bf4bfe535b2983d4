"""Temperature of Monte Carlo softmax search against strength, in shogi and 5x5 shogi, with one and with two threads
[MCSS tables 1, 2]."""

from yomi.papers.experiment import Cell, Experiment, Outcomes, Published, Size, Verdict
from yomi.papers.verdicts import averaged, clearly, surely_above, together, unfinished

SIMULATIONS = {"shogi": 10_000, "minishogi": 5_000}  # in the document's 10 seconds and 1 second a move, on one core
FASTER = {1: 1.0, 2: 1.9}  # simulations of so many threads in the time of one
NODES = 8  # of alpha-beta for each simulation
FAIRY_NODES = 2  # of fairy-stockfish
SHOGI, SHOGI_THREADS = "shogi, 1 thread", "shogi, 2 threads"
MINI, MINI_THREADS, MINI_DEPTH = "5x5, 1 thread", "5x5, 2 threads", "5x5, alpha-beta as T = 0"
MINI_OWN = "5x5, 1 thread, against alpha-beta"
TABLE: dict[str, dict[int, float | None]] = {  # T for Bonanza's pawn of 87, T' of eq. 4: 80 is 0.92 of a pawn
    SHOGI: {120: 23.0, 80: 42.0, 40: 34.0},
    SHOGI_THREADS: {80: 55.7},  # 6 threads
    MINI_OWN: dict.fromkeys((120, 80, 60, 40, 20)),
    MINI: {120: 59.7, 80: 64.9, 60: 67.3, 40: 68.6, 20: 57.6},
    MINI_THREADS: {120: 77.3, 60: 80.0, 40: 73.1},  # 16 threads
    MINI_DEPTH: {0: 86.4},  # GASHO ver. 9 itself
}
RANGE = {3: 1.20, 5: 1.39}  # intervals of the widest difference among so many over those of one (Tukey, 5%)
CELLS = sum(map(len, TABLE.values()))


def budget(game: str, size: Size, threads: int = 1) -> int:
    """Simulations of a move."""
    return max(10, round(SIMULATIONS[game] * size.scale * FASTER[threads]))


def softmax(game: str, t: float, size: Size, threads: int = 1) -> str:
    """The document's player: a new tree for each move, and no search for mates beside it."""
    return f"mcss(t={t}) simulations={budget(game, size, threads)} threads={threads} reuse=0 mate=0"


def alphabeta(game: str, size: Size) -> str:
    """Alpha-beta with the same evaluation."""
    return f"alphabeta simulations={NODES * budget(game, size)} mate=0"


def cells(size: Size) -> list[Cell]:
    fairy = f"usi(nodes={FAIRY_NODES * budget('minishogi', size)},Skill Level=5):fairy-stockfish"
    found = []
    for series, row in TABLE.items():
        game, threads = "shogi" if series.startswith("shogi") else "minishogi", 2 if "2 threads" in series else 1
        opponent = alphabeta(game, size) if game == "shogi" or series == MINI_OWN else fairy
        for t, percent in row.items():
            player = softmax(game, t, size, threads) if t else alphabeta(game, size)
            published = None if percent is None else Published(percent, None, 300 if game == "shogi" else 1000)
            found.append(Cell(series, t, player, opponent, published, game))
    return found


def between(outcomes: Outcomes, series: str) -> tuple[bool | None, str]:
    """Whether a temperature in the middle is best and some other clearly worse; the hottest and the coldest are not."""
    row = {float(cell.x): outcome for cell, outcome in outcomes.items() if cell.series == series}
    top, low = max(row, key=lambda t: row[t].value), min(row, key=lambda t: row[t].value)
    height, middle = row[top].points[0], [one.points[0] for t, one in row.items() if min(row) < t < max(row)]
    holds: bool | None
    if min(row) < top < max(row):
        holds = clearly(height, row[low].points[0], RANGE[len(row)]) or None
    else:  # an end of the row is highest: clearly, or by chance
        holds = False if all(clearly(height, other, RANGE[len(row)]) for other in middle) else None
    return holds, f"{series} best at T = {top:g} with {row[top].text}%, worst at {low:g} with {row[low].text}%"


def more_threads(outcomes: Outcomes, one: str, two: str) -> tuple[bool | None, str]:
    """Whether two threads win more, on average over the temperatures that both have."""
    found = {(cell.series, cell.x): outcome for cell, outcome in outcomes.items()}
    pairs = {t: (found[two, t], found[one, t]) for t in TABLE[two]}
    more, less = (averaged(side) for side in zip(*pairs.values(), strict=True))
    holds = True if surely_above(more, less) else False if surely_above(less, more) else None
    return holds, f"{two} {', '.join(f'{a.text}% after {b.text}% at T = {t}' for t, (a, b) in pairs.items())}"


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, CELLS)) is not None:
        return early
    parts = [between(outcomes, series) for series in (SHOGI, MINI, MINI_OWN)]
    parts += [more_threads(outcomes, SHOGI, SHOGI_THREADS), more_threads(outcomes, MINI, MINI_THREADS)]
    words = {True: "yes", False: "no", None: "open"}
    holds = [part for part, _ in parts]
    sentence = "; ".join(f"{text} ({words[part]})" for part, text in parts)
    return Verdict(together(holds), f"{sentence}.")


EXPERIMENT = Experiment(
    id="exp-temp",
    title="Temperature against strength",
    source="MCSS tables 1, 2",
    finding="Strength depends on the temperature: one in the middle is best, T = 80 in shogi with 42% and T = 40 in "
    "5x5 shogi with 69%; more threads win more.",
    game="minishogi",
    cells=cells,
    judge=judge,
    full=Size(300),
    quick=Size(2, 0.01),
    time="4 days",
    differences=(
        "Opponents are others: in shogi our alpha-beta with 8 nodes for each simulation of a thread (the document: "
        "Shibaura Shogi Jr. with as much time), in 5x5 shogi fairy-stockfish 11.1, Skill Level 5, with 2 nodes for "
        "each (the document: ssp) and, in one row, our alpha-beta.",
        "Simulations in the place of seconds: 10,000 for 10 s in shogi and 5,000 for 1 s in 5x5 shogi, about what a "
        "core does here; with two threads 1.9 times as many, which they do in the same time.",
        "Two threads in the place of 6 and 16.",
        "Both sides value positions by material and nearness to the kings, set by hand, a pawn at 100: T = 80 is 0.92 "
        "of it. The document has Bonanza's evaluation in shogi and a learnt one in 5x5 shogi.",
        "300 games of each cell, each even opening with both colours; the document has 300 in shogi, 1000 in 5x5 "
        "shogi, and names no openings. A draw is half a win here, and left out in the document.",
        "The document's percentages as printed; of two rows of table 2 they do not follow from its wins and losses: "
        "635 to 132 at T = 80 (64.9%), 737 to 234 at T = 40 with 16 threads (73.1%).",
    ),
    across="temperature T (80: 0.92 of a pawn)",
    openings="balanced",
)
