"""Lines of `info`: what a search has found so far, as shogi programs show it."""

from __future__ import annotations

from math import log

from yomi.players.search import Candidate, Search

SCALE = 600  # centipawns for a factor e in the odds of winning, as shogi programs draw win rates
MOST = 30_000  # centipawns


def centipawns(value: float) -> int:
    """A chance of winning as a score."""
    if not 0 < value < 1:
        return MOST if value >= 1 else -MOST
    return max(-MOST, min(MOST, round(SCALE * log(value / (1 - value)))))


def score(candidate: Candidate) -> str:
    """`cp 120`, `mate 5`, `mate -4`."""
    if candidate.proved and candidate.value in (0, 1):
        return f"mate {len(candidate.line) if candidate.value == 1 else -len(candidate.line)}"
    return f"cp {centipawns(candidate.value)}"


def info_lines(search: Search, most: int) -> list[str]:
    """A line for each of the `most` best moves."""
    depth = depth_of(search)
    milliseconds = round(1000 * search.seconds)
    speed = round(search.simulations / max(search.seconds, 0.001))
    head = f"info depth {depth} seldepth {getattr(search, 'seldepth', depth)} time {milliseconds}"
    head += f" nodes {search.simulations} nps {speed} hashfull {hashfull(search)}"
    found = enumerate(search.candidates(most), 1)
    return [f"{head} score {score(one)} multipv {k} pv {' '.join(one.line)}" for k, one in found]


def depth_of(search: Search) -> int:
    return int(getattr(search, "depth", len(search.line)))


def hashfull(search: Search) -> int:
    """How much of the memory is used, in thousandths."""
    known = getattr(search, "hashfull", None)
    if known is not None:
        return int(known)
    tree = getattr(search, "tree", None)
    return min(1000, 1000 * int(tree.size[0]) // len(tree.first)) if tree is not None else 0
