"""KataGo's ladder search: which chains of one or two liberties are caught, searched to the end on a sketchpad.

The defender to move captures a neighbour in atari or extends to his last liberty, and is free with two liberties; the
attacker to move takes one of two liberties, has won at one and failed at three. Kos are decided by a few rules.
"""

import numpy as np
from numba import njit

from yomi.games.go.board import BORDER, EMPTY, ONE, ZERO, in_atari, opponent
from yomi.games.go.liberties import last_liberty
from yomi.games.go.sketchpad import (
    AREA,
    COLOUR,
    HEAD,
    KO,
    NEXT,
    STONES,
    STRIDE,
    breaths,
    change,
    draw_stone,
    get,
    has_space,
    liberties_of,
    may_stand,
    push,
    take_back,
)
from yomi.kernel.inline import inlined
from yomi.kernel.rng import U

NODES = 25_000  # for each first move; running out means not caught
OPEN, CAUGHT, FREE = 0, 1, 2  # what is known of a position of the search
BOTTOM, NEXT_MOVE, TOP = 0, 1, 2  # where on the stack the moves of a position begin, go on and end


@njit(cache=True)
def push_captures(cells, stack, target):
    """Push the moves that capture an attacker's chain in atari which touches the chain at `target`."""
    w, bottom = cells[STRIDE], stack[0]
    enemy = opponent(get(cells, target, COLOUR))
    p = target
    while True:
        for q in (p - w, p - ONE, p + ONE, p + w):
            if get(cells, q, COLOUR) == enemy and in_atari(breaths(cells, q)):
                move, known = last_liberty(breaths(cells, q)), False
                for k in range(bottom, stack[0]):
                    known |= stack[k] == move
                if not known:
                    push(stack, move)
        p = get(cells, p, NEXT)
        if p == target:
            break


@njit(cache=True)
def empty_beside(cells, p):
    """How many neighbours of a point are empty."""
    w, count = cells[STRIDE], 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        count += int(get(cells, q, COLOUR) == EMPTY)
    return count


@inlined
def are_neighbours(cells, a, b):
    distance = a - b if a > b else b - a
    return distance == ONE or distance == cells[STRIDE]


@njit(cache=True)
def push_attacks(cells, stack, a, b):
    """Push the liberties that may be worth taking: where the chain would gain more comes first.

    Left alone, a liberty with three empty neighbours frees the chain, unless the other is one of them.
    """
    room_a, room_b = empty_beside(cells, a), empty_beside(cells, b)
    beside = are_neighbours(cells, a, b)
    if room_a < room_b:
        a, b, room_a, room_b = b, a, room_b, room_a
    if beside or room_b < 3:
        push(stack, a)
    if beside or room_a < 3:
        push(stack, b)


@njit(cache=True)
def takes_a_ko(cells, p, colour):
    """Whether a stone of `colour` at `p` would take one stone alone and could be retaken, but for the ko."""
    w, prey = cells[STRIDE], 0
    for q in (p - w, p - ONE, p + ONE, p + w):
        stone = get(cells, q, COLOUR)
        if stone == BORDER:
            continue
        if stone != opponent(colour):
            return False
        if in_atari(breaths(cells, q)):
            prey += 1 if get(cells, get(cells, q, HEAD), STONES) == ONE else 2
    return prey == 1


@njit(cache=True)
def still_short(cells, stack, p, colour):
    """Whether a chain that `colour` makes by filling `p` has two liberties at most."""
    height = stack[0]
    draw_stone(cells, stack, p, colour)
    count, _, _ = liberties_of(cells, p, 3)
    take_back(cells, stack, height)
    return count <= 2


@njit(cache=True)
def dies_in_double_ko(cells, stack, target, a, b):
    """Whether both liberties are kos for the attacker, and the defender gains nothing by filling or capturing."""
    colour = get(cells, target, COLOUR)
    enemy = opponent(colour)
    if not (takes_a_ko(cells, a, enemy) and takes_a_ko(cells, b, enemy)):
        return False
    if not (still_short(cells, stack, a, colour) and still_short(cells, stack, b, colour)):
        return False
    height = stack[0]
    push_captures(cells, stack, target)
    safe = stack[0] == height
    stack[0] = height
    return safe


