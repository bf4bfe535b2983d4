"""A match as a person follows it: a progress bar with the running score, a table at the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from yomi.players.match import MatchResult


@contextmanager
def follow(games: int, console: Console) -> Iterator[Callable[[MatchResult], None]]:
    """A progress bar; what it gives is called with the result so far."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("compiling and starting", total=games)

        def show(result: MatchResult) -> None:
            description = result.score.percent() if result.played else "first game"
            bar.update(task, completed=len(result.played), description=description)

        yield show


def table(result: MatchResult) -> Table:
    """The score in all games and with each colour."""
    heading, *rows = result.rows()
    settings = result.settings
    shown = Table(*heading, title=f"{settings.game}: {settings.first}\nagainst {settings.second}")
    for row in rows:
        shown.add_row(*row)
    return shown
