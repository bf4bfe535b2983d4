"""Clocks, counting, game records and pictures over GTP."""

import pytest
import reference_go
from gtp_client import QUICK, converse, last, setup_of

from yomi.frontend.gtp import names, serve
from yomi.frontend.gtp.desk import Desk
from yomi.frontend.gtp.inbox import Inbox
from yomi.frontend.gtp.wire import Talk
from yomi.players.clock import Absolute, Canadian, Fischer, Japanese, Unlimited

pytestmark = pytest.mark.jit

SEKI = [".O.OX...."] * 5 + [".OOOX....", ".OXXOX...", ".OX.OX...", ".OX.OX..."]


def board(*lines: str, size: int = 9) -> str:
    return last(*lines, "showboard", size=size)


# Clocks.


def desk(spec: str = QUICK) -> Desk:
    return Desk(Inbox([]), Talk(open("/dev/null", "w")), spec, 9, None, "chinese")


@pytest.mark.parametrize(
    "line, control",
    [
        ("time_settings 600 30 5", Canadian(600, 30, 5)),
        ("time_settings 600 0 0", Absolute(600)),
        ("time_settings 0 1 0", Unlimited()),
        ("kgs-time_settings byoyomi 60 10 5", Japanese(60, 10, 5)),
        ("kgs-time_settings canadian 60 30 5", Canadian(60, 30, 5)),
        ("kgs-time_settings none", Unlimited()),
        ("kata-time_settings fischer 60 5", Fischer(60, 5)),
        ("kata-time_settings fischer-capped 60 5 90 20", Fischer(60, 5, 90, 20)),
    ],
)
def test_time_settings(line, control):
    table = desk()
    name, *words = line.split()
    assert names.command_of(name)(table, serve.Call("", name, words)) == ""
    assert [clock.control for clock in table.session.clocks] == [control, control]


def test_time_left_tells_one_clock():
    table = desk()
    for line in ("time_settings 600 30 5", "time_left w 20 3", "time_left b 500 0"):
        name, *words = line.split()
        names.command_of(name)(table, serve.Call("", name, words))
    black, white = table.session.clocks
    assert (black.remaining, black.stones, white.remaining, white.stones) == (500, 0, 20, 3)
    names.command_of("clear_board")(table, serve.Call("", "clear_board", []))
    assert [clock.remaining for clock in table.session.clocks] == [600, 600]


def test_bad_times_are_syntax_errors():
    lines = [
        "time_settings 600",
        "time_settings a b c",
        "time_settings -5 0 0",
        "time_left b x 0",
        "time_left b 5 -1",
        "time_left b nan 0",
        "time_left 5 0",
        "kgs-time_settings hourglass 5",
        "kata-time_settings fischer 5",
        "kata-time_settings",
    ]
    assert converse(*lines) == ["? syntax error"] * len(lines)
    assert "fischer-capped" in last("kata-list_time_settings")


def test_a_clock_limits_a_search_and_the_player_keeps_its_own_limit():
    assert last("time_settings 0 0 0", "genmove b", spec="uct seconds=100 memory=20")[0] == "="
    assert "(20 new" in last("time_settings 3600 0 0", "genmove b", "gomill-explain_last_move")


# Counting.


def test_score_of_a_finished_game_with_a_dead_stone():
    rows = ["....XO..."] * 9
    finished = [setup_of(rows), "play w B5", "play b pass", "play w pass"]
    assert last(*finished, "final_score") == "= B+1.5"
    assert last(*finished, "final_status_list dead") == "= B5"
    assert last(*finished, "final_status_list dame") == "= "
    assert last(*finished, "final_status_list black_territory").count(" ") == 35
    assert last(*finished, "final_status_list alive").count("\n") == 1
    assert last("komi 9", *finished, "final_score") == "= 0"


def test_seki_is_neither_dead_nor_territory():
    assert last(setup_of(SEKI), "final_status_list seki") == "= C3 D3 C2 C1\nE3 E2 E1"
    assert last(setup_of(SEKI), "final_status_list dame") == "= D2 D1"
    assert last(setup_of(SEKI), "final_score") == "= B+5.5"


def test_japanese_rules_count_territory_and_prisoners():
    finished = ["kgs-rules japanese", setup_of(["....XO..."] * 9), "play w B5", "play b pass", "play w pass"]
    assert last(*finished, "final_score") == "= B+2.5"  # 36 points and a prisoner against 27 and komi
    assert last(*finished, "final_status_list dead") == "= B5"
    assert last(*finished, "kata-set-rules chinese", "final_score") == "= B+1.5"


def test_eyes_in_seki_are_dame_under_japanese_rules():
    rows = [".OX......", ".OX..X...", "OOX...X..", ".OX..X...", ".OX......", ".OX......"]
    rows += ["OOXXXXX..", "XXOOOOX..", ".X.O.OX.."]
    assert last("kgs-rules japanese", setup_of(rows), "final_status_list dame") == "= A1 C1 E1"
    assert last("kgs-rules chinese", setup_of(rows), "final_status_list dame") == "= C1"


