"""Questions to outcomes that several experiments ask."""

from collections.abc import Iterable
from math import hypot

from yomi.papers.experiment import Cell, Outcome, Outcomes, Point, Verdict


def order(a: Outcome, b: Outcome) -> bool | None:
    """Whether the first is higher than the second; None where the 95% interval of the difference has 0 in it."""
    if surely_above(a.points[-1], b.points[-1]):
        return True
    return False if surely_above(b.points[-1], a.points[-1]) else None


def surely_above(a: Point, b: Point) -> bool:
    """Whether the lower end of the interval of a difference is above 0 (Newcombe 1998: from the two intervals)."""
    return a.y - b.y > hypot(a.y - a.low, b.high - b.y)


def together(parts: Iterable[bool | None]) -> bool | None:
    """Whether a finding of several parts holds: not if one does not, open if one is."""
    found = list(parts)
    return False if False in found else None if None in found else True


def best(outcomes: Outcomes, series: str) -> tuple[Cell, Outcome]:
    """The highest cell of a series."""
    return max(((c, o) for c, o in outcomes.items() if c.series == series), key=lambda pair: pair[1].value)


def unfinished(outcomes: Outcomes, cells: int) -> Verdict | None:
    """What to say before all cells are there."""
    return Verdict(None, f"{len(outcomes)} of {cells} cells are measured so far.") if len(outcomes) < cells else None
