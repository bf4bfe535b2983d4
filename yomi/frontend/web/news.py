"""What the page shows of a search: candidates, the tree, the distribution over moves, the terms of the formula."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from yomi.games.position import Position
from yomi.players.search import Candidate, Search
from yomi.search import read
from yomi.search.terms import distribution, terms
from yomi.search.tree import OPEN, Tree

MOVES, TERMS, DEPTHS, TREE, OWNER = "moves", "terms", "depths", "tree", "owner"
PARTS = frozenset((MOVES, TERMS, DEPTHS, TREE, OWNER))
MOST_CANDIDATES = 12
MOST_ROWS = 24  # of moves and terms
MOST_NODES = 160  # of the drawn tree
DEEPEST = 7  # moves from the root that are drawn
RAREST = 2000  # a node with a smaller part of all visits is not drawn
MANY = 100_000  # nodes of a tree whose depths are not counted every time


class Estimate(NamedTuple):
    """Who owns what, by playouts from the root: made once for a position."""

    owner: list[float]  # by rows from the top, 1 black to -1 white
    lead: float  # of black


class Topic(NamedTuple):
    """What a search is about, and what the page wants to see of it."""

    at: int  # moves played
    spec: str
    rule: Any  # of the search, whose formula is shown
    parts: Collection[str]
    estimate: Estimate | None = None


def news(search: Search, topic: Topic, over: bool) -> dict[str, Any]:
    """A search as the page shows it."""
    position, tree = search.position, getattr(search, "tree", None)
    side = position.side
    said: dict[str, Any] = {
        "type": "search",
        "at": topic.at,
        "side": side,
        "spec": topic.spec,
        "simulations": search.total,
        "rate": round(search.simulations / max(search.seconds, 0.001)),
        "seconds": round(search.seconds, 2),
        "value": short(1.0 - search.value if side else search.value),
        "lead": None,
        "over": over,
        "candidates": [shown(c, tree) for c in search.candidates(MOST_CANDIDATES)],
    }
    if topic.estimate is not None:
        said["lead"] = round(topic.estimate.lead, 1)
        if OWNER in topic.parts:
            said[OWNER] = topic.estimate.owner
    if tree is not None and tree.first[0] > 0:
        made = {part: make(position, tree, topic.rule) for part, make in MAKERS.items() if part in topic.parts}
        said |= {part: found for part, found in made.items() if found is not None}
    return said


def short(number: float, digits: int = 4) -> float | None:
    """A number as JSON has it; none where there is none."""
    return round(float(number), digits) if isfinite(number) else None


def shown(candidate: Candidate, tree: Tree | None) -> dict[str, Any]:
    """A candidate with its prior, where the tree has such."""
    prior = None
    if tree is not None and len(tree.prior):
        first = int(tree.first[0])
        at = np.flatnonzero(tree.move[first : first + int(tree.width[0])] == candidate.move)
        prior = short(tree.prior[first + at[0]]) if len(at) else None
    return {
        "move": candidate.text,
        "visits": candidate.visits,
        "value": short(candidate.value),
        "prior": prior,
        "proved": candidate.proved,
        "line": candidate.line,
    }


def move_rows(position: Position, tree: Tree, rule: Any) -> list[dict[str, Any]]:
    """The distribution over the moves, the most visited first."""
    nodes = np.array(read.children(tree), np.int64)
    columns = distribution(rule, tree)
    rows = []
    for k in np.argsort(-tree.visits[nodes], kind="stable")[:MOST_ROWS].tolist():
        cells = {name: None if column is None else short(column[k]) for name, column in columns.items()}
        rows.append({"move": position.text(int(tree.move[nodes[k]])), "visits": int(tree.visits[nodes[k]]), **cells})
    return rows


def term_table(position: Position, tree: Tree, rule: Any) -> dict[str, Any] | None:
    """The terms of the formula by which the search chooses, for the moves that it wants most."""
    found = terms(rule, tree)
    if found is None:
        return None
    score = np.nan_to_num(found.cells[:, -1], nan=-np.inf)
    rows = [
        {"move": position.text(int(tree.move[found.children[k]])), "cells": [short(cell) for cell in found.cells[k]]}
        for k in np.argsort(-score, kind="stable")[:MOST_ROWS].tolist()
    ]
    columns = [column._asdict() for column in found.columns]
    numbers = [{"name": name, "value": short(value)} for name, value in found.numbers.items()]
    name = type(rule).__name__.lower()
    return {"rule": name, "formula": found.formula, "columns": columns, "rows": rows, "numbers": numbers}


def depth_counts(position: Position, tree: Tree, rule: Any) -> list[int]:
    """How many visited nodes each depth has."""
    found: list[int] = read.depths(tree).tolist()
    return found


def tree_nodes(position: Position, tree: Tree, rule: Any) -> list[dict[str, Any]]:
    """The most visited part of the tree, the root first, each node after its parent."""
    found = [node_row(tree, 0, -1, "", 1 - position.side)]
    heap: list[tuple[int, int, int, Position, int]] = []
    least = max(1, int(tree.visits[0]) // RAREST)
    push_children(heap, tree, 0, position, 1, least)
    while heap and len(found) < MOST_NODES:
        _, node, parent, before, depth = heapq.heappop(heap)
        move = int(tree.move[node])
        found.append(node_row(tree, node, parent, before.text(move), before.side))
        if depth < DEEPEST and tree.first[node] > 0 and tree.proof[node] == OPEN and tree.visits[node] > least:
            push_children(heap, tree, node, before.after(move), depth + 1, least)
    return found


def push_children(heap: list[Any], tree: Tree, node: int, position: Position, depth: int, least: int) -> None:
    """Put the children of a node that were visited often enough on the heap."""
    rows = np.array(read.children(tree, node), np.int64)
    visits = tree.visits[rows]
    for k in np.flatnonzero(visits >= least).tolist():
        heapq.heappush(heap, (-int(visits[k]), int(rows[k]), node, position, depth))


def node_row(tree: Tree, node: int, parent: int, text: str, side: int) -> dict[str, Any]:
    return {
        "id": node,
        "parent": parent,
        "move": text,
        "side": side,
        "visits": int(tree.visits[node]),
        "value": short(read.value(tree, node)),
        "proof": int(tree.proof[node]),
    }


MAKERS = {MOVES: move_rows, TERMS: term_table, DEPTHS: depth_counts, TREE: tree_nodes}
