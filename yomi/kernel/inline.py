"""Decorators that say whether a kernel becomes part of its callers.

A plain `njit` kernel does so where its caller does: Numba hands a forced inline down to all that is called.
"""

from numba import njit

inlined = njit(cache=True, forceinline=True)  # a small one that must: LLVM alone leaves some of them as calls
apart = njit(cache=True, forceinline=False)  # a large one that must not: each copy costs seconds of compiling
