"""Bits of 64-bit numbers, as the processor counts them."""

from numba import config, types
from numba.extending import intrinsic


@intrinsic
def lowest(typing, word):
    """The number of the lowest bit that is set; the word is not 0."""
    signature = types.uint64(types.uint64)

    def generate(context, builder, signature, args):
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return signature, generate


def _plain_lowest(word):
    return type(word)((int(word) & -int(word)).bit_length() - 1)


if getattr(config, "DISABLE_JIT"):  # noqa: B009  (the checker does not know it)
    lowest = _plain_lowest  # type: ignore[assignment]
