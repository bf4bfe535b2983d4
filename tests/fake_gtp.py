"""A small program that speaks GTP, well or badly: `python fake_gtp.py MODE [LOGFILE]`.

Modes: good (legal moves, then passes), pass, resign, occupied and off-board (illegal moves), and what goes wrong at the
second genmove: crash, hang, garbage, refuse, flood; banner speaks before it is asked; no-games refuses `boardsize`.
"""

import random
import sys
import time


class Board:
    """Which points were never played on; a point beside such a one is always legal to play."""

    def __init__(self, size):
        self.size, self.fresh, self.last = size, {(x, y) for x in range(size) for y in range(size)}, "A1"

    def vertex(self, point):
        return f"{'ABCDEFGHJKLMNOPQRST'[point[0]]}{point[1] + 1}"

    def played(self, vertex):
        if vertex.upper() != "PASS":
            self.last = vertex
            self.fresh.discard(("ABCDEFGHJKLMNOPQRST".index(vertex[0].upper()), int(vertex[1:]) - 1))

    def move(self, rng):
        def is_open(x, y):
            return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & self.fresh

        choices = sorted(point for point in self.fresh if is_open(*point))
        return self.vertex(rng.choice(choices)) if len(self.fresh) > self.size * self.size // 2 and choices else "pass"


def misbehave(mode):
    """What the bad modes do instead of a move."""
    if mode == "crash":
        print("out of luck", file=sys.stderr)
        sys.exit(3)
    if mode == "hang":
        time.sleep(3600)
    while mode == "flood":
        print("= words without end", flush=True)
    return {"garbage": "Segmentation fault (just kidding)\n", "refuse": "? no idea\n"}[mode]


def answer(words, mode, memory):
    """The answer to one command, with its status."""
    match words:
        case ["boardsize", _] if mode == "no-games":
            return "? unacceptable size\n"
        case ["boardsize", size]:
            memory |= {"board": Board(int(size)), "asked": 0}
        case ["known_command", name]:
            return f"= {str(name == 'set_random_seed').lower()}\n"
        case ["set_random_seed", seed]:
            memory["rng"] = random.Random(int(seed))
        case ["set_free_handicap", *vertices]:
            for vertex in vertices:
                memory["board"].played(vertex)
        case ["play", _, vertex]:
            memory["board"].played(vertex)
        case ["genmove", _]:
            return genmove(mode, memory)
    return "=\n"


def genmove(mode, memory):
    board = memory["board"]
    memory["asked"] += 1
    if mode in ("crash", "hang", "garbage", "refuse", "flood") and memory["asked"] == 2:
        return misbehave(mode)
    if mode in ("pass", "resign"):
        return f"= {mode}\n"
    if mode in ("occupied", "off-board") and memory["asked"] == 2:
        return f"= {board.last if mode == 'occupied' else 'Z99'}\n"
    move = board.move(memory["rng"])
    board.played(move)
    return f"= {move}\n"


def main(mode, log=None):
    memory = {"board": Board(19), "rng": random.Random(1), "asked": 0}
    if mode == "banner":
        print("Welcome to Fake Go!", flush=True)
    for line in sys.stdin:
        if log:
            with open(log, "a") as file:
                file.write(line)
        print(answer(line.split(), mode, memory), flush=True)
        if line.strip() == "quit":
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
