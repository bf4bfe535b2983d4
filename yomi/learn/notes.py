"""What is noted of the moves a player had: for each, the features of the position in which its best line ends.

Positions with their moves stand one after the other, each a group of rows; rows have different lengths. Learners of
policies read them as moves [LEARN eq. 39], TreeStrap as nodes of a search tree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.games.features import MOST, features
from yomi.games.rules import side
from yomi.kernel.inline import apart

OWN, OTHER, LINE = 0, 1, 2  # whose choice it was: the learner's, another player's, that of a line the search found
ROWS, NUMBERS, GROUPS = 1 << 16, 1 << 22, 1 << 13  # that a game may have


class Notes(NamedTuple):
    """Groups of rows; everything is seen by the first player."""

    starts: np.ndarray  # [groups + 1] where the rows of each begin
    mover: np.ndarray  # [groups] 1: the first player's choice, -1: the second's
    chosen: np.ndarray  # [groups] the row of the move that was played
    by: np.ndarray  # [groups] OWN, OTHER or LINE
    ply: np.ndarray  # [groups] which position of the game it belongs to
    ends: np.ndarray  # [rows + 1] where the numbers of each begin
    found: np.ndarray  # [rows] the value of the search; it stands where a row has no features
    bound: np.ndarray  # [rows] EXACT, or which bound it is
    taught: np.ndarray  # [rows] how likely the teacher is to choose it
    numbers: np.ndarray  # signed features


BOOK = np.dtype(  # notes of a game in progress, one record: passing it on costs one pointer
    [
        ("starts", "i8", GROUPS + 1),
        ("mover", "i8", GROUPS),
        ("chosen", "i8", GROUPS),
        ("by", "i8", GROUPS),
        ("ply", "i8", GROUPS),
        ("ends", "i8", ROWS + 1),
        ("found", "f8", ROWS),
        ("bound", "i8", ROWS),
        ("taught", "f8", ROWS),
        ("numbers", "i4", NUMBERS),
        ("groups", "i8"),  # written
        ("rows", "i8"),
    ],
    align=True,
)


def new_book() -> np.ndarray:
    """An empty book; memory is taken only where it is written."""
    return np.zeros(1, BOOK)


def copied(book: np.ndarray) -> Notes:
    """What was written."""
    groups, rows = int(book[0]["groups"]), int(book[0]["rows"])
    numbers = int(book[0]["ends"][rows])
    lengths = (groups + 1, groups, groups, groups, groups, rows + 1, rows, rows, rows, numbers)
    return Notes(*(book[0][name][:length].copy() for name, length in zip(Notes._fields, lengths, strict=True)))


@njit(cache=True)
def has_room(book, rows):
    """Whether a group of so many rows can be written."""
    written = book.rows
    return book.groups + 1 < GROUPS and written + rows < ROWS and book.ends[written] + rows * MOST < NUMBERS


@apart
def note_row(book, state, known, found, bound):
    """Write a row: the features of a position where its value rests on them, else the value alone."""
    row = book.rows
    at = book.ends[row]
    if known:
        at += features(state, True, book.numbers[at:])
        book.numbers[at] = 1 if side(state) == 0 else -1
        at += 1
    book.found[row], book.bound[row], book.taught[row] = found, bound, 0.0
    book.ends[row + 1] = at
    book.rows = row + 1


@njit(cache=True)
def close_group(book, mover, chosen, by, ply):
    """End a group: the rows since the last one; the move that was chosen is the teacher's as well."""
    group = book.groups
    book.mover[group], book.chosen[group], book.by[group], book.ply[group] = mover, chosen, by, ply
    if chosen >= 0:
        book.taught[chosen] = 1.0
    book.starts[group + 1] = book.rows
    book.groups = group + 1
