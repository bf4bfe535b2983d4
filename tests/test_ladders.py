"""KataGo's ladder search by diagrams: who is caught, and by which first moves."""

import pytest
from kata_planes import inputs, vertices
from test_go_rules import after, board, spot

LADDER = """
    . . . . . . . . .
    . . X . . . . . .
    . X O a . . . . .
    . X b . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""


def with_stone(diagram: str, row: int, column: int, stone: str) -> str:
    lines = diagram.strip("\n").splitlines()
    cells = lines[row].split()
    cells[column] = stone
    lines[row] = " ".join(cells)
    return "\n".join(line.strip() for line in lines)


def caught(position) -> set[str]:
    return vertices(inputs(position)[0][14])


def working(position) -> set[str]:
    return vertices(inputs(position)[0][17])


def test_a_ladder_that_runs_to_the_edge_works_from_the_one_side():
    assert caught(board(LADDER)) == {"C7"}
    assert working(board(LADDER)) == {spot(LADDER, "a")}


def test_the_defender_does_not_see_the_moves_against_his_own_chains():
    assert caught(board(LADDER, "w")) == {"C7"}
    assert working(board(LADDER, "w")) == set()


@pytest.mark.parametrize("row, column", [(4, 4), (6, 6), (5, 4), (7, 7)])
def test_a_stone_on_the_way_breaks_the_ladder(row, column):
    position = board(with_stone(LADDER, row, column, "O"))
    assert caught(position) == set()
    assert working(position) == set()


def test_a_stone_off_the_way_does_not():
    assert caught(board(with_stone(LADDER, 7, 1, "O"))) == {"C7"}


def test_an_attackers_stone_on_the_way_helps_him():
    assert caught(board(with_stone(LADDER, 6, 6, "X"))) == {"C7"}


def test_ladders_are_remembered_for_the_boards_one_and_two_moves_ago():
    planes, _ = inputs(after(with_stone(LADDER, 6, 6, "."), "a").play("G3"))
    assert vertices(planes[14]) == set()  # the stone at G3 breaks it
    assert vertices(planes[15]) == {"C7"}
    assert vertices(planes[16]) == {"C7"}
    planes, _ = inputs(board(LADDER))
    assert vertices(planes[16]) == {"C7"}  # no move is known: the oldest board there is


def test_a_chain_in_atari_is_saved_by_capturing_a_neighbour_in_atari():
    diagram = """
        . . . . . . . . .
        . O X O . . . . .
        . X O X . . . . .
        . X . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert "C7" not in caught(board(diagram))
    assert "C7" in caught(board(with_stone(diagram, 1, 3, ".")))


def test_a_stone_in_a_net_is_caught_in_no_ladder():
    net = """
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . . . . .
        . . X . . . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert caught(board(net)) == {"D6"}  # here the ladder works as well
    assert caught(board(with_stone(net, 4, 2, "."))) == set()


def test_a_snapback_is_seen():
    snapback = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X . . . .
        X O O O O X . . .
        X O a b X . . . ."""
    position = board(snapback)
    assert working(position) == {spot(snapback, "a"), spot(snapback, "b")}
    assert caught(position) == {"B1", "B2", "C2", "D2", "E2"}


def test_the_ban_on_a_ko_holds_for_the_first_attack():
    ko = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X . . . . . . .
        O X . . . . . . .
        X b X . . . . . ."""
    taken = after(ko, "b", "w")
    assert working(taken) == {"A3"}
    assert working(taken.play("pass", "pass")) == {"A1", "A3"}


def test_reading_leaves_the_board_as_it_was():
    planes, _ = inputs(board(LADDER))
    assert vertices(planes[1]) == {"C8", "B7", "B6"}
    assert vertices(planes[2]) == {"C7"}
    assert vertices(planes[4]) == {"C7"}  # two liberties
