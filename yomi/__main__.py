"""`yomi` and `python -m yomi`: GTP is served at once, without loading the command line's other parts."""

import sys


def main() -> None:
    """Run the command line; `yomi gtp` must answer within half a second, so it takes a shorter way."""
    if sys.argv[1:2] == ["gtp"] and not {"--help", "-h"} & set(sys.argv):
        from yomi.frontend.gtp.__main__ import main as serve

        sys.exit(serve(sys.argv[2:]))
    from yomi.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
