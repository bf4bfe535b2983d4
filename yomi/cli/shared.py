"""What several commands have in common."""

from __future__ import annotations

from typing import Any

import typer

GAME = typer.Argument(help="go2 to go19, shogi, minishogi, tictactoe, connect4, nim, or the path of your own "
                           "game's .py file; with options: 'go9(komi=0.5,rules=aga)'")  # fmt: skip
JSON = typer.Option("--json", help="Print one JSON object instead of a table.")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    import json

    print(json.dumps(value))
