"""Games as files: their moves as texts, as SGF, KIF or CSA; and files that are replaced as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.go import sgf
from yomi.games.go.replay import record_of as go_record_of
from yomi.games.position import Position
from yomi.games.shogi import csa, kif
from yomi.games.shogi.record import ENDINGS
from yomi.games.shogi.record import record_of as shogi_record_of
from yomi.players.ending import Ending

SHOGI = ("shogi", "minishogi")
SHOGI_FORMATS = {"kif": kif.write_kif, "csa": csa.write_csa}


def formats_of(position: Position) -> list[str]:
    """The formats in which a game can be written, the usual one first."""
    if catalog.is_go(position.game):
        return ["sgf", "txt"]
    return [*(SHOGI_FORMATS if position.game.name in SHOGI else ()), "txt"]


def write_game(position: Position, names: Sequence[str], ending: Ending, form: str) -> bytes:
    """A finished game as a file of that format; names in the order of the sides."""
    if form not in formats_of(position):
        raise BadText(f"format {form!r}: expected {' or '.join(formats_of(position))} for {position.game.name}")
    if form == "sgf":
        return sgf.write_record(go_record(names, position, ending)).encode()
    if form in SHOGI_FORMATS:
        about = {"black": names[0], "white": names[1], "ending": shogi_ending(position, ending)}
        return SHOGI_FORMATS[form](shogi_record_of(position, **about))
    sides = zip(position.game.sides, names, strict=True)
    head = [f"# {position.game.name}", *(f"# {side}: {name}" for side, name in sides), f"# {ending.result}"]
    return "\n".join([*head, *move_texts(position), ""]).encode()


def shogi_ending(position: Position, ending: Ending) -> str:
    """How a game of shogi ended, in the words of its records."""
    if ending.reason in ENDINGS:
        return ending.reason
    if ending.reason != "rules":
        return "interruption"
    repeated = position.key in {before.key for before, _ in steps(position)}
    if ending.winner is None:
        return "repetition" if repeated else "move limit"
    if ending.winner == position.side:
        return "illegal action" if repeated else "declaration"
    return "illegal move" if repeated else "mate"


def steps(position: Position) -> Iterator[tuple[Position, int]]:
    """Each position of a game with the move played in it."""
    before = Position.of(position.game, position.origin)
    for move in position.history:
        yield before, move
        before = before.play(move)


def move_texts(position: Position) -> list[str]:
    """The moves of a game."""
    return [before.text(move) for before, move in steps(position)]


def go_record(names: Sequence[str], position: Position, ending: Ending) -> sgf.Record:
    """A game of Go for its SGF file."""
    moves = [(before.side, move) for before, move in steps(position)]
    record = go_record_of(Position.of(position.game, position.origin), moves)
    record.black, record.white = names
    record.result = ending.result
    if ending.detail:
        record.comments[len(moves)] = f"{ending.reason}: {ending.detail}"
    return record


def write(path: Path, text: str | bytes) -> None:
    """Replace a file as a whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with open(fresh, "wb") as file:
        file.write(text.encode() if isinstance(text, str) else text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
