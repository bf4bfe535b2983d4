"""The replay window: positions of finished games, on disk as shards of records, in memory as tensors."""

from __future__ import annotations

import os
import pathlib
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from yomi.games.encode import View
from yomi.learn.zero.field import PARTS, Harvest


class Lessons(NamedTuple):
    """Positions as tensors."""

    planes: Tensor  # [n, P, H, W] bytes
    numbers: Tensor  # [n, N]
    policy: Tensor  # [n, actions] in PARTS, as int16 that wraps
    result: Tensor  # [n, 2] of the game, and what the search thought
    owner: Tensor  # [n, H * W]


def record_dtype(view: View) -> np.dtype:
    """A position on disk; planes are packed, eight points a byte."""
    cells = view.height * view.width
    return np.dtype(
        [
            ("planes", "u1", (-(-view.planes * cells // 8),)),
            ("numbers", "<f4", (max(1, view.numbers),)),
            ("policy", "<u2", (view.actions,)),
            ("result", "<f4", (2,)),
            ("owner", "i1", (cells,)),
        ]
    )


def packed(crop: Harvest, view: View) -> np.ndarray:
    """A harvest as records."""
    records = np.zeros(len(crop.planes), record_dtype(view))
    records["planes"] = np.packbits(crop.planes.reshape(len(crop.planes), -1), axis=1)
    records["numbers"], records["policy"] = crop.numbers, crop.policy
    records["result"], records["owner"] = crop.result, crop.owner
    return records


def unpacked(records: np.ndarray, view: View) -> Lessons:
    """Records as tensors."""
    shape = (len(records), view.planes, view.height, view.width)
    planes = np.unpackbits(records["planes"], axis=1, count=int(np.prod(shape[1:]))).reshape(shape)
    arrays = [planes, *(records[name].copy() for name in ("numbers", "policy", "result", "owner"))]
    arrays[2] = arrays[2].view(np.int16)
    return Lessons(*(torch.from_numpy(array) for array in arrays))


def save_shard(records: np.ndarray, path: pathlib.Path) -> None:
    """Write a shard, replacing a file only when the new one is complete."""
    temporary = path.with_name(path.name + ".new")
    with temporary.open("wb") as file:
        np.save(file, records, allow_pickle=False)
    os.replace(temporary, path)


class Window:
    """The latest positions, a ring on the device that learns."""

    def __init__(self, view: View, capacity: int, device: str):
        self.view, self.capacity, self.device = view, capacity, device
        self.lessons: Lessons | None = None
        self.size = self.next = 0

    def add(self, records: np.ndarray) -> None:
        """Take in new positions; the oldest make room."""
        fresh = Lessons(*(tensor.to(self.device) for tensor in unpacked(records[-self.capacity :], self.view)))
        if self.lessons is None:
            room = (self.capacity,)
            self.lessons = Lessons(*(torch.zeros(room + t.shape[1:], dtype=t.dtype, device=self.device) for t in fresh))
        n = len(fresh.planes)
        places = (torch.arange(n, device=self.device) + self.next) % self.capacity
        for mine, new in zip(self.lessons, fresh, strict=True):
            mine[places] = new
        self.next = (self.next + n) % self.capacity
        self.size = min(self.capacity, self.size + n)

    def draw(self, count: int, reach: int, generator: torch.Generator) -> Lessons:
        """Some of the latest `reach` positions."""
        assert self.lessons is not None
        reach = min(reach, self.size)
        back = torch.randint(reach, (count,), generator=generator, device=self.device)
        places = (self.next - 1 - back) % self.capacity
        return Lessons(*(tensor[places] for tensor in self.lessons))


def shares(policy: Tensor) -> Tensor:
    """Parts of one as probabilities."""
    weights = (policy.to(torch.int32) & PARTS).float()
    return weights / weights.sum(1, keepdim=True).clamp(min=1.0)
