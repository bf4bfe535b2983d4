"""Records of shogi in any of the usual formats: which one a file is in, and the game it holds."""

import re

from yomi.errors import BadText
from yomi.games.shogi.csa import read_csa
from yomi.games.shogi.game import read_move
from yomi.games.shogi.ki2 import MOVE, read_ki2
from yomi.games.shogi.kif import NUMBERED, read_kif
from yomi.games.shogi.record import Record, Replay, lines_of, positions
from yomi.games.shogi.sfen import STARTS, sfen

CSA = re.compile(r"V[23](\.\d)?|N[+-]|P[I1-9+-]|\$[A-Z_]+:|[+-](\d{4}[A-Z]{2})?$")
USI = re.compile(r"(position\s|sfen\s|startpos\b|[1-9+A-Za-z]+(/[1-9+A-Za-z]+){4,8}\s+[bw]\s)")


def read_record(data: bytes) -> Record:
    """The game of a KIF, KI2 or CSA file in UTF-8 or Shift_JIS, or of a `position` line of USI."""
    text = decoded(data)
    lines = [line for _, line in lines_of(text) if line.strip() and not line.startswith(("'", "#"))]
    first = lines[0].strip() if lines else ""
    if USI.match(first):
        return read_usi(first)
    if CSA.match(first):
        return read_csa(text)
    if any(MOVE.match(line.strip()) for line in lines):
        return read_ki2(text)
    if any(NUMBERED.fullmatch(line) or "：" in line or line.startswith(("|", "手数")) for line in lines):
        return read_kif(text)
    raise BadText(f"record {first[:20]!r}: expected a KIF, KI2 or CSA file, SFEN, or 'position startpos moves ...'")


def decoded(data: bytes) -> str:
    """The text of a file: by its byte order mark, else UTF-8 where it is that, else Shift_JIS."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp932", errors="replace")


def read_usi(text: str) -> Record:
    """The game of `position startpos moves 7g7f ...`, or of an SFEN alone."""
    words = text.split()
    words = words[words[0] == "position" :]
    at = words.index("moves") if "moves" in words else len(words)
    start = " ".join(words[words[:1] == ["sfen"] : at])
    start = STARTS[9] if start == "startpos" else start
    record = Record(size=start.partition(" ")[0].count("/") + 1, start=start)
    if record.size not in (5, 9):
        raise BadText(f"line 1: position {start!r}, expected startpos, or SFEN with 9 or 5 rows")
    replay = Replay(record)
    record.start = sfen(replay.position.state)
    for word in words[at + 1 :]:
        replay.play(read_move(replay.position.state, word), word, 1)
    return record


def write_usi(record: Record) -> str:
    """The game as a `position` line of USI."""
    start = "startpos" if record.start == STARTS[9] else f"sfen {record.start}"
    texts = [position.text(move) for position, move in zip(positions(record), record.moves, strict=False)]
    return f"position {start}{' moves ' if texts else ''}{' '.join(texts)}"
