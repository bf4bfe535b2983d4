"""The conversation: orders are executed one after the other, once the engine is loaded."""

import os
import sys
import threading
import traceback
from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO, TextIO

import yomi
from yomi.errors import BadText, YomiError
from yomi.frontend.stream import Hangup, silence
from yomi.frontend.usi.inbox import Inbox
from yomi.frontend.usi.options import DEFAULT, options_of
from yomi.frontend.usi.wire import Order, Out

if TYPE_CHECKING:
    from yomi.frontend.usi.desk import Desk

HEAD_START = 0.1  # seconds a first line has to come in before the engine is loaded, which delays the answer
GRACE = 0.5  # seconds an order has to end after `quit`; a compiler cannot be interrupted
GAMES = ("shogi", "minishogi")


def run(
    spec_text: str = DEFAULT,
    game: str = "shogi",
    input: BinaryIO | Iterable[bytes] | None = None,
    output: TextIO | None = None,
) -> None:
    """Speak USI until `quit` or the end of the input; raises a `YomiError` where the player cannot be made.

    On the process's own input this may end the process (status 0), if code is still being compiled.
    """
    name = game.partition("(")[0]
    if name not in GAMES:
        raise BadText(f"game {game!r}: expected one of {', '.join(GAMES)}")
    options = options_of(name, spec_text)
    greeting = [f"id name Yomi {yomi.__version__}", "id author the Yomi developers"]
    greeting += [*(option.declaration() for option in options.values()), "usiok"]
    out = Out(sys.stdout if output is None else output)
    inbox = Inbox(sys.stdin.buffer if input is None else input, out, greeting)
    if input is None:
        threading.Thread(target=leave_in_time, args=(inbox,), name="usi-exit", daemon=True).start()
    inbox.spoken.wait(HEAD_START)
    if inbox.over:
        return
    from yomi.frontend.usi.desk import Desk

    desk = Desk(out, options, spec_text, game)
    try:
        while (order := inbox.next()) is not None:
            answer(order, desk)
    except Hangup:
        silence(out.output)


def leave_in_time(inbox: Inbox) -> None:
    """End the process soon after `quit`, whatever it is doing."""
    inbox.left.wait()
    threading.Event().wait(GRACE)
    os._exit(0)


def answer(order: Order, desk: "Desk") -> None:
    """Execute an order; whatever goes wrong is one line."""
    try:
        execute(order, desk)
    except YomiError as error:
        desk.out.say(error)
    except Hangup:
        raise
    except Exception as error:
        traceback.print_exc()
        desk.out.say(f"internal error: {type(error).__name__}: {error}")


def execute(order: Order, desk: "Desk") -> None:
    match order.name:
        case "isready":
            desk.isready()
        case "setoption":
            desk.setoption(order.words)
        case "usinewgame":
            desk.player.reset()
        case "position":
            desk.set_position(order.words)
        case "go":
            desk.go(order)
        case "side":
            desk.out.lines(desk.position.game.sides[desk.position.side])
        case "moves":
            desk.out.lines(" ".join(desk.position.text(move) for move in desk.position.legal))
        case "gameover":
            pass  # a search that was running has been ended
        case other:
            expected = (
                "usi, isready, setoption, usinewgame, position, go, stop, ponderhit, gameover, side, moves or quit"
            )
            raise BadText(f"unknown command {other!r}: expected {expected}")
