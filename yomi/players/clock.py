"""Clocks: time controls, the clock of one side, and how long to think about the next move."""

import re
from dataclasses import astuple, dataclass
from math import ceil, inf, isfinite
from typing import NamedTuple

from yomi.errors import BadText

FEWEST_MOVES = 5.0  # games outlast their estimates: never plan for fewer moves than this
UNIT = {"": 1, "s": 1, "m": 60, "h": 3600}
DURATION = re.compile(r"([0-9]*\.?[0-9]+)([smh]?)")
COMPACT = re.compile(r"(?P<main>[^+x/]+)(?:\+(?:(?P<periods>[0-9]+)x)?(?P<extra>[^+x/]+)(?:/(?P<stones>[0-9]+))?)?")


@dataclass(frozen=True, slots=True)
class Unlimited:
    """No limit."""


@dataclass(frozen=True, slots=True)
class Absolute:
    """All moves within `main` seconds."""

    main: float


@dataclass(frozen=True, slots=True)
class Canadian:
    """After `main` seconds, `stones` moves in every period."""

    main: float
    period: float
    stones: int


@dataclass(frozen=True, slots=True)
class Japanese:
    """Byo-yomi: after `main` seconds, a period is lost only when a move takes longer than it."""

    main: float
    period: float
    periods: int


@dataclass(frozen=True, slots=True)
class Fischer:
    """Every move adds `increment` seconds, up to `maximum` on the clock; a move takes at most `per_move`."""

    main: float
    increment: float
    maximum: float = inf
    per_move: float = inf


Control = Unlimited | Absolute | Canadian | Japanese | Fischer


class Budget(NamedTuple):
    """Seconds for one move: `soft` is the plan, `hard` what a difficult move may take; neither loses on time."""

    soft: float
    hard: float


