"""What a network sees of a position, and where its moves stand in a policy, for every game of the catalog."""

import pathlib
import random
from collections.abc import Iterator

import numpy as np
import pytest
from shogi_positions import turned, turned_move

import yomi
from yomi.games.catalog import GAMES, game, start
from yomi.games.encode import action, encode, holdings
from yomi.games.go import encode as go_planes
from yomi.games.go.text import column_row, points
from yomi.games.position import Position

BREAKTHROUGH = str(pathlib.Path(yomi.__file__).parent.parent / "examples" / "breakthrough.py")
NAMES = ("go5", "go9", "shogi", "minishogi", "tictactoe", "connect4", "nim", BREAKTHROUGH)
MARKS = {"go9": [pytest.mark.jit], "shogi": [pytest.mark.jit, pytest.mark.slow]}  # minishogi has the same code
GUARD = 64  # cells on both sides of what may be written


def some(*names: str) -> list:
    return [pytest.param(name, marks=MARKS.get(name, []), id=pathlib.Path(name).stem) for name in names]


def look(position: Position, dtype: type = np.uint8) -> tuple[np.ndarray, np.ndarray]:
    """The planes and numbers of a position; nothing round them is touched."""
    view = position.game.view
    planes, around = zeros((view.planes, view.height, view.width), dtype)
    numbers, beside = zeros((view.numbers,), np.float32)
    encode(position.root[0], planes, numbers)
    for array in (around, beside):
        assert (array[:GUARD] == 77).all() and (array[-GUARD:] == 77).all()
    return planes, numbers


def zeros(shape: tuple[int, ...], dtype: type) -> tuple[np.ndarray, np.ndarray]:
    """An array of zeros, and the longer one that it is the middle of."""
    around = np.full(int(np.prod(shape)) + 2 * GUARD, 77, dtype)
    around[GUARD:-GUARD] = 0
    return around[GUARD:-GUARD].reshape(shape), around


def actions(position: Position) -> list[int]:
    """The places of the legal moves in a policy."""
    return [int(action(position.root[0], move)) for move in position.legal]


def random_game(begin: Position, seed: int, most: int = 60) -> Iterator[Position]:
    """The positions of a random game in which a move is to be made."""
    dice, position = random.Random(seed), begin
    for _ in range(most):
        if position.over:
            return
        yield position
        position = position.play(dice.choice(position.legal))


