"""The one list of games, and how a user's own game joins it: by the path of its file."""

import hashlib
import importlib.util
import pathlib
import sys
from types import ModuleType

from yomi.errors import BadText
from yomi.games.game import Game
from yomi.games.go.game import go
from yomi.games.go.rules import SIZES
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.games.shogi.game import shogi
from yomi.games.toy import lines, nim

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        *(go(size) for size in SIZES),
        shogi(9),
        shogi(5),
        lines.TICTACTOE_GAME,
        lines.CONNECT4_GAME,
        nim.GAME,
    )
}


def game(name: str) -> Game:
    """The game of that name, or the `GAME` of the Python file at that path."""
    if name.endswith(".py"):
        return own_game(pathlib.Path(name))
    if name not in GAMES:
        others = ", ".join(other for other in GAMES if not other.startswith("go"))
        raise BadText(f"game {name!r}: expected one of go2 to go19, {others}, or the path of a .py file")
    return GAMES[name]


def start(text: str, position: str | None = None) -> Position:
    """The start position of a game with options, `go9(komi=0.5,rules=aga)`, or the position a text describes."""
    name, options = split_call(text)
    found = Position.start(game(name), **options)
    return found if position is None else Position.read(found.game, position, **options)


def own_game(path: pathlib.Path) -> Game:
    """The `GAME` that a user's file defines."""
    if not path.is_file():
        raise BadText(f"game {str(path)!r}: there is no such file")
    found = getattr(load_file(path), "GAME", None)
    if not isinstance(found, Game):
        raise BadText(f"game {str(path)!r}: the file must define GAME = Game(...)")
    return found


def load_file(path: pathlib.Path) -> ModuleType:
    """Import a file once, under its own name, so that its compiled code can be cached."""
    path = path.resolve()
    name = f"yomi_own_{path.stem}_{hashlib.blake2b(str(path).encode(), digest_size=4).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadText(f"game {str(path)!r}: expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BadText(f"game {str(path)!r}: {type(error).__name__}: {error}") from error
    return module


def is_go(game: Game) -> bool:
    return game.name.startswith("go") and game is GAMES.get(game.name)
