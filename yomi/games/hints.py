"""What playouts and evaluations may ask of a game; a game that answers none of these gets the fallback."""

from yomi.games.rules import RUNNING, moves, outcome, play
from yomi.kernel.rng import below
from yomi.kernel.trace import note
from yomi.kernel.verb import ANY, body, verb


@verb
def candidates(state, out):
    """Write the moves worth a place in a search tree into `out`; return how many, at least one."""


@verb
def random_move(state, out, rng):
    """A uniformly random move that is not plainly senseless (in Go: fills no own eye); `out` is scratch."""


@verb
def capture_move(state, out, rng):
    """A random move that captures, or -1 where there is none; `out` is scratch."""


@verb
def pick(policy, state, out, rng):
    """The next move of a playout, owned by the policy; `out` is scratch."""


@verb
def play_out(state, policy, plies, trace, out, rng):
    """Play the moves `policy` picks until the game ends or `plies` are played, noting them; return how many."""


@verb
def estimate(state):
    """A static guess of the outcome for the player to move, from 0 (lost) to 1 (won)."""


@verb
def owners(state, out):
    """Write +1 (the first player's), -1 or 0 into out[p] for each point p; return how many points there are."""


@body(candidates, ANY)
def all_moves(state, out):
    return moves(state, out)


@body(random_move, ANY)
def random_legal(state, out, rng):
    return out[below(rng, moves(state, out))]


@body(capture_move, ANY)
def no_capture(state, out, rng):
    return -1


@body(play_out, ANY)
def play_out_plainly(state, policy, plies, trace, out, rng):
    played = 0
    while played < plies and outcome(state) == RUNNING:
        move = pick(policy, state, out, rng)
        note(trace, move)
        play(state, move)
        played += 1
    return played


@body(estimate, ANY)
def estimate_even(state):
    return 0.5


@body(owners, ANY)
def no_owners(state, out):
    return 0
