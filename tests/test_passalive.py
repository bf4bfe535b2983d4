"""Pass-alive chains and the area by diagrams: X and O own what stands there, a dot is nobody's."""

import pytest
from kata_planes import inputs
from test_go_rules import board, rows

TWO_EYES = """
    . X . X O . . . .
    X X X X O . . . .
    O O O O O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
CORNER = """
    O . X . X O . . .
    . X X X X O . . .
    X X O O O O . . .
    X O O . . . . . .
    O O . . . . . . .
    . . . . . . . . .
    . . . . . . X . .
    . . . . . . . . .
    . . . . . . . . ."""


def area(diagram: str, whole: bool = False, **options) -> list[str]:
    """Whose every point is, seen by black."""
    planes, _ = inputs(board(diagram, **options), whole)
    return ["".join("X" if own else "O" if other else "." for own, other in zip(*pair, strict=True))
            for pair in zip(planes[18], planes[19], strict=True)]  # fmt: skip


def test_an_empty_board_is_nobodys():
    assert area("\n".join([". " * 9] * 9)) == ["........."] * 9


def test_two_eyes_and_the_land_round_the_other_side():
    assert area(TWO_EYES) == ["XXXXOOOOO", "XXXXOOOOO", *["OOOOOOOOO"] * 7]


def test_land_that_both_sides_touch_is_nobodys():
    lines = rows(TWO_EYES)
    both = "\n".join([*lines[:6], "....X....", *lines[7:]])
    assert area(both)[0] == "XXXXO...."
    assert area(both)[8] == "........."


def test_stones_in_the_land_of_a_pass_alive_chain_are_dead():
    diagram = """
        . O . . X . X . X
        . . . X X X X X X
        . . X . . . . . .
        X X X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . O .
        . . . . . . . . .
        . . . . . . . . ."""
    found = area(diagram)
    assert found[0] == ".O..XXXXX"  # the corner is too wide: two points do not touch black
    smaller = (
        diagram.replace(". O . . X", "X O . X X").replace(". . . X X X", "X . X X X X").replace("X X X .", ". X . .")
    )
    smaller = smaller.replace(". . X . .", "X X X . .", 1)
    assert area(smaller)[0] == "XXXXXXXXX"


@pytest.mark.parametrize("rules, whole, dead", [("chinese", False, True), ("chinese", True, False),
                                                ("tromp-taylor", False, False)])  # fmt: skip
def test_where_suicide_is_legal_an_eye_must_be_a_liberty_at_every_point(rules, whole, dead):
    found = area(CORNER, whole, rules=rules)
    assert found[:2] == (["XXXXXO...", "XXXXXO..."] if dead else ["O.XXXO...", ".XXXXO..."])


def test_one_eye_does_not_make_stones_pass_alive():
    one = """
        . X O . . . . . .
        X X O . . . . . .
        O O O . . . . . .
        . . . . . . . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . ."""
    assert area(one)[:3] == ["XXO......", "XXO......", "OOO......"]
    assert len(rows(one)) == 9
