"""Verbs: functions whose body is chosen by the type of the first argument.

An owner of a body is a record dtype (a game's position) or a NamedTuple class (a setting of a search). The body is
chosen when Numba compiles the caller, at no cost at run time. `ANY` owns what nobody else does.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload
from numba.np.numpy_support import from_dtype

ANY = object()  # owner of a fallback body


def verb(stub: Callable) -> Any:
    """Declare a verb; its docstring is the contract every body keeps."""

    def dispatch(first, *rest):  # plain Python callers and NUMBA_DISABLE_JIT=1
        owner = first.dtype if isinstance(first, np.void) else type(first)
        found = call.bodies.get(owner) or call.bodies.get(ANY)
        if found is None:
            raise TypeError(f"{stub.__name__} has no body for {owner}")
        return found(first, *rest)

    call: Any = functools.wraps(stub)(dispatch)
    call.bodies = {}
    call.sources = {}
    overload(call, strict=False, jit_options={"forceinline": True})(
        lambda first, *rest: call.sources.get(identity(first)) or call.sources.get(ANY)
    )
    return call


def body(verb: Any, *owners: Any) -> Callable:
    """Register the decorated function as the body of `verb` for each owner."""

    def register(function: Callable) -> Callable:
        compiled = njit(cache=True)(function)
        for owner in owners:
            if identity(owner) in verb.sources:
                raise TypeError(f"{verb.__name__} already has a body for {owner}, or for a type with the same fields")
            verb.bodies[owner] = compiled
            verb.sources[identity(owner)] = function
        return function

    return register


def identity(owner: Any) -> Any:
    """What tells owners apart: a class, or a record type; two dtypes with equal fields are one type to Numba."""
    if isinstance(owner, np.dtype):
        return record_type(owner)
    return getattr(owner, "instance_class", owner) if isinstance(owner, types.BaseNamedTuple) else owner


@functools.cache
def record_type(dtype: np.dtype) -> types.Record:
    return from_dtype(dtype)
