"""Tables of what exists: games with their options, searches and playouts with every setting's meaning and default."""

import inspect
import re

from rich.table import Table

from yomi.games.catalog import GAMES
from yomi.players.presets import PRESETS
from yomi.players.spec import PARTS, SEARCHES, Budget

FIELD = re.compile(r"^    (\w+): .*?(?:= (.*?))?  # (.*)$")


def games_table() -> Table:
    """Every game with its options; the sizes of Go share a row."""
    table = Table("game", "what it is", "option", "meaning", title="Games: yomi play 'go9(komi=0.5)'")
    shown = {"go9": "go2 … go19"} | {name: name for name in GAMES if not name.startswith("go")}
    for name, label in shown.items():
        game = GAMES[name]
        title = "Go on any board from 2x2 to 19x19" if name == "go9" else game.title
        rows = list(game.options.items()) or [("", "")]
        for k, (option, meaning) in enumerate(rows):
            table.add_row(label if k == 0 else "", title if k == 0 else "", option, meaning)
    table.add_row("PATH.py", "your own game: see docs/add-a-game.md", "", "")
    return table


def settings_table() -> Table:
    """Every setting, read from the class that declares it."""
    table = Table(
        "name", "setting", "default", "meaning", title="Players: yomi match go9 'uct(p=1.1) simulations=3000' …"
    )
    for kind, classes in (("search", SEARCHES), *PARTS.items()):
        for name, cls in classes.items():
            table.add_row(
                f"[bold]{name}[/bold]", kind, "", str(inspect.getdoc(cls)).replace("[", r"\["), end_section=False
            )
            for setting, default, meaning in declared(cls):
                table.add_row("", setting, default, meaning.replace("[", r"\["))
        table.add_section()
    table.add_row("[bold]budget[/bold]", "", "", "key=value after the search")
    for setting, info in Budget.model_fields.items():
        table.add_row("", setting, "" if info.default is None else str(info.default), str(info.description))
    return table


def presets_table() -> Table:
    """Every preset with the text it stands for, by kind of game where that matters."""
    table = Table("preset", "stands for", title="Presets: yomi match go9 'mc-rave simulations=3000' …")
    for name, texts in PRESETS.items():
        for kind, text in texts.items():
            table.add_row(f"[bold]{name}[/bold]" + (f" ({kind})" if kind else ""), text)
    return table


def declared(cls: type) -> list[tuple[str, str, str]]:
    """(setting, default, meaning) of a settings class, the meaning being the comment beside it."""
    matches = (FIELD.match(line) for line in inspect.getsource(cls).splitlines())
    return [(m[1], m[2] or "", m[3]) for m in matches if m]
