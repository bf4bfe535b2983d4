"""Networks of KataGo: the reader, the inputs, and KataGo's own answers; shared/nets has a network and the answers."""

import gzip
import importlib.util
import json
import os
import pathlib

import numpy as np
import pytest
from kata_planes import inputs, vertices
from test_go_rules import after, board
from typer.testing import CliRunner

from yomi.cli.network import network
from yomi.errors import BadSpec, BadText
from yomi.frontend.networks import compare, description, read_cases
from yomi.value import katago, layers
from yomi.value.runtime import KINDS, runtime

FOLDER = pathlib.Path(os.environ.get("YOMI_NETS") or pathlib.Path(__file__).parents[2] / "shared" / "nets")
NETWORK, ANSWERS = FOLDER / "g170-b6c96-s175395328-d26788732.bin.gz", FOLDER / "golden.json"
needs_network = pytest.mark.skipif(not ANSWERS.exists(), reason=f"no network in {FOLDER}")
INSTALLED = [kind for kind, (package, _) in KINDS.items() if kind != "cuda" and importlib.util.find_spec(package)]
KO = """
    . . X O . . . . .
    . X O a O . . . .
    . . X O . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    d . . . . . . . c"""


@needs_network
@pytest.mark.jit
@pytest.mark.parametrize("kind", INSTALLED)
def test_the_answers_are_those_of_katago_on_small_boards(kind):
    cases = read_cases(ANSWERS, {9, 13})
    assert len(cases) == 214
    assert [one for one in compare(runtime(katago.read(NETWORK), kind), cases) if not one.fine] == []


@needs_network
@pytest.mark.slow
@pytest.mark.parametrize("kind", INSTALLED)
def test_the_answers_are_those_of_katago_on_all_boards(kind):
    cases = read_cases(ANSWERS)
    assert len(cases) == 371
    assert [one for one in compare(runtime(katago.read(NETWORK), kind), cases) if not one.fine] == []


@needs_network
@pytest.mark.jit
@pytest.mark.skipif(not INSTALLED, reason="nothing to run a network with")
def test_a_comparison_shows_every_answer_and_fails_where_one_is_too_far(tmp_path):
    case = next(one for one in json.loads(ANSWERS.read_text())["positions"] if one["size"] == 9)
    path, runner = tmp_path / "answers.json", CliRunner()
    for shift, code in ((0, 0), (0.001, 1)):
        path.write_text(json.dumps({"positions": [case | {"whiteWin": case["whiteWin"] + shift}]}))
        result = runner.invoke(network, ["compare", str(NETWORK), str(path)])
        assert result.exit_code == code
        assert all(name in result.output for name in ("policy", "win rate", "ownership", "lead"))


def test_a_ko_is_banned_until_something_else_was_played():
    taken = after(KO, "a")
    planes, numbers = inputs(taken)
    assert vertices(planes[6]) == {"C8"}
    assert vertices(planes[9]) == {"D8"}
    assert not planes[10:14].any()
    assert not numbers[:5].any()
    planes, _ = inputs(taken.play("J1", "A1"))
    assert vertices(planes[6]) == set()
    assert [vertices(planes[k]) for k in range(9, 13)] == [{"A1"}, {"J1"}, {"D8"}, set()]


def test_a_pass_lifts_the_ban_of_simple_ko_but_not_that_of_superko():
    for rules, banned in (("chinese", {"C8"}), ("japanese", set())):
        planes, numbers = inputs(after(KO, "a", rules=rules).play("pass", "pass"))
        assert vertices(planes[6]) == banned
        assert numbers[:5].tolist() == [1, 1, 0, 0, 0]
        assert numbers[14] == 1


