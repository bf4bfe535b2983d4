"""Ratings of a pool of players from the scores of those who met, with their 95% intervals.

Bradley and Terry's model with draws: a player of strength π wins against, draws with and loses to one of strength ρ in
the proportion π : ν√(πρ) : ρ (Davidson 1970), and ν is estimated too. Elo is 400·log10 of a strength, so that with
draws a difference stands for wins against losses, which is more than the share of the points tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from yomi.errors import BadText
from yomi.players.rating import Score, Z

PRIOR = 0.5  # games added for each player, half of each won and half lost
ELO = 400 / log(10)  # of a natural logarithm
ROUNDS = 100  # of Newton's method, more than it needs

Scores = Mapping[tuple[int, int], Score]


class Rated(NamedTuple):
    """A player's rating with its 95% interval, relative to the anchor or to the mean of the pool."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    score: float  # share of the points, 0 to 1
    bounded: bool  # the prior alone keeps it finite: no wins, or no losses, lead to the anchor or to half of the pool


class Pool:
    """Players connected by their games, and how strong they are."""

    def __init__(self, names: Sequence[str], rated: list[Rated], strengths: np.ndarray, covariance: np.ndarray):
        self.names = list(names)
        self.rated = rated  # the strongest first
        self.strengths = strengths  # natural logarithms whose mean is 0, in the order of the names
        self.covariance = covariance  # of the strengths

    @classmethod
    def of(
        cls, names: Sequence[str], scores: Scores, anchor: tuple[str, float] | None = None, prior: float = PRIOR
    ) -> Pool:
        """The likeliest ratings given the score of player i against player j, for all i < j who met.

        The anchor is a name and its Elo; without one the mean of the pool is 0. A player who won everything stays
        finite, though marked `bounded`, by a tiny prior: for each player `prior` games more, spread over the opponents
        as its games are, half of each won and half lost.
        """
        check(names, scores, prior)
        met = [(i, j, score) for (i, j), score in scores.items() if score.games]
        home = place(names, anchor[0]) if anchor else None
        bounded = one_sided(len(names), met, home)
        if prior == 0 and (bounded.any() or not any(score.wins + score.losses for _, _, score in met)):
            raise BadText("prior 0: expected more, since these scores alone leave a rating without bound")
        strengths, covariance = likeliest(len(names), met, prior)
        elos = ELO * strengths + (anchor[1] - ELO * strengths[home] if anchor else 0)
        rated = []
        for i, name in enumerate(names):
            elo, margin = float(elos[i]), Z * ELO * deviation(covariance, i, home)
            score = total(i, met)
            rated.append(Rated(name, elo, elo - margin, elo + margin, score.games, score.mean, bool(bounded[i])))
        return cls(names, sorted(rated, key=lambda player: -player.elo), strengths, covariance)

    def superiority(self, a: str, b: str) -> float:
        """How likely player `a` is stronger than player `b`."""
        i, j = place(self.names, a), place(self.names, b)
        gap = float(self.strengths[i] - self.strengths[j])
        return NormalDist().cdf(gap / deviation(self.covariance, i, j)) if i != j else 0.5


def check(names: Sequence[str], scores: Scores, prior: float) -> None:
    """Raises BadText unless the scores are of these players and connect them all."""
    if not names or prior < 0:
        raise BadText(f"{len(names)} players, prior {prior}: expected a player or more, and a prior of 0 or more")
    together = np.eye(len(names), dtype=bool)
    for (i, j), score in scores.items():
        if not 0 <= i < j < len(names):
            raise BadText(f"players {i} and {j}: expected two of 0 to {len(names) - 1}, the lower first")
        if min(score) < 0:
            raise BadText(f"score {tuple(score)} of {names[i]!r} against {names[j]!r}: expected counts of 0 or more")
        together[i, j] = together[j, i] = score.games > 0
    groups = np.unique(reachable(together).argmax(axis=1))  # the first player of each
    if len(groups) > 1:
        listed = ", ".join(repr(names[i]) for i in groups)
        raise BadText(f"players {listed}: expected games that connect the groups of these players")


def place(names: Sequence[str], name: str) -> int:
    """Which player has this name."""
    if name not in names:
        raise BadText(f"player {name!r}: expected one of {', '.join(map(repr, names))}")
    return list(names).index(name)


