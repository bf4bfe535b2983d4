"""Questions to outcomes that several experiments ask."""

from yomi.papers.experiment import Cell, Outcome, Outcomes, Verdict


def order(a: Outcome, b: Outcome) -> bool | None:
    """Whether the first is higher than the second beyond both intervals' overlap; None where they leave it open."""
    if a.points[-1].low > b.points[-1].high:
        return True
    return False if b.points[-1].low > a.points[-1].high else None


def best(outcomes: Outcomes, series: str) -> tuple[Cell, Outcome]:
    """The highest cell of a series."""
    return max(((c, o) for c, o in outcomes.items() if c.series == series), key=lambda pair: pair[1].value)


def unfinished(outcomes: Outcomes, cells: int) -> Verdict | None:
    """What to say before all cells are there."""
    return Verdict(None, f"{len(outcomes)} of {cells} cells are measured so far.") if len(outcomes) < cells else None
