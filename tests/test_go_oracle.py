"""Go follows a slow reference implementation and GNU Go move by move, and its incremental board never drifts."""

import pathlib
import random
import subprocess

import numba
import numpy as np
import pytest
import reference_go

from yomi.games.go.game import fixed_handicap, go
from yomi.games.go.rules import area
from yomi.games.go.superko import zobrist
from yomi.games.go.text import COLUMNS, column_row, point, points, vertex
from yomi.games.hints import play_out, random_move
from yomi.games.position import Position
from yomi.games.rules import play
from yomi.kernel.rng import U, seeded
from yomi.kernel.trace import new_trace
from yomi.value.playout import Captures, Random

GAMES_PLAYED = {2: 80, 3: 40, 5: 6, 9: 1}  # with each of six settings of the rules
SHARE = 4 if numba.config.DISABLE_JIT else 1  # without the compiler, a quarter of them
GNU_GO = pathlib.Path("/usr/games/gnugo")
GNU_GO_RULES = ["--mode", "gtp", "--chinese-rules", "--forbid-suicide", "--positional-superko"]


@pytest.mark.parametrize("suicide", [0, 1])
@pytest.mark.parametrize("superko", ["simple", "positional", "situational"])
@pytest.mark.parametrize("size", [2, 3, 5, pytest.param(9, marks=pytest.mark.jit)])
def test_random_games_follow_the_reference(size, superko, suicide):
    forbidden = sum(
        follow(Position.start(go(size), superko=superko, suicide=suicide), random.Random(seed))
        for seed in range(max(1, GAMES_PLAYED[size] // SHARE))
    )
    if size <= 3:
        assert (forbidden > 0) == (superko != "simple"), "superko must have been put to the test"


def follow(position: Position, dice: random.Random) -> int:
    """Play a random game on both implementations; return how many moves superko forbade."""
    size, state = int(len(position.state.empty) ** 0.5), position.state
    superko = ["simple", "positional", "situational"][state.superko]
    game = reference_go.Game(size, size, superko, bool(state.suicide))
    forbidden = 0
    while not position.over:
        legal = game.legal()
        forbidden += sum(game.why_not(p) == "superko" for p in game.board)
        assert sorted(position.legal) == [0, *(point(size, *p) for p in legal)]
        move = dice.choice(legal) if legal and dice.random() > 0.02 else reference_go.PASS
        game.play(move)
        position = position.play(0 if move is None else point(size, *move))
        assert stones(position) == reference_go.board_text(game.board)
        assert position.state.captured.tolist() == [game.captured["X"], game.captured["O"]]
        assert position.side == "XO".index(game.turn)
    assert game.passes == 2 or len(position.history) == position.game.length
    score = reference_go.area(game.board)
    assert area(position.state) == score
    assert position.result == np.sign(score - position.state.komi) * (1 if game.turn == "X" else -1)
    return forbidden


def stones(position: Position) -> str:
    return position.game.position_text(position.state).split()[0]


@pytest.mark.skipif(not GNU_GO.exists(), reason="GNU Go is not installed: apt-get install gnugo")
def test_random_games_follow_gnu_go():
    commands, expected = ["boardsize 9"], [""]
    for seed in range(12 // SHARE):
        commands.append("clear_board")
        expected.append("")
        for command, answer in gnu_go_game(random.Random(seed), moves=180):
            commands.append(command)
            expected.append(answer)
    script = "\n".join([*commands, "quit"])
    said = subprocess.run([GNU_GO, *GNU_GO_RULES], input=script, capture_output=True, text=True, timeout=60, check=True)
    replies = [reply.strip() for reply in said.stdout.split("\n\n")]
    assert len(replies) > len(commands)
    for command, wanted, reply in zip(commands, expected, replies, strict=False):
        assert reply.startswith("="), f"{command}: {reply}"
        assert sorted(reply[1:].split()) == sorted(wanted.split()), command


def gnu_go_game(dice: random.Random, moves: int):
    """The commands of a random game without passes, and what yomi would answer to each."""
    position = Position.start(go(9), rules="chinese")
    for k in range(moves):
        colour = ("black", "white")[position.side]
        move = dice.choice(position.legal[:-1] or [0])
        yield f"play {colour} {position.text(move)}", ""
        position = position.play(move)
        if k % 6 == 5 and not position.over:
            yield "list_stones black", " ".join(vertices(position, 1))
            yield "list_stones white", " ".join(vertices(position, 2))
            yield "captures black", str(position.state.captured[0])
            yield "captures white", str(position.state.captured[1])
            other = ("black", "white")[position.side]
            yield f"all_legal {other}", " ".join(position.text(move) for move in position.legal if move != 0)


def vertices(position: Position, colour: int) -> list[str]:
    return [position.text(p) for p in np.flatnonzero(position.state.colour == colour)]


@pytest.mark.skipif(not GNU_GO.exists(), reason="GNU Go is not installed: apt-get install gnugo")
@pytest.mark.parametrize("size, most", [(7, 4), (8, 4), (9, 9), (13, 9), (19, 9)])
def test_handicap_stones_stand_where_gnu_go_puts_them(size, most):
    script = [f"boardsize {size}"]
    for count in range(2, most + 1):
        script += ["clear_board", f"fixed_handicap {count}"]
    said = subprocess.run(
        [GNU_GO, "--mode", "gtp"], input="\n".join(script), capture_output=True, text=True, check=True
    )
    answers = [set(reply[1:].split()) for reply in said.stdout.split("\n\n") if len(reply) > 3]
    ours = [{vertex(size, p) for p in fixed_handicap(size, count)} for count in range(2, most + 1)]
    assert ours == answers


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_the_board_kept_by_playing_is_the_board_built_from_its_stones(size):
    for seed in range(4 if size < 9 else 1):
        dice = random.Random(seed)
        position = Position.start(go(size), rules="tromp-taylor")
        while not position.over and len(position.history) < 150:
            position = position.play(dice.choice(position.legal[:-1] or [0]))
            check_board(position.state)
            check_hash(position.state)


@pytest.mark.parametrize("policy", [Random(), Captures()])
@pytest.mark.parametrize("size", [2, 3, 5, 9, pytest.param(19, marks=pytest.mark.jit)])
def test_the_board_left_by_a_playout_is_the_board_built_from_its_stones(size, policy):
    game, rng = go(size), seeded(size)
    trace, out = new_trace(game.length), np.empty(game.width, np.int32)
    for _ in range(3):
        root = Position.start(game).root.copy()
        state, played = root[0], 1
        while state.passes < 2 and played > 0:
            played = play_out(state, policy, 1 + size * size // 4, 0.0, trace, out, rng)
            check_board(state)


@pytest.mark.parametrize("size", [3, 5])
def test_random_moves_keep_the_board_sound_and_are_legal_by_the_simple_rules(size):
    game, rng = go(size), seeded(3)
    for _ in range(4):
        root = Position.start(game, superko="simple").root.copy()
        state = root[0]
        for _ in range(100):
            move = int(random_move(state, np.empty(game.width, np.int32), rng))
            check_board(state)
            assert move in Position.of(game, root.copy()).legal
            play(state, move)


def check_board(state: np.record) -> None:
    """Compare everything the board keeps with what its colours say."""
    w = int(len(state.empty) ** 0.5) + 1
    colour, steps = state.colour.tolist(), (-w, -1, 1, w, -w - 1, -w + 1, w - 1, w + 1)
    inside, seen = points(w - 1), set()
    for p in inside:
        assert state.code[p] == sum(colour[p + step] << (2 * k) for k, step in enumerate(steps))
        if colour[p] == 0:
            assert state.chain[p] == state.next[p] == p
            assert state.empty[state.place[p]] == p
        elif p not in seen:
            seen |= check_chain(state, p, colour, steps[:4])
    assert sorted(state.empty[: state.free].tolist()) == [p for p in inside if colour[p] == 0]
    assert state.ko == 0 or (colour[state.ko] == 0 and all(colour[state.ko + step] for step in steps[:4]))


def check_chain(state: np.record, p: int, colour: list[int], steps: tuple[int, ...]) -> set[int]:
    """Check what is kept of the chain of the stone at `p`; the points of that chain."""
    chain, todo = {p}, [p]
    while todo:
        q = todo.pop()
        joined = {q + step for step in steps if colour[q + step] == colour[p]} - chain
        chain |= joined
        todo += joined
    head = int(state.chain[p])
    assert head in chain
    assert {int(state.chain[q]) for q in chain} == {head}
    assert state.stones[head] == len(chain)
    ring = [p]
    while (q := int(state.next[ring[-1]])) != p and len(ring) <= len(chain):
        ring.append(q)
    assert sorted(ring) == sorted(chain)
    free = [q + step for q in chain for step in steps if colour[q + step] == 0]
    assert int(state.liberties[head]) == len(free) + (sum(free) << 12) + (sum(q * q for q in free) << 32)
    assert free
    return chain


def check_hash(state: np.record) -> None:
    total = U(0)
    for p in np.flatnonzero((state.colour == 1) | (state.colour == 2)):
        total ^= zobrist(U(p), U(state.colour[p]))
    assert state.hash == total


def test_points_and_vertices_name_the_same_places():
    for size in (2, 9, 19):
        assert [column_row(size, p) for p in points(size)] == [(c, r) for r in range(size) for c in range(size)]
    assert "I" not in COLUMNS
