"""`python -m yomi.frontend.gtp "uct simulations=2000" --size 9`: GTP without the command line's other parts."""

import argparse
import sys

from yomi.errors import YomiError
from yomi.frontend.gtp.serve import run


def main() -> int:
    """Serve until the end; 2 where the player cannot be made."""
    reader = argparse.ArgumentParser(prog="python -m yomi.frontend.gtp", description=__doc__)
    reader.add_argument("spec", nargs="*", help="the player, such as: uct simulations=2000")
    reader.add_argument("--size", type=int, default=9, help="board size before the first `boardsize`")
    reader.add_argument("--komi", type=float, help="komi before the first `komi`")
    reader.add_argument("--rules", default="chinese", help="rule set before the first `kata-set-rules`")
    given = reader.parse_args()
    try:
        run(" ".join(given.spec), size=given.size, komi=given.komi, rules=given.rules)
    except YomiError as error:
        print(f"yomi: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
