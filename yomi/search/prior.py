"""Heuristic priors: new children begin as if they had been tried already [RAVE 5].

H is the heuristic's value, C and its AMAF twin say how many simulations it is worth. The columns keep C apart from real
visits: N(s, a) is `visits + prior_visits`, Q(s, a) is `(reward + prior_reward) / N(s, a)`.
"""

from typing import NamedTuple

from numba import njit

from yomi.games.hints import describe
from yomi.games.marks import (
    BLUNDER,
    CAPTURE,
    CAPTURE_MANY,
    ESCAPE,
    LINE_1,
    LINE_2,
    LINE_3,
    LOCAL,
    NEAR_1,
    NEAR_2,
    NEAR_3,
    OPEN,
    PATTERN,
)
from yomi.kernel.inline import inlined
from yomi.kernel.verb import body
from yomi.search.method import furnish


class Even(NamedTuple):
    """Every move is worth 0.5 [RAVE 5.1]."""

    m: float = 50.0  # equivalent experience of the AMAF value
    n: float = 0.0  # equivalent experience of the Monte-Carlo value


class Grandfather(NamedTuple):
    """A move is worth what it was when its player was to move last time [RAVE 5.1]."""

    m: float = 50.0  # equivalent experience of the AMAF value
    n: float = 0.0  # equivalent experience of the Monte-Carlo value


class Handcrafted(NamedTuple):
    """The playout's rules: 1 for a move they would play, 0 for a blunder, else 0.5 [RAVE 5.1]."""

    m: float = 50.0  # equivalent experience of the AMAF value
    n: float = 0.0  # equivalent experience of the Monte-Carlo value


class Expert(NamedTuple):
    """Every feature adds wins or losses to an even start; beyond the paper, what strong programs know."""

    even: float = 10.0  # simulations at 0.5
    capture: float = 15.0  # wins for a move that captures one stone
    captures: float = 30.0  # wins for one that captures more, or saves own stones by it
    escape: float = 15.0  # wins for one that saves own stones from atari
    pattern: float = 10.0  # wins for a 3x3 pattern
    blunder: float = 10.0  # losses for a self-atari
    near1: float = 24.0  # wins next to the last move, on the common fate graph
    near2: float = 22.0  # two steps from it
    near3: float = 8.0  # three steps from it
    line: float = 10.0  # in an empty area: losses on the first and second line, wins on the third
    mc: float = 1.0  # weight of all this in the Monte-Carlo value
    amaf: float = 1.0  # weight of all this in the AMAF value


class Order(NamedTuple):
    """Unvisited moves in the order of their values two moves before [MOGO 3.4]; gives them no value."""


@inlined
def initialise(prior, tree, child, h):
    """Q, N and their AMAF twins of a new child."""
    tree.prior_visits[child] = prior.n  # N <- C [RAVE eq.49]
    tree.prior_reward[child] = prior.n * h  # Q <- H, as a sum [RAVE eq.48]
    tree.amaf_visits[child] = prior.m  # [RAVE eq.51]
    tree.amaf_reward[child] = prior.m * h  # [RAVE eq.50]


@body(furnish, Even)
def furnish_even(prior, tree, start, count, state, trace, out):
    for child in range(start, start + count):
        initialise(prior, tree, child, 0.5)


@body(furnish, Grandfather)
def furnish_grandfather(prior, tree, start, count, state, trace, out):
    before = remember_grandparent(tree, trace)
    for child in range(start, start + count):
        initialise(prior, tree, child, former_value(tree, trace.slot[tree.move[child]]))
    forget_grandparent(tree, trace, before)


@njit(cache=True)
def remember_grandparent(tree, trace):
    """Let `slot` say for each move which child of the node two moves before it leads to; return that node or -1."""
    depth = trace.length[0]
    if depth < 2:
        return -1
    before = trace.nodes[depth - 2]
    for child in range(tree.first[before], tree.first[before] + tree.width[before]):
        trace.slot[tree.move[child]] = child
    return before


@njit(cache=True)
def forget_grandparent(tree, trace, before):
    """Clear what `remember_grandparent` wrote."""
    if before >= 0:
        for child in range(tree.first[before], tree.first[before] + tree.width[before]):
            trace.slot[tree.move[child]] = 0


@njit(cache=True)
def former_value(tree, child):
    """Q of a child, else its AMAF value, else even; 0 stands for no child."""
    if child > 0 and tree.visits[child] > 0:
        return tree.reward[child] / tree.visits[child]
    if child > 0 and len(tree.amaf_visits) > 0 and tree.amaf_visits[child] > 0.0:
        return tree.amaf_reward[child] / tree.amaf_visits[child]
    return 0.5


@body(furnish, Order)
def furnish_order(prior, tree, start, count, state, trace, out):
    before = remember_grandparent(tree, trace)
    if before >= 0:
        sort_by_former_value(tree, start, count, trace)
    forget_grandparent(tree, trace, before)


@njit(cache=True)
def sort_by_former_value(tree, start, count, trace):
    """Insertion sort of the new children's moves, the best first; equals keep their random order."""
    for k in range(start + 1, start + count):
        move = tree.move[k]
        value = former_value(tree, trace.slot[move])
        j = k
        while j > start and former_value(tree, trace.slot[tree.move[j - 1]]) < value:
            tree.move[j] = tree.move[j - 1]
            j -= 1
        tree.move[j] = move


@body(furnish, Handcrafted)
def furnish_handcrafted(prior, tree, start, count, state, trace, out):
    describe(state, tree.move[start : start + count], out)
    for k in range(count):
        mark = out[k]
        h = 1.0 if mark & LOCAL else (0.0 if mark & BLUNDER else 0.5)
        initialise(prior, tree, start + k, h)


@body(furnish, Expert)
def furnish_expert(prior, tree, start, count, state, trace, out):
    describe(state, tree.move[start : start + count], out)
    for k in range(count):
        wins, total = weigh(prior, out[k])
        child = start + k
        tree.prior_visits[child] = prior.mc * total
        tree.prior_reward[child] = prior.mc * wins
        tree.amaf_visits[child] = prior.amaf * total
        tree.amaf_reward[child] = prior.amaf * wins


@njit(cache=True)
def weigh(prior, mark):
    """(wins, simulations) that the features of a move are worth."""
    wins, losses = 0.5 * prior.even, 0.5 * prior.even
    if mark & CAPTURE_MANY:
        wins += prior.captures
    elif mark & CAPTURE:
        wins += prior.capture
    if mark & ESCAPE:
        wins += prior.escape
    if mark & PATTERN:
        wins += prior.pattern
    if mark & BLUNDER:
        losses += prior.blunder
    if mark & NEAR_1:
        wins += prior.near1
    elif mark & NEAR_2:
        wins += prior.near2
    elif mark & NEAR_3:
        wins += prior.near3
    if mark & OPEN:
        if mark & LINE_3:
            wins += prior.line
        elif mark & (LINE_1 | LINE_2):
            losses += prior.line
    return wins, wins + losses