def test_status_lists_cover_the_board_and_agree_with_the_score():
    kinds = ("alive", "dead", "seki", "black_territory", "white_territory", "dame")
    game = ["genmove b", "genmove w"] * 15
    *_, score, again, shown = converse(*game, "final_score", "final_score", "showboard")
    lists = dict(zip(kinds, converse(*game, *(f"final_status_list {kind}" for kind in kinds))[-6:], strict=True))
    points = {kind: reply[2:].split() for kind, reply in lists.items()}
    assert sorted(v for found in points.values() for v in found) == sorted(
        f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10)
    )
    rows = [line[3:].replace("(", " ").replace(")", " ").split()[:9] for line in shown.split("\n")[2:11]]
    cleared = reference_go.read_board("/".join("".join(row) for row in rows).replace("+", "."))
    cleared |= {("ABCDEFGHJ".index(v[0]), 9 - int(v[1])): "." for v in points["dead"]}
    assert (
        score
        == again
        == f"= {'B' if reference_go.area(cleared) > 7.5 else 'W'}+{abs(reference_go.area(cleared) - 7.5):g}"
    )


def test_bad_status_lists():
    assert last("final_status_list") == last("final_status_list asleep") == "? syntax error"


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_cleanup_takes_dead_stones_instead_of_passing(rules):
    start = [f"kgs-rules {rules}", setup_of(["....XO..."] * 9)]
    commands = [*start, "play w B5", "play b pass", "play w pass", "kgs-genmove_cleanup b"]
    assert last(*commands, spec="uct simulations=500 memory=20") != "= pass"
    captured = [*commands[:-1], *["kgs-genmove_cleanup b", "play w pass"] * 8, "showboard"]
    shown = last(*captured, spec="uct simulations=500 memory=20")
    assert "captured by black 1" in shown and f"komi 7.5, rules {rules}" in shown


# Files.


def test_sgf_goes_out_and_comes_back(tmp_path):
    path = tmp_path / "my game.sgf"
    game = ["komi 5.5", "kata-set-rules aga", "set_free_handicap C3 G7", "play w E5", "play b D4", "play w pass"]
    before, saved, _, loaded, after = converse(
        *game, "showboard", f"printsgf {path}", "boardsize 5", f"loadsgf {path}", "showboard"
    )[-5:]
    assert (saved, loaded) == ("= ", "= ") and before == after
    assert last(*game, "printsgf") == "= " + path.read_text().strip()
    assert "HA[2]" in path.read_text() and "KM[5.5]" in path.read_text()


def test_loadsgf_stops_before_a_move(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]KM[6.5];B[cc];W[dd];B[ee])")
    assert "2 moves played" in board(f"loadsgf {path} 3")
    assert "0 moves played" in board(f"loadsgf {path} 1")
    assert "3 moves played" in board(f"loadsgf {path}") and "komi 6.5" in board(f"loadsgf {path}")


def test_loadsgf_with_setup_and_side(tmp_path):
    path = tmp_path / "problem.sgf"
    path.write_text("(;SZ[5]RU[Japanese]AB[aa:bb]AW[ee]AE[bb]PL[W])")
    shown = board(f"loadsgf {path}")
    assert shown.count("X") == 3 and shown.count("O") == 1 and "white to move" in shown and "simple ko" in shown


def test_a_record_brings_its_scoring_and_is_written_with_it(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]KM[6.5]RU[Japanese];B[cc];W[gg])")
    assert '"scoring":"TERRITORY"' in last(f"loadsgf {path}", "kata-get-rules")
    assert "RU[Japanese]" in last(f"loadsgf {path}", "printsgf")
    assert "RU[Japanese]" in last('kata-set-rules {"scoring":"TERRITORY"}', "printsgf")  # nothing else says territory


@pytest.mark.parametrize(
    "text",
    [
        "",
        "garbage",
        "(;SZ[9];B[cc]",
        "(;SZ[9];B[zz])",
        "(;SZ[9];B[cc];W[cc])",
        "(;SZ[30])",
        "(;SZ[9]KM[6.25])",
        "(;SZ[9]AB[aa]AW[ab][ba])",
        "(;GM[2]SZ[9])",
    ],
)
def test_a_broken_record_is_refused_and_changes_nothing(tmp_path, text):
    path = tmp_path / "broken.sgf"
    path.write_text(text)
    before, reply, after = converse("komi 0.5", "play b c3", "showboard", f"loadsgf {path}", "showboard")[-3:]
    assert reply.startswith("? cannot load file: ") and before == after


def test_files_that_are_none(tmp_path):
    for name in ("", str(tmp_path), str(tmp_path / "missing.sgf"), "/dev/zero", "3"):
        assert last(f"loadsgf {name}").startswith("? cannot load file")
    assert last(f"printsgf {tmp_path}").startswith("? cannot write file")


def test_a_finished_game_is_printed_with_its_result():
    assert "RE[B+" in last("komi -20", "play b pass", "play w pass", "printsgf")


# Showing.


def test_showboard_tells_all():
    shown = board("play b c3", "play w d4")
    for piece in (
        " 4 . . .(O)",
        " 3 . . X",
        "black to move, 2 moves played",
        "captured by black 0",
        "komi 7.5",
        "hash ",
    ):
        assert piece in shown


def test_explanations():
    assert last("gomill-explain_last_move") == "= "
    assert "win rate" in last("genmove b", "gomill-explain_last_move")


def test_gogui_drawings():
    commands = last("gogui-analyze_commands")
    assert "dboard/Ownership/yomi-ownership" in commands and "gfx/Search/yomi-best" in commands
    rows = last("yomi-ownership")[2:].split("\n")
    assert len(rows) == 9 and all(-1 <= float(v) <= 1 for row in rows for v in row.split())
    drawing = last("yomi-best")[2:].split("\n")
    assert drawing[0].startswith("VAR b ") and drawing[-1].startswith("TEXT ")
