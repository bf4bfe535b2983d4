"""Joining a Ray cluster, and machines of it that compile one process at a time."""

from __future__ import annotations

import logging
import os
import pathlib

import ray

from yomi.errors import BadText


def join(address: str) -> bool:
    """Join a cluster, or begin one of this machine's own; False if that was done before."""
    if ray.is_initialized():
        return False
    try:
        ray.init(None if address == "auto" else address, log_to_driver=False, logging_level=logging.WARNING)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise BadText(f"no Ray cluster answers at {address!r}: {error}") from None
    return True


class alone:  # noqa: N801
    """A time in which no other process of this machine compiles: many that fill one cache may crash."""

    def __enter__(self) -> None:
        home = pathlib.Path(os.environ["NUMBA_CACHE_DIR"])
        home.mkdir(parents=True, exist_ok=True)
        self.file = (home / "warm.lock").open("w")
        if os.name == "posix":
            import fcntl

            fcntl.flock(self.file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        self.file.close()
