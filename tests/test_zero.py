"""Learning from zero reaches perfect play in a solved game, survives a kill, and its network is what was trained."""

import functools
import importlib.util
import json
import pathlib
import signal
import subprocess
import sys
import time
from itertools import pairwise

import numpy as np
import pytest

from yomi.cli.learn import zero
from yomi.errors import BadSpec, BadText
from yomi.games import catalog
from yomi.games.catalog import start
from yomi.games.position import Position

torch = pytest.importorskip("torch")

from rich.console import Console  # noqa: E402

from yomi.frontend.zero import Means, learn_from_zero, read_changes, summary, table  # noqa: E402
from yomi.learn.zero.desks import CpuDesk  # noqa: E402
from yomi.learn.zero.field import PARTS  # noqa: E402
from yomi.learn.zero.games import SelfPlay  # noqa: E402
from yomi.learn.zero.gate import Gate, is_over, let_move  # noqa: E402
from yomi.learn.zero.lesson import Teacher, outcomes  # noqa: E402
from yomi.learn.zero.module import Shape, Trainable  # noqa: E402
from yomi.learn.zero.run import NETWORK, Progress, Zero  # noqa: E402
from yomi.learn.zero.settings import Settings, settings_for  # noqa: E402
from yomi.learn.zero.source import Local, Remote, arrays_of, take_arrays  # noqa: E402
from yomi.learn.zero.window import Lessons, Window, packed, shares, unpacked  # noqa: E402
from yomi.players.player import Player  # noqa: E402
from yomi.players.spec import parse  # noqa: E402
from yomi.search.tree import CLAIMED  # noqa: E402
from yomi.value import netfile  # noqa: E402
from yomi.value.runtime import runtime  # noqa: E402

pytestmark = pytest.mark.jit  # games by the hundred
TINY = {"blocks": 1, "channels": 16, "games": 16, "positions": 100, "visits": 8, "iterations": 2, "reuse": 1.0}


def tiny(**changes: object) -> Settings:
    return settings_for(catalog.game("tictactoe"), "tictactoe", TINY | changes)


@functools.cache
def best_result(moves: tuple[int, ...]) -> int:
    """The value of a tic-tac-toe position for the player to move, by trying everything."""
    position = start("tictactoe").play(*moves)
    if position.over:
        return position.result
    return max(-best_result((*moves, move)) for move in position.legal)


def worst_of(player: Player, position: Position, side: int) -> int:
    """The worst result for `side` if the player plays it and the other side tries everything."""
    if position.over:
        return position.result if position.side == side else -position.result
    if position.side == side:
        return worst_of(player, position.play(player.search(position).best), side)
    return min(worst_of(player, position.play(move), side) for move in position.legal)


@pytest.mark.jit
def test_tictactoe_is_learned_to_perfect_play_in_seconds(tmp_path):
    settings = settings_for(catalog.game("tictactoe"), "tictactoe", {})
    run = Zero(settings, tmp_path, "cpu", 1)
    run.run()
    assert run.history[-1].first < 0.2, "games between equals are drawn in the end"
    player = Player(parse(f"puct network={tmp_path / NETWORK} simulations=16 reuse=no memory=5"))
    assert [worst_of(player, start("tictactoe"), side) for side in (0, 1)] == [0, 0], "nobody beats it"


@pytest.fixture(scope="module")
def crops():
    """What a few games with an untrained network bring in."""
    position, view = start("tictactoe"), catalog.game("tictactoe").view
    torch.manual_seed(3)
    desk = CpuDesk(Trainable(view, Shape(1, 16, 8)), view, 8)
    games = SelfPlay(position.game, position.root, tiny().habits(), [desk], 9, 1, 1)
    found = []
    for crop in games.crops():
        found += crop
        if sum(int(one.counts[1]) for one in found) >= 20:
            break
    games.close()
    assert not (games.groups[0].field.forest.first == CLAIMED).sum() > 8, "at most one leaf of each game is out"
    return found


def test_what_games_bring_in_is_consistent(crops):
    for crop in crops:
        assert len(crop.planes) == crop.counts[2] == crop.counts[0]
        np.testing.assert_allclose(crop.policy.sum(1) / PARTS, 1.0, atol=0.001)
        stones = crop.planes.reshape(len(crop.planes), 2, -1).sum((1, 2))
        assert stones.min() == 0 and stones.max() <= 8
        assert set(np.unique(crop.result[:, 0])) <= {0.0, 0.5, 1.0}
        occupied = crop.planes.any(1).reshape(len(crop.planes), -1)
        assert not crop.policy[occupied].any(), "no share for a cell that is taken"


