"""Learning as a person follows it: a progress bar, and the strongest and weakest shapes drawn side by side."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from yomi.errors import BadText
from yomi.games.go.shapes import drawing, shapes
from yomi.games.go.text import COLUMNS, board_size
from yomi.games.go.weighted import FEATURES
from yomi.games.hints import after_values
from yomi.games.marks import MARKS
from yomi.games.position import Position
from yomi.learn.balance import Balance, learn_values
from yomi.learn.games import Source, judged_positions, self_play
from yomi.learn.minorise import KINDS, learn_moves
from yomi.learn.shapes import TdShapes, learn_shapes
from yomi.players.spec import Spec
from yomi.value import localshape
from yomi.value.gammas import Weights, even, load, save
from yomi.value.localshape import ShapeValues

ROW = 8  # drawings side by side


def learn_from_moves(out: Path, source: Source, what: str, sweeps: int, console: Console) -> Weights:
    """Play what is missing, learn by minorisation-maximisation, keep the weights in a file."""
    if what not in KINDS:
        raise BadText(f"weights for {what!r}: expected one of {', '.join(KINDS)}")
    with follow("games", source.wanted, console) as progress:
        records = self_play(source, out.with_suffix(".games.jsonl"), progress)
    with follow("learning", sweeps, console) as progress:
        weights = learn_moves(source, records, KINDS[what], sweeps, progress)
    save(weights, out)
    return weights


def learn_from_values(out: Path, source: Source, start: str, settings: Balance, console: Console) -> Weights:
    """Judge what is missing, learn by simulation balancing, keep the weights in a file."""
    first = even() if start == "even" else load(start)
    with follow("positions", source.wanted, console) as progress:
        judged = judged_positions(source, out.with_suffix(".positions.jsonl"), progress)
    with follow("learning", settings.steps(judged), console) as progress:
        weights = learn_values(
            source, judged, first, settings, lambda done, error: progress(done, f", squared bias {error:.4f}")
        )
    save(weights, out)
    return weights


def learn_local_shapes(
    out: Path, game: str, games: int, settings: TdShapes, seed: int, console: Console
) -> tuple[Position, ShapeValues]:
    """Learn by temporal differences, keep the weights in a file; where they begin and what they are."""
    position = Source(game, Spec(), games, seed).start
    with follow("games", games, console) as progress:
        values = learn_shapes(position, games, settings, seed, progress)
    made = {"method": "TD(0)", "game": game, "games": games, "seed": seed, **settings._asdict()}
    localshape.save(values, board_size(position.state), made, out)
    return position, values


def opening_table(position: Position, values: ShapeValues) -> Table:
    """The first player's chance after each first move, as learnt."""
    moves = np.array([move for move in position.legal if move], np.int32)
    chance = np.zeros(len(moves), np.float32)
    after_values(position.root.copy()[0], values, moves, chance)
    known = {position.text(int(move)): f"{100 * value:.0f}" for move, value in zip(moves, chance, strict=True)}
    size = board_size(position.state)
    table = Table("", *COLUMNS[:size], title="Chance after each first move, percent")
    for row in range(size, 0, -1):
        table.add_row(str(row), *(known[f"{column}{row}"] for column in COLUMNS[:size]))
    return table


@contextmanager
def follow(what: str, total: int, console: Console) -> Iterator[Callable[..., None]]:
    """A progress bar; what it gives is called with the number of items done, and perhaps with something to say."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)

        def show(done: int, said: str = "") -> None:
            bar.update(task, completed=done, description=f"{what}{said}")

        yield show


def show(weights: Weights, console: Console) -> None:
    """Print what was learnt."""
    console.print(features_table(weights))
    console.print(shapes_text(weights), markup=False, highlight=False)


def features_table(weights: Weights) -> Table:
    """What each feature multiplies the weight of a move by."""
    table = Table("feature", "gamma", "a move that", title="Features")
    for name, theta in zip(weights.names, weights.features, strict=True):
        meaning = (FEATURES | MARKS)[name]
        table.add_row(name, f"{np.exp(theta):.2f}", meaning)
    return table


def shapes_text(weights: Weights) -> str:
    """The strongest and the weakest shapes with their gammas; X is to play in the middle, *."""
    ranked = np.argsort(-weights.shapes, kind="stable")
    shown = [k for k in ranked.tolist() if k and weights.shapes[k] != 0 and not shapes().eye[k]]
    parts = [("Strongest shapes, X to play at *", shown[:ROW]), ("Weakest shapes", shown[-ROW:])]
    return "\n".join(f"{title}\n{side_by_side(weights, kinds)}" for title, kinds in parts)


def side_by_side(weights: Weights, kinds: list[int]) -> str:
    """Drawings of some shapes in a row, gammas below."""
    rows = ["".join(f"{' '.join(middle(k)[r]):<8}" for k in kinds).rstrip() for r in range(3)]
    gammas = "".join(f"{np.exp(weights.shapes[k]):<8.2f}" for k in kinds).rstrip()
    return "\n".join([*rows, gammas])


def middle(shape: int) -> list[str]:
    """The rows of a drawing, with a star in the middle."""
    rows = drawing(shape).split()
    return [rows[0], f"{rows[1][0]}*{rows[1][2]}", rows[2]]
