"""Lines of USI: an order read from bytes, and an output that several threads share."""

import threading
import time
from dataclasses import dataclass, field
from typing import TextIO

from yomi.frontend.stream import CONTROL, in_utf8, write_out

LONGEST = 300  # characters of a sentence for people


@dataclass(eq=False, slots=True)
class Order:
    """A line that was read, and what has happened since."""

    name: str
    words: list[str]
    read_at: float
    stopped: threading.Event = field(default_factory=threading.Event)  # it is to end now
    hit: list[str] | None = None  # the words after `ponderhit`, once that has come
    hit_at: float = 0.0
    searching: bool = False  # all is compiled, the search runs

    @property
    def endless(self) -> bool:
        """Whether only another line can end it."""
        pondering = "ponder" in self.words and self.hit is None
        return self.name == "go" and ("infinite" in self.words or pondering)


def read_order(line: bytes) -> Order | None:
    """The order on a line, None where there is none."""
    words = line.decode("utf-8", "replace").translate(CONTROL).split()
    return Order(words[0], words[1:], time.monotonic()) if words else None


def sentence(text: object) -> str:
    """One line, not too long."""
    line = " ".join(str(text).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


class Out:
    """Writes whole lines, from any thread."""

    def __init__(self, output: TextIO):
        self.output = in_utf8(output)
        self._lock = threading.Lock()

    def lines(self, *texts: str) -> None:
        """These lines, with none of another thread between them."""
        with self._lock:
            write_out(self.output, "".join(f"{text}\n" for text in texts))

    def say(self, text: object) -> None:
        """A sentence that a person may read."""
        self.lines(f"info string {sentence(text)}")
