"""What `import yomi` offers: a position, a player, and through it a search."""

from yomi.games.catalog import game, start
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.spec import parse

__all__ = ["game", "player", "position"]


def position(text: str, *moves: str) -> Position:
    """The start position of a game such as `go9` or `go9(komi=0.5)`, after some moves."""
    return start(text).play(*moves)


def player(text: str = "") -> Player:
    """The player a spec describes, `uct(p=1.1) playout=random simulations=3000`."""
    return Player(parse(text))
