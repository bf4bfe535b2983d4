"""A game of one's own: the worked example gets searches and commands, and an edit of its file is noticed."""

import pathlib
import shutil
import subprocess
import sys

import pytest

import yomi
from yomi.errors import BadText
from yomi.games.catalog import game, own_game
from yomi.games.perft import perft
from yomi.players.api import player, position

EXAMPLE = pathlib.Path(yomi.__file__).parent.parent / "examples" / "breakthrough.py"


def test_the_example_is_about_a_hundred_lines():
    assert EXAMPLE.read_text().count("\n") <= 110


@pytest.mark.jit
@pytest.mark.parametrize("spec", ["uct", "ucb1", "greedy", "flat", "uct playout=captures", "uct threads=2"])
def test_the_example_gets_every_search(spec):
    search = player(f"{spec} simulations=300").search(position(str(EXAMPLE)))
    assert search.best in position(str(EXAMPLE)).moves and sum(search.visits) >= 299


def test_the_rules_of_the_example_are_right_for_two_moves():
    assert perft(position(str(EXAMPLE)), 1) == 16  # 6 straight, 5 left, 5 right
    assert perft(position(str(EXAMPLE)), 2) == 16 * 16


@pytest.mark.jit
def test_a_win_in_one_is_proved():
    start = position(str(EXAMPLE))
    state = start.root.copy()
    state[0].cells[:] = 0
    state[0].cells[1, 1], state[0].cells[3, 3], state[0].pawns[:] = 1, 2, 1
    search = player("uct simulations=50").search(type(start).of(start.game, state))
    assert search.solved and search.best in ("b5a6", "b5b6", "b5c6")


@pytest.mark.parametrize(
    "name, text, part",
    [
        ("missing.py", None, "no such file"),
        ("empty.py", "", "GAME"),
        ("broken.py", "def f(:", "SyntaxError"),
        ("raises.py", "1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_bad_game_file_is_refused_with_the_reason(tmp_path, name, text, part):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(BadText, match=part):
        own_game(tmp_path / name)


def test_an_unknown_game_is_refused():
    with pytest.raises(BadText, match="go20"):
        game("go20")


@pytest.mark.jit
def test_an_edited_game_is_compiled_anew(tmp_path):
    copy = tmp_path / "mine.py"
    shutil.copy(EXAMPLE, copy)
    command = [sys.executable, "-m", "yomi", "perft", str(copy), "1"]

    def count() -> str:
        said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=EXAMPLE.parent.parent)
        return said.stdout.splitlines()[-1]

    assert count() == "16"
    copy.write_text(EXAMPLE.read_text().replace("for direction in range(3):", "for direction in range(1, 2):"))
    assert count() == "6"
