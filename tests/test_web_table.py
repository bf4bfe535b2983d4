"""A game of the page: moves, variations, counting and clocks, as people use them, and as it is kept."""

import pytest

from yomi.errors import BadText, GameOver, IllegalMove, YomiError
from yomi.frontend.web import files, views
from yomi.frontend.web.faces import face
from yomi.frontend.web.table import ENGINE, PERSON, Judged, Mistake, Table
from yomi.games.catalog import start
from yomi.players.clock import Clock, Japanese
from yomi.players.referee import judge

ENGINE_SEAT = {"kind": ENGINE, "spec": "uct simulations=10", "level": ""}
PERSON_SEAT = {"kind": PERSON}


def table(text: str = "go5", *seats: dict) -> Table:
    return Table(start(text), text, seats or (PERSON_SEAT, PERSON_SEAT))


def played(made: Table, *moves: str) -> Table:
    for move in moves:
        made.play(move, made.length)
    return made


def texts(made: Table) -> list[str]:
    return [entry["move"] for entry in views.moves(made)]


def test_a_move_in_the_past_begins_a_variation_and_the_game_comes_back():
    made = played(table(), "C3", "B3", "D3")
    made.play("B2", 1)
    assert texts(made) == ["C3", "B2"]
    assert views.state(made)["variation"] == {"from": 1, "rest": 2}
    made.back()
    assert texts(made) == ["C3", "B3", "D3"] and made.left is None


def test_playing_the_next_move_of_the_game_is_a_step_forward():
    made = played(table(), "C3", "B3")
    made.play("C3", 0)
    assert made.at == 1 and texts(made) == ["C3", "B3"] and made.left is None


def test_an_illegal_move_changes_nothing():
    made = played(table(), "C3")
    before = views.state(made)
    for move, at in (("C3", 1), ("Z9", 1), ("D4", 7)):
        with pytest.raises(YomiError):
            made.play(move, at)
    assert views.state(made) | {"clocks": []} == before | {"clocks": []}


def test_undo_goes_back_to_the_persons_turn():
    made = played(table("go5", PERSON_SEAT, ENGINE_SEAT), "C3", "B3", "D3", "B2")
    made.undo()
    assert texts(made) == ["C3", "B3"]
    with pytest.raises(IllegalMove, match="no move has been played"):
        table().undo()


def test_two_passes_of_people_are_counted_with_the_referees_dead_stones_which_a_click_changes():
    quiet = [word for move in ("B2", "B3", "B4", "C2") for word in (move, "pass")]
    made = played(table("go5(komi=0.5)"), *quiet, "D2", "A5", "C4", "pass", "pass")
    assert made.uncounted
    made.count_with(judge(made.position))
    first = views.counted(made)
    made.mark("A5")
    assert ("A5" in first["dead"]) != ("A5" in views.counted(made)["dead"])
    with pytest.raises(GameOver, match="being counted"):
        made.play("A1", made.length)
    made.agree()
    assert made.phase == "over" and made.ending.result == views.state(made)["result"]


def test_resuming_takes_both_passes_back():
    made = played(table(), "C3", "pass", "pass")
    made.count_with(judge(made.position))
    made.resume()
    assert texts(made) == ["C3"] and made.phase == "play"


def test_the_only_person_resigns_whoever_is_to_move():
    made = played(table("go5", PERSON_SEAT, ENGINE_SEAT), "C3")
    made.resign()
    assert made.ending.winner == 1 and made.ending.result == "W+R"


def test_a_seat_needs_an_engine_that_can_be_made():
    with pytest.raises(YomiError, match="nonsense"):
        table("go5", PERSON_SEAT, {"kind": ENGINE, "spec": "nonsense"})
    with pytest.raises(BadText, match="expected person or engine"):
        table("go5", PERSON_SEAT, {"kind": "ghost"})


