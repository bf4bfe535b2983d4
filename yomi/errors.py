"""The few errors Yomi raises; each message names the offending value and what was expected."""


class YomiError(Exception):
    """What every error of Yomi is, so that a front end can answer it with one sentence."""


class BadSpec(YomiError, ValueError):
    """A player, search or playout description that cannot be read."""


class BadText(YomiError, ValueError):
    """A text (a move, a file, a position, a number) that cannot be read."""


class IllegalMove(YomiError, ValueError):
    """A move the rules do not allow in this position."""


class GameOver(YomiError, ValueError):
    """A move was asked for in a finished game."""


class TreeFull(YomiError, MemoryError):
    """A memory limit too small to hold even the root of a tree."""
