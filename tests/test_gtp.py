"""Every command of GTP and every rule of its text, asked of the engine as a controller would."""

import json
import subprocess
import sys

import pytest
from gtp_client import QUICK, ROOT, converse, last, replies_to, setup_of

from yomi.frontend.gtp import names, serve

pytestmark = pytest.mark.jit

REQUIRED = """protocol_version name version known_command list_commands quit boardsize rectangular_boardsize clear_board
komi get_komi play genmove reg_genmove undo gg-undo time_settings time_left kgs-time_settings kata-time_settings
kata-list_time_settings set_free_handicap place_free_handicap fixed_handicap final_score final_status_list loadsgf
printsgf showboard cputime lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze stop gogui-analyze_commands
gogui-interrupt gogui-play_sequence gogui-setup kgs-genmove_cleanup kgs-rules kata-set-rules kata-get-rules
gomill-cpu_time gomill-explain_last_move gomill-describe_engine"""
KO = "gogui-play_sequence b B1 b A2 b B3 w C1 w C3 w D2 w B2 b C2"  # black has just taken the ko


def board(*lines: str, size: int = 9) -> str:
    return last(*lines, "showboard", size=size)


# The text of the protocol.


def test_every_command_is_listed_known_and_implemented():
    listed = last("list_commands").removeprefix("= ").split("\n")
    assert set(REQUIRED.split()) <= set(listed) and len(listed) == len(set(listed))
    assert converse(*(f"known_command {name}" for name in listed)) == ["= true"] * len(listed)
    assert all(callable(names.command_of(name)) for name in names.COMMANDS)
    assert set(serve.ANSWERS) == set(names.LIGHT)


def test_administrative_commands():
    assert converse("protocol_version", "name", "version")[:2] == ["= 2", "= Yomi"]
    assert last("known_command nonsense") == "= false"
    assert last("known_command") == "? syntax error"
    assert last("nonsense") == last("PLAY b a1") == "? unknown command"
    assert float(last("cputime")[2:]) > 0 and float(last("gomill-cpu_time")[2:]) > 0
    assert last("stop") == last("gogui-interrupt") == last("quit") == "= "
    assert QUICK.split()[0] in last("gomill-describe_engine")


def test_ids_comments_empty_lines_and_control_characters():
    assert replies_to(b"1 name\r\n\r\n\n  \t\n#comment\n7 name#more\n\tname\t \n12 foo\n3\n\x00na\x07me\x7f\n") == [
        "=1 Yomi",
        "=7 Yomi",
        "= Yomi",
        "?12 unknown command",
        "?3 unknown command",
        "= Yomi",
    ]
    assert replies_to(b"name") == ["= Yomi"]  # the last line may lack its end


def test_garbage_is_an_unknown_command():
    assert replies_to(b"\xff\xfe\x80\n\xc3\x28 b\nplay \xff \xfe\n") == [
        "? unknown command",
        "? unknown command",
        "? invalid color or coordinate",
    ]
    assert replies_to("名前\n１ name\n".encode()) == ["? unknown command"] * 2
    assert replies_to(b"x" * 300_000 + b"\nname\n") == ["? unknown command", "= Yomi"]


def test_nothing_after_quit_is_executed():
    assert converse("quit", "name") == ["= "]


# Setting up.


@pytest.mark.parametrize(
    "line, reply",
    [
        ("boardsize 5", "= "),
        ("boardsize 9 9", "= "),
        ("rectangular_boardsize 9 9", "= "),
        ("boardsize 9 13", "? unacceptable size"),
        ("rectangular_boardsize 9 5", "? unacceptable size"),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize -9", "? unacceptable size"),
        ("boardsize", "? syntax error"),
        ("boardsize nine", "? syntax error"),
        ("boardsize 9 9 9", "? syntax error"),
        ("boardsize " + "9" * 5000, "? syntax error"),
        ("boardsize ９", "? syntax error"),
    ],
)
def test_boardsize(line, reply):
    before, answer, after = converse("showboard", line, "showboard")
    assert answer == reply
    assert reply == "= " or before == after


def test_komi_outlives_the_game_and_is_exact():
    assert converse("komi 5.5", "clear_board", "boardsize 5", "get_komi")[-1] == "= 5.5"
    assert last("komi -3", "get_komi") == "= -3"
    assert last("komi 6.25").startswith("? komi 6.25")
    assert [last(f"komi {word}")[0] for word in ("x", "", "nan", "inf", "1e9", "1_0")] == ["?"] * 6


def test_komi_in_the_middle_of_a_game_holds_for_undone_moves_too():
    assert "komi 0.5" in board("play b c3", "play w d4", "komi 0.5", "undo")
    assert last("play b c3", "komi 0.5", "undo", "undo") == "? cannot undo"


