"""One step of training: what the network should have said of a batch of positions, and the step towards it."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from yomi.games.encode import View
from yomi.learn.zero.module import Trainable
from yomi.learn.zero.settings import Settings
from yomi.learn.zero.window import Lessons, shares


class Teacher:
    """A network in training."""

    def __init__(self, module: Trainable, view: View, settings: Settings, device: str):
        self.module, self.view, self.settings, self.device = module.to(device), view, settings, device
        if device == "cuda":
            self.module = self.module.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        matrices = [p for p in module.parameters() if p.dim() > 1]
        others = [p for p in module.parameters() if p.dim() <= 1]
        groups = [{"params": matrices, "weight_decay": settings.decay}, {"params": others, "weight_decay": 0.0}]
        self.rate = torch.tensor(settings.rate, device=device)
        on_gpu = device == "cuda"
        self.optimiser = torch.optim.AdamW(groups, lr=self.optimiser_rate(), capturable=on_gpu)
        self.graph: torch.cuda.CUDAGraph | None = None
        self.generator = torch.Generator(device).manual_seed(settings.seed)
        self.turns = self._symmetries()

    def optimiser_rate(self) -> Tensor | float:
        """A recorded step reads its rate from the GPU."""
        return self.rate if self.device == "cuda" else float(self.rate)

    def _symmetries(self) -> tuple[Tensor, Tensor] | None:
        if self.view.symmetries is None:
            return None
        cells, actions = self.view.symmetries()
        return tuple(torch.as_tensor(part, dtype=torch.int64, device=self.device) for part in (cells, actions))  # type: ignore[return-value]

    def step(self, lessons: Lessons, rate: float) -> Tensor:
        """Learn a batch; the three losses, still on the device."""
        self.module.train()
        self.rate.fill_(rate)
        if self.device != "cuda":
            for group in self.optimiser.param_groups:
                group["lr"] = rate
        shown = self.turned(lessons)
        if self.device != "cuda":
            return self.learn(shown)
        if self.graph is None or len(shown[0]) != len(self.shown[0]):
            self.record(shown)
        for there, here in zip(self.shown, shown, strict=True):
            there.copy_(here)
        assert self.graph is not None
        self.graph.replay()
        return self.losses.clone()

    def record(self, shown: list[Tensor]) -> None:
        """Record what the GPU does for one batch, which saves the time of asking for each part of it."""
        self.shown = [tensor.clone() for tensor in shown]
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self.learn(self.shown)
        torch.cuda.current_stream().wait_stream(beside)
        self.graph = torch.cuda.CUDAGraph()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(self.graph):
            self.losses = self.learn(self.shown)

    def learn(self, shown: list[Tensor]) -> Tensor:
        """One step towards what should have been said."""
        planes, numbers, policy, result, owner = shown
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda", cache_enabled=False):
            moves, extra, outcome, owners = self.module(planes, numbers)
        logits = moves.float().flatten(1)
        if self.view.extra:
            logits = torch.cat([logits, extra.float()], 1)
        losses = [
            policy_loss(logits, policy),
            functional.cross_entropy(outcome.float(), outcomes(result, self.settings.mix)),
            torch.zeros((), device=self.device) if owners is None else owner_loss(owners.float().flatten(1), owner),
        ]
        total = losses[0] + losses[1] + self.settings.ownership * losses[2]
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.module.parameters(), 5.0)
        self.optimiser.step()
        return torch.stack([loss.detach() for loss in losses])

    def turned(self, lessons: Lessons) -> list[Tensor]:
        """Each position turned or mirrored by chance, as the game allows."""
        planes, policy, owner = lessons.planes, shares(lessons.policy), lessons.owner.float()
        if self.turns is not None:
            cells, actions = self.turns
            which = torch.randint(len(cells), (len(planes),), generator=self.generator, device=self.device)
            places = cells[which]
            flat = planes.flatten(2)
            planes = flat.gather(2, places[:, None, :].expand(-1, flat.shape[1], -1)).view_as(planes)
            policy, owner = policy.gather(1, actions[which]), owner.gather(1, places)
        if self.device == "cuda":
            planes = planes.to(torch.bfloat16).contiguous(memory_format=torch.channels_last)
        else:
            planes = planes.float()
        return [planes, lessons.numbers, policy, lessons.result, owner]


def policy_loss(logits: Tensor, wanted: Tensor) -> Tensor:
    """How far the policy is from the wanted one: Kullback and Leibler's divergence."""
    surprise = -(wanted * functional.log_softmax(logits, 1)).sum(1)
    return (surprise + torch.special.xlogy(wanted, wanted).sum(1)).mean()


def outcomes(result: Tensor, mix: float) -> Tensor:
    """What the chances of win, loss and draw should be: the game's result, and some of what the search thought."""
    ended, thought = result[:, 0], result[:, 1]
    drawn = (ended == 0.5).float()
    win, loss = (ended - 0.5 * drawn) * (1.0 - drawn), (1.0 - ended) * (1.0 - drawn)
    game = torch.stack([win, loss, drawn], 1)
    search = torch.stack([thought, 1.0 - thought, torch.zeros_like(thought)], 1)
    return (1.0 - mix) * game + mix * search


def owner_loss(logits: Tensor, owner: Tensor) -> Tensor:
    """How far tanh of the logits is from the owners, as probabilities."""
    return functional.binary_cross_entropy_with_logits(2.0 * logits, 0.5 * (owner + 1.0))
