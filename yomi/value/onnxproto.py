"""The few messages of ONNX that a network needs, written as protocol buffers.

A field is its number and kind in a varint, then a varint, four bytes, or a length and so many bytes.
"""

from __future__ import annotations

import struct

import numpy as np

IR_VERSION, OPSET = 8, 17
FLOAT, INT64 = 1, 7  # types of elements


def varint(value: int) -> bytes:
    """A whole number, seven bits to a byte, the lowest first."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def whole(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def piece(field: int, content: bytes | str) -> bytes:
    """A text, bytes, or a message inside a message."""
    content = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(content)) + content


def tensor(name: str, array: np.ndarray) -> bytes:
    """A TensorProto."""
    kind = INT64 if array.dtype == np.int64 else FLOAT
    content = array.astype("<i8" if kind == INT64 else "<f4").tobytes()
    return b"".join(whole(1, n) for n in array.shape) + whole(2, kind) + piece(8, name) + piece(9, content)


def attribute(name: str, value: int | float | list[int]) -> bytes:
    """An AttributeProto."""
    if isinstance(value, list):
        return piece(1, name) + b"".join(whole(8, n) for n in value) + whole(20, 7)
    if isinstance(value, float):
        return piece(1, name) + varint(2 << 3 | 5) + struct.pack("<f", value) + whole(20, 1)
    return piece(1, name) + whole(3, value) + whole(20, 2)


def node(op: str, inputs: list[str], output: str, **attributes: int | float | list[int]) -> bytes:
    """A NodeProto."""
    content = b"".join(piece(1, name) for name in inputs) + piece(2, output) + piece(3, output) + piece(4, op)
    return content + b"".join(piece(5, attribute(name, value)) for name, value in attributes.items())


def value(name: str, shape: list[int | str]) -> bytes:
    """A ValueInfoProto of floats; a dimension that is a word is any number."""
    dims = b"".join(piece(1, whole(1, n) if isinstance(n, int) else piece(2, n)) for n in shape)
    return piece(1, name) + piece(2, piece(1, whole(1, FLOAT) + piece(2, dims)))


def model(nodes: list[bytes], tensors: list[bytes], inputs: list[bytes], outputs: list[bytes]) -> bytes:
    """A ModelProto."""
    fields = ((1, nodes), (5, tensors), (11, inputs), (12, outputs))
    graph = piece(2, "network") + b"".join(piece(field, one) for field, several in fields for one in several)
    opset = piece(1, "") + whole(2, OPSET)
    return whole(1, IR_VERSION) + piece(2, "yomi") + piece(7, graph) + piece(8, opset)