def same(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> bool:
    return np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_view_and_its_symmetries_are_permutations(name):
    view = GAMES[name].view
    assert view is not None and view.planes > 0
    if view.symmetries is None:
        assert name == "nim"
        return
    cells, moved = view.symmetries()
    assert (cells.shape, moved.shape) == ((len(cells), view.height * view.width), (len(cells), view.actions))
    for table in (cells, moved):
        assert (np.sort(table) == np.arange(table.shape[1])).all()
        assert (table[0] == np.arange(table.shape[1])).all()
        assert len({row.tobytes() for row in table}) == len(table)


@pytest.mark.parametrize("name", some(*NAMES))
def test_legal_moves_have_different_places_in_the_policy(name):
    for seed in range(3):
        for position in random_game(start(name), seed):
            places = actions(position)
            assert len(set(places)) == len(places)
            assert min(places) >= 0 and max(places) < position.game.view.actions


@pytest.mark.parametrize("name", some(*NAMES))
def test_looking_twice_shows_the_same_and_changes_nothing(name):
    shown = set()
    for position in random_game(start(name), seed=4):
        before = position.root.tobytes()
        planes, numbers = look(position)
        assert same((planes, numbers), look(Position.of(position.game, position.root.copy())))
        assert position.root.tobytes() == before
        assert planes.max() <= 1
        assert (np.abs(numbers) <= 1).all()
        shown.add(planes.tobytes())
    assert len(shown) > 1


@pytest.mark.parametrize("name", some("go5", "minishogi", "tictactoe"))
def test_planes_may_be_floats(name):
    for position in list(random_game(start(name), seed=5))[::7]:
        assert same(look(position), look(position, np.float32))


# Seen by the side to move


@pytest.mark.parametrize("options", ["komi={},rules=aga", "komi={},rules=japanese"])
@pytest.mark.parametrize("name", some("go5", "go9"))
def test_go_with_colours_exchanged_looks_the_same(name, options):
    other = start(f"{name}({options.format(-5.5)})")
    other.game.give_turn(other.root[0], 1)
    for position in random_game(start(f"{name}({options.format(5.5)})"), seed=6):
        if position.history:
            other = other.play(position.history[-1])
        assert position.side == 1 - other.side
        assert same(look(position), look(other)) and actions(position) == actions(other)


@pytest.mark.parametrize("name", some("shogi", "minishogi"))
def test_shogi_from_the_other_side_of_the_board_looks_the_same(name):
    shogi = game(name)
    for position in random_game(start(name), seed=7, most=100):
        text = shogi.position_text(position.state)
        one, other = Position.read(shogi, text), Position.read(shogi, turned(text))
        assert same(look(one), look(other))
        for move, place in zip(one.moves, actions(one), strict=True):
            mate = shogi.read_move(other.state, turned_move(move, shogi.view.height))
            assert action(other.root[0], mate) == place


@pytest.mark.parametrize("name", some("tictactoe", "connect4", "nim"))
def test_small_games_with_players_exchanged_look_the_same(name):
    exchanged = str.maketrans("XO", "OX")
    for position in random_game(start(name), seed=8):
        board, _, mover = position.game.position_text(position.state).partition(" ")
        other = {"first": "second", "second": "first"}[mover]
        twin = Position.read(position.game, f"{board.translate(exchanged)} {other}")
        assert same(look(position), look(twin)) and actions(position) == actions(twin)


# Symmetries


def image_of_start(name: str) -> Position:
    """The start as any symmetry but the first shows it; only those of shogi are not their own image."""
    begin = start(name)
    if name not in ("shogi", "minishogi"):
        return begin
    board, rest = begin.game.position_text(begin.state).split(" ", 1)
    return Position.read(begin.game, "/".join(row[::-1] for row in board.split("/")) + " " + rest)


@pytest.mark.parametrize("name", some("go5", "go9", "shogi", "minishogi", "tictactoe", "connect4"))
def test_a_symmetry_of_the_moves_is_one_of_the_planes_and_of_the_policy(name):
    cells, moved = game(name).view.symmetries()
    for s in range(1, len(cells)):
        dice, position, image = random.Random(s), start(name), image_of_start(name)
        for _ in range(40):
            planes, numbers = look(position)
            assert same((planes.reshape(len(planes), -1)[:, cells[s]].reshape(planes.shape), numbers), look(image))
            if position.over:
                break
            becomes = np.argsort(moved[s])  # what is taken from a place is put there
            legal = dict(zip(actions(image), image.legal, strict=True))
            assert set(legal) == {int(becomes[place]) for place in actions(position)}
            k = dice.randrange(len(position.legal))
            image = image.play(legal[int(becomes[actions(position)[k]])])
            position = position.play(position.legal[k])


# Go


def plane(position: Position, *which: int) -> str:
    """Planes laid over each other, as a diagram."""
    planes = look(position)[0]
    return "/".join("".join(".X"[cell] for cell in row) for row in planes[[int(k) for k in which]].max(axis=0))


def test_go_shows_liberties_by_side():
    position = Position.read(game("go5"), "XO..O/X.O../OO..X/....X/X.O.. b")
    one, two = go_planes.OWN_ATARI, go_planes.OWN_ATARI + 1
    assert plane(position, go_planes.OWN) == "X..../X..../....X/....X/X...."
    assert plane(position, go_planes.OTHER) == ".X..X/..X../XX.../...../..X.."
    assert plane(position, one) == "X..../X..../...../...../....."
    assert plane(position, two) == "...../...../...../...../X...."
    assert plane(position, go_planes.OTHER_ATARI) == "...../...../...../...../....."
    assert plane(position, go_planes.OTHER_ATARI + 1) == ".X..X/...../...../...../....."
    assert plane(position, go_planes.THREE) == "...../...../...../...../..X.."
    assert plane(position, go_planes.BOARD) == "XXXXX/XXXXX/XXXXX/XXXXX/XXXXX"


def test_go_shows_the_ko_as_forbidden_and_the_last_moves():
    position = Position.read(game("go5"), ".XO../XO.O./.XO../...../..... b").play("C4")  # takes at B4
    assert plane(position, go_planes.FORBIDDEN) == "X..../.X.../...../...../....."
    assert plane(position, go_planes.LAST) == "...../..X../...../...../....."
    later = position.play("E1")
    assert plane(later, go_planes.LAST) == "...../...../...../...../....X"
    assert plane(later, go_planes.PREVIOUS) == "...../..X../...../...../....."
    assert plane(later, go_planes.FORBIDDEN) == "...../...../...../...../....."


@pytest.mark.parametrize("superko, forbidden", [("simple", "....."), ("positional", "X...."), ("situational", "X....")])
def test_go_shows_points_that_would_repeat_a_position_without_a_capture(superko, forbidden):
    position = Position.read(game("go5"), "OO.O./XXOO./..XO./...X./..... b", superko=superko)
    for move in ("C5", "B5", "pass"):  # takes two, takes one
        position = position.play(move)
    assert plane(position, go_planes.FORBIDDEN) == f"{forbidden}/...../...../...../....."


def test_go_says_komi_and_passes_to_the_side_to_move():
    begin = start("go5(komi=6.5)")
    assert look(begin)[1][:3] == pytest.approx([-0.65, 0, 0])
    assert look(begin.play("pass"))[1][:3] == pytest.approx([0.65, 1, 0])
    assert look(begin.play("pass").play("pass"))[1][:3] == pytest.approx([-0.65, 1, 1])
    assert action(begin.root[0], game("go5").read_move(begin.state, "B5")) == 1
    assert action(begin.root[0], game("go5").read_move(begin.state, "pass")) == 25


def test_go_says_who_owns_the_points():
    position = Position.read(game("go5"), "..X.O/XXXOO/...O./...O./...O. w")
    owner = np.full(25, 9, np.int8)
    holdings(position.root[0], owner)
    signs = "/".join("".join("-.+"[k + 1] for k in row) for row in owner.reshape(5, 5))
    assert signs == "+++.-/+++--/...--/...--/...--"  # the rest touches both


def liberties(position: Position, p: int) -> int:
    """The liberties of the chain at a point, by walking over it."""
    colour, width = position.state.colour, position.game.view.width + 1
    seen, todo, free = {p}, [p], set()
    while todo:
        here = todo.pop()
        for q in {here - width, here - 1, here + 1, here + width} - seen:
            if colour[q] == colour[p]:
                seen.add(q)
                todo.append(q)
            elif colour[q] == 0:
                free.add(q)
    return len(free)


@pytest.mark.parametrize("rules", ["chinese", "new-zealand", "japanese"])
@pytest.mark.parametrize("name", some("go5", "go9"))
def test_go_shows_what_plain_loops_find(name, rules):
    size = game(name).view.width
    for position in random_game(start(f"{name}(rules={rules})"), seed=9, most=200):
        planes, own = np.zeros((go_planes.PLANES, size, size), int), int(position.state.turn)
        planes[int(go_planes.BOARD)] = 1
        for p in points(size):
            column, row = column_row(size, p)
            planes[:, row, column] |= look_at(position, p, own)
        assert np.array_equal(planes, look(position)[0])


def look_at(position: Position, p: int, own: int) -> np.ndarray:
    """What the planes hold at a point."""
    state, found = position.state, np.zeros(go_planes.PLANES, int)
    mine, free = int(state.colour[p]) == own, liberties(position, p)
    if state.colour[p] == 0:
        found[int(go_planes.FORBIDDEN)] = p not in position.legal
    else:
        found[int(go_planes.OWN if mine else go_planes.OTHER)] = 1
        if free <= 2:
            found[int(go_planes.OWN_ATARI if mine else go_planes.OTHER_ATARI) + free - 1] = 1
        found[int(go_planes.THREE)] = free == 3
    found[int(go_planes.LAST)] = p == state.last
    found[int(go_planes.PREVIOUS)] = p == state.previous
    return found


# Shogi


def place_of(position: Position, move: str) -> int:
    return int(action(position.root[0], position.game.read_move(position.state, move)))


@pytest.mark.jit
def test_places_of_shogi_moves_are_direction_and_target():
    position = start("shogi")
    assert place_of(position, "7g7f") == 0 * 81 + 5 * 9 + 2  # ahead, sixth row, third column
    position = position.play("7g7f")
    assert place_of(position, "3c3d") == 0 * 81 + 5 * 9 + 2  # the same, seen by the other side
    position = position.play("3c3d")
    assert place_of(position, "8h2b+") == (10 + 1) * 81 + 1 * 9 + 7  # up to the right, promoted
    assert place_of(position, "8i7g") == 9 * 81 + 6 * 9 + 2  # the knight jumps to the right
    position = position.play("8h2b+")
    assert place_of(position, "3a2b") == 7 * 81 + 7 * 9 + 1  # up to the left, seen by white
    position = position.play("3a2b")
    assert place_of(position, "B*5e") == (20 + 4) * 81 + 4 * 9 + 4


@pytest.mark.jit
def test_planes_of_shogi_show_pieces_hands_and_check():
    planes, numbers = look(Position.read(game("shogi"), "4k4/9/9/9/9/9/4r4/9/4K3R b 3Pbg2p 1"))
    assert np.argwhere(planes[:28]).tolist() == [[5, 8, 8], [7, 8, 4], [14 + 5, 6, 4], [14 + 7, 0, 4]]
    full = [28, 29, 30]  # three pawns of ours in eight planes
    full += [56, 57, 56 + 20, 56 + 24]  # two of theirs, their bishop, their gold
    assert [k for k in range(28, 84) if planes[k].all()] == full
    assert not planes[[k for k in range(28, 84) if k not in full]].any()
    assert planes[84].all() and planes[85].all()  # check, and the board
    assert numbers.tolist() == [0, 0, 0, 1]


@pytest.mark.jit
def test_shogi_says_how_often_a_position_has_come():
    position = start("shogi(limit=100)")
    for move in ("4i4h", "6a6b", "4h4i", "6b6a") * 2:
        position = position.play(move)
    assert look(position)[1][:2] == pytest.approx([0.08, 2 / 3])
