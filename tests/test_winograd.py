"""Networks that run in the project's own kernels answer as plain sums in double precision do."""

import pathlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from yomi.errors import BadText
from yomi.value.katago import read
from yomi.value.layers import Conv, Matrix, Nested, Net, Norm, Ordinary, PolicyHead, Pooled, ValueHead
from yomi.value.winograd import WinogradNet

SMALL = pathlib.Path(__file__).parents[2] / "shared/nets/g170-b6c96-s175395328-d26788732.bin.gz"
BENDS = {
    "identity": lambda x: x,
    "relu": lambda x: np.maximum(x, 0),
    "silu": lambda x: x / (1 + np.exp(-x)),
    "mish": lambda x: x * np.tanh(np.log1p(np.exp(x))),
}


class Maker:
    """Makes up layers."""

    def __init__(self, seed, activation="relu"):
        self.dice, self.activation = np.random.default_rng(seed), activation

    def some(self, *shape, size=1.0):
        return self.dice.normal(0, size, shape).astype(np.float32)

    def conv(self, inputs, outputs, side=3, dilation=1):
        size = (inputs * side * side) ** -0.5
        return Conv(self.some(outputs, inputs, side, side, size=size), (dilation, dilation))

    def matrix(self, inputs, outputs):
        return Matrix(self.some(inputs, outputs, size=inputs**-0.5), self.some(outputs))

    def norm(self, channels, positive=True):
        scale = 1 + 0.3 * self.some(channels)
        return Norm(np.abs(scale) + 0.1 if positive else scale - 1, self.some(channels), self.activation)

    def ordinary(self, c, positive=True, dilation=1):
        return Ordinary(self.norm(c, positive), self.conv(c, c), self.norm(c), self.conv(c, c, 3, dilation))

    def pooled(self, c, part=5):
        rest = self.norm(c), self.conv(c, c), self.conv(c, part), self.norm(part), self.matrix(3 * part, c)
        return Pooled(*rest, self.norm(c), self.conv(c, c))

    def nested(self, c, part=10):
        inner = (self.ordinary(part), self.pooled(part, 3))
        return Nested(self.norm(c), self.conv(c, part, 1), inner, self.norm(part), self.conv(part, c, 1))

    def network(self, c=20, planes=5, numbers=3, blocks=None, stem=3, kinds=2):
        blocks = (self.ordinary(c), self.pooled(c), self.nested(c)) if blocks is None else blocks
        extra = (self.matrix(12, 6), self.matrix(6, 2))
        policy = PolicyHead(self.conv(c, 9, 1), self.conv(c, 4, 1), self.norm(4), self.matrix(12, 9), self.norm(9),
                            self.conv(9, kinds, 1), extra, self.activation)  # fmt: skip
        value = ValueHead(self.conv(c, 6, 1), self.norm(6), self.matrix(18, 11), self.activation, self.matrix(11, 3),
                          self.matrix(11, 4), self.conv(6, 1, 3))  # fmt: skip
        given = self.matrix(numbers, c) if numbers else None
        return Net(self.conv(planes, c, stem), given, blocks, self.norm(c), policy, value, {"name": "made up"})

    def inputs(self, net, batch, height, width):
        numbers = 0 if net.numbers is None else len(net.numbers.weights)
        return self.some(batch, net.stem.weights.shape[1], height, width), self.some(batch, numbers)


