"""What TreeStrap notes: the nodes of a search that its table remembers, each with its value or bound [LEARN 2.1]."""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.hints import candidates
from yomi.games.rules import RUNNING, key, outcome, play, side
from yomi.kernel.inline import apart
from yomi.kernel.rng import U
from yomi.kernel.verb import body
from yomi.learn.episode import decide, think_and_note, watch
from yomi.learn.notes import OWN, close_group, has_room, note_row
from yomi.search.hashing import EXACT, LOWER, UPPER, entry_bound, entry_depth, entry_value, probe


class TreeNodes(NamedTuple):
    """The move of the search is played; nodes of its tree are noted."""

    most: int = 120  # nodes of one search


@body(decide, TreeNodes)
def decide_and_note_tree(noting, rule, leaf, table, game, manner, at, noted, rng):
    think_and_note(rule, leaf, table, game, manner.depth, at, noted)
    move, value = at.sheet[0].line[0], at.sheet[0].values[noted]
    if has_room(at.book[0], noting.most + 1):
        at.walk[0] = game[0]
        note_row(at.book[0], game[0], True, value, EXACT)
        note_tree(table, at, manner.depth, noting.most)
        close_group(at.book[0], 1, -1, OWN, noted)
    return move


@body(watch, TreeNodes)
def watch_no_tree(noting, rule, leaf, table, game, manner, move, at, noted):
    return


@apart
def note_tree(table, at, depth, left):
    """Walk from walk[0] through the nodes that the table knows, as deep as the search went."""
    ply, after, count = 0, np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    moves = at.desk[0].moves
    count[0] = candidates(at.walk[0], moves[0])
    while ply >= 0 and left > 0:
        if after[ply] == count[ply] or ply + 1 >= depth:
            ply -= 1
            continue
        at.walk[ply + 1] = at.walk[ply]
        play(at.walk[ply + 1], moves[ply, after[ply]])
        after[ply] += 1
        if outcome(at.walk[ply + 1]) != RUNNING:
            continue
        data = probe(table, key(at.walk[ply + 1]))
        if data != U(0) and entry_depth(data) >= 1:
            ply += 1
            left -= 1
            note_node(at.book[0], at.walk[ply], data)
            after[ply], count[ply] = 0, candidates(at.walk[ply], moves[ply])


@njit(cache=True)
def note_node(book, state, data):
    """What a table says of a position, seen by the first player."""
    bound, value = entry_bound(data), entry_value(data)
    if side(state) != 0:
        value = -value
        bound = bound if bound == EXACT else (UPPER if bound == LOWER else LOWER)
    note_row(book, state, True, float(value), bound)
