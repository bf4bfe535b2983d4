"""SFEN, the usual text of shogi positions, read with all that can be wrong named, and written."""

import re

import numpy as np

from yomi.errors import BadText
from yomi.games.shogi.attack import attacked
from yomi.games.shogi.board import MINI, SHOGI, TOP, depth, hold, put, rows, stride
from yomi.games.shogi.pieces import BLACK, BORDER, EMPTY, GOLD, KING, KNIGHT, LANCE, LETTERS, PAWN, PROMOTED
from yomi.games.shogi.rules import note_position
from yomi.kernel.record import blank
from yomi.kernel.rng import U

STARTS = {
    9: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    5: "rbsgk/4p/5/P4/KGSBR b - 1",
}
MOST = {9: dict(zip(LETTERS, (18, 4, 4, 4, 2, 2, 4, 2), strict=True)), 5: dict.fromkeys("PSBRGK", 2)}
HANDS = "RBGSNLP"  # the usual order


def empty_board(size: int) -> np.ndarray:
    """A board without pieces."""
    root = blank(SHOGI if size == 9 else MINI)
    board = root[0].board
    board[:] = BORDER
    for row in range(size):
        start = (row + TOP) * (size + 1)
        board[start : start + size] = EMPTY
    return root


def read_sfen(text: str, size: int) -> np.ndarray:
    """The position an SFEN describes; `startpos` is the usual start."""
    words = text.split()
    if words[:1] == ["sfen"]:
        words = words[1:]
    if words == ["startpos"]:
        words = STARTS[size].split()
    if len(words) not in (3, 4):
        raise BadText(f"position {text!r}: expected SFEN such as '{STARTS[size]}'")
    root = empty_board(size)
    state = root[0]
    read_board(state, words[0], size)
    read_hands(state, words[2], size)
    if words[1] not in ("b", "w"):
        raise BadText(f"side {words[1]!r} in {text!r}: expected b or w")
    state.turn = "bw".index(words[1])
    number = words[3] if len(words) == 4 else "1"
    if not number.isdecimal() or len(number) > 6:
        raise BadText(f"move number {number!r} in {text!r}: expected a whole number")
    state.number = int(number)
    check_position(state, text, size)
    note_position(state)
    return root


def read_board(state: np.record, text: str, size: int) -> None:
    lines = text.split("/")
    if len(lines) != size:
        raise BadText(f"board {text!r}: expected {size} rows, found {len(lines)}")
    for row, line in enumerate(lines):
        column = 0
        for promoted, letter, skipped in re.findall(r"(\+?)([A-Za-z])|(\d|.)", line):
            if skipped:
                if not skipped.isdecimal():
                    raise BadText(f"{skipped!r} in row {line!r}: expected a piece or a number")
                column += int(skipped)
                continue
            kind = LETTERS.find(letter.upper()) + 1
            if kind == 0 or letter.upper() not in MOST[size]:
                raise BadText(f"piece {letter!r} in row {line!r}: expected one of {', '.join(MOST[size])}")
            if promoted and kind in (GOLD, KING):
                raise BadText(f"piece '+{letter}' in row {line!r}: it does not promote")
            if column < size:
                put(
                    state,
                    int(letter.islower()),
                    kind + (PROMOTED if promoted else 0),
                    U((row + TOP) * (size + 1) + column),
                )
            column += 1
        if column != size:
            raise BadText(f"row {line!r}: expected {size} squares, found {column}")


def read_hands(state: np.record, text: str, size: int) -> None:
    if text == "-":
        return
    if not re.fullmatch(r"(\d{0,2}[A-Za-z])+", text):
        raise BadText(f"hands {text!r}: expected '-' or pieces such as 'R2Pb'")
    for count, letter in re.findall(r"(\d*)([A-Za-z])", text):
        kind = LETTERS.find(letter.upper()) + 1
        if kind == 0 or kind == KING or letter.upper() not in MOST[size]:
            raise BadText(f"piece {letter!r} in hands {text!r}: expected one of {HANDS}")
        if count and not 1 <= int(count) <= 18:
            raise BadText(f"{count + letter!r} in hands {text!r}: expected 1 to 18")
        for _ in range(int(count or 1)):
            hold(state, int(letter.islower()), kind, 1)


def check_position(state: np.record, text: str, size: int) -> None:
    """Refuse what no game can lead to and the rules cannot handle, with the reason."""
    count_pieces(state, text, size)
    for column in range(size):
        for side in (0, 1):
            pawns = [square for square in column_squares(state, column) if state.board[square] == PAWN | BLACK << side]
            if len(pawns) > 1:
                raise BadText(f"position {text!r}: two pawns of one side in column {size - column}")
    for square in np.flatnonzero((state.board != EMPTY) & (state.board != BORDER)):
        kind, side = int(state.board[square]) & 15, int(state.board[square]) >> 5
        rearmost = {PAWN: 1, LANCE: 1, KNIGHT: 2}.get(kind, 0)
        if depth(state, side, U(square)) < rearmost:
            raise BadText(f"position {text!r}: a {LETTERS[kind - 1]} on a row from which it can never move")
    if attacked(state, U(state.king[1 - state.turn]), state.turn):
        raise BadText(f"position {text!r}: the side that is not to move is in check")


def count_pieces(state: np.record, text: str, size: int) -> None:
    for letter, most in MOST[size].items():
        kind = LETTERS.index(letter) + 1
        if kind == KING:
            continue
        kinds = [kind] if kind == GOLD else [kind, kind + PROMOTED]
        codes = [each | colour for each in kinds for colour in (BLACK, 2 * BLACK)]
        count = int(np.isin(state.board, codes).sum()) + int(state.hand[kind]) + int(state.hand[8 + kind])
        if count > most:
            raise BadText(f"position {text!r}: {count} pieces {letter}, there are {most}")
    for colour, name in ((BLACK, "black"), (2 * BLACK, "white")):
        kings = int((state.board == KING | colour).sum())
        if kings != 1:
            raise BadText(f"position {text!r}: {name} has {kings} kings, expected one")


def column_squares(state: np.record, column: int) -> list[int]:
    return [(row + TOP) * int(stride(state)) + column for row in range(rows(state))]


def sfen(state: np.record) -> str:
    """The position as SFEN."""
    size, width = int(rows(state)), int(stride(state))
    lines = []
    for row in range(size):
        start = (row + TOP) * width
        line = "".join(piece_text(int(code)) or "1" for code in state.board[start : start + size])
        lines.append(re.sub("1+", lambda run: str(len(run[0])), line))
    number = int(state.number) + int(state.count)
    return f"{'/'.join(lines)} {'bw'[state.turn]} {hands_text(state)} {number}"


def piece_text(code: int) -> str:
    """`P`, `+p`; nothing for an empty square."""
    if code in (EMPTY, BORDER):
        return ""
    kind = code & 15
    letter = LETTERS[(kind - PROMOTED if kind > KING else kind) - 1]
    return ("+" if kind > KING else "") + (letter if code & BLACK else letter.lower())


def hands_text(state: np.record) -> str:
    text = ""
    for side in (0, 1):
        for letter in HANDS:
            count = int(state.hand[8 * side + LETTERS.index(letter) + 1])
            if count:
                text += (str(count) if count > 1 else "") + (letter if side == 0 else letter.lower())
    return text or "-"