def conv(x, layer):
    """A convolution as the sum over the places of its kernel."""
    high, wide = layer.weights.shape[2:]
    dy, dx = layer.dilation
    sides = np.pad(x, ((0, 0), (0, 0), (dy * (high // 2),) * 2, (dx * (wide // 2),) * 2))
    return sum(
        np.einsum("oi,bihw->bohw", layer.weights[:, :, i, j].astype(float),
                  sides[:, :, dy * i : dy * i + x.shape[2], dx * j : dx * j + x.shape[3]])
        for i in range(high) for j in range(wide)
    )  # fmt: skip


def dense(x, layer):
    return x @ layer.weights.astype(float) + layer.bias


def norm(x, layer):
    return BENDS[layer.activation](x * layer.scale[:, None, None].astype(float) + layer.bias[:, None, None])


def pool(x, with_max=True):
    mean, width = x.mean((2, 3)), ((x.shape[2] * x.shape[3]) ** 0.5 - 14) / 10
    return np.concatenate([mean, mean * width, x.max((2, 3)) if with_max else mean * (width**2 - 0.1)], 1)


def spread(x, numbers):
    return x + numbers[:, :, None, None]


def block(x, one):
    y = norm(x, one.enter)
    if isinstance(one, Nested):
        y = conv(y, one.down)
        for inner in one.blocks:
            y = block(y, inner)
        return x + conv(norm(y, one.leave), one.up)
    middle = conv(y, one.first)
    if isinstance(one, Pooled):
        middle = spread(middle, dense(pool(norm(conv(y, one.pooled), one.pooled_norm)), one.spread))
    return x + conv(norm(middle, one.middle), one.second)


def expected(net, planes, numbers):
    """What a network answers, in double precision."""
    x = conv(planes.astype(float), net.stem)
    x = x if net.numbers is None else spread(x, dense(numbers.astype(float), net.numbers))
    for one in net.blocks:
        x = block(x, one)
    x, policy, value = norm(x, net.tip), net.policy, net.value
    pooled = pool(norm(conv(x, policy.pooled), policy.pooled_norm))
    moves = conv(norm(spread(conv(x, policy.point), dense(pooled, policy.spread)), policy.norm), policy.moves)
    for number, matrix in enumerate(policy.extra):
        pooled = dense(BENDS[policy.extra_activation](pooled) if number else pooled, matrix)
    points = norm(conv(x, value.conv), value.norm)
    hidden = BENDS[value.activation](dense(pool(points, False), value.hidden))
    scores = None if value.numbers is None else dense(hidden, value.numbers)
    owners = None if value.ownership is None else conv(points, value.ownership)[:, 0]
    return moves, pooled, dense(hidden, value.outcome), scores, owners


def agree(found, wanted, within=1e-4):
    for one, other in zip(found, wanted, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.shape == other.shape
            assert np.abs(one - other).max() < within * max(1, np.abs(other).max())


@pytest.mark.parametrize("activation", ["relu", "mish", "silu", "identity"])
@pytest.mark.jit
def test_blocks_of_every_kind_agree_with_plain_sums(activation):
    make = Maker(1, activation)
    net = make.network()
    given = make.inputs(net, 3, 9, 9)
    agree(WinogradNet(net)(*given), expected(net, *given))


@pytest.mark.parametrize(
    "size", [(2, 2), (3, 3), (4, 4), (5, 5), (6, 7), (7, 6), (8, 8), (9, 9), (9, 3), (13, 13), (19, 19)]
)
@pytest.mark.jit
def test_boards_of_every_size_agree_with_plain_sums(size):
    make = Maker(2)
    net = make.network()
    given = make.inputs(net, 2, *size)
    agree(WinogradNet(net)(*given), expected(net, *given))


@pytest.mark.jit
def test_one_network_takes_batches_and_boards_of_any_size_in_any_order():
    make = Maker(3)
    net = make.network()
    ours = WinogradNet(net)
    for batch, side in [(1, 9), (17, 9), (2, 4), (16, 5), (7, 8), (1, 2), (5, 9), (3, 13), (1, 9)]:
        given = make.inputs(net, batch, side, side)
        agree(ours(*given), expected(net, *given))


@pytest.mark.jit
def test_no_boards_get_no_answers():
    make = Maker(3)
    net = make.network()
    found = WinogradNet(net)(*make.inputs(net, 0, 9, 9))
    assert [one.shape for one in found] == [(0, 2, 9, 9), (0, 2), (0, 3), (0, 4), (0, 9, 9)]


@pytest.mark.jit
def test_planes_that_the_network_does_not_take_are_refused():
    make = Maker(3)
    net = make.network(planes=5)
    with pytest.raises(BadText, match="5 planes got 4"):
        WinogradNet(net)(make.some(1, 4, 9, 9), make.some(1, 3))


@pytest.mark.parametrize("stem", [1, 3, 5, 7])
@pytest.mark.jit
def test_kernels_of_other_sizes_agree_with_plain_sums(stem):
    make = Maker(4)
    net = make.network(stem=stem, blocks=(make.ordinary(20, dilation=2),), numbers=0)
    given = make.inputs(net, 2, 9, 8)
    agree(WinogradNet(net)(*given), expected(net, *given))


@pytest.mark.parametrize("channels", [1, 8, 16, 17, 40])
@pytest.mark.jit
def test_channels_need_not_fill_registers(channels):
    make = Maker(5)
    net = make.network(channels, planes=channels, kinds=channels)
    given = make.inputs(net, 2, 5, 5)
    agree(WinogradNet(net)(*given), expected(net, *given))


@pytest.mark.jit
def test_a_norm_that_turns_signs_around_stays():
    make = Maker(6)
    net = make.network(blocks=(make.ordinary(20, positive=False), make.ordinary(20, positive=False)))
    given = make.inputs(net, 2, 9, 9)
    agree(WinogradNet(net)(*given), expected(net, *given))


def test_a_network_without_blocks_and_without_more_to_say():
    make = Maker(7)
    net = make.network(8, planes=3, blocks=())
    net = net._replace(value=net.value._replace(numbers=None, ownership=None))
    given = make.inputs(net, 2, 4, 3)
    agree(WinogradNet(net)(*given), expected(net, *given))


@pytest.mark.jit
def test_large_numbers_do_not_break_activations():
    for activation in ("mish", "silu"):
        make = Maker(8, activation)
        net = make.network(blocks=())
        planes, numbers = make.inputs(net, 2, 5, 5)
        given = 500 * planes, numbers
        agree(WinogradNet(net)(*given), expected(net, *given))


@pytest.mark.jit
def test_two_threads_at_once_get_the_answers_of_one():
    make = Maker(9)
    net = make.network(32)
    ours = WinogradNet(net)
    given = [make.inputs(net, batch, 9, 9) for batch in (1, 8, 3, 5) * 8]
    alone = [ours(*one) for one in given]
    with ThreadPoolExecutor(2) as pool_of_two:
        together = list(pool_of_two.map(lambda one: ours(*one), given))
    for one, other in zip(alone, together, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.jit
def test_a_batch_shared_by_threads_gets_the_same_answers():
    make = Maker(10)
    net = make.network()
    given = make.inputs(net, 7, 9, 9)
    agree(WinogradNet(net, threads=2)(*given), WinogradNet(net)(*given), within=1e-6)


@pytest.mark.skipif(not SMALL.exists(), reason="needs ../shared/nets")
@pytest.mark.parametrize("size, within", [(9, 1e-5), (19, 1e-4)])
@pytest.mark.jit
def test_a_network_of_katago_agrees_with_onnxruntime(size, within):
    pytest.importorskip("onnxruntime")
    from yomi.value.onnxnet import OnnxNet

    net, dice = read(SMALL), np.random.default_rng(1)
    planes = (dice.random((8, 22, size, size)) < 0.2).astype(np.float32)
    planes[:, 0] = 1
    given = planes, dice.random((8, 19)).astype(np.float32)
    agree(WinogradNet(net)(*given), OnnxNet(net)(*given), within)
