"""KIF, the usual record of a game in Japanese: read (the main line of play) and written."""

import re

from yomi.errors import BadText
from yomi.games.position import Position
from yomi.games.shogi.japanese import (
    LONG_NAMES,
    PIECE,
    PIECES,
    SQUARE,
    heading_text,
    is_drop,
    kind_of,
    letter_of,
    read_heading,
    read_summary,
    read_target,
    square_name,
    summary,
)
from yomi.games.shogi.moves import PROMOTE
from yomi.games.shogi.record import ENDINGS, Record, Replay, digits, lines_of, positions, read_digits

NUMBERED = re.compile(r"[ 　]*[0-9]+[ 　]+((?:[^0-9\s]|[0-9]\S).*)")  # a second lone digit: the files above a board
MOVE = re.compile(rf"[▲△☗☖▼▽]?({SQUARE})({PIECE})(不成|成|打|)(?:\((\d)(\d)\))?")
TIME = re.compile(r"\(\s*(?:(\d{1,4}):)?(\d{1,4}):(\d{1,4})[^()]*\)")
BY_WORD = {ending.kif: name for name, ending in reversed(ENDINGS.items())} | {"詰": "mate", "反則手": "illegal move"}


def read_kif(text: str) -> Record:
    """The main line of a KIF text."""
    lines = lines_of(text)
    begin = next((k for k, (_, line) in enumerate(lines) if NUMBERED.fullmatch(line)), len(lines))
    record = read_heading(lines[:begin])
    replay = Replay(record)
    for number, line in lines[begin:]:
        if line.startswith("変化"):
            break
        if line.startswith("*"):
            record.comment(line[1:])
        elif line.startswith("まで"):
            record.ending = record.ending or read_summary(record, line)
        elif record.ending or not line.strip(" 　") or line.startswith(("#", "&")):
            continue
        else:
            read_line(replay, line, number)
    return record


def read_line(replay: Replay, line: str, number: int) -> None:
    """Add the move or the ending of a numbered line to the record."""
    record, found = replay.record, NUMBERED.fullmatch(line)
    if not found:
        raise BadText(f"line {number}: {line!r}, expected a numbered move such as '1 ７六歩(77)'")
    time = TIME.search(found[1])
    what = (found[1][: time.start()] if time else found[1]).rstrip(" 　\t+")
    if time:
        record.times[len(record.moves) + 1] = 3600 * int(time[1] or 0) + 60 * int(time[2]) + int(time[3])
    if what in BY_WORD:
        record.ending = BY_WORD[what]
        return
    replay.play(read_move(replay, what, number), what, number)


def read_move(replay: Replay, text: str, line: int) -> int:
    """The number of a move such as `７六歩(77)`, `同　銀成(31)` or `５五角打`."""
    found, state = MOVE.fullmatch(text), replay.position.state
    if not found:
        raise BadText(f"line {line}: {text!r}, expected a move such as ７六歩(77) or one of {'、'.join(BY_WORD)}")
    piece, target = kind_of(PIECES[found[2]]), read_target(replay, found[1], line)
    if found[4] is None or found[4] == "0":
        return piece << 7 | target
    origin = read_digits(replay.position, found[4] + found[5], line)
    if int(state.board[origin]) & 15 != piece:
        raise BadText(f"line {line}: {text!r}, expected a piece {found[2]} on {found[4]}{found[5]}")
    return origin << 7 | target | (PROMOTE if found[3] == "成" else 0)


def write_kif(record: Record, encoding: str = "utf-8") -> bytes:
    """The record as a KIF file in UTF-8 or, where an old program must read it, in cp932 (Shift_JIS)."""
    charset = {"utf-8": "UTF-8", "cp932": "Shift_JIS"}.get(encoding)
    if charset is None:
        raise BadText(f"encoding {encoding!r}: expected utf-8 or cp932")
    lines = [f"#KIF version=2.0 encoding={charset}", *heading_text(record), "手数----指手---------消費時間--"]
    lines += record.comment_lines(0, "*")
    total = [0, 0]
    for k, text in enumerate([*move_texts(record), *([ENDINGS[record.ending].kif] if record.ending else [])]):
        spent = record.times.get(k + 1, 0)
        total[k % 2] += spent
        clock = f"({spent // 60:2}:{spent % 60:02}/{clock_text(total[k % 2])})"
        lines.append(f"{k + 1:4} {text}{' ' * (12 - width(text))} {clock}")
        lines += record.comment_lines(k + 1, "*")
    if record.ending:
        lines.append(summary(record))
    return ("\r\n".join(lines) + "\r\n").encode(encoding, errors="replace")


def move_texts(record: Record) -> list[str]:
    """The moves as KIF writes them."""
    targets = [-1, *(move & 127 for move in record.moves)]
    return [move_name(*step) for step in zip(positions(record), record.moves, targets, strict=False)]


def move_name(position: Position, move: int, last: int) -> str:
    """A move as KIF writes it; `last` is the square that the move before went to, -1 if there was none."""
    target = "同　" if move & 127 == last else square_name(position, move & 127)
    origin = (move >> 7) & 127
    if is_drop(move):
        return f"{target}{LONG_NAMES[letter_of(origin)]}打"
    name = LONG_NAMES[letter_of(int(position.state.board[origin]) & 15)]
    return f"{target}{name}{'成' if move & PROMOTE else ''}({digits(position, origin)})"


def clock_text(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def width(text: str) -> int:
    """How many columns a text takes, kanji being two wide."""
    return sum(1 if letter.isascii() else 2 for letter in text)
