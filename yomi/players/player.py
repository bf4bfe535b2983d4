"""A player: a search with a budget that remembers its tree from move to move."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from yomi.errors import GameOver, TreeFull
from yomi.games.position import Position
from yomi.games.tactics import checking
from yomi.players.batched import Batched
from yomi.players.deepening import Deepening, Found, Lines
from yomi.players.search import Search
from yomi.players.spec import DEFAULT_SIMULATIONS, Spec
from yomi.players.temporal import Learnt, Temporal
from yomi.search.alphabeta import AlphaBeta
from yomi.search.gumbel import Gumbel
from yomi.search.mate import Glance, Verdict
from yomi.search.minimax import UctMax
from yomi.search.rule import pick_child, stir_root
from yomi.search.softmax import Mcss
from yomi.search.tdsearch import TdSearch
from yomi.search.threads import Run, Scratch, TreeWorkers, Workers, new_scratches
from yomi.search.tree import Tree, begin_with, capacity_of, child_by_move, clear, keep_only, new_tree, reroot, sort_root
from yomi.value.network import Network
from yomi.value.quiescence import MATE, Quiescence

UNLIMITED = 1 << 62
TABLE = 64.0  # megabytes of a transposition table, unless the spec says how much memory there is
MOST_MATE_NODES = 3000  # of a look for a mate before a search, which cannot be stopped: some 25 ms
MATE_SHARE = 0.03  # of the simulations
MATE_NODES_A_SECOND = 5000  # about a twentieth of the time


def has_checks(position: Position) -> bool:
    """Whether the game knows mates by checks."""
    return position.root.dtype in checking.bodies


class Player:
    """Chooses moves in any game, as its spec says."""

    def __init__(self, spec: Spec):
        self.spec = spec
        self._tree: Tree | None = None
        self._stirred = False  # whether chance has changed the root of the tree
        self._seen: Position | None = None  # what the root of the tree stands for
        self._scratches: list[Scratch] = []
        self._run: Workers | None = None
        self._deepening: Deepening | None = None
        self._temporal: Temporal | None = None
        self._batched: Batched | None = None
        self._glance: Glance | None = None
        self.lines = 1  # how many of the best moves alpha-beta follows

    def search(
        self,
        position: Position,
        simulations: int | None = None,
        seconds: float | None = None,
        report: Callable[[Search], None] | None = None,
        every: float = 0.5,
        until: Callable[[], bool] | None = None,
        depth: int | None = None,
        only: list[int] | None = None,
    ) -> Search:
        """Think about a position; limits given here replace the spec's.

        `report` hears of the search every so many seconds; `until` is asked a hundred times a second whether to end it.
        `depth` limits alpha-beta, `only` names the moves to choose from.
        """
        if position.over:
            raise GameOver("the game is over")
        budget = self.spec.budget
        if simulations is None and seconds is None:
            simulations, seconds = budget.simulations, budget.seconds
            if simulations is None and seconds is None and depth is None:
                simulations = DEFAULT_SIMULATIONS
        if budget.mate and depth is None and not only and self.lines == 1 and has_checks(position):
            began = time.monotonic()
            mate = self._mate(position, simulations, seconds)
            spent = time.monotonic() - began
            if line := mate.line:
                return Lines(position, [Found(MATE - len(line), tuple(line))], len(line), len(line), mate.nodes, spent)
            seconds = None if seconds is None else max(0.001, seconds - spent)
        spec = self.spec.on(position.game)
        if isinstance(rule := spec.search, AlphaBeta):
            return self._deepen(rule, spec.playout, position, simulations, seconds, depth, only, report, every, until)
        if isinstance(rule, TdSearch):
            return self._learn(rule, position, simulations, seconds, only, report, every, until)
        tree = self._tree_for(position)
        if spec.policy and (only or isinstance(rule, Gumbel)):
            clear(tree)  # what it knows would not fit
        began = time.monotonic()
        before = int(tree.visits[0])
        by_value = isinstance(rule, Mcss | UctMax)
        most = UNLIMITED if simulations is None else simulations
        self._run = run = self._new_run(spec, position, tree, most)
        if spec.policy:
            self._begin_by_policy(run, only)
        elif only:
            begin_with(tree, only)
            self._seen = None  # such a tree is of no use later

        def look(chosen: int = -1) -> Search:
            done = int(tree.visits[0]) - before
            return Search(position, tree, done, time.monotonic() - began, by_value, chosen)

        tick = watcher(run, look, report, every, until)
        left = most if most == UNLIMITED else most - (int(tree.visits[0]) - before)
        limit = inf if seconds is None else max(0.0, seconds - (time.monotonic() - began))
        run.run(left, limit, budget.early and not by_value, tick)
        self._run = None
        if not spec.policy:
            return look()
        return look(int(pick_child(run.method.rule, tree, len(position.history), self._scratches[0].rng)))

    def _new_run(self, spec: Spec, position: Position, tree: Tree, simulations: int) -> TreeWorkers:
        """A search of the tree that can be run."""
        if isinstance(spec.playout, Network):
            if self._batched is None or not self._batched.fits(spec.playout, position.game):
                self._batched = Batched(spec.playout, position.game, spec.budget)
            run: TreeWorkers = self._batched.run(spec.method(position), tree, position, self._scratches)
        else:
            run = Run(spec.method(position), tree, position.root, self._scratches)
        if isinstance(spec.search, Gumbel) and simulations != UNLIMITED:
            run.method = run.method._replace(rule=spec.search._replace(simulations=max(1, simulations - 1)))
        return run

    def _begin_by_policy(self, run: TreeWorkers, only: list[int] | None) -> None:
        """Let the root have its children, those that are wanted, and what chance adds to them."""
        tree, rule = run.tree, run.method.rule
        fresh = tree.first[0] == 0
        if fresh:
            run.run(1, inf, False)
            if only and tree.first[0] > 0:
                keep_only(tree, only)
                self._seen = None
        if tree.first[0] > 0 and (fresh or not self._stirred):
            stir_root(rule, tree, self._scratches[0].rng)
            sort_root(tree)
        self._stirred = True

    def _mate(self, position: Position, simulations: int | None, seconds: float | None) -> Verdict:
        """A mate by checks, if a short look at the position finds one."""
        if self._glance is None or self._glance.game is not position.game:
            self._glance = Glance(position)
        shares = [MOST_MATE_NODES, MATE_SHARE * (simulations or inf), MATE_NODES_A_SECOND * (seconds or inf)]
        return self._glance.look(position, max(1, int(min(shares))))

    def _deepen(
        self,
        rule: AlphaBeta,
        leaf: Quiescence,
        position: Position,
        nodes: int | None,
        seconds: float | None,
        depth: int | None,
        only: list[int] | None,
        report: Callable[[Search], None] | None,
        every: float,
        until: Callable[[], bool] | None,
    ) -> Search:
        """Alpha-beta; simulations are nodes."""
        deepening = self._deepening_with(rule, leaf)
        deepening.lines = self.lines
        due = time.monotonic() + every

        def tick(lines: Lines) -> None:
            nonlocal due
            if until is not None and until():
                self.stop()
            elif report is not None and time.monotonic() >= due:
                due = time.monotonic() + every
                report(lines)

        most = UNLIMITED if nodes is None else nodes
        return deepening.search(position, most, inf if seconds is None else seconds, depth, only, tick)

    def _learn(
        self,
        rule: TdSearch,
        position: Position,
        games: int | None,
        seconds: float | None,
        only: list[int] | None,
        report: Callable[[Search], None] | None,
        every: float,
        until: Callable[[], bool] | None,
    ) -> Search:
        """Temporal-difference search; simulations are games."""
        if self._temporal is None or (self._temporal.rule, self._temporal.game) != (rule, position.game):
            self._temporal = Temporal(rule, position, self.spec.budget)
        began = time.monotonic()
        self._run = learning = self._temporal.begin(position)

        def look() -> Search:
            return Learnt(position, learning, only or (), time.monotonic() - began)

        tick = watcher(learning, look, report, every, until)
        learning.run(UNLIMITED if games is None else games, inf if seconds is None else seconds, False, tick)
        self._run = None
        return look()

    def _deepening_with(self, rule: AlphaBeta, leaf: Quiescence) -> Deepening:
        """Alpha-beta with these settings, and what it remembers."""
        budget = self.spec.budget
        if self._deepening is None or (self._deepening.rule, self._deepening.leaf) != (rule, leaf):
            memory = budget.memory if "memory" in budget.model_fields_set else TABLE
            self._deepening = Deepening(rule, leaf, budget.threads, memory)
        return self._deepening

    def prepare(self, position: Position) -> None:
        """Take the memory that a search of such a position needs, which takes time."""
        spec = self.spec.on(position.game)
        if isinstance(spec.search, AlphaBeta):
            self._deepening_with(spec.search, spec.playout)

    def stop(self) -> None:
        """End the search that is running, if one is, from any thread; it returns what it has."""
        running, deepening = self._run, self._deepening
        if running is not None:
            running.stop()
        if deepening is not None:
            deepening.stop()

    def reset(self) -> None:
        """Forget the tree and start the random numbers again."""
        self._tree = self._seen = self._temporal = None
        self._scratches = []
        if self._deepening is not None:
            self._deepening.forget()

    def _tree_for(self, position: Position) -> Tree:
        """The tree with `position` at its root: what is known of it already, or an empty one."""
        budget, game = self.spec.budget, position.game
        spec = self.spec.on(game)
        kind = (spec.shared, spec.policy)
        if self._tree is None or self._seen is None or self._seen.game is not game:
            capacity = capacity_of(budget.memory, *kind)
            if capacity < game.width + 1:
                raise TreeFull(f"memory={budget.memory} MB: too little for the moves of one {game.name} position")
            self._tree = new_tree(capacity, *kind)
            self._scratches = new_scratches(budget.threads, game.width, game.length, budget.seed)
        elif (node := self._node_of(position)) > 0:
            reroot(self._tree, node)
            self._stirred = False
        elif node < 0 or not budget.reuse:
            clear(self._tree)
        self._seen = position
        return self._tree

    def _node_of(self, position: Position) -> int:
        """Where the tree has `position`: a node below the root by the moves played since, or -1."""
        seen = self._seen
        assert seen is not None and self._tree is not None
        if not self.spec.budget.reuse or not position.follows(seen):
            return -1
        node = 0
        for move in position.history[len(seen.history) :]:
            node = child_by_move(self._tree, node, move)
            if node < 0 or self._tree.proof[node] != 0:
                return -1
        return node


def watcher(
    run: Workers,
    look: Callable[[], Search],
    report: Callable[[Search], None] | None,
    every: float,
    until: Callable[[], bool] | None,
) -> Callable[[], None] | None:
    """What a run calls now and then: ends it when asked to, and reports when it is time; none where nobody asks."""
    if report is None and until is None:
        return None
    due = time.monotonic() + every

    def tick() -> None:
        nonlocal due
        if until is not None and until():
            run.stop()
        elif report is not None and time.monotonic() >= due and run.telling():
            due = time.monotonic() + every
            report(look())

    return tick