@pytest.mark.parametrize(
    "turn, options, own, wave",
    [
        ("w", {"komi": 7.5}, 7.5, 0.5),
        ("b", {"komi": 7.5}, -7.5, -0.5),
        ("w", {"komi": 7}, 7, 0),
        ("w", {"komi": 6}, 6, 0),
        ("w", {"komi": 6.5}, 6.5, -0.5),
        ("w", {"komi": 300}, 101, 0),
    ],
)
def test_komi_is_seen_by_the_side_to_move(turn, options, own, wave):
    _, numbers = inputs(board("\n".join([". " * 9] * 9), turn, **options))
    assert numbers[5] == pytest.approx(own / 20)
    assert numbers[18] == pytest.approx(wave)


@pytest.mark.parametrize(
    "rules, seen",
    [("chinese", [1, 0.5, 0]), ("aga", [1, -0.5, 0]), ("japanese", [0, 0, 0]), ("tromp-taylor", [1, 0.5, 1])],
)
def test_rules_are_seen(rules, seen):
    _, numbers = inputs(board("\n".join([". " * 9] * 9), rules=rules))
    assert numbers[6:9].tolist() == seen
    assert not numbers[9:18].any()


class Made:
    """Writes a small network of random numbers in KataGo's format, version 15."""

    def __init__(self, version: int = 15, text: bool = False, activation: str = "ACTIVATION_MISH", seed: int = 1):
        self.rng, self.parts, self.text, self.activation = np.random.default_rng(seed), [], text, activation
        self.words("made", version, 22, 19, *(20, 20, 20, 20, 40, 0.25, 150) if version >= 13 else ())
        self.words(*(0, 1, 0, 0, 0, 0, 0, 0) if version >= 15 else ())
        self.version = version

    def words(self, *words: object) -> None:
        self.parts.append("".join(f"{word}\n" for word in words).encode())

    def array(self, *shape: int, least: float = -0.5) -> None:
        values = self.rng.uniform(least, 1.5 if least > 0 else 0.5, shape).astype("<f4")
        values.flat[0] = 1e-41 if least < 0 else values.flat[0]
        self.parts.append(
            " ".join(map(repr, values.ravel().tolist())).encode() if self.text else b"@BIN@" + values.tobytes()
        )
        self.words("")

    def conv(self, size: int, inputs: int, outputs: int) -> None:
        self.words("conv", size, size, inputs, outputs, 1, 1)
        self.array(size, size, inputs, outputs)

    def matrix(self, inputs: int, outputs: int, bias: bool = False) -> None:
        self.words("matrix", inputs, outputs)
        self.array(inputs, outputs)
        if bias:
            self.words("bias", outputs)
            self.array(outputs)

    def act(self) -> None:
        self.words("act", *(self.activation,) if self.version >= 11 else ())

    def norm(self, channels: int, negative: bool = False) -> None:
        self.words("norm", channels, 1e-5, 1, 1)
        self.array(channels)
        self.array(channels, least=0.5)
        self.array(channels, least=-0.5 if negative else 0.5)
        self.array(channels)
        self.act()

    def ordinary(self, channels: int) -> None:
        self.words("ordinary_block", "one")
        self.norm(channels)
        self.conv(3, channels, channels)
        self.norm(channels, True)
        self.conv(3, channels, channels)

    def pooled(self, channels: int, inner: int, side: int) -> None:
        self.words("gpool_block", "two")
        self.norm(channels)
        self.conv(3, channels, inner)
        self.conv(3, channels, side)
        self.norm(side)
        self.matrix(3 * side, inner)
        self.norm(inner, True)
        self.conv(3, inner, channels)

    def nested(self, channels: int, inner: int, kind: str = "nested_bottleneck_block") -> None:
        self.words(kind, "three", 2)
        self.norm(channels, True)
        self.conv(1, channels, inner)
        self.ordinary(inner)
        self.pooled(inner, 5, 4)
        self.norm(inner)
        self.conv(1, inner, channels)

    def network(self, kind: str = "nested_bottleneck_block", channels: int = 8) -> bytes:
        policies = 1 if self.version < 12 else 2
        self.words("trunk", 3, 8, 8, 6, 2, 2, *(0,) * 6 if self.version >= 15 else ())
        self.conv(5, 22, 8)
        self.matrix(19, channels)
        self.nested(8, 6, kind)
        self.pooled(8, 6, 2)
        self.ordinary(8)
        self.norm(8)
        self.words("policyhead")
        self.conv(1, 8, 4)
        self.conv(1, 8, 3)
        self.norm(3)
        self.matrix(9, 4)
        self.norm(4)
        self.conv(1, 4, policies)
        if self.version >= 15:
            self.matrix(9, 5, True)
            self.act()
        self.matrix(5 if self.version >= 15 else 9, policies)
        self.words("valuehead")
        self.conv(1, 8, 4)
        self.norm(4)
        self.matrix(12, 7, True)
        self.act()
        self.matrix(7, 3, True)
        self.matrix(7, 6, True)
        self.conv(1, 4, 1)
        return b"".join(self.parts)


