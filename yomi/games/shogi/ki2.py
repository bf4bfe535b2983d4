"""KI2, the record that people read: `▲７六歩 △３四歩 ▲５八金右`, moves named by words instead of origins."""

import re
from collections.abc import Callable

from yomi.errors import BadText
from yomi.games.position import Position
from yomi.games.shogi.japanese import (
    LINES,
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
from yomi.games.shogi.pieces import BISHOP, PROMOTED, ROOK
from yomi.games.shogi.record import Record, Replay, digits, lines_of, positions

MARKS = "▲△☗☖▼▽"
MOVE = re.compile(rf"[{MARKS}]({SQUARE})({PIECE})([左右直上行入寄引]*)(不成|成|打|)")
FAR = (BISHOP + PROMOTED, ROOK + PROMOTED)  # two at the most, so left and right say which
WAYS: dict[str, Callable[[int, int], bool]] = {  # steps to the right and ahead, seen by the player
    "上": lambda right, ahead: ahead > 0,
    "行": lambda right, ahead: ahead > 0,
    "入": lambda right, ahead: ahead > 0,
    "寄": lambda right, ahead: ahead == 0,
    "引": lambda right, ahead: ahead < 0,
    "直": lambda right, ahead: ahead > 0 and right == 0,
}


def read_ki2(text: str) -> Record:
    """The main line of a KI2 text."""
    lines = lines_of(text)
    begin = next((k for k, (_, line) in enumerate(lines) if line.lstrip(" 　")[:1] in tuple(MARKS)), len(lines))
    begin = min(begin, next((k for k, (_, line) in enumerate(lines) if line.startswith("まで")), len(lines)))
    record = read_heading(lines[:begin])
    read_moves(Replay(record), lines[begin:])
    return record


def read_moves(replay: Replay, lines: LINES) -> None:
    record = replay.record
    for number, line in lines:
        if line.startswith("変化"):
            return
        if line.startswith("*"):
            record.comment(line[1:])
        elif line.startswith("まで"):
            record.ending = read_summary(record, line)
        elif not line.startswith(("#", "&")):
            rest = MOVE.sub("", line).strip(" 　\t")
            if rest:
                raise BadText(f"line {number}: {rest!r}, expected moves such as ▲７六歩 or △同　銀左成")
            for found in MOVE.finditer(line):
                replay.play(read_move(replay, found, number), found[0], number)


def read_move(replay: Replay, found: re.Match[str], line: int) -> int:
    """The only legal move that the words fit."""
    position, kind, target = replay.position, kind_of(PIECES[found[2]]), read_target(replay, found[1], line)
    moves = [move for move in position.legal if move & 127 == target and kind_moved(position, move) == kind]
    walks = [move for move in moves if not is_drop(move) and bool(move & PROMOTE) == (found[4] == "成")]
    fit = chosen(position, walks, found[3])
    if found[4] == "打" or (not walks and not found[3] and not found[4]):
        fit = [move for move in moves if is_drop(move)]
    if len(fit) != 1:
        expected = "words that say which piece moves" if fit else f"a legal move for {replay.side_to_move}"
        raise BadText(f"line {line}: {found[0]!r} fits {len(fit)} moves, expected {expected}")
    return fit[0]


def kind_moved(position: Position, move: int) -> int:
    origin = (move >> 7) & 127
    return origin if is_drop(move) else int(position.state.board[origin]) & 15


def way(position: Position, move: int) -> tuple[int, int]:
    """How far a move goes to the right and ahead, seen by the player."""
    start, end = digits(position, (move >> 7) & 127), digits(position, move & 127)
    sign = 1 if position.side == 0 else -1
    return sign * (int(start[0]) - int(end[0])), sign * (int(start[1]) - int(end[1]))


def chosen(position: Position, moves: list[int], words: str) -> list[int]:
    """The moves that words such as 右 and 引 fit: 左 is whoever comes from the left, or else stands leftmost."""
    for word in words.replace("左", "").replace("右", ""):
        moves = [move for move in moves if WAYS[word](*way(position, move))]
    for word, sign in (("左", 1), ("右", -1)):
        if word in words and moves:
            coming = [move for move in moves if sign * way(position, move)[0] > 0]
            most = max(sign * way(position, move)[0] for move in moves)
            moves = coming or [move for move in moves if sign * way(position, move)[0] == most]
    return moves


def move_text(position: Position, move: int, last: int | None = None) -> str:
    """A move as people write it; `last` is the move before it."""
    same = last is not None and move & 127 == last & 127
    target = "同　" if same else square_name(position, move & 127)
    kind = kind_moved(position, move)
    rivals = [
        other
        for other in position.legal
        if other & 127 == move & 127 and not is_drop(other) and kind_moved(position, other) == kind
    ]
    text = "▲△"[position.side] + target + LONG_NAMES[letter_of(kind)]
    if is_drop(move):
        return text + ("打" if rivals else "")
    choice = (move ^ PROMOTE) in rivals
    others = [other for other in rivals if (other ^ move) & ~PROMOTE]
    return text + which(position, kind, move, others) + ("成" if move & PROMOTE else "不成" if choice else "")


def which(position: Position, kind: int, move: int, others: list[int]) -> str:
    """The words that tell a move from those of other pieces of its kind to the same square."""
    right, ahead = way(position, move)
    motion = "上" if ahead > 0 else ("引" if ahead < 0 else "寄")
    ways = [way(position, other) for other in others]
    if not ways:
        return ""
    if not any(WAYS[motion](*other) for other in ways):
        return motion
    if kind in FAR:
        return "左" if right > ways[0][0] else "右"
    if right == 0:
        return "直"
    side = "左" if right > 0 else "右"
    return side if not any(other[0] * right > 0 for other in ways) else side + motion


def write_ki2(record: Record) -> bytes:
    """The record as a KI2 file in UTF-8, without the times, which KI2 does not keep."""
    lines, row = [*heading_text(record), ""], list[str]()
    last = None
    for number, position in enumerate(positions(record)):
        if number in record.comments or len(row) == 6 or number == len(record.moves):
            lines += ["　".join(row)] if row else []
            row = []
        lines += record.comment_lines(number, "*")
        if number < len(record.moves):
            row.append(move_text(position, record.moves[number], last))
            last = record.moves[number]
    if row:
        lines.append("　".join(row))
    if record.ending:
        lines.append(summary(record))
    return ("\r\n".join(lines) + "\r\n").encode()
