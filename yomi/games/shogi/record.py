"""A game of shogi or 5x5 shogi as records keep it: who played, from which position, the moves, how it ended."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from yomi.errors import BadText
from yomi.games.position import Position
from yomi.games.shogi.board import rows
from yomi.games.shogi.game import read_square, shogi, square_text
from yomi.games.shogi.sfen import HANDS, STARTS, read_sfen, sfen


class Ending(NamedTuple):
    """How a game ends, in the words of KIF and CSA."""

    kif: str
    csa: str
    value: int | None  # of the player to move: +1 won, 0 drawn, -1 lost


ENDINGS = {
    "resignation": Ending("投了", "%TORYO", -1),
    "mate": Ending("詰み", "%TSUMI", -1),
    "repetition": Ending("千日手", "%SENNICHITE", 0),
    "impasse": Ending("持将棋", "%JISHOGI", 0),
    "move limit": Ending("持将棋", "%MAX_MOVES", 0),  # KIF has no word for it
    "declaration": Ending("入玉勝ち", "%KACHI", 1),
    "time": Ending("切れ負け", "%TIME_UP", -1),
    "illegal move": Ending("反則負け", "%ILLEGAL_MOVE", -1),
    "illegal action": Ending("反則勝ち", "%ILLEGAL_ACTION", 1),  # by the opponent, whose sign CSA puts after the %
    "no mate": Ending("不詰", "%FUZUMI", None),
    "interruption": Ending("中断", "%CHUDAN", None),
}


@dataclass(slots=True)
class Record:
    """One game without variations."""

    size: int = 9
    start: str = STARTS[9]  # SFEN
    black: str = ""
    white: str = ""
    about: dict[str, str] = field(default_factory=dict)  # further headings, by their Japanese names: 棋戦, 開始日時
    moves: list[int] = field(default_factory=list)
    times: dict[int, int] = field(default_factory=dict)  # seconds by the number of the move; after the last, of the end
    comments: dict[int, str] = field(default_factory=dict)  # by the number of moves played; 0 is the start
    ending: str = ""  # a key of ENDINGS, or nothing where the record does not say

    @property
    def first(self) -> int:
        """Who moves first: 0 black, 1 white."""
        return "bw".index(self.start.split()[1])

    @property
    def turn(self) -> int:
        """Who is to move after the last move."""
        return (self.first + len(self.moves)) % 2

    @property
    def winner(self) -> int | None:
        """The side that has won by the ending; None for a draw, or where the record does not say."""
        value = ENDINGS[self.ending].value if self.ending else None
        return None if not value else (self.turn if value > 0 else 1 - self.turn)

    def comment(self, text: str) -> None:
        """Add a line of comment to the last move."""
        at = len(self.moves)
        self.comments[at] = f"{self.comments[at]}\n{text}" if at in self.comments else text

    def comment_lines(self, number: int, mark: str) -> list[str]:
        """The comment on a move, each line with a mark before it."""
        return [mark + line for _, line in lines_of(self.comments[number])] if number in self.comments else []


class Replay:
    """A record that is being read, and the position it has come to."""

    def __init__(self, record: Record):
        self.record, self.position = record, start_of(record)

    def play(self, move: int, text: str, line: int) -> None:
        """Add a move that the record writes so; it need not end where our rules would end the game."""
        if move not in self.position.legal:
            raise BadText(f"line {line}: {text!r} is no legal move here, expected one for {self.side_to_move}")
        self.position = self.position.after(move)
        self.record.moves.append(move)

    @property
    def side_to_move(self) -> str:
        return self.position.game.sides[self.position.side]


@dataclass
class Setup:
    """A position that is being put together: pieces as SFEN letters by (file, row), both hands, and who is to move."""

    size: int = 9
    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    hands: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    side: int = 0

    @classmethod
    def read(cls, text: str) -> "Setup":
        """An SFEN taken apart; it must be a right one."""
        board, side, hands = text.split()[:3]
        setup = cls(size=board.count("/") + 1, side="bw".index(side))
        for row, line in enumerate(board.split("/"), 1):
            file, promoted = setup.size, ""
            for letter in line:
                if letter == "+":
                    promoted = "+"
                elif letter.isdecimal():
                    file -= int(letter)
                else:
                    setup.cells[file, row] = promoted + letter
                    file, promoted = file - 1, ""
        count = ""
        for letter in hands.replace("-", ""):
            if letter.isdecimal():
                count += letter
            else:
                setup.hands[letter.islower()][letter.upper()] += int(count or 1)
                count = ""
        return setup

    @property
    def sfen(self) -> str:
        """The position as text, whether or not the rules allow it."""
        span = range(self.size, 0, -1)
        lines = ("".join(self.cells.get((file, row), "1") for file in span) for row in reversed(span))
        board = re.sub("1+", lambda run: str(len(run[0])), "/".join(lines))
        hands = ""
        for side, hand in enumerate(self.hands):
            for letter in filter(hand.get, HANDS):
                hands += (str(hand[letter]) if hand[letter] > 1 else "") + (letter.lower() if side else letter)
        return f"{board} {'bw'[self.side]} {hands or '-'} 1"

    def checked(self, line: int) -> str:
        """The position as text; one that the rules do not allow is refused with the line it was read from."""
        try:
            return sfen(read_sfen(self.sfen, self.size)[0])
        except BadText as error:
            raise BadText(f"line {line}: the position set up there cannot be, {error}") from None


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of a text with their numbers, counted from 1."""
    return list(enumerate(re.split("\r\n|\r|\n", text), 1))


def one_line(text: str) -> str:
    return re.sub("[\r\n]+", " ", text)


def start_of(record: Record) -> Position:
    """The position a record begins with; the record says when the game ends, so no king is declared entered."""
    options = {"entering": 0} if record.size == 9 else {}
    return Position.read(shogi(record.size), record.start, **options)


def positions(record: Record) -> Iterator[Position]:
    """All positions of the game, the start first."""
    position = start_of(record)
    yield position
    for move in record.moves:
        position = position.after(move)
        yield position


def digits(position: Position, square: int) -> str:
    """A square as two numbers, the file and the row: `77`."""
    text = square_text(position.state, square)
    return f"{text[0]}{ord(text[1]) - ord('a') + 1}"


def read_digits(position: Position, text: str, line: int) -> int:
    """The square that two numbers name."""
    try:
        return read_square(position.state, f"{text[0]}{chr(ord('a') + int(text[1]) - 1)}")
    except BadText:
        raise BadText(
            f"line {line}: square {text}, expected 11 to {rows(position.state)}{rows(position.state)}"
        ) from None


def record_of(position: Position, **about: object) -> Record:
    """The game that led to a position; `about` are further fields of the record."""
    setup = Setup.read(sfen(position.origin[0]))
    return Record(size=setup.size, start=setup.sfen, moves=list(position.history), **about)  # type: ignore[arg-type]
