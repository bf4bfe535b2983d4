"""Networks in safetensors files: the arrays as they are, and how they belong together as JSON; nothing is executed."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import numpy as np

from yomi.errors import BadText
from yomi.value import layers

DTYPES = {"F32": np.float32, "F16": np.float16}
LONGEST_HEADER = 10_000_000
PARTS = {
    part.__name__: part
    for part in (
        layers.Conv,
        layers.Matrix,
        layers.Norm,
        layers.Ordinary,
        layers.Pooled,
        layers.Nested,
        layers.PolicyHead,
        layers.ValueHead,
        layers.Net,
    )
}


def save(net: layers.Net, path: pathlib.Path, half: bool = False) -> None:
    """Write a network, in half precision if wanted, replacing a file only when the new one is complete."""
    arrays: list[np.ndarray] = []
    form = taken_apart(net, arrays)
    header: dict[str, Any] = {"__metadata__": {"format": "yomi", "net": json.dumps(form)}}
    kind, offset = ("F16", 0) if half else ("F32", 0)
    for number, array in enumerate(arrays):
        size = array.size * np.dtype(DTYPES[kind]).itemsize
        header[str(number)] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays:
            file.write(np.ascontiguousarray(array, DTYPES[kind]).tobytes())
    os.replace(temporary, path)


def taken_apart(part: Any, arrays: list[np.ndarray]) -> Any:
    """A part as JSON; its arrays are put into the list, and their numbers stand in their places."""
    if isinstance(part, np.ndarray):
        arrays.append(part)
        return {"array": len(arrays) - 1}
    if type(part).__name__ in PARTS:
        fields = part._asdict().items()
        return {"part": type(part).__name__, **{name: taken_apart(value, arrays) for name, value in fields}}
    if isinstance(part, tuple | list):
        return [taken_apart(inner, arrays) for inner in part]
    return {"about": part} if isinstance(part, dict) else part


def load(path: pathlib.Path) -> layers.Net:
    """The network in a file."""
    try:
        content = path.read_bytes()
        size = int.from_bytes(content[:8], "little")
        if not 2 <= size <= min(LONGEST_HEADER, len(content) - 8):
            raise ValueError("no safetensors header")
        header = json.loads(content[8 : 8 + size])
        form = json.loads(header.pop("__metadata__")["net"])
        body = memoryview(content)[8 + size :]
        net = put_together(form, {int(name): array_of(about, body) for name, about in header.items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadText(f"network {str(path)!r}: not one of Yomi's networks ({error})") from None
    if not isinstance(net, layers.Net):
        raise BadText(f"network {str(path)!r}: expected a whole network")
    return net


def array_of(about: dict[str, Any], body: memoryview) -> np.ndarray:
    """An array of the file."""
    begin, end = about["data_offsets"]
    return np.frombuffer(body[begin:end], DTYPES[about["dtype"]]).astype(np.float32).reshape(about["shape"])


def put_together(form: Any, arrays: dict[int, np.ndarray]) -> Any:
    """A part from its JSON."""
    if isinstance(form, list):
        return tuple(put_together(inner, arrays) for inner in form)
    if not isinstance(form, dict):
        return form
    if "part" in form:
        fields = {name: put_together(value, arrays) for name, value in form.items() if name != "part"}
        return PARTS[form["part"]](**fields)
    return arrays[form["array"]] if "array" in form else form["about"]
