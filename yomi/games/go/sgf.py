"""Go game records in SGF FF[4]: collections with all their variations, and the plain main line as a `Record`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite

from yomi.errors import BadText

COLUMNS = "ABCDEFGHJKLMNOPQRST"  # vertex letters skip I
SMALLEST, LARGEST = 2, len(COLUMNS)
SETUP = {"AB": "b", "AW": "w", "AE": "empty"}
MOVE = {"B": "b", "W": "w"}
SUPERSET = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "sjis": "cp932", "euc-kr": "cp949"}
MARKS = b"(;A[\\\\])"  # a charset that does not leave these alone cannot be that of an SGF file

CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
GAME = re.compile(r"\(\s*+;")
TOKEN = re.compile(r"\s*+(?:(?P<mark>[();])|(?P<name>[A-Za-z0-9]+)|\[(?P<value>(?:[^\\\]]|\\.)*+)\])", re.DOTALL)
ESCAPE = re.compile(r"\\(?P<softbreak>\n)|\\?(?P<blank>[\t\v\f])|\\(?P<other>.)", re.DOTALL)
VERTEX = re.compile(r"([A-HJ-T])([1-9][0-9]?)")
NAME = re.compile(r"[0-9]*[A-Z][A-Z0-9]*")
REAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)")

# What may follow a mark, a property name (N) or a property value (V); "" is where the game tree begins.
FOLLOWS = {"": "(", "(": ";", ";": "N;()", "N": "V", "V": "VN;()", ")": "()"}


@dataclass(slots=True, eq=False)
class Node:
    """One node of a game tree: its properties, as plain text without escapes, and the variations that follow."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list["Node"] = field(default_factory=list, repr=False)

    def text(self, name: str) -> str:
        """The first value of a property on one line, or "" where the node has none."""
        values = self.properties.get(name)
        return values[0].replace("\n", " ").strip() if values else ""


@dataclass(slots=True)
class Record:
    """One game without variations: what was set up, and the moves in order."""

    size: int = 19
    komi: float | None = 7.5  # None: the file does not say
    rules: str = ""
    handicap: int = 0
    black: str = ""
    white: str = ""
    result: str = ""
    date: str = ""
    setup: list[tuple[str, str]] = field(default_factory=list)  # ('b' | 'w' | 'empty', 'C3'), before the first move
    moves: list[tuple[str, str]] = field(default_factory=list)  # ('b' | 'w', 'C3' | 'pass')
    comments: dict[int, str] = field(default_factory=dict)  # by the number of moves played; 0 is the start
    first: str | None = None  # 'b' or 'w' where the file says who plays first


def parse(data: str | bytes) -> list[Node]:
    """The roots of all game trees in a file; text around the trees is skipped."""
    text = decoded(data) if isinstance(data, bytes) else data
    text = re.sub(r"\r\n?|\n\r", "\n", text.removeprefix("\ufeff"))
    games, at = [], 0
    while start := GAME.search(text, at):
        root, at = tree_at(text, start.start())
        games.append(root)
    if not games:
        raise BadText(f"no game in {text[:20]!r}: expected an SGF file with '(;' where its first game begins")
    return games


def write(root: Node) -> str:
    """The game tree with all variations as SGF text, its CA, where it has one, being UTF-8."""
    out: list[str] = []
    todo: list[Node | str] = [")\n", root, "("]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            out.append(item)
            continue
        out.append(node_text(item, charset=item is root))
        if len(item.children) == 1:
            todo.append(item.children[0])
        else:
            for child in reversed(item.children):
                todo += [")", child, "\n("]
    return "".join(out)


def main_line(root: Node) -> list[Node]:
    """The nodes from the root along the first variations."""
    line = [root]
    while line[-1].children:
        line.append(line[-1].children[0])
    return line


def read_record(data: str | bytes, move_limit: int | None = None) -> Record:
    """The main line of the first game; with `move_limit`, the game as it stood before that move (GTP `loadsgf`)."""
    line = main_line(parse(data)[0])
    record = record_of_info(line)
    for node in line:
        record.setup += setup_of(node, record)
        if not record.moves and node.text("PL"):
            record.first = colour_of(node.text("PL"))
        for colour, vertex in moves_of(node, record.size):
            if move_limit is not None and len(record.moves) + 1 >= move_limit:
                return record
            record.moves.append((colour, vertex))
        if comment := "\n".join(node.properties.get("C", [])):
            at = len(record.moves)
            record.comments[at] = f"{record.comments[at]}\n{comment}" if at in record.comments else comment
    return record


