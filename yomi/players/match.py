"""A match of two players in any game, kept in a folder so that it goes on where it was interrupted.

The folder holds `match.json` (the settings), `games.jsonl` (a line for every finished game) and the moves of each game.
A game counts once its line is there, and the line is written last: a killed match loses only the game being played.

Who wins is decided by our rules. Where another Go engine takes part, two passes may leave dead stones on the board, for
engines such as GNU Go do not capture them: chains that playouts give to the other side more often than not are
taken off before the area is counted. Our own players play on until nothing is dead: their area counts as it stands.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from yomi.errors import BadSpec, BadText, IllegalMove
from yomi.games import catalog
from yomi.games.game import Game
from yomi.games.go import count, sgf
from yomi.games.go.board import BLACK, EMPTY
from yomi.games.go.text import board_size, points, vertex
from yomi.games.options import split_call
from yomi.games.position import Position
from yomi.players import manners
from yomi.players.engine import TIMEOUT, EngineFailed, Outsider
from yomi.players.player import Player
from yomi.players.rating import Score
from yomi.players.referee import judge
from yomi.players.spec import Spec, parse

try:
    import fcntl
except ImportError:  # not on Windows: there two runs in one folder are not kept apart
    fcntl = None  # type: ignore[assignment]

GTP = re.compile(r"gtp(?:\(timeout=(?P<timeout>[0-9]+(?:\.[0-9]+)?)\))?:(?P<command>.+)", re.DOTALL)


class Settings(NamedTuple):
    """What makes a match, beside how long it is; texts in the one form that equal settings share."""

    game: str
    first: str
    second: str
    seed: int

    @classmethod
    def of(cls, game: str, first: str, second: str, seed: int) -> Settings:
        name, options = split_call(game)
        chosen = ",".join(f"{option}={value}" for option, value in sorted(options.items()))
        return cls(f"{name}({chosen})" if chosen else name, plain(first), plain(second), seed)

    def folder(self) -> Path:
        """Where such a match is kept unless the user says otherwise."""
        digest = hashlib.blake2b(json.dumps(self).encode(), digest_size=5).hexdigest()
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


class MatchResult(NamedTuple):
    """The games of a match so far."""

    settings: Settings
    games: int  # wanted
    played: list[Played]

    @property
    def score(self) -> Score:
        """Of the first player."""
        return Score.of(game.points for game in self.played)

    def by_colour(self) -> dict[str, Score]:
        """The first player's score with each colour."""
        colours = sorted({colour for game in self.played for colour in game.colours})
        return {c: Score.of(game.points for game in self.played if game.colours[0] == c) for c in colours}

    def forfeits(self) -> Counter[str]:
        """How many games an illegal move or a failing engine ended."""
        return Counter(game.reason for game in self.played if game.reason in ("illegal move", "engine failed"))

    def line(self) -> str:
        """The score of the first player in one line."""
        colours = [f"as {colour} {score.points:g} of {score.games}" for colour, score in self.by_colour().items()]
        ends = [f"{number} ended by {reason}" for reason, number in sorted(self.forfeits().items())]
        return "; ".join([self.score.line(), *([", ".join(colours)] if colours else []), *ends])

    def rows(self) -> list[tuple[str, ...]]:
        """A table, its heading first: the first player's score in all games and with each colour."""
        parts = {"all games": self.score} | {f"as {c}": score for c, score in self.by_colour().items()}
        heading = ("", "games", "wins", "draws", "losses", "score", "Elo")
        return [heading, *((name, str(s.games), *map(str, s), s.percent(), s.elo_text()) for name, s in parts.items())]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values for JSON, in which an infinite Elo is null."""
        total = {
            name: [sum(getattr(game, name)[k] for game in self.played) for k in (0, 1)]
            for name in ("seconds", "simulations")
        }
        parts = {colour: score_dict(score) for colour, score in self.by_colour().items()}
        counts = {"games": self.games, "played": len(self.played), "forfeits": dict(self.forfeits())}
        return self.settings._asdict() | counts | score_dict(self.score) | {"by_colour": parts} | total


def score_dict(score: Score) -> dict[str, Any]:
    elo = [None if abs(value) == float("inf") else round(value, 1) for value in (score.elo, *score.elo_interval)]
    rates = {"score": round(score.mean, 4), "interval": [round(end, 4) for end in score.interval]}
    return score._asdict() | rates | {"elo": elo[0], "elo_interval": elo[1:]}


class Contestant(Protocol):
    """Who plays in a match."""

    def begin(self, position: Position, seed: int) -> None: ...

    def choose(self, position: Position) -> tuple[int | str | None, int]:
        """A move (None: resigns), and the simulations it took."""

    def close(self) -> None: ...


class Own:
    """A player of ours, new for every game; the match's seed replaces its own."""

    def __init__(self, spec: Spec):
        self.player = Player(spec)

    def begin(self, position: Position, seed: int) -> None:
        self.player = Player(self.player.spec.with_budget(seed=seed))

    def choose(self, position: Position) -> tuple[int | None, int]:
        choice = manners.choose(self.player, position)
        return choice.move, choice.search.simulations if choice.search else 0

    def close(self) -> None:
        self.player.reset()


def plain(text: str) -> str:
    """A player's text in the form that equal players share; the seed is the match's affair."""
    return text.strip() if GTP.fullmatch(text.strip()) else str(parse(text).with_budget(seed=1))


