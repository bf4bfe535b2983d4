"""A linear evaluation: the sum of the weights of a position's features, kept up to date from move to move.

Weights are in hundredths of a pawn for the player who has the feature; `.npz` files hold them with their history.
"""

from __future__ import annotations

import functools
import json
import os
import pathlib
import zipfile
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.errors import BadSpec, BadText
from yomi.games import catalog
from yomi.games.features import UNKNOWN, changes, features
from yomi.games.game import Game
from yomi.games.rules import side
from yomi.games.tactics import assess
from yomi.kernel.inline import apart
from yomi.kernel.verb import body, verb
from yomi.value.gammas import find

FINE = 16  # parts of a hundredth of a pawn: sums are whole numbers, so that they come back exactly
LARGEST = 30_000  # of a weight
PLAIN = "plain"  # the weights set by hand


@verb
def settle(values, state, out):
    """The sum of a position, counted afresh; `out` is scratch for MOST features."""


@verb
def advance(values, total, state, move, after, out):
    """The sum after a move, from that before it."""


@verb
def worth(values, total, state):
    """The value of a position with that sum for the player to move, in hundredths of a pawn."""


class Static(NamedTuple):
    """The value a game itself gives."""


class Linear(NamedTuple):
    """The value by weights."""

    weights: np.ndarray  # [2K + 1] the negatives backwards, zero, the weights, in FINE parts
    whole: bool = True  # whether relations of pieces have weights


@body(settle, Static)
def settle_nothing(values, state, out):
    return 0


@body(advance, Static)
def advance_nothing(values, total, state, move, after, out):
    return 0


@body(worth, Static)
def worth_static(values, total, state):
    return assess(state)


@body(settle, Linear)
def settle_linear(values, state, out):
    return count_afresh(values, state, out)


@body(advance, Linear)
def advance_linear(values, total, state, move, after, out):
    count = changes(state, move, after, values.whole, out)
    if count == UNKNOWN:
        return settle(values, after, out)
    return total + add_up(values.weights, out, count)


@body(worth, Linear)
def worth_linear(values, total, state):
    zero = len(values.weights) // 2
    return ((total if side(state) == 0 else -total) + values.weights[zero + 1]) // FINE


@apart
def count_afresh(values, state, out):
    """A function of its own, since it is large and asked for in several places."""
    return add_up(values.weights, out, features(state, values.whole, out))


@njit(cache=True)
def add_up(weights, numbers, count):
    """The sum of the weights of signed features."""
    total, zero = 0, len(weights) // 2
    for k in range(count):
        total += weights[zero + numbers[k]]
    return total


def values_of(game: Game, name: str) -> Static | Linear:
    """The evaluation of a game by weights set by hand, by weights that come with Yomi, or by those of a file."""
    if game.features is None:
        if name != PLAIN:
            raise BadSpec(f"value {name!r}: {game.name} has no features with weights, expected {PLAIN!r}")
        return Static()
    if name in game.features.by_hand:
        return prepared(game.features.by_hand[name], game)
    if name == PLAIN:
        return Static()
    path = path_of(name, game)
    return of_file(game, str(path), path.stat().st_mtime_ns)


def path_of(name: str, game: Game) -> pathlib.Path:
    """The file of weights of that name."""
    try:
        return find(name, ".npz")
    except BadSpec as error:
        hands = ", ".join(game.features.by_hand) if game.features else ""
        raise BadSpec(f"{error}; or set by hand: {hands}" if hands else str(error)) from None


def theta_of(game: Game, name: str) -> np.ndarray:
    """The weights of that name, in hundredths of a pawn: set by hand, such as come with Yomi, or those of a file."""
    by_hand = game.features.by_hand if game.features else {}
    return by_hand[name].astype(np.float64) if name in by_hand else load(path_of(name, game), game)[0]


@functools.lru_cache(maxsize=8)
def of_file(game: Game, path: str, changed: int) -> Linear:
    return prepared(load(pathlib.Path(path), game)[0], game)


def prepared(theta: np.ndarray, game: Game) -> Linear:
    """The form that searches read."""
    parts = np.rint(theta * FINE).astype(np.int32)
    whole = game.features is None or game.features.needs_whole(parts)
    return Linear(np.concatenate([-parts[::-1], [0], parts]).astype(np.int32), whole)


def save(theta: np.ndarray, game: Game, made: dict[str, Any], path: pathlib.Path, **more: Any) -> None:
    """Write weights with how they were made, and more arrays, replacing a file only when the new one is complete."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        np.savez_compressed(file, theta=theta, game=game.name, made=json.dumps(made), **more)
    os.replace(temporary, path)


def export(path: pathlib.Path, out: pathlib.Path) -> int:
    """Write the weights of a file and how they were made, in half the size and without anything else; how many."""
    game = catalog.game(contents(path)[1])
    theta, made = load(path, game)
    save(theta.astype(np.float32), game, made, out)
    return len(theta)


def contents(path: pathlib.Path) -> tuple[np.ndarray, str, dict[str, Any]]:
    """What a file says: weights, the name of a game, and how they were made."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return file["theta"].astype(np.float64), str(file["game"]), json.loads(str(file["made"]))
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadText(f"weights {str(path)!r}: not a file of weights ({error})") from None


def load(path: pathlib.Path, game: Game) -> tuple[np.ndarray, dict[str, Any]]:
    """The weights in a file, and how they were made."""
    if game.features is None:
        raise BadText(f"weights {str(path)!r}: {game.name} has no features")
    theta, owner, made = contents(path)
    if owner != game.name:
        raise BadText(f"weights {str(path)!r}: made for {owner}, not for {game.name}")
    if theta.shape != (game.features.count,) or not (np.abs(theta) <= LARGEST).all():
        raise BadText(f"weights {str(path)!r}: expected {game.features.count} numbers up to {LARGEST}")
    return theta, made
