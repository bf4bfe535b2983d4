"""Nodes at each depth of the trees of Monte Carlo softmax search, by temperature [MCSS figures 2, 3]."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

import numpy as np

from yomi.arena.event import MATCH, new_event
from yomi.arena.workers import Here
from yomi.games import catalog
from yomi.games.position import Position
from yomi.papers.exp_temp import alphabeta, softmax
from yomi.papers.experiment import Cell, Experiment, Heard, Outcome, Outcomes, Point, Size, Verdict
from yomi.papers.verdicts import surely_above, together, unfinished
from yomi.players.player import Player
from yomi.players.rating import Z
from yomi.players.spec import parse
from yomi.search.read import depths

TEMPERATURES = {"shogi": (120, 80, 40, 1), "minishogi": (120, 80, 60, 40, 20)}
LONGER = {"shogi": 1.0, "minishogi": 1.7}  # seconds for these trees over those of the games [MCSS note l]
NAMES = {"shogi": "shogi", "minishogi": "5x5"}
PLAYED = 80  # the temperature in the games [MCSS note k]


def cells(size: Size) -> list[Cell]:
    return [
        Cell(f"{NAMES[game]}, T = {t}", "all", softmax(game, t, longer(game, size)), game=game)
        for game, row in TEMPERATURES.items()
        for t in row
    ]


def longer(game: str, size: Size) -> Size:
    return size._replace(scale=size.scale * LONGER[game])


@cache
def positions(game: str, size: Size) -> tuple[Position, ...]:
    """Where softmax search was to move in games against alpha-beta."""
    event = new_event(MATCH, game, [softmax(game, PLAYED, size), alphabeta(game, size)], openings="balanced")
    start, found = catalog.start(game), list[Position]()
    for played in Here().play(event, event.fixtures(size.games)):
        opening, colour = len(played.moves) - len(played.times), start.game.sides.index(played.colours[0])
        found += [at for at in passed(start, played.moves) if len(at.history) >= opening and at.side == colour]
    return tuple(found)


def passed(position: Position, moves: list[str]) -> Iterator[Position]:
    """The positions of a game in which a move was made."""
    for move in moves:
        yield position
        position = position.play(move)


def measure(cell: Cell, size: Size, heard: Heard) -> Outcome:
    """The mean number of nodes at each depth from 1 on, with its interval over the positions."""
    heard("games from which positions are taken")
    found, player, rows = positions(cell.game, size), Player(parse(cell.player)), []
    for number, position in enumerate(found, 1):
        rows.append(depths(player.search(position).tree)[1:])
        heard(f"{number} of {len(found)} trees")
    table = np.zeros((len(rows), max(map(len, rows))))
    for row, counts in zip(table, rows, strict=True):
        row[: len(counts)] = counts
    mean, half = table.mean(axis=0), Z * table.std(axis=0, ddof=min(1, len(rows) - 1)) / len(rows) ** 0.5
    points = [
        Point(depth, *(round(float(y), 2) for y in (m, max(0.0, m - h), m + h)))
        for depth, (m, h) in enumerate(zip(mean, half, strict=True), 1)
    ]
    return Outcome(tuple(points), size.games, f"mean depth {depth_text(mean_depth(points))}")


def mean_depth(points: Sequence[Point]) -> Point:
    """Of the nodes, with an interval at its widest: as if the errors at all depths pulled in one direction."""
    nodes = sum(point.y for point in points)
    mean = sum(float(point.x) * point.y for point in points) / nodes
    half = sum(abs(float(point.x) - mean) * (point.high - point.low) / 2 for point in points) / nodes
    return Point("all", mean, mean - half, mean + half)


def depth_text(mean: Point) -> str:
    return f"{mean.y:.2f} ({mean.low:.2f} to {mean.high:.2f})"


def judge(outcomes: Outcomes) -> Verdict:
    if (early := unfinished(outcomes, sum(map(len, TEMPERATURES.values())))) is not None:
        return early
    deeper, texts = list[bool | None](), []
    for game, name in NAMES.items():
        row = [mean_depth(outcome.points) for cell, outcome in outcomes.items() if cell.game == game]  # hot to cold
        reverse = any(surely_above(hot, cold) for hot, cold in pairwise(row))
        deeper.append(False if reverse else surely_above(row[-1], row[0]) or None)
        means, ts = ", ".join(map(depth_text, row)), ", ".join(map(str, TEMPERATURES[game]))
        texts.append(f"{name}: mean depth {means} at T = {ts}")
    holds = together(deeper)
    says = {True: "Colder trees are deeper", False: "Colder trees are not deeper", None: "It stays open"}[holds]
    return Verdict(holds, f"{says}: {'; '.join(texts)}.")


EXPERIMENT = Experiment(
    id="exp-depth",
    title="Nodes at each depth against temperature",
    source="MCSS figures 2, 3",
    finding="The hotter, the more nodes lie at shallow depths; the colder, the deeper they lie.",
    game="minishogi",
    cells=cells,
    judge=judge,
    full=Size(4),
    quick=Size(2, 0.02),
    time="2 hours",
    differences=(
        "The document prints no numbers beside its figures.",
        "Positions are from games of exp-temp's softmax search at T = 80 against our alpha-beta, from even openings; "
        "the document took one game of each kind, here there are four.",
        "Simulations in the place of seconds: 10,000 for 10 s in shogi, 8,500 for 1.7 s in 5x5 shogi.",
        "5x5 shogi too is averaged over positions; figure 3 has the sum over 32 of them.",
        "Evaluation set by hand: material and nearness to the kings.",
    ),
    across="depth",
    up="nodes in a tree",
    measure=measure,
)