def contestant(text: str, game: Game) -> Contestant:
    """Who a text names: a spec, or `gtp:COMMAND`, also `gtp(timeout=20):COMMAND` with seconds for each answer."""
    outside = GTP.fullmatch(text.strip())
    if outside is None:
        return Own(parse(text))
    if not catalog.is_go(game):
        raise BadSpec(f"{text!r}: other engines can play Go only, not {game.name}")
    return Outsider(outside["command"], float(outside["timeout"] or TIMEOUT))


def play_match(
    game_text: str,
    first: str,
    second: str,
    games: int,
    seed: int,
    folder: Path,
    progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Play the games missing in the folder, colours alternating; `progress` sees the result before and after each."""
    settings = Settings.of(game_text, first, second, seed)
    if games < 1:
        raise BadText(f"games {games}: expected 1 or more")
    start = catalog.start(game_text)
    with ExitStack() as stack:
        players = [stack.enter_context(closing(contestant(text, start.game))) for text in (first, second)]
        played = stack.enter_context(opened(folder, settings, games))
        result = MatchResult(settings, games, played)
        missing = sorted(set(range(1, games + 1)) - {game.game for game in played})
        for number in missing:
            if progress:
                progress(result)
            game, position, ending = play_game(settings, start, players, number)
            keep_moves(folder, settings, game, position, ending)
            append(folder / "games.jsonl", json.dumps(game._asdict()))
            played.append(game)
        if progress:
            progress(result)
    return result


def play_game(
    settings: Settings, start: Position, players: list[Contestant], number: int
) -> tuple[Played, Position, Ending]:
    """One game: the first player has side 0 in odd numbers."""
    who = [0, 1] if number % 2 else [1, 0]  # the player of each side, and so the side of each player
    seeds, seconds, simulations = settings.seeds(number), [0.0, 0.0], [0, 0]
    for player, seed in zip(players, seeds, strict=True):
        player.begin(start, seed)
    position, ending = start, None
    while ending is None and not position.over:
        mover, began = who[position.side], time.monotonic()
        try:
            move, done = players[mover].choose(position)
        except EngineFailed as error:
            ending = forfeit(position, "engine failed", str(error))
        else:
            simulations[mover] += done
            position, ending = after(position, move)
        seconds[mover] += time.monotonic() - began
    if ending is None:
        ending = finished(position, any(isinstance(player, Outsider) for player in players))
    winner = None if ending.winner is None else who[ending.winner]
    colours = [start.game.sides[who[player]] for player in (0, 1)]
    spent, plies = [round(s, 3) for s in seconds], len(position.history)
    game = Played(number, seeds, colours, winner, *ending[1:], plies, spent, simulations)
    return game, position, ending


def after(position: Position, move: int | str | None) -> tuple[Position, Ending | None]:
    """The position after a move, and the end of the game where the move is none."""
    if move is None:
        return position, forfeit(position, "resignation")
    try:
        return position.play(move), None
    except (IllegalMove, BadText) as error:
        return position, forfeit(position, "illegal move", str(error))


def forfeit(position: Position, reason: str, detail: str = "") -> Ending:
    """The side to move loses."""
    winner = 1 - position.side
    if catalog.is_go(position.game):
        return Ending(winner, f"{'BW'[winner]}+{'R' if reason == 'resignation' else 'F'}", reason, detail)
    return Ending(winner, f"{position.game.sides[winner]} wins by {reason}", reason, detail)


def finished(position: Position, outsiders: bool) -> Ending:
    """How a game ended that the rules ended."""
    game, winner = position.game, position.winner
    if not catalog.is_go(game):
        return Ending(winner, "draw" if winner is None else f"{game.sides[winner]} wins", "rules")
    counted = outsiders and position.state.passes >= 2
    dead = judge(position).dead if counted else []
    ahead = count.score(position.root, dead)
    detail = "dead: " + " ".join(position.text(p) for p in dead) if dead else ""
    side = None if ahead == 0 else int(ahead < 0)
    return Ending(side, count.score_text(ahead), "count" if counted else "rules", detail)


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
        there = known.get(name) if isinstance(known, dict) else None
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
        write(folder / "sgf" / f"{game.game:04}.sgf", sgf.write_record(go_record(settings, names, position, ending)))
        return
    head = [f"# {settings.game}", *(f"# {side}: {name}" for side, name in zip(sides, names, strict=True))]
    moves = [before.text(move) for before, move in steps(position)]
    write(folder / "moves" / f"{game.game:04}.txt", "\n".join([*head, f"# {ending.result}", *moves, ""]))


def steps(position: Position) -> Iterator[tuple[Position, int]]:
    """Each position of a game with the move played in it."""
    before = Position.of(position.game, position.origin)
    for move in position.history:
        yield before, move
        before = before.play(move)


def go_record(settings: Settings, names: list[str], position: Position, ending: Ending) -> sgf.Record:
    """A game of Go for its SGF file."""
    state, size = position.origin[0], board_size(position.state)
    setup = [
        ("b" if state.colour[p] == BLACK else "w", vertex(size, p)) for p in points(size) if state.colour[p] != EMPTY
    ]
    rules = str(split_call(settings.game)[1].get("rules", "chinese"))
    black, white = names
    record = sgf.Record(size, float(state.komi), rules, len(setup), black, white, ending.result, setup=setup)
    record.moves = [("bw"[before.side], before.text(move)) for before, move in steps(position)]
    record.first = "w" if setup else None
    if ending.detail:
        record.comments[len(record.moves)] = f"{ending.reason}: {ending.detail}"
    return record
