"""Compiles what a game and a player need, step by step, so that a progress bar can show it and no first move waits."""

from collections.abc import Callable, Iterator

from yomi.games.catalog import is_go
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.referee import JUDGE, owner_map
from yomi.players.spec import Spec

Step = tuple[str, Callable[[], object]]


def steps(position: Position, spec: Spec) -> Iterator[Step]:
    """What to compile, in the order of use: a name and a call that makes it happen."""
    quick = spec.with_budget(simulations=8, seconds=None, memory=1.0, threads=1)
    yield "rules", lambda: (position.legal, position.play(position.legal[0]), position.result, position.key)
    yield "search", lambda: Player(quick).search(position)
    if is_go(position.game):
        yield "referee", lambda: owner_map(JUDGE, position, playouts=1)


def warm(position: Position, spec: Spec) -> None:
    """Compile everything, silently."""
    for _, compile_step in steps(position, spec):
        compile_step()
