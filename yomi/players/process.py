"""Another program that is spoken to in lines: started, watched and ended; and as a player of a match."""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Protocol

from yomi.errors import YomiError
from yomi.games.position import Position
from yomi.players.clock import Clock

GAMES_FOLDER = "/usr/games"  # where Debian keeps gnugo and fairy-stockfish, outside of PATH
TIMEOUT = 300.0  # seconds for one answer
GRACE = 1.0  # seconds after its flag has fallen until a program is ended
MOST_LINES = 2000  # of one answer
LONGEST_LINE = 10_000  # characters


class EngineFailed(YomiError, RuntimeError):
    """Another program cannot be started, died, was too slow, or said what its protocol does not allow."""


class Program:
    """A running program; it is killed by `close`, when this is forgotten, and at the end of Python."""

    def __init__(self, command: str, timeout: float = TIMEOUT):
        self.command, self.timeout = command, timeout
        self._process = started(command)
        self._kill = weakref.finalize(self, end, self._process)
        self._lines: queue.Queue[str | None] = queue.Queue()  # None: no more
        self._complaints: deque[str] = deque(maxlen=3)  # the last lines of stderr
        watch(self._process.stdout, read_lines, self._lines, self._process)
        self._complaining = watch(self._process.stderr, keep_last, self._complaints)

    def write(self, line: str) -> None:
        """Say a line."""
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):  # closed at the other end, closed by us
            raise self._died(line) from None

    def read(self, asked: str, deadline: float) -> str:
        """The next line, which answers what was `asked`, before the deadline."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise self._failed(f"gave no answer to {asked!r} within {self.timeout:g} seconds") from None
        if line is None:
            self._lines.put(None)
            raise self._died(asked)
        return line

    def _failed(self, what: str) -> EngineFailed:
        self._kill()
        return EngineFailed(f"{self.command!r} {what}")

    def _died(self, command: str) -> EngineFailed:
        self._kill()
        self._complaining.join(0.5)
        last = "; ".join(self._complaints)
        return EngineFailed(f"{self.command!r} ended at {command!r}{': ' + last[-200:] if last else ''}")

    def cpu(self) -> float:
        """CPU seconds it has used, with the children it waited for; 0 where the system does not tell."""
        try:
            with open(f"/proc/{self._process.pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
        except OSError:
            return 0.0
        return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")

    @property
    def alive(self) -> bool:
        return self._kill.alive and self._process.poll() is None

    def close(self) -> None:
        """Ask the program to quit, and see that it does."""
        if self.alive:
            with suppress(EngineFailed, subprocess.TimeoutExpired):
                self.write("quit")
                self._process.wait(1.0)
        self._kill()


class Engine(Protocol):
    """A program that plays."""

    timeout: float  # seconds for one answer

    def start_game(self, position: Position, seed: int | None = None, clocks: Sequence[Clock] = ()) -> None: ...

    def choose(self, position: Position, clocks: Sequence[Clock] = ()) -> str | None:
        """Its move as text, None where it resigns."""

    def cpu(self) -> float: ...

    def close(self) -> None: ...


class Outsider:
    """Another engine as a player of a match; after a failure the next game gets a new process."""

    def __init__(self, make: Callable[[], Engine]):
        self._make = make
        self._engine: Engine | None = None

    def begin(self, position: Position, seed: int, clocks: Sequence[Clock] = ()) -> None:
        """Start a game; one that cannot begin even in a new process raises EngineFailed."""
        try:
            self._start_game(position, seed, clocks)
        except EngineFailed:
            self.close()
            self._start_game(position, seed, clocks)

    def _start_game(self, position: Position, seed: int, clocks: Sequence[Clock]) -> None:
        if self._engine is None:
            self._engine = self._make()
        self._engine.start_game(position, seed, clocks)

    def choose(self, position: Position, clocks: Sequence[Clock] = ()) -> tuple[str | None, int]:
        """Its move as text (None: it resigns), and 0 for the simulations nobody knows of.

        Where there are clocks, one that has not answered when its flag has fallen is ended.
        """
        engine = self._engine
        assert engine is not None
        patience = engine.timeout
        if clocks:
            engine.timeout = min(patience, clocks[position.side].left() + GRACE)
        try:
            return engine.choose(position, clocks), 0
        except EngineFailed:
            self.close()
            raise
        finally:
            engine.timeout = patience

    def cpu(self) -> float:
        return self._engine.cpu() if self._engine else 0.0

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
