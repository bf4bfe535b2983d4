"""The command line: short commands, each of which imports what it needs when it runs."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomi.errors import YomiError

if TYPE_CHECKING:
    from yomi.games.position import Position
    from yomi.players.spec import Spec

ABOUT = "Yomi (読み): game-tree search for Go and games of your own. Try `yomi play`, or `yomi gtp` in a Go program."
app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown", help=ABOUT)

STRONG = "yomi"  # the preset
GAME = typer.Argument(help="go2 to go19, shogi, minishogi, tictactoe, connect4, nim, or the path of your own "
                           "game's .py file; with options: 'go9(komi=0.5,rules=aga)'")  # fmt: skip
MEMORY = typer.Option(help="Megabytes for the tree.")
JSON = typer.Option("--json", help="Print one JSON object instead of a table.")


def main() -> None:
    """Run a command; an error that a user can cause is one sentence, not a traceback."""
    try:
        app()
    except YomiError as error:
        print(f"yomi: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def warm_up(position: Position, spec: Spec, quiet: bool = False) -> None:
    """Compile what will be needed, with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from yomi.players.warm import steps

    todo = list(steps(position, spec))
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task("compiling", total=len(todo))
        for name, step in todo:
            bar.update(task, description=f"compiling {position.game.name}: {name} (only the first time takes long)")
            step()
            bar.advance(task)


@app.command()
def play(
    game: Annotated[str, GAME] = "go9",
    player: Annotated[str, typer.Argument(help="who you play against, a spec")] = "",
    white: Annotated[bool, typer.Option("--white", "--second", help="Let the player begin.")] = False,
    memory: Annotated[float | None, MEMORY] = None,
) -> None:
    """Play against Yomi in the terminal.

    Example: `yomi play go9 "uct(p=1.1) seconds=5 threads=2"`
    """
    from rich.console import Console

    from yomi.frontend.terminal import Terminal
    from yomi.games.catalog import start
    from yomi.players.player import Player
    from yomi.players.session import Session
    from yomi.players.spec import parse

    position = start(game)
    spec = parse(player or f"{STRONG} seconds=3 threads={os.cpu_count() or 1}")
    spec = spec if memory is None else spec.with_budget(memory=memory)
    warm_up(position, spec)
    session = Session(position.game, Player(spec))
    session.start_from(position)
    Terminal(session, int(white), Console()).run()


@app.command()
def gtp(
    player: Annotated[str, typer.Argument(help="the player, a spec")] = STRONG,
    size: Annotated[int, typer.Option(help="Board size until the program sets one.")] = 9,
    komi: Annotated[float | None, typer.Option(help="Komi until the program sets one.")] = None,
    rules: Annotated[str, typer.Option(help="Rule set until the program sets one.")] = "chinese",
    memory: Annotated[float | None, MEMORY] = None,
) -> None:
    """Speak GTP on standard input and output, for Sabaki, GoGui and other Go programs.

    Example: `yomi gtp "uct(fpu=1.1) seconds=5 threads=2" --memory 2000`
    """
    from yomi.frontend.gtp import run

    run(player if memory is None else f"{player} memory={memory}", size=size, komi=komi, rules=rules)


@app.command()
def usi(
    game: Annotated[str, typer.Option(help="shogi or minishogi, with options: 'minishogi(limit=200)'.")] = "shogi",
    player: Annotated[str, typer.Option(help="The player, a spec.")] = STRONG,
) -> None:
    """Speak USI on standard input and output, for ShogiHome, Shogidokoro and other shogi programs.

    Example: `yomi usi --game minishogi --player "uct threads=2"`
    """
    from yomi.frontend.usi import run

    run(player, game)


