"""A sequential test: a match of pairs ends as soon as its score speaks for one of two differences in Elo.

The generalised sequential probability ratio test as Van den Bergh made it for Fishtest: nothing is assumed about the
five outcomes of a pair but their mean, so draws and openings that favour a colour are accounted for without a model.
In simulations errors of 5% stay at 5%, where tests of the mean and an estimated variance reach 12%.
"""

from __future__ import annotations

from math import log
from typing import Literal, NamedTuple

import numpy as np

from yomi.arena.pairs import SHARES, Pairs
from yomi.errors import BadText
from yomi.players.rating import signed

PRIOR = 0.05  # pairs added to each count, so that an outcome not seen yet is not impossible; chosen by simulation
LARGEST = 4000  # difference in Elo; far beyond it the weaker one's share of the points rounds to 0
ROUNDS = 60  # of Newton's method or bisection, more than either needs


class Settings(NamedTuple):
    """What a sequential test decides between, and how surely."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05  # how often elo1 may be accepted where elo0 is true
    beta: float = 0.05  # how often elo0 may be accepted where elo1 is true
    least: int = 8  # pairs before any decision


class Sprt(Settings):
    """A test of H1, the first player is `elo1` stronger than the second, against H0, it is `elo0` stronger."""

    __slots__ = ()

    def __new__(
        cls, elo0: float = 0.0, elo1: float = 10.0, alpha: float = 0.05, beta: float = 0.05, least: int = 8
    ) -> Sprt:
        if not -LARGEST <= elo0 < elo1 <= LARGEST:
            raise BadText(f"elo0 {elo0} and elo1 {elo1}: expected elo0 below elo1, both within ±{LARGEST}")
        for name, value in (("alpha", alpha), ("beta", beta)):
            if not 0 < value < 0.5:
                raise BadText(f"{name} {value}: expected a number between 0 and 0.5")
        if least < 1:
            raise BadText(f"least {least}: expected 1 pair or more")
        return super().__new__(cls, elo0, elo1, alpha, beta, least)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted (Wald 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """How much likelier the pairs are under H1 than under H0, as a logarithm; 0 without pairs."""
        return float(likelihood_ratio(np.array(pairs), expected(self.elo0), expected(self.elo1))) if any(pairs) else 0.0

    def verdict(self, pairs: Pairs) -> Literal["H0", "H1"] | None:
        """Which hypothesis is accepted, or None: play on."""
        low, high = self.bounds
        ratio = self.llr(pairs)
        if pairs.pairs < self.least or low < ratio < high:
            return None
        return "H1" if ratio >= high else "H0"

    def line(self, pairs: Pairs) -> str:
        """`accepted: +0 to +10 Elo, LLR 2.97 (bounds -2.94 to 2.94) after 412 pairs`; rejected: H0; undecided: None."""
        word = {"H1": "accepted", "H0": "rejected", None: "undecided"}[self.verdict(pairs)]
        low, high = self.bounds
        ratio = f"LLR {self.llr(pairs):.2f} (bounds {low:.2f} to {high:.2f})"
        return f"{word}: {signed(self.elo0)} to {signed(self.elo1)} Elo, {ratio} after {pairs.pairs} pairs"


def expected(elo: float) -> float:
    """The share of the points of a player who is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def likelihood_ratio(counts: np.ndarray, mean0: float, mean1: float) -> np.ndarray:
    """Logarithms of the likelihood of the pairs under the likeliest outcomes with mean1, over that with mean0.

    Counts may be those of many matches: the five outcomes are the last axis.
    """
    q = counts + PRIOR
    return (q * (log_tilt(q, mean0) - log_tilt(q, mean1))).sum(axis=-1)


def log_tilt(q: np.ndarray, mean: float) -> np.ndarray:
    """Logarithm of 1 + θ·(share - mean); the likeliest outcomes with that mean are q over it.

    θ solves Σ q·(share - mean) / (1 + θ·(share - mean)) = 0 (Van den Bergh; Owen 1988 for any support). The sum falls
    from ∞ to -∞ between the poles of the least and the greatest share, so Newton's method is kept between them.
    """
    u = np.array(SHARES) - mean
    low, high = np.full(q.shape[:-1], -1 / u[-1]), np.full(q.shape[:-1], -1 / u[0])
    theta = np.zeros(q.shape[:-1])
    for _ in range(ROUNDS):
        part = u / (1 + theta[..., None] * u)
        value, slope = np.einsum("...k,...k", q, part), -np.einsum("...k,...k,...k", q, part, part)
        low, high = np.where(value > 0, theta, low), np.where(value > 0, high, theta)
        step = theta - value / slope
        step = np.where((low <= step) & (step <= high), step, (low + high) / 2)
        moved, theta = np.abs(step - theta), step
        if np.all(moved < 1e-10):
            break
    return np.log1p(theta[..., None] * u)
