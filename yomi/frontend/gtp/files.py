"""Commands for game records: loading and printing SGF."""

import pathlib

from yomi.errors import BadText, YomiError
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.rules import rules_name, rules_of_name
from yomi.frontend.gtp.score import final_score
from yomi.frontend.gtp.wire import Call, Refusal
from yomi.frontend.gtp.words import WHOLE
from yomi.games.go.board import BLACK, EMPTY, WHITE
from yomi.games.go.game import fixed_handicap, read_komi
from yomi.games.go.sgf import Record, read_record, write_record
from yomi.games.go.text import points, read_vertex, vertex

RU = {"aga": "AGA", "new-zealand": "NZ", "tromp-taylor": "Tromp-Taylor"}  # as the standard writes them
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
    before = desk.komi, desk.rules, desk.rules_name
    try:
        if record.komi is not None:
            desk.komi = read_komi(record.komi)
        name = rules_name(record.rules)
        if (rules := rules_of_name(name)) is not None:
            desk.rules, desk.rules_name = rules, name
        steps = [(int(colour == "w"), read_vertex(record.size, word)) for colour, word in record.moves]
        desk.begin_from(desk.start_with(setup_of(record), first_side(record), record.size), steps)
    except (YomiError, Refusal):
        desk.komi, desk.rules, desk.rules_name = before
        raise


def setup_of(record: Record) -> list[tuple[int, int]]:
    """The stones (point, colour) before the first move; a handicap without stones is on the usual points."""
    if record.handicap > 1 and not record.setup and not (record.moves and record.moves[0][0] == "b"):
        return [(p, int(BLACK)) for p in fixed_handicap(record.size, record.handicap)]
    colours = {"b": int(BLACK), "w": int(WHITE), "empty": int(EMPTY)}
    final = {read_vertex(record.size, word): colours[colour] for colour, word in record.setup}
    return [(p, colour) for p, colour in final.items() if colour != EMPTY]


def first_side(record: Record) -> int:
    """Who is to move before the first move."""
    if record.first is not None:
        return int(record.first == "w")
    if record.moves:
        return int(record.moves[0][0] == "w")
    return int(record.handicap > 1)


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
    start, size = desk.session.positions()[0], desk.size
    placed = [(p, start.state.colour[p]) for p in points(size) if start.state.colour[p] != EMPTY]
    setup = [("b" if colour == BLACK else "w", vertex(size, p)) for p, colour in placed]
    only_black = len(setup) > 1 and start.side == 1 and all(colour == "b" for colour, _ in setup)
    return Record(
        size=size,
        komi=desk.komi,
        rules=RU.get(desk.rules_name, desk.rules_name.capitalize()),
        handicap=len(setup) if only_black else 0,
        result=final_score(desk, Call("", "final_score", [])) if desk.position.over else "",
        setup=setup,
        moves=[("bw"[side], vertex(size, move)) for side, move in desk.session.moves],
        first="bw"[start.side] if setup else None,
    )
