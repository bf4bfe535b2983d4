"""Lines from a program's input as they come, and an output that may be gone: what every text protocol needs."""

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TextIO

from yomi.errors import YomiError

CONTROL = dict.fromkeys((*range(32), 127)) | {ord("\t"): " "}  # control characters go, a tab is a space
CHUNK = 1 << 16


class Hangup(Exception):
    """Nobody reads our replies any more."""


def lines_of(stream: BinaryIO | Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a stream as they come; a real file is read past its buffer, whose lock could hold up our exit."""
    try:
        descriptor = stream.fileno()  # type: ignore[union-attr]
    except (AttributeError, io.UnsupportedOperation):
        yield from stream
        return
    pieces: list[bytes] = []
    while chunk := read_chunk(descriptor):
        first, *others = chunk.split(b"\n")
        pieces.append(first)
        for piece in others:
            yield b"".join(pieces)
            pieces = [piece]
    yield b"".join(pieces)


def read_chunk(descriptor: int) -> bytes:
    """What can be read now, nothing at the end; a terminal that has gone is the end."""
    try:
        return os.read(descriptor, CHUNK)
    except OSError:
        return b""


def write_out(output: TextIO, text: str) -> None:
    """Write a text at once; raises Hangup where nobody reads."""
    try:
        output.write(text)
        output.flush()
    except (OSError, ValueError) as error:  # a broken pipe, a closed file
        raise Hangup from error


def in_utf8(output: TextIO) -> TextIO:
    """The same output, whatever the locale says."""
    if isinstance(output, io.TextIOWrapper):
        output.reconfigure(encoding="utf-8", errors="backslashreplace")
    return output


def silence(output: TextIO) -> None:
    """Nobody reads: let what is left in the buffer go nowhere, so that the exit says nothing about it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())


def exit_code(serve: Callable[[], object]) -> int:
    """Serve until the end; 2 where the player cannot be made, 130 after an interrupt."""
    try:
        serve()
    except YomiError as error:
        print(f"yomi: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0