def written(folder: pathlib.Path, content: bytes, name: str = "made.bin.gz") -> pathlib.Path:
    path = folder / name
    path.write_bytes(gzip.compress(content, 1) if name.endswith(".gz") else content)
    return path


ACTIVATIONS = {
    "identity": lambda x: x,
    "relu": lambda x: np.maximum(x, 0),
    "mish": lambda x: x * np.tanh(np.logaddexp(0, x)),
    "silu": lambda x: x / (1 + np.exp(-x)),
}


def conv(x: np.ndarray, layer: layers.Conv) -> np.ndarray:
    height, width = layer.weights.shape[2:]
    padded = np.pad(x, ((0, 0), (0, 0), (height // 2,) * 2, (width // 2,) * 2))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (height, width), (2, 3))
    return np.einsum("bihwyx,oiyx->bohw", windows, layer.weights)


def norm(x: np.ndarray, layer: layers.Norm) -> np.ndarray:
    return ACTIVATIONS[layer.activation](x * layer.scale[:, None, None] + layer.bias[:, None, None])


def dense(x: np.ndarray, layer: layers.Matrix) -> np.ndarray:
    return x @ layer.weights + layer.bias


def pool(x: np.ndarray, value: bool = False) -> np.ndarray:
    mean, wide = x.mean((2, 3)), (np.sqrt(x.shape[2] * x.shape[3]) - 14) / 10
    return np.concatenate((mean, mean * wide, mean * (wide**2 - 0.1) if value else x.max((2, 3))), 1)


def block(x: np.ndarray, part: layers.Ordinary | layers.Pooled | layers.Nested) -> np.ndarray:
    seen = norm(x, part.enter)
    if isinstance(part, layers.Nested):
        inner = conv(seen, part.down)
        for one in part.blocks:
            inner = block(inner, one)
        return x + conv(norm(inner, part.leave), part.up)
    middle = conv(seen, part.first)
    if isinstance(part, layers.Pooled):
        middle = middle + dense(pool(norm(conv(seen, part.pooled), part.pooled_norm)), part.spread)[:, :, None, None]
    return x + conv(norm(middle, part.middle), part.second)


def plain(net: layers.Net, planes: np.ndarray, numbers: np.ndarray) -> layers.Answers:
    """The answers of a network, layer by layer in double precision."""
    x = conv(planes.astype(float), net.stem) + dense(numbers.astype(float), net.numbers)[:, :, None, None]
    for part in net.blocks:
        x = block(x, part)
    x, policy, value = norm(x, net.tip), net.policy, net.value
    extra = side = pool(norm(conv(x, policy.pooled), policy.pooled_norm))
    for number, matrix in enumerate(policy.extra):
        extra = dense(ACTIVATIONS[policy.extra_activation](extra) if number else extra, matrix)
    moves = conv(norm(conv(x, policy.point) + dense(side, policy.spread)[:, :, None, None], policy.norm), policy.moves)
    points = norm(conv(x, value.conv), value.norm)
    hidden = ACTIVATIONS[value.activation](dense(pool(points, True), value.hidden))
    owners = conv(points, value.ownership)[:, 0]
    return layers.Answers(moves, extra, dense(hidden, value.outcome), dense(hidden, value.numbers), owners)


@pytest.mark.parametrize("kind", INSTALLED)
@pytest.mark.parametrize("version, activation", [(15, "MISH"), (15, "SILU"), (16, "RELU"), (12, "IDENTITY"), (8, "")])
def test_every_runtime_gives_the_answers_of_the_plain_network(kind, version, activation, tmp_path):
    net = katago.read(written(tmp_path, Made(version, activation=f"ACTIVATION_{activation}").network()))
    run, rng = runtime(net, kind), np.random.default_rng(2)
    for height, width in ((9, 9), (5, 7)):
        planes, numbers = rng.random((3, 22, height, width), np.float32), rng.random((3, 19), np.float32)
        for found, expected in zip(run(planes, numbers), plain(net, planes, numbers), strict=True):
            assert found.dtype == np.float32
            np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-4 * np.abs(expected).max())


def test_the_same_network_can_be_binary_or_text_packed_or_not(tmp_path):
    packed = katago.read(written(tmp_path, Made().network()))
    as_text = katago.read(written(tmp_path, Made(text=True).network(), "made.txt"))
    assert packed.about == as_text.about
    assert packed.about["whole"] is True
    np.testing.assert_array_equal(packed.stem.weights, as_text.stem.weights)
    np.testing.assert_array_equal(packed.tip.bias, as_text.tip.bias)


def test_subnormal_weights_are_flushed_to_zero(tmp_path):
    assert katago.read(written(tmp_path, Made().network())).stem.weights[0, 0, 0, 0] == 0


def test_a_network_is_described(tmp_path):
    path = written(tmp_path, Made().network())
    cells = [list(column.cells) for column in description(katago.read(path), 1_000_000).columns]
    shown = dict(zip(*cells, strict=True))
    assert shown["blocks"] == "1 nested (of 1 ordinary, 1 pooling), 1 pooling, 1 ordinary"
    assert shown["heads"] == "2 policies, outcome, 6 numbers, ownership"
    assert shown["inputs"] == "22 planes, 19 numbers"


def refusal(path: pathlib.Path) -> str:
    with pytest.raises(BadText) as error:
        katago.read(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_that_is_no_network_is_refused(tmp_path):
    good = Made().network()
    assert "found the end of the file" in refusal(written(tmp_path, good[: len(good) // 2]))
    assert "expected the end of the file" in refusal(written(tmp_path, good + b"more"))
    assert "version 99: expected 8 to 16" in refusal(written(tmp_path, good.replace(b"\n15\n", b"\n99\n", 1)))
    assert "block 'transformer_block'" in refusal(written(tmp_path, Made().network("transformer_block")))
    assert "unheard_of" in refusal(written(tmp_path, Made(activation="unheard_of").network()))
    assert "gets 8" in refusal(written(tmp_path, Made().network(channels=7)))
    assert "expected a network's version" in refusal(written(tmp_path, b"not a network at all"))
    assert "found the end of the file" in refusal(written(tmp_path, b""))
    assert "can be read" in refusal(tmp_path / "absent.bin.gz")


def test_a_damaged_package_is_refused(tmp_path):
    whole = written(tmp_path, Made().network()).read_bytes()
    path = tmp_path / "broken.bin.gz"
    for content in (whole[: len(whole) // 2], b"no gzip", whole[:200] + b"rubbish" + whole[207:]):
        path.write_bytes(content)
        assert "packed by gzip" in refusal(path)


def test_an_unknown_runtime_is_refused(tmp_path):
    with pytest.raises(BadSpec, match="runtime 'abacus': expected auto, own, onnx, torch"):
        runtime(katago.read(written(tmp_path, Made().network())), "abacus")


def test_answers_that_cannot_be_read_are_refused(tmp_path):
    path = tmp_path / "answers.json"
    for content in ("{}", "[1]", '{"positions": []}', '{"positions": [{"size": 9}]}', "no JSON"):
        path.write_text(content)
        with pytest.raises(BadText, match="expected answers"):
            read_cases(path)