def test_the_result_is_told_to_whoever_is_to_move(crops):
    for crop in crops:
        stones = crop.planes.reshape(len(crop.planes), -1).sum(1)
        for begin, end in pairwise([*np.flatnonzero(stones == 0).tolist(), len(stones)]):
            first = crop.result[begin:end, 0]
            np.testing.assert_array_equal(first, [first[0] if k % 2 == 0 else 1 - first[0] for k in range(end - begin)])


def test_records_hold_what_games_brought_in(crops):
    view = catalog.game("tictactoe").view
    lessons = unpacked(packed(crops[0], view), view)
    np.testing.assert_array_equal(lessons.planes.numpy(), crops[0].planes)
    np.testing.assert_allclose(
        shares(lessons.policy).numpy(), crops[0].policy / crops[0].policy.sum(1)[:, None], atol=1e-6
    )
    np.testing.assert_array_equal(lessons.result.numpy(), crops[0].result)


def test_a_window_forgets_the_oldest(crops):
    view = catalog.game("tictactoe").view
    records = np.concatenate([packed(crop, view) for crop in crops])
    window = Window(view, 30, "cpu")
    window.add(records[:25])
    window.add(records[25:40])
    drawn = window.draw(400, 15, torch.Generator().manual_seed(1))
    latest = {row.tobytes() for row in records[25:40]["result"]}
    assert {row.numpy().tobytes() for row in drawn.result} <= latest
    assert window.size == 30


def test_turned_lessons_stay_true(crops):
    """The point with the largest share stays empty, and a turn is one of the game's symmetries."""
    view = catalog.game("tictactoe").view
    lessons = unpacked(packed(crops[0], view), view)
    teacher = Teacher(Trainable(view, Shape(1, 8, 8)), view, tiny(), "cpu")
    planes, _, policy, _, _ = teacher.turned(lessons)
    taken = planes.flatten(2).sum(1)
    assert float((policy * taken).sum()) == 0.0
    assert not torch.equal(planes, lessons.planes.float())
    torch.testing.assert_close(policy.sort(1).values, shares(lessons.policy).sort(1).values)


def test_lessons_are_learned(crops):
    view = catalog.game("tictactoe").view
    torch.manual_seed(1)
    teacher = Teacher(Trainable(view, Shape(1, 16, 8)), view, tiny(), "cpu")
    lessons = Lessons(*(tensor[:64] for tensor in unpacked(packed(crops[0], view), view)))
    losses = [teacher.step(lessons, 5e-3).sum().item() for _ in range(60)]
    assert np.mean(losses[-5:]) < 0.8 * np.mean(losses[:5])


def test_what_values_should_be():
    result = torch.tensor([[1.0, 0.8], [0.0, 0.4], [0.5, 0.5]])
    wanted = [[0.9, 0.1, 0.0], [0.2, 0.8, 0.0], [0.25, 0.25, 0.5]]
    torch.testing.assert_close(outcomes(result, 0.5), torch.tensor(wanted))


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "go5", "minishogi"])
def test_the_network_that_plays_is_the_one_that_learned(name, tmp_path):
    view = catalog.game(name).view
    torch.manual_seed(2)
    module = Trainable(view, Shape(3, 24, 8, every=2))
    planes = torch.randint(0, 2, (5, view.planes, view.height, view.width)).float()
    numbers = torch.rand(5, max(1, view.numbers))
    module.train()
    module(planes, numbers)  # statistics that are not those of the start
    module.eval()
    netfile.save(module.layers({"name": "test", "kind": name}), tmp_path / "net.safetensors")
    net = netfile.load(tmp_path / "net.safetensors")
    answers = runtime(net)(planes.numpy(), numbers.numpy())
    with torch.inference_mode():
        moves, extra, outcome, owner = module(planes, numbers)
    np.testing.assert_allclose(answers.moves, moves.numpy(), atol=1e-4)
    np.testing.assert_allclose(answers.extra, extra.numpy(), atol=1e-4)
    np.testing.assert_allclose(answers.outcome, outcome.numpy(), atol=1e-4)
    assert (answers.ownership is None) == (owner is None)
    if owner is not None:
        np.testing.assert_allclose(answers.ownership, owner.numpy(), atol=1e-4)


def test_half_precision_halves_the_file(tmp_path):
    view = catalog.game("tictactoe").view
    net = Trainable(view, Shape(1, 16, 8)).layers({"kind": "tictactoe"})
    for half in (False, True):
        netfile.save(net, tmp_path / f"{half}.safetensors", half)
    sizes = [(tmp_path / f"{half}.safetensors").stat().st_size for half in (False, True)]
    assert sizes[1] < 0.7 * sizes[0]
    np.testing.assert_allclose(netfile.load(tmp_path / "True.safetensors").stem.weights, net.stem.weights, atol=1e-3)


