"""Another Go engine as an opponent: a program that speaks GTP."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from yomi.games.go.board import BLACK, EMPTY
from yomi.games.go.text import board_size, points, vertex
from yomi.games.position import Position
from yomi.players.clock import Absolute, Canadian, Clock, Control, Fischer, Japanese, to_text
from yomi.players.process import MOST_LINES, EngineFailed, Program

GTP = re.compile(r"gtp(?:\(timeout=(?P<timeout>[0-9]+(?:\.[0-9]+)?)\))?:(?P<command>.+)", re.DOTALL)
COLOUR = ("b", "w")  # by side


class EngineRefused(EngineFailed):
    """Another program answered a command with `?`; it goes on."""


class GtpEngine(Program):
    """A running program that speaks GTP."""

    _known = 0  # moves it has seen
    _hears_clocks = False  # whether it understands `time_left`

    def send(self, command: str) -> str:
        """The engine's answer to a command."""
        self._expect_silence()
        self.write(command)
        status, text = self._answer(command)
        if status == "?":
            raise EngineRefused(f"{self.command!r} refuses {command!r}: {text[:100]}")
        return text

    def _expect_silence(self) -> None:
        """Whatever came since the last answer would be taken for the next one."""
        while not self._lines.empty():
            line = self._lines.get()
            if line is None:
                self._lines.put(None)  # it ended, as the next answer will find
                return
            if line.strip():
                raise self._failed(f"said {line.strip()[:60]!r} without being asked")

    def _answer(self, command: str) -> tuple[str, str]:
        """`=` or `?`, and the text of the next answer, which an empty line ends."""
        deadline = time.monotonic() + self.timeout
        lines: list[str] = []
        while True:
            line = self.read(command, deadline)
            if line.strip():
                lines.append(line.rstrip())
                if lines[0][0] not in "=?" or len(lines) > MOST_LINES:
                    raise self._failed(f"answers {command!r} with {lines[-1][:60]!r}: expected '= ...' or '? ...'")
            elif lines:
                return lines[0][0], "\n".join([lines[0][1:], *lines[1:]]).strip()

    def start_game(self, position: Position, seed: int | None = None, clocks: Sequence[Clock] = ()) -> None:
        """Set up a game of Go as far as `position`; a seed goes to engines that know GNU Go's `set_random_seed`."""
        state = position.origin[0]
        size = board_size(state)
        for command in (f"boardsize {size}", "clear_board", f"komi {float(state.komi):g}"):
            self.send(command)
        if clocks:
            self._set_clocks(clocks[0].control)
        if seed is not None and self._knows("set_random_seed"):
            self.send(f"set_random_seed {seed % 1_000_000_007}")
        stones = [(int(state.colour[p] != BLACK), vertex(size, p)) for p in points(size) if state.colour[p] != EMPTY]
        if len(stones) > 1 and not any(side for side, _ in stones):
            self.send("set_free_handicap " + " ".join(where for _, where in stones))
        else:
            for side, where in stones:
                self.play(side, where)
        self._known = 0
        self.tell(position)

    def _knows(self, command: str) -> bool:
        return self.send(f"known_command {command}").lower() == "true"

    def _set_clocks(self, control: Control) -> None:
        """Tell the time control, by the richest command that the engine knows."""
        if self._knows("kata-time_settings"):
            self.send(f"kata-time_settings {to_text(control)}")
        elif isinstance(control, Japanese) and self._knows("kgs-time_settings"):
            self.send(f"kgs-time_settings {to_text(control)}")
        elif self._knows("time_settings"):
            self.send(f"time_settings {plain_control(control)}")
        self._hears_clocks = self._knows("time_left")

    def _tell_clock(self, side: int, clock: Clock) -> None:
        stones = clock.stones if isinstance(clock.control, Canadian) else clock.periods if clock.overtime else 0
        self.send(f"time_left {COLOUR[side]} {max(0, int(clock.remaining))} {stones}")

    def tell(self, position: Position) -> None:
        """Play the moves of a position that the engine has not seen."""
        for number in range(self._known, len(position.history)):
            side = (position.side + len(position.history) - number) % 2
            self.play(side, position.text(position.history[number]))
        self._known = len(position.history)

    def play(self, side: int, move: str) -> None:
        self.send(f"play {COLOUR[side]} {move}")

    def genmove(self, side: int) -> str:
        """A vertex, `pass` or `resign`, as the engine writes it."""
        return self.send(f"genmove {COLOUR[side]}")

    def choose(self, position: Position, clocks: Sequence[Clock] = ()) -> str | None:
        """Its move, None where it resigns."""
        self.tell(position)
        if clocks and self._hears_clocks:
            for side, clock in enumerate(clocks):
                self._tell_clock(side, clock)
        move = self.genmove(position.side)
        self._known += 1
        return None if move.lower() == "resign" else move


def plain_control(control: Control) -> str:
    """A control in the words of `time_settings`: exactly, or as one that never allows more."""
    match control:
        case Canadian(main, period, stones):
            return f"{main:.0f} {period:.0f} {stones}"
        case Japanese(main, period, _):
            return f"{main:.0f} {period:.0f} 1"
        case Fischer(main, increment) if increment >= 1:
            return f"{main:.0f} {increment:.0f} 1"
        case Absolute(main) | Fischer(main):
            return f"{main:.0f} 0 0"
    return "0 1 0"
