"""Networks looked at: what one is made of, and whether its answers are those that another program got from it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from yomi.errors import BadText
from yomi.games.go.game import go
from yomi.games.go.kata_inputs import BOARDS, MOVES, NUMBERS, PLANES, new_scratch, write_batch
from yomi.games.go.text import column_row
from yomi.games.position import Position
from yomi.search.batch import stand_of
from yomi.value import netfile
from yomi.value.kata_answers import Opinion, opinion
from yomi.value.layers import Nested, Net, Ordinary, Pooled, parameters
from yomi.value.onnxfile import model_bytes
from yomi.value.runtime import Runtime

TOLERANCES = {
    "policy": 2e-4,
    "win rate": 2e-4,
    "ownership": 1e-3,
    "lead": 0.02,
    "score mean": 0.02,
    "score stdev": 0.05,
}
NEEDED = (
    *("size", "rules", "komi", "moves", "policy", "policyPass", "whiteWin", "whiteLoss"),
    *("whiteLead", "whiteScoreSelfplay", "whiteScoreSelfplaySq", "whiteOwnership"),
)
BATCH = 64


class Case(NamedTuple):
    """A position, and the answers for it."""

    position: Position
    answers: dict[str, Any]

    @property
    def size(self) -> int:
        return int(self.answers["size"])

    @property
    def legal(self) -> np.ndarray:
        """The moves allowed: the points, row by row from the top, and a pass."""
        allowed = np.zeros(self.size**2 + 1, bool)
        allowed[-1] = True
        for move in self.position.legal[:-1]:
            column, row = column_row(self.size, move)
            allowed[row * self.size + column] = True
        return allowed


class Difference(NamedTuple):
    """How far an answer is from what was expected, at the most."""

    answer: str
    largest: float
    where: int  # number of the position

    @property
    def fine(self) -> bool:
        return self.largest <= TOLERANCES[self.answer]


def read_cases(path: Path, sizes: set[int] | None = None) -> list[Case]:
    """The positions of a file of answers, on boards of some sizes or of all."""
    try:
        found = [one for one in json.loads(path.read_text())["positions"] if sizes is None or one["size"] in sizes]
        missing = next((name for one in found for name in NEEDED if name not in one), "")
        if missing:
            raise BadText(f"{path}: expected answers with {missing!r} for each position")
        cases = [Case(position_of(one), one) for one in found]
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, BadText):
            raise
        raise BadText(f"{path}: expected answers for positions as JSON ({error})") from None
    if not cases:
        raise BadText(f"{path}: expected answers for at least one position")
    return cases


def position_of(answers: dict[str, Any]) -> Position:
    game = Position.start(go(int(answers["size"])), rules=answers["rules"], komi=answers["komi"])
    return game.play(*(vertex for _, vertex in answers["moves"]))


def compare(run: Runtime, cases: list[Case]) -> list[Difference]:
    """The largest difference of each answer."""
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in TOLERANCES}
    for size in sorted({case.size for case in cases}):
        numbers = [k for k, case in enumerate(cases) if case.size == size]
        for start in range(0, len(numbers), BATCH):
            chosen = numbers[start : start + BATCH]
            opinions = think(run, [cases[k] for k in chosen])
            for row, k in enumerate(chosen):
                for name, far in differences(cases[k], opinions, row):
                    found[name].append((far, k))
    return [Difference(name, *max(far, default=(0.0, -1))) for name, far in found.items()]


def think(run: Runtime, cases: list[Case]) -> Opinion:
    """What a network thinks of positions on boards of one size."""
    size, count = cases[0].size, len(cases)
    pasts = [stand_of(case.position, BOARDS) for case in cases]
    planes, numbers = np.empty((count, PLANES, size, size), np.float32), np.empty((count, NUMBERS), np.float32)
    moves = np.array([played for _, played in pasts]).reshape(count, MOVES)
    write_batch(
        np.stack([past for past, _ in pasts]), moves, planes, numbers, new_scratch(size, count), run.net.about["whole"]
    )
    return opinion(run.net, run(planes, numbers), np.stack([case.legal for case in cases]))


def differences(case: Case, found: Opinion, row: int) -> Iterator[tuple[str, float]]:
    """How far one position's answers are from those expected; a legal move held to be illegal is as far as can be."""
    expected, white = case.answers, case.position.side == 1
    sign = 1 if white else -1
    policy = np.append(np.array(expected["policy"], float), expected["policyPass"])
    if not np.array_equal(np.isnan(policy), ~case.legal):
        yield "policy", 1.0
    yield "policy", float(np.nanmax(np.abs(policy - found.policy[row])))
    win, loss = (found.win, found.loss) if white else (found.loss, found.win)
    yield "win rate", float(max(abs(win[row] - expected["whiteWin"]), abs(loss[row] - expected["whiteLoss"])))
    yield "ownership", float(np.abs(sign * found.ownership[row] - np.array(expected["whiteOwnership"])).max())
    yield "lead", float(abs(sign * found.lead[row] - expected["whiteLead"]))
    mean, square = expected["whiteScoreSelfplay"], expected["whiteScoreSelfplaySq"]
    yield "score mean", float(abs(sign * found.mean[row] - mean))
    yield "score stdev", float(abs(found.stdev[row] - max(square - mean * mean, 0) ** 0.5))


