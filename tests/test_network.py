"""Networks at work: answers are remembered, turning a position changes nothing that matters, files fit their games."""

import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from yomi.errors import BadSpec
from yomi.games import catalog
from yomi.games.catalog import start
from yomi.games.position import Position
from yomi.players.player import Player
from yomi.players.spec import parse
from yomi.search.batch import stand_of
from yomi.search.puct import Puct
from yomi.value import netfile
from yomi.value.layers import parameters
from yomi.value.network import ALL, Evaluator, Network, evaluator, has_network, shared, shipped
from yomi.value.runtime import runtime

GO9 = catalog.game("go9")


def opinion(values: Evaluator, *positions: Position) -> tuple[np.ndarray, np.ndarray]:
    stands = [stand_of(position, values.depth) for position in positions]
    return values(np.stack([stand.past for stand in stands]), np.stack([stand.moves for stand in stands]))


@pytest.fixture(scope="module")
def values() -> Evaluator:
    return evaluator(Network(), GO9)


def test_a_network_comes_with_9x9_go():
    assert has_network(GO9) and not has_network(catalog.game("go13"))
    net = netfile.load(shipped(GO9))
    assert net.about["games"] > 100_000
    assert len(net.about["history"]) == net.about["iterations"]
    assert shipped(GO9).stat().st_size < 4e6 and parameters(net) > 1e6


@pytest.mark.jit
def test_a_position_seen_before_is_not_evaluated_again(values):
    before = values.asked, values.found
    first = opinion(values, start("go9").play("E5"), start("go9").play("C3"))
    again = opinion(values, start("go9").play("C3"), start("go9").play("G7"))
    assert (values.asked - before[0], values.found - before[1]) == (4, 1)
    np.testing.assert_array_equal(first[0][1], again[0][0])
    assert first[1][1] == again[1][0]


@pytest.mark.jit
def test_no_more_is_remembered_than_asked_for():
    small = evaluator(Network(cache=3), GO9)
    opinion(small, *(start("go9").play(move) for move in ("A1", "B2", "C3", "D4", "E5")))
    assert len(small.remembered) == 3


@pytest.mark.jit
def test_averaged_over_all_ways_to_look_a_position_is_worth_what_its_mirror_image_is():
    every = evaluator(Network(turn=ALL), GO9)
    logits, chances = opinion(every, start("go9").play("C3", "G6"), start("go9").play("C7", "G4"))
    assert chances[0] == pytest.approx(chances[1], abs=1e-5)
    cells = logits[:, :81].reshape(2, 9, 9)
    np.testing.assert_allclose(cells[0], cells[1][::-1], atol=1e-3)


@pytest.mark.jit
def test_the_network_sees_a_capture_and_knows_who_is_ahead(values):
    """A white stone in atari in the corner; a board that is all black's."""
    capture = Position.read(
        GO9, "........./........./........./........./..XXX..../........./X......../OX......./.X....... b"
    )
    logits, _ = opinion(values, capture)
    assert logits[0, :81].max() < np.inf
    won = Position.read(GO9, "/".join(["...X.X..."] * 9) + " b")
    assert opinion(values, won)[1][0] > 0.9
    lost = Position.read(GO9, "/".join(["...X.X..."] * 9) + " w")
    assert opinion(values, lost)[1][0] < 0.1


@pytest.mark.jit
def test_the_preset_plays_and_says_where_it_cannot():
    player = Player(parse("zero simulations=20 memory=20"))
    found = player.search(start("go9"))
    assert found.best in start("go9").moves
    assert found.tree.pending.sum() == 0
    with pytest.raises(BadSpec, match="none comes with Yomi"):
        player.search(start("go13"))


def test_a_network_asks_for_a_search_that_wants_it():
    spec = parse("network=some.bin.gz simulations=5")
    assert isinstance(spec.search, Puct)
    assert spec.playout == Network(file="some.bin.gz")
    assert parse(str(spec)) == spec
    with pytest.raises(BadSpec, match="puct or gumbel"):
        parse("uct network=some.bin.gz")
    with pytest.raises(BadSpec, match="there is no such file"):
        Player(spec).search(start("go9"))


def test_a_network_for_another_game_is_refused(tmp_path):
    net = netfile.load(shipped(GO9))
    netfile.save(net._replace(about={"kind": "connect4"}), tmp_path / "other.safetensors")
    with pytest.raises(BadSpec, match="made for connect4, not for go9"):
        evaluator(Network(file=str(tmp_path / "other.safetensors")), GO9)
    with pytest.raises(BadSpec, match="made for go9, not for tictactoe"):
        evaluator(Network(file=str(shipped(GO9))), catalog.game("tictactoe"))
    with pytest.raises(BadSpec, match="expected auto, own, onnx, torch, cuda"):
        evaluator(Network(runtime="magic"), GO9)


@pytest.mark.jit
def test_players_of_one_process_share_a_queue():
    settings = Network(queue=16)
    queue = shared(settings, GO9)
    assert shared(settings, GO9) is queue is not shared(Network(queue=8), GO9)
    players = [Player(parse("puct playout=network(queue=16) simulations=60 threads=2 early=no")) for _ in range(2)]
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda player: player.search(start("go9")), players))
    assert [search.simulations for search in found] == [60, 60]
    assert max(queue.batches) > 1 and queue.evaluator.asked >= 60


def test_a_gpu_answers_as_the_cpu_does():
    torch = pytest.importorskip("torch")
    net = netfile.load(shipped(GO9))
    if not torch.cuda.is_available():
        with pytest.raises(BadSpec, match="torch sees no GPU here"):
            runtime(net, "cuda")
        return
    view = GO9.view
    rng = np.random.default_rng(1)
    planes = (rng.random((20, view.planes, 9, 9)) < 0.3).astype(np.float32)
    numbers = np.zeros((20, view.numbers), np.float32)
    there, here = runtime(net, "cuda")(planes, numbers), runtime(net)(planes, numbers)
    np.testing.assert_allclose(there.outcome, here.outcome, atol=0.1)
    np.testing.assert_allclose(there.moves, here.moves, atol=0.3)


def yomi(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "yomi", *words]
    project = pathlib.Path(__file__).parent.parent
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=project, check=False)


def test_networks_on_the_command_line(tmp_path):
    shown = yomi("network", "show", str(shipped(GO9)))
    assert "4 ordinary, 2 pooling" in shown.stdout
    assert "games of self-play" in shown.stdout
    made = yomi("network", "export", str(shipped(GO9)), str(tmp_path / "go9.onnx"))
    assert made.returncode == 0
    bad = yomi("network", "export", str(shipped(GO9)), str(tmp_path / "go9.txt"))
    assert bad.returncode == 2 and "expected a name that ends with" in bad.stderr
    assert yomi("network", "show", "nothing.bin.gz").stderr == "yomi: network 'nothing.bin.gz': there is no such file\n"
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(tmp_path / "go9.onnx")
    planes, numbers = np.zeros((2, 11, 9, 9), np.float32), np.zeros((2, 8), np.float32)
    inputs = [one.name for one in session.get_inputs()]
    assert len(session.run(None, dict(zip(inputs, (planes, numbers), strict=True)))) >= 3


@pytest.mark.jit
def test_gtp_with_a_network():
    answered = yomi("gtp", "puct simulations=10 memory=20", "--network", str(shipped(GO9)), text="genmove b\nquit\n")
    assert answered.stdout.startswith("= "), answered.stdout + answered.stderr
    assert answered.stdout.split()[1][0] in "ABCDEFGHJ"
