"""Another Go engine as an opponent: a program that speaks GTP."""

from __future__ import annotations

import re
import time

from yomi.games.go.board import BLACK, EMPTY
from yomi.games.go.text import board_size, points, vertex
from yomi.games.position import Position
from yomi.players.process import MOST_LINES, EngineFailed, Program

GTP = re.compile(r"gtp(?:\(timeout=(?P<timeout>[0-9]+(?:\.[0-9]+)?)\))?:(?P<command>.+)", re.DOTALL)
COLOUR = ("b", "w")  # by side


class EngineRefused(EngineFailed):
    """Another program answered a command with `?`; it goes on."""


class GtpEngine(Program):
    """A running program that speaks GTP."""

    _known = 0  # moves it has seen

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

    def start_game(self, position: Position, seed: int | None = None) -> None:
        """Set up a game of Go as far as `position`; a seed goes to engines that know GNU Go's `set_random_seed`."""
        state = position.origin[0]
        size = board_size(state)
        for command in (f"boardsize {size}", "clear_board", f"komi {float(state.komi):g}"):
            self.send(command)
        if seed is not None and self.send("known_command set_random_seed").lower() == "true":
            self.send(f"set_random_seed {seed % 1_000_000_007}")
        stones = [(int(state.colour[p] != BLACK), vertex(size, p)) for p in points(size) if state.colour[p] != EMPTY]
        if len(stones) > 1 and not any(side for side, _ in stones):
            self.send("set_free_handicap " + " ".join(where for _, where in stones))
        else:
            for side, where in stones:
                self.play(side, where)
        self._known = 0
        self.tell(position)

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

    def choose(self, position: Position) -> str | None:
        """Its move, None where it resigns."""
        self.tell(position)
        move = self.genmove(position.side)
        self._known += 1
        return None if move.lower() == "resign" else move
