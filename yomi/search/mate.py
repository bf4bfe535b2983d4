"""Mate by checks alone: df-pn, depth-first proof-number search [Nagai2002].

Every node has phi and delta: proof and disproof numbers where the attacker moves, exchanged where the defender does, so
that one formula serves both. A repetition fails for the attacker, who would be giving perpetual check; what rests on
one counts as SOFT, nearly infinite: it may be wrong on another path, so "no mate" is only said where nothing does.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.position import Position
from yomi.games.rules import key, moves, play
from yomi.games.tactics import checking
from yomi.kernel.inline import inlined
from yomi.kernel.rng import SIGNED, U

NEVER, SOFT = 1 << 30, (1 << 30) - 1  # disproved for good, and on this path
DEEPEST = 600  # plies
ENTRIES = 1 << 20  # of the table
GLANCE_ENTRIES = 1 << 15  # of the table of a short look
STOP, NODES, LIMIT = range(3)  # of the control array
PHI, DELTA, COUNT, MOST_PHI, MOST_DELTA = range(5)  # of a frame


class Proofs(NamedTuple):
    """What is known of positions, by their key."""

    keys: np.ndarray
    numbers: np.ndarray  # [entries, 2] phi and delta


class Stack(NamedTuple):
    """A frame for each ply of the line under consideration."""

    boards: np.ndarray
    moves: np.ndarray  # [ply, move]
    keys: np.ndarray  # [ply, move] of the positions after them
    path: np.ndarray  # keys of the positions themselves
    frames: np.ndarray


def new_proofs(entries: int = ENTRIES) -> Proofs:
    return Proofs(np.zeros(entries, U), np.ones((entries, 2), np.int64))


def new_stack(position: Position) -> Stack:
    width = position.game.width
    return Stack(
        np.zeros(DEEPEST, position.root.dtype),
        np.zeros((DEEPEST, width), np.int32),
        np.zeros((DEEPEST, width), U),
        np.zeros(DEEPEST, U),
        np.zeros((DEEPEST, 5), np.int64),
    )


@inlined
def known(proofs, position):
    """phi and delta of a position, 1 and 1 if nothing is known."""
    at = position & U(proofs.keys.shape[0] - 1)
    if proofs.keys[at] != position:
        return SIGNED(1), SIGNED(1)
    return proofs.numbers[at, 0], proofs.numbers[at, 1]


@njit(cache=True, nogil=True)
def prove(stack, proofs, control):
    """Search stack.boards[0] until it is proved, disproved, or told to stop; its phi and delta."""
    ply = 0
    open_frame(stack, 0, SOFT, SOFT)
    while control[STOP] == 0 and control[NODES] < control[LIMIT]:
        child = weigh(stack, proofs, ply)
        frame = stack.frames[ply]
        if child < 0 or frame[PHI] >= frame[MOST_PHI] or frame[DELTA] >= frame[MOST_DELTA]:
            at = stack.path[ply] & U(proofs.keys.shape[0] - 1)
            proofs.keys[at] = stack.path[ply]
            proofs.numbers[at, 0], proofs.numbers[at, 1] = frame[PHI], frame[DELTA]
            if ply == 0:
                break
            ply -= 1
        else:
            descend(stack, proofs, ply, child)
            ply += 1
            control[NODES] += 1
    return stack.frames[0, PHI], stack.frames[0, DELTA]


@njit(cache=True)
def open_frame(stack, ply, most_phi, most_delta):
    """Write the moves of a position: checks for the attacker, everything for the defender."""
    frame, state = stack.frames[ply], stack.boards[ply]
    stack.path[ply] = key(state)
    frame[MOST_PHI], frame[MOST_DELTA] = most_phi, most_delta
    out = stack.moves[ply]
    frame[COUNT] = checking(state, out) if ply % 2 == 0 else moves(state, out)
    if ply + 2 >= stack.boards.shape[0]:
        frame[COUNT] = 0 if ply % 2 == 0 else frame[COUNT]  # too deep: no mate on this path
    for k in range(frame[COUNT]):
        stack.boards[ply + 1] = stack.boards[ply]
        play(stack.boards[ply + 1], out[k])
        stack.keys[ply, k] = key(stack.boards[ply + 1])


@njit(cache=True)
def weigh(stack, proofs, ply):
    """phi is the least delta of the children, delta the sum of their phis; the child to look at, or -1 for none."""
    frame = stack.frames[ply]
    best, phi, delta = -1, NEVER, 0
    for k in range(frame[COUNT]):
        child_phi, child_delta = of_child(stack, proofs, ply, k)
        delta = NEVER if child_phi >= NEVER or delta >= NEVER else min(delta + child_phi, SOFT)
        if child_delta < phi or best < 0:
            best, phi = k, min(phi, child_delta)
    frame[PHI], frame[DELTA] = phi, delta
    return best


@njit(cache=True)
def of_child(stack, proofs, ply, k):
    """What is known of a child; one that stands on the path already is a repetition, which the attacker loses."""
    position = stack.keys[ply, k]
    for j in range(ply - 3, -1, -2):
        if stack.path[j] == position:
            return (SIGNED(0), SIGNED(SOFT)) if ply % 2 == 0 else (SIGNED(SOFT), SIGNED(0))
    return known(proofs, position)


@njit(cache=True)
def descend(stack, proofs, ply, child):
    """Open the child with the thresholds at which another one becomes more promising."""
    frame = stack.frames[ply]
    phi, _ = known(proofs, stack.keys[ply, child])
    second = SIGNED(NEVER)
    for k in range(frame[COUNT]):
        if k != child:
            second = min(second, of_child(stack, proofs, ply, k)[1])
    stack.boards[ply + 1] = stack.boards[ply]
    play(stack.boards[ply + 1], stack.moves[ply, child])
    most_phi = min(frame[MOST_DELTA] + phi - frame[DELTA], SOFT)
    open_frame(stack, ply + 1, most_phi, min(frame[MOST_PHI], second + 1))


class Verdict(NamedTuple):
    """The line of a mate, an empty one if there is none for sure, None if nobody knows."""

    line: list[int] | None
    nodes: int


def solve(position: Position, seconds: float = inf, until: Callable[[], bool] | None = None) -> list[int] | None:
    """The moves of a mate by checks, an empty list if there is none, None when the time was up first."""
    return search(position, seconds, until).line


def search(position: Position, seconds: float = inf, until: Callable[[], bool] | None = None) -> Verdict:
    """The same with the number of nodes; `until` is asked now and then whether to stop."""
    stack, proofs, control = new_stack(position), new_proofs(), np.array([0, 0, 1 << 62])
    stack.boards[0] = position.root[0]
    prove(stack, proofs, np.array([1, 0, 0]))  # stops at once: compiling is not part of the time
    answer: list[tuple[int, int]] = []
    worker = threading.Thread(target=lambda: answer.append(prove(stack, proofs, control)), daemon=True)
    began = time.monotonic()
    worker.start()
    while worker.is_alive():
        worker.join(0.005)
        if time.monotonic() - began > seconds or (until is not None and until()):
            control[STOP] = 1
    phi, delta = answer[0]
    nodes = int(control[NODES])
    if delta >= NEVER and phi == 0:
        return Verdict(line_of(position, proofs), nodes)
    return Verdict([] if phi >= NEVER and control[STOP] == 0 else None, nodes)


class Glance:
    """Short looks for a mate, one after the other, in memory of their own."""

    def __init__(self, position: Position):
        self.game = position.game
        self._stack, self._proofs = new_stack(position), new_proofs(GLANCE_ENTRIES)

    def look(self, position: Position, nodes: int) -> Verdict:
        """The moves of a mate by checks that so many nodes are enough to find, else None."""
        self._stack.boards[0] = position.root[0]
        self._proofs.keys[:] = 0  # it depends on who attacks
        control = np.array([0, 0, nodes])
        phi, delta = prove(self._stack, self._proofs, control)
        found = line_of(position, self._proofs) if phi == 0 and delta >= NEVER else None
        return Verdict(found, int(control[NODES]))


def line_of(position: Position, proofs: Proofs) -> list[int]:
    """The mate the table proves: the attacker's shortest way found, against the longest defence."""
    lengths: dict[int, tuple[int, int]] = {}  # by key: plies to the mate, the move
    count_plies(position, True, proofs, lengths, 0)
    line: list[int] = []
    while position.key in lengths and lengths[position.key][1] >= 0 and len(line) < DEEPEST:
        line.append(lengths[position.key][1])
        position = position.after(line[-1])
    return line


