"""The Universal Shogi Interface, for shogi and 5x5 shogi, with what ShogiHome, cshogi and Ayane expect beyond it.

`wire` reads and writes lines, `options` lists what can be set, `inbox` listens and answers what needs no engine,
`serve` does the rest in order; all of it is light, so that `usi` is answered at once. `desk` holds the engine and is
loaded meanwhile; `think` and `mate` answer `go`.
"""

from yomi.frontend.usi.serve import run

__all__ = ["run"]
