"""Games that are played side by side for learning from zero, and what they yield when they end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from yomi.games.encode import View
from yomi.games.game import Game
from yomi.kernel.rng import seeded
from yomi.search.forest import new_forest
from yomi.search.tree import Tree

PARTS = 65535  # a share of a policy is kept as so many parts of one
NEW, ASKED, FULL, MOVED = 0, 1, 2, 3  # what a game waits for: nothing, an answer, room for what it yields, its turn


class Field(NamedTuple):
    """A row for each game in progress."""

    starts: np.ndarray  # [S] positions that games begin with
    origin: np.ndarray  # [G] which of them
    roots: np.ndarray  # [G] the position each game has come to
    moves_there: np.ndarray  # [G, width] the moves of the position an evaluation was asked for
    places: np.ndarray  # [G, width] their places in a policy
    many: np.ndarray  # [G] how many they are
    forest: Tree  # the search of each
    nodes: np.ndarray  # [G, D] the way to the leaf
    length: np.ndarray  # [G] its length, the root not counted
    waits: np.ndarray  # [G] NEW, ASKED, FULL, MOVED
    quick: np.ndarray  # [G] whether this move is searched quickly and not learned from
    ply: np.ndarray  # [G] moves played
    moves: np.ndarray  # [G, L] these moves
    policy: np.ndarray  # [G, L, actions] what the search would like to play, in PARTS
    value: np.ndarray  # [G, L] what it thought of the position, for the player to move, -1 where it was quick
    thought: np.ndarray  # [G] what the last search thought, of a quick one too
    rngs: np.ndarray  # [G, 1]


class Harvest(NamedTuple):
    """Positions of finished games."""

    planes: np.ndarray  # [R, P, H, W]
    numbers: np.ndarray  # [R, N]
    policy: np.ndarray  # [R, actions] in PARTS
    result: np.ndarray  # [R, 2] of the game, and what the search thought; for the player to move, 0 to 1
    owner: np.ndarray  # [R, H * W] +1 the player to move, -1 the other
    counts: np.ndarray  # [4] positions; games, their moves, games the first player won


def new_field(game: Game, view: View, starts: np.ndarray, games: int, plies: int, simulations: int, seed: int) -> Field:
    """Games that are about to begin, each with room for so many moves and for the simulations of one search."""
    capacity = 1 + (simulations + 1) * game.width
    like = starts.dtype
    return Field(
        starts,
        np.zeros(games, np.int32),
        np.zeros(games, like),
        np.zeros((games, game.width), np.int16),
        np.zeros((games, game.width), np.int16),
        np.zeros(games, np.int32),
        new_forest(games, capacity),
        np.zeros((games, simulations + 2), np.int32),
        np.zeros(games, np.int32),
        np.zeros(games, np.int8),
        np.zeros(games, np.int8),
        np.full(games, -1, np.int32),
        np.zeros((games, plies), np.int16),
        np.zeros((games, plies, view.actions), np.uint16),
        np.zeros((games, plies), np.float32),
        np.full(games, 0.5, np.float32),
        np.array([seeded(seed, k) for k in range(games)]),
    )


def new_harvest(view: View, rows: int) -> Harvest:
    """Room for so many positions."""
    return Harvest(
        np.zeros((rows, view.planes, view.height, view.width), np.uint8),
        np.zeros((rows, max(1, view.numbers)), np.float32),
        np.zeros((rows, view.actions), np.uint16),
        np.zeros((rows, 2), np.float32),
        np.zeros((rows, view.height * view.width), np.int8),
        np.zeros(4, np.int64),
    )


def taken(harvest: Harvest) -> Harvest:
    """A copy of what was brought in; the harvest is empty again."""
    n = int(harvest.counts[0])
    crop = Harvest._make([*(array[:n].copy() for array in harvest[:-1]), harvest.counts.copy()])
    harvest.counts[:] = 0
    return crop
