"""Game records in and out of the page, with what searches said of each position as comments that are read back."""

from __future__ import annotations

import re

from yomi.errors import BadText
from yomi.frontend.web.table import PERSON, Judged, Mistake, Table
from yomi.games.go import sgf
from yomi.games.go.game import rules_of
from yomi.games.go.replay import record_of as go_record_of
from yomi.games.go.replay import replay, start_of, steps_of
from yomi.games.shogi.formats import read_record as read_shogi
from yomi.games.shogi.record import Record, record_of
from yomi.games.shogi.record import start_of as shogi_start
from yomi.players.ending import Ending
from yomi.players.records import SHOGI_FORMATS, formats_of, shogi_ending, write_game

SAID = re.compile(
    r"Yomi: black (?P<value>[\d.]+)% \((?P<visits>\d+)\)(?:, lead (?P<lead>[+-][\d.]+))?"
    r"(?:, best (?P<best>[^\s,]+))?(?:, line (?P<line>.*))?"
)
LOST = re.compile(r"Yomi: (?P<move>\S+) loses (?P<loss>[\d.]+)%")
UNDECIDED = Ending(None, "", "interruption")
MIME = {"sgf": "application/x-go-sgf", "kif": "text/plain", "csa": "text/plain", "txt": "text/plain"}


def load(data: bytes) -> Table:
    """The game that a file holds: SGF, KIF, KI2, CSA, SFEN or USI."""
    if not data.strip():
        raise BadText("the file is empty: expected SGF, KIF, KI2, CSA or SFEN")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"("):
        return load_go(sgf.read_record(data))
    return load_shogi(read_shogi(data))


def load_go(record: sgf.Record) -> Table:
    """A game of Go, each move checked."""
    replay(record)  # refuses what is not legal, with the number of the move
    start = start_of(record)
    options = f"komi={float(start.state.komi):g},rules={rules_of(start.state) or 'chinese'}"
    table = Table(start, f"{start.game.name}({options})")
    for side, move in steps_of(record):
        table.session.play(table.position.text(move), side)
    take_comments(table, [record.black, record.white], record.comments)
    if record.result and record.result[0].upper() in "BW0DJ":
        table.ending = Ending({"B": 0, "W": 1}.get(record.result[0].upper()), record.result, "record")
    return table


def load_shogi(record: Record) -> Table:
    """A game of shogi or 5x5 shogi."""
    start = shogi_start(record)
    table = Table(start, f"{start.game.name}(entering=0)" if start.game.name == "shogi" else start.game.name)
    for move in record.moves:
        table.session.play(move)
    take_comments(table, [record.black, record.white], record.comments)
    if record.ending:
        winner = record.winner
        result = record.ending if winner is None else f"{start.game.sides[winner]} wins by {record.ending}"
        table.ending = Ending(winner, result, record.ending)
    return table


def take_comments(table: Table, names: list[str], comments: dict[int, str]) -> None:
    """Take over who played, and what searches said when the record was saved."""
    table.names, table.times = names, [None] * len(table.session.moves)
    for at, comment in sorted(comments.items()):
        if found := SAID.search(comment):
            lead = None if found["lead"] is None else float(found["lead"])
            line = tuple((found["line"] or "").split())
            table.judged[at] = Judged(
                float(found["value"]) / 100, int(found["visits"]), lead, found["best"] or "", line
            )
        if (lost := LOST.search(comment)) and (before := table.judged.get(at - 1)):
            table.mistakes.append(Mistake(at, lost["move"], before.best, float(lost["loss"]) / 100, before.line))


def comments_of(table: Table) -> dict[int, str]:
    """What searches said, by the number of moves played."""
    found: dict[int, list[str]] = {}
    for mistake in table.mistakes:
        better = f"; {mistake.best} is better" if mistake.best else ""
        found[mistake.at] = [f"Yomi: {mistake.move} loses {100 * mistake.loss:.1f}%{better}"]
    for at, said in table.judged.items():
        text = f"Yomi: black {100 * said.value:.1f}% ({said.visits})"
        text += f", lead {said.lead:+.1f}" if said.lead is not None else ""
        text += f", best {said.best}" if said.best else ""
        text += f", line {' '.join(said.line)}" if said.line else ""
        found.setdefault(at, []).append(text)
    return {at: "\n".join(lines) for at, lines in found.items()}


def save(table: Table, form: str) -> bytes:
    """The line that is shown, as a file of that format."""
    position, ending = table.position, table.ending or UNDECIDED
    if form not in formats_of(position):
        raise BadText(f"format {form!r}: expected {' or '.join(formats_of(position))} for {position.game.name}")
    names = [name or seat_name(table, side) for side, name in enumerate(table.names)]
    about = {"black": names[0], "white": names[1], "comments": comments_of(table)}
    if form == "sgf":
        first, moves = table.session.positions()[0], table.session.moves
        return sgf.write_record(go_record_of(first, moves, result=ending.result, **about)).encode()
    if form in SHOGI_FORMATS:
        said = shogi_ending(position, ending) if table.ending else ""
        return SHOGI_FORMATS[form](record_of(position, ending=said, **about))
    return write_game(position, names, ending, form)


def seat_name(table: Table, side: int) -> str:
    """Who plays a side, in words."""
    seat = table.seats[side]
    return "" if seat["kind"] == PERSON else f"Yomi ({seat['level'] or seat['spec']})"
