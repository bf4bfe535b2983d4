"""A match played in pairs, one opening with both colours, and what its score says about the players.

The two games of a pair share an opening and so are not independent: where it favours one colour they tend to end one
win each. The spread of the score is therefore measured over pairs, and its interval is Wilson's with that spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from yomi.errors import BadText
from yomi.players.rating import Z, elo, elo_interval, elo_text, percent_text

SHARES = (0, 0.25, 0.5, 0.75, 1)  # the first player's share of the two points of a pair, in the order of the counts
POINTS = (0, 0.5, 1)  # of a game


class Counts(NamedTuple):
    """How many pairs gave the first player 0, 0.5, 1, 1.5 and 2 points."""

    lost: int = 0
    behind: int = 0
    even: int = 0
    ahead: int = 0
    won: int = 0


class Pairs(Counts):
    """The score of a match as counts of pairs by the first player's points: 0, 0.5, 1, 1.5 and 2."""

    __slots__ = ()

    def __new__(cls, lost: int = 0, behind: int = 0, even: int = 0, ahead: int = 0, won: int = 0) -> Pairs:
        counts = (lost, behind, even, ahead, won)
        if min(counts) < 0:
            raise BadText(f"pairs {counts}: expected five counts of 0 or more")
        return super().__new__(cls, *counts)

    @classmethod
    def of(cls, points: Iterable[Sequence[float]]) -> Pairs:
        """The pairs whose games gave the first player these points, 0, 0.5 or 1 each.

        A pair with one game played is left out: alone it would favour whoever had the better colour of its opening.
        """
        counts = [0] * len(SHARES)
        for pair in points:
            if len(pair) > 2 or any(game not in POINTS for game in pair):
                raise BadText(f"pair {tuple(pair)}: expected two games of 0, 0.5 or 1 points")
            if len(pair) == 2:
                counts[int(2 * sum(pair))] += 1
        return cls(*counts)

    @property
    def pairs(self) -> int:
        return sum(self)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def mean(self) -> float:
        """The share of the points, 0 to 1; one half where there are no pairs."""
        return sum(n * share for n, share in zip(self, SHARES, strict=True)) / self.pairs if self.pairs else 0.5

    @property
    def spread(self) -> float:
        """The variance of a pair's share over mean·(1 - mean): 0.5 for independent games without draws, mostly less.

        One pair of an even match of such games (0.125 over 0.25) is counted in, so that pairs that are few or all equal
        do not seem to have no spread; where all are won or all are lost it alone decides.
        """
        m = self.mean
        squares = sum(n * (share - m) ** 2 for n, share in zip(self, SHARES, strict=True))
        return (squares + 0.125) / (max(0, self.pairs - 1) * m * (1 - m) + 0.25)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval for the mean, the variance being `spread` times that of one game without draws."""
        n, m = self.pairs, self.mean
        if n == 0:
            return 0.0, 1.0
        k = Z * Z * self.spread / n  # the ends solve (mean - end)² = k·end·(1 - end): Wilson 1927, with k = Z²/games
        centre, half = m + k / 2, sqrt(k * m * (1 - m) + k * k / 4)
        return (0.0 if m == 0 else (centre - half) / (1 + k)), (1.0 if m == 1 else (centre + half) / (1 + k))

    @property
    def deviation(self) -> float:
        """The standard deviation of the mean: what the width of the interval stands for, and so never 0."""
        low, high = self.interval
        return (high - low) / (2 * Z)

    @property
    def elo(self) -> float:
        return elo(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        return elo_interval(self.interval)

    @property
    def superiority(self) -> float:
        """How likely the first player is the stronger one; above 0.975 just where the interval is above one half."""
        return NormalDist().cdf((self.mean - 0.5) / sqrt(self.spread / 4 / self.pairs)) if self.pairs else 0.5

    def percent(self) -> str:
        return percent_text(self.mean, self.interval)

    def elo_text(self) -> str:
        return elo_text(self.mean, self.interval)

    def line(self) -> str:
        """`55.0% ±4.9 (pairs 5 15 45 25 10 of 100), +35 Elo (+1 to +69), 97.8% likely the stronger one`."""
        if not self.pairs:
            return "no pairs"
        counts = f"pairs {' '.join(map(str, self))} of {self.pairs}"
        return f"{self.percent()} ({counts}), {self.elo_text()}, {self.superiority:.1%} likely the stronger one"
