"""A match of two players in any game, kept in a folder so that it goes on where it was interrupted.

Who wins is decided by our rules. Where another Go engine takes part, two passes may leave dead stones on the board, for
engines such as GNU Go do not capture them: chains that playouts give to the other side more often than not are
taken off before the area is counted. Our own players play on until nothing is dead: their area counts as it stands.
Where territory counts, dead stones are always those of the referee, on which our players agree.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from yomi.errors import BadSpec, BadText, IllegalMove
from yomi.games import catalog
from yomi.games.game import Game
from yomi.games.go import count
from yomi.games.position import Position
from yomi.players import manners, openings
from yomi.players.archive import Ending, Played, Settings, append, keep_moves, opened
from yomi.players.engine import GTP, GtpEngine
from yomi.players.player import Player
from yomi.players.process import TIMEOUT, EngineFailed, Outsider
from yomi.players.rating import Score
from yomi.players.referee import judge
from yomi.players.spec import Spec, parse
from yomi.players.usi_engine import GAMES as SHOGI
from yomi.players.usi_engine import USI, UsiEngine, read_settings


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


def contestant(text: str, game: Game) -> Contestant:
    """Who a text names: a spec, `gtp:COMMAND` for Go or `usi:COMMAND` for shogi.

    `gtp(timeout=20):COMMAND` gives each answer so many seconds, `usi(nodes=3000,Skill Level=0):COMMAND` sets limits and
    the engine's own options.
    """
    if found := GTP.fullmatch(text.strip()):
        if not catalog.is_go(game):
            raise BadSpec(f"{text!r}: engines that speak GTP can play Go only, not {game.name}")
        command, timeout = found["command"], float(found["timeout"] or TIMEOUT)
        return Outsider(lambda: GtpEngine(command, timeout))
    if found := USI.fullmatch(text.strip()):
        if game.name not in SHOGI:
            raise BadSpec(f"{text!r}: engines that speak USI can play shogi and minishogi only, not {game.name}")
        program, settings = found["command"], read_settings(found["settings"] or "")
        return Outsider(lambda: UsiEngine(program, settings))
    return Own(parse(text))


def play_match(
    game_text: str,
    first: str,
    second: str,
    games: int,
    seed: int,
    folder: Path,
    progress: Callable[[MatchResult], None] | None = None,
    opening: str = openings.NONE,
) -> MatchResult:
    """Play the games missing in the folder, colours alternating; `progress` sees the result before and after each."""
    settings = Settings.of(game_text, first, second, seed, opening)
    if games < 1:
        raise BadText(f"games {games}: expected 1 or more")
    start = catalog.start(game_text)
    starts = openings.read(opening, start)
    with ExitStack() as stack:
        players = [stack.enter_context(closing(contestant(text, start.game))) for text in (first, second)]
        played = stack.enter_context(opened(folder, settings, games))
        result = MatchResult(settings, games, played)
        missing = sorted(set(range(1, games + 1)) - {game.game for game in played})
        for number in missing:
            if progress:
                progress(result)
            game, position, ending = play_game(settings, starts[(number - 1) // 2 % len(starts)], players, number)
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
    state = position.state
    if state.passes < 2 or not (outsiders or state.territory):
        return Ending(winner, count.score_text(count.score(position.root, [])), "rules")
    verdict = judge(position)
    dead = " ".join(position.text(p) for p in verdict.dead)
    return Ending(verdict.leader, count.score_text(verdict.score), "count", f"dead: {dead}" if dead else "")
