"""Go by numbers: legal positions, move sequences, and all 386,356,909,593 games on 2x2 [Tromp & Farnebäck 2007]."""

import itertools

import numpy as np
import pytest
import reference_go
from numba import njit

from yomi.errors import BadText
from yomi.games.go.game import go
from yomi.games.go.rules import put
from yomi.games.go.text import point, points
from yomi.games.position import Position
from yomi.games.rules import moves, play
from yomi.kernel.rng import U

LEGAL = [(2, 57), pytest.param(3, 12_675, marks=pytest.mark.jit)]  # table 1 of the paper


def colourings(size: int) -> list[str]:
    """Every way to fill the points of a board."""
    return [
        "/".join("".join(cells[row * size : (row + 1) * size]) for row in range(size))
        for cells in itertools.product(".XO", repeat=size * size)
    ]


def legal_by_reference(size: int) -> list[bool]:
    return [reference_go.is_legal_position(reference_go.read_board(text)) for text in colourings(size)]


def is_accepted(text: str) -> bool:
    try:
        Position.read(go(text.count("/") + 1), f"{text} b")
    except BadText:
        return False
    return True


def test_a_position_is_accepted_if_and_only_if_every_chain_has_a_liberty():
    assert [is_accepted(text) for text in colourings(2)] == legal_by_reference(2)
    some = slice(None, None, 97)
    assert [is_accepted(text) for text in colourings(3)[some]] == legal_by_reference(3)[some]


@pytest.mark.parametrize("size, legal", LEGAL)
def test_the_number_of_legal_positions(size, legal):
    empty = go(size).start()
    kept = [bool(fill(empty.copy(), code, np.array(points(size)))) for code in range(3 ** (size * size))]
    assert kept == legal_by_reference(size)
    assert sum(kept) == legal


@pytest.mark.parametrize("size, legal", LEGAL)
def test_every_legal_position_is_reached_by_play(size, legal):
    empty = go(size).start(superko="simple", suicide=True)
    reached = np.zeros(3 ** (size * size), np.bool_)
    reach(empty, np.concatenate([empty, empty]), np.array(points(size)), reached, np.empty(go(size).width, np.int32))
    assert reached.sum() == legal


@njit(cache=True)
def fill(board, code, places):
    """Put the stones of a colouring, a digit of base 3 each, on an empty board; whether all of them stay."""
    count = 0
    for k in range(len(places)):
        colour = code // 3 ** (len(places) - 1 - k) % 3
        if colour > 0:
            put(board[0], U(places[k]), U(colour))
            count += 1
    board[0].ko = 0
    return board[0].free == len(places) - count


@njit(cache=True)
def reach(empty, boards, places, reached, out):
    """Mark the colourings that play reaches from the empty board, whoever is to move."""
    todo = [0]
    reached[0] = True
    while len(todo) > 0:
        code = todo.pop()
        for turn in (1, 2):
            boards[0] = empty[0]
            fill(boards, code, places)
            boards[0].turn = turn
            for k in range(moves(boards[0], out) - 1):  # the pass comes last
                boards[1] = boards[0]
                play(boards[1], out[k])
                following = 0
                for p in places:
                    following = 3 * following + boards[1].colour[p]
                if not reached[following]:
                    reached[following] = True
                    todo.append(following)


def successors(size: int) -> dict[str, set[str]]:
    """Every position that play reaches from the empty board, either side to move, with those one move away."""
    empty = "/".join(["." * size] * size)
    known, todo = {empty: set()}, [empty]
    while todo:
        text = todo.pop()
        for turn in "bw":
            read = Position.read(go(size), f"{text} {turn}").root
            read[0].suicide = 1
            position = Position.of(go(size), read)
            for move in position.legal[:-1]:
                following = position.game.position_text(position.play(move).state).split()[0]
                known[text].add(following)
                if following not in known:
                    known[following] = set()
                    todo.append(following)
    return known


@pytest.mark.parametrize(
    "size, superko, depth", [(2, "positional", 9), (2, "situational", 9), (2, "simple", 9), (3, "positional", 4)]
)
def test_the_number_of_move_sequences_is_that_of_the_reference(size, superko, depth):
    position = Position.start(go(size), superko=superko, suicide=1)
    game = reference_go.Game(size, size, superko, suicide=True)
    assert sequences(position, depth) == reference_sequences(game, depth)


def sequences(position: Position, depth: int) -> int:
    """How many ways there are to play so many moves, passes included."""
    if depth == 0 or position.over:
        return int(depth == 0)
    if depth == 1:
        return len(position.legal)
    return sum(sequences(position.play(move), depth - 1) for move in position.legal)


