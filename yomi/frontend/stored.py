"""A file of results as a person looks into it: its events, one of them, and its games as files."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from yomi.arena.event import MATCH
from yomi.arena.run import Standing
from yomi.arena.store import Entry, Store
from yomi.errors import BadText
from yomi.frontend import matches
from yomi.games import catalog
from yomi.players.ending import Ending
from yomi.players.records import formats_of, write, write_game


def show(
    file: Path, number: int, export: Path | None, form: str, anchor: str, as_json: bool, plot: Path | None = None
) -> None:
    """List events, show one, or write its games."""
    if plot is not None and (number == 0 or export is not None or as_json):
        raise BadText(f"plot {str(plot)!r}: expected --event, and neither --export nor --json beside it")
    with Store(file, must_exist=True) as store:
        entries = store.events()
        if number == 0:
            print(json.dumps([entry._asdict() for entry in entries])) if as_json else Console().print(listed(entries))
            return
        entry = next((entry for entry in entries if entry.id == number), None)
        if entry is None:
            known = f"1 to {len(entries)}" if entries else "none, the file is empty"
            raise BadText(f"event {number}: expected {known}")
        if plot is not None and entry.event.kind == MATCH:
            raise BadText(f"plot {str(plot)!r}: expected a tournament, event {number} is a match with one score")
        games = store.games(number)
    standing = Standing(entry.event, 0, games)
    if export is not None:
        print(f"{write_games(standing, export, form)} games are in {export}")
    elif as_json:
        print(json.dumps(matches.tournament_json(standing, matches.read_anchor(anchor, entry.event.players))))
    elif entry.event.kind == MATCH:
        matches.show_match(standing, None, file)
    else:
        matches.show_tournament(standing, matches.read_anchor(anchor, entry.event.players), file, plot)


def listed(entries: list[Entry]) -> Table:
    """All events."""
    shown = Table("event", "begun", "kind", "game", "players", "games", title="events")
    for entry in entries:
        event = entry.event
        players = "\n".join(f"{k}. {text}" for k, text in enumerate(event.players, 1))
        kind = f"{event.kind}, {entry.name}" if entry.name else event.kind
        shown.add_row(str(entry.id), entry.made[:16].replace("T", " "), kind, event.game, players, str(entry.games))
    return shown


def write_games(standing: Standing, folder: Path, form: str) -> int:
    """A file for each game; how many there are."""
    event, start = standing.event, catalog.start(standing.event.game)
    folder.mkdir(parents=True, exist_ok=True)
    chosen = form or formats_of(start)[0]
    for game in standing.played:
        names = [event.players[place] for place in game.fixture[:2]]
        in_order = [names[side] for side in game.fixture.who()]
        winner = None if game.winner is None else game.fixture.who()[game.winner]
        ending = Ending(winner, game.result, game.reason, game.detail)
        first, second, number = game.fixture
        name = f"{first + 1}-{second + 1}-{number:04}.{chosen}"
        write(folder / name, write_game(start.play(*game.moves), in_order, ending, chosen))
    return len(standing.played)
