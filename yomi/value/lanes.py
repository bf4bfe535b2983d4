"""Eight float32 at once inside a compiled kernel, as one register of the processor holds them.

Numba compiles loops over single numbers, and LLVM makes vectors of them only where it can prove that arrays do not
overlap and never fuses a product with a sum. A kernel that names its vectors leaves nothing to prove.
"""

import operator

import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.core.cgutils import ir
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model
from numba.np.arrayobj import make_array

WIDTH = 8
FLOAT = ir.FloatType()
VECTOR = ir.VectorType(FLOAT, WIDTH)
FIRSTS = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)  # takes the first number eight times


class Lanes(types.Type):
    """The type of eight float32."""

    def __init__(self):
        super().__init__(name="lanes")


LANES = Lanes()


@register_model(Lanes)
class LanesModel(models.PrimitiveModel):
    """A vector of LLVM."""

    def __init__(self, manager, type_):
        super().__init__(manager, type_, VECTOR)


def _pointer(context, builder, array_type, array, index):
    view = make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, view, [index], wraparound=False, boundscheck=False)


def _same(builder, number):
    """Eight times one number."""
    one = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, ir.Constant(VECTOR, ir.Undefined), FIRSTS)


@intrinsic
def load(typing, array, index):
    """array[index : index + 8] of a flat array."""

    def generate(context, builder, signature, args):
        pointer = _pointer(context, builder, signature.args[0], *args)
        return builder.load(builder.bitcast(pointer, VECTOR.as_pointer()), align=4, typ=VECTOR)

    return LANES(array, types.intp), generate


@intrinsic
def store(typing, array, index, lanes):
    """Write array[index : index + 8] of a flat array."""

    def generate(context, builder, signature, args):
        pointer = _pointer(context, builder, signature.args[0], *args[:2])
        builder.store(args[2], builder.bitcast(pointer, VECTOR.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(array, types.intp, LANES), generate


@intrinsic
def repeat(typing, array, index):
    """Eight times array[index] of a flat array."""

    def generate(context, builder, signature, args):
        return _same(builder, builder.load(_pointer(context, builder, signature.args[0], *args), typ=FLOAT))

    return LANES(array, types.intp), generate


@intrinsic
def fetch(typing, array, index):
    """Bring array[index] and its neighbours near, for later; it may lie outside."""

    def generate(context, builder, signature, args):
        pointer = builder.bitcast(_pointer(context, builder, signature.args[0], *args), cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(prefetch, [pointer, number(0), number(3), number(1)])  # to read, to the nearest cache, data
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@intrinsic
def lanes_of(typing, number):
    """Eight times a number."""

    def generate(context, builder, signature, args):
        return _same(builder, args[0])

    return LANES(types.float32), generate


@intrinsic
def muladd(typing, a, b, c):
    """a * b + c, rounded once where the processor can."""

    def generate(context, builder, signature, args):
        kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.fmuladd.v{WIDTH}f32"), args)

    return LANES(LANES, LANES, LANES), generate


@intrinsic
def larger(typing, a, b):
    """The larger of each two."""

    def generate(context, builder, signature, args):
        return builder.select(builder.fcmp_ordered(">", *args), *args)

    return LANES(LANES, LANES), generate


@intrinsic
def doubled(typing, a, n):
    """a times 2 to the power n, where n is a whole number plus 1.5 * 2 ** 23, which brings n to its lowest bits."""

    def generate(context, builder, signature, args):
        bits = ir.VectorType(ir.IntType(32), WIDTH)
        power = builder.shl(builder.bitcast(args[1], bits), ir.Constant(bits, [23] * WIDTH))
        return builder.bitcast(builder.add(builder.bitcast(args[0], bits), power), VECTOR)

    return LANES(LANES, LANES), generate


@infer_global(operator.add)
@infer_global(operator.sub)
@infer_global(operator.mul)
@infer_global(operator.truediv)
class LanesOperator(ConcreteTemplate):
    """+, -, * and / of lanes give lanes."""

    cases = [signature(LANES, LANES, LANES)]  # noqa: RUF012


@lower_builtin(operator.add, LANES, LANES)
def lower_add(context, builder, signature, args):
    return builder.fadd(*args)


@lower_builtin(operator.sub, LANES, LANES)
def lower_sub(context, builder, signature, args):
    return builder.fsub(*args)


@lower_builtin(operator.mul, LANES, LANES)
def lower_mul(context, builder, signature, args):
    return builder.fmul(*args)


@lower_builtin(operator.truediv, LANES, LANES)
def lower_div(context, builder, signature, args):
    return builder.fdiv(*args)


def _plain_load(array, index):
    return array[index : index + WIDTH].copy()


def _plain_store(array, index, lanes):
    array[index : index + WIDTH] = lanes


def _plain_repeat(array, index):
    return np.full(WIDTH, array[index])


def _plain_fetch(array, index):
    pass


def _plain_lanes_of(number):
    return np.full(WIDTH, number, np.float32)


def _plain_muladd(a, b, c):
    return a * b + c


def _plain_doubled(a, n):
    return np.ldexp(a, (n - np.float32(12582912)).astype(np.int32))


if getattr(config, "DISABLE_JIT"):  # noqa: B009  (the checker does not know it)
    load, store, repeat = _plain_load, _plain_store, _plain_repeat  # type: ignore[assignment]
    lanes_of, muladd, doubled = _plain_lanes_of, _plain_muladd, _plain_doubled  # type: ignore[assignment]
    larger, fetch = np.maximum, _plain_fetch  # type: ignore[assignment]