def write_record(record: Record) -> str:
    """The record as an SGF file with one line of play."""
    root = Node({"GM": ["1"], "FF": ["4"], "CA": ["UTF-8"], "AP": ["Yomi"], "SZ": [str(size_of(str(record.size)))]})
    info = {"KM": "" if record.komi is None else real_text(record.komi), "RU": record.rules}
    info |= {"HA": str(record.handicap or ""), "PB": record.black, "PW": record.white}
    info |= {"RE": record.result, "DT": record.date, "PL": colour_of(record.first).upper() if record.first else ""}
    root.properties |= {name: [text] for name, text in info.items() if text}
    for vertex, colour in {vertex: colour for colour, vertex in record.setup}.items():  # the last one stands
        if colour != "empty":
            point = point_of_vertex(vertex, record.size)
            root.properties.setdefault(f"A{colour_of(colour).upper()}", []).append(point)
    node = root
    for number in range(len(record.moves) + 1):
        if number:
            colour, vertex = record.moves[number - 1]
            node.children.append(Node({colour_of(colour).upper(): [point_of_vertex(vertex, record.size)]}))
            node = node.children[0]
        if record.comments.get(number):
            node.properties["C"] = [record.comments[number]]
    return write(root)


def vertex_of_point(point: str, size: int) -> str:
    """The vertex ('A9') of an SGF point ('aa'); '' and 'tt' are 'pass'."""
    if point in ("", "tt"):
        return "pass"
    column, row = (ord(letter) - ord("a") for letter in point) if len(point) == 2 else (-1, -1)
    if not (0 <= column < size and 0 <= row < size):
        last = chr(ord("a") + size - 1)
        raise BadText(f"point {point!r} is not on a board of size {size}: expected two letters from 'a' to {last!r}")
    return f"{COLUMNS[column]}{size - row}"


def point_of_vertex(vertex: str, size: int) -> str:
    """The SGF point ('aa') of a vertex ('A9', in either case); 'pass' is ''."""
    if vertex.lower() == "pass":
        return ""
    found = VERTEX.fullmatch(vertex.upper())
    column, row = (COLUMNS.index(found[1]), int(found[2])) if found else (size, 0)
    if column >= size or not 1 <= row <= size:
        last = f"{COLUMNS[size - 1]}{size}"
        raise BadText(f"vertex {vertex!r} is not on a board of size {size}: expected 'A1' to {last!r} or 'pass'")
    return chr(ord("a") + column) + chr(ord("a") + size - row)