def test_fixed_handicap_puts_stones_and_gives_white_the_move():
    first, second = converse("fixed_handicap 2", "showboard")
    assert set(first[2:].split()) == {"C3", "G7"}
    assert second.count("X") == 2 and "white to move" in second
    assert last("fixed_handicap 2", "undo") == "? cannot undo"
    assert last("fixed_handicap 2", "get_komi") == "= 7.5"


@pytest.mark.parametrize("count", ["0", "1", "10", "-2"])
def test_fixed_handicap_has_limits(count):
    assert last(f"fixed_handicap {count}") == "? invalid number of stones"


def test_handicap_needs_an_empty_board():
    for command in ("fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 B2"):
        assert last("play b e5", command) == "? board not empty"


@pytest.mark.parametrize("size, count", [(5, 2), (5, 24), (9, 2), (9, 9), (9, 13), (9, 80)])
def test_free_handicap_places_as_many_stones_as_asked(size, count):
    reply, shown = converse(f"place_free_handicap {count}", "showboard", size=size)
    assert len(set(reply[2:].split())) == count == shown.count("X")


def test_set_free_handicap():
    assert board("set_free_handicap A1 C3 E5").count("X") == 3
    for words in ("A1", "A1 A1", "A1 pass", "A1 Z9", ""):
        assert last(f"set_free_handicap {words}") == "? bad vertex list"


def test_rules_by_name_and_as_json():
    names_of = ("chinese", "japanese", "aga", "new-zealand", "tromp-taylor", "korean", "chinese-kgs", "Tromp_Taylor")
    assert [last(f"kata-set-rules {name}") for name in names_of] == ["= "] * len(names_of)
    rules = json.loads(last("kata-set-rules tromp-taylor", "kata-get-rules")[2:])
    assert (rules["ko"], rules["suicide"], rules["scoring"]) == ("POSITIONAL", True, "AREA")
    changed = last(
        'kata-set-rules {"ko": "SIMPLE", "scoring": "AREA", "suicide": true}', "clear_board", "kata-get-rules"
    )
    assert json.loads(changed[2:]) == rules | {"ko": "SIMPLE"}
    assert last("kgs-rules new_zealand", "showboard").count("situational") == 1
    for words in ("klingon", '{"ko": 3}', "{", "[]", '{"suicide": "yes"}', "{" * 5000):
        assert last(f"kata-set-rules {words}")[0] == "?"


@pytest.mark.parametrize(
    "line", ["kgs-rules japanese", "kata-set-rules korean", 'kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY"}']
)
def test_japanese_rules_say_that_territory_counts(line):
    *_, rules, shown = converse(line, "clear_board", "kata-get-rules", "showboard")
    told = json.loads(rules[2:])
    assert (told["ko"], told["scoring"], told["tax"], told["suicide"]) == ("SIMPLE", "TERRITORY", "SEKI", False)
    assert told["whiteHandicapBonus"] == "0"
    assert "rules japanese: simple ko, suicide forbidden, territory scoring" in shown


def test_scoring_alone_can_be_changed_and_the_name_then_goes():
    rules = json.loads(last('kata-set-rules {"scoring": "TERRITORY"}', "kata-get-rules")[2:])
    assert (rules["ko"], rules["scoring"]) == ("POSITIONAL", "TERRITORY")
    assert "rules -: positional ko" in last('kata-set-rules {"scoring": "TERRITORY"}', "showboard")
    assert json.loads(last("kgs-rules japanese", "kgs-rules chinese", "kata-get-rules")[2:])["scoring"] == "AREA"
    assert last('kata-set-rules {"scoring": "STONES"}')[0] == "?"


def test_rules_that_forbid_a_move_of_the_game_are_refused():
    suicide = "gogui-play_sequence w A2 w B2 w C1 b A1 w J9 b B1"
    replies = converse("kata-set-rules tromp-taylor", suicide, "showboard", "kata-set-rules chinese", "showboard")
    assert replies[1] == "= " and replies[3].startswith("? a move") and replies[2] == replies[4]


def test_setup_of_stones():
    assert "white to move" in board("gogui-setup b A1 w B2", "gogui-setup_player w")
    assert last("gogui-setup b A1 w A2 w B1") == "? a chain of the stones set up has no liberty"
    assert last("play b a1", "gogui-setup b B2") == "? board not empty"
    assert last("gogui-setup b") == "? syntax error"
    assert last("gogui-setup x A1") == "? invalid color"
    assert last("gogui-setup b pass") == "? invalid color or coordinate"


# Playing.


def test_colours_and_vertices_in_any_case_and_order():
    assert converse("play b A1", "play BLACK j9", "play W pass", "play white D4", "play w PASS") == ["= "] * 5


