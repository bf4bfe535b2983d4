"""The rules of Go by diagrams: captures, ko and superko, suicide, the end and the score, handicap, rule sets, text."""

import textwrap

import pytest

from yomi.errors import BadText, IllegalMove
from yomi.games.catalog import start
from yomi.games.go.game import RULE_SETS, SUPERKO, fixed_handicap, go
from yomi.games.go.rules import area
from yomi.games.go.text import points, read_vertex, setup, vertex
from yomi.games.position import Position

SENDING_TWO = """
    a O b O .
    X X O O .
    . . X O .
    . . . X .
    . . . . ."""
KO = """
    . X O . .
    X O a O .
    . X O . .
    . . . . .
    d . . . c"""


def rows(diagram: str) -> list[str]:
    return [line.replace(" ", "") for line in textwrap.dedent(diagram).strip().splitlines()]


def board(diagram: str, turn: str = "b", **options) -> Position:
    """The position of a diagram under rules with options; letters stand on empty points."""
    size = len(rows(diagram))
    plain = "/".join("".join(cell if cell in ".XO" else "." for cell in row) for row in rows(diagram))
    read = Position.read(go(size), f"{plain} {turn}").state
    root = go(size).start(**options)
    root[0].turn = read.turn
    setup(root[0], [(p, int(read.colour[p])) for p in points(size) if read.colour[p]])
    return Position.of(go(size), root)


def spot(diagram: str, letter: str) -> str:
    """The vertex a letter of a diagram stands on."""
    lines = rows(diagram)
    row = next(k for k, line in enumerate(lines) if letter in line)
    return f"{'ABCDEFGHJ'[lines[row].index(letter)]}{len(lines) - row}"


def after(diagram: str, letters: str, turn: str = "b", **options) -> Position:
    return board(diagram, turn, **options).play(*(spot(diagram, letter) for letter in letters))


def shown(position: Position) -> list[str]:
    return position.game.position_text(position.state).split()[0].split("/")


