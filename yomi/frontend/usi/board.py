"""The position on the board and those before it: `position` names all moves each time, only new ones are played."""

from __future__ import annotations

from itertools import takewhile

from yomi.errors import BadText, IllegalMove
from yomi.games.game import Game
from yomi.games.position import Position
from yomi.games.shogi.board import LENGTH
from yomi.games.shogi.rules import declaration, note_position


class Board:
    """A game as the program tells it; positions of one game share their origin, so that a player knows them again."""

    def __init__(self, game: Game, **options: object):
        self.game = game
        self._moves: list[str] = []
        self._positions: list[Position] = []
        self._source: tuple[str, dict[str, object]] = ("", {})
        self.put("startpos", [], 0, **options)

    @property
    def position(self) -> Position:
        return self._positions[-1]

    def put(self, start: str, moves: list[str], most: int, **options: object) -> None:
        """Set up a game, drawn after `most` moves (0: no such limit); what is wrong raises before anything changes."""
        source = (start, options | {"most": most})
        known = 0
        if source == self._source:
            known = shared(self._moves, moves)
            positions = self._positions[: known + 1]
        else:
            positions = [Position.read(self.game, start, **options, **limit_for(self.game, start, most, options))]
        for text in moves[known:]:
            positions.append(positions[-1].after(move_of(positions[-1], text)))
        self._source, self._moves, self._positions = source, list(moves), positions


def shared(old: list[str], new: list[str]) -> int:
    """How many moves two games have in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


def read_position(words: list[str]) -> tuple[str, list[str]]:
    """The start and the moves of `position [startpos | sfen SFEN] [moves ...]`."""
    end = words.index("moves") if "moves" in words else len(words)
    start = words[1:end] if words[:1] == ["sfen"] else words[:end]
    if not start:
        raise BadText(f"position {' '.join(words)!r}: expected 'startpos' or 'sfen ...', then 'moves ...'")
    return " ".join(start), words[end + 1 :]


def limit_for(game: Game, start: str, most: int, options: dict[str, object]) -> dict[str, object]:
    """The option that ends a game after move `most`, counted as the start counts; none where it is past that."""
    if most == 0 or "limit" in options:
        return {}
    before = int(Position.read(game, start).state.number) - 1
    return {"limit": min(most - before, LENGTH)} if most > before else {}


def move_of(position: Position, text: str) -> int:
    """The legal move a text names, also where our rules say the game is over: the program decides that."""
    move = position.game.read_move(position.state, text)
    if move not in position.legal:
        raise IllegalMove(f"illegal move {text!r} after {len(position.history)} moves: expected a legal one")
    return move


def may_declare(position: Position) -> bool:
    """Whether the side to move wins by declaring that its king has entered."""
    declared = declaration(position.state) == 1  # asked first, so that any call compiles it
    return bool(declared and position.state.entering != 0 and position.result == 1)


def thinkable(position: Position) -> Position:
    """The position, going on where our rules have ended it but the program has not."""

    def go_on(state: object) -> None:
        state.count, state.limit, state.entering = 0, LENGTH, 0  # type: ignore[attr-defined]
        note_position(state)

    return position.altered(go_on) if position.over else position
