"""What learners of policies note: every move of a position with the leaf of its best line [LEARN eqs. 39, 40].

The move is that of the search, which teaches, or drawn from the policy itself.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.hints import candidates
from yomi.games.rules import RUNNING, outcome, play, side
from yomi.kernel.inline import apart
from yomi.kernel.rng import SIGNED, below, uniform
from yomi.kernel.verb import body
from yomi.learn.episode import decide, follow_line, think, think_and_note, watch
from yomi.learn.notes import LINE, OTHER, OWN, close_group, has_room, note_row
from yomi.search.alphabeta import SURE
from yomi.search.hashing import EXACT
from yomi.search.softmax import CERTAIN
from yomi.value.linear import settle, worth

ALONG = 3  # positions of a principal variation that are noted


class SearchMoves(NamedTuple):
    """The move of the search is played; all moves are noted with the value of a shallower search."""

    look: int = 1  # its depth after each move; 0: the position as it stands
    lines: bool = False  # whether the moves along the principal variation are noted as well


class PolicyMoves(NamedTuple):
    """The move is drawn from the policy."""

    look: int = 1
    temperature: float = 100.0


@body(decide, SearchMoves)
def decide_by_search(noting, rule, leaf, table, game, manner, at, noted, rng):
    length = think_and_note(rule, leaf, table, game, manner.depth, at, noted)
    line = at.sheet[0].line[:length].copy()
    note_choice(rule, leaf, table, game, noting.look, line[0], OWN, noted, at)
    if noting.lines:
        here = game.copy()
        for k in range(1, min(length, ALONG)):
            play(here[0], line[k - 1])
            if outcome(here[0]) == RUNNING:
                note_choice(rule, leaf, table, here, noting.look, line[k], LINE, noted, at)
    return line[0]


@body(watch, SearchMoves, PolicyMoves)
def watch_choice(noting, rule, leaf, table, game, manner, move, at, noted):
    note_choice(rule, leaf, table, game, noting.look, move, OTHER, noted, at)


@body(decide, PolicyMoves)
def decide_by_policy(noting, rule, leaf, table, game, manner, at, noted, rng):
    book = at.book[0]
    first = book.rows
    count = note_moves(rule, leaf, table, game, noting.look, at)
    if count == 0:  # the book is full
        at.sheet[0].values[noted], at.sheet[0].leaves[noted] = 0.0, 0
        return at.legal[below(rng, candidates(game[0], at.legal))]
    sign = 1 if side(game[0]) == 0 else -1
    chosen = drawn(sign * book.found[first : first + count], noting.temperature, rng)
    copy_leaf(at, noted, first + chosen)
    close_group(book, sign, first + chosen, OWN, noted)
    return at.legal[chosen]


@njit(cache=True)
def drawn(values, temperature, rng):
    """A number by the Boltzmann distribution of the values [LEARN eqs. 39, 40]."""
    weights = np.exp((values - values.max()) / temperature)
    left, chosen = uniform(rng) * weights.sum(), 0
    for k in range(len(weights)):
        if weights[k] > 0.0:
            chosen = k
            left -= weights[k]
            if left <= 0.0:
                break
    return chosen


@apart
def note_moves(rule, leaf, table, game, look, at):
    """Write a row for each move of a position: the leaf of its best line; how many rows, 0 if there is no room."""
    count = SIGNED(candidates(game[0], at.legal))
    if not has_room(at.book[0], count):
        return SIGNED(0)
    sign = 1.0 if side(game[0]) == 0 else -1.0
    for k in range(count):
        at.boards[0] = game[0]
        play(at.boards[0], at.legal[k])
        value = float(outcome(at.boards[0]))
        known = value == RUNNING
        if known:
            value = float(think(rule, leaf, table, at, look) if look > 0 else static_value(leaf, at))
            if look > 0:
                follow_line(at)
            known = abs(value) < SURE
            value = value if known else (1.0 if value > 0 else -1.0)
        note_row(at.book[0], at.boards[0], known, -sign * (value if known else value * CERTAIN), EXACT)
    return count


@njit(cache=True)
def static_value(leaf, at):
    """The value of boards[0] as it stands, for the player to move."""
    total = settle(leaf.values, at.boards[0], at.desk[0].moves[0])
    return worth(leaf.values, total, at.boards[0])


@apart
def note_choice(rule, leaf, table, game, look, move, by, noted, at):
    """Note the moves of a position with the one that was chosen."""
    first, chosen = at.book[0].rows, -1
    count = note_moves(rule, leaf, table, game, look, at)
    for k in range(count):
        chosen = first + k if at.legal[k] == move else chosen
    if count > 0:
        close_group(at.book[0], 1 if side(game[0]) == 0 else -1, chosen, by, noted)


@njit(cache=True)
def copy_leaf(at, noted, row):
    """The leaf of a noted move is that of the position."""
    book, sheet = at.book[0], at.sheet[0]
    start, end, found = book.ends[row], book.ends[row + 1], book.found[row]
    sheet.leaves[noted] = 0
    sheet.leaves[noted, : end - start] = book.numbers[start:end]
    mate = start == end and found != 0.0
    sheet.values[noted] = (SURE if found > 0 else -SURE) if mate else found
