"""Numba's compile time, about a third less: large kernels that become part of their caller are optimised only there.

Numba links everything a kernel calls into its module and has LLVM optimise the whole, at each level of nesting again:
what lies six calls deep is optimised six times. A forced inline is never run by itself, so its own turn can be left
out. Small ones keep theirs: it costs little, and their callers optimise better for it. This reaches into Numba's
code generator; where that looks different, everything is optimised as Numba sees fit, only more slowly.
"""

import threading
from typing import Any

from numba.core import codegen, event

LARGE = 400  # basic blocks


class Nesting(event.Listener):
    """The dispatchers that each thread is compiling, outermost first; threads wait for each other in between."""

    def __init__(self) -> None:
        self._local = threading.local()

    def _open(self) -> list[Any]:
        if not hasattr(self._local, "dispatchers"):
            self._local.dispatchers = []
        return self._local.dispatchers

    def on_start(self, event: Any) -> None:
        self._open().append(event.data["dispatcher"])

    def on_end(self, event: Any) -> None:
        self._open().pop()

    def inside(self) -> bool:
        """Whether the kernel being compiled becomes part of another one."""
        dispatchers = self._open()
        return len(dispatchers) > 1 and bool(dispatchers[-1].targetoptions.get("forceinline"))


def spare_large_inner_kernels() -> None:
    """From now on Numba leaves the optimising of large kernels to their callers."""
    library: Any = codegen.CPUCodeLibrary
    optimise = getattr(library, "_optimize_final_module", None)
    if optimise is None:
        return
    nesting = Nesting()
    event.register("numba:compile", nesting)

    def optimise_unless_spared(self: Any) -> None:
        if not (nesting.inside() and blocks(self._final_module) > LARGE):
            optimise(self)

    library._optimize_final_module = optimise_unless_spared


def blocks(module: Any) -> int:
    return sum(1 for function in module.functions for _ in function.blocks)
