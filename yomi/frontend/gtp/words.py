"""Reads the arguments of commands: colours, vertices and numbers; what cannot be read is refused."""

import re
from math import isfinite

from yomi.errors import BadText
from yomi.frontend.gtp.wire import Refusal
from yomi.games.go.board import PASS
from yomi.games.go.text import read_vertex

SIDES = {"b": 0, "black": 0, "w": 1, "white": 1}
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
SYNTAX = "syntax error"
BAD_MOVE = "invalid color or coordinate"


def exactly(words: list[str], count: int) -> list[str]:
    """The words, refused if there are more or fewer."""
    if len(words) != count:
        raise Refusal(SYNTAX)
    return words


def side_of(word: str, message: str = "invalid color") -> int:
    if word.lower() not in SIDES:
        raise Refusal(message)
    return SIDES[word.lower()]


def is_side(word: str) -> bool:
    return word.lower() in SIDES


def move_of(size: int, word: str, message: str = BAD_MOVE) -> int:
    """The move a vertex or `pass` names."""
    if not word.isascii() or len(word) > 4:
        raise Refusal(message)
    try:
        return read_vertex(size, word)
    except BadText:
        raise Refusal(message) from None


def point_of(size: int, word: str, message: str = BAD_MOVE) -> int:
    """The point a vertex names; a pass is none."""
    point = move_of(size, word, message)
    if point == PASS:
        raise Refusal(message)
    return point


def whole_of(word: str) -> int:
    if not WHOLE.fullmatch(word):
        raise Refusal(SYNTAX)
    return int(word)


def number_of(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not isfinite(number) or "_" in word or not word.isascii():
        raise Refusal(SYNTAX)
    return number


def pairs_of(words: list[str]) -> list[tuple[str, str]]:
    """The words two by two."""
    if len(words) % 2:
        raise Refusal(SYNTAX)
    return list(zip(words[::2], words[1::2], strict=True))