@pytest.mark.parametrize("content", [b"", b"\x10\0\0\0\0\0\0\0{}", b"\x02\0\0\0\0\0\0\0{}", b"x" * 100])
def test_a_bad_network_file_is_refused(tmp_path, content):
    (tmp_path / "bad.safetensors").write_bytes(content)
    with pytest.raises(BadText, match="not one of Yomi's networks"):
        netfile.load(tmp_path / "bad.safetensors")


def test_a_run_goes_on_where_it_ended(tmp_path):
    first = Zero(tiny(), tmp_path, "cpu", 1)
    first.run()
    second = Zero(tiny(iterations=3), tmp_path, "cpu", 1)
    assert [row.iteration for row in second.history] == [1, 2]
    for mine, other in zip(second.teacher.module.parameters(), first.teacher.module.parameters(), strict=True):
        torch.testing.assert_close(mine, other)
    assert second.window.size == first.window.size
    second.run()
    assert second.history[-1].iteration == 3
    assert second.history[-1].games > first.history[-1].games
    with pytest.raises(BadText, match="channels=16"):
        Zero(tiny(channels=24), tmp_path, "cpu", 1)
    third = learn_from_zero("tictactoe", tmp_path, {"iterations": 4}, Means("cpu"), 1e9, Console(quiet=True))
    assert third.settings == tiny(iterations=4), "what was not changed is kept"
    assert third.history[-1].iteration == 4


def test_a_gpu_plays_many_games():
    many = settings_for(catalog.game("minishogi"), "minishogi", {"batch": 512}, "cuda")
    assert (many.games, many.channels, many.batch) == (4096, 64, 512)
    assert settings_for(catalog.game("connect4"), "connect4", {}, "cuda").games == 64


def test_other_settings_are_read(tmp_path):
    assert read_changes(["visits=64", "rate=0.001", "search=puct"]) == {"visits": 64, "rate": 0.001, "search": "puct"}
    for bad in ("visits", "visits=many", "game=go9", "nothing=1"):
        with pytest.raises(BadText):
            read_changes([bad])
    with pytest.raises(BadText, match="gumbel or puct"):
        tiny(search="guess")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"search": "puct"}, marks=pytest.mark.slow),
        {"fast": 2, "share": 0.5},
        {"fast": 2, "decided": 0.4},
        {"groups": 2},
    ],
)
def test_other_teachers_play_too(tmp_path, changes):
    run = Zero(tiny(iterations=1, **changes), tmp_path, "cpu", 2)
    run.run()
    assert run.history[-1].positions >= 100


@pytest.mark.jit
def test_a_killed_run_loses_at_most_one_iteration(tmp_path):
    settings = [f"--set={name}={value}" for name, value in (TINY | {"iterations": 1000}).items()]
    command = [sys.executable, "-m", "yomi", "learn", "zero", "--game", "tictactoe", "--out", str(tmp_path), *settings]
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=pathlib.Path(__file__).parent.parent)
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and not ((tmp_path / "run.json").exists() and iterations(tmp_path) >= 2):
        time.sleep(0.1)
    running.send_signal(signal.SIGKILL)
    running.wait()
    known = iterations(tmp_path)
    again = Zero(tiny(iterations=known + 1), tmp_path, "cpu", 1)
    again.run()
    assert [row.iteration for row in again.history] == list(range(1, known + 2))


def iterations(folder: pathlib.Path) -> int:
    return len(json.loads((folder / "run.json").read_text())["history"])


def network(seed: int) -> Trainable:
    """A tic-tac-toe network that knows nothing."""
    torch.manual_seed(seed)
    return Trainable(catalog.game("tictactoe").view, tiny().shape()).eval()


@pytest.mark.parametrize("changes", [{}, pytest.param({"search": "puct"}, marks=pytest.mark.slow)])
def test_a_network_against_itself_scores_half(changes):
    gate = Gate(start("tictactoe"), tiny(gate=15, visits=4, **changes), "cpu", 2)
    assert gate.score(network(1), network(1), 5) == 0.5, "each game is played twice, with changed sides"


def test_every_game_of_a_match_ends_and_they_differ(monkeypatch):
    gate, made = Gate(start("tictactoe"), tiny(gate=16, visits=4), "cpu", 1), []
    new = gate._group
    monkeypatch.setattr(gate, "_group", lambda seed: made.append(new(seed)) or made[-1])
    assert 0.0 < gate.score(network(1), network(2), 3) < 1.0
    for group in made:
        assert all(is_over(group.field, g) for g in range(8))
        assert len({row.tobytes() for row in group.field.moves}) >= 4
    assert gate.score(network(1), network(2), 3) == pytest.approx(1.0 - gate.score(network(2), network(1), 3))