def reference_sequences(game: reference_go.Game, depth: int) -> int:
    if depth == 0 or game.passes == 2:
        return int(depth == 0)
    total = 0
    for move in [*game.legal(), reference_go.PASS]:
        following = game.copy()
        following.play(move)
        total += reference_sequences(following, depth - 1)
    return total


@pytest.mark.parametrize("width, height, games", [(1, 1, 1), (2, 1, 9), (3, 1, 907)])  # table 7 of the paper
def test_small_cases_tell_what_the_paper_counts_as_a_game(width, height, games):
    """A game is a path from the empty board through different positions, passes left out, either side to move."""
    graph = {}
    for cells in itertools.product(".XO", repeat=width * height):
        board = dict(zip(reference_go.empty_board(width, height), cells, strict=True))
        if reference_go.is_legal_position(board):
            moves = [reference_go.after(board, p, colour) for p in board if board[p] == "." for colour in "XO"]
            graph[reference_go.board_text(board)] = {reference_go.board_text(after) for after, _, _ in moves}
    follows = bit_masks(graph)
    assert count_paths(follows, np.zeros(len(graph) + 1, np.uint64), 0, np.uint64(1)) == games


@pytest.mark.slow
@pytest.mark.jit
def test_the_number_of_games_on_2x2():
    graph = successors(2)
    follows = bit_masks(graph)
    names = list(graph)
    total, stack = 1, np.zeros(len(graph) + 1, np.uint64)
    for (first, second), weight in openings(graph).items():
        visited = np.uint64(1 | 1 << names.index(first))
        if second is None:
            total += weight
        else:
            visited |= np.uint64(1 << names.index(second))
            total += weight * int(count_paths(follows, stack, names.index(second), visited))
    assert total == 386_356_909_593  # table 7 of the paper


def bit_masks(graph: dict[str, set[str]]) -> np.ndarray:
    """For each position, in the order of the dictionary, a bit for each position that follows."""
    number = {text: k for k, text in enumerate(graph)}
    return np.array([sum(1 << number[text] for text in graph[name]) for name in graph], np.uint64)


def openings(graph: dict[str, set[str]]) -> dict[tuple[str, str | None], int]:
    """The first one or two moves from the empty board, each with how many are like it by symmetry."""
    found: dict[tuple[str, str | None], int] = {}
    for first in graph[next(iter(graph))]:
        for second in [None, *(graph[first] - {next(iter(graph))})]:
            shape = min(tuple(twin) for twin in zip(twins(first), twins(second), strict=True))
            found[shape] = found.get(shape, 0) + 1
    return {(first, second or None): weight for (first, second), weight in found.items()}


def twins(text: str | None) -> list[str]:
    """A 2x2 position seen through the eight symmetries of the board, colours as they are and swapped."""
    if text is None:
        return [""] * 16
    a, b, _, c, d = text
    turned = ["".join(cells) for cells in ((a, b, c, d), (c, a, d, b), (d, c, b, a), (b, d, a, c))]
    mirrored = [cells[1] + cells[0] + cells[3] + cells[2] for cells in turned]
    plain = [f"{cells[:2]}/{cells[2:]}" for cells in turned + mirrored]
    return plain + [cells.translate(str.maketrans("XO", "OX")) for cells in plain]


@njit(cache=True)
def count_paths(follows, stack, start, visited):
    """How many paths there are from `start` through nodes not `visited`, the path of no step included."""
    one, depth, total = np.uint64(1), 0, 1
    stack[0] = follows[start] & ~visited  # at each depth: the nodes still to be tried
    total += bits_set(stack[0])
    path = np.zeros(len(stack), np.uint64)  # the bit of the node tried at each depth
    while depth >= 0:
        left = stack[depth]
        if left == 0:
            depth -= 1
            if depth >= 0:
                visited ^= path[depth]
            continue
        bit = left & (~left + one)
        stack[depth] = left ^ bit
        following = follows[bits_set(bit - one)] & ~(visited | bit)
        if following != 0:
            total += bits_set(following)
            visited |= bit
            path[depth] = bit
            depth += 1
            stack[depth] = following
    return total


@njit(cache=True)
def bits_set(x):
    """The number of bits set, by sums of neighbouring fields [Knuth2009 7.1.3]."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


def test_positions_keep_their_place_in_the_text():
    root = Position.read(go(2), "X./.O w").root[0]
    assert [int(root.colour[point(2, column, row)]) for row in range(2) for column in range(2)] == [1, 0, 0, 2]