def comparison_table(differences: list[Difference], title: str) -> Table:
    table = Table("answer", "largest difference", "tolerance", "position", "", title=title)
    for one in differences:
        verdict = "[green]fine" if one.fine else "[red]too far"
        table.add_row(one.answer, f"{one.largest:.2g}", f"{TOLERANCES[one.answer]:g}", str(one.where), verdict)
    return table


def description(net: Net, size: int) -> Table:
    """What a network in a file of `size` bytes is made of."""
    table = Table("", "", title=str(net.about.get("name", "")), show_header=False)
    policy, value = net.policy, net.value
    heads = "policy, outcome" if len(policy.moves.weights) == 1 else f"{len(policy.moves.weights)} policies, outcome"
    heads += f", {value.numbers.weights.shape[1]} numbers" if value.numbers is not None else ""
    heads += ", ownership" if value.ownership is not None else ""
    extra = 0 if net.numbers is None else net.numbers.weights.shape[0]
    for name, text in (
        ("kind", str(net.about.get("kind", ""))),
        ("version", str(net.about.get("version", "–"))),
        ("learned from", f"{net.about['games']:,} games of self-play" if "games" in net.about else "–"),
        ("blocks", ", ".join(block_text(count, name) for name, count in kinds(net.blocks).items())),
        ("channels", str(len(net.stem.weights))),
        ("parameters", f"{parameters(net):,}"),
        ("file", f"{size / 1e6:.1f} MB"),
        ("inputs", f"{net.stem.weights.shape[1]} planes, {extra} numbers"),
        ("heads", heads),
        ("activation", net.tip.activation),
    ):
        table.add_row(name, text)
    return table


def write_network(net: Net, path: Path) -> int:
    """Write a network in the form that the file's name asks for; its size in bytes."""
    if path.suffix == ".onnx":
        temporary = path.with_name(path.name + ".new")
        temporary.write_bytes(model_bytes(net))
        temporary.replace(path)
    elif path.suffix == ".safetensors":
        netfile.save(net, path, half=True)
    else:
        raise BadText(f"network {str(path)!r}: expected a name that ends with .onnx or .safetensors")
    return path.stat().st_size


def kinds(blocks: tuple[Any, ...]) -> dict[str, int]:
    """How many blocks of each kind there are."""
    names = {Ordinary: "ordinary", Pooled: "pooling", Nested: "nested"}
    found: dict[str, int] = {}
    for block in blocks:
        name = names[type(block)]
        if isinstance(block, Nested):
            name += f" (of {', '.join(block_text(count, kind) for kind, count in kinds(block.blocks).items())})"
        found[name] = found.get(name, 0) + 1
    return found


def block_text(count: int, name: str) -> str:
    return f"{count} {name}"
