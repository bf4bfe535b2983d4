"""Minorisation-maximisation: strengths of shapes and features from the moves that were chosen [Coulom2007, RAVE 3.6].

Each position is a competition that the move played won against all others; a move is a team of its shape and its
features, and wins with a probability proportional to the product of their strengths gamma.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.go.shapes import shapes
from yomi.games.go.weighted import FEATURES
from yomi.games.hints import candidates, describe, shape_weights, survey, traits
from yomi.games.marks import MARKS
from yomi.games.rules import play
from yomi.learn.games import Progress, Source
from yomi.value.gammas import Weights, from_theta

PRIOR = 1.0  # virtual wins, and as many losses, of each gamma against a gamma of 1


class Competitions(NamedTuple):
    """All teams, one competition after the other."""

    number: np.ndarray  # [T] the competition a team takes part in, from 0
    won: np.ndarray  # [T] whether it won
    shape: np.ndarray  # [T] its shape
    features: np.ndarray  # [T, F] whether it has each feature

    def some(self, chosen: np.ndarray) -> Competitions:
        """The competitions for which `chosen` is true, numbered anew."""
        kept = chosen[self.number]
        number = (np.cumsum(chosen) - 1)[self.number[kept]]
        return Competitions(number, self.won[kept], self.shape[kept], self.features[kept])


class Kind(NamedTuple):
    """What weights are for: the names of the features, and the kernel that finds them."""

    names: tuple[str, ...]
    replay: Any


def competitions(game: str, records: list[list[int]], kind: Kind) -> Competitions:
    """What games have to tell: one competition for each move that had a sensible alternative."""
    start = catalog.start(game)
    room = start.game.length * start.game.width
    number, won, shape, marks = (np.empty(room, np.int32) for _ in range(4))
    parts, count = [], 0
    for moves in records:
        teams = kind.replay(start.root, np.array(moves, np.int32), shapes().of, (number, won, shape, marks))
        bits = (marks[:teams, None] >> np.arange(len(kind.names))) & 1 != 0
        game_part = Competitions(number[:teams], won[:teams] != 0, shape[:teams], bits)
        sizes = np.bincount(game_part.number)
        useful = (np.bincount(game_part.number, game_part.won) > 0) & (sizes > 1)
        kept = game_part.some(useful)
        parts.append(kept._replace(number=kept.number + count))
        count += int(useful.sum())
    if count == 0:
        raise BadText(f"{len(records)} games of {game} without a single choice: expected more")
    return Competitions(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@njit(cache=True)
def replay(root, moves, classes, columns):
    """Write the teams of each position of a game; return how many there are in all."""
    number, won, shape, features = columns
    board, filled = root.copy(), 0
    out = np.empty(len(shape), np.int32)
    for k in range(len(moves)):
        survey(board[0])
        count = traits(board[0], classes, out, shape[filled:], features[filled:])
        for j in range(count):
            number[filled + j], won[filled + j] = k, out[j] == moves[k]
        filled += count
        play(board[0], moves[k])
    return filled


@njit(cache=True)
def replay_marks(root, moves, classes, columns):
    """The same with what priors know of moves."""
    number, won, shape, features = columns
    board, filled = root.copy(), 0
    out, found = np.empty(len(shape), np.int32), np.empty(len(shape), np.int16)
    for k in range(len(moves)):
        count = candidates(board[0], out)
        for j in range(count):
            found[j], number[filled + j], won[filled + j] = out[j], k, out[j] == moves[k]
        describe(board[0], found[:count], features[filled:])
        shape_weights(board[0], classes, found[:count], shape[filled:])
        filled += count
        play(board[0], moves[k])
    return filled


KINDS = {"playout": Kind(tuple(FEATURES), replay), "prior": Kind(tuple(MARKS), replay_marks)}


def strengths(
    data: Competitions, kinds: int, sweeps: int = 40, progress: Progress = lambda done: None
) -> tuple[np.ndarray, np.ndarray]:
    """(gamma of each of `kinds` shapes, gamma of each feature) that make the winners most likely, with a prior."""
    marks = data.features.T
    shape_wins = np.bincount(data.shape[data.won], minlength=kinds)
    shape, feature = np.ones(kinds), np.ones(len(marks))
    for sweep in range(sweeps):
        progress(sweep)
        share = shares(data, shape, feature)
        load = np.bincount(data.shape, share / shape[data.shape], minlength=kinds)
        shape = updated(shape, shape_wins, load)
        team = strength(data, shape, feature)
        for f, mark in enumerate(marks):
            rivals = np.bincount(data.number, team)
            load = np.sum(team[mark] / rivals[data.number[mark]]) / feature[f]
            before, feature[f] = feature[f], updated(feature[f], np.sum(data.won & mark), load)
            team[mark] *= feature[f] / before
    progress(sweeps)
    return shape, feature


def updated(gamma, wins, load):  # type: ignore[no-untyped-def]
    """One step of minorisation-maximisation for gammas that never meet in one team."""
    return (wins + PRIOR) / (load + 2 * PRIOR / (gamma + 1))  # gamma_i <- W_i / sum_j C_ij / E_j [Coulom2007]


def shares(data: Competitions, shape: np.ndarray, feature: np.ndarray) -> np.ndarray:
    """The chance of each team to win its competition."""
    team = strength(data, shape, feature)
    return team / np.bincount(data.number, team)[data.number]


def strength(data: Competitions, shape: np.ndarray, feature: np.ndarray) -> np.ndarray:
    """The product of the strengths of each team."""
    return shape[data.shape] * np.exp(data.features @ np.log(feature))


def likelihood(data: Competitions, shape: np.ndarray, feature: np.ndarray) -> float:
    """The mean logarithm of the winners' chances."""
    return float(np.mean(np.log(shares(data, shape, feature)[data.won])))


def learnt(data: Competitions, shape: np.ndarray, feature: np.ndarray) -> np.ndarray:
    """theta, shapes first; a common factor of all shapes means nothing, so the mean team weighs 1."""
    return np.concatenate([np.log(shape / np.mean(shape[data.shape])), np.log(feature)])


def learn_moves(source: Source, records: list[list[int]], kind: Kind, sweeps: int, progress: Progress) -> Weights:
    """Weights learnt from games, a tenth of whose positions only measure how likely the moves played have become."""
    data = competitions(source.game, records, kind)
    count = int(data.number[-1]) + 1
    test = np.arange(count) % 10 == 0
    shape, feature = strengths(data.some(~test), len(shapes().example), sweeps, progress)
    even = likelihood(data.some(test), np.ones_like(shape), np.ones_like(feature))
    made = {
        "method": "minorisation-maximisation",
        **source.settings,
        "games": len(records),
        "positions": count,
        "sweeps": sweeps,
        "mean log-probability of held-out moves, all moves alike and learnt": [
            round(even, 3),
            round(likelihood(data.some(test), shape, feature), 3),
        ],
    }
    return from_theta(learnt(data, shape, feature), kind.names, **made)
