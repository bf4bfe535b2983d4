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
def survey(state):
    """Prepare `state` for tactical questions: called once, before the first of them in a playout."""


@verb
def watch(state):
    """Take note of the last move: called before every move of a playout that asks tactical questions."""


@verb
def capture_move(state, out, rng):
    """A random move that captures, or -1 where there is none; `out` is scratch. So do those that follow."""


@verb
def escape_move(state, out, rng):
    """A move that saves what the last move threatens."""


@verb
def pressing_move(state, out, rng):
    """A move that takes or makes room next to the last move, where one more move would decide."""


@verb
def pattern_move(state, out, rng):
    """A move of good local shape next to the last move."""


@verb
def earlier_pattern_move(state, out, rng):
    """The same next to the move before it."""


@verb
def punish_move(state, out, rng):
    """A move that takes what the last move left to be taken."""


@verb
def nakade_move(state, out, rng):
    """The vital point of a small space next to the last move."""


@verb
def open_move(state, tries, rng):
    """A move far from everything, found in so many tries."""


@verb
def weighted_move(state, tables, out, rng):
    """A random move that is not plainly senseless, drawn by the weights in `tables`; `out` is scratch."""


@verb
def traits(state, classes, out, shape, features):
    """Write the moves that `weighted_move` draws from into `out`, the class of each, by a table of classes, into
    `shape`, and its features, a bit each, into `features`; return how many, at least one."""


@verb
def local_points(state, distance, inside):
    """Flag the points that belong to what the last two moves are about; return how many points there are, 0 if none."""


@verb
def local_moves(state, distance, out, count):
    """Keep those of the `count` moves in `out` that are about the same as the last two moves; return how many."""


@verb
def random_move_inside(state, inside, out, rng):
    """A random move on a flagged point, 0 where there is none; `out` is scratch."""


@verb
def describe(state, moves, marks):
    """Write what is known of each of `moves` into `marks`, a sum of bits of `marks.py`."""


@verb
def shape_weights(state, table, moves, out):
    """Write what `table` says of the shape round each of `moves`."""


@verb
def after_values(state, shapes, moves, out):
    """Write the chance of the player to move after each of `moves`, by learnt weights of local shapes."""


@verb
def blunder(state, move):
    """Whether a move plainly gives something away (in Go: a self-atari)."""


@verb
def begin(policy, state):
    """Prepare `state` for a playout by `policy`; owned by the policy."""


@verb
def pick(policy, state, out, rng):
    """The next move of a playout, owned by the policy; `out` is scratch."""


@verb
def play_out(state, policy, plies, mercy, trace, out, rng):
    """Play the moves `policy` picks until the game ends, `plies` are played, or one side leads by `mercy` as `margin`
    counts it (0: never), noting them; return how many."""


@verb
def estimate(state):
    """A static guess of the outcome for the player to move, from 0 (lost) to 1 (won)."""


@verb
def margin(state):
    """How far ahead the player to move is at the end of a game, from -1 to 1."""


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
@body(escape_move, ANY)
@body(pressing_move, ANY)
@body(pattern_move, ANY)
@body(earlier_pattern_move, ANY)
@body(punish_move, ANY)
@body(nakade_move, ANY)
@body(open_move, ANY)
def none_found(state, how, rng):
    return -1


@body(weighted_move, ANY)
def all_weigh_the_same(state, tables, out, rng):
    return random_move(state, out, rng)


@body(traits, ANY)
def no_traits(state, classes, out, shape, features):
    count = moves(state, out)
    shape[:count], features[:count] = 0, 0
    return count


@body(survey, ANY)
@body(watch, ANY)
def nothing_to_note(state):
    pass


@body(begin, ANY)
def nothing_to_prepare(policy, state):
    pass


@body(local_points, ANY)
def no_points(state, distance, inside):
    return 0


@body(local_moves, ANY)
def all_are_local(state, distance, out, count):
    return count


@body(random_move_inside, ANY)
def random_anywhere(state, inside, out, rng):
    return random_move(state, out, rng)


@body(describe, ANY)
def nothing_to_describe(state, moves, marks):
    marks[:] = 0


@body(shape_weights, ANY)
def no_shapes(state, table, moves, out):
    out[: len(moves)] = 0


@body(after_values, ANY)
def all_even(state, shapes, moves, out):
    out[: len(moves)] = 0.5


@body(blunder, ANY)
def never_a_blunder(state, move):
    return False


@body(play_out, ANY)
def play_out_plainly(state, policy, plies, mercy, trace, out, rng):
    begin(policy, state)
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


@body(margin, ANY)
def no_margin(state):
    return 0.0


@body(owners, ANY)
def no_owners(state, out):
    return 0
