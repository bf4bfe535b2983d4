"""What a KataGo network sees of a Go position: the 22 planes and 19 numbers of KataGo's inputs, version 7.

Everything is seen by the side to move. Territory scoring is shown as area scoring, which is what Yomi's games end with.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.go.board import BORDER, EMPTY, PASS, WHITE, ZERO, can_breathe, opponent, where
from yomi.games.go.ladders import read_ladders
from yomi.games.go.passalive import Regions, new_regions, write_area
from yomi.games.go.sketchpad import AREA, COLOUR, HEAD, NEXT, STRIDE, get, liberties_of, load, new_cells, new_stack
from yomi.games.go.superko import POSITIONAL, SIMPLE, repeats
from yomi.kernel.rng import U

PLANES, NUMBERS, MOVES, BOARDS = 22, 19, 5, 3
TURN, KOMI, SUPERKO, SUICIDE, PASSES, FACTS = 0, 1, 2, 3, 4, 5


class Scratch(NamedTuple):
    """Memory to work with, for one thread, one board size, and batches of some length."""

    boards: np.ndarray  # [B, 3] sketchpads
    bans: np.ndarray  # [B, points] points that ko or superko forbids
    facts: np.ndarray  # [B, FACTS] what else is taken from a record
    stack: np.ndarray  # of the sketchpads
    caught: np.ndarray  # [points] stones caught in ladders
    working: np.ndarray  # [points] moves that catch
    area: np.ndarray  # [points] whose a point is
    regions: Regions


def new_scratch(size: int, batch: int = 1) -> Scratch:
    points = (size + 1) * (size + 2) + 1
    boards, facts = np.stack([new_cells(size)] * BOARDS * batch), np.zeros((batch, FACTS))
    bans, flags = np.zeros((batch, points), np.uint8), np.zeros((3, points), np.uint8)
    boards = boards.reshape(batch, BOARDS, -1)
    return Scratch(boards, bans, facts, new_stack(size), flags[0], flags[1], flags[2], new_regions(size))


@njit(cache=True)
def at(cells, p):
    """The row and the column of a point, row 0 at the top."""
    w = cells[STRIDE]
    return p // w - U(1), p % w - U(1)


@njit(cache=True)
def write_stones(cells, own, planes):
    """Planes 0 to 5: the board, own and other stones, and chains of one, two and three liberties."""
    w = cells[STRIDE]
    for k in range(w + U(1), w * w):
        head = p = U(k)
        stone = get(cells, p, COLOUR)
        if stone == BORDER:
            continue
        row, column = at(cells, p)
        planes[0, row, column] = 1
        if stone == EMPTY:
            continue
        planes[1 if stone == own else 2, row, column] = 1
        if get(cells, p, HEAD) != head:
            continue
        count, _, _ = liberties_of(cells, head, 4)
        while count < 4:
            row, column = at(cells, p)
            planes[2 + count, row, column] = 1
            p = get(cells, p, NEXT)
            if p == head:
                break


@njit(cache=True)
def write_flags(cells, flags, value, plane):
    """Set a plane to 1 where flags, a number for each point, have a value."""
    w = cells[STRIDE]
    for k in range(w + U(1), w * w):
        if flags[k] == value and get(cells, U(k), COLOUR) != BORDER:
            row, column = at(cells, U(k))
            plane[row, column] = 1


@njit(cache=True)
def write_moves(cells, moves, planes, numbers):
    """Planes 9 to 13 and numbers 0 to 4: the last moves, newest first; return how many there are."""
    shown = 0
    while shown < len(moves) and moves[shown] >= 0:
        if moves[shown] == PASS:
            numbers[shown] = 1
        else:
            row, column = at(cells, U(moves[shown]))
            planes[9 + shown, row, column] = 1
        shown += 1
    return shown


@njit(cache=True)
def komi_wave(komi, area):
    """How far a komi is from one that allows a draw, as a triangle of period two."""
    distance = komi - 2 * np.floor((komi - area % 2) / 2) - area % 2
    if distance < 0.5:
        return distance
    return 1 - distance if distance < 1.5 else distance - 2


@njit(cache=True)
def write_rules(facts, area, numbers):
    """Numbers 5 to 18: komi and rules."""
    limit = area + 20.0
    komi = facts[KOMI] if U(facts[TURN]) == WHITE else -facts[KOMI]
    komi = min(max(komi, -limit), limit)
    numbers[5] = komi / 20
    if facts[SUPERKO] != SIMPLE:
        numbers[6], numbers[7] = 1, (0.5 if facts[SUPERKO] == POSITIONAL else -0.5)
    numbers[8] = facts[SUICIDE]
    numbers[14] = int(facts[PASSES] > 0)
    numbers[18] = komi_wave(komi, area)


@njit(cache=True)
def find_bans(state, bans):
    """Flag the points where only a ko or superko forbids a move."""
    colour = U(state.turn)
    bans[:] = 0
    for k in range(state.free):
        p = U(state.empty[k])
        breathes = can_breathe(state, p, colour)
        if state.captured[0] + state.captured[1] == 0 and breathes:
            continue  # nothing has left the board and nothing would: all positions so far have fewer stones
        possible = breathes or (state.suicide != 0 and where(U(state.code[p]), colour) != ZERO)
        bans[p] = int(possible and (p == U(state.ko) or repeats(state, p, colour)))


@njit(cache=True, nogil=True)
def take_notes(pasts, scratch):
    """Take from records all that is needed; only this is compiled for each board size anew."""
    for k in range(len(pasts)):
        for ago in range(BOARDS):
            load(pasts[k, ago], scratch.boards[k, ago])
        state, facts = pasts[k, 0], scratch.facts[k]
        find_bans(state, scratch.bans[k])
        facts[TURN], facts[KOMI], facts[PASSES] = state.turn, state.komi, state.passes
        facts[SUPERKO], facts[SUICIDE] = state.superko, state.suicide


@njit(cache=True)
def write_ladders(boards, scratch, shown, own, planes):
    """Planes 14 to 17: chains in ladders now, one and two moves ago (if moves are `shown`), and what catches them."""
    for ago in range(BOARDS):
        cells = boards[ago]
        if ago <= shown:
            read_ladders(cells, scratch.stack, scratch.caught, scratch.working)
        write_flags(cells, scratch.caught, 1, planes[14 + ago])
        if ago == 0:
            write_flags(cells, scratch.working, opponent(own), planes[17])
            write_flags(cells, scratch.working, BORDER, planes[17])  # moves that catch chains of either colour


@njit(cache=True, nogil=True)
def write_notes(scratch, moves, planes, numbers, whole):
    """Write planes and numbers from what was noted."""
    planes[:] = 0
    numbers[:] = 0
    for k in range(len(moves)):
        boards, facts, seen = scratch.boards[k], scratch.facts[k], planes[k]
        cells, own = boards[0], U(facts[TURN])
        shown = write_moves(cells, moves[k], seen, numbers[k])
        write_rules(facts, float(cells[AREA]), numbers[k])
        write_stones(cells, own, seen)
        write_flags(cells, scratch.bans[k], 1, seen[6])
        write_ladders(boards, scratch, shown, own, seen)
        write_area(cells, scratch.regions, whole or facts[SUICIDE] != 0, scratch.area)
        write_flags(cells, scratch.area, own, seen[18])
        write_flags(cells, scratch.area, opponent(own), seen[19])


def write_batch(
    pasts: np.ndarray, moves: np.ndarray, planes: np.ndarray, numbers: np.ndarray, scratch: Scratch, whole: bool
) -> None:
    """Write what a network sees of positions, into planes [B, 22, H, W] and numbers [B, 19].

    `pasts` [B, 3] holds each position and those one and two moves ago, the oldest repeated where there are fewer;
    `moves` [B, 5] the last moves, newest first, -1 where there are none. `whole` is for `find_vital`: legal suicide
    implies it, and so does a network's `about["whole"]`.
    """
    most = len(scratch.boards)
    for start in range(0, len(pasts), most):
        part = slice(start, start + most)
        take_notes(pasts[part], scratch)
        write_notes(scratch, moves[part], planes[part], numbers[part], whole)


def write_inputs(
    past: np.ndarray, moves: np.ndarray, planes: np.ndarray, numbers: np.ndarray, scratch: Scratch, whole: bool
) -> None:
    """The same for one position."""
    write_batch(past[None], moves[None], planes[None], numbers[None], scratch, whole)