def decoded(data: bytes) -> str:
    """The text of a file, by its byte order mark, its CA property, or else the likeliest of three charsets."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if data.startswith(b"\xef\xbb\xbf"):
        return data.decode("utf-8-sig", errors="replace")
    named = CHARSET.search(data)
    name = named[1].decode("ascii").lower() if named else "utf-8"
    japanese = any(0x80 <= byte < 0xA0 for byte in data)  # control characters in Latin-1, most kana and kanji in cp932
    for charset in (SUPERSET.get(name, name), "utf-8", "cp932" if japanese else "latin-1"):
        try:
            if MARKS.decode(charset) == MARKS.decode("ascii"):
                return data.decode(charset)
        except (LookupError, ValueError):  # an unknown charset, or not the one of this file
            continue
    return data.decode("latin-1")


def tree_at(text: str, at: int) -> tuple[Node, int]:
    """The root of the game tree that begins at a character, and where the tree ends."""
    above = Node()  # holds the root as its only child
    node, forks, last, values = above, list[Node](), "", list[str]()
    while found := TOKEN.match(text, at):
        kind = found["mark"] or ("N" if found["name"] else "V")
        if kind not in FOLLOWS[last]:
            break
        at, last = found.end(), kind
        if kind == "(":
            forks.append(node)
        elif kind == ";":
            node.children.append(Node())
            node = node.children[-1]
        elif kind == "N":
            values = node.properties.setdefault(property_name(found["name"]), [])
        elif kind == "V":
            values.append(ESCAPE.sub(lambda escape: " " if escape["blank"] else escape["other"] or "", found["value"]))
        else:
            node = forks.pop()
            if not forks:
                return above.children[0], at
    rest = text[at:].lstrip()
    met = repr(rest[:20]) if rest else f"the end with {len(forks)} '(' left open"
    wanted = ", ".join({"N": "a property", "V": "a value in [ ]"}.get(kind, repr(kind)) for kind in FOLLOWS[last])
    raise BadText(f"SGF line {text.count(chr(10), 0, len(text) - len(rest)) + 1}: found {met}, expected {wanted}")


def property_name(word: str) -> str:
    """The name of a property by its capitals, which is how older files abbreviate `Black`."""
    name = "".join(letter for letter in word if not letter.islower())
    if not NAME.fullmatch(name):
        raise BadText(f"SGF property {word!r}: expected a name in capital letters")
    return name


def node_text(node: Node, charset: bool) -> str:
    """One node as SGF; colons stay as they are, for values such as 'aa:cc' are composed already."""
    out = [";"]
    for name, values in node.properties.items():
        if not NAME.fullmatch(name):
            raise BadText(f"SGF property {name!r}: expected a name in capital letters")
        if charset and name == "CA":
            values = ["UTF-8"]
        if values:
            out += [name, *("[" + re.sub(r"([\\\]])", r"\\\1", value) + "]" for value in values)]
    return "".join(out)


def record_of_info(line: list[Node]) -> Record:
    """A record without moves, from the first node of the line that gives each piece of information."""
    asked = ("GM", "SZ", "KM", "RU", "HA", "PB", "PW", "RE", "DT")
    info = {name: next((node.text(name) for node in line if node.text(name)), "") for name in asked}
    if info["GM"] not in ("", "1"):
        raise BadText(f"GM[{info['GM']}] is not Go: expected GM[1]")
    komi, handicap = info["KM"], info["HA"] or "0"
    if komi and not (REAL.fullmatch(komi) and isfinite(float(komi))):
        raise BadText(f"komi KM[{komi}]: expected a number such as 6.5")
    if not re.fullmatch("[0-9]{1,3}", handicap):
        raise BadText(f"handicap HA[{handicap}]: expected a whole number")
    size, points = size_of(info["SZ"] or "19"), float(komi) if komi else None
    return Record(size, points, info["RU"], int(handicap), info["PB"], info["PW"], info["RE"], info["DT"])


def size_of(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,3})(?:\s*:\s*([0-9]{1,3}))?", text)
    if found and found[2] and int(found[1]) != int(found[2]):
        raise BadText(f"board size {text!r}: only square boards are supported")
    if not found or not SMALLEST <= int(found[1]) <= LARGEST:
        raise BadText(f"board size {text!r}: expected a whole number from {SMALLEST} to {LARGEST}")
    return int(found[1])


def colour_of(text: str) -> str:
    if text.lower() not in ("b", "w", "black", "white"):
        raise BadText(f"colour {text!r}: expected B or W")
    return text[0].lower()


def setup_of(node: Node, record: Record) -> Iterator[tuple[str, str]]:
    """What a node adds to the board and takes from it; refused once moves were played."""
    for name, values in node.properties.items():
        if name in SETUP and record.moves:
            raise BadText(f"SGF property {name}: setting up stones after move {len(record.moves)} is not supported")
        for value in values if name in SETUP else ():
            for point in points_of(value.strip(), record.size):
                yield SETUP[name], vertex_of_point(point, record.size)


def points_of(value: str, size: int) -> Iterator[str]:
    """The points of one value of a list: none, one, or the rectangle 'aa:cc'."""
    if not value:
        return
    corners = value.split(":") if ":" in value else [value, value]
    for corner in corners:
        if vertex_of_point(corner, size) == "pass":
            raise BadText(f"point {corner!r} of {value!r}: expected a point on a board of size {size}")
    if len(corners) != 2:
        raise BadText(f"points {value!r}: expected one point, or two opposite corners such as 'aa:cc'")
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(*corners, strict=True))
    for row in range(ord(top), ord(bottom) + 1):
        for column in range(ord(left), ord(right) + 1):
            yield chr(column) + chr(row)


def moves_of(node: Node, size: int) -> Iterator[tuple[str, str]]:
    """The moves of a node; the standard allows one, some files write a black and a white one."""
    for name, values in node.properties.items():
        if name in MOVE:
            if len(values) != 1:
                raise BadText(f"moves {name}{values}: expected one move")
            yield MOVE[name], vertex_of_point(values[0].strip(), size)


def real_text(number: float) -> str:
    if not isfinite(number):
        raise BadText(f"komi {number}: expected a number such as 6.5")
    return f"{number:.6f}".rstrip("0").rstrip(".")
