"""An explicit random generator: one uint64 in an array the caller owns, no hidden state."""

from math import cos, log, pi, sqrt

import numpy as np
from numba import njit

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


@njit(cache=True)
def normal(rng):
    """A random number of the standard normal distribution, by Box and Muller's method."""
    return sqrt(-2.0 * log(1.0 - uniform(rng))) * cos(2.0 * pi * uniform(rng))


@njit(cache=True)
def gumbel(rng):
    """A random number of the standard Gumbel distribution."""
    return -log(-log(max(uniform(rng), 1e-300)))


@njit(cache=True)
def gamma(rng, shape):
    """A random number of the gamma distribution, by squeezing normal ones [Marsaglia2000]."""
    if shape < 1.0:
        return gamma_above_one(rng, shape + 1.0) * (1.0 - uniform(rng)) ** (1.0 / shape)
    return gamma_above_one(rng, shape)


@njit(cache=True)
def gamma_above_one(rng, shape):
    d = shape - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        x = normal(rng)
        v = (1.0 + c * x) ** 3
        if v > 0.0 and log(1.0 - uniform(rng)) < 0.5 * x * x + d - d * v + d * log(v):
            return d * v


@njit(cache=True)
def write_dirichlet(rng, alpha, out):
    """Fill `out` with shares of a symmetric Dirichlet distribution."""
    total = 0.0
    for k in range(len(out)):
        out[k] = gamma(rng, alpha)
        total += out[k]
    for k in range(len(out)):
        out[k] = out[k] / total if total > 0.0 else 1.0 / len(out)
