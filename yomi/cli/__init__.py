"""The command line: short commands, each of which imports what it needs when it runs."""

from __future__ import annotations

import os
import pathlib
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from yomi.cli.arena import arena
from yomi.cli.learn import learn
from yomi.cli.network import network
from yomi.cli.papers import papers
from yomi.cli.shared import GAME, JSON, print_json
from yomi.errors import YomiError

if TYPE_CHECKING:
    from yomi.games.position import Position
    from yomi.players.spec import Spec

ABOUT = "Yomi (読み): game-tree search for Go and games of your own. Try `yomi play`, or `yomi gtp` in a Go program."
app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="markdown", help=ABOUT)

STRONG = "yomi"  # the preset
NETWORK = typer.Option("--network", help="A network that searches with it: KataGo's .bin.gz or Yomi's .safetensors.")
MEMORY = typer.Option(help="Megabytes for the tree.")


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
    game: Annotated[str, typer.Argument(help="begin this game: go9, shogi, 'go13(komi=6.5)', yours.py …")] = "",
    player: Annotated[str, typer.Argument(help="who you play against, a spec")] = "",
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal, not in the browser.")] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Of the page; the next free one if it is taken.")] = 8390,
    host: Annotated[str, typer.Option(help="Address to listen on; others than this machine reach it.")] = "127.0.0.1",
    games: Annotated[pathlib.Path | None, typer.Option(help="File in which the page keeps its games.")] = None,
    white: Annotated[bool, typer.Option("--white", "--second", help="Let the player begin.")] = False,
    file: Annotated[pathlib.Path | None, NETWORK] = None,
    memory: Annotated[float | None, typer.Option(help="Megabytes for the tree, or for all trees of the page.")] = None,
) -> None:
    """Play against Yomi and watch it think: on a page in the browser, or in the terminal.

    Example: `yomi play`, `yomi play shogi`, `yomi play --terminal go9 "uct(p=1.1) seconds=5 threads=2"`
    """
    if terminal:
        play_in_terminal(game or "go9", player, white, file, memory)
        return
    import importlib.util

    from yomi.errors import BadText

    if importlib.util.find_spec("fastapi") is None or importlib.util.find_spec("uvicorn") is None:
        raise BadText("the page needs FastAPI and uvicorn: pip install 'yomi[web]', or play with --terminal")
    from yomi.frontend.web.serve import begun, games_file, serve
    from yomi.players.presets import with_network

    kept = games or games_file()
    if file is not None and not game:
        game = "go9"
    first = begun(kept, game, with_network(player, file, ""), white) if game else ""
    serve(host, port, browser, kept, memory, first)


def play_in_terminal(game: str, player: str, white: bool, file: pathlib.Path | None, memory: float | None) -> None:
    """A game in the terminal."""
    from rich.console import Console

    from yomi.frontend.terminal import Terminal
    from yomi.games.catalog import start
    from yomi.players.player import Player
    from yomi.players.presets import with_network
    from yomi.players.session import Session
    from yomi.players.spec import parse
    from yomi.value.network import has_network

    position = start(game)
    name = with_network(player, file, "zero" if has_network(position.game) else STRONG)
    spec = parse(name if player else f"{name} seconds=3 threads={os.cpu_count() or 1}")
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
    file: Annotated[pathlib.Path | None, NETWORK] = None,
    memory: Annotated[float | None, MEMORY] = None,
) -> None:
    """Speak GTP on standard input and output, for Sabaki, GoGui and other Go programs.

    Example: `yomi gtp "uct(fpu=1.1) seconds=5 threads=2" --memory 2000`, `yomi gtp --network g170-b6c96.bin.gz`
    """
    from yomi.frontend.gtp import run
    from yomi.players.presets import with_network

    player = with_network(player, file, STRONG)
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
def bench(
    what: Annotated[
        str,
        typer.Argument(help="go, shogi, learn, network, arena, cluster, web, startup (waiting times) or signature"),
    ] = "go",
    json: Annotated[bool, JSON] = False,
) -> None:
    """Measure speed and memory beside the C++ yardstick, or print the signature of play.

    Example: `yomi bench go --json`
    """
    from rich.console import Console

    from yomi.bench import arena as events
    from yomi.bench import cluster as clusters
    from yomi.bench import figure, go, shogi, startup
    from yomi.bench import learn as learning
    from yomi.bench import network as networks
    from yomi.bench.signature import signature
    from yomi.errors import BadText

    if what == "signature":
        print(signature())
        return
    if what == "web":
        from yomi.bench import web  # needs the extra of that name

        parts: tuple[Any, ...] = (web,)
    else:
        parts = (go, shogi, learning, networks, events, clusters, startup)
    benches: dict[str, Any] = {part.__name__.rsplit(".", 1)[1]: part.measure for part in parts}
    if what not in benches:
        raise BadText(f"bench {what!r}: expected {', '.join(benches)}, web or signature")
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


app.add_typer(arena)
app.add_typer(learn, name="learn")
app.add_typer(network, name="network")
app.add_typer(papers, name="papers")
