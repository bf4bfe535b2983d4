"""Shares the shallow part of a tree with other searchers of the same position: visits and results [RAVE 6].

Memory is shared between the shallowest nodes only, now and then, after MoGo Titan. What a searcher tells is its own
work since it told last; what it hears it adds to its nodes, so nothing comes back to whom it came from.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from yomi.kernel.atomic import fetch_add
from yomi.search.read import children
from yomi.search.tree import Tree

Path = tuple[int, ...]  # moves from the root


class News(NamedTuple):
    """What happened at a node."""

    path: Path
    visits: int
    reward: float


class Shallow:
    """The shallow part of a tree that is being searched."""

    def __init__(self, tree: Tree, depth: int, share: float, fresh: bool):
        self.tree, self.depth, self.share = tree, depth, share
        self.told: dict[Path, tuple[int, float]] = {}  # what was there when it was told last
        if not fresh:
            self._walk(0.0)  # a tree of an earlier search: what is there is no news

    def news(self) -> list[News]:
        """Own work since the last time at nodes that have their share of all visits."""
        return [entry for entry in self._walk(self.share) if entry.visits]

    def _walk(self, share: float) -> list[News]:
        tree, found = self.tree, list[News]()
        least = max(1.0, share * int(tree.visits[0]))
        todo: list[tuple[int, Path]] = [(0, ())]
        while todo:
            node, path = todo.pop()
            visits, reward = int(tree.visits[node]), float(tree.reward[node])
            before = self.told.get(path, (0, 0.0))
            self.told[path] = (visits, reward)
            found.append(News(path, visits - before[0], reward - before[1]))
            if len(path) < self.depth:
                below = np.array(children(tree, node), np.int64)
                for child in below[tree.visits[below] >= least].tolist():
                    todo.append((child, (*path, int(tree.move[child]))))
        return found

    def hear(self, news: list[News]) -> None:
        """Add what others have found; nodes that this tree does not have are left out."""
        places: dict[Path, int] = {(): 0}
        nodes, visits, rewards = [], [], []
        for entry in sorted(news, key=lambda entry: len(entry.path)):
            node = self._find(places, entry.path)
            if node < 0:
                continue
            nodes.append(node)
            visits.append(entry.visits)
            rewards.append(entry.reward)
            before = self.told.get(entry.path, (0, 0.0))
            self.told[entry.path] = (before[0] + entry.visits, before[1] + entry.reward)
        if nodes:
            add(self.tree.visits, self.tree.reward, np.array(nodes), np.array(visits), np.array(rewards))

    def _find(self, places: dict[Path, int], path: Path) -> int:
        """The node of a path, -1 where there is none."""
        if path in places:
            return places[path]
        above = self._find(places, path[:-1])
        found = -1
        if above >= 0:
            below = np.array(children(self.tree, above), np.int64)
            at = np.flatnonzero(self.tree.move[below] == path[-1])
            found = int(below[at[0]]) if len(at) else -1
        places[path] = found
        return found


@njit(cache=True, nogil=True)
def add(visits, reward, nodes, more, results):
    """Add to nodes while others search."""
    for k in range(len(nodes)):
        fetch_add(visits, nodes[k], more[k])
        fetch_add(reward, nodes[k], results[k])
