"""How many evaluations a second self-play on 9x9 does with a GPU, network of 6 blocks and 96 channels."""

import os
import time

from yomi.games import catalog
from yomi.learn.zero.desks import GpuDesk
from yomi.learn.zero.games import SelfPlay
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import settings_for
from yomi.learn.zero.starts import starts_of

GAMES, GROUPS, SECONDS = 8192, 2, 20.0


def selfplay_speed() -> float:
    """Evaluations a second, with a network that knows nothing yet."""
    position = catalog.start("go9")
    view = position.game.view
    assert view is not None
    settings = settings_for(position.game, "go9", {"games": GAMES, "groups": GROUPS})
    module = Trainable(view, settings.shape()).cuda()
    desks = [GpuDesk(module, view, GAMES) for _ in range(GROUPS)]
    threads = max(1, (os.cpu_count() or 1) - 1)
    games = SelfPlay(
        position.game, starts_of(position, 1), settings.habits(), list(desks), settings.longest, threads, 1
    )
    rounds = games.crops()
    for _ in range(5):
        next(rounds)
    began, before = time.monotonic(), games.evaluations
    while time.monotonic() - began < SECONDS:
        next(rounds)
    speed = (games.evaluations - before) / (time.monotonic() - began)
    games.close()
    return speed
