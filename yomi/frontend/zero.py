"""Learning from zero as a person follows it: a progress bar, a table of iterations, and the curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from yomi.errors import BadText
from yomi.frontend.curves import new_figure
from yomi.frontend.learning import follow
from yomi.games import catalog
from yomi.learn.zero.run import Progress, Zero, kept_settings
from yomi.learn.zero.settings import Settings, settings_for
from yomi.learn.zero.source import MakeSource

ROWS = 12  # of the table


def read_changes(words: list[str]) -> dict[str, Any]:
    """`visits=64` and the like, each value of the kind its default has."""
    changes: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in Settings._fields or name == "game":
            names = ", ".join(field for field in Settings._fields if field != "game")
            raise BadText(f"{word!r}: expected NAME=VALUE with a name of {names}")
        kind = type(Settings._field_defaults[name])
        try:
            changes[name] = kind(text)
        except ValueError:
            raise BadText(f"{word!r}: expected {'a whole number' if kind is int else 'a number'}") from None
    return changes


def chosen_device(name: str) -> str:
    """cpu or cuda; auto takes the GPU where there is one."""
    import torch

    if name not in ("auto", "cpu", "cuda"):
        raise BadText(f"device {name!r}: expected auto, cpu or cuda")
    if name == "cuda" and not torch.cuda.is_available():
        raise BadText("device 'cuda': torch sees no GPU here")
    return "cuda" if name == "cuda" or (name == "auto" and torch.cuda.is_available()) else "cpu"


class Means(NamedTuple):
    """What a run works with."""

    device: str = "auto"
    threads: int = 1
    source: MakeSource | None = None  # of games; none: they are played here


def learn_from_zero(
    game: str, out: Path, changes: dict[str, Any], means: Means, seconds: float, console: Console
) -> Zero:
    """Play and learn what is missing; a run that goes on keeps its settings but for the changes. The run."""
    device = chosen_device(means.device)
    settings = settings_for(catalog.start(game).game, game, kept_settings(out) | changes, device)
    run = Zero(settings, out, device, means.threads, means.source)
    with follow("iterations", settings.iterations, console) as bar:

        def show(run: Zero) -> None:
            bar(len(run.history), f", {summary(run.history[-1])}")

        bar(len(run.history))
        run.run(show, seconds)
    return run


def summary(now: Progress) -> str:
    speed = now.evaluations / max(now.playing, 1e-9)
    match = f", new network {verdict(now)}" if now.accepted >= 0.0 else ""
    losses = f"policy {now.policy:.3f}, value {now.value:.3f}"
    return f"{now.games:,} games, {losses}, {speed:,.0f} evaluations a second{match}"


def verdict(row: Progress) -> str:
    """How a new network did against the last one, where there was a match."""
    if row.accepted < 0.0:
        return ""
    return f"{row.accepted:.0%}, {'accepted' if row.took_over() else 'refused'}"


def table(run: Zero) -> Table:
    """The iterations, some of them where there are many."""
    made = Table("iteration", "games", "positions", "moves a game", "first wins", "policy", "value", "owner",
                 "evaluations/s", title=f"{run.settings.game} from zero")  # fmt: skip
    matches = any(row.accepted >= 0.0 for row in run.history)
    if matches:
        made.add_column("match")  # with the last network
    every = max(1, len(run.history) // ROWS)
    rows = [row for row in run.history if row.iteration % every == 0 or row is run.history[-1]]
    for row in rows:
        losses = (f"{loss:.3f}" for loss in (row.policy, row.value, row.owner))
        counts = (f"{row.iteration}", f"{row.games:,}", f"{row.positions:,}", f"{row.length:.1f}", f"{row.first:.0%}")
        speed = f"{row.evaluations / max(row.playing, 1e-9):,.0f}"
        made.add_row(*counts, *losses, speed, *([verdict(row)] if matches else []))
    return made


def draw(run: Zero, path: Path) -> bool:
    """Losses and lengths against the games played; False without matplotlib."""
    figure = new_figure(9, 7)
    if figure is None or not run.history:
        return False
    above, below = figure.subplots(2, 1, sharex=True)
    games = [row.games for row in run.history]
    for name in ("policy", "value", "owner"):
        above.plot(games, [getattr(row, name) for row in run.history], label=name)
    below.plot(games, [row.length for row in run.history], label="moves a game")
    below.plot(games, [100 * row.first for row in run.history], label="% won by the first player")
    above.set(title=f"{run.settings.game} from zero", ylabel="loss", yscale="log")
    below.set(xlabel="games of self-play")
    for axes in (above, below):
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=110)
    return True
