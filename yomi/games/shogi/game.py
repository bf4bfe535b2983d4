"""Shogi and 5x5 shogi for the catalog: how they start, how people write moves, how the board is drawn."""

import re

import numpy as np

from yomi.errors import BadText
from yomi.games.features import Features
from yomi.games.game import Game
from yomi.games.options import whole_number
from yomi.games.shogi import noise, styles, worth  # noqa: F401  (the bodies of noise)
from yomi.games.shogi.board import DRAWN, FIRST_LOSES, LENGTH, MINI, SHOGI, TOP, rows, stride
from yomi.games.shogi.encode import view_of
from yomi.games.shogi.features import GROUPS, RELATIONS
from yomi.games.shogi.generate import MOST
from yomi.games.shogi.moves import DROPS, PROMOTE
from yomi.games.shogi.pieces import EMPTY, LETTERS
from yomi.games.shogi.sfen import STARTS, hands_text, piece_text, read_sfen, sfen

HANDICAPS = {
    "lance": "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "bishop": "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "rook": "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "rook-lance": "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "two": "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "four": "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "six": "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "eight": "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
}
REPETITIONS = {"draw": DRAWN, "first-loses": FIRST_LOSES}
OPTIONS = {
    "limit": f"moves after which the game is drawn, up to {LENGTH}",
    "repetition": "what a position is that comes for the fourth time: draw or first-loses",
}
LARGE_OPTIONS = {
    "entering": "points for the declaration of an entered king: 27, 24, or 0 for none",
    "handicap": f"what white plays without: {', '.join(HANDICAPS)}",
}

STYLES = {"castle": styles.castle(), "bishop": styles.bishop()}
BY_HAND = {"plain": worth.plain(), "material": worth.material(), "equal": worth.equal()}


def shogi(size: int) -> Game:
    """The game on a board of 9 or 5 rows."""

    def read(
        text: str,
        limit: object = LENGTH,
        repetition: object = "draw",
        entering: object = 27 if size == 9 else 0,
        handicap: object = None,
    ) -> np.ndarray:
        root = read_sfen(text, size)
        state = root[0]
        state.limit = whole_number("limit", limit, 1, LENGTH)
        if repetition not in REPETITIONS:
            raise BadText(f"repetition {repetition!r}: expected one of {', '.join(REPETITIONS)}")
        if entering not in (0, 24, 27):
            raise BadText(f"entering {entering!r}: expected 27, 24 or 0")
        state.repetition, state.entering = REPETITIONS[str(repetition)], int(str(entering))
        return root

    def start(**options: object) -> np.ndarray:
        handicap = options.get("handicap")
        if handicap is not None and handicap not in HANDICAPS:
            raise BadText(f"handicap {handicap!r}: expected one of {', '.join(HANDICAPS)}")
        return read(STARTS[size] if handicap is None else HANDICAPS[str(handicap)], **options)

    return Game(
        name="shogi" if size == 9 else "minishogi",
        title="Shogi" if size == 9 else "5x5 shogi (5五将棋, minishogi)",
        dtype=SHOGI if size == 9 else MINI,
        start=start,
        width=MOST,
        length=LENGTH,
        sides=("black", "white"),
        options=OPTIONS | (LARGE_OPTIONS if size == 9 else {}),
        move_text=move_text,
        read_move=read_move,
        draw=draw,
        position_text=sfen,
        read_position=read,
        features=Features(GROUPS, RELATIONS, BY_HAND, STYLES),
        view=view_of(size),
    )


def square_text(state: np.record, square: int) -> str:
    """`7g`: the file counted from the right, the row as a letter."""
    row, column = divmod(square, int(stride(state)))
    return f"{rows(state) - column}{chr(ord('a') + row - TOP)}"


def read_square(state: np.record, text: str) -> int:
    size = int(rows(state))
    column, row = size - int(text[0]), ord(text[1]) - ord("a")
    if not (0 <= column < size and 0 <= row < size):
        raise BadText(f"square {text!r}: expected 1a to {size}{chr(ord('a') + size - 1)}")
    return (row + TOP) * int(stride(state)) + column


def move_text(state: np.record, move: int) -> str:
    """As USI writes it: `7g7f`, `8h2b+`, `P*5e`."""
    start, end = (move >> 7) & 127, square_text(state, move & 127)
    if start < DROPS:
        return f"{LETTERS[start - 1]}*{end}"
    return square_text(state, start) + end + ("+" if move & PROMOTE else "")


def read_move(state: np.record, text: str) -> int:
    found = re.fullmatch(r"(?:([PLNSBRG])\*|(\d[a-i]))(\d[a-i])(\+?)", text.strip())
    if found is None or (found[1] and found[4]):
        raise BadText(f"move {text!r}: expected a move such as 7g7f, 8h2b+ or P*5e")
    start = LETTERS.index(found[1]) + 1 if found[1] else read_square(state, found[2])
    return start << 7 | read_square(state, found[3]) | (PROMOTE if found[4] else 0)


def draw(state: np.record) -> str:
    """The board with white at the top, both hands, and who is to move."""
    size, width = int(rows(state)), int(stride(state))
    lines = ["  " + " ".join(f"{size - column:>2}" for column in range(size))]
    for row in range(size):
        codes = state.board[(row + TOP) * width : (row + TOP) * width + size]
        lines.append(
            "  " + " ".join(f"{piece_text(int(c)) if c != EMPTY else '.':>2}" for c in codes) + f"  {chr(97 + row)}"
        )
    lines.append(f"hands {hands_text(state)}, {('black', 'white')[state.turn]} to move")
    return "\n".join(lines)
