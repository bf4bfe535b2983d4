"""Commands that compare players: match, tournament, their results, and openings."""

from __future__ import annotations

import pathlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from yomi.cli.shared import GAME, JSON, print_json

if TYPE_CHECKING:
    from yomi.arena.event import Event
    from yomi.arena.run import Enough, Standing
    from yomi.arena.workers import Workers

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
PLOT = typer.Option(help="Draw the ratings as a ladder: a PNG or SVG file.")
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
    plot: Annotated[pathlib.Path | None, PLOT] = None,
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
        matches.show_tournament(standing, known, out, plot)


def played(
    event: Event, games: int, out: pathlib.Path, resume: bool, workers: int, ray: str, enough: Enough | None
) -> Standing:
    """The event, played to its end with a live table."""
    from rich.console import Console

    from yomi.frontend.matches import follow

    return follow(event, games, out, resume, crew_of(workers, ray)(event), enough, Console(stderr=True))


def crew_of(workers: int, ray: str) -> Callable[[Event], Workers]:
    """Who plays an event: processes of this machine, or a cluster."""
    from rich.console import Console

    from yomi.errors import BadSpec
    from yomi.frontend.matches import local_workers

    if not ray:
        return lambda event: local_workers(event, workers)
    import importlib.util

    if importlib.util.find_spec("ray") is None:
        raise BadSpec("playing on a cluster needs Ray: pip install 'yomi[cluster]'")
    from yomi.cluster.arena import RayWorkers

    crew = RayWorkers(ray, workers, Console(stderr=True).print)
    return lambda event: crew


@arena.command()
def results(
    file: Annotated[pathlib.Path, typer.Argument(help="a file of results")] = STORE,
    event: Annotated[int, typer.Option(min=0, help="Show this one; 0: list them all.")] = 0,
    export: Annotated[pathlib.Path | None, typer.Option(help="Write the games of the event to this folder.")] = None,
    form: Annotated[str, typer.Option("--format", help="sgf, kif, csa or txt; none: the game's own.")] = "",
    anchor: Annotated[str, typer.Option(help="'NUMBER=ELO', as in a tournament.")] = "",
    plot: Annotated[pathlib.Path | None, PLOT] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the events of a file, show one, or write its games as SGF, KIF or CSA.

    Example: `yomi results arena.sqlite --event 1 --export games`
    """
    from yomi.frontend import stored

    stored.show(file, event, export, form, anchor, json, plot)


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


@arena.command()
def tune(
    game: Annotated[str, GAME],
    player: Annotated[str, typer.Argument(help="a spec with gaps: 'uct(p={0.1..2},fpu={0.5..2}) simulations=300'")],
    against: Annotated[str, typer.Option(help="The opponent; none: the player in the middle of all ranges.")] = "",
    trials: Annotated[int, typer.Option(min=1, help="Settings to try.")] = 30,
    games: Annotated[int, typer.Option(min=2, help="Of each trial.")] = 40,
    confirm: Annotated[int, typer.Option(min=2, help="Games in which the best settings confirm their score.")] = 200,
    seed: Annotated[int, SEED] = 1,
    openings: Annotated[str, OPENINGS] = "",
    workers: Annotated[int, WORKERS] = 0,
    ray: Annotated[str, RAY] = "",
    out: Annotated[pathlib.Path, OUT] = pathlib.Path("tune.sqlite"),
    json: Annotated[bool, JSON] = False,
) -> None:
    """Search the settings with which a player does best; goes on when interrupted; needs `pip install 'yomi[tune]'`.

    Gaps are `{LOW..HIGH}`, `{LOW..HIGH log}` or `{WORD|WORD}`.
    Example: `yomi tune go9 "uct(p={0.1..2},fpu={0.5..2}) simulations=300" --against "uct simulations=300"`
    """
    import importlib.util

    from yomi.errors import BadSpec

    if importlib.util.find_spec("optuna") is None:
        raise BadSpec("tuning needs optuna: pip install 'yomi[tune]'")
    from yomi.arena.template import read_template
    from yomi.arena.tune import Goal
    from yomi.frontend import tuning

    template = read_template(player)
    goal = Goal(game, template, against or template.middle(), trials, games, confirm, seed, openings)
    tuned = tuning.follow(goal, out, crew_of(workers, ray))
    if json:
        print_json(tuning.as_dict(tuned))
    else:
        tuning.show(goal, tuned)