def count_plies(
    position: Position, attacking: bool, proofs: Proofs, lengths: dict[int, tuple[int, int]], ply: int
) -> int | None:
    """How many plies the mate takes; None where the table has lost the proof."""
    if position.key in lengths:
        return lengths[position.key][0]
    if not position.legal:
        lengths[position.key] = (0, -1)
        return 0
    lengths[position.key] = (DEEPEST, -1)  # until it is known: a way back to here is no way
    best: tuple[int, int] | None = None
    for move in position.legal:
        after = position.after(move)
        phi, delta = numbers_of(proofs, after.key)
        proved = phi >= NEVER and delta == 0 if attacking else phi == 0 and delta >= NEVER
        if not proved and not (attacking and not after.legal and after.state.checked[after.state.count]):
            continue
        plies = count_plies(after, not attacking, proofs, lengths, ply + 1)
        if plies is not None and (best is None or (plies < best[0] if attacking else plies > best[0])):
            best = (plies, move)
    if best is None:
        del lengths[position.key]
        return None
    lengths[position.key] = (best[0] + 1, best[1])
    return best[0] + 1


def numbers_of(proofs: Proofs, position: int) -> tuple[int, int]:
    at = position & (len(proofs.keys) - 1)
    return (int(proofs.numbers[at, 0]), int(proofs.numbers[at, 1])) if int(proofs.keys[at]) == position else (1, 1)