@pytest.mark.parametrize(
    "words", ["b I5", "b A10", "b A0", "b", "A1", "b resign", "x A1", "b a1x", "b 1a", "b ſ1", "b A" + "1" * 5000]
)
def test_moves_that_cannot_be_read(words):
    before, reply, after = converse("showboard", f"play {words}", "showboard")
    assert reply in ("? invalid color or coordinate", "? syntax error") and before == after


@pytest.mark.parametrize(
    "before, move",
    [
        ("play b C3", "play w C3"),  # occupied
        (KO, "play w B2"),  # ko
        ("gogui-play_sequence w A2 w B1", "play b A1"),  # suicide
        ("gogui-play_sequence w A2 w B2 w C1 b B1", "play b A1"),  # suicide of two stones
    ],
)
def test_illegal_moves_change_nothing(before, move):
    _, shown, reply, again = converse(before, "showboard", move, "showboard")
    assert reply == "? illegal move" and shown == again


def test_ko_may_be_taken_back_after_another_move_and_suicide_where_the_rules_allow_it():
    assert last(KO, "play w J9", "play b J8", "play w B2") == "= "
    assert last("kata-set-rules tromp-taylor", "gogui-play_sequence w A2 w B2 w C1 b B1 w J9", "play b A1") == "= "
    repeated = last("kata-set-rules tromp-taylor", "gogui-play_sequence w A2 w B2 w C1 b B1", "play b A1")
    assert repeated == "? illegal move"  # the position before B1


def test_superko_forbids_what_simple_ko_allows():
    moves = "b B3 w B2 b E1 w A3 b E4 w A1 b C4 w C5 b D5 w C3 b B4 w C1 b E3 w D4 b A5 w A4 b A2"  # takes two stones
    assert last(f"gogui-play_sequence {moves}", "play w A3", size=5) == "? illegal move"
    assert last("kata-set-rules japanese", f"gogui-play_sequence {moves}", "play w A3", size=5) == "= "


def test_a_sequence_is_played_whole_or_not_at_all():
    before, reply, after = converse("showboard", "gogui-play_sequence b C3 w D4 b D4", "showboard")
    assert reply == "? illegal move" and before == after
    assert board("gogui-play_sequence b C3 w D4 b E5").count("moves played") == 1
    assert last("gogui-play_sequence b C3 w") == "? syntax error"


def test_undo():
    empty = board()
    assert board("play b c3", "play w d4", "undo", "undo") == empty
    assert board("play b c3", "play w d4", "play b e5", "gg-undo 3") == empty
    assert last("undo") == last("gg-undo") == last("play b c3", "gg-undo 2") == "? cannot undo"
    assert last("gg-undo -1") == "? cannot undo" and last("gg-undo x") == "? syntax error"


def test_genmove_plays_for_either_side_in_any_order():
    replies = converse("genmove b", "genmove BLACK", "genmove w", "showboard")
    assert "3 moves played" in replies[-1]
    assert last("genmove") == "? syntax error" and last("genmove x") == "? invalid color"


def test_genmove_after_two_passes_goes_on():
    reply = last("play b pass", "play w pass", "genmove b")
    assert reply.startswith("= ") and reply != "= "
    assert last("play b pass", "play w pass", "genmove w")[0] == "="


def test_a_hopeless_side_resigns_and_nothing_is_played():
    rows = [".XXXXXXX."] * 4 + ["........."] * 5
    replies = converse(
        setup_of(rows), "komi -50", "genmove w", "showboard", spec="uct simulations=300 resign=0.3 memory=20"
    )
    assert replies[2] == "= resign" and "0 moves played" in replies[3]


def test_reg_genmove_changes_nothing_and_never_resigns():
    before, reply, after = converse("showboard", "reg_genmove b", "showboard")
    assert before == after and reply[0] == "="
    spec = "uct simulations=300 resign=0.9 memory=20"
    assert last(setup_of([".XXXXXXX."] * 4 + ["........."] * 5), "komi -50", "reg_genmove w", spec=spec) != "= resign"


def test_the_longest_game_ends_in_passes():
    replies = converse(*["play b pass", "play w pass"] * 45, "genmove b", "lz-analyze b", "name", size=2)
    assert replies[-3:] == ["= pass", "? the game is over", "= Yomi"]


def test_the_same_seed_plays_the_same_game():
    lines = ["genmove b", "genmove w"] * 4
    assert converse(*lines) == converse(*lines)


# What must never happen.


def test_an_unexpected_error_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr("yomi.frontend.gtp.show.drawing_of", lambda search: 1 / 0)
    assert converse("4 yomi-best", "name") == ["?4 internal error: ZeroDivisionError: division by zero", "= Yomi"]
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_nothing_heavy_is_imported_with_the_front_end():
    code = (
        "import sys, yomi.frontend.gtp; print(sorted({'numpy', 'numba', 'pydantic', 'yomi.games'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert found.stdout.strip() == "[]"
