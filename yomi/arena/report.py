"""What an event has shown so far: scores by pairs of games, by colour, ratings of all players, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from yomi.arena.event import Played
from yomi.arena.pairs import Pairs
from yomi.arena.pool import Pool
from yomi.arena.run import Standing
from yomi.players.ending import FAILED, ILLEGAL, LATE
from yomi.players.rating import Score

FORFEITS = (ILLEGAL, FAILED, LATE)


def between(standing: Standing, first: int, second: int) -> list[Played]:
    """The games of two players."""
    return [game for game in standing.played if game.fixture[:2] == (first, second)]


def score_of(games: Iterable[Played]) -> Score:
    """Of the first player."""
    return Score.of(game.points for game in games)


def pairs_of(games: Iterable[Played]) -> Pairs:
    """Finished pairs of games, which share an opening; a game whose other half is missing does not count yet."""
    points = {(game.fixture[:2], game.fixture.number): game.points for game in games}
    whole = [(who, number) for who, number in points if number % 2 and (who, number + 1) in points]
    return Pairs.of((points[who, number], points[who, number + 1]) for who, number in whole)


def by_colour(games: Iterable[Played]) -> dict[str, Score]:
    """The first player's score with each colour."""
    played = list(games)
    colours = sorted({colour for game in played for colour in game.colours})
    return {c: score_of(game for game in played if game.colours[0] == c) for c in colours}


def forfeits(games: Iterable[Played]) -> Counter[str]:
    """How many games an illegal move, a failing engine or a fallen flag ended."""
    return Counter(game.reason for game in games if game.reason in FORFEITS)


def sure(games: list[Played]) -> str:
    """The difference in Elo with its interval, from pairs where there are enough of them."""
    pairs = pairs_of(games)
    return pairs.elo_text() if pairs.pairs >= 2 else score_of(games).elo_text()


def line(standing: Standing) -> str:
    """A match in one line, as the first player sees it."""
    games = standing.played
    if not games:
        return "no games"
    score, pairs = score_of(games), pairs_of(games)
    counts = f"{score.wins} wins, {score.draws} draws, {score.losses} losses of {score.games}"
    colours = [f"as {colour} {part.points:g} of {part.games}" for colour, part in by_colour(games).items()]
    ends = [f"{number} ended by {reason}" for reason, number in sorted(forfeits(games).items())]
    stronger = [f"{pairs.superiority:.1%} likely the stronger one"] if pairs.pairs >= 2 else []
    return "; ".join([f"{score.percent()} ({counts}), {sure(games)}", *stronger, ", ".join(colours), *ends])


def rows(standing: Standing) -> list[tuple[str, ...]]:
    """A table of a match, its heading first: the first player's score in all games and with each colour."""
    games = standing.played
    heading = ("", "games", "wins", "draws", "losses", "score", "Elo")
    score = score_of(games)
    found = [heading, ("all games", str(score.games), *map(str, score), score.percent(), sure(games))]
    for colour, part in by_colour(games).items():
        found.append((f"as {colour}", str(part.games), *map(str, part), part.percent(), part.elo_text()))
    return found


def pool_of(standing: Standing, anchor: tuple[str, float] | None = None) -> Pool:
    """The ratings of all who have played."""
    scores = {pairing: score_of(between(standing, *pairing)) for pairing in standing.event.pairings()}
    met = {pairing: score for pairing, score in scores.items() if score.games}
    places = sorted({place for pairing in met for place in pairing})
    names = [standing.event.players[place] for place in places]
    return Pool.of(names, {(places.index(a), places.index(b)): score for (a, b), score in met.items()}, anchor)


def effort(standing: Standing) -> list[tuple[float, float, float]]:
    """For each player seconds, CPU seconds and simulations of a move, on average."""
    sums: list[list[float]] = [[0.0, 0.0, 0.0, 0.0] for _ in standing.event.players]
    for game in standing.played:
        for k, place in enumerate(game.fixture[:2]):
            for column, given in enumerate((game.seconds[k], game.cpu[k], game.simulations[k])):
                sums[place][column] += given
            sums[place][3] += len(game.times) / 2
    return [(a / max(n, 1), b / max(n, 1), c / max(n, 1)) for a, b, c, n in sums]


def as_dict(standing: Standing, anchor: tuple[str, float] | None = None) -> dict[str, Any]:
    """All of it as plain values for JSON, in which an infinite Elo is null."""
    event, games = standing.event, standing.played
    names = ("seconds_a_move", "cpu_a_move", "simulations_a_move")
    players = [
        {"player": text} | dict(zip(names, (round(value, 5) for value in spent), strict=True))
        for text, spent in zip(event.players, effort(standing), strict=True)
    ]
    counts = {"wanted": standing.games * len(event.pairings()), "played": len(games)}
    found = event._asdict() | {"players": players} | counts | {"forfeits": dict(forfeits(games))}
    met = [(a, b, between(standing, a, b)) for a, b in event.pairings()]
    found["pairings"] = [{"first": a, "second": b} | numbers(part) for a, b, part in met if part]
    if len(event.players) > 2 and games:
        found["ratings"] = [rated._asdict() for rated in pool_of(standing, anchor).rated]
    return found


def numbers(games: list[Played]) -> dict[str, Any]:
    """The score of some games."""
    score, pairs = score_of(games), pairs_of(games)
    by_pairs = pairs if pairs.pairs >= 2 else score
    elo = [finite(value) for value in (by_pairs.elo, *by_pairs.elo_interval)]
    rates = {"score": round(score.mean, 4), "interval": [round(end, 4) for end in by_pairs.interval]}
    colours = {colour: part._asdict() for colour, part in by_colour(games).items()}
    more = {"pairs": list(pairs), "superiority": round(pairs.superiority, 4), "by_colour": colours}
    return score._asdict() | rates | {"elo": elo[0], "elo_interval": elo[1:]} | more


def finite(value: float) -> float | None:
    return None if abs(value) == float("inf") else round(value, 1)
