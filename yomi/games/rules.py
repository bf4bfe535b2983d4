"""The verbs every game answers, bodies owned by the dtype of its position."""

from yomi.kernel.verb import verb

RUNNING = 2  # what `outcome` says of a game that goes on


@verb
def moves(state, out):
    """Write the legal moves into `out`, each a number from 0 to 32767; return how many."""


@verb
def play(state, move):
    """Play a legal `move` on `state` in place."""


@verb
def outcome(state):
    """-1, 0 or +1 for the player to move once the game is over, else RUNNING."""


@verb
def side(state):
    """Who is to move: 0 for the player who began, 1 for the other."""


@verb
def key(state):
    """A 64-bit hash of the position and the side to move."""
