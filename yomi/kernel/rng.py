"""An explicit random generator: one uint64 in an array the caller owns, no hidden state."""

import numpy as np

from yomi.kernel.inline import inlined

U = np.uint64
SIGNED = np.int64  # for moves where -1 means none; int() would leave an unsigned number unsigned


def seeded(seed: int, stream: int = 0) -> np.ndarray:
    """The generator for a seed; each stream (a thread) of one seed draws other numbers."""
    mixed = np.random.SeedSequence([seed & 0xFFFF_FFFF_FFFF_FFFF, stream]).generate_state(1, np.uint64)
    return mixed | np.uint64(1)


@inlined
def bits(rng):
    """64 random bits, by xorshift [Marsaglia2003]."""
    x = rng[0]
    x ^= x << U(13)
    x ^= x >> U(7)
    x ^= x << U(17)
    rng[0] = x
    return x


@inlined
def below(rng, n):
    """A random integer in [0, n), as uint64."""
    return ((bits(rng) >> U(32)) * U(n)) >> U(32)


@inlined
def uniform(rng):
    """A random number in [0, 1)."""
    return float(bits(rng) >> U(11)) * (1.0 / 9007199254740992.0)
