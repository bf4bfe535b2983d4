"""What learners have in common: the value of features, the chance to win it stands for, and the verb of a method.

V(s) = 1 / (1 + exp(-E(s) / tau)) [LEARN eq. 31]; E is linear, so its gradient is the features themselves.
"""

from numba import njit

from yomi.kernel.verb import verb


@verb
def gradient(method, episode, theta, out):
    """Add to out[feature] the direction in which the method would move theta after an episode; return its error."""


@njit(cache=True)
def worth(theta, numbers):
    """E of signed features for the first player."""
    total = 0.0
    for number in numbers:
        if number > 0:
            total += theta[number - 1]
        elif number < 0:
            total -= theta[-number - 1]
        else:
            break
    return total


@njit(cache=True)
def move_along(out, numbers, amount):
    """Add an amount times the gradient of E."""
    for number in numbers:
        if number > 0:
            out[number - 1] += amount
        elif number < 0:
            out[-number - 1] -= amount
        else:
            break


@njit(cache=True)
def slope(p, tau):
    """dV / dE [LEARN eq. 32]."""
    return (1.0 - p) * p / tau
