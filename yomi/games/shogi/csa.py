"""CSA, the record of computer shogi: read and written, version 2.2."""

import re

from yomi.errors import BadText
from yomi.games.position import Position
from yomi.games.shogi.japanese import is_drop, kind_of, letter_of
from yomi.games.shogi.moves import PROMOTE
from yomi.games.shogi.pieces import PROMOTED
from yomi.games.shogi.record import ENDINGS, Record, Replay, Setup, digits, lines_of, one_line, positions, read_digits
from yomi.games.shogi.sfen import HANDS, MOST, STARTS

CODES = {
    **{"P": "FU", "L": "KY", "N": "KE", "S": "GI", "B": "KA", "R": "HI", "G": "KI", "K": "OU"},
    **{"+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY"},
}
PIECES = {code: letter for letter, code in CODES.items()}
HEADINGS = {
    "EVENT": "棋戦",
    "SITE": "場所",
    "START_TIME": "開始日時",
    "END_TIME": "終了日時",
    "TIME_LIMIT": "持ち時間",
    "OPENING": "戦型",
}
BY_WORD = {ending.csa: name for name, ending in ENDINGS.items()} | {"%HIKIWAKE": "impasse"}
MOVE = re.compile(r"([+-])(\d\d)(\d\d)([A-Z]{2})")


def read_csa(text: str) -> Record:
    """The first game of a CSA text."""
    record, setup, replay = Record(), Setup(), None
    for number, line in lines_of(text):
        if line.startswith("/"):
            break
        if line.startswith("'CSA encoding"):
            continue
        if line.startswith("'"):
            record.comment(line[1:].removeprefix("*"))
        elif replay is not None:
            for word in filter(None, (word.strip() for word in line.split(","))):
                read_statement(replay, word, number)
        elif line.strip() in ("+", "-"):
            setup.side = "+-".index(line.strip())
            record.start = setup.checked(number)
            replay = Replay(record)
        else:
            read_heading(record, setup, line.rstrip(), number)
    if replay is None:
        raise BadText("the CSA record ends before its game begins, expected a line + or - with who moves first")
    return record


def read_heading(record: Record, setup: Setup, line: str, number: int) -> None:
    """Note what a line before the first move says."""
    if line.startswith("N+"):
        record.black = line[2:]
    elif line.startswith("N-"):
        record.white = line[2:]
    elif line.startswith("$"):
        key, _, value = line[1:].partition(":")
        record.about[HEADINGS.get(key, key)] = value
    elif line.startswith("PI"):
        setup.cells = Setup.read(STARTS[9]).cells
        for square, code in pairs(line[2:], line, number):
            if setup.cells.get(square, "").upper() != PIECES.get(code):
                raise BadText(
                    f"line {number}: no {code} on {square[0]}{square[1]}, expected a piece of the usual start"
                )
            del setup.cells[square]
    elif re.match("P[1-9]", line):
        read_row(setup, line, number)
    elif line.startswith(("P+", "P-")):
        read_pieces(setup, line, number)
    elif line and not line.startswith("V"):
        raise BadText(f"line {number}: {line!r}, expected V, N, $, P, or + or - with who moves first")


def pairs(text: str, line: str, number: int) -> list[tuple[tuple[int, int], str]]:
    """The squares and pieces of `82HI22KA`."""
    found = re.findall(r"(\d)(\d)([A-Z]{2})", text)
    if 4 * len(found) != len(text) or any(code not in PIECES and code != "AL" for _, _, code in found):
        raise BadText(f"line {number}: {line!r}, expected squares and pieces such as 82HI22KA")
    return [((int(file), int(row)), code) for file, row, code in found]


def read_row(setup: Setup, line: str, number: int) -> None:
    """A drawn row: `P1-KY-KE * +FU`."""
    cells = re.findall(r"([+-])([A-Z]{2})|( \* ?)", line[2:].ljust(27))
    if len(cells) != 9 or any(code and code not in PIECES for _, code, _ in cells):
        raise BadText(f"line {number}: {line!r}, expected nine squares such as '-KY', '+FU' or ' * '")
    for file, (sign, code, _) in zip(range(9, 0, -1), cells, strict=True):
        if code:
            setup.cells[file, int(line[1])] = PIECES[code].lower() if sign == "-" else PIECES[code]


def read_pieces(setup: Setup, line: str, number: int) -> None:
    """Single pieces of one side: `P+63FU00KI`; 00 is its hand, and 00AL all that is left."""
    side = "+-".index(line[1])
    for square, code in pairs(line[2:], line, number):
        if code == "AL":
            for letter in HANDS:
                used = sum(cell.upper()[-1] == letter for cell in setup.cells.values())
                setup.hands[side][letter] += MOST[9][letter] - used - sum(hand[letter] for hand in setup.hands)
        elif square == (0, 0):
            setup.hands[side][PIECES[code]] += 1
        elif 0 in square:
            raise BadText(
                f"line {number}: square {square[0]}{square[1]} in {line!r}, expected 11 to 99, or 00 for the hand"
            )
        else:
            setup.cells[square] = PIECES[code].lower() if side else PIECES[code]


