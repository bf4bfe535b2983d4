"""`yomi usi --game minishogi --player "uct simulations=2000"`, read without the command line's other parts."""

import argparse
import sys

from yomi.frontend.stream import exit_code
from yomi.frontend.usi.options import DEFAULT
from yomi.frontend.usi.serve import run


def main(words: list[str] | None = None) -> int:
    """Serve until the end; 2 where the player cannot be made."""
    reader = argparse.ArgumentParser(prog="yomi usi", description=__doc__)
    reader.add_argument("--game", default="shogi", help="shogi or minishogi, with options: 'minishogi(limit=200)'")
    reader.add_argument("--player", default=DEFAULT, help="the player, such as: 'uct simulations=2000'")
    given = reader.parse_args(words)
    return exit_code(lambda: run(given.player, given.game))


if __name__ == "__main__":
    sys.exit(main())