def test_a_game_is_kept_whole():
    made = played(table("go5(komi=2.5)", PERSON_SEAT, ENGINE_SEAT), "C3", "B3")
    made.set_clock("5m+5x30")
    made.play("D2", 1)
    made.judge(2, Judged(0.61, 500, 1.5, "C2", ("C2", "C4")))
    made.mistakes = [Mistake(1, "C3", "B2", 0.2, ("B2",))]
    again = views.restored(made.id, views.kept(made))
    ignored = {"clocks": []}
    assert views.state(again) | ignored == views.state(made) | ignored
    again.back()
    assert texts(again) == ["C3", "B3"]


def test_a_position_that_was_set_up_is_kept_too():
    made = Table(start("minishogi", "rbsgk/4p/5/P4/KGSBR b - 1"), "minishogi")
    assert views.kept(made)["start"] is None
    other = Table(start("minishogi", "4k/5/5/5/K2R1 b P 1"), "minishogi")
    again = views.restored(other.id, views.kept(other))
    assert views.state(again)["board"] == views.state(other)["board"]
    assert views.state(again)["board"]["hands"] == [{"P": 1}, {}]


def test_byo_yomi_is_shown_period_by_period():
    clock = Clock(Japanese(10, 30, 3))
    assert face(clock, 4) == {"left": 6, "period": False, "periods": 3, "fallen": False}
    assert face(clock, 15) == {"left": 25, "period": True, "periods": 3, "fallen": False}
    assert face(clock, 45) == {"left": 25, "period": True, "periods": 2, "fallen": False}
    assert face(clock, 105)["fallen"]


@pytest.mark.parametrize("form", ["sgf", "txt"])
def test_a_game_of_go_is_saved(form):
    made = played(table(), "C3", "pass")
    assert b"C3" in files.save(made, form) or b"[cc]" in files.save(made, form)
    with pytest.raises(BadText, match="expected sgf or txt"):
        files.save(made, "kif")


def test_analysis_is_saved_in_the_record_and_read_back():
    for text, moves, form in (("go5", ("C3", "B3"), "sgf"), ("minishogi", ("5e5d", "1a1b"), "kif")):
        made = Table(start(text), text)
        for move in made.position.moves[:1] if text == "minishogi" else moves[:1]:
            made.play(move, 0)
        made.play(made.position.moves[0], 1)
        made.judge(0, Judged(0.5, 100, None, "C2", ("C2", "D2")))
        made.judge(1, Judged(0.31, 200, None, "B2", ("B2",)))
        first = texts(made)[0]
        made.mistakes = [Mistake(1, first, "C2", 0.19, ("C2", "D2"))]
        again = files.load(files.save(made, form))
        assert again.judged == made.judged and again.mistakes == made.mistakes, form
        assert texts(again) == texts(made)


@pytest.mark.parametrize(
    ("data", "length", "game"),
    [
        (b"(;GM[1]SZ[9]KM[6.5];B[ee];W[cc])", 2, "go9"),
        (b"position startpos moves 7g7f 3c3d", 2, "shogi"),
        (b"rbsgk/4p/5/P4/KGSBR b - 1", 0, "minishogi"),
        ("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n".encode("cp932"), 2, "shogi"),
        (b"V2.2\nPI\n+\n+7776FU\n-3334FU\n", 2, "shogi"),
        ("▲７六歩 △３四歩".encode(), 2, "shogi"),
    ],
)
def test_records_are_recognised(data, length, game):
    made = files.load(data)
    assert (made.length, made.position.game.name) == (length, game)
    again = views.restored(made.id, views.kept(made))
    assert views.state(again)["board"] == views.state(made)["board"]


def test_a_handicap_game_is_read_with_its_stones():
    made = files.load(b"(;GM[1]SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee])")
    made.jump(1)
    again = views.restored(made.id, views.kept(made))
    assert views.state(again)["board"] == views.state(made)["board"]
    assert sum(cell for row in views.state(made)["board"]["stones"] for cell in row) == 1


@pytest.mark.parametrize("data", [b"", b"(;GM[1]SZ[9];B[ee];W[ee])", b"hello", b"\x00\xff" * 100])
def test_bad_files_are_refused_with_a_sentence(data):
    with pytest.raises(YomiError):
        files.load(data)
