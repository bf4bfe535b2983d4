"""The commands of `yomi learn`: each learner is one."""

from __future__ import annotations

import pathlib
from typing import Annotated, Any

import typer
from typer.core import TyperGroup


class Plans(TyperGroup):
    """A word that is no command is a plan: `yomi learn minishogi`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["plan", *args]
        return super().resolve_command(ctx, args)


learn = typer.Typer(
    cls=Plans,
    no_args_is_help=True,
    help="Learn evaluations, and weights for playouts and priors, from Yomi's own games. Example: "
    "`yomi learn minishogi` learns by the plan of that name (`yomi learn plans` lists them) or of a TOML file.",
)
GO_GAME = typer.Option(help="The board, 'go9(komi=7.5)'.")
OUT = typer.Option(help="File for the weights; the games for it are kept beside it, and an interrupted run goes on.")
SEED = typer.Option(min=0, help="Of all random numbers.")
TEACHER = typer.Option("--player", help="Who plays or judges, a spec.")


@learn.command("plan", hidden=True)
def learn_plan(
    plan: Annotated[str, typer.Argument(help="A plan that comes with Yomi, or a TOML file.")],
    out: Annotated[pathlib.Path | None, typer.Option(help="File for the weights; an interrupted run goes on.")] = None,
    games: Annotated[int, typer.Option(min=0, help="Games of each stage, instead of the plan's.")] = 0,
    method: Annotated[str, typer.Option(help="Method of each stage, instead of the plan's: 'rootstrap'.")] = "",
    seed: Annotated[int, typer.Option(min=-1, help="Of all random numbers, instead of the plan's.")] = -1,
    threads: Annotated[int, typer.Option(min=0, help="Games at the same time; 0: as many as there are cores.")] = 0,
) -> None:
    """Learn an evaluation by a plan: what is learnt, how, and from which games.

    Example: `yomi learn minishogi`; play with `"alphabeta playout=quiescence(value=minishogi-learnt.npz)"`
    """
    from rich.console import Console

    from yomi.frontend.curves import draw_curve
    from yomi.frontend.selfplay import learn_by_plan, tables
    from yomi.learn import plan as plans

    chosen = plans.changed(plans.read(plan), games, method, seed)
    path = out or pathlib.Path(f"{chosen.name}-learnt.npz")
    run = learn_by_plan(chosen, path, threads, Console(stderr=True))
    Console().print(*tables(run))
    curve = path.with_suffix(".png")
    drawn = f", the curve in {curve}" if draw_curve(run, curve) else "; a curve needs `pip install matplotlib`"
    print(f"The weights are in {path}{drawn}")


@learn.command("compare")
def compare_methods(
    plan: Annotated[str, typer.Argument(help="A plan that comes with Yomi, or a TOML file.")],
    out: Annotated[pathlib.Path, typer.Option(help="Folder for the runs; an interrupted comparison goes on.")],
    methods: Annotated[str, typer.Option(help="Methods with settings, separated by ';'; all if none.")] = "",
    games: Annotated[int, typer.Option(min=0, help="Games of each stage, instead of the plan's.")] = 0,
) -> None:
    """Compare methods of learning: a plan is run with each, and the weights play against one opponent.

    Example: `yomi learn compare methods --out runs --methods "tdleaf;rootstrap;kl"`
    """
    from rich.console import Console

    from yomi.frontend.comparison import compare, comparison_table
    from yomi.frontend.curves import draw_comparison
    from yomi.learn import plan as plans

    chosen = plans.read(plan)
    names = [name.strip() for name in (methods or ";".join(plans.METHODS)).split(";") if name.strip()]
    learners = compare(chosen, names, games, out, Console(stderr=True))
    against = chosen.check.against[0]
    Console().print(comparison_table(learners, against))
    drawn = f", the curves in {out / 'curves.png'}" if draw_comparison(learners, against, out / "curves.png") else ""
    print(f"The weights are in {out}{drawn}")


@learn.command()
def export(
    run: Annotated[pathlib.Path, typer.Argument(help="File of a run.")],
    out: Annotated[pathlib.Path, typer.Option(help="File for the weights alone.")],
) -> None:
    """Write the weights of a run with their history, but without what the run needs to go on.

    Example: `yomi learn export minishogi-learnt.npz --out mine.npz`
    """
    from yomi.value import linear

    size = linear.export(run, out)
    print(f"{size:,} weights are in {out}")


@learn.command("plans")
def list_plans() -> None:
    """List the plans that come with Yomi.

    Example: `yomi learn plans`
    """
    from rich.console import Console

    from yomi.frontend.selfplay import plans_table

    Console().print(plans_table())


@learn.command()
def zero(
    game: Annotated[str, typer.Option(help="A game with a view for networks: go9, minishogi, connect4 …")] = "go9",
    out: Annotated[pathlib.Path | None, typer.Option(help="Folder of the run; an interrupted run goes on.")] = None,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="Another setting: 'visits=64'; see the docs.")
    ] = None,
    device: Annotated[str, typer.Option(help="cpu, cuda, or auto: a GPU where there is one.")] = "auto",
    threads: Annotated[int, typer.Option(min=0, help="Threads that play; 0: as many as there are cores.")] = 0,
    ray: Annotated[
        str, typer.Option(help="Play on a Ray cluster: its address; auto: the one here, or a new one.")
    ] = "",
    workers: Annotated[int, typer.Option(min=0, help="That play on the cluster; 0: one for each core.")] = 0,
    minutes: Annotated[float, typer.Option(min=0, help="Stop after so many; 0: when all iterations are done.")] = 0,
) -> None:
    """Learn a network from self-play alone, with the search as teacher; needs `pip install 'yomi[train]'`.

    Example: `yomi learn zero --game connect4`; play with `"puct network=connect4-zero/net.safetensors"`
    """
    import importlib.util
    import os

    from rich.console import Console

    from yomi.errors import BadSpec

    if importlib.util.find_spec("torch") is None:
        raise BadSpec("learning a network needs torch: pip install 'yomi[train]'")
    if ray and importlib.util.find_spec("ray") is None:
        raise BadSpec("playing on a cluster needs Ray: pip install 'yomi[cluster]'")
    from yomi.frontend.zero import Means, draw, learn_from_zero, read_changes, table

    folder, console = out or pathlib.Path(f"{game}-zero"), Console(stderr=True)
    means = Means(device, threads or os.cpu_count() or 1)
    if ray:
        from yomi.cluster.zero import on_ray

        means = means._replace(source=on_ray(ray, workers, threads or 1, console.print))
    seconds = 60 * minutes or float("inf")
    run = learn_from_zero(game, folder, read_changes(change or []), means, seconds, console)
    Console().print(table(run))
    drawn = f", the curves in {folder / 'curves.png'}" if draw(run, folder / "curves.png") else ""
    print(f"The network is {folder / 'net.safetensors'}{drawn}")


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
