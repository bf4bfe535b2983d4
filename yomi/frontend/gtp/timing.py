"""Commands for clocks."""

from yomi.errors import BadText
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import SYNTAX, exactly, number_of, side_of, whole_of
from yomi.players.clock import Control
from yomi.players.clock import gtp_time_settings as read_gtp
from yomi.players.clock import kata_time_settings as read_kata
from yomi.players.clock import kgs_time_settings as read_kgs


def time_settings(desk: Desk, call: Call) -> str:
    main, byo, stones = (number_of(word) for word in exactly(call.words, 3))
    try:
        return set_clocks(desk, read_gtp(main, byo, stones))
    except BadText:
        raise Refusal(SYNTAX) from None


def kgs_time_settings(desk: Desk, call: Call) -> str:
    try:
        return set_clocks(desk, read_kgs(call.words))
    except BadText:
        raise Refusal(SYNTAX) from None


def kata_time_settings(desk: Desk, call: Call) -> str:
    try:
        return set_clocks(desk, read_kata(call.words))
    except BadText:
        raise Refusal(SYNTAX) from None


def set_clocks(desk: Desk, control: Control) -> str:
    desk.session.set_clocks(control)
    return ""


def time_left(desk: Desk, call: Call) -> str:
    colour, seconds, stones = exactly(call.words, 3)
    side = side_of(colour, SYNTAX)
    try:
        desk.session.clocks[side].set_left(number_of(seconds), whole_of(stones))
    except BadText:
        raise Refusal(SYNTAX) from None
    return ""
