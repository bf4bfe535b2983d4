"""The commands of `yomi learn`: each learner is one."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer

learn = typer.Typer(
    no_args_is_help=True, help="Learn evaluations, and weights for playouts and priors, from Yomi's own games."
)
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
