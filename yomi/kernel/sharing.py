"""Lets many processes fill Numba's cache at once: they take turns to write.

Numba numbers its files by an index that it reads, changes and writes back. Two processes that do so at once give one
number to two kernels, and later one runs in the place of the other: for a board of another size, say.
"""

import os
from typing import Any

from numba.core import caching

try:
    import fcntl
except ImportError:  # not on Windows: there, compile in one process first
    fcntl = None  # type: ignore[assignment]


def take_turns() -> None:
    """From now on writing to the cache waits for other processes."""
    files: Any = caching.IndexDataCacheFile
    save = getattr(files, "save", None)
    if save is None or fcntl is None:
        return

    def save_in_turn(self: Any, key: Any, data: Any) -> None:
        try:
            lock = os.open(os.path.join(self._cache_path, "lock"), os.O_CREAT | os.O_RDWR, 0o666)
        except OSError:  # a place where nothing can be written
            return save(self, key, data)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            save(self, key, data)
        finally:
            os.close(lock)

    files.save = save_in_turn
