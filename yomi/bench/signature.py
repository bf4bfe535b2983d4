"""One number that changes when play changes: a hash of what fixed searches found, for commit messages."""

import hashlib

from yomi.games.catalog import start
from yomi.players.player import Player
from yomi.players.spec import parse

CASES = [
    ("go9", "uct simulations=2000"),
    ("go9", "ucb1(fpu=1.1) playout=captures simulations=500"),
    ("go9", "yomi simulations=1000"),
    ("connect4", "uct simulations=1000"),
    ("tictactoe", "greedy simulations=300"),
    ("nim", "flat simulations=300"),
]


def signature() -> int:
    """Seven digits from the visits of every node of every case."""
    digest = hashlib.blake2b(digest_size=8)
    for game, spec in CASES:
        tree = Player(parse(spec)).search(start(game)).tree
        used = int(tree.size[0])
        digest.update(tree.move[:used].tobytes() + tree.visits[:used].tobytes())
    return int.from_bytes(digest.digest()) % 10_000_000