@app.command()
def analyze(
    file: Annotated[pathlib.Path, typer.Argument(help="an SGF, KIF, KI2, CSA or SFEN file")],
    move: Annotated[int | None, typer.Option(help="Look at the position after this many moves.")] = None,
    player: Annotated[str, typer.Option(help="Who looks, a spec.")] = f"{STRONG} simulations=20000",
    memory: Annotated[float | None, MEMORY] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Show what a search thinks of a position: moves with visits, win rate and line; the board, in Go with ownership.

    Example: `yomi analyze game.sgf --move 20`, `yomi analyze game.kif --player "mcss seconds=5"`
    """
    from rich.console import Console

    from yomi.errors import GameOver
    from yomi.frontend import analysis
    from yomi.games.catalog import is_go
    from yomi.players.player import Player
    from yomi.players.referee import JUDGE, owner_map
    from yomi.players.spec import parse

    position = analysis.read_game(file, move)
    spec = parse(player)
    spec = spec if memory is None else spec.with_budget(memory=memory)
    if position.over:
        raise GameOver(f"the game in {str(file)!r} is over there; look at an earlier one with --move")
    warm_up(position, spec, quiet=json)
    thinker = Player(spec)
    search = thinker.search(position)
    owner = owner_map(JUDGE, position, playouts=1000) if is_go(position.game) else None
    if json:
        print_json(analysis.as_json(search, owner))
    else:
        analysis.show(Console(), position, search, owner)


@app.command()
def match(
    game: Annotated[str, GAME],
    first: Annotated[str, typer.Argument(help="a spec, or gtp:COMMAND, usi:COMMAND for another engine")],
    second: Annotated[str, typer.Argument(help="the same, for the opponent")],
    games: Annotated[int, typer.Option(min=1, help="How many games; more later go on from here.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Of all random numbers.")] = 1,
    openings: Annotated[str, typer.Option(help="'balanced' (shogi, minishogi), or a file of them.")] = "",
    out: Annotated[pathlib.Path | None, typer.Option(help="Folder for results and game records.")] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Play FIRST against SECOND, colours alternating: the score with its 95% interval; resumes when interrupted.

    Example: `yomi match go9 "uct(p=1.1) simulations=3000" "gtp:gnugo --mode gtp --level 1" --games 40`
    """
    from rich.console import Console

    from yomi.frontend.matches import follow, table
    from yomi.players.archive import Settings
    from yomi.players.match import play_match

    folder = out or Settings.of(game, first, second, seed, openings).folder()
    with follow(games, Console(stderr=True)) as progress:
        result = play_match(game, first, second, games, seed, folder, progress, openings)
    if json:
        print_json(result.as_dict())
    else:
        Console().print(table(result))
        print(result.line())
        print(f"Games are kept in {folder}")


@app.command()
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


@app.command()
def bench(
    what: Annotated[str, typer.Argument(help="go (speed), startup (waiting times) or signature")] = "go",
    json: Annotated[bool, JSON] = False,
) -> None:
    """Measure speed and memory beside the C++ yardstick, or print the signature of play.

    Example: `yomi bench go --json`
    """
    from rich.console import Console

    from yomi.bench import figure, go, shogi, startup
    from yomi.bench.signature import signature
    from yomi.errors import BadText

    if what == "signature":
        print(signature())
        return
    benches: dict[str, Any] = {"go": go.measure, "shogi": shogi.measure, "startup": startup.measure}
    if what not in benches:
        raise BadText(f"bench {what!r}: expected go, shogi, startup or signature")
    console = Console(stderr=True)
    with console.status("starting") as status:
        figures = list(benches[what](status.update))
    if json:
        print_json(figure.as_json(figures))
    else:
        Console().print(figure.as_table(figures, f"yomi bench {what}"))


@app.command()
def perft(
    game: Annotated[str, GAME],
    depth: Annotated[int, typer.Argument(min=0, max=100, help="how many moves deep")],
    position: Annotated[str | None, typer.Option(help="Count from this position instead of the start.")] = None,
) -> None:
    """Count the sequences of so many moves; the count is the last line.

    Example: `yomi perft shogi 4`, `yomi perft go3 3 --position ".X./.O./... b"`
    """
    import time

    from yomi.games.catalog import start
    from yomi.games.perft import perft as count

    begin = start(game, position)
    print(begin)
    began = time.monotonic()
    total = count(begin, depth)
    print(f"{begin.game.name}, depth {depth}, {time.monotonic() - began:.2f} s")
    print(total)


@app.command()
def warm(
    game: Annotated[str, GAME] = "go9",
    player: Annotated[str, typer.Argument(help="the player to compile for, a spec")] = STRONG,
) -> None:
    """Compile what a game and a player need, so that nothing waits later.

    Example: `yomi warm go19 "uct playout=captures"`
    """
    from yomi.games.catalog import start
    from yomi.players.spec import parse

    warm_up(start(game), parse(player))
    print(f"{game}: ready")


@app.command()
def games() -> None:
    """List the games and their options.

    Example: `yomi games`
    """
    from rich.console import Console

    from yomi.frontend.catalog import games_table

    Console().print(games_table())


@app.command()
def searches() -> None:
    """List presets, searches, playouts, priors and budgets: each setting with its meaning and default.

    Example: `yomi searches`
    """
    from rich.console import Console

    from yomi.frontend.catalog import presets_table, settings_table

    Console().print(settings_table())
    Console().print(presets_table())


learn = typer.Typer(no_args_is_help=True, help="Learn weights for playouts and priors from Yomi's own games.")
app.add_typer(learn, name="learn")
GO_GAME = typer.Option(help="The board, 'go9(komi=7.5)'.")
OUT = typer.Option(help="File for the weights; the games for it are kept beside it, and an interrupted run goes on.")
SEED = typer.Option(min=0, help="Of all random numbers.")
TEACHER = typer.Option("--player", help="Who plays or judges, a spec.")


@learn.command()
def evaluation(
    out: Annotated[pathlib.Path, typer.Option(help="File for the weights and the run; an interrupted run goes on.")],
    game: Annotated[str, typer.Option(help="shogi or minishogi.")] = "minishogi",
    method: Annotated[str, typer.Option(help="tdleaf, td, tdtrace or rootstrap, with settings.")] = "tdleaf(decay=0.8)",
    games: Annotated[int, typer.Option(min=1, help="Games of self-play.")] = 6400,
    depth: Annotated[int, typer.Option(min=1, max=20, help="Of the searches.")] = 3,
    groups: Annotated[str, typer.Option(help="Features that learn, 'tempo,material,hand'; all if none.")] = "",
    start: Annotated[str, typer.Option(help="Weights to begin with: plain, material or a file; zero if none.")] = "",
    step: Annotated[float, typer.Option(min=0.001, help="How far a weight moves at most; a tenth in the end.")] = 8.0,
    seed: Annotated[int, SEED] = 1,
) -> None:
    """Learn an evaluation of shogi from self-play alone.

    Example: `yomi learn evaluation --out mine.npz`; play with `"alphabeta playout=quiescence(value=mine.npz)"`
    """
    from rich.console import Console

    from yomi.frontend.selfplay import METHODS, groups_table, learn_by_self_play, pieces_table
    from yomi.learn.train import Plan
    from yomi.players.spec import setting

    how = setting(method, METHODS, "method")
    names = tuple(name.strip() for name in groups.split(",") if name.strip())
    plan = Plan(game, how, games, depth, step=step, last_step=step / 10, groups=names, start=start, seed=seed)
    run = learn_by_self_play(plan, out, Console(stderr=True))
    Console().print(groups_table(run), pieces_table(run))
    print(f"The weights are in {out}")


@learn.command()
def mm(
    out: Annotated[pathlib.Path, OUT],
    game: Annotated[str, GO_GAME] = "go9",
    player: Annotated[str, TEACHER] = "mc-rave simulations=1000",
    games: Annotated[int, typer.Option(min=1, help="Games of self-play to learn from.")] = 300,
    what: Annotated[str, typer.Option(help="What the weights are for: playout or prior.")] = "playout",
    sweeps: Annotated[int, typer.Option(min=1, help="Rounds of minorisation-maximisation.")] = 40,
    seed: Annotated[int, SEED] = 1,
) -> None:
    """Learn which moves a search chooses, by minorisation-maximisation.

    Example: `yomi learn mm --out mine.json --games 300`; play with `"uct playout=softmax(weights=mine.json)"`
    """
    from rich.console import Console

    from yomi.frontend.learning import learn_from_moves, show
    from yomi.learn.games import Source
    from yomi.players.spec import parse

    source = Source(game, parse(player), games, seed)
    show(learn_from_moves(out, source, what, sweeps, Console(stderr=True)), Console())


@learn.command()
def balance(
    out: Annotated[pathlib.Path, OUT],
    game: Annotated[str, GO_GAME] = "go9",
    player: Annotated[str, TEACHER] = "uct(fpu=1.1) playout=mogo simulations=20000",
    positions: Annotated[int, typer.Option(min=2, help="Positions to judge and learn from.")] = 300,
    start: Annotated[str, typer.Option(help="Weights to begin with; even: all the same.")] = "even",
    settings: Annotated[str, typer.Option(help="How it learns: 'balance(epochs=6,step=150)'.")] = "balance",
    seed: Annotated[int, SEED] = 1,
) -> None:
    """Learn weights whose playouts agree with a deep search on average, by simulation balancing.

    Example: `yomi learn balance --out mine.json --positions 300 --start mm.json`
    """
    from rich.console import Console

    from yomi.frontend.learning import learn_from_values, show
    from yomi.learn.balance import Balance
    from yomi.learn.games import Source
    from yomi.players.spec import parse, setting

    source, how = Source(game, parse(player), positions, seed), setting(settings, {"balance": Balance}, "settings")
    show(learn_from_values(out, source, start, how, Console(stderr=True)), Console())


@learn.command()
def shapes(
    out: Annotated[pathlib.Path, typer.Option(help="File for the weights.")],
    game: Annotated[str, GO_GAME] = "go9",
    games: Annotated[int, typer.Option(min=1, help="Games of self-play.")] = 100_000,
    settings: Annotated[str, typer.Option(help="How it learns: 'td(step=1,epsilon=0.1)'.")] = "td",
    seed: Annotated[int, SEED] = 1,
) -> None:
    """Learn the value of local shapes by temporal differences, for prior=shape.

    Example: `yomi learn shapes --out mine.npz --games 20000`; play with `"mcrave prior=shape(weights=mine.npz)"`
    """
    from rich.console import Console

    from yomi.frontend.learning import learn_local_shapes, opening_table
    from yomi.learn.shapes import TdShapes
    from yomi.players.spec import setting

    how = setting(settings, {"td": TdShapes}, "settings")
    Console().print(opening_table(*learn_local_shapes(out, game, games, how, seed, Console(stderr=True))))


def print_json(value: Any) -> None:
    import json

    print(json.dumps(value))