def total(player: int, met: list[tuple[int, int, Score]]) -> Score:
    """The score of a player in all of its games."""
    own = [score for i, _, score in met if i == player]
    turned = [Score(score.losses, score.draws, score.wins) for _, j, score in met if j == player]
    return Score(*map(sum, zip(Score(), *own, *turned, strict=True)))


def reachable(steps: np.ndarray) -> np.ndarray:
    """Which player can be reached from which by any number of these steps."""
    for _ in range(len(steps).bit_length()):
        steps = steps @ steps
    return steps


def one_sided(count: int, met: list[tuple[int, int, Score]], home: int | None) -> np.ndarray:
    """Whom points taken do not lead to the anchor, or to half of the pool, and back: no finite rating is the likeliest.

    Ratings are finite where every two players are so connected (Ford 1957).
    """
    took = np.eye(count, dtype=bool)  # a point or half a point, row from column
    for i, j, (wins, draws, losses) in met:
        took[i, j], took[j, i] = wins + draws > 0, losses + draws > 0
    both = reachable(took)
    both &= both.T
    return ~both[home] if home is not None else 2 * both.sum(axis=1) <= count * (count > 1)


def likeliest(count: int, met: list[tuple[int, int, Score]], prior: float) -> tuple[np.ndarray, np.ndarray]:
    """Logarithms of the strengths and their covariance, by Newton's method: the likelihood has one hill only.

    The chances are a softmax of x/2, log ν and -x/2, where x is the difference of two strengths.
    """
    i, j = np.array([m[:2] for m in met], dtype=int).reshape(-1, 2).T
    wins, draws, losses = np.array([m[2] for m in met], dtype=float).reshape(-1, 3).T
    played = wins + draws + losses
    each = np.bincount(i, played, count) + np.bincount(j, played, count)
    extra = prior * played * (1 / each[i] + 1 / each[j]) / 4
    tally = np.stack((wins + extra, draws, losses + extra))
    design = np.zeros((len(met), count))
    design[np.arange(len(met)), i], design[np.arange(len(met)), j] = 1, -1
    now = np.append(np.zeros(count), log(2 * draws.sum() / (tally[0] + tally[2]).sum()) if draws.any() else 0.0)
    value, gradient, information = hill(now, design, tally)
    for _ in range(ROUNDS):
        step = np.linalg.solve(information, gradient)
        while (found := hill(now + step, design, tally))[0] < value - 1e-12 * abs(value):
            step = step / 2
        now = now + step
        value, gradient, information = found
        if np.abs(step).max() < 1e-10:
            break
    return now[:count] - now[:count].mean(), np.linalg.inv(information)[:count, :count] - 1 / count**2


def hill(now: np.ndarray, design: np.ndarray, tally: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """The log-likelihood of strengths and log ν, its gradient, and its curvature, the observed information.

    Ones are added to the curvature, along the common shift of all strengths that no game measures.
    """
    x, log_nu = design @ now[:-1], now[-1]
    drawn = tally[1].any()  # without draws ν is 0, and no parameter
    logits = np.stack((x / 2, np.full_like(x, log_nu if drawn else -np.inf), -x / 2))
    logs = logits - np.logaddexp.reduce(logits)
    win, draw, loss = np.exp(logs)
    games = tally.sum(axis=0)
    value = (tally[[0, 2]] * logs[[0, 2]]).sum() + ((tally[1] * logs[1]).sum() if drawn else 0)
    slope = (tally[0] - tally[2] - games * (win - loss)) / 2
    gradient = np.append(slope @ design, (tally[1] - games * draw).sum())
    bend = games * (win + loss - (win - loss) ** 2) / 4
    cross = -games * (win - loss) * draw / 2
    information = np.ones((len(now), len(now)))
    information[:-1, :-1] += design.T @ (bend[:, None] * design)
    information[-1, :-1] = information[:-1, -1] = cross @ design
    information[-1, -1] = (games * draw * (1 - draw)).sum() if drawn else 1
    return float(value), gradient, information


def deviation(covariance: np.ndarray, i: int, j: int | None) -> float:
    """Of the difference of two strengths, or of one from the mean."""
    variance = covariance[i, i] if j is None else covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
    return sqrt(max(0.0, float(variance)))
