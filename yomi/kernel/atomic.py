"""Atomic operations on array elements, for threads that share a tree."""

import threading

from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


def _pointer(context, builder, array_type, array, index):
    view = make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, [index], wraparound=False, boundscheck=False)


@intrinsic
def fetch_add(typing, array, index, amount):
    """Add `amount` to array[index] and return what was there before; integers and floats."""
    signature = array.dtype(array, types.intp, array.dtype)

    def generate(context, builder, signature, args):
        pointer = _pointer(context, builder, signature.args[0], args[0], args[1])
        operation = "fadd" if isinstance(signature.args[0].dtype, types.Float) else "add"
        return builder.atomic_rmw(operation, pointer, args[2], "monotonic")

    return signature, generate


@intrinsic
def compare_swap(typing, array, index, old, new):
    """Replace array[index] by `new` if it is `old`; whether it was."""
    signature = types.boolean(array, types.intp, array.dtype, array.dtype)

    def generate(context, builder, signature, args):
        pointer = _pointer(context, builder, signature.args[0], args[0], args[1])
        pair = builder.cmpxchg(pointer, args[2], args[3], "acq_rel", "monotonic")
        return builder.extract_value(pair, 1)

    return signature, generate


def _plain_fetch_add(array, index, amount):
    with _lock:
        before = array[index]
        array[index] += amount
        return before


def _plain_compare_swap(array, index, old, new):
    with _lock:
        found = array[index] == old
        if found:
            array[index] = new
        return found


if getattr(config, "DISABLE_JIT"):  # noqa: B009  (the checker does not know it)
    _lock = threading.Lock()
    fetch_add, compare_swap = _plain_fetch_add, _plain_compare_swap  # type: ignore[assignment]
