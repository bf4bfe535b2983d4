"""The features of shogi positions: pieces, hands, places, neighbours of kings, pairs of pieces side by side.

All are seen by the owner of a piece, and left and right are the same. Pairs near a king are relations of three pieces.
"""

import numpy as np
from numba import njit

from yomi.games.features import UNKNOWN, changes, features
from yomi.games.shogi.board import DTYPES, TOP, large, offset, stride, unpromoted
from yomi.games.shogi.moves import DROPS, origin, promotes, target
from yomi.games.shogi.pieces import BLACK, BORDER, CODES, EMPTY, GOLD, KING, PAWN, PROMOTED, ROWS_COLUMNS, WHITE
from yomi.kernel.bits import lowest
from yomi.kernel.inline import apart, inlined
from yomi.kernel.rng import SIGNED, U
from yomi.kernel.verb import body

KINDS, HELD_MOST, FAR = 16, 18, 8  # kinds and their promoted forms, pawns in a hand, the largest distance
ROWS_APART, COLUMNS_APART = 2 * FAR + 1, FAR + 1
SPOTS = ROWS_APART * COLUMNS_APART  # places relative to a king
FRONT, SLANT, SIDE, REAR_SLANT, REAR = range(5)  # where a neighbour is, seen by the owner of a piece
WHERE = (FRONT, SLANT, SIDE, REAR_SLANT, REAR, REAR_SLANT, SIDE, SLANT)  # by direction
MIRRORED = (0, 7, 6, 5, 4, 3, 2, 1)  # directions, left and right exchanged
SLOTS = 32  # what may stand beside a king: a kind, the king's own or the other side's


def laid_out(**sizes: int) -> dict[str, range]:
    """Numbers for groups of features, one group after the other."""
    groups, start = {}, 1
    for name, size in sizes.items():
        groups[name] = range(start, start + size)
        start += size
    return groups


GROUPS = laid_out(
    tempo=1,  # to have the move; added by the evaluation
    material=KINDS,  # a piece on the board
    hand=KINDS,  # a piece in the hand
    held=KINDS * (HELD_MOST + 1),  # the so-manieth of its kind in the hand
    place=KINDS * 9 * 5,  # where it stands
    guard=KINDS * SPOTS,  # where it stands, seen from the own king
    threat=KINDS * SPOTS,  # where it stands, seen from the other king
    pair=3 * KINDS * KINDS,  # two of one side next to each other
    contact=5 * KINDS * KINDS,  # two of different sides next to each other
    shelter=16 * SLOTS * SLOTS,  # two next to a king
    room=9,  # squares next to a king that its own pieces leave free: its mobility
)
RELATIONS = ("pair", "contact", "shelter", "room")
MATERIAL, HAND, HELD, PLACE, GUARD, THREAT, PAIR, CONTACT, SHELTER, ROOM = (
    numbers.start for name, numbers in GROUPS.items() if name != "tempo"
)


def side_of(code: int) -> int:
    return 0 if code & BORDER == BLACK else 1


def is_piece(code: int) -> bool:
    return code & BORDER in (BLACK, WHITE) and code & 15 != 0


def places(size: int) -> np.ndarray:
    """The feature of a piece on a square, signed, by its code and the square."""
    table = np.zeros((CODES, (size + 1) * (size + TOP + 2) + 1), np.int32)
    for code in filter(is_piece, range(CODES)):
        for row in range(size):
            for column in range(size):
                side = side_of(code)
                deep = row if side == 0 else size - 1 - row
                number = PLACE + ((code & 15) * 9 + deep) * 5 + min(column, size - 1 - column)
                table[code, (row + TOP) * (size + 1) + column] = number if side == 0 else -number
    return table


def neighbours() -> np.ndarray:
    """The feature of two pieces next to each other, signed, by code, code and the direction from the first; 0: none."""
    table = np.zeros((CODES, CODES, 8), np.int32)
    for one in filter(is_piece, range(CODES)):
        for two in filter(is_piece, range(CODES)):
            for direction in range(8):
                table[one, two, direction] = neighbour(one, two, direction)
    return table


