"""Experiments as a person runs and reads them: progress, a table beside the document's, a figure, and a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from yomi.frontend.curves import new_figure
from yomi.papers.catalog import EXPERIMENTS
from yomi.papers.experiment import Cell, Experiment, Published, Size
from yomi.papers.run import MakeWorkers, Report, run
from yomi.players.records import write

FEW = 5  # names that have room beside the curves
MARKERS = "osD^vPX*<>"
LINES = ("-", "--", ":", "-.")
HOLDS = {True: "yes", False: "no", None: "not decided yet"}
INTRODUCTION = """# The documents' tables, run again

The documents behind Yomi tell what makes a program strong. We played their experiments once more, to see for ourselves.
Does what they found hold here? {counts}.

A hollow mark in a figure is the document's number, a filled one is ours, and a bar is its 95% interval. You can play
each of them yourself: `yomi papers run ID`. The games of matches are kept, and more `--games` later add to them.
What MOGO, RAVE, MCSS and LEARN are is written in Yomi's `docs/papers.md`.

| experiment | document | holds? |
|---|---|---|
"""


def listed() -> Table:
    """All experiments."""
    shown = Table("id", "what", "from", "cells", "games of each", "time on two cores", title="experiments")
    for one in EXPERIMENTS:
        cells = len(one.cells(one.full))
        shown.add_row(one.id, one.title, one.source, str(cells), str(one.full.games), one.time)
    return shown


def follow(
    experiment: Experiment, size: Size, folder: Path, workers: MakeWorkers, command: str, console: Console
) -> Report:
    """Run an experiment with a progress line."""
    cells = experiment.cells(size)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"{experiment.id}: compiling and starting")

        def show(cell: Cell, text: str) -> None:
            bar.update(task, description=f"{experiment.id}, cell {cells.index(cell) + 1} of {len(cells)}: {text}")

        return run(experiment, size, folder, workers, command, show)


def keep(made: Report, folder: Path) -> str:
    """Write the figure, the table and the page of all experiments; one sentence that says which files there are."""
    path, drawn = folder / made.experiment.id, draw(made, folder)
    write(Path(f"{path}.md"), markdown(made, folder))
    write(folder / "README.md", page(folder))
    if drawn:
        return f"The table is {path}.md, the figure {path}.png and {path}.svg"
    return f"The table is {path}.md; a figure needs matplotlib: pip install 'yomi[plots]', then run this once more"


def published_text(published: Published | None) -> str:
    """`53 ±2.2`, or a dash."""
    if published is None:
        return "–"
    margin = f" ±{published.margin:g}" if published.margin is not None else ""
    return f"{published.value:g}{margin}"


def rows(made: Report) -> list[tuple[str, ...]]:
    """The table, its heading first."""
    heading = ("", made.experiment.across, "document", "here", "games")
    found: list[tuple[str, ...]] = [heading]
    for cell, outcome in made.outcomes.items():
        found.append((cell.series, str(cell.x), published_text(cell.published), outcome.text, str(outcome.games)))
    return found


def table(made: Report) -> Table:
    """The document's figures beside ours."""
    heading, *body = rows(made)
    shown = Table(*heading, title=f"{made.experiment.title} ({made.experiment.source}; {made.experiment.up})")
    for row in body:
        shown.add_row(*row)
    return shown


def markdown(made: Report, folder: Path) -> str:
    """The same as a Markdown table, with what was found and what differs."""
    heading, *body = rows(made)
    lines = [f"| {' | '.join(row)} |" for row in (heading, tuple("---" for _ in heading), *body)]
    about = made.experiment
    head = f"## {about.title}\n\n{about.source}. {about.up[0].upper()}{about.up[1:]}, 95% intervals in brackets."
    found = f"**The document found:** {about.finding}\n\n**Here:** {made.verdict.sentence}"
    differences = "".join(f"- {line}\n" for line in (size_text(made), *about.differences))
    end = f"Differences to the document:\n{differences}\n`{made.command}`, {made.made}\n"
    return "\n\n".join([head, found, *picture(about, folder), "\n".join(lines), end])


