"""What KIF and KI2 have in common: pieces and squares in Japanese, headings, handicaps and drawn boards."""

import re
import unicodedata
from collections.abc import Iterable

from yomi.errors import BadText
from yomi.games.position import Position
from yomi.games.shogi.moves import DROPS
from yomi.games.shogi.pieces import KING, LETTERS, PROMOTED
from yomi.games.shogi.record import ENDINGS, Record, Replay, Setup, digits, one_line, read_digits
from yomi.games.shogi.sfen import HANDS, STARTS

FILES, ROWS = "１２３４５６７８９", "一二三四五六七八九"
LINES = list[tuple[int, str]]  # of a file, with their numbers
NAMES = dict(zip([*LETTERS, "+P", "+L", "+N", "+S", "+B", "+R"], "歩香桂銀角飛金玉と杏圭全馬龍", strict=True))
LONG_NAMES = NAMES | {"+L": "成香", "+N": "成桂", "+S": "成銀"}
PIECES = {name: letter for names in (NAMES, LONG_NAMES, {"K": "王", "+R": "竜"}) for letter, name in names.items()}
PIECE = f"成[香桂銀]|[{''.join(name for name in PIECES if len(name) == 1)}]"
SQUARE = f"同[ 　]*|[1-9{FILES}][1-9{FILES}{ROWS}]"

SMALL = "5五将棋"
REMOVED = {  # what white plays without
    "平手": "",
    "香落ち": "11",
    "右香落ち": "91",
    "角落ち": "22",
    "飛車落ち": "82",
    "飛香落ち": "82 11",
    "二枚落ち": "82 22",
    "三枚落ち": "82 22 11",
    "四枚落ち": "82 22 11 91",
    "五枚落ち": "82 22 11 91 81",
    "左五枚落ち": "82 22 11 91 21",
    "六枚落ち": "82 22 11 91 21 81",
    "右七枚落ち": "82 22 11 91 21 81 71",
    "左七枚落ち": "82 22 11 91 21 81 31",
    "八枚落ち": "82 22 11 91 21 81 31 71",
    "十枚落ち": "82 22 11 91 21 81 31 71 41 61",
}
SIDES = {"先手": 0, "下手": 0, "後手": 1, "上手": 1}


def handicap_start(name: str) -> str:
    """The SFEN of a start by its Japanese name."""
    if name == SMALL:
        return STARTS[5]
    setup = Setup.read(STARTS[9])
    for square in REMOVED[name].split():
        del setup.cells[int(square[0]), int(square[1])]
    setup.side = int(bool(REMOVED[name]))
    return setup.sfen


STARTS_BY_NAME = {name: handicap_start(name) for name in (*REMOVED, SMALL)}
NAMES_BY_START = {start: name for name, start in STARTS_BY_NAME.items()}


def kind_of(letter: str) -> int:
    """The number of a kind of piece by its SFEN letters: `P`, `+P`."""
    return LETTERS.index(letter[-1]) + 1 + (PROMOTED if letter[0] == "+" else 0)


def letter_of(kind: int) -> str:
    return ("+" if kind > KING else "") + LETTERS[(kind - PROMOTED if kind > KING else kind) - 1]


def read_target(replay: Replay, text: str, line: int) -> int:
    """The square `７六`, or, for 同, the one that the move before went to."""
    if text.startswith("同"):
        if not replay.record.moves:
            raise BadText(f"line {line}: 同 without a move before it, expected a square such as ７六")
        return replay.record.moves[-1] & 127
    plain = unicodedata.normalize("NFKC", text)
    row = str(ROWS.index(plain[1]) + 1) if plain[1] in ROWS else plain[1]
    return read_digits(replay.position, plain[0] + row, line)


def square_name(position: Position, square: int) -> str:
    """`７六`."""
    number = digits(position, square)
    return FILES[int(number[0]) - 1] + ROWS[int(number[1]) - 1]


def is_drop(move: int) -> bool:
    return (move >> 7) & 127 < DROPS


def read_heading(lines: Iterable[tuple[int, str]]) -> Record:
    """The record without moves that the lines before the first move describe."""
    record, setup, rows, turn, start = Record(), Setup(), list[tuple[int, str]](), None, STARTS[9]
    for number, line in lines:
        key, colon, value = (word.strip(" 　") for word in line.partition("："))
        if line.startswith("*"):
            record.comment(line[1:])
        elif line.startswith("|"):
            rows.append((number, line))
        elif line.strip(" 　") in {side + "番" for side in SIDES}:
            turn = SIDES[line.strip(" 　")[:2]]
        elif not colon or line.startswith(("#", "&", "手数")):
            continue
        elif found := re.fullmatch("(先手|下手|後手|上手)の?(持ち?駒)?", key):
            side = SIDES[found[1]]
            if found[2]:
                setup.hands[side].update(read_hand(value, number))
            elif side == 0:
                record.black = value
            else:
                record.white = value
            setup.side |= int(found[1] == "上手")
        elif key == "手合割":
            start = read_handicap(value, number)
        else:
            record.about[key] = value
    if rows:
        setup.side = setup.side if turn is None else turn
        start = read_board(setup, rows)
    record.start, record.size = start, start.count("/") + 1
    return record


