"""Commands that run the documents' experiments again."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer

from yomi.cli.arena import crew_of
from yomi.cli.shared import JSON, print_json

papers = typer.Typer(help="The documents' tables and figures, run again. Example: `yomi papers run exp-p --quick`")
OUT = pathlib.Path("papers")


@papers.callback(invoke_without_command=True)
def show(context: typer.Context) -> None:
    """List all experiments.

    Example: `yomi papers`
    """
    if context.invoked_subcommand is None:
        from rich.console import Console

        from yomi.frontend.papers import listed

        Console().print(listed())


@papers.command()
def run(
    name: Annotated[str, typer.Argument(metavar="ID", help="of the experiment, see `yomi papers`")],
    quick: Annotated[bool, typer.Option("--quick", help="A small version that ends in minutes.")] = False,
    games: Annotated[int, typer.Option(min=0, help="Of each cell; 0: as in the document, or for --quick.")] = 0,
    scale: Annotated[float, typer.Option(min=0, help="Of simulations and times; 0: as in the document.")] = 0,
    workers: Annotated[int, typer.Option(min=0, help="Games at a time; 0: as many as the cores allow.")] = 0,
    ray: Annotated[str, typer.Option(help="Play on a Ray cluster: its address; auto: the one here, or new.")] = "",
    out: Annotated[pathlib.Path, typer.Option(help="Folder for games, tables and figures.")] = OUT,
    resume: Annotated[bool, typer.Option("--resume", help="Go on, or add games: always so, said or not.")] = False,
    json: Annotated[bool, JSON] = False,
) -> None:
    """Run an experiment: the document's figures beside ours, whether its finding holds here, and the figure.

    Example: `yomi papers run exp-fpu --games 40 --scale 0.1`
    """
    del resume  # a run never plays a game again, so there is nothing to choose
    from rich.console import Console

    from yomi.frontend import papers as shown
    from yomi.papers.catalog import experiment
    from yomi.papers.run import as_dict

    chosen = experiment(name)
    usual = chosen.quick if quick else chosen.full
    size = usual._replace(games=games or usual.games, scale=scale or usual.scale)
    words = [f"--games {size.games}", f"--scale {size.scale:g}"] if size != chosen.full else []
    command = " ".join(["yomi papers run", chosen.id, *(["--quick"] if size == chosen.quick else words)])
    made = shown.follow(chosen, size, out, crew_of(workers, ray), command, Console(stderr=True))
    files = shown.keep(made, out)
    if json:
        print_json(as_dict(made))
        return
    Console().print(shown.table(made))
    print(f"The document found: {chosen.finding}\nHere: {made.verdict.sentence}")
    for line in (shown.size_text(made), *chosen.differences):
        print(f"Differs: {line}")
    print(files)
