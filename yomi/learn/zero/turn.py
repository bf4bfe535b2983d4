"""Plays games for learning on, as far as each gets with one more answer of the network."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from yomi.games.encode import action, encode, holdings
from yomi.games.hints import candidates, estimate
from yomi.games.rules import RUNNING, outcome, play, side
from yomi.kernel.rng import below, uniform
from yomi.learn.zero.field import ASKED, FULL, NEW, PARTS
from yomi.search.batch import by_softmax
from yomi.search.forest import fell, tree_of
from yomi.search.method import narrow
from yomi.search.rule import absorb, arrange, pick, stir, wish
from yomi.search.simulate import descend, exact, let_go
from yomi.search.tree import OPEN, allot, publish, reserve

STILL_SLOW = 0.1  # share of moves in a decided game that are searched slowly all the same


class Habits(NamedTuple):
    """How games for learning are played."""

    slow: Any  # the method of moves to learn from
    fast: Any  # the method of the others
    visits: int  # of a slow search
    fast_visits: int
    share: float  # of moves searched slowly
    decided: float  # chances below this, or as far from 1, make a game decided: most of its moves are then quick


@njit(cache=True, nogil=True)
def play_turns(habits, field, begin, end, logits, values, planes, numbers, harvest, trace, out, board):
    """Take the answers for games `begin` to `end` - 1 and write the positions to be evaluated next."""
    for g in range(begin, end):
        tree = tree_of(field.forest, g)
        rng = field.rngs[g]
        if field.ply[g] < 0:
            begin_game(field, g, rng)
        if field.waits[g] == ASKED:
            take_answer(habits, field, g, tree, logits[g], values[g], trace, rng)
        field.waits[g] = NEW
        while field.waits[g] == NEW:
            go_on(habits, field, g, tree, harvest, planes, numbers, trace, out, board, rng)


@njit(cache=True)
def begin_game(field, g, rng):
    """Begin with one of the start positions."""
    field.origin[g] = below(rng, len(field.starts))
    field.roots[g] = field.starts[field.origin[g]]
    field.ply[g] = 0
    field.quick[g] = 0
    field.thought[g] = 0.5


@njit(cache=True)
def take_answer(habits, field, g, tree, logits, value, trace, rng):
    """Give the leaf its children and its value."""
    method = habits.fast if field.quick[g] else habits.slow
    trace.length[0] = field.length[g]
    for k in range(trace.length[0] + 1):
        trace.nodes[k] = field.nodes[g, k]
    leaf = trace.nodes[trace.length[0]]
    start = allot(tree, leaf, field.moves_there[g], field.many[g], rng)
    if start > 0:
        write_priors(tree, start, field.moves_there[g], field.places[g], field.many[g], logits)
        by_softmax(tree.prior, start, field.many[g])
        arrange(method.rule, tree, start, field.many[g])
        publish(tree, leaf, start, field.many[g])
    absorb(method.rule, tree, trace, float(value))
    let_go(tree, trace)
    if leaf == 0 and tree.first[0] > 0:
        stir(method.rule, tree, rng)


@njit(cache=True)
def write_priors(tree, start, moves, places, count, logits):
    """Put new children into the order of the list, and write their logits."""
    for k in range(count):
        tree.move[start + k] = moves[k]
        tree.prior[start + k] = logits[places[k]]


@njit(cache=True)
def note_moves(method, field, g, state, out):
    """Remember the moves of a leaf and their places: less to keep than the position."""
    count = narrow(method.moves, state, out, candidates(state, out))
    for k in range(count):
        field.moves_there[g, k] = out[k]
        field.places[g, k] = action(state, out[k])
    field.many[g] = count


@njit(cache=True)
def go_on(habits, field, g, tree, harvest, planes, numbers, trace, out, board, rng):
    """Do one thing that needs no answer: end the game, move, or walk to a leaf."""
    over = field.ply[g] >= field.moves.shape[1] or outcome(field.roots[g]) != RUNNING
    if over:
        if harvest.counts[0] + field.ply[g] > len(harvest.planes):
            field.waits[g] = FULL
            return
        bring_in(field, g, harvest, board)
        begin_game(field, g, rng)
        choose_effort(habits, field, g, rng)
        return
    method = habits.fast if field.quick[g] else habits.slow
    visits = habits.fast_visits if field.quick[g] else habits.visits
    if tree.first[0] > 0 and (tree.visits[0] > visits or tree.proof[0] != OPEN):
        make_move(method, field, g, tree, rng)
        choose_effort(habits, field, g, rng)
        return
    board[0] = field.roots[g]
    leaf = descend(method.rule, tree, board[0], trace, rng)
    result = exact(tree, leaf, board[0], trace)
    if result >= 0.0:
        absorb(method.rule, tree, trace, result)
        let_go(tree, trace)
        return
    reserve(tree, leaf)
    field.length[g] = trace.length[0]
    for k in range(trace.length[0] + 1):
        field.nodes[g, k] = trace.nodes[k]
    note_moves(method, field, g, board[0], out)
    planes[g] = 0
    numbers[g] = 0.0
    encode(board[0], planes[g], numbers[g])
    field.waits[g] = ASKED


@njit(cache=True)
def choose_effort(habits, field, g, rng):
    """Whether the next move is searched quickly: playout-cap randomisation, and games that nobody can turn."""
    sure = min(field.thought[g], 1.0 - field.thought[g]) < habits.decided
    share = min(habits.share, STILL_SLOW) if sure else habits.share
    field.quick[g] = share < 1.0 and uniform(rng) >= share


@njit(cache=True)
def make_move(method, field, g, tree, rng):
    """Note what the search found, and play."""
    ply, first, count = field.ply[g], tree.first[0], tree.width[0]
    weights = np.empty(count, np.float32)
    wish(method.rule, tree, weights)
    field.policy[g, ply] = 0
    for k in range(count):
        field.policy[g, ply, action(field.roots[g], tree.move[first + k])] = int(weights[k] * PARTS + 0.5)
    thought = 1.0 - tree.reward[0] / tree.visits[0]
    if tree.proof[0] != OPEN:
        thought = 1.0 - (1.0 if tree.proof[0] == 1 else (0.0 if tree.proof[0] == 3 else 0.5))
    field.value[g, ply] = -1.0 if field.quick[g] else thought
    field.thought[g] = thought
    move = tree.move[pick(method.rule, tree, ply, rng)]
    field.moves[g, ply] = move
    play(field.roots[g], move)
    field.ply[g] = ply + 1
    fell(tree)


@njit(cache=True)
def first_chance(state):
    """What a game brought its first player, 0 to 1; one that is not over is counted as it stands."""
    final = outcome(state)
    chance = 0.5 * final + 0.5 if final != RUNNING else estimate(state)
    return 1.0 - chance if side(state) == 1 else chance


@njit(cache=True)
def bring_in(field, g, harvest, board):
    """Play the game once more and note every position to learn from."""
    chance = first_chance(field.roots[g])
    owner = np.zeros(harvest.owner.shape[1], np.int8)
    holdings(field.roots[g], owner)
    board[0] = field.starts[field.origin[g]]
    row = harvest.counts[0]
    for ply in range(field.ply[g]):
        if field.value[g, ply] >= 0.0:
            first = side(board[0]) == 0
            harvest.planes[row] = 0
            harvest.numbers[row] = 0.0
            encode(board[0], harvest.planes[row], harvest.numbers[row])
            harvest.policy[row] = field.policy[g, ply]
            harvest.result[row, 0] = chance if first else 1.0 - chance
            harvest.result[row, 1] = field.value[g, ply]
            for k in range(len(owner)):
                harvest.owner[row, k] = owner[k] if first else -owner[k]
            row += 1
        play(board[0], field.moves[g, ply])
    harvest.counts[0] = row
    harvest.counts[1] += 1
    harvest.counts[2] += field.ply[g]
    harvest.counts[3] += chance > 0.5
