"""Lines of GTP: a command read from bytes, a reply written as the standard asks, and how a command is refused."""

import re
from dataclasses import dataclass
from typing import TextIO

from yomi.frontend.stream import CONTROL, in_utf8, write_out

INTERRUPT = re.compile(r"\s*#\s*interrupt\s*")  # the comment by which GoGui interrupts a command


class Refusal(Exception):
    """A command that is answered with `?` and this message; nothing has changed."""


@dataclass(eq=False, slots=True)
class Call:
    """A command that was read, and what has happened since."""

    number: str  # the id to be repeated in the reply, or ""
    name: str
    words: list[str]
    read_at: float = 0.0
    overtaken: bool = False  # another line has come in
    interrupted: bool = False  # it was asked to end now


def read_call(line: bytes) -> Call | None:
    """The command on a line, None where there is none."""
    text = line.decode("utf-8", "replace").translate(CONTROL).partition("#")[0]
    words = [word for word in text.split(" ") if word]
    number = words.pop(0) if words and words[0].isascii() and words[0].isdigit() else ""
    if not words and not number:
        return None
    return Call(number, words[0] if words else "", words[1:])


def asks_to_interrupt(line: bytes) -> bool:
    return INTERRUPT.fullmatch(line.decode("utf-8", "replace")) is not None


def plain(text: str) -> str:
    """A text that can stand in a reply: an empty line would end it, so there is none."""
    lines = [line.translate(CONTROL).rstrip() for line in text.rstrip().split("\n")]
    return "\n".join(line for k, line in enumerate(lines) if line or k == 0)


class Talk:
    """Writes replies; one may be opened at once and closed later, with lines in between."""

    def __init__(self, output: TextIO):
        self.output = in_utf8(output)
        self._opened = False

    def open(self, call: Call) -> None:
        """Begin a reply that will take a while."""
        self._opened = True
        self._write(f"={call.number}\n")

    def line(self, text: str) -> None:
        """One line of an open reply."""
        self._write(plain(text) + "\n")

    def close(self, call: Call, text: str = "", ok: bool = True) -> None:
        """A whole reply, or the end of an open one."""
        shown = plain(text)
        if self._opened:
            self._opened = False
            self._write(f"{shown}\n\n" if shown and ok else "\n")
        else:
            self._write(f"{'=' if ok else '?'}{call.number} {shown}\n\n")

    def _write(self, text: str) -> None:
        write_out(self.output, text)
