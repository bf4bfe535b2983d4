"""The folder a match is kept in: its settings, a line for every finished game, and the moves of each game.

A game counts once its line is there, and the line is written last: a killed match loses only the game being played.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from yomi.errors import BadText
from yomi.games import catalog
from yomi.games.game import Game
from yomi.games.go import sgf
from yomi.games.go.replay import record_of
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players.engine import GTP
from yomi.players.spec import parse
from yomi.players.usi_engine import USI

try:
    import fcntl
except ImportError:  # not on Windows: there two runs in one folder are not kept apart
    fcntl = None  # type: ignore[assignment]


def plain(text: str, board: Game) -> str:
    """A player's text in the form that equal players share; the seed is the match's affair."""
    if GTP.fullmatch(text.strip()) or USI.fullmatch(text.strip()):
        return text.strip()
    return str(parse(text).on(board).with_budget(seed=1))


class Settings(NamedTuple):
    """What makes a match, beside how long it is; texts in the one form that equal settings share."""

    game: str
    first: str
    second: str
    seed: int
    openings: str = ""  # none, the set that comes with Yomi, or a file

    @classmethod
    def of(cls, game: str, first: str, second: str, seed: int, openings: str = "") -> Settings:
        name, options = split_call(game)
        board = catalog.game(name)
        chosen = ",".join(f"{option}={value}" for option, value in sorted(options.items()))
        texts = f"{name}({chosen})" if chosen else name, plain(first, board), plain(second, board)
        return cls(*texts, seed, openings)

    def folder(self) -> Path:
        """Where such a match is kept unless the user says otherwise."""
        given = self if self.openings else self[:-1]
        digest = hashlib.blake2b(json.dumps(given).encode(), digest_size=5).hexdigest()
        return Path("matches") / f"{Path(self.game.partition('(')[0]).stem}-{digest}"

    def seeds(self, number: int) -> list[int]:
        """A seed for each player in a game: games of one match, and matches with seeds near each other, share none."""
        words = [f"{self.seed} {number} {player}".encode() for player in (0, 1)]
        return [int.from_bytes(hashlib.blake2b(word, digest_size=6).digest()) for word in words]


class Played(NamedTuple):
    """A finished game, as its line in `games.jsonl`; lists are in the order first player, second player."""

    game: int  # its number, from 1
    seeds: list[int]
    colours: list[str]
    winner: int | None  # 0 the first player, 1 the second, None nobody
    result: str
    reason: str  # rules, count, resignation, illegal move, engine failed
    detail: str
    plies: int
    seconds: list[float]
    simulations: list[int]

    @property
    def points(self) -> float:
        """Of the first player."""
        return 0.5 if self.winner is None else 1.0 - self.winner


class Ending(NamedTuple):
    """How a game ended; the winner is a side."""

    winner: int | None
    result: str
    reason: str
    detail: str = ""


@contextmanager
def opened(folder: Path, settings: Settings, games: int) -> Iterator[list[Played]]:
    """The finished games of the match in a folder, which no other process can open meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadText(f"{folder}: another process is playing this match") from None
        check_settings(folder, settings)
        write(folder / "match.json", json.dumps(settings._asdict() | {"games": games}, indent=1) + "\n")
        yield read_games(folder / "games.jsonl")


def check_settings(folder: Path, settings: Settings) -> None:
    """Refuse a folder that holds another match."""
    path = folder / "match.json"
    if not path.exists():
        if (folder / "games.jsonl").exists():
            raise BadText(f"{folder} holds games but no match.json: expected an empty folder or a match")
        return
    try:
        known = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise BadText(f"{path}: {error}") from None
    for name, value in settings._asdict().items():
        there = known.get(name, Settings._field_defaults.get(name)) if isinstance(known, dict) else None
        if there != value:
            raise BadText(f"{folder} holds another match, with {name} {there!r}, not {value!r}: give another folder")


def read_games(path: Path) -> list[Played]:
    """The games in a file; a last line that was cut off is taken out of it."""
    text = path.read_text("utf-8", errors="replace") if path.exists() else ""
    lines = text.splitlines()
    games: dict[int, Played] = {}
    for number, line in enumerate(lines, 1):
        try:
            game = Played(**json.loads(line))
        except (ValueError, TypeError) as error:
            if number < len(lines) or isinstance(error, TypeError):
                raise BadText(f"{path}, line {number}: {error}") from None
        else:
            games.setdefault(game.game, game)
    whole = "".join(json.dumps(game._asdict()) + "\n" for game in games.values())
    if text != whole:
        write(path, whole)
    return list(games.values())


def write(path: Path, text: str) -> None:
    """Replace a file as a whole or not at all."""
    path.parent.mkdir(exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    append(fresh, text.removesuffix("\n"), "w")
    os.replace(fresh, path)


def append(path: Path, line: str, mode: str = "a") -> None:
    """Write a line and see it to the disk."""
    with open(path, mode, encoding="utf-8") as file:
        file.write(line + "\n")
        file.flush()
        os.fsync(file.fileno())


def keep_moves(folder: Path, settings: Settings, game: Played, position: Position, ending: Ending) -> None:
    """The moves of a game in a file of its own, SGF for Go."""
    sides = position.game.sides
    names = [(settings.first, settings.second)[game.colours.index(side)] for side in sides]
    if catalog.is_go(position.game):
        write(folder / "sgf" / f"{game.game:04}.sgf", sgf.write_record(go_record(names, position, ending)))
        return
    head = [f"# {settings.game}", *(f"# {side}: {name}" for side, name in zip(sides, names, strict=True))]
    lines = [*head, f"# {ending.result}", *move_texts(position), ""]
    write(folder / "moves" / f"{game.game:04}.txt", "\n".join(lines))


def steps(position: Position) -> Iterator[tuple[Position, int]]:
    """Each position of a game with the move played in it."""
    before = Position.of(position.game, position.origin)
    for move in position.history:
        yield before, move
        before = before.play(move)


def move_texts(position: Position) -> list[str]:
    """The moves of a game."""
    return [before.text(move) for before, move in steps(position)]


def go_record(names: list[str], position: Position, ending: Ending) -> sgf.Record:
    """A game of Go for its SGF file."""
    moves = [(before.side, move) for before, move in steps(position)]
    record = record_of(Position.of(position.game, position.origin), moves)
    record.black, record.white, record.result = *names, ending.result
    if ending.detail:
        record.comments[len(moves)] = f"{ending.reason}: {ending.detail}"
    return record
