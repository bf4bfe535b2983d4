"""`yomi gtp "uct simulations=2000" --size 9`, read without the command line's other parts."""

import argparse
import sys

from yomi.frontend.gtp.serve import run
from yomi.frontend.stream import exit_code
from yomi.players.presets import with_network

DEFAULT = "yomi"  # our strongest for each board size


def main(words: list[str] | None = None) -> int:
    """Serve until the end; 2 where the player cannot be made."""
    reader = argparse.ArgumentParser(prog="yomi gtp", description=__doc__)
    reader.add_argument("spec", nargs="*", help="the player, such as: uct simulations=2000")
    reader.add_argument("--size", type=int, default=9, help="board size before the first `boardsize`")
    reader.add_argument("--komi", type=float, help="komi before the first `komi`")
    reader.add_argument("--rules", default="chinese", help="rule set before the first `kata-set-rules`")
    reader.add_argument("--network", help="a network to search with: KataGo's .bin.gz or Yomi's .safetensors")
    reader.add_argument("--memory", type=float, help="megabytes for the tree")
    given = reader.parse_args(words)
    memory = [] if given.memory is None else [f"memory={given.memory}"]
    text = " ".join([with_network(" ".join(given.spec), given.network, DEFAULT), *memory])
    return exit_code(lambda: run(text, size=given.size, komi=given.komi, rules=given.rules))


if __name__ == "__main__":
    sys.exit(main())