class Clock:
    """The clock of one side."""

    def __init__(self, control: Control, lag: float = 0.5) -> None:
        self.control = control
        self.lag = lag  # seconds kept back for the way to the opponent, at most a tenth of what is left
        self.remaining = inf if isinstance(control, Unlimited) else control.main  # of main time, or of this period
        self.overtime = False
        self.stones = 0  # still to play in this Canadian period; 0 in main time
        self.periods = control.periods if isinstance(control, Japanese) else 0  # left, with the one running
        self.fallen = False

    def spend(self, seconds: float) -> bool:
        """Take the time of one move off the clock; False when the flag falls."""
        self.fallen = self.fallen or not self._spend(max(0.0, seconds))
        if self.fallen:
            self.remaining = 0.0
        return not self.fallen

    def _spend(self, seconds: float) -> bool:
        match self.control:
            case Unlimited():
                return True
            case Absolute():
                self.remaining -= seconds
                return self.remaining >= 0
            case Fischer(_, increment, maximum, per_move):
                in_time = seconds <= min(self.remaining, per_move)
                self.remaining = min(self.remaining - seconds + increment, maximum)
                return in_time
            case Canadian() | Japanese() if seconds <= self.remaining and not self.overtime:
                self.remaining -= seconds
                return True
            case Canadian(_, period, stones):
                return self._spend_canadian(seconds, period, stones)
            case Japanese(_, period, _):
                return self._spend_japanese(seconds, period)

    def _spend_canadian(self, seconds: float, period: float, stones: int) -> bool:
        if not self.overtime:  # the move that uses up main time is the first one of the period
            seconds -= self.remaining
            self.remaining, self.stones, self.overtime = period, stones, True
        self.remaining -= seconds
        self.stones -= 1
        if self.remaining < 0:
            return False
        if self.stones <= 0:
            self.remaining, self.stones = period, stones
        return True

    def _spend_japanese(self, seconds: float, period: float) -> bool:
        over = seconds - self.remaining  # beyond main time, or beyond the period that was running
        ahead = self.periods - self.overtime  # periods not begun
        if over > period * ahead:
            self.periods = 0
            return False
        if over > 0:
            self.periods = ahead - (ceil(over / period) - 1)
        self.remaining, self.overtime = period, True
        return True

    def set_left(self, seconds: float, stones: int) -> None:
        """What the controller says is left (GTP `time_left`): main time where `stones` is 0, else of this period.

        Under byo-yomi `stones` counts the periods left (`kgs-time_settings`). Controllers report times a little
        below zero when a message was late: that is zero.
        """
        if not isfinite(seconds) or stones < 0:
            raise BadText(f"time left {seconds} with {stones} stones: expected seconds, and 0 or more stones")
        self.fallen = False
        if isinstance(self.control, Unlimited):
            return
        self.remaining = max(0.0, seconds)
        self.overtime = stones > 0 and isinstance(self.control, Canadian | Japanese)
        if isinstance(self.control, Canadian):
            self.stones = stones
        elif isinstance(self.control, Japanese):
            self.periods = stones or self.control.periods

    def left(self) -> float:
        """Seconds until the flag falls if no move is made."""
        match self.control:
            case Fischer(per_move=most):
                return min(self.remaining, most)
            case Canadian(_, period, _) if not self.overtime:
                return self.remaining + period
            case Japanese(_, period, _):
                return self.remaining + period * (self.periods - self.overtime)
        return self.remaining

    def budget(self, moves_left: float) -> Budget:
        """How long to think about the next move when this side has about `moves_left` moves to play."""
        moves = max(FEWEST_MOVES, moves_left)
        match self.control:
            case _ if self.fallen:
                return Budget(0.0, 0.0)
            case Unlimited():
                return Budget(inf, inf)
            case Absolute():
                left = self._usable(self.remaining)
                return Budget(left / moves, min(3 * left / moves, left / 2))
            case Fischer():
                return self._fischer_budget(self.control, moves)
            case Canadian(_, period, stones):
                return self._canadian_budget(period, stones, moves)
            case Japanese(_, period, _):
                return self._japanese_budget(period, moves)

    def _usable(self, seconds: float) -> float:
        return seconds - min(self.lag, 0.1 * seconds)

    def _fischer_budget(self, control: Fischer, moves: float) -> Budget:
        left = self._usable(self.remaining)
        free = self.remaining + control.increment - control.maximum  # time that the maximum would take away
        plan = min(left / moves + 0.95 * control.increment, 0.8 * left)  # keeps some increments in hand
        most = self._usable(control.per_move)
        soft = min(max(plan, free), left, most)
        return Budget(soft, max(soft, min(3 * soft, 0.8 * left, most)))

    def _canadian_budget(self, period: float, stones: int, moves: float) -> Budget:
        if self.overtime:
            soft = self._usable(self.remaining) / self.stones
            return Budget(soft, soft * (2 - 1 / self.stones))  # the last stone has no other to borrow from
        pace = self._usable(period) / stones  # what overtime gives each move, so it is no hurry to get there
        soft = self._usable(self.remaining) / moves + pace
        return Budget(soft, max(soft, min(3 * soft, self.remaining / 2 + pace)))

    def _japanese_budget(self, period: float, moves: float) -> Budget:
        spare = self._usable(period) if self.periods > 2 else 0.0  # a hard move may cost a period, two are kept
        if self.overtime:
            soft = self._usable(self.remaining)
            return Budget(soft, self.remaining + spare if spare else soft)
        soft = self._usable(self.remaining) / moves + self._usable(period)
        return Budget(soft, max(soft, min(3 * soft, self.remaining / 2 + self._usable(period))))


def gtp_time_settings(main: str | float, byo: str | float, stones: str | float) -> Control:
    """The control of GTP `time_settings`: no period is absolute time, a period for no stones is no limit."""
    total, period, count = seconds_of(main), seconds_of(byo), count_of(stones)
    if period > 0 and count == 0:
        return Unlimited()
    return Canadian(total, period, count) if period > 0 else Absolute(total)