def read_statement(replay: Replay, word: str, number: int) -> None:
    """Add a move, a time or the ending to the record."""
    record = replay.record
    if word.startswith("T"):
        if not re.fullmatch(r"T\d{1,7}(\.\d{1,9})?", word):
            raise BadText(f"line {number}: {word!r}, expected the seconds of a move such as T12")
        record.times[len(record.moves) + bool(record.ending)] = int(float(word[1:]))
    elif word.startswith("%"):
        guilty = re.fullmatch("%([+-])ILLEGAL_ACTION", word)
        if not guilty and word not in BY_WORD:
            raise BadText(f"line {number}: {word!r}, expected one of {', '.join(BY_WORD)}")
        record.ending = "illegal action" if guilty else BY_WORD[word]
        if guilty and "+-".index(guilty[1]) == record.turn:
            record.ending = "illegal move"
    else:
        replay.play(read_move(replay.position, word, number), word, number)


def read_move(position: Position, word: str, line: int) -> int:
    """The number of a move such as `+7776FU`; the piece is what stands there after the move."""
    found = MOVE.fullmatch(word)
    if not found or found[4] not in PIECES:
        raise BadText(f"line {line}: {word!r}, expected a move such as +7776FU or an ending such as %TORYO")
    if "+-".index(found[1]) != position.side:
        raise BadText(f"line {line}: {word!r}, expected a move of {position.game.sides[position.side]}")
    kind, target = kind_of(PIECES[found[4]]), read_digits(position, found[3], line)
    if found[2] == "00":
        return kind << 7 | target
    origin = read_digits(position, found[2], line)
    moved = int(position.state.board[origin]) & 15
    if moved not in (kind, kind - PROMOTED):
        raise BadText(f"line {line}: {word!r}, expected a piece {found[4]} on {found[2]}")
    return origin << 7 | target | (PROMOTE if moved != kind else 0)


def write_csa(record: Record, encoding: str = "utf-8") -> bytes:
    """The record as a CSA file; a comma in a comment or a name is kept, since whole lines hold them."""
    if record.size != 9:
        raise BadText("a record of 5x5 shogi: expected a board of 9 rows, CSA knows no other")
    names = {japanese: key for key, japanese in HEADINGS.items()}
    lines = ["V2.2", f"N+{one_line(record.black)}", f"N-{one_line(record.white)}"]
    lines += [f"${names[key]}:{one_line(value)}" for key, value in record.about.items() if key in names]
    lines += start_lines(record) + record.comment_lines(0, "'*")
    for number, (position, move) in enumerate(zip(positions(record), record.moves, strict=False), 1):
        lines.append(write_move(position, move))
        lines += [f"T{record.times[number]}"] if number in record.times else []
        lines += record.comment_lines(number, "'*")
    if record.ending:
        sign = "-+"[record.turn] if record.ending == "illegal action" else ""
        lines.append(f"%{sign}{ENDINGS[record.ending].csa[1:]}")
        number = len(record.moves) + 1
        lines += [f"T{record.times[number]}"] if number in record.times else []
    return ("\n".join(lines) + "\n").encode(encoding, errors="replace")


def write_move(position: Position, move: int) -> str:
    origin, target = (move >> 7) & 127, digits(position, move & 127)
    if is_drop(move):
        return f"{'+-'[position.side]}00{target}{CODES[letter_of(origin)]}"
    kind = (int(position.state.board[origin]) & 15) + (PROMOTED if move & PROMOTE else 0)
    return f"{'+-'[position.side]}{digits(position, origin)}{target}{CODES[letter_of(kind)]}"


def start_lines(record: Record) -> list[str]:
    """The start position, drawn unless it is the usual one, and who moves first."""
    if record.start == STARTS[9]:
        return ["PI", "+"]
    setup, lines = Setup.read(record.start), []
    for row in range(1, 10):
        cells = [setup.cells.get((file, row)) for file in range(9, 0, -1)]
        lines.append(
            f"P{row}"
            + "".join(("-" if cell.islower() else "+") + CODES[cell.upper()] if cell else " * " for cell in cells)
        )
    for side, hand in enumerate(setup.hands):
        held = "".join(f"00{CODES[letter]}" * hand[letter] for letter in HANDS)
        lines += [f"P{'+-'[side]}{held}"] if held else []
    return [*lines, "+-"[setup.side]]