def test_only_games_of_the_side_to_move_go_on():
    gate = Gate(start("tictactoe"), tiny(gate=6), "cpu", 1)
    gate._seat(network(1), network(1))
    field = gate._group(1).field
    assert [let_move(field, mover, 2) for mover in (0, 1)] == [3, 0]
    assert not field.quick.any(), "the first moves are drawn"


@pytest.mark.jit
def test_a_better_network_is_accepted_and_a_worse_one_refused(tmp_path):
    learned = Zero(tiny(positions=600, visits=16, reuse=6.0, iterations=4), tmp_path / "a", "cpu", 1)
    learned.run()
    gated = tiny(gate=80, visits=3, iterations=1, average=0.0)
    run = Zero(gated, tmp_path / "b", "cpu", 1)
    good, random = learned.player, arrays_of(run.player)
    take_arrays(run.teacher.module, arrays_of(good))
    assert run._follow() >= 0.55
    assert same(run.player, good), "it plays from now on"
    take_arrays(run.teacher.module, random)
    assert 0.0 <= run._follow() < 0.55
    assert same(run.player, good), "it still plays"
    assert same(run.candidate, run.teacher.module), "learning goes on with what was learned"


def same(one: Trainable, other: Trainable) -> bool:
    mine, others = arrays_of(one), arrays_of(other)
    return all(np.array_equal(mine[name], others[name]) for name in mine)


def test_the_history_tells_which_network_plays(tmp_path, monkeypatch):
    scores = iter([0.6, 0.5])
    monkeypatch.setattr(Gate, "score", lambda *_: next(scores))
    run = Zero(tiny(gate=2), tmp_path, "cpu", 1)
    run.run()
    assert [row.accepted for row in run.history] == [0.6, 0.5]
    about = netfile.load(tmp_path / NETWORK).about
    assert (about["playing"], about["iterations"], about["name"]) == (1, 2, "tictactoe-0001")
    console = Console(width=200, record=True)
    console.print(table(run))
    assert "60%, accepted" in console.export_text() and "new network 50%, refused" in summary(run.history[-1])
    again = Zero(tiny(gate=2), tmp_path, "cpu", 1)
    assert same(again.player, run.player) and same(again.candidate, run.candidate)
    assert not same(again.player, again.candidate), "both are kept"


def test_runs_from_before_there_were_gates_go_on(tmp_path):
    first = Zero(tiny(iterations=1), tmp_path, "cpu", 1)
    first.run()
    manifest = json.loads((tmp_path / "run.json").read_text())
    assert manifest["history"][0].pop("accepted") == -1.0
    (tmp_path / "run.json").write_text(json.dumps(manifest))
    with np.load(tmp_path / "state-1.npz") as file:
        kept = {name: file[name] for name in file.files if not name.startswith("candidate/")}
    np.savez(tmp_path / "state-1.npz", **kept)
    second = Zero(tiny(), tmp_path, "cpu", 1)
    assert same(second.player, first.player) and same(second.candidate, first.player)
    assert second.history[0].took_over() and second.playing() == 1
    assert Progress._field_defaults == {"accepted": -1.0}


def test_a_worker_plays_what_a_run_of_its_own_would():
    settings, module = tiny(), network(4)
    remote = Remote(settings, arrays_of(module), 7, 1)
    records, counts, evaluations = remote.play(50)
    local = Local(settings, module, 7)
    haul = next(local.harvests(50))
    assert np.concatenate(haul.records).tobytes() == records.tobytes()
    assert haul.counts.tolist() == counts.tolist() and haul.evaluations == evaluations
    assert len(records) == counts[0] >= 50
    other = network(5)
    remote.load(arrays_of(other))
    assert same(remote.module, other)
    remote.source.close()
    local.close()


def test_games_may_come_from_elsewhere(tmp_path):
    """A source of games that gives what it has twice, and is told of each new network."""
    told = []

    class Twice:
        def __init__(self, settings, module, seed):
            self.local = Local(settings, module, seed)

        def harvests(self, positions):
            for haul in self.local.harvests(positions // 2):
                yield haul._replace(records=haul.records * 2, counts=haul.counts * 2)

        def load(self, module):
            told.append(arrays_of(module))

        def close(self):
            told.append("closed")

    run = Zero(tiny(), tmp_path, "cpu", 1, Twice)
    run.run()
    assert len(told) == 3 and told[-1] == "closed"
    assert len(np.load(tmp_path / "shards" / "00001.npy")) == run.history[0].positions


def test_a_cluster_needs_ray(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "ray" else found(name, *rest))
    with pytest.raises(BadSpec, match=r"pip install 'yomi\[cluster\]'"):
        zero(game="tictactoe", ray="auto")
