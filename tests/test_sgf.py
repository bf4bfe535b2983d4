"""SGF files are read as the FF[4] standard says, with the mistakes real files make, and written back alike."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomi.errors import BadText
from yomi.games.go import sgf
from yomi.games.go.sgf import COLUMNS, Node, Record, main_line, parse, read_record, write, write_record

STANDARD_EXAMPLE = "(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))"  # FF[4], "Basics"


def flat(root: Node) -> list[tuple[int, dict[str, list[str]], int]]:
    """Every node in order of the file, as (depth, properties, number of variations)."""
    out, todo = [], [(0, root)]
    while todo:
        depth, node = todo.pop()
        out.append((depth, node.properties, len(node.children)))
        todo += [(depth + 1, child) for child in reversed(node.children)]
    return out


def test_the_tree_of_the_standard_is_read_with_all_variations_and_written_as_it_was():
    nodes = flat(parse(STANDARD_EXAMPLE)[0])
    assert [node[1]["C"][0] for node in nodes] == ["root", *"abcdefghij"]
    assert [node[0] for node in nodes] == [0, 1, 2, 3, 3, 4, 1, 2, 3, 4, 2]
    assert [node[2] for node in nodes] == [2, 1, 2, 0, 1, 0, 2, 1, 1, 0, 0]
    assert write(parse(STANDARD_EXAMPLE)[0]).replace("\n", "") == STANDARD_EXAMPLE


def test_the_main_line_takes_every_first_variation():
    assert [node.text("C") for node in main_line(parse(STANDARD_EXAMPLE)[0])] == ["root", "a", "b", "c"]


def test_a_collection_holds_several_games():
    assert [root.text("C") for root in parse("(;C[1])\n(;C[2](;)(;))\n(;C[3])")] == ["1", "2", "3"]


ESCAPED = [(r"a\]b", "a]b"), (r"a\\b", r"a\b"), (r"a\:b:c", "a:b:c"), (r"\a(;)[", "a(;)["), ("\\\\\\]", "\\]")]
BROKEN = [("a\\\nb", "ab"), ("a\\\r\nb", "ab"), ("a\r\nb\rc\n\nd", "a\nb\nc\n\nd"), ("a\tb\\\tc\vd", "a b c d")]


@pytest.mark.parametrize("written, meant", ESCAPED + BROKEN)
def test_escapes_and_line_breaks_in_a_value(written: str, meant: str):
    assert parse(f"(;C[{written}])")[0].properties["C"] == [meant]


def test_white_space_may_stand_between_everything():
    root = parse("\n mail header :-) \n( ; AB [aa]\n\t[bb] \n C\n[x] \n; B [cc] \n( ;W[dd] )\n(;W [ee]) )  \x1a")[0]
    assert flat(root)[:2] == [(0, {"AB": ["aa", "bb"], "C": ["x"]}, 1), (1, {"B": ["cc"]}, 2)]
    assert flat(root)[2:] == [(2, {"W": ["dd"]}, 0), (2, {"W": ["ee"]}, 0)]


def test_long_names_of_older_files_are_their_capitals():
    root = parse("(;GaMe[1]SiZe[9]AddBlack[aa];Black[bb];White[cc])")[0]
    assert [list(node.properties) for node in main_line(root)] == [["GM", "SZ", "AB"], ["B"], ["W"]]


def test_values_of_a_repeated_property_are_joined():
    assert parse("(;AB[aa]AW[cc]AB[bb])")[0].properties == {"AB": ["aa", "bb"], "AW": ["cc"]}


UNCLOSED = [r"(;B[aa]", r"(;B[aa](;W[bb])", r"(;B[aa", r"(;B[aa\])"]
MISPLACED = [
    "()",
    "(B[aa])",
    "(;B)",
    "(;[aa])",
    "(;b[aa])",
    "(;12[aa])",
    "(;B[aa]])",
    "(;B[aa](;W[bb]);B[cc])",
    "(;B[aa]())",
    "(;B[aa]%)",
]


@pytest.mark.parametrize("text", ["", "hello", *UNCLOSED, *MISPLACED])
def test_what_is_not_sgf_is_refused(text: str):
    with pytest.raises(BadText):
        parse(text)


def test_the_refusal_says_where_and_what():
    with pytest.raises(BadText, match=r"line 2: found '%W\[bb\]\)'"):
        parse("(;B[aa]\n%W[bb])")
    with pytest.raises(BadText, match=r"2 '\(' left open"):
        parse("(;B[aa](;W[bb]")


@settings(deadline=None)
@given(st.one_of(st.text(), st.text("(;)[]\\ABab:\n19"), st.binary(), st.text("(;)[]CA-uijs8").map(str.encode)))
def test_garbage_is_never_answered_with_another_error(data: str | bytes):
    for read in (parse, read_record):
        try:
            read(data)
        except BadText:
            pass


@settings(deadline=None)
@given(
    st.text("(;)[]:abst\\19", max_size=8),
    st.sampled_from(["SZ", "KM", "HA", "GM", "AB", "AW", "AE", "B", "W", "PL", "C", "CA", "RU"]),
)
def test_garbage_in_a_property_is_never_answered_with_another_error(value: str, name: str):
    for text in (f"(;{name}[{value}])", f"(;{name}[{value}])".encode()):
        try:
            write_record(read_record(text))
        except BadText:
            pass


def test_two_thousand_moves_and_two_thousand_nested_variations_are_no_burden():
    line = "(" + ";B[aa];W[bb]" * 1_000 + ")"
    nested = "(;B[aa]" * 2_000 + "(;W[bb])" + ")" * 2_000
    fork = "(;B[aa](;W[bb])" * 2_000 + ")" * 2_000
    for text, nodes in ((line, 2_000), (nested, 2_001), (fork, 4_000)):
        root = parse(text)[0]
        assert len(flat(root)) == nodes
        assert flat(parse(write(root))[0]) == flat(root)
    assert len(read_record(line).moves) == 2_000


NAMES = st.from_regex(r"[A-Z]{1,2}", fullmatch=True).filter(lambda name: name != "CA")
VALUES = st.text(st.characters(blacklist_characters="\r\t\v\f", blacklist_categories=["Cs"]), max_size=12)
PROPERTIES = st.dictionaries(NAMES, st.lists(VALUES, min_size=1, max_size=3), max_size=3)
TREES = st.recursive(PROPERTIES.map(Node), lambda trees: st.builds(Node, PROPERTIES, st.lists(trees, max_size=3)))


@settings(deadline=None)
@given(TREES)
def test_every_tree_survives_writing_and_reading(root: Node):
    assert flat(parse(write(root))[0]) == flat(root)
    assert flat(parse(write(root).encode())[0]) == flat(root)


@pytest.mark.parametrize("name", ["", "b", "A B", "A]", "(", "1"])
def test_a_property_name_that_could_not_be_read_back_is_not_written(name: str):
    with pytest.raises(BadText):
        write(Node({name: ["x"]}))


ASIAN = {"Shift_JIS": "本因坊 表示]ソ", "GB2312": "围棋 吴清源", "Big5": "圍棋", "EUC-KR": "이세돌"}
EUROPEAN = {"UTF-8": "本因坊秀策 ü", "ISO-8859-1": "José", "KOI8-R": "Шикшин"}


@pytest.mark.parametrize("charset, text", (ASIAN | EUROPEAN).items())
def test_the_charset_a_file_names_is_honoured(charset: str, text: str):
    data = write(Node({"PB": [text]})).replace("(;", f"(;CA[{charset}]").encode(charset)
    root = parse(data)[0]
    assert root.text("PB") == text
    assert parse(write(root).encode())[0].text("PB") == text, "what is written says that it is UTF-8"


@pytest.mark.parametrize(
    "encoding, text",
    [("utf-8", "秀策 José"), ("utf-8-sig", "秀策"), ("utf-16", "秀策"), ("cp932", "本因坊秀策"), ("latin-1", "José")],
)
@pytest.mark.parametrize("named", ["", "CA[no such charset]", "CA[rot13]", "CA[unicode_escape]", "CA[utf-16]"])
def test_a_file_that_names_no_known_charset_is_guessed(encoding: str, text: str, named: str):
    assert parse(f"(;{named}PB[{text}])".encode(encoding))[0].text("PB") == text


def test_a_byte_order_mark_is_dropped_and_outweighs_the_charset_named():
    assert parse("\ufeff(;C[x])")[0].text("C") == "x"
    assert parse("\ufeff(;CA[Shift_JIS]C[秀策])".encode())[0].text("C") == "秀策"


@pytest.mark.parametrize(
    "point, size, vertex",
    [("aa", 9, "A9"), ("ai", 9, "A1"), ("ia", 9, "J9"), ("ii", 9, "J1"), ("dp", 19, "D4"), ("sa", 19, "T19")],
)
def test_vertices_skip_the_letter_i_and_count_rows_from_the_bottom(point: str, size: int, vertex: str):
    assert sgf.vertex_of_point(point, size) == vertex
    assert sgf.point_of_vertex(vertex.lower(), size) == point


@pytest.mark.parametrize("size", range(2, 20))
def test_points_and_vertices_are_one_to_one(size: int):
    vertices = [f"{column}{row}" for column in COLUMNS[:size] for row in range(1, size + 1)]
    points = [sgf.point_of_vertex(vertex, size) for vertex in vertices]
    assert len(set(points)) == size * size
    assert [sgf.vertex_of_point(point, size) for point in points] == vertices


def test_a_pass_is_an_empty_value_or_tt():
    assert sgf.point_of_vertex("pass", 9) == ""
    assert read_record("(;SZ[9];B[];W[tt])").moves == [("b", "pass"), ("w", "pass")]


@pytest.mark.parametrize("vertex", ["", "I5", "A0", "A10", "K1", "5A", "A 5", "passe", "A5x", "é5", "A٣"])
def test_a_vertex_that_is_not_on_the_board_is_refused(vertex: str):
    with pytest.raises(BadText, match="'A1' to 'J9'"):
        sgf.point_of_vertex(vertex, 9)


GAME = """(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese]HA[2]PB[Shusaku]PW[Gennan\nInseki]RE[B+2]DT[1846-09-11]
AB[cg][gc]C[start];W[ee](;B[dd]C[ear-reddening];W[])(;B[ff]))"""


def test_a_record_is_the_main_line_of_the_first_game():
    record = Record(9, 5.5, "Japanese", 2, "Shusaku", "Gennan Inseki", "B+2", "1846-09-11")
    record.setup, record.comments = [("b", "C3"), ("b", "G7")], {0: "start", 2: "ear-reddening"}
    record.moves = [("w", "E5"), ("b", "D6"), ("w", "pass")]
    assert read_record(GAME + "(;SZ[13])") == record


@pytest.mark.parametrize("limit, moves", [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3), (None, 3), (0, 0)])
def test_loadsgf_stops_before_the_move_it_names(limit: int | None, moves: int):
    record = read_record(GAME, move_limit=limit)
    assert len(record.moves) == moves
    assert len(record.setup) == 2
    assert (2 in record.comments) == (moves >= 2)


def test_a_file_that_says_nothing_is_an_empty_19x19_board_of_unknown_komi():
    assert read_record("(;)") == Record(size=19, komi=None)


def test_game_information_may_stand_in_a_later_node_and_a_square_board_have_two_sides():
    assert read_record("(;GM[1]SZ[13:13];KM[0.5];B[aa])") == Record(13, 0.5, moves=[("b", "A13")])


def test_points_may_be_written_as_rectangles():
    setup = read_record("(;SZ[9]AB[aa:bb]AW[ii:hh]AE[aa])").setup
    assert {vertex for colour, vertex in setup if colour == "b"} == {"A9", "B9", "A8", "B8"}
    assert {vertex for colour, vertex in setup if colour == "w"} == {"H2", "J2", "H1", "J1"}
    assert setup[-1] == ("empty", "A9")


def test_stones_may_be_set_up_in_nodes_before_the_first_move_and_beside_it():
    record = read_record("(;SZ[9];AB[aa]PL[White];AW[bb]W[cc])")
    assert record.setup == [("b", "A9"), ("w", "B8")]
    assert record.moves == [("w", "C7")]
    assert record.first == "w"


@pytest.mark.parametrize(
    "properties, complaint",
    [
        ("SZ[9:13]", "only square boards are supported"),
        ("SZ[25]", "'25': expected a whole number from 2 to 19"),
        ("SZ[big]", "'big'"),
        ("KM[six]", r"KM\[six\]: expected a number"),
        ("KM[nan]", "expected a number"),
        ("KM[" + "9" * 400 + "]", "expected a number"),
        ("HA[-1]", "expected a whole number"),
        ("GM[2]", r"expected GM\[1\]"),
        ("PL[x]", "'x': expected B or W"),
        ("SZ[9];B[jj]", "'jj' is not on a board of size 9: expected two letters from 'a' to 'i'"),
        ("SZ[9];B[aa][bb]", "expected one move"),
        ("SZ[9]AB[aj]", "'aj'"),
        ("SZ[9]AB[tt]", "'tt'"),
        ("SZ[9]AB[aa:]", "expected a point"),
        ("SZ[9]AB[aa:bb:cc]", "two opposite corners"),
        ("SZ[9];B[aa];W[bb];AB[cc]", "after move 2 is not supported"),
    ],
)
def test_a_record_that_yomi_cannot_play_is_refused_with_a_reason(properties: str, complaint: str):
    with pytest.raises(BadText, match=complaint):
        read_record(f"(;{properties})")


def test_comments_of_nodes_without_moves_are_kept():
    assert read_record("(;C[a];C[b];B[aa]C[c];C[d])").comments == {0: "a\nb", 1: "c\nd"}


def test_a_record_is_written_as_one_line_of_play():
    record = Record(9, 6.5, "Chinese", 2, "a]b", "c\\d", "W+R", "2024-01-01")
    record.setup = [("b", "C3"), ("b", "G7"), ("w", "A1"), ("empty", "A1")]
    record.moves, record.comments, record.first = [("w", "E5"), ("b", "pass")], {2: "why?"}, "w"
    assert write_record(record) == (
        "(;GM[1]FF[4]CA[UTF-8]AP[Yomi]SZ[9]KM[6.5]RU[Chinese]HA[2]PB[a\\]b]PW[c\\\\d]RE[W+R]DT[2024-01-01]"
        "PL[W]AB[cg][gc];W[ee];B[]C[why?])\n"
    )


UNPLAYABLE = [Record(size=9, moves=[("b", "K10")]), Record(moves=[("red", "A1")]), Record(setup=[("red", "A1")])]


@pytest.mark.parametrize("record", [Record(1), Record(20), Record(komi=float("nan")), Record(first="x"), *UNPLAYABLE])
def test_a_record_that_could_not_be_read_back_is_not_written(record: Record):
    with pytest.raises(BadText):
        write_record(record)


LINES = st.text(st.characters(blacklist_categories=["C", "Z"]), max_size=8)


@st.composite
def records(draw: st.DrawFn) -> Record:
    size = draw(st.integers(2, 19))
    point = st.tuples(st.sampled_from(COLUMNS[:size]), st.integers(1, size)).map(lambda at: f"{at[0]}{at[1]}")
    colour = st.sampled_from("bw")
    moves = draw(st.lists(st.tuples(colour, st.one_of(st.just("pass"), point)), max_size=20))
    black = draw(st.lists(point, unique=True, max_size=5))
    komi, handicap = draw(st.none() | st.integers(-400, 400).map(lambda half: half / 2)), draw(st.integers(0, 9))
    record = Record(size, komi, draw(LINES), handicap, draw(LINES), draw(LINES), draw(LINES), draw(LINES))
    record.setup, record.moves, record.first = [("b", vertex) for vertex in black], moves, draw(st.none() | colour)
    record.comments = draw(st.dictionaries(st.integers(0, len(moves)), VALUES.filter(bool), max_size=3))
    return record


@settings(deadline=None)
@given(records())
def test_every_record_survives_writing_and_reading(record: Record):
    assert read_record(write_record(record)) == record
    assert read_record(write_record(record).encode()) == record
