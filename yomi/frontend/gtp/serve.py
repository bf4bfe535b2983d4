"""The conversation: reads commands, answers the light ones at once and the others when the engine is loaded."""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, BinaryIO, TextIO

import yomi
from yomi.errors import YomiError
from yomi.frontend.gtp.inbox import Inbox
from yomi.frontend.gtp.names import KNOWN, LIGHT, command_of
from yomi.frontend.gtp.wire import Call, Refusal, Talk
from yomi.frontend.stream import Hangup, silence

if TYPE_CHECKING:
    from yomi.frontend.gtp.desk import Desk

HEAD_START = 0.1  # seconds a first command has to come in before the engine is loaded, which delays the answer
ANALYZE_COMMANDS = """\
dboard/Ownership/yomi-ownership
gfx/Search/yomi-best
plist/Dead stones/final_status_list dead
plist/Stones in seki/final_status_list seki
string/Score/final_score
string/Explain the last move/gomill-explain_last_move
string/Rules/kata-get-rules"""


def run(
    spec_text: str = "",
    input: BinaryIO | Iterable[bytes] | None = None,
    output: TextIO | None = None,
    size: int = 9,
    komi: float | None = None,
    rules: str = "chinese",
) -> None:
    """Speak GTP until `quit` or the end of the input; raises a `YomiError` where the player cannot be made.

    On the process's own input this may end the process (status 0), if code is still being compiled.
    """
    talk = Talk(sys.stdout if output is None else output)
    inbox = Inbox(sys.stdin.buffer if input is None else input)
    engine = Engine(inbox, talk, (spec_text, size, komi, rules))
    try:
        while (call := inbox.next()) is not None:
            answer(call, engine, talk)
            if call.name == "quit":
                break
    except Hangup:
        silence(talk.output)
    if input is None and engine.busy():
        os._exit(0)  # a thread inside the compiler can neither be ended nor left behind


class Engine:
    """Loads the desk in the background."""

    def __init__(self, inbox: Inbox, talk: Talk, settings: tuple[str, int, float | None, str]):
        self._inbox, self._talk, self._settings = inbox, talk, settings
        self._desk: Desk | None = None
        self._asked = threading.Event()
        self._thread = threading.Thread(target=self._load, name="gtp-engine", daemon=True)
        self._thread.start()

    def _load(self) -> None:
        self._asked.wait(HEAD_START)
        try:
            from yomi.frontend.gtp.desk import Desk

            self._desk = Desk(self._inbox, self._talk, *self._settings)
        except Exception as error:
            self._inbox.fail(error)

    def hurry(self) -> None:
        """A command was answered, or needs the engine: load it now."""
        self._asked.set()

    def desk(self) -> "Desk | None":
        """The desk, as soon as it is loaded; None if it could not be."""
        self.hurry()
        self._thread.join()
        return self._desk

    def busy(self) -> bool:
        """Whether a thread of the engine still works."""
        return self._thread.is_alive() or (self._desk is not None and self._desk.warmer.busy())


def answer(call: Call, engine: Engine, talk: Talk) -> None:
    """Execute a command and reply; whatever goes wrong is one line."""
    try:
        talk.close(call, result_of(call, engine))
    except (Refusal, YomiError) as refusal:
        talk.close(call, str(refusal), ok=False)
    except Hangup:
        raise
    except Exception as error:
        traceback.print_exc()
        talk.close(call, " ".join(f"internal error: {type(error).__name__}: {error}".split()), ok=False)
    engine.hurry()


def result_of(call: Call, engine: Engine) -> str:
    if call.name in LIGHT:
        return ANSWERS[call.name](call)
    if call.name not in KNOWN:
        raise Refusal("unknown command")
    desk = engine.desk()
    if desk is None:
        raise Refusal("the engine could not be loaded")
    return command_of(call.name)(desk, call)


def known_command(call: Call) -> str:
    if not call.words:
        raise Refusal("syntax error")
    return "true" if call.words[0] in KNOWN else "false"


def cputime(call: Call) -> str:
    return f"{time.process_time():.3f}"


def always(text: str) -> Callable[[Call], str]:
    return lambda call: text


ANSWERS: dict[str, Callable[[Call], str]] = {
    "protocol_version": always("2"),
    "name": always("Yomi"),
    "version": always(yomi.__version__),
    "known_command": known_command,
    "list_commands": always("\n".join(KNOWN)),
    "quit": always(""),
    "stop": always(""),
    "cputime": cputime,
    "gomill-cpu_time": cputime,
    "gogui-interrupt": always(""),
    "gogui-analyze_commands": always(ANALYZE_COMMANDS),
    "kata-list_time_settings": always("none absolute byoyomi canadian fischer fischer-capped"),
}
