"""A decorator for small kernels that must become part of their caller: LLVM alone leaves some of them as calls."""

from numba import njit

inlined = njit(cache=True, forceinline=True)