@njit(cache=True)
def look(cells, stack, target, defends):
    """What the mover can tell at once of the chain at `target`; if OPEN, his moves are pushed."""
    if defends:
        left = breaths(cells, target)
        if not in_atari(left) or cells[KO] != ZERO:
            return FREE
        push_captures(cells, stack, target)
        push(stack, last_liberty(left))
        return OPEN
    count, a, b = liberties_of(cells, target, 3)
    if count != 2:
        return CAUGHT if count < 2 else FREE
    if dies_in_double_ko(cells, stack, target, a, b):
        return CAUGHT
    push_attacks(cells, stack, a, b)
    return OPEN


@njit(cache=True)
def enter(cells, stack, line, target, depth, nodes):
    """Begin with a position of the search: what can be told of it at once."""
    verdict = FREE
    line[BOTTOM, depth] = line[NEXT_MOVE, depth] = stack[0]
    if nodes < NODES and has_space(cells, stack):
        longest = U(depth) >= U(3) * cells[AREA] // U(2)
        verdict = CAUGHT if longest else look(cells, stack, target, depth % 2 == 0)
    line[TOP, depth] = stack[0]
    return verdict


@njit(cache=True)
def play_next(cells, stack, line, target, depth):
    """Play the next legal move of a position; return whether there is one."""
    owner = get(cells, target, COLOUR)
    mover = owner if depth % 2 == 0 else opponent(owner)
    while line[NEXT_MOVE, depth] < line[TOP, depth]:
        move = stack[line[NEXT_MOVE, depth]]
        line[NEXT_MOVE, depth] += ONE
        if may_stand(cells, move, mover):
            draw_stone(cells, stack, move, mover)
            return True
    return False


@njit(cache=True)
def is_caught(cells, stack, line, target):
    """Whether the chain at `target` is caught, its owner to move, and any ko his; all is left as it was."""
    height, depth, nodes = stack[0], 0, 0
    change(cells, stack, ZERO, KO, ZERO)
    while True:
        verdict = enter(cells, stack, line, target, depth, nodes)
        while verdict != OPEN or not play_next(cells, stack, line, target, depth):
            if verdict == OPEN:  # no move has done what the mover wants
                verdict = CAUGHT if depth % 2 == 0 else FREE
            stack[0] = line[BOTTOM, depth]
            if depth == 0:
                take_back(cells, stack, height)
                return verdict == CAUGHT
            depth -= 1
            take_back(cells, stack, line[TOP, depth])
            if verdict == (CAUGHT if depth % 2 == 0 else FREE):  # the mover hopes for better
                verdict = OPEN
        depth += 1
        nodes += 1


@njit(cache=True)
def works(cells, stack, line, target, move):
    """Whether the attacker catches the chain at `target` by beginning with `move`."""
    enemy, height = opponent(get(cells, target, COLOUR)), stack[0]
    if not may_stand(cells, move, enemy):
        return False
    draw_stone(cells, stack, move, enemy)
    caught = is_caught(cells, stack, line, target)
    take_back(cells, stack, height)
    return caught


@njit(cache=True)
def read_chain(cells, stack, line, head, working):
    """Whether a chain is caught; its colour is noted in `working` at the moves that catch it from two liberties."""
    count, a, b = liberties_of(cells, head, 3)
    if count == 1:
        return is_caught(cells, stack, line, head)
    if count != 2:
        return False
    height, caught = stack[0], False
    push_attacks(cells, stack, a, b)
    top = stack[0]
    for k in range(height, top):
        if works(cells, stack, line, head, stack[k]):
            working[stack[k]] |= get(cells, head, COLOUR)
            caught = True
    stack[0] = height
    return caught


@njit(cache=True)
def read_ladders(cells, stack, caught, working):
    """Flag the stones of chains that are caught; `working` gets the colours that a move catches from two liberties."""
    line = np.zeros((3, U(3) * cells[AREA] // U(2) + U(2)), np.uint64)
    stack[0] = ONE
    caught[:] = 0
    working[:] = 0
    for k in range(len(caught)):
        head = U(k)
        stone = get(cells, head, COLOUR)
        if stone == EMPTY or stone == BORDER or get(cells, head, HEAD) != head:
            continue
        if read_chain(cells, stack, line, head, working):
            p = head
            while True:
                caught[p] = 1
                p = get(cells, p, NEXT)
                if p == head:
                    break
