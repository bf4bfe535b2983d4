"""Shares the shallow part of a tree with other searchers of the same position: visits, results, AMAF values [RAVE 6].

Memory is shared between the shallowest nodes only, now and then, after MoGo Titan. What a searcher tells is its own
work since it told last; what it hears it adds to its nodes, so nothing comes back to whom it came from. A message is
about the children of one node: the AMAF values of moves that were hardly tried are worth telling too.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.kernel.atomic import fetch_add
from yomi.search.read import children
from yomi.search.tree import Tree

Path = tuple[int, ...]  # moves from the root


class News(NamedTuple):
    """What happened below a node."""

    path: Path
    own: tuple[int, float]  # visits and results of the root itself; nothing for another node, which is a child of one
    moves: np.ndarray  # of its children
    gains: np.ndarray  # [columns, children] what each has got: visits, results, and where there are AMAF values, both


class Shallow:
    """The shallow part of a tree that is being searched."""

    def __init__(self, tree: Tree, depth: int, share: float, fresh: bool):
        self.tree, self.depth, self.share = tree, depth, share
        self.columns = [tree.visits, tree.reward]
        if len(tree.amaf_visits):
            self.columns += [tree.amaf_visits, tree.amaf_reward]
        self.told: dict[Path, np.ndarray] = {}  # what the children of a node had when they were told last
        self.root = (0, 0.0)  # the same for the root itself
        self.heard = 0  # visits of the root that are others' work
        if not fresh:
            self._walk(0.0)  # a tree of an earlier search: what is there is no news

    def news(self) -> list[News]:
        """Own work since the last time, below nodes that have their share of all visits."""
        return [entry for entry in self._walk(self.share) if entry.own[0] or entry.gains.any()]

    def _walk(self, share: float) -> list[News]:
        tree, found = self.tree, list[News]()
        least = max(1.0, share * int(tree.visits[0]))
        todo: list[tuple[int, Path]] = [(0, ())]
        while todo:
            node, path = todo.pop()
            rows = self._rows(node)
            if rows.start == rows.stop:
                continue
            now = np.stack([column[rows] for column in self.columns]).astype(np.float64)
            gains = now - self.told.get(path, 0.0)
            self.told[path] = now
            moves = tree.move[rows].copy()
            found.append(News(path, self._own() if node == 0 else (0, 0.0), moves, gains))
            if len(path) < self.depth - 1:
                below = np.flatnonzero(now[0] >= least)
                todo += [(rows.start + k, (*path, int(moves[k]))) for k in below.tolist()]
        return found

    def _rows(self, node: int) -> slice:
        below = children(self.tree, node)
        return slice(below.start, below.stop)

    def _own(self) -> tuple[int, float]:
        """What the root has got since the last time."""
        now, before = (int(self.tree.visits[0]), float(self.tree.reward[0])), self.root
        self.root = now
        return now[0] - before[0], now[1] - before[1]

    def hear(self, news: list[News]) -> None:
        """Add what others have found; nodes that this tree does not have are left out."""
        places: dict[Path, int] = {(): 0}
        for entry in sorted(news, key=lambda entry: len(entry.path)):
            node = self._find(places, entry.path)
            rows = self._rows(node) if node >= 0 else slice(0, 0)
            if rows.start == rows.stop:
                continue
            mine = self.tree.move[rows]
            order = np.argsort(mine)
            at = np.minimum(np.searchsorted(mine, entry.moves, sorter=order), len(mine) - 1)
            known = mine[order[at]] == entry.moves
            where, gains = order[at[known]], entry.gains[:, known]
            before = self.told.get(entry.path)
            self.told[entry.path] = before = np.zeros((len(self.columns), len(mine))) if before is None else before
            before[:, where] += gains
            add(self.columns[0], self.columns[1], rows.start + where, gains[0].astype(np.int32), gains[1])
            if len(self.columns) > 2:
                add(self.columns[2], self.columns[3], rows.start + where, *gains[2:].astype(np.float32))
            if entry.own[0]:
                self.root = (self.root[0] + entry.own[0], self.root[1] + entry.own[1])
                self.heard += entry.own[0]
                own = np.array([entry.own[0]], np.int32), np.array([entry.own[1]])
                add(self.columns[0], self.columns[1], np.zeros(1, np.int64), *own)

    def _find(self, places: dict[Path, int], path: Path) -> int:
        """The node of a path, -1 where there is none."""
        if path in places:
            return places[path]
        above = self._find(places, path[:-1])
        found = -1
        if above >= 0:
            rows = self._rows(above)
            at = np.flatnonzero(self.tree.move[rows] == path[-1])
            found = rows.start + int(at[0]) if len(at) else -1
        places[path] = found
        return found


@njit(cache=True, nogil=True)
def add(counts, sums, nodes, more, results):
    """Add to nodes while others search."""
    for k in range(len(nodes)):
        fetch_add(counts, nodes[k], more[k])
        fetch_add(sums, nodes[k], results[k])
