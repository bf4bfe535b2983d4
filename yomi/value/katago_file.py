"""The tokens and arrays of a KataGo file: words separated by white space, and numbers in binary after `@BIN@`."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import numpy as np

from yomi.errors import BadText
from yomi.value.layers import ACTIVATIONS, Conv, Matrix, Norm

BINARY = b"@BIN@"
GZIP = b"\x1f\x8b"
LARGEST = 1 << 28  # numbers in one layer: more is rubbish read as a size


def unpacked(path: Path) -> bytes:
    """The bytes of a file, unpacked if it is gzip's."""
    try:
        data = path.read_bytes()
        if path.suffix == ".gz" and not data.startswith(GZIP):
            raise BadText(f"{path}: expected a file packed by gzip")
        return gzip.decompress(data) if data.startswith(GZIP) else data
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadText(f"{path}: expected a whole file packed by gzip ({error})") from error
    except OSError as error:
        raise BadText(f"{path}: expected a file that can be read ({error.strerror})") from error


class Reader:
    """Reads one thing after the other from a file."""

    def __init__(self, path: Path):
        self.path, self.data, self.at = path, unpacked(path), 0
        self.version = 0

    def wrong(self, what: str) -> BadText:
        return BadText(f"{self.path}: {what}")

    def word(self, expected: str) -> str:
        """The next token."""
        found = self.data[self.at : self.at + 1000].split(maxsplit=1)
        if not found:
            raise self.wrong(f"expected {expected}, found the end of the file")
        self.at = self.data.index(found[0], self.at) + len(found[0])
        if not found[0].isascii() or len(found[0]) > 500:
            raise self.wrong(f"expected {expected}, found {found[0][:20]!r}")
        return found[0].decode()

    def count(self, expected: str, least: int = 0) -> int:
        word = self.word(expected)
        if not word.isdecimal() or int(word) < least:
            raise self.wrong(f"expected {expected}, found {word!r}")
        return int(word)

    def number(self, expected: str) -> float:
        word = self.word(expected)
        try:
            return float(word)
        except ValueError:
            raise self.wrong(f"expected {expected}, found {word!r}") from None

    def zeros(self, count: int, what: str) -> None:
        """Settings that mean nothing yet; a network that uses one is newer than this reader."""
        for _ in range(count):
            if self.count(f"a setting of {what}") != 0:
                raise self.wrong(
                    f"expected settings of {what} that are 0, as in version {self.version} when it was new"
                )

    def array(self, *shape: int, of: str) -> np.ndarray:
        """Numbers in binary or as text; tiny ones, which slow a processor down, become 0."""
        size = int(np.prod(shape, dtype=object))
        if size > LARGEST:
            raise self.wrong(f"expected {LARGEST} numbers at the most in {of}, found {size}")
        start = self.at + len(self.data[self.at : self.at + 100]) - len(self.data[self.at : self.at + 100].lstrip())
        if self.data.startswith(BINARY, start):
            start += len(BINARY)
            if len(self.data) < start + 4 * size:
                raise self.wrong(f"expected {size} numbers of {of}, found the end of the file")
            values = np.frombuffer(self.data, "<f4", size, start).astype(np.float32)
            self.at = start + 4 * size
        else:
            values = np.array([self.number(f"a number of {of}") for _ in range(size)], np.float32)
        if not np.isfinite(values).all():
            raise self.wrong(f"expected finite numbers in {of}")
        values[np.abs(values) < np.finfo(np.float32).tiny] = 0
        return values.reshape(shape)

    def conv(self) -> Conv:
        name = self.word("the name of a convolution")
        height, width, inputs, outputs = (self.count(f"a size of {name}", 1) for _ in range(4))
        dilation = (self.count(f"the dilation of {name}", 1), self.count(f"the dilation of {name}", 1))
        if height % 2 == 0 or width % 2 == 0:
            raise self.wrong(f"expected odd sizes of convolution {name}, found {height}x{width}")
        weights = self.array(height, width, inputs, outputs, of=name)
        return Conv(np.ascontiguousarray(weights.transpose(3, 2, 0, 1)), dilation)

    def matrix(self, bias: bool = False) -> Matrix:
        """A matrix, and the bias after it if it has one."""
        name = self.word("the name of a matrix")
        inputs, outputs = self.count(f"the inputs of {name}", 1), self.count(f"the outputs of {name}", 1)
        weights = self.array(inputs, outputs, of=name)
        if not bias:
            return Matrix(weights, np.zeros(outputs, np.float32))
        name = self.word("the name of a bias")
        return Matrix(weights, self.array(self.count(f"the channels of {name}", 1), of=name))

    def norm(self) -> Norm:
        """A normalisation, folded into a multiply-add, and the activation after it."""
        name = self.word("the name of a normalisation")
        channels, epsilon = self.count(f"the channels of {name}", 1), self.number(f"the epsilon of {name}")
        has_scale, has_bias = self.count(f"0 or 1 in {name}"), self.count(f"0 or 1 in {name}")
        mean, variance = (self.array(channels, of=name).astype(np.float64) for _ in range(2))
        if epsilon < 0 or (variance + epsilon <= 0).any():
            raise self.wrong(f"expected a positive variance in {name}")
        scale = self.array(channels, of=name) if has_scale else np.ones(channels)
        bias = self.array(channels, of=name) if has_bias else np.zeros(channels)
        scale = scale / np.sqrt(variance + epsilon)
        folded = (bias - mean * scale).astype(np.float32)
        return Norm(scale.astype(np.float32), folded, self.activation())

    def activation(self) -> str:
        name = self.word("the name of an activation")
        if self.version < 11:
            return "relu"
        word = self.word(f"the activation {name}")
        kind = word.removeprefix("ACTIVATION_").lower()
        if kind not in ACTIVATIONS:
            raise self.wrong(f"activation {word!r} of {name}: expected one of {', '.join(ACTIVATIONS)}")
        return kind

    def end(self) -> None:
        rest = self.data[self.at : self.at + 1000].strip()
        if rest or len(self.data) > self.at + 1000:
            raise self.wrong(f"expected the end of the file, found {rest[:20]!r}")
