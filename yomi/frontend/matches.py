"""Events as a person follows them: a live table while games are played, the result at the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from yomi.arena import report
from yomi.arena.event import MATCH, Event
from yomi.arena.run import Enough, Standing, play_event
from yomi.arena.sprt import Sprt
from yomi.arena.store import Store
from yomi.arena.workers import Here, Processes, Workers, useful_workers
from yomi.errors import BadText
from yomi.frontend.ladder import draw_ladder
from yomi.players.rating import signed

Anchor = tuple[str, float] | None


def local_workers(event: Event, count: int) -> Workers:
    """Processes of this machine; one worker is this process itself."""
    wanted = count or useful_workers(event)
    return Here() if wanted == 1 else Processes(wanted)


def follow(
    event: Event, games: int, out: Path, resume: bool, workers: Workers, enough: Enough | None, console: Console
) -> Standing:
    """Play an event with a live table."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console)
    task = bar.add_task("compiling and starting", total=games * len(event.pairings()))
    with Store(out) as store, Live(bar, console=console, transient=True, refresh_per_second=4) as live:

        def show(standing: Standing) -> None:
            bar.update(task, completed=len(standing.played))
            if standing.played:
                bar.update(task, description="games")
                live.update(Group(table(standing), bar))

        return play_event(event, games, store, workers, resume, show, enough)


def table(standing: Standing, anchor: Anchor = None) -> Table:
    """The event as it stands."""
    return match_table(standing) if standing.event.kind == MATCH else ratings_table(standing, anchor)


def match_table(standing: Standing) -> Table:
    """The score in all games and with each colour."""
    heading, *rows = report.rows(standing)
    first, second = standing.event.players
    shown = Table(*heading, title=f"{standing.event.game}: {first}\nagainst {second}")
    for row in rows:
        shown.add_row(*row)
    return shown


def ratings_table(standing: Standing, anchor: Anchor = None) -> Table:
    """All players with their ratings, best first."""
    shown = Table(
        "", "player", "Elo", "95%", "games", "score", "CPU s a move", title=f"{standing.event.game} tournament"
    )
    spent = dict(zip(standing.event.players, report.effort(standing), strict=True))
    for rank, rated in enumerate(report.pool_of(standing, anchor).rated, 1):
        number = standing.event.players.index(rated.name) + 1
        elo = f"{signed(rated.elo)}{' or beyond' if rated.bounded else ''}"
        interval = f"{signed(rated.low)} to {signed(rated.high)}"
        cpu = f"{spent[rated.name][1]:.3f}"
        shown.add_row(str(rank), f"{number}. {rated.name}", elo, interval, str(rated.games), f"{rated.score:.1%}", cpu)
    return shown


def cross_table(standing: Standing) -> Table:
    """Points of the player of each row against the player of each column."""
    players = range(len(standing.event.players))
    shown = Table("", *(str(k + 1) for k in players), title="points against each other")
    for a in players:
        cells = []
        for b in players:
            games = report.between(standing, min(a, b), max(a, b)) if a != b else []
            points = sum(game.points if a < b else 1 - game.points for game in games)
            cells.append(f"{points:g}/{len(games)}" if games else "–")
        shown.add_row(f"{a + 1}. {standing.event.players[a]}", *cells)
    return shown


class Sequential(NamedTuple):
    """A sequential test that watches a match."""

    test: Sprt

    def enough(self, standing: Standing) -> bool:
        return self.test.verdict(report.pairs_of(standing.played)) is not None


def sequential(bounds: tuple[float, float]) -> Sequential:
    return Sequential(Sprt(*bounds))


def show_match(standing: Standing, test: Sequential | None, out: Path) -> None:
    """The result of a match."""
    console = Console()
    console.print(match_table(standing))
    print(report.line(standing))
    if test is not None:
        print(test.test.line(report.pairs_of(standing.played)))
    print(f"Games are kept in {out}: yomi results {out}")


def show_tournament(standing: Standing, anchor: Anchor, out: Path, plot: Path | None = None) -> None:
    """The result of a tournament."""
    console = Console()
    console.print(ratings_table(standing, anchor))
    console.print(cross_table(standing))
    if plot is not None:
        rated, command = report.pool_of(standing, anchor).rated, f"yomi results {out} --plot {plot}"
        if not draw_ladder(rated, f"{standing.event.game}, {len(standing.played)} games", command, plot):
            raise BadText(f"plot {str(plot)!r}: needs matplotlib: pip install 'yomi[plots]'")
        print(f"The ladder is {plot}")
    print(f"Games are kept in {out}: yomi results {out}")


def match_json(standing: Standing, test: Sequential | None) -> dict[str, Any]:
    """A match as plain values."""
    found = report.as_dict(standing)
    if test is not None:
        pairs = report.pairs_of(standing.played)
        found["sprt"] = test.test._asdict() | {"llr": test.test.llr(pairs), "verdict": test.test.verdict(pairs)}
    return found


def tournament_json(standing: Standing, anchor: Anchor) -> dict[str, Any]:
    """A tournament as plain values."""
    return report.as_dict(standing, anchor)


def read_anchor(text: str, players: tuple[str, ...]) -> Anchor:
    """`3=1800`: the third player has this rating."""
    if not text:
        return None
    number, _, elo = text.partition("=")
    try:
        place, value = int(number), float(elo)
    except ValueError:
        raise BadText(f"anchor {text!r}: expected NUMBER=ELO, such as 1=0") from None
    if not 1 <= place <= len(players):
        raise BadText(f"anchor {text!r}: expected a player's number, 1 to {len(players)}")
    return players[place - 1], value
