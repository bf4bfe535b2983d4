"""`python -m yomi` is `yomi`."""

from yomi.cli import main

main()
