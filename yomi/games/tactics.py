"""What alpha-beta and quiescence search may ask of a game; a game that answers none of these gets the fallback.

Values are in hundredths of the smallest piece, for the player to move.
"""

from yomi.games.hints import estimate
from yomi.games.rules import RUNNING
from yomi.kernel.verb import ANY, body, verb

SCALE = 600.0  # the value that is worth odds of e to 1


@verb
def assess(state):
    """A static value of the position."""


@verb
def is_checked(state):
    """Whether the position is too unquiet to stand still: in check."""


@verb
def noisy(state, checks, out):
    """Write the moves that change the balance at once, with those that give check if asked to; return how many.

    In check these are all moves.
    """


@verb
def checking(state, out):
    """Write the moves that give check; return how many."""


@verb
def gain(state, move):
    """What a move wins at once, whatever follows."""


@verb
def exchange(state, move):
    """What a move wins once all captures on its square are over [static exchange evaluation]."""


@verb
def skip(state):
    """Pass the turn, where the game would allow it; whether it did."""


@verb
def recurrence(state):
    """The result for the player to move if this repetition of an earlier position were the last, else RUNNING."""


@body(assess, ANY)
def assess_by_estimate(state):
    return int(2.0 * SCALE * (2.0 * estimate(state) - 1.0))


@body(is_checked, ANY)
@body(skip, ANY)
def never(state):
    return False


@body(noisy, ANY)
def none_noisy(state, checks, out):
    return 0


@body(checking, ANY)
def none_checks(state, out):
    return 0


@body(gain, ANY)
@body(exchange, ANY)
def nothing_won(state, move):
    return 0


@body(recurrence, ANY)
def never_repeated(state):
    return RUNNING