def neighbour(one: int, two: int, direction: int) -> int:
    """The same relation is found from either piece."""
    side = side_of(one)
    where = WHERE[direction if side == 0 else (direction + 4) % 8]
    a, b = one & 15, two & 15
    if side == side_of(two):
        if where in (REAR, REAR_SLANT) or (where == SIDE and a > b):
            return neighbour(two, one, (direction + 4) % 8)
        number = PAIR + (where * KINDS + a) * KINDS + b
        return number if side == 0 else -number
    if a == b:
        return 0  # as good for both
    if a > b:
        return neighbour(two, one, (direction + 4) % 8)
    number = CONTACT + (where * KINDS + a) * KINDS + b
    return number if side == 0 else -number


def shelters() -> tuple[np.ndarray, np.ndarray]:
    """For two directions from a black king: where the features of their pieces begin, and which slot goes first:
    that of the first direction (1), of the second (0), or the smaller one (2)."""
    base, first = np.zeros((8, 8), np.int32), np.zeros((8, 8), np.int32)
    known: dict[tuple[int, int], int] = {}
    for one in range(8):
        for two in range(8):
            if one == two:
                continue
            same = [(one, two), (MIRRORED[one], MIRRORED[two])]
            straight, reverse = min(same), min((b, a) for a, b in same)
            if MIRRORED[one] == two:
                first[one, two] = 2
            else:
                first[one, two] = straight < reverse
            base[one, two] = known.setdefault(min(straight, reverse), SHELTER + len(known) * SLOTS * SLOTS)
    return base, first


PLACES = places(9), places(5)
NEIGHBOURS = neighbours()
SHELTERS, SHELTER_FIRST = shelters()
DIRECTION = np.full((2, 256), -1, np.int8)  # of a step from a king, by its difference (as a byte) on each board
for board, width in enumerate((6, 10)):
    for number, (rows_down, columns_right) in enumerate(ROWS_COLUMNS):
        DIRECTION[board, (rows_down * width + columns_right) % 256] = number


@inlined
def signed(number, side):
    return number if side == 0 else -number