def why_not(position: Position, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        position.play(move)
    return str(refusal.value)


def test_capturing_the_last_liberty_removes_the_chain():
    position = after(
        """
        . X .
        X O a
        . X .""",
        "a",
    )
    assert shown(position) == [".X.", "X.X", ".X."]
    assert position.state.captured.tolist() == [1, 0]


def test_one_move_captures_several_chains():
    position = after(
        """
        . X O X .
        X O a O X
        . X O X .
        . . X . .
        . . . . .""",
        "a",
    )
    assert shown(position) == [".X.X.", "X.X.X", ".X.X.", "..X..", "....."]
    assert position.state.captured.tolist() == [4, 0]


def test_a_capture_comes_before_suicide():
    position = after(
        """
        a O .
        O X X
        X . .""",
        "a",
    )
    assert shown(position) == ["XO.", ".XX", "X.."]


def test_a_ko_may_not_be_retaken_at_once_but_after_a_threat_and_its_answer():
    taken = after(KO, "a")
    assert shown(taken) == [".XO..", "X.XO.", ".XO..", ".....", "....."]
    assert why_not(taken, "B4").endswith(": ko")
    retaken = taken.play(spot(KO, "c"), spot(KO, "d"), "B4")
    assert shown(retaken) == [".XO..", "XO.O.", ".XO..", ".....", "X...O"]


@pytest.mark.parametrize("superko, allowed", [("simple", True), ("situational", False), ("positional", False)])
def test_two_passes_lift_the_ko_of_the_simple_rule_only(superko, allowed):
    position = after(KO, "a", superko=superko).play("pass", "pass")
    assert (read_vertex(5, "B4") in position.legal) == allowed


@pytest.mark.parametrize("superko, allowed", [("simple", True), ("situational", True), ("positional", False)])
def test_sending_two_returning_one_repeats_a_position_but_not_a_situation(superko, allowed):
    position = after(SENDING_TWO, "ab", turn="w", superko=superko)
    assert shown(position)[0] == "..XO."
    assert ("B5" in position.moves) == allowed
    if not allowed:
        assert why_not(position, "B5").endswith("(superko)")
    else:
        assert shown(position.play("B5")) == shown(board(SENDING_TWO))


@pytest.mark.parametrize("superko, allowed", [("simple", True), ("situational", False)])
def test_situational_superko_ends_the_second_round(superko, allowed):
    second = after(SENDING_TWO, "ab", turn="w", superko=superko).play("B5", "pass")
    assert ("A5" in second.moves) == allowed


def test_snapback_retakes_more_than_was_taken():
    diagram = """
        X b a O X
        X O O O X
        . X X X .
        . . . . .
        . . . . ."""
    position = after(diagram, "aba")
    assert shown(position) == ["X.X.X", "X...X", ".XXX.", ".....", "....."]
    assert position.state.captured.tolist() == [5, 1]


def test_the_shared_liberties_of_a_seki_are_nobodys():
    seki = board("""
        X X . O O
        X X X O O
        X X X O O
        X X X O O
        X X . O O""")
    assert area(seki.state) == 13 - 10


def test_an_eye_counts_for_its_owner_and_a_region_of_both_for_nobody():
    position = board("""
        . X . . .
        X X . O O
        . . . O .
        . . . O O
        . . . . O""")
    assert area(position.state) == (3 + 1) - (6 + 1)


SUICIDE = """
    O a X
    X X .
    . . ."""


@pytest.mark.parametrize("suicide", [0, 1])
def test_a_single_stone_never_kills_itself(suicide):
    eye = board(
        """
        . X .
        X . X
        . X .""",
        turn="w",
        suicide=suicide,
    )
    assert why_not(eye, "B2").endswith(": suicide")


def test_several_stones_may_kill_themselves_only_where_the_rules_say_so():
    assert why_not(board(SUICIDE, "w", suicide=0), "B3").endswith(": suicide")
    position = after(SUICIDE, "a", "w", suicide=1)
    assert shown(position) == ["..X", "XX.", "..."]
    assert position.state.captured.tolist() == [2, 0]


def test_a_suicide_may_not_bring_back_an_earlier_position_even_before_any_capture():
    position = start("go2(rules=tromp-taylor)").play("A2", "pass", "B2", "pass", "A1", "pass")
    assert shown(position) == ["XX", "X."]
    assert "B1" not in position.moves  # it would empty the board again


def test_an_occupied_point_is_refused():
    assert "occupied" in why_not(board(SUICIDE), "A3")


def test_two_passes_end_the_game_and_a_stone_between_them_does_not():
    position = start("go3")
    assert not position.play("pass", "A1", "pass").over
    assert position.play("pass", "pass").over
    assert position.play("pass", "pass").moves == []


def test_a_game_may_be_played_on_after_two_passes():
    position = start("go3").play("pass", "pass", "B2")
    assert not position.over
    assert shown(position) == ["...", ".X.", "..."]


@pytest.mark.parametrize("komi, winner", [(8.5, 0), (9.5, 1), (9, None)])
def test_komi_decides_and_a_whole_komi_may_draw(komi, winner):
    position = start(f"go3(komi={komi})").play("B2", "pass", "pass")
    assert position.over
    assert position.winner == winner
    assert (position.result == 0) == (winner is None)


def test_the_result_is_seen_by_the_side_to_move():
    ended = start("go3(komi=0.5)").play("B2", "pass", "pass")
    assert (ended.side, ended.result) == (1, -1)
    assert (ended.play("pass").side, ended.play("pass").result) == (0, +1)


@pytest.mark.parametrize(
    "size, stones",  # section 4.1.1 of the GTP 2 specification
    [
        (9, "C3 G7"),
        (9, "C3 G7 C7"),
        (9, "C3 G7 C7 G3"),
        (9, "C3 G7 C7 G3 E5"),
        (19, "D4 Q16"),
        (19, "D4 Q16 D16"),
        (19, "D4 Q16 D16 Q4 K10"),
        (19, "D4 Q16 D16 Q4 D10 Q10"),
        (19, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
    ],
)
def test_fixed_handicap_stands_on_the_points_of_gtp(size, stones):
    placed = fixed_handicap(size, len(stones.split()))
    assert sorted(vertex(size, p) for p in placed) == sorted(stones.split())


def test_white_begins_a_handicap_game():
    position = start("go9(handicap=2)")
    assert position.side == 1
    assert shown(position)[2] == "......X.."
    assert shown(position)[6] == "..X......"


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_rule_set_by_name_sets_komi_superko_and_suicide(name):
    state, rules = start(f"go9(rules={name})").state, RULE_SETS[name]
    assert (state.komi, state.superko, state.suicide) == (rules.komi, SUPERKO[rules.superko], rules.suicide)


def test_an_option_overrides_the_rule_set():
    state = start("go9(rules=Tromp_Taylor, komi=0.5, superko=simple, suicide=0)").state
    assert (state.komi, state.superko, state.suicide) == (0.5, 0, 0)


@pytest.mark.parametrize(
    "option, value",
    [
        *(("komi", value) for value in ("x", "0.3", "inf", "nan", "401")),
        *(("rules", value) for value in ("klingon", "7")),
        *(("superko", value) for value in ("natural", "1")),
        *(("suicide", value) for value in ("maybe", "7")),
        *(("handicap", value) for value in ("1", "10", "-2", "two", "2.5", "inf")),
    ],
)
def test_a_bad_option_is_refused_by_its_value(option, value):
    with pytest.raises(BadText, match=value.replace(".", r"\.")):
        start(f"go9({option}={value})")


@pytest.mark.parametrize("size", [1, 20, 0, -1])
def test_a_bad_size_is_refused_by_its_value(size):
    with pytest.raises(BadText, match=str(size)):
        go(size)
    with pytest.raises(BadText, match=str(size)):
        start(f"go{size}")


def test_an_unknown_option_is_refused_by_its_name():
    with pytest.raises(BadText, match="colour"):
        start("go9(colour=red)")


def test_handicap_needs_star_points():
    with pytest.raises(BadText):
        start("go5(handicap=2)")


def test_columns_skip_the_letter_i():
    assert vertex(19, read_vertex(19, "H8")) == "H8"
    assert read_vertex(19, "J8") == read_vertex(19, "H8") + 1
    assert vertex(19, points(19)[18]) == "T19"
    with pytest.raises(BadText, match="I8"):
        read_vertex(19, "I8")


@pytest.mark.parametrize("size", [2, 9, 19])
def test_every_vertex_is_read_back(size):
    assert [read_vertex(size, vertex(size, p).lower()) for p in [0, *points(size)]] == [0, *points(size)]


@pytest.mark.parametrize("text", ["", "A", "A0", "A10", "K1", "4D", "A1.", "AA1", "-1", "A-1", "A１", "A²", "passed"])
def test_a_bad_vertex_is_refused_by_its_text(text):
    with pytest.raises(BadText) as refusal:
        read_vertex(9, text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("text", [".../.../... b", "XX./OO./..X w", "X.X/.O./X.X b"])
def test_a_position_is_written_as_it_was_read(text):
    position = Position.read(go(3), text)
    assert position.game.position_text(position.state) == text
    assert position.side == "bw".index(text[-1])


@pytest.mark.parametrize("text", ["XO/OX b", "XXX/XXX/XXX b", "XO./O../... b", "OXO/XO./... w"])
def test_a_position_with_a_chain_without_liberties_is_refused(text):
    with pytest.raises(BadText, match="liberty"):
        Position.read(go(text.count("/") + 1), text)


@pytest.mark.parametrize(
    "text", ["", "...", ".../... b", ".../.../.... b", ".../.../..# b", ".../.../... x", ".../.../...b"]
)
def test_a_bad_position_is_refused_by_its_text(text):
    with pytest.raises(BadText) as refusal:
        Position.read(go(3), text)
    assert repr(text) in str(refusal.value)


def test_the_drawing_brackets_the_last_move():
    assert str(start("go3").play("B2")).splitlines() == [
        "   A B C",
        " 3 . . . 3",
        " 2 .(X). 2",
        " 1 . . . 1",
        "   A B C",
    ]
