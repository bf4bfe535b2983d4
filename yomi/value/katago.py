"""Reads networks of KataGo: versions 8 to 16, with ordinary, pooling and nested bottleneck blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yomi.errors import BadText
from yomi.games.go.kata_inputs import NUMBERS, PLANES
from yomi.value.katago_file import Reader
from yomi.value.layers import Nested, Net, Ordinary, PolicyHead, Pooled, ValueHead
from yomi.value.steps import plan

VERSIONS = range(8, 17)
MULTIPLIERS = (20.0, 20.0, 20.0, 20.0, 40.0, 0.25, 150.0)  # where the file has none


def read(path: str | Path) -> Net:
    """The network in a file .bin.gz, .bin, .txt.gz or .txt."""
    reader = Reader(Path(path))
    name = reader.word("the name of a network")
    version = reader.version = reader.count("a network's version, a whole number")
    if version not in VERSIONS:
        raise reader.wrong(f"version {version}: expected {VERSIONS[0]} to {VERSIONS[-1]}")
    inputs = reader.count("the number of planes"), reader.count("the number of numbers beside the planes")
    if inputs != (PLANES, NUMBERS):
        raise reader.wrong(f"inputs {inputs}: expected {PLANES} planes and {NUMBERS} numbers")
    about: dict[str, Any] = {"name": name, "kind": "katago", "version": version, "multipliers": MULTIPLIERS}
    if version >= 13:
        about["multipliers"] = tuple(reader.number("a multiplier of the answers") for _ in MULTIPLIERS)
    about["whole"] = options(reader) if version >= 15 else False  # how its inputs look at regions: see `find_vital`
    net = body(reader, about)
    reader.end()
    return checked(net, reader.path)


def options(reader: Reader) -> bool:
    """What version 15 added after the multipliers; whether regions are vital by all of their points."""
    if reader.count("the version of the metadata encoder") != 0:
        raise reader.wrong("expected a network without a metadata encoder")
    whole = reader.count("a flag, 0 or 1")
    reader.zeros(6, "the network")
    return whole == 1


def body(reader: Reader, about: dict[str, Any]) -> Net:
    """The trunk and the heads."""
    reader.word("the name of the trunk")
    count = reader.count("the number of blocks")
    channels = reader.count("the channels of the trunk", 1)
    for _ in range(4):
        reader.count("the channels of parts of blocks")
    if reader.version >= 15:
        if reader.count("the kind of normalisation") != 0:
            raise reader.wrong("expected a trunk with standard normalisation")
        reader.zeros(5, "the trunk")
    about["channels"] = channels
    stem, numbers = reader.conv(), reader.matrix()
    blocks = tuple(block(reader) for _ in range(count))
    return Net(stem, numbers, blocks, reader.norm(), policy_head(reader), value_head(reader), about)


def block(reader: Reader, inside: bool = False) -> Ordinary | Pooled | Nested:
    """A block of any kind; a nested one only outside of others."""
    kind = reader.word("the kind of a block")
    if kind not in ("ordinary_block", "gpool_block") and (inside or kind != "nested_bottleneck_block"):
        nested = "" if inside else ", nested_bottleneck_block"
        raise reader.wrong(f"block {kind!r}: expected ordinary_block, gpool_block{nested}")
    reader.word("the name of a block")
    if kind == "ordinary_block":
        return Ordinary(reader.norm(), reader.conv(), reader.norm(), reader.conv())
    if kind == "gpool_block":
        enter, first, pooled, pooled_norm = reader.norm(), reader.conv(), reader.conv(), reader.norm()
        return Pooled(enter, first, pooled, pooled_norm, reader.matrix(), reader.norm(), reader.conv())
    count = reader.count("the number of inner blocks")
    enter, down = reader.norm(), reader.conv()
    return Nested(enter, down, tuple(block(reader, True) for _ in range(count)), reader.norm(), reader.conv())


def policy_head(reader: Reader) -> PolicyHead:
    reader.word("the name of the policy head")
    point, pooled, pooled_norm, spread = reader.conv(), reader.conv(), reader.norm(), reader.matrix()
    norm, moves = reader.norm(), reader.conv()
    if reader.version < 15:
        return PolicyHead(point, pooled, pooled_norm, spread, norm, moves, (reader.matrix(),))
    first, activation = reader.matrix(bias=True), reader.activation()
    return PolicyHead(point, pooled, pooled_norm, spread, norm, moves, (first, reader.matrix()), activation)


def value_head(reader: Reader) -> ValueHead:
    reader.word("the name of the value head")
    conv, norm, hidden, activation = reader.conv(), reader.norm(), reader.matrix(bias=True), reader.activation()
    return ValueHead(conv, norm, hidden, activation, reader.matrix(bias=True), reader.matrix(bias=True), reader.conv())


def checked(net: Net, path: Path) -> Net:
    """The network, if its layers fit each other."""
    try:
        plan(net)
    except BadText as error:
        raise BadText(f"{path}: {error}") from None
    return net
