"""Commands for game records: loading and printing SGF."""

import pathlib

from yomi.errors import BadText, YomiError
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.rules import rules_of_name
from yomi.frontend.gtp.score import final_score
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import WHOLE
from yomi.games.go import replay
from yomi.games.go.game import read_komi
from yomi.games.go.sgf import Record, read_record, write_record

LARGEST = 10_000_000  # bytes of a game record


def loadsgf(desk: Desk, call: Call) -> str:
    """`loadsgf FILE [MOVE]`: the position before that move, or the last one."""
    *words, last = call.words or [""]
    limit = int(last) if words and WHOLE.fullmatch(last) else None
    name = " ".join(words if limit is not None else call.words)
    try:
        adopt_record(desk, read_record(content_of(name), limit))
    except (OSError, ValueError, Refusal) as error:
        raise Refusal(f"cannot load file: {error}") from None
    return ""


def content_of(name: str) -> bytes:
    path = pathlib.Path(name).expanduser()
    if not path.is_file():
        raise BadText(f"there is no file {name!r}")
    if path.stat().st_size > LARGEST:
        raise BadText(f"{name!r} has more than {LARGEST} bytes")
    return path.read_bytes()


def adopt_record(desk: Desk, record: Record) -> None:
    """Make the game of a record ours: size, komi, rules, stones and moves, or nothing of it."""
    before = desk.komi, desk.rules
    try:
        if record.komi is not None:
            desk.komi = read_komi(record.komi)
        desk.rules = rules_of_name(record.rules) or desk.rules
        start = desk.start_with(replay.setup_of(record), replay.first_side(record), record.size)
        desk.begin_from(start, replay.steps_of(record))
    except (YomiError, Refusal):
        desk.komi, desk.rules = before
        raise


def printsgf(desk: Desk, call: Call) -> str:
    """`printsgf [FILE]`: the game as SGF, in the reply or in a file."""
    record = write_record(record_of(desk))
    if not call.words:
        return record
    try:
        pathlib.Path(" ".join(call.words)).expanduser().write_text(record, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Refusal(f"cannot write file: {error}") from None
    return ""


def record_of(desk: Desk) -> Record:
    """The game so far as a record."""
    start, steps = desk.session.positions()[0], desk.session.moves
    result = final_score(desk, Call("", "final_score", [])) if desk.position.over else ""
    return replay.record_of(start, steps, result=result)
