"""Commands that play, take back and generate moves."""

from yomi.errors import IllegalMove
from yomi.frontend.gtp.cleanup import cleanup_choice
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import BAD_MOVE, SYNTAX, exactly, move_of, pairs_of, side_of, whole_of
from yomi.players.manners import Choice, choose


def play(desk: Desk, call: Call) -> str:
    exactly(call.words, 2)
    return gogui_play_sequence(desk, call)


def gogui_play_sequence(desk: Desk, call: Call) -> str:
    """Moves in a row, all of them or none."""
    steps = [(side_of(colour, BAD_MOVE), move_of(desk.size, word)) for colour, word in pairs_of(call.words)]
    done = 0
    try:
        for side, move in steps:
            desk.session.play(move, side)
            done += 1
    except IllegalMove:
        for _ in range(done):
            desk.session.undo()
        raise Refusal("illegal move") from None
    return ""


def undo(desk: Desk, call: Call) -> str:
    return take_back(desk, 1)


def gg_undo(desk: Desk, call: Call) -> str:
    if len(call.words) > 1:
        raise Refusal(SYNTAX)
    return take_back(desk, whole_of(call.words[0]) if call.words else 1)


def take_back(desk: Desk, count: int) -> str:
    if not 0 <= count <= len(desk.session.moves):
        raise Refusal("cannot undo")
    for _ in range(count):
        desk.session.undo()
    return ""


def genmove(desk: Desk, call: Call) -> str:
    side = only_side(call)
    return make_move(desk, side, desk.choose(call, side))


def kgs_genmove_cleanup(desk: Desk, call: Call) -> str:
    side = only_side(call)
    return make_move(desk, side, cleanup_choice(desk, call, side))


def reg_genmove(desk: Desk, call: Call) -> str:
    """The move `genmove` would make, without making it, without a clock, and never a resignation."""
    side = only_side(call)
    position = desk.thinkable(side)
    desk.warmer.wait(desk.size)
    chosen = choose(desk.player, position, until=lambda: call.interrupted)
    return chosen.search.best if chosen.move is None and chosen.search else desk.choice_text(chosen)


def only_side(call: Call) -> int:
    (colour,) = exactly(call.words, 1)
    return side_of(colour)


def make_move(desk: Desk, side: int, chosen: Choice) -> str:
    """Play what was chosen; its text."""
    shown = desk.choice_text(chosen)
    if chosen.move is not None:
        desk.session.play(chosen.move, side)
    return shown
