"""Commands that compare players: match, tournament, their results, and openings."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomi.cli.shared import GAME, JSON, print_json

if TYPE_CHECKING:
    from yomi.arena.event import Event
    from yomi.arena.run import Enough, Standing

arena = typer.Typer()
PLAYER = "a spec, or gtp:COMMAND, usi:COMMAND for another engine"
SEED = typer.Option(min=0, help="Of all random numbers.")
OPENINGS = typer.Option(help="'balanced' (9x9 Go, shogi, minishogi), or a file; each is played with both colours.")
CLOCK = typer.Option(help="Time of each side: '5m', '1m+2' (Fischer), '10m+5x30' (byo-yomi). Late is lost.")
LIMIT = typer.Option(min=0, help="Stop a game after so many moves; 0: never.")
WORKERS = typer.Option(min=0, help="Games at a time; 0: as many as the cores allow.")
OUT = typer.Option(help="File of results, to which events are added.")
RESUME = typer.Option("--resume", help="Go on with an event that was begun, or add games to it.")
RAY = typer.Option(help="Play on a Ray cluster: its address; auto: the one here, or a new one.")
STORE = pathlib.Path("arena.sqlite")


@arena.command()
def match(
    game: Annotated[str, GAME],
    first: Annotated[str, typer.Argument(help=PLAYER)],
    second: Annotated[str, typer.Argument(help="the same, for the opponent")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, SEED] = 1,
    openings: Annotated[str, OPENINGS] = "",
    clock: Annotated[str, CLOCK] = "",
    limit: Annotated[int, LIMIT] = 0,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Stop as soon as a sequential test decides between these two differences in Elo."),
    ] = None,
    workers: Annotated[int, WORKERS] = 0,
    ray: Annotated[str, RAY] = "",
    out: Annotated[pathlib.Path, OUT] = STORE,
    resume: Annotated[bool, RESUME] = False,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Play FIRST against SECOND: the score with its 95% interval, whatever happens on the way.

    Example: `yomi match go9 "uct(p=1.1) simulations=3000" "gtp:gnugo --mode gtp --level 1" --games 40`
    """
    from yomi.arena.event import MATCH, new_event
    from yomi.frontend import matches

    event = new_event(MATCH, game, [first, second], seed=seed, openings=openings, clock=clock, limit=limit)
    test = matches.sequential(sprt) if sprt else None
    standing = played(event, games, out, resume, workers, ray, test.enough if test else None)
    if json:
        print_json(matches.match_json(standing, test))
    else:
        matches.show_match(standing, test, out)


@arena.command()
def tournament(
    game: Annotated[str, GAME],
    players: Annotated[list[str], typer.Argument(help=f"two or more, each {PLAYER}")],
    kind: Annotated[str, typer.Option(help="roundrobin: all against all; gauntlet: the first against all others.")] = (
        "roundrobin"
    ),
    games: Annotated[int, typer.Option(min=1, help="Of each two players.")] = 20,
    seed: Annotated[int, SEED] = 1,
    openings: Annotated[str, OPENINGS] = "",
    clock: Annotated[str, CLOCK] = "",
    limit: Annotated[int, LIMIT] = 0,
    anchor: Annotated[str, typer.Option(help="'NUMBER=ELO': player NUMBER has this rating; else the mean is 0.")] = "",
    workers: Annotated[int, WORKERS] = 0,
    ray: Annotated[str, RAY] = "",
    out: Annotated[pathlib.Path, OUT] = STORE,
    resume: Annotated[bool, RESUME] = False,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Let many players meet: ratings with 95% intervals, and who beat whom.

    Example: `yomi tournament go9 "uct simulations=500" "mc-rave simulations=500" yomi --games 40 --anchor 1=0`
    """
    from yomi.arena.event import new_event
    from yomi.frontend import matches

    event = new_event(kind, game, players, seed=seed, openings=openings, clock=clock, limit=limit)
    known = matches.read_anchor(anchor, event.players)
    standing = played(event, games, out, resume, workers, ray, None)
    if json:
        print_json(matches.tournament_json(standing, known))
    else:
        matches.show_tournament(standing, known, out)


def played(
    event: Event, games: int, out: pathlib.Path, resume: bool, workers: int, ray: str, enough: Enough | None
) -> Standing:
    """The event, played to its end with a live table."""
    from rich.console import Console

    from yomi.frontend.matches import follow, local_workers

    crew: Any = local_workers(event, workers)
    console = Console(stderr=True)
    if ray:
        from yomi.cluster.arena import RayWorkers

        crew = RayWorkers(ray, workers, console.print)
    return follow(event, games, out, resume, crew, enough, console)


@arena.command()
def results(
    file: Annotated[pathlib.Path, typer.Argument(help="a file of results")] = STORE,
    event: Annotated[int, typer.Option(min=0, help="Show this one; 0: list them all.")] = 0,
    export: Annotated[pathlib.Path | None, typer.Option(help="Write the games of the event to this folder.")] = None,
    form: Annotated[str, typer.Option("--format", help="sgf, kif, csa or txt; none: the game's own.")] = "",
    anchor: Annotated[str, typer.Option(help="'NUMBER=ELO', as in a tournament.")] = "",
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the events of a file, show one, or write its games as SGF, KIF or CSA.

    Example: `yomi results arena.sqlite --event 1 --export games`
    """
    from yomi.frontend import stored

    stored.show(file, event, export, form, anchor, json)


@arena.command()
def openings(
    game: Annotated[str, GAME],
    out: Annotated[pathlib.Path, typer.Argument(help="the file to write, for `yomi match --openings FILE`")],
    player: Annotated[str, typer.Option(help="Who knows good moves, a spec.")] = "yomi simulations=3000",
    plies: Annotated[int, typer.Option(min=1, max=40, help="Moves of each opening.")] = 6,
    count: Annotated[int, typer.Option(min=1, help="How many openings.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="Of the choice among good moves.")] = 1,
) -> None:
    """Make balanced openings: good moves chosen by chance, and a deeper look at the end that sees neither side ahead.

    Example: `yomi openings minishogi mini.txt --plies 4 --count 20`
    """
    from rich.console import Console

    from yomi.frontend.openings import make_file

    made = make_file(game, player, plies, count, seed, out, Console(stderr=True))
    print(f"{made} openings are in {out}")
