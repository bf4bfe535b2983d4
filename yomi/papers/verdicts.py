"""Questions to outcomes that several experiments ask."""

from collections.abc import Iterable, Sequence
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


def clearly(a: Point, b: Point, wider: float) -> bool:
    """Whether a is above b also when both intervals are so many times as wide, as it must be for a pair that was chosen
    for being far apart."""
    return surely_above(a._replace(low=a.y - wider * (a.y - a.low)), b._replace(high=b.y + wider * (b.high - b.y)))


def averaged(outcomes: Sequence[Outcome]) -> Point:
    """The mean of the last points, which do not depend on each other."""
    last = [outcome.points[-1] for outcome in outcomes]
    mean = sum(point.y for point in last) / len(last)
    below, above = hypot(*(point.y - point.low for point in last)), hypot(*(point.high - point.y for point in last))
    return Point("mean", mean, mean - below / len(last), mean + above / len(last))


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