@inlined
def spot(state, side, square, king):
    """Where a square is, seen from a king by `side`."""
    w = stride(state)
    down = SIGNED(square // w) - SIGNED(king // w)
    across = abs(SIGNED(square % w) - SIGNED(king % w))
    return ((down if side == 0 else -down) + FAR) * COLUMNS_APART + across


@inlined
def write_lone(state, square, code, sign, out, n):
    """What a piece is by itself."""
    kind, side = SIGNED(code & 15), 0 if code & BLACK != 0 else 1
    if large(state):
        out[n] = sign * PLACES[0][code, square]
    else:
        out[n] = sign * PLACES[1][code, square]
    if kind == KING:
        return n + 1
    own = sign if side == 0 else -sign
    out[n + 1] = own * (MATERIAL + kind)
    out[n + 2] = own * (GUARD + kind * SPOTS + spot(state, side, square, U(state.king[side])))
    out[n + 3] = own * (THREAT + kind * SPOTS + spot(state, side, square, U(state.king[1 - side])))
    return n + 4


@inlined
def write_neighbours(state, square, code, directions, sign, out, n):
    """Pairs of a piece with those next to it, in the first so many directions."""
    for d in range(directions):
        number = NEIGHBOURS[code, state.board[square + offset(state, d)], d]
        if number != 0:
            out[n] = sign * number
            n += 1
    return n


@inlined
def slot(code, side):
    """What stands beside the king of `side`."""
    return SIGNED(code & 15) + (0 if code & (BLACK << side) != 0 else KINDS)


@inlined
def shelter(side, one, code_one, two, code_two):
    """The feature of two pieces in two directions from a king, signed."""
    turn = 0 if side == 0 else 4
    one, two = (one + turn) & 7, (two + turn) & 7
    a, b, first = slot(code_one, side), slot(code_two, side), SHELTER_FIRST[one, two]
    if first == 0 or (first == 2 and a > b):
        a, b = b, a
    return signed(SHELTERS[one, two] + a * SLOTS + b, side)


@inlined
def write_shelter(state, side, one, code, start, sign, out, n):
    """Pairs of a piece in a direction from a king with those in the directions from `start` on."""
    king = U(state.king[side])
    for two in range(start, 8):
        other = state.board[king + offset(state, two)]
        if two != one and other != EMPTY and other != BORDER:
            out[n] = sign * shelter(side, one, code, two, other)
            n += 1
    return n


@inlined
def room(state, side):
    """The feature of so many free squares next to a king."""
    free, king, own = 0, U(state.king[side]), BLACK << side
    for d in range(8):
        free += state.board[king + offset(state, d)] & own == 0  # the border belongs to both
    return signed(ROOM + free, side)


@njit(cache=True)
def write_room(before, after, out, n):
    """Where a move gave a king more room or less."""
    for side in range(2):
        gone, come = room(before, side), room(after, side)
        if gone != come:
            out[n], out[n + 1] = -gone, come
            n += 2
    return n


@njit(cache=True)
def write_all(state, square, code, sign, whole, out, n):
    """Everything a piece on a square takes part in, whatever is on that square now."""
    n = write_lone(state, square, code, sign, out, n)
    if not whole:
        return n
    n = write_neighbours(state, square, code, 8, sign, out, n)
    for side in range(2):
        d = DIRECTION[1 if large(state) else 0, (square - U(state.king[side])) & U(255)]
        if d >= 0:
            n = write_shelter(state, side, SIGNED(d), code, 0, sign, out, n)
    return n


@inlined
def write_held(side, kind, number, sign, out, n):
    """The so-manieth piece of a kind in a hand."""
    own = sign if side == 0 else -sign
    out[n], out[n + 1] = own * (HAND + kind), own * (HELD + kind * (HELD_MOST + 1) + number)
    return n + 2


@body(features, *DTYPES)
def shogi_features(state, whole, out):
    n = 0
    for side in range(2):
        for word in range(2):
            left = state.pieces[2 * side + word]
            while left != U(0):
                square = lowest(left) + U(64 * word)
                left &= left - U(1)
                code = state.board[square]
                n = write_lone(state, square, code, 1, out, n)
                if whole:
                    n = write_neighbours(state, square, code, 4, 1, out, n)
        king = U(state.king[side])
        for one in range(8 if whole else 0):
            code = state.board[king + offset(state, one)]
            if code != EMPTY and code != BORDER:
                n = write_shelter(state, side, one, code, one + 1, 1, out, n)
        if whole:
            out[n] = room(state, side)
            n += 1
        for kind in range(PAWN, GOLD + 1):
            for number in range(1, SIGNED(state.hand[8 * side + kind]) + 1):
                n = write_held(side, kind, number, 1, out, n)
    return n


@body(changes, *DTYPES)
def shogi_changes(state, move, after, whole, out):
    return changes_by(state, move, after, whole, out)


@apart
def changes_by(state, move, after, whole, out):
    """A function of its own, since it is large and asked for in several places."""
    side, start, end = state.turn, origin(move), target(move)
    n = write_room(state, after, out, 0) if whole else 0
    if start < U(DROPS):
        kind = SIGNED(start)
        n = write_held(side, kind, SIGNED(state.hand[8 * side + kind]), -1, out, n)
        return write_all(after, end, after.board[end], 1, whole, out, n)
    code, captured = state.board[start], state.board[end]
    if code & 15 == KING:
        return UNKNOWN  # everything is seen from elsewhere
    n = write_all(state, start, code, -1, whole, out, n)
    if captured != EMPTY:
        n = write_all(after, end, captured, -1, whole, out, n)
        kind = SIGNED(unpromoted(captured & 15))
        n = write_held(side, kind, SIGNED(after.hand[8 * side + kind]), 1, out, n)
    return write_all(after, end, code + PROMOTED if promotes(move) else code, 1, whole, out, n)
