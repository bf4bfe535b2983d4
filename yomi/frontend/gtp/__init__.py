"""The Go Text Protocol, version 2, with the extensions of GoGui, KGS, Leela Zero, KataGo and gomill.

`wire` reads and writes lines, `inbox` listens, `names` lists the commands, `serve` answers; all of it is light, so that
`name` is answered at once. `desk` holds the engine and is loaded meanwhile, as are the files with the commands.
"""

from yomi.frontend.gtp.serve import run

__all__ = ["run"]