def kgs_time_settings(words: list[str]) -> Control:
    """The control of `none`, `absolute MAIN`, `byoyomi MAIN PERIOD PERIODS` or `canadian MAIN PERIOD STONES`.

    No period, or none of them, is absolute time.
    """
    match [word.lower() for word in words[:1]] + words[1:]:
        case ["none"]:
            return Unlimited()
        case ["absolute", main]:
            return Absolute(seconds_of(main))
        case ["byoyomi" | "canadian" as kind, main, period, number]:
            total, each, count = seconds_of(main), seconds_of(period), count_of(number)
            if not (each and count):
                return Absolute(total)
            return Japanese(total, each, count) if kind == "byoyomi" else Canadian(total, each, count)
    expected = "'none', 'absolute MAIN', 'byoyomi MAIN PERIOD PERIODS' or 'canadian MAIN PERIOD STONES'"
    raise BadText(f"time settings {' '.join(words)!r}: expected {expected}")


def kata_time_settings(words: list[str]) -> Control:
    """As `kgs_time_settings`, and `fischer MAIN INCREMENT`, `fischer-capped MAIN INCREMENT MAXMAIN MAXMOVE`."""
    match [word.lower() for word in words[:1]] + words[1:]:
        case ["fischer", main, increment]:
            return Fischer(seconds_of(main), seconds_of(increment))
        case ["fischer-capped", main, increment, maximum, per_move]:
            return Fischer(seconds_of(main), seconds_of(increment), limit_of(maximum), limit_of(per_move))
        case ["fischer" | "fischer-capped", *_]:
            expected = "'fischer MAIN INCREMENT' or 'fischer-capped MAIN INCREMENT MAXMAIN MAXMOVE'"
            raise BadText(f"time settings {' '.join(words)!r}: expected {expected}")
    return kgs_time_settings(words)


def from_text(text: str) -> Control:
    """The control of the words of `kata_time_settings`, or of a compact form; durations may end in s, m or h.

    `300` or `5m` absolute, `5m+3` Fischer, `10m+5x30` five byo-yomi periods of 30 s, `10m+5m/25` Canadian.
    """
    words = [plain_seconds(word) for word in text.split()]
    compact = COMPACT.fullmatch(text.strip()) if len(words) == 1 else None
    if compact is None or not text.strip()[0].isdigit():
        return kata_time_settings(words)
    main, extra = plain_seconds(compact["main"]), plain_seconds(compact["extra"] or "")
    match compact["periods"], compact["stones"]:
        case None, None:
            return kata_time_settings(["fischer", main, extra] if extra else ["absolute", main])
        case None, stones:
            return kata_time_settings(["canadian", main, extra, stones])
        case periods, None:
            return kata_time_settings(["byoyomi", main, extra, periods])
    raise BadText(f"time control {text!r}: expected byo-yomi such as '10m+5x30' or Canadian such as '10m+5m/25'")


def to_text(control: Control) -> str:
    """The words from which `from_text` makes the control again."""
    if isinstance(control, Fischer) and (control.maximum < inf or control.per_move < inf):
        return "fischer-capped " + " ".join("-1" if number == inf else f"{number:.10g}" for number in astuple(control))
    kind = {Unlimited: "none", Absolute: "absolute", Canadian: "canadian", Japanese: "byoyomi", Fischer: "fischer"}
    numbers = astuple(control)[:2] if isinstance(control, Fischer) else astuple(control)
    return " ".join([kind[type(control)], *(f"{number:.10g}" for number in numbers)])


def plain_seconds(word: str) -> str:
    found = DURATION.fullmatch(word)
    return str(float(found[1]) * UNIT[found[2]]) if found else word


def seconds_of(word: str | float) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1.0
    if not (isfinite(seconds) and seconds >= 0):
        raise BadText(f"time {word!r}: expected seconds, 0 or more")
    return seconds


def limit_of(word: str) -> float:
    return inf if word.startswith("-") and seconds_of(word[1:]) else seconds_of(word)


def count_of(word: str | float) -> int:
    try:
        count = float(word)
    except ValueError:
        count = -1.0
    if not (count >= 0 and count.is_integer()):
        raise BadText(f"number {word!r}: expected a whole number, 0 or more")
    return int(count)
