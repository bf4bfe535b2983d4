"""Yomi (読み): game-tree search and learning for Go, shogi and games of your own, in Python."""

import importlib
from typing import Any

from yomi import _cache  # noqa: F401  (sets the cache directory before Numba is imported)

__version__ = "0.1.0"
_LAZY = {"position": "yomi.players.api", "player": "yomi.players.api", "game": "yomi.games.catalog"}
__all__ = ["game", "player", "position"]


def __getattr__(name: str) -> Any:
    """`yomi.position` and its like are loaded when first used, so that `import yomi` is instant."""
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    raise AttributeError(f"module 'yomi' has no attribute {name!r}")
