"""How long a person waits: until `yomi gtp` answers, and until the first move after a cold install."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from yomi.bench.figure import Figure


def answer_seconds(commands: str, environment: dict[str, str]) -> float:
    """Wall time from starting `yomi gtp` until it has answered the commands and left."""
    began = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "yomi", "gtp", "yomi simulations=1000"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
    ) as engine:  # fmt: skip
        assert engine.stdin is not None and engine.stdout is not None
        engine.stdin.write(commands)
        engine.stdin.flush()
        answered = 0
        while answered < commands.count("\n"):
            answered += engine.stdout.readline() == "\n"
        seconds = time.monotonic() - began
        engine.stdin.write("quit\n")
        engine.stdin.flush()
    return seconds


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """Both figures; the second compiles everything anew, in an empty cache."""
    environment = dict(os.environ)
    step("warm start")
    names = [answer_seconds("name\n", environment) for _ in range(5)]
    yield Figure("gtp-name", sorted(names)[2], "s", None, "at most 0.5")
    step("cold start")
    with tempfile.TemporaryDirectory(prefix="yomi-cold-") as empty:
        cold = environment | {"XDG_CACHE_HOME": empty}
        cold.pop("NUMBA_CACHE_DIR", None)
        yield Figure("cold-first-move", answer_seconds("boardsize 9\ngenmove b\n", cold), "s", None, "at most 60")
