"""Another Go engine as an opponent: a program that speaks GTP, started, asked, watched and ended."""

from __future__ import annotations

import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from yomi.errors import YomiError
from yomi.games.go.board import BLACK, EMPTY
from yomi.games.go.text import board_size, points, vertex
from yomi.games.position import Position

GAMES_FOLDER = "/usr/games"  # where Debian keeps gnugo, outside of PATH
GTP = re.compile(r"gtp(?:\(timeout=(?P<timeout>[0-9]+(?:\.[0-9]+)?)\))?:(?P<command>.+)", re.DOTALL)
TIMEOUT = 300.0  # seconds for one command
MOST_LINES = 2000  # of one answer
LONGEST_LINE = 10_000  # characters
COLOUR = ("b", "w")  # by side


class EngineFailed(YomiError, RuntimeError):
    """Another program cannot be started, died, was too slow, or said what GTP does not allow."""


class EngineRefused(EngineFailed):
    """Another program answered a command with `?`; it goes on."""


class GtpEngine:
    """A running program that speaks GTP; it is killed by `close`, when this is forgotten, and at the end of Python."""

    def __init__(self, command: str, timeout: float = TIMEOUT):
        self.command, self.timeout = command, timeout
        self._process = started(command)
        self._kill = weakref.finalize(self, end, self._process)
        self._lines: queue.Queue[str | None] = queue.Queue()  # None: no more
        self._complaints: deque[str] = deque(maxlen=3)  # the last lines of stderr
        watch(self._process.stdout, read_lines, self._lines, self._process)
        self._complaining = watch(self._process.stderr, keep_last, self._complaints)

    def send(self, command: str) -> str:
        """The engine's answer to a command."""
        self._expect_silence()
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{command}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):  # closed at the other end, closed by us
            raise self._died(command) from None
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
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise self._failed(f"gave no answer to {command!r} within {self.timeout:g} seconds") from None
            if line is None:
                raise self._died(command)
            if line.strip():
                lines.append(line.rstrip())
                if lines[0][0] not in "=?" or len(lines) > MOST_LINES:
                    raise self._failed(f"answers {command!r} with {lines[-1][:60]!r}: expected '= ...' or '? ...'")
            elif lines:
                return lines[0][0], "\n".join([lines[0][1:], *lines[1:]]).strip()

    def _failed(self, what: str) -> EngineFailed:
        self._kill()
        return EngineFailed(f"{self.command!r} {what}")

    def _died(self, command: str) -> EngineFailed:
        self._kill()
        self._complaining.join(0.5)
        last = "; ".join(self._complaints)
        return EngineFailed(f"{self.command!r} ended at {command!r}{': ' + last[-200:] if last else ''}")

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
        self.tell(position, 0)

    def tell(self, position: Position, known: int) -> None:
        """Play the moves of a position after the first `known` ones."""
        for number in range(known, len(position.history)):
            side = (position.side + len(position.history) - number) % 2
            self.play(side, position.text(position.history[number]))

    def play(self, side: int, move: str) -> None:
        self.send(f"play {COLOUR[side]} {move}")

    def genmove(self, side: int) -> str:
        """A vertex, `pass` or `resign`, as the engine writes it."""
        return self.send(f"genmove {COLOUR[side]}")

    @property
    def alive(self) -> bool:
        return self._kill.alive and self._process.poll() is None

    def close(self) -> None:
        """Ask the program to quit, and see that it does."""
        if self.alive:
            self.timeout = min(self.timeout, 1.0)
            with suppress(EngineFailed, subprocess.TimeoutExpired):
                self.send("quit")
                self._process.wait(1.0)
        self._kill()


class Outsider:
    """Another engine as a player of a match; after a failure the next game gets a new process."""

    def __init__(self, command: str, timeout: float = TIMEOUT):
        self.command, self.timeout = command, timeout
        self._engine: GtpEngine | None = None
        self._known = 0  # moves it has seen

    def begin(self, position: Position, seed: int) -> None:
        """Start a game; one that cannot begin even in a new process raises EngineFailed."""
        try:
            self._start_game(position, seed)
        except EngineFailed:
            self.close()
            self._start_game(position, seed)

    def _start_game(self, position: Position, seed: int) -> None:
        if self._engine is None:
            self._engine = GtpEngine(self.command, self.timeout)
        self._engine.start_game(position, seed)
        self._known = len(position.history)

    def choose(self, position: Position) -> tuple[str | None, int]:
        """Its move as text (None: it resigns), and 0 for the simulations nobody knows of."""
        assert self._engine is not None
        try:
            self._engine.tell(position, self._known)
            move = self._engine.genmove(position.side)
        except EngineFailed:
            self.close()
            raise
        self._known = len(position.history) + 1
        return (None if move.lower() == "resign" else move), 0

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def started(command: str) -> subprocess.Popen[bytes]:
    """The process of a command, which is looked for on PATH and where Debian keeps games."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineFailed(f"command {command!r}: {error}") from None
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), GAMES_FOLDER])
    program = shutil.which(words[0], path=path) if words else None
    if program is None:
        raise EngineFailed(f"command {command!r}: there is no such program")
    pipe = subprocess.PIPE
    try:  # a session of its own, so that Ctrl-C reaches only us and a kill reaches all it starts
        return subprocess.Popen([program, *words[1:]], stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except OSError as error:
        raise EngineFailed(f"command {command!r}: {error}") from None


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and what it started."""
    if process.poll() is None:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL) if hasattr(os, "killpg") else process.kill()
    process.wait()
    with suppress(OSError):
        assert process.stdin is not None
        process.stdin.close()


def watch(pipe: IO[bytes] | None, reader: Callable[..., None], *args: object) -> threading.Thread:
    """Read a pipe in a thread that holds no engine, so that a forgotten engine ends."""
    thread = threading.Thread(target=reader, args=(pipe, *args), daemon=True)
    thread.start()
    return thread


def read_lines(pipe: IO[bytes], lines: queue.Queue[str | None], process: subprocess.Popen[bytes]) -> None:
    """Put each line of a pipe into the queue; a program that floods it is killed."""
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            lines.put(line.decode(errors="replace"))
            if lines.qsize() > 2 * MOST_LINES:
                process.kill()
                break
    lines.put(None)


def keep_last(pipe: IO[bytes], complaints: deque[str]) -> None:
    """Keep the last lines of a pipe."""
    with pipe:
        while line := pipe.readline(LONGEST_LINE):
            if line.strip():
                complaints.append(line.decode(errors="replace").strip())
