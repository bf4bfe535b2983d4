"""A match of two networks side by side, which a new one must win to play the games that are learned from.

Two groups of games: in the first the candidate moves first, in the second the other network, with the same start
positions and the same chance. Games of a group move together, so that one network answers all of it at a time.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from numba import njit

from yomi.games.position import Position
from yomi.games.rules import RUNNING, outcome, side
from yomi.learn.zero.desks import CpuDesk, GpuDesk
from yomi.learn.zero.field import ASKED, MOVED, NEW, new_field
from yomi.learn.zero.games import Group
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import Settings
from yomi.learn.zero.starts import starts_of
from yomi.learn.zero.turn import begin_game, first_chance, go_on, take_answer
from yomi.search.forest import tree_of

ENOUGH = 0.55  # the score with which a new network takes over


class Gate:
    """Two networks at their desks, ready for a match of `settings.gate` games (one more if they are odd)."""

    def __init__(self, position: Position, settings: Settings, device: str, threads: int):
        self.position, self.settings, self.device, self.threads = position, settings, device, threads
        self.games = -(-settings.gate // 2)  # of each colour
        self.habits, self.starts = settings.duel(), starts_of(position, settings.seed)
        self.desks: list[CpuDesk | GpuDesk] = []

    def score(self, candidate: Trainable, other: Trainable, seed: int) -> float:
        """The candidate's share of the points."""
        self._seat(candidate, other)
        groups = [self._group(seed) for _ in range(2)]
        with ThreadPoolExecutor(self.threads) as pool:
            moved = True
            while moved:
                moved = self._ply(groups, 0, pool) + self._ply(groups, 1, pool) > 0
        first, second = (first_points(group.field) for group in groups)
        return (first + self.games - second) / (2 * self.games)

    def _seat(self, *networks: Trainable) -> None:
        """Let each network sit at its desk."""
        if not self.desks:
            made: type[CpuDesk | GpuDesk] = GpuDesk if self.device == "cuda" else CpuDesk
            view = self.position.game.view
            assert view is not None
            self.desks = [made(network, view, self.games) for network in networks]
            return
        for desk, network in zip(self.desks, networks, strict=True):
            desk.load(network)

    def _group(self, seed: int) -> Group:
        """Games that are about to begin."""
        game, settings = self.position.game, self.settings
        assert game.view is not None
        field = new_field(game, game.view, self.starts, self.games, settings.longest, settings.visits, seed)
        return Group(game, game.view, field, self.desks[0], self.threads, 0)

    def _ply(self, groups: list[Group], mover: int, pool: ThreadPoolExecutor) -> bool:
        """A move in every game in which that side is to move; whether there is one."""
        for number, group in enumerate(groups):
            group.desk = self.desks[mover ^ number]  # the candidate has side 0 in the first group, side 1 in the second
        busy = [group for group in groups if let_move(group.field, mover, self.settings.lucky_moves())]
        moved = bool(busy)
        while busy:
            asking = []
            for group in busy:
                group.desk.wait()
                if self._turn(group, pool):
                    group.desk.ask()
                    asking.append(group)
            busy = asking
        return moved

    def _turn(self, group: Group, pool: ThreadPoolExecutor) -> int:
        """Let every thread search on in its games of a group; how many of them wait for an answer."""
        others: list[Future[int]] = [pool.submit(self._search, group, k) for k in range(1, self.threads)]
        return self._search(group, 0) + sum(future.result() for future in others)

    def _search(self, group: Group, k: int) -> int:
        part, desk = group.slices[k], group.desk
        shown = (desk.logits, desk.values, desk.planes, desk.numbers)
        scratch = (part.harvest, part.trace, part.out, part.board)
        return search_turn(self.habits, group.field, part.begin, part.end, *shown, *scratch)


@njit(cache=True)
def is_over(field, g):
    """Whether a game has ended or is as long as it may be."""
    return field.ply[g] >= field.moves.shape[1] or outcome(field.roots[g]) != RUNNING


@njit(cache=True)
def let_move(field, mover, lucky):
    """Tell the games in which side `mover` is to move to go on; how many there are."""
    count = 0
    for g in range(len(field.roots)):
        if field.ply[g] < 0:
            begin_game(field, g, field.rngs[g])
        goes_on = not is_over(field, g) and side(field.roots[g]) == mover
        field.waits[g] = NEW if goes_on else MOVED
        field.quick[g] = field.ply[g] >= lucky
        count += goes_on
    return count


@njit(cache=True, nogil=True)
def search_turn(habits, field, begin, end, logits, values, planes, numbers, harvest, trace, out, board):
    """Take the answers for games `begin` to `end` - 1 and search on, up to a move; how many wait for an answer."""
    asked = 0
    for g in range(begin, end):
        tree = tree_of(field.forest, g)
        rng = field.rngs[g]
        if field.waits[g] == ASKED:
            take_answer(habits, field, g, tree, logits[g], values[g], trace, rng)
            field.waits[g] = NEW
        while field.waits[g] == NEW:
            ply = field.ply[g]
            go_on(habits, field, g, tree, harvest, planes, numbers, trace, out, board, rng)
            if field.ply[g] > ply:
                field.waits[g] = MOVED
        asked += field.waits[g] == ASKED
    return asked


@njit(cache=True)
def first_points(field):
    """What the games brought their first players."""
    points = 0.0
    for g in range(len(field.roots)):
        points += first_chance(field.roots[g])
    return points