def picture(about: Experiment, folder: Path) -> list[str]:
    """The figure of an experiment where there is one."""
    return [f"![{about.title}]({about.id}.svg)"] if (folder / f"{about.id}.svg").exists() else []


def size_text(made: Report) -> str:
    """How large this run is beside the full one."""
    size, full = made.size, made.experiment.full
    if size == full:
        return f"This is the full size: {full.games} games."
    games = f"{size.games} games of each cell in the place of {full.games}"
    return f"This run has {games}, and simulations times {size.scale:g}: intervals are as wide as they are."


def draw(made: Report, folder: Path) -> bool:
    """The figure as PNG and SVG; False without matplotlib."""
    figure = new_figure(7, 4.6)
    if figure is None:
        return False
    axes, experiment = figure.subplots(), made.experiment
    for k, series in enumerate(dict.fromkeys(cell.series for cell in made.outcomes)):
        mine = [(cell, outcome) for cell, outcome in made.outcomes.items() if cell.series == series]
        points = [point for _, outcome in mine for point in outcome.points]
        errors = [[p.y - p.low for p in points], [p.high - p.y for p in points]]
        grey = str(0.55 * (k % 4) / 4)
        joined = LINES[k % len(LINES)] if not isinstance(points[0].x, str) else "none"
        style = {"marker": MARKERS[k % len(MARKERS)], "linestyle": joined, "color": grey}
        axes.errorbar([p.x for p in points], [p.y for p in points], errors, capsize=3, label=series or "Yomi", **style)
        known = [(cell.x, cell.published.value) for cell, _ in mine if cell.published is not None]
        if known:
            hollow = {"markerfacecolor": "white", "markeredgecolor": grey, "linestyle": "none", "markersize": 9}
            name = f"{series}, document" if series else "document"
            axes.plot(*zip(*known, strict=True), marker=MARKERS[k % len(MARKERS)], label=name, **hollow)
    if experiment.logarithmic:
        axes.set_xscale("symlog")
    axes.set(xlabel=experiment.across, ylabel=experiment.up)
    axes.set_title(f"{experiment.title} ({experiment.source})", loc="left", fontsize="medium")
    axes.grid(alpha=0.3)
    if len(axes.get_legend_handles_labels()[1]) > FEW:
        figure.legend(fontsize="small", loc="outside right upper")
    else:
        axes.legend(fontsize="small")
    figure.supxlabel(made.command, fontsize=6, x=0.01, ha="left")
    for form in ("png", "svg"):
        figure.savefig(folder / f"{experiment.id}.{form}", dpi=120)
    return True


def page(folder: Path) -> str:
    """One page for all experiments that were run to their end in a folder."""
    ended = [one for one in EXPERIMENTS if (folder / f"{one.id}.md").exists()]
    there = {one: json.loads((folder / f"{one.id}.json").read_text()) for one in ended}
    holds = [HOLDS[kept["verdict"]["holds"]] for kept in there.values()]
    head = INTRODUCTION.format(counts=", ".join(f"{word}: {holds.count(word)}" for word in HOLDS.values()).capitalize())
    rows = [f"| [{one.title}](#{one.id}) | {one.source} | {word} |\n" for one, word in zip(there, holds, strict=True)]
    return head + "".join(rows) + "".join(section(one, kept, folder) for one, kept in there.items())


def section(about: Experiment, kept: dict[str, Any], folder: Path) -> str:
    """What a reader wants to know of an experiment; `kept` is its JSON."""
    games = sorted({row["outcome"]["games"] for row in kept["cells"]})
    behind = f"{' to '.join(map(str, dict.fromkeys((games[0], games[-1]))))} games"
    parts = [
        f'\n## <a id="{about.id}"></a>{about.title}',
        f"**What the document found** ({about.source}): {about.finding}",
        f"**What we found:** {kept['verdict']['sentence']}",
        f"**Does it hold?** **{HOLDS[kept['verdict']['holds']].capitalize()}**, with {behind} behind each number.",
        *picture(about, folder),
        f"[The full table, and what differs from the document]({about.id}.md), by `{kept['command']}`.\n",
    ]
    return "\n\n".join(parts)