def read_handicap(text: str, line: int) -> str:
    name = unicodedata.normalize("NFKC", text)
    if name == "その他":
        return STARTS[9]
    if name not in STARTS_BY_NAME:
        raise BadText(f"line {line}: handicap {text!r}, expected one of {'、'.join(STARTS_BY_NAME)}、その他")
    return STARTS_BY_NAME[name]


def read_hand(text: str, line: int) -> dict[str, int]:
    """`飛　歩十一` as {"R": 1, "P": 11}."""
    if text in ("", "なし"):
        return {}
    hand = {}
    for word in re.split("[ 　]+", text):
        found = re.fullmatch(f"([歩香桂銀金角飛])(十?[{ROWS}]?|[0-9]{1, 2})", unicodedata.normalize("NFKC", word))
        if not found:
            raise BadText(f"line {line}: {word!r} in a hand, expected pieces such as 飛　歩十一")
        tens, ones = found[2].startswith("十"), found[2].removeprefix("十")
        count = int(ones) if ones.isdecimal() else 10 * tens + (ROWS.index(ones) + 1 if ones else 0)
        hand[PIECES[found[1]]] = count if found[2] else 1
    return hand


def read_board(setup: Setup, rows: LINES) -> str:
    """The SFEN of a drawn board."""
    setup.size = len(rows)
    if setup.size not in (5, 9):
        raise BadText(f"line {rows[-1][0]}: a board of {setup.size} rows, expected 9 or 5")
    for row, (number, line) in enumerate(rows, 1):
        inner = re.sub("[ 　]", "", line[1:].partition("|")[0])
        cells = re.findall("(v?)([^v])", inner)
        if len(cells) != setup.size or any(name not in PIECES and name not in "・．." for _, name in cells):
            raise BadText(
                f"line {number}: board row {line!r}, expected {setup.size} squares such as ' 歩', 'v歩' or ' ・'"
            )
        for file, (white, name) in zip(range(setup.size, 0, -1), cells, strict=True):
            if name in PIECES:
                setup.cells[file, row] = PIECES[name].lower() if white == "v" else PIECES[name]
    return setup.checked(rows[0][0])


def heading_text(record: Record) -> list[str]:
    """The lines before the moves."""
    name = NAMES_BY_START.get(record.start)
    black, white = side_names(record)
    lines = [f"{key}：{one_line(value)}" for key, value in record.about.items()]
    if name:
        lines.append(f"手合割：{name}")
    else:
        lines += board_text(record)
    return [*lines, f"{black}：{one_line(record.black)}", f"{white}：{one_line(record.white)}"]


def side_names(record: Record) -> tuple[str, str]:
    """先手 and 後手, or 下手 and 上手 where white gives a handicap."""
    return ("下手", "上手") if REMOVED.get(NAMES_BY_START.get(record.start, "")) else ("先手", "後手")


def board_text(record: Record) -> list[str]:
    """The start position, drawn."""
    setup, size = Setup.read(record.start), record.size
    lines = [f"後手の持駒：{hand_text(setup.hands[1])}", "  " + " ".join(reversed(FILES[:size])), f"+{'---' * size}+"]
    for row in range(1, size + 1):
        cells = [setup.cells.get((file, row)) for file in range(size, 0, -1)]
        drawn = "".join(" ・" if not cell else ("v" if cell.islower() else " ") + NAMES[cell.upper()] for cell in cells)
        lines.append(f"|{drawn}|{ROWS[row - 1]}")
    lines += [lines[2], f"先手の持駒：{hand_text(setup.hands[0])}", ("先手番", "後手番")[setup.side]]
    return lines


def hand_text(hand: dict[str, int]) -> str:
    words = []
    for letter in HANDS:
        count = hand.get(letter, 0)
        number = ("十" if count >= 10 else "") + (ROWS[count % 10 - 1] if count % 10 else "")
        if count:
            words.append(NAMES[letter] + (number if count > 1 else ""))
    return "　".join(words) or "なし"


def summary(record: Record) -> str:
    """The last line: `まで113手で先手の勝ち`."""
    ending, names = ENDINGS[record.ending], side_names(record)
    if record.winner is None:
        return f"まで{len(record.moves)}手で{ending.kif}"
    words = {"declaration": "入玉勝ち", "illegal move": "反則勝ち", "illegal action": "反則勝ち"}
    how = {"time": "時間切れにより", "mate": "詰みにより"}.get(record.ending, "")
    return f"まで{len(record.moves)}手で{how}{names[record.winner]}の{words.get(record.ending, '勝ち')}"


def read_summary(record: Record, text: str) -> str:
    """The ending that a last line names, "" where it names none that fits."""
    for word, ending in (
        ("千日手", "repetition"),
        ("持将棋", "impasse"),
        ("中断", "interruption"),
        ("不詰", "no mate"),
    ):
        if word in text:
            return ending
    found = re.search("(先手|下手|後手|上手)の(反則負け)?", text)
    if not found:
        return ""
    won = (SIDES[found[1]] == record.turn) != bool(found[2])  # by the player to move
    if "反則" in text:
        return "illegal action" if won else "illegal move"
    if won:
        return "declaration" if "入玉" in text else ""
    return "time" if "切れ" in text else ("mate" if "詰" in text else "resignation")
