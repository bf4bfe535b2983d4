"""Openings: made balanced and different, read from a file or the set that comes with Yomi, played with both colours."""

import pytest
from arena_help import match

import yomi
from yomi.errors import BadText
from yomi.games.catalog import start
from yomi.players import openings


@pytest.mark.parametrize("name", ["go9", "shogi", "minishogi"])
def test_the_sets_that_come_with_yomi_are_legal_and_all_different(name):
    found = openings.read("balanced", start(name))
    assert len(found) >= 50
    assert len({position.key for position in found}) == len(found)


def test_openings_are_different_and_as_long_as_asked_for():
    found = openings.make(start("nim"), yomi.player("uct simulations=20"), plies=2, count=3, seed=1)
    assert all(len(position.history) == 2 for position in found)
    assert len({position.key for position in found}) == len(found)


def test_each_opening_is_played_with_both_colours(tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("# two of them\na1 b1\na2 b2  # a comment\n")
    quick = "uct simulations=5"
    begun = [game.moves[:2] for game in match("tictactoe", quick, quick, 6, openings=str(book)).played]
    assert begun == [["A1", "B1"], ["A1", "B1"], ["A2", "B2"], ["A2", "B2"], ["A1", "B1"], ["A1", "B1"]]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("a1 z9\n", "line 1: .*z9"), ("# nothing\n", "expected a line of moves"), ("a1 b1 a2 b2 a3\n", "is over")],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path, content, complaint):
    book = tmp_path / "book.txt"
    book.write_text(content)
    with pytest.raises(BadText, match=complaint):
        openings.read(str(book), start("tictactoe"))


def test_a_missing_file_or_set_is_refused(tmp_path):
    with pytest.raises(BadText, match="no balanced set for go13"):
        openings.read("balanced", start("go13"))
    with pytest.raises(BadText, match="No such file"):
        openings.read(str(tmp_path / "none.txt"), start("go9"))
