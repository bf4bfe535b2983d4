"""The score of a match with its 95% interval, and the difference in Elo it stands for."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, log10, sqrt
from typing import NamedTuple

Z = 1.959964  # 95% of a normal distribution lie within so many deviations of its mean


class Score(NamedTuple):
    """Games won, drawn and lost by one player; a draw is half a win."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, points: Iterable[float]) -> Score:
        """The score of games worth 1, 0.5 or 0 points each."""
        all_points = list(points)
        return cls(all_points.count(1), all_points.count(0.5), all_points.count(0))

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def mean(self) -> float:
        """The share of the points, 0 to 1; one half where there are no games."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the mean; with draws, which vary less than wins and losses, it is a little too wide."""
        n, p = self.games, self.mean
        if n == 0:
            return 0.0, 1.0
        scale = 1 + Z * Z / n
        centre = (p + Z * Z / (2 * n)) / scale
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / scale
        return (0.0 if p == 0 else centre - half), (1.0 if p == 1 else centre + half)

    @property
    def elo(self) -> float:
        return elo(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        return elo_interval(self.interval)

    def percent(self) -> str:
        return percent_text(self.mean, self.interval)

    def elo_text(self) -> str:
        return elo_text(self.mean, self.interval)

    def line(self) -> str:
        """`54.5% ±6.9 (109 wins, 0 draws, 91 losses of 200), +31 Elo (-17 to +80)`."""
        if not self.games:
            return "no games"
        counts = f"{self.wins} wins, {self.draws} draws, {self.losses} losses of {self.games}"
        return f"{self.percent()} ({counts}), {self.elo_text()}"


def elo(mean: float) -> float:
    """The difference in Elo of a player who scores `mean`: its logistic curve read backwards."""
    if not 0 < mean < 1:
        return inf if mean >= 1 else -inf
    return 400 * log10(mean / (1 - mean))


def elo_interval(interval: tuple[float, float]) -> tuple[float, float]:
    """The interval of a mean in Elo."""
    low, high = interval
    return elo(low), elo(high)


def percent_text(mean: float, interval: tuple[float, float]) -> str:
    """`54.5% ±6.9`, the longer side of the interval."""
    low, high = interval
    return f"{100 * mean:.1f}% ±{100 * max(mean - low, high - mean):.1f}"


def elo_text(mean: float, interval: tuple[float, float]) -> str:
    """`+31 Elo (-17 to +80)`."""
    low, high = elo_interval(interval)
    return f"{signed(elo(mean))} Elo ({signed(low)} to {signed(high)})"


def signed(number: float) -> str:
    """`+31`, `-17`, `+0`, `+inf`."""
    return f"{number:+.0f}".replace("-0", "+0") if abs(number) < 0.5 else f"{number:+.0f}"
