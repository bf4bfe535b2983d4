"""A file of openings, made with a progress bar."""

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.players import openings
from yomi.players.player import Player
from yomi.players.records import move_texts, write
from yomi.players.spec import parse


def make_file(game: str, player: str, plies: int, count: int, seed: int, out: Path, console: Console) -> int:
    """Write openings of a game to a file, how they were made in its first line; how many there are."""
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("openings", total=count)
        found: list[Position] = openings.make(
            start(game), Player(parse(player)), plies, count, seed, lambda _: bar.advance(task)
        )
    head = f"# yomi openings '{game}' --player '{player}' --plies {plies} --count {count} --seed {seed}"
    write(out, "\n".join([head, *(" ".join(move_texts(position)) for position in found), ""]))
    return len(found)
