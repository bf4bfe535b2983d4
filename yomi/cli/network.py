"""The commands of `yomi network`."""

from __future__ import annotations

import pathlib
from typing import Annotated

import typer

network = typer.Typer(no_args_is_help=True, help="Look at networks, check what they answer, write them as ONNX.")
ANY_FILE = typer.Argument(help="A network of KataGo, .bin.gz or .txt.gz, or one of Yomi's, .safetensors.")
FILE = typer.Argument(help="A network of KataGo, .bin.gz or .txt.gz.")


@network.command()
def show(file: Annotated[pathlib.Path, ANY_FILE]) -> None:
    """Describe a network.

    Example: `yomi network show g170-b6c96-s175395328-d26788732.bin.gz`
    """
    from rich.console import Console

    from yomi.frontend.networks import description
    from yomi.value.network import load

    Console().print(description(load(file), file.stat().st_size))


@network.command()
def export(
    file: Annotated[pathlib.Path, ANY_FILE],
    out: Annotated[pathlib.Path, typer.Argument(help="The file to write: .onnx, or .safetensors in half the size.")],
) -> None:
    """Write a network as ONNX, for other programs, or as one of Yomi's files in half precision.

    Example: `yomi network export go9-zero/net.safetensors mine.onnx`
    """
    from yomi.frontend.networks import write_network
    from yomi.value.network import load

    size = write_network(load(file), out)
    print(f"{out}: {size / 1e6:.1f} MB")


@network.command()
def compare(
    file: Annotated[pathlib.Path, FILE],
    answers: Annotated[pathlib.Path, typer.Argument(help="What KataGo answered with it, a JSON file.")],
    runtime: Annotated[str, typer.Option(help="What runs the network: own, onnx, torch or cuda; auto: own.")] = "auto",
) -> None:
    """Compare what a network answers here with what KataGo got from it; exit with 1 where they are too far apart.

    Example: `yomi network compare g170-b6c96-s175395328-d26788732.bin.gz golden.json --runtime onnx`
    """
    from rich.console import Console

    from yomi.frontend.networks import compare as differences
    from yomi.frontend.networks import comparison_table, read_cases
    from yomi.value import katago
    from yomi.value.runtime import runtime as running

    run = running(katago.read(file), runtime)
    cases = read_cases(answers)
    found = differences(run, cases)
    Console().print(comparison_table(found, f"{run.net.about['name']}, {len(cases)} positions, {type(run).__name__}"))
    if not all(one.fine for one in found):
        raise typer.Exit(1)
