"""What `go` asks for, and how long to think about a move because of it."""

from __future__ import annotations

import re
from math import inf
from typing import NamedTuple

from yomi.players.clock import Absolute, Clock, Control, Fischer, Japanese

TIMES = ("btime", "wtime", "binc", "winc", "byoyomi", "movetime")  # milliseconds
COUNTS = ("nodes", "depth")
KEYS = (*TIMES, *COUNTS, "mate", "infinite", "ponder", "searchmoves")
LEAST = 0.01  # seconds
OVERHEAD = 0.03  # seconds from the end of a search to the answer


class Limits(NamedTuple):
    """The words of `go`, times in seconds; None is what was not said."""

    btime: float | None = None
    wtime: float | None = None
    binc: float | None = None
    winc: float | None = None
    byoyomi: float | None = None
    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None
    mate: float | None = None  # seconds to look for a mate, inf for no limit
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()
    complaints: tuple[str, ...] = ()  # about words that could not be read

    @property
    def timed(self) -> bool:
        """Whether a clock or a time was given."""
        return any(getattr(self, name) is not None for name in TIMES)


def read_go(words: list[str]) -> Limits:
    """What the words after `go` or `ponderhit` say; a word that cannot be read is named and left out."""
    found: dict[str, object] = {}
    complaints: list[str] = []
    left = list(words)
    while left:
        key = left.pop(0)
        if key in ("infinite", "ponder"):
            found[key] = True
        elif key == "searchmoves":
            count = next((k for k, word in enumerate(left) if word in KEYS), len(left))
            found[key], left = tuple(left[:count]), left[count:]
        elif key not in KEYS:
            complaints.append(f"go {key!r}: expected one of {', '.join(KEYS)}")
        else:
            word = left.pop(0) if left and (key == "mate" or left[0] not in KEYS) else ""
            number = read_number(key, word)
            if number is None:
                complaints.append(f"go {key} {word!r}: expected a whole number{', or infinite' * (key == 'mate')}")
            else:
                found[key] = number
    return Limits(**found, complaints=tuple(complaints))  # type: ignore[arg-type]


def read_number(key: str, word: str) -> float | None:
    """A limit's value; programs report times below zero when a message was late."""
    if key == "mate" and word in ("infinite", ""):
        return inf
    if not re.fullmatch(r"-?\d{1,15}", word):
        return None
    return max(1, int(word)) if key in COUNTS else max(0, int(word)) / 1000


def thinking_time(limits: Limits, side: int, delay: float, moves_left: float) -> float | None:
    """Seconds to think, None where no time was given; `delay` seconds are lost on the way to the other side."""
    if limits.movetime is not None:
        return max(LEAST, limits.movetime)
    if not limits.timed:
        return None
    main = (limits.btime, limits.wtime)[side] or 0.0
    increment = (limits.binc, limits.winc)[side] or 0.0
    period = limits.byoyomi or 0.0
    if main < increment:
        main += increment  # so little is left only where it is added before the move
    lost = delay + OVERHEAD
    soft = Clock(control_of(main, increment, period), lag=lost).budget(moves_left).soft
    return max(LEAST, min(soft, main + period - lost))


def control_of(main: float, increment: float, period: float) -> Control:
    """The time control that leaves this much."""
    if period > 0:
        return Japanese(main, period, 1)
    return Fischer(main, increment) if increment > 0 else Absolute(main)
