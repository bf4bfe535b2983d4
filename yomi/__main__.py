"""`yomi` and `python -m yomi`: GTP and USI are served at once, without loading the command line's other parts."""

import sys


def main() -> None:
    """Run the command line; `yomi gtp` and `yomi usi` must answer within half a second, so they take a shorter way."""
    if not {"--help", "-h"} & set(sys.argv):
        if sys.argv[1:2] == ["gtp"]:
            from yomi.frontend.gtp.__main__ import main as serve_gtp

            sys.exit(serve_gtp(sys.argv[2:]))
        if sys.argv[1:2] == ["usi"]:
            from yomi.frontend.usi.__main__ import main as serve_usi

            sys.exit(serve_usi(sys.argv[2:]))
    from yomi.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
