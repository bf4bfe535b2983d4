"""Another shogi engine as an opponent: a program that speaks USI, with limits for its thinking and its own options."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from yomi.errors import BadSpec
from yomi.games.position import Position
from yomi.players.clock import Canadian, Clock, Fischer, Japanese
from yomi.players.process import TIMEOUT, EngineFailed, Program

USI = re.compile(r"usi(?:\((?P<settings>[^()]*)\))?:(?P<command>.+)", re.DOTALL)
GAMES = ("shogi", "minishogi")  # that such engines play
LIMITS = ("nodes", "movetime", "depth", "byoyomi")  # words of `go`, times in milliseconds
VARIANT = "UCI_Variant"  # the option by which engines for many games choose one


class Settings(NamedTuple):
    """What stands between the brackets of `usi(nodes=3000,Skill Level=0):COMMAND`."""

    limits: tuple[tuple[str, int], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    timeout: float = TIMEOUT  # seconds for one answer

    def go(self, clocks: Sequence[Clock] = ()) -> str:
        """What the engine is told to do for a move; a second where nothing is said and there are no clocks."""
        if clocks:
            return " ".join(["go", *clock_words(clocks), *(f"{name} {value}" for name, value in self.limits)])
        words = [f"{name} {value}" for name, value in self.limits if name != "byoyomi"]
        period = dict(self.limits).get("byoyomi", None if words else 1000)
        return " ".join(["go", *([] if period is None else [f"btime 0 wtime 0 byoyomi {period}"]), *words])


def clock_words(clocks: Sequence[Clock]) -> list[str]:
    """What `go` says of clocks, in milliseconds; main time and what comes after it."""
    main = [0 if clock.overtime else round(1000 * max(0.0, clock.remaining)) for clock in clocks]
    words = [f"btime {main[0]} wtime {main[1]}"]
    match clocks[0].control:
        case Fischer(_, increment):
            words.append(f"binc {round(1000 * increment)} winc {round(1000 * increment)}")
        case Japanese(_, period, _) | Canadian(_, period, 1):
            words.append(f"byoyomi {round(1000 * period)}")
        case _:
            words.append("byoyomi 0")
    return words


def read_settings(text: str) -> Settings:
    """Limits (nodes, movetime, depth, byoyomi, timeout), and every other name is an option of the engine.

    `option.NAME=VALUE` is the option NAME also where that is the name of a limit; names may contain spaces.
    """
    limits: dict[str, int] = {}
    options: dict[str, str] = {}
    timeout = TIMEOUT
    for pair in filter(str.strip, text.split(",")):
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not name or not equals:
            raise BadSpec(f"{pair.strip()!r} in usi({text}): expected NAME=VALUE")
        if name == "timeout":
            timeout = seconds(value, text)
        elif name in LIMITS:
            if not value.isdecimal() or not int(value):
                raise BadSpec(f"{name}={value} in usi({text}): expected a whole number, 1 or more")
            limits[name] = int(value)
        else:
            options[name.removeprefix("option.")] = value
    return Settings(tuple(limits.items()), tuple(options.items()), timeout)


def seconds(value: str, text: str) -> float:
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", value):
        raise BadSpec(f"timeout={value} in usi({text}): expected seconds")
    return float(value)


class UsiEngine(Program):
    """A running program that speaks USI, kept from game to game."""

    def __init__(self, command: str, settings: Settings):
        super().__init__(command, settings.timeout)
        self._settings = settings
        self._declared: dict[str, str] | None = None  # its options' names by their small letters, once it was asked

    def start_game(self, position: Position, seed: int | None = None, clocks: Sequence[Clock] = ()) -> None:
        """Make the engine ready for a new game; USI knows no seeds."""
        if self._declared is None:
            self._introduce(position.game.name)
        self._ask("isready", "readyok")
        self.write("usinewgame")

    def _introduce(self, game: str) -> None:
        """Ask for its options, and set those that the user has given."""
        found = (re.match(r"option name (.+?) type ", line) for line in self._ask("usi", "usiok"))
        self._declared = {match[1].lower(): match[1] for match in found if match}
        options = dict(self._settings.options)
        if game != "shogi" and VARIANT.lower() in self._declared:
            options = {VARIANT: game} | options
        for name, value in options.items():
            known = self._declared.get(name.lower())
            if known is None:
                others = ", ".join(self._declared.values()) or "none"
                raise self._failed(f"has no option {name!r}: expected one of {others}")
            self.write(f"setoption name {known} value {value}")

    def choose(self, position: Position, clocks: Sequence[Clock] = ()) -> str | None:
        """Its move, None where it resigns; `win` is left to our rules, by which the game would be over already."""
        moves = "".join(f" {position.text(move)}" for move in position.history)
        self.write(f"position {start_text(position)}{' moves' if moves else ''}{moves}")
        words = self._ask(self._settings.go(clocks), "bestmove")[-1].split()
        if len(words) < 2:
            raise self._failed("answers 'bestmove' without a move")
        return None if words[1] == "resign" else words[1]

    def _ask(self, line: str, last: str) -> list[str]:
        """The lines that answer a line, up to the one that begins with `last`."""
        self.write(line)
        deadline = time.monotonic() + self.timeout
        lines: list[str] = []
        while True:
            words = self.read(line, deadline).strip()
            if words.split(" ")[0] == last:
                return [*lines, words]
            if not words.startswith("info"):
                lines.append(words)
                if len(lines) > 10_000:
                    raise self._failed(f"answers {line!r} with too many lines: expected {last!r}")


def start_text(position: Position) -> str:
    """Where the game began, as USI says it."""
    text, game = position.game.position_text, position.game
    if text is None:
        raise EngineFailed(f"{game.name} cannot write positions")
    start = text(position.origin[0])
    return "startpos" if start == text(game.start()[0]) else f"sfen {start}"
