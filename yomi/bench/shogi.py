"""How fast shogi is: move generation, alpha-beta and softmax search, each beside fairy-stockfish in the same run."""

import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import IO

import numpy as np

from yomi.bench.figure import Figure
from yomi.bench.together import search_together
from yomi.games.catalog import start
from yomi.games.perft import perft
from yomi.players.deepening import Deepening
from yomi.players.spec import parse
from yomi.search.alphabeta import AlphaBeta
from yomi.search.tree import Tree, new_tree
from yomi.value.quiescence import Quiescence

ROUNDS = 5
DEBIAN = "/usr/games/fairy-stockfish"
TREE_NODES = 3_000_000
SECONDS = 0.8  # of one timed search


class Fairy:
    """Debian's fairy-stockfish over USI; every speed is 0 where it is not installed."""

    def __init__(self) -> None:
        self.program = shutil.which("fairy-stockfish") or shutil.which(DEBIAN)

    def seconds(self, game: str, command: str, until: str) -> tuple[float, list[str]]:
        """The CPU seconds of a command, from its being sent to the line that begins with `until`, and its lines."""
        if self.program is None:
            return 0.0, []
        setup = ["usi", f"setoption name UCI_Variant value {game}", "isready"]
        with subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin is not None and process.stdout is not None
            tell(process.stdin, *setup)
            listen(process.stdout, "readyok")
            before = cpu_seconds(process.pid)
            tell(process.stdin, "position startpos", command)
            lines = listen(process.stdout, until)
            spent = cpu_seconds(process.pid) - before
            tell(process.stdin, "quit")
        return spent, lines

    def perft_speed(self, game: str, depth: int) -> float:
        """Leaves per CPU second."""
        spent, lines = self.seconds(game, f"go perft {depth}", "Nodes searched")
        return int(lines[-1].split()[-1]) / spent if lines else 0.0

    def search_speed(self, game: str) -> float:
        """Nodes per CPU second of its alpha-beta."""
        spent, lines = self.seconds(game, f"go movetime {int(SECONDS * 1000)}", "bestmove")
        told = [line.split() for line in lines if " nodes " in line]
        return int(told[-1][told[-1].index("nodes") + 1]) / spent if told else 0.0


def tell(pipe: IO[str], *lines: str) -> None:
    pipe.write("".join(f"{line}\n" for line in lines))
    pipe.flush()


def listen(pipe: IO[str], until: str) -> list[str]:
    lines = []
    for line in pipe:
        lines.append(line.strip())
        if line.startswith(until):
            break
    return lines


def cpu_seconds(pid: int) -> float:
    """User and system time of a process, as Linux counts it, in hundredths."""
    with open(f"/proc/{pid}/stat") as status:
        fields = status.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100.0


def perft_speed(game: str, depth: int) -> float:
    position = start(game)
    began = time.thread_time()
    leaves = perft(position, depth)
    return leaves / (time.thread_time() - began)


def alphabeta_speed() -> float:
    """Nodes per CPU second; the search runs in a thread of its own, so the process's time counts."""
    search = Deepening(AlphaBeta(), Quiescence(), 1, 64.0)
    began = time.process_time()
    found = search.search(start("shogi"), 1 << 60, SECONDS, None, None, None)
    return found.simulations / (time.process_time() - began)


def leaves_in(trees: list[Tree]) -> float:
    """Quiescence searches a second that one thread for each tree does; a tree named twice is shared."""
    position = start("shogi")
    search_together(parse("mcss").method(position), position, trees, SECONDS)
    return sum(int(tree.size[0]) - 1 for tree in {id(tree): tree for tree in trees}.values()) / SECONDS


def measure(step: Callable[[str], None]) -> Iterator[Figure]:
    """All figures; `step` hears what is being done."""
    step("compiling")
    fairy, one, other = Fairy(), new_tree(TREE_NODES), new_tree(TREE_NODES)
    perft_speed("shogi", 2), perft_speed("minishogi", 2), alphabeta_speed(), leaves_in([one])
    rows = []
    for number in range(ROUNDS):
        step(f"round {number + 1} of {ROUNDS}")
        rows.append(
            (
                perft_speed("shogi", 5),
                fairy.perft_speed("shogi", 4),
                perft_speed("minishogi", 6),
                fairy.perft_speed("minishogi", 6),
                alphabeta_speed(),
                fairy.search_speed("shogi"),
                leaves_in([one]),
                leaves_in([one, one]),
                leaves_in([one, other]),
            )
        )
    columns = [np.array(column) for column in zip(*rows, strict=True)]

    def figure(name: str, unit: str, at: int, to: int | None, bar: str) -> Figure:
        values = columns[at]
        ratio = float(statistics.median(values / columns[to])) if to is not None and columns[to].all() else None
        return Figure(name, float(statistics.median(values)), unit, ratio, bar)

    yield figure("perft-shogi", "leaves/CPU s", 0, 1, "ratio 2.0 to fairy-stockfish")
    yield figure("perft-minishogi", "leaves/CPU s", 2, 3, "ratio 1.2 to the same")
    yield figure("alphabeta-shogi", "nodes/CPU s", 4, 5, "ratio 1.5 to the same")
    yield figure("mcss-shogi", "quiescence searches/s", 6, None, "")
    yield figure("mcss-threads-2", "quiescence searches/s", 7, 8, "ratio 0.9 to two searches apart")
