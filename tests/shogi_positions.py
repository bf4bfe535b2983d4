"""Shogi positions for tests: their text, the same seen from the other side, and random games."""

import random
import re
from collections.abc import Iterator

from yomi.games.catalog import start
from yomi.games.position import Position

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"


def text(position: Position) -> str:
    return position.game.position_text(position.state)


def turned(sfen: str) -> str:
    """The same position seen from the other side of the board."""
    board, side, hands, number = sfen.split()
    cells = re.findall(r"\+?[A-Za-z]|\d|/", board)
    return f"{''.join(reversed(cells)).swapcase()} {'wb'['bw'.index(side)]} {hands.swapcase()} {number}"


def turned_move(move: str, size: int) -> str:
    """The same move seen from the other side of the board."""
    return re.sub(
        r"(\d)([a-i])", lambda at: f"{size + 1 - int(at[1])}{chr(ord('a') + size - 1 - ord(at[2]) + ord('a'))}", move
    )


def lively(dice: random.Random, position: Position) -> str:
    """A random move; drops and promotions are what goes wrong, so they come more often."""
    special = [move for move in position.moves if "*" in move or "+" in move]
    return dice.choice(special if special and dice.random() < 0.3 else position.moves)


def random_game(game: str, seed: int, most: int = 120) -> Iterator[Position]:
    """The positions of a random game."""
    dice, position = random.Random(seed), start(game)
    while not position.over and position.state.count < most:
        yield position
        position = position.play(lively(dice, position))
    yield position


def shogi(sfen: str, **options: object) -> Position:
    return start(f"shogi({','.join(f'{name}={value}' for name, value in options.items())})", sfen)


def mini(sfen: str, **options: object) -> Position:
    return start(f"minishogi({','.join(f'{name}={value}' for name, value in options.items())})", sfen)
