"""The ratings of a pool as a ladder: each player on its own line, with the 95% interval."""

from __future__ import annotations

from pathlib import Path

from yomi.arena.pool import Rated
from yomi.frontend.curves import new_figure

LONGEST = 60  # letters of a player's name


def draw_ladder(rated: list[Rated], title: str, command: str, path: Path) -> bool:
    """Write the figure, PNG or SVG by its name; False without matplotlib."""
    figure = new_figure(8, 1.6 + 0.45 * len(rated))
    if figure is None:
        return False
    axes, places = figure.subplots(), range(len(rated), 0, -1)
    elos = [player.elo for player in rated]
    errors = [[player.elo - player.low for player in rated], [player.high - player.elo for player in rated]]
    axes.errorbar(elos, places, xerr=errors, fmt="o", color="black", capsize=3)
    names = [player.name if len(player.name) <= LONGEST else f"{player.name[: LONGEST - 1]}…" for player in rated]
    axes.set_yticks(list(places), names, fontsize=8)
    axes.set(xlabel="Elo, with 95% intervals", title=title, ylim=(0.4, len(rated) + 0.6))
    axes.grid(axis="x", alpha=0.3)
    figure.supxlabel(command, fontsize=6, x=0.01, ha="left")
    figure.savefig(path, dpi=120)
    return True
